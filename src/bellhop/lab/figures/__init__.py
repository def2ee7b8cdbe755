"""What is worth counting at the end of a game: a module per game, named like its package."""

from importlib import import_module
from types import ModuleType
from typing import NamedTuple, Protocol, cast

from bellhop.engine.game import Game, Position
from bellhop.engine.records import Cells
from bellhop.engine.words import Words

MOST = 8  # a figure is a number from 0 to before this


class Group(NamedTuple):
    """Figures that are shown together, under a heading."""

    heading: str
    names: list[str]


class Figures(Protocol):
    """The figures of a game: those of a seat first, then those of the whole table."""

    COUNT: int
    OWN: int  # so many are a seat's own

    def watch(self, game: Position, move: int, row: Cells, /) -> None:
        """Add to the figures of the seat on turn what its move tells and the end will not."""

    def note(self, game: Position, seat: int, row: Cells, /) -> None:
        """Write the figures that the end of a game tells of a seat and of its table."""

    def groups(self, words: Words, /) -> list[Group]:
        """What the figures are called, all in their order."""


def figures_module(game: Game) -> ModuleType:
    """A game's figures as a module, for the compiled twin."""
    return import_module(f"{__name__}.{game.package.rpartition('.')[2]}")


def figures_of(game: Game) -> Figures:
    """A game's figures."""
    return cast("Figures", figures_module(game))


UNBOUND_FIGURES = cast("Figures", None)
