"""Drawing what one seat sees. Every game has a module here, named like its package."""

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast

from bellhop.engine.game import Game, Position
from bellhop.engine.words import Words


class Drawing(Protocol):
    """How a game is drawn."""

    def draw_text(self, words: Words, seen: Position, seat: int, names: Sequence[str], /) -> str:
        """A view as lines of plain text."""


def drawing_of(game: Game) -> Drawing:
    """The drawing of a game."""
    name = game.package.rpartition(".")[2]
    return cast("Drawing", import_module(f"bellhop.drawing.{name}"))
