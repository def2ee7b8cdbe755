"""A bot with some sense: it rates every allowed move by a few rules of thumb of the game.

Every game has a module here, named like its package, that is a page of advice to a beginner.
"""

import random
from importlib import import_module
from typing import Protocol, cast

from bellhop.engine.game import Game, Position


class Advice(Protocol):
    """The rules of thumb of a game."""

    def rate(self, seen: Position, move: int, /) -> float:
        """How good a move looks to the seat on turn; only the order of ratings matters."""


class SensibleBot:
    """Plays a move that looks best; among equals, any."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Game, seen: Position) -> int:
        """A move for the seat on turn, from that seat's own view."""
        name = game.package.rpartition(".")[2]
        advice = cast("Advice", import_module(f"bellhop.bots.sensible.{name}"))
        ratings = {move: advice.rate(seen, move) for move in game.legal_moves(seen)}
        best = max(ratings.values())
        return self._random.choice([move for move in ratings if ratings[move] == best])
