"""The first thing that can play: any allowed move, each equally likely."""

import random

from bellhop.engine.game import Game
from bellhop.engine.records import Position


class RandomBot:
    """Chooses without thinking; with a seed it chooses the same again."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Game, seen: Position) -> int:
        """A move for the seat on turn, from that seat's own view."""
        return self._random.choice(game.legal_moves(seen))
