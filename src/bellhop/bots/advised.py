"""Bots that follow the game's advice."""

import random

from bellhop.engine.game import Game
from bellhop.engine.records import Position


class AdvisedBot:
    """Plays the move with the best rating; ties are broken at random.

    With `slips` it rates moves like a beginner: about right, but sometimes far off.
    """

    def __init__(self, seed: int | None = None, slips: bool = False) -> None:
        self._slips = slips
        self._random = random.Random(seed)

    def choose(self, game: Game, seen: Position) -> int:
        """Choose a move for the player whose turn it is, from that player's view."""
        advice = game.advice
        ratings = {move: advice.rate(seen, move) for move in game.legal_moves(seen)}
        if self._slips:
            for move in ratings:
                ratings[move] += self._random.gauss(0.0, advice.SLIP)
        best = max(ratings.values())
        return self._random.choice([move for move in ratings if ratings[move] == best])
