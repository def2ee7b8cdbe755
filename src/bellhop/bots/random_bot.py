"""A bot that plays random legal moves, all equally likely."""

import random

from bellhop.bots import Draw
from bellhop.engine.game import Game
from bellhop.engine.records import Position


class RandomBot:
    """Chooses at random; the same seed gives the same choices."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Game, seen: Position) -> int:
        """Choose a move for the player whose turn it is, from that player's view."""
        return self._random.choice(game.legal_moves(seen))

    def draw(self, game: Game, seen: Position) -> Draw:
        """Choose a move, and state the distribution."""
        legal = game.legal_moves(seen)
        return Draw(self.choose(game, seen), dict.fromkeys(legal, 1 / len(legal)))
