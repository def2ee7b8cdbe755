"""What is worth counting at the end of a game: a module per game, named like its package."""

from importlib import import_module
from types import ModuleType
from typing import Protocol, cast

from bellhop.engine.game import Game, Position
from bellhop.engine.records import Cells
from bellhop.engine.words import Words

MOST = 8  # a figure is a number from 0 to before this


class Figures(Protocol):
    """The figures of a game."""

    COUNT: int

    def note(self, game: Position, seat: int, row: Cells, /) -> None:
        """Write each figure of a seat at the end of a game."""

    def names(self, words: Words, /) -> list[str]:
        """What each figure is called."""


def figures_module(game: Game) -> ModuleType:
    """A game's figures as a module, for the compiled twin."""
    return import_module(f"{__name__}.{game.package.rpartition('.')[2]}")


def figures_of(game: Game) -> Figures:
    """A game's figures."""
    return cast("Figures", figures_module(game))


UNBOUND_FIGURES = cast("Figures", None)
