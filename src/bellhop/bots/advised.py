"""Bots that follow the game's advice."""

import math
import random

import numpy as np
from numpy.typing import NDArray

from bellhop.bots import Draw
from bellhop.engine.game import Game
from bellhop.engine.records import Position

WIDTH, STEP = 9.0, 0.1  # of the grid on which slips are summed up, in slips
TINY = 1e-300  # where a chance would be rounded to zero

Grid = NDArray[np.float64]


class AdvisedBot:
    """Plays the move with the best rating; ties are broken at random.

    With `slips` it rates moves like a beginner: about right, but sometimes far off.
    """

    def __init__(self, seed: int | None = None, slips: bool = False) -> None:
        self._slips = slips
        self._random = random.Random(seed)

    def choose(self, game: Game, seen: Position) -> int:
        """Choose a move for the player whose turn it is, from that player's view."""
        return self._choose(game, _rate(game, seen))

    def draw(self, game: Game, seen: Position) -> Draw:
        """Choose a move, and state the distribution."""
        ratings = _rate(game, seen)
        move = self._choose(game, ratings)
        if self._slips:
            return Draw(move, slipping(ratings, game.advice.SLIP))
        best = _best(ratings)
        return Draw(move, dict.fromkeys(best, 1 / len(best)))

    def _choose(self, game: Game, ratings: dict[int, float]) -> int:
        if self._slips:
            slip = game.advice.SLIP
            ratings = {move: r + self._random.gauss(0.0, slip) for move, r in ratings.items()}
        return self._random.choice(_best(ratings))


def slipping(ratings: dict[int, float], slip: float) -> dict[int, float]:
    """How likely each move is rated best when all ratings are off by normal errors.

    The chance that a move's rating is x and all others are lower, summed over a fine grid of x:
    the integrand is smooth and vanishes at both ends, so the sum is as good as exact.
    """
    values = np.array([*ratings.values()]) / slip
    grid = np.arange(values.max() - WIDTH, values.max() + WIDTH, STEP)
    apart = grid[:, None] - values
    below = np.maximum(_normal_cdf(apart), TINY)
    density = np.exp(-np.square(apart) / 2)
    chances = (density / below * below.prod(1, keepdims=True)).sum(0)
    return dict(zip(ratings, (chances / chances.sum()).tolist(), strict=True))


def _normal_cdf(values: Grid) -> Grid:
    found: Grid = np.vectorize(math.erfc)(-values / math.sqrt(2)) / 2
    return found


def _rate(game: Game, seen: Position) -> dict[int, float]:
    return {move: game.advice.rate(seen, move) for move in game.legal_moves(seen)}


def _best(ratings: dict[int, float]) -> list[int]:
    best = max(ratings.values())
    return [move for move in ratings if ratings[move] == best]
