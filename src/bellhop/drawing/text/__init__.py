"""Positions as lines of plain text. Every game has a module here, named like its package."""

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast

from bellhop.engine.game import Game, Position
from bellhop.engine.words import Words


class TextDrawing(Protocol):
    """How a game is drawn in text."""

    def draw_text(self, words: Words, seen: Position, seat: int, names: Sequence[str], /) -> str:
        """A view as lines of text."""


def text_drawing(game: Game) -> TextDrawing:
    """The text drawing of a game."""
    name = game.package.rpartition(".")[2]
    return cast("TextDrawing", import_module(f"bellhop.drawing.text.{name}"))
