"""Positions as HTML. Every game has a module and a template here, named like its package."""

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context, Macro
from markupsafe import Markup

from bellhop.engine.game import Game, Position
from bellhop.engine.telling import Told
from bellhop.engine.words import Words

ClickPath = tuple[str, ...]
MOST_PIECES = 30_000  # remembered, of all games and languages


class HtmlDrawing(Protocol):
    """How a game is drawn on a page."""

    def texts(self, words: Words, /) -> Mapping[str, str]:
        """What is written on the table whatever lies there."""

    def context(self, words: Words, seen: Position, seat: int, names: Sequence[str], /) -> Any:
        """What the game's template needs to draw a view."""

    def path(self, seen: Position, move: int, /) -> ClickPath:
        """The ids of the elements to touch, one after the other, to make a move."""

    def warning(self, words: Words, seen: Position, move: int, /) -> str:
        """What to think of before a legal move, told once; empty for nothing."""

    def step_of(self, told: Told, /) -> tuple[int, ...] | None:
        """Is an event shown as a step of its own?

        Those told one after the other with the same answer are one step; with None they are none.
        """

    def spots(self, seen: Position, told: Told, /) -> Iterable[str]:
        """The ids of the elements that an event is about, of those drawn of this view."""


def html_drawing(game: Game) -> HtmlDrawing:
    """The page drawing of a game."""
    return _drawing_named(name_of(game))


@lru_cache
def _drawing_named(name: str) -> HtmlDrawing:
    return cast("HtmlDrawing", import_module(f"bellhop.drawing.html.{name}"))


class Drawing(NamedTuple):
    """A view drawn: the macros of the game's template, and what they were given."""

    macros: Any
    context: dict[str, Any]


def draw(game: Game, words: Words, seen: Position, seat: int, names: Sequence[str]) -> Drawing:
    """A view, to take pieces of its drawing."""
    context = html_drawing(game).context(words, seen, seat, names)
    return Drawing(_macros(name_of(game), words), context)


@lru_cache
def _macros(name: str, words: Words) -> Any:
    """The macros of a game's template in a language."""
    values = {"words": words, "texts": _drawing_named(name).texts(words)}
    return environment().get_template(f"{name}.html").make_module(values)


def draw_html(
    game: Game, words: Words, seen: Position, seat: int, names: Sequence[str]
) -> dict[str, str]:
    """A view as fragments of HTML, by the id of the element each fills: board, players, hand."""
    macros, view = draw(game, words, seen, seat, names)
    return {part: str(getattr(macros, part)(view)).strip() for part in ("board", "players", "hand")}


def draw_symbols(game: Game) -> Markup:
    """The symbols that a game's drawings refer to; once on a page."""
    return Markup(_macros(name_of(game), game.words("en")).symbols())  # they hold no words


_pieces: OrderedDict[tuple[Hashable, ...], Markup] = OrderedDict()  # used longest ago first


@pass_context
def piece(context: Context, macro: Macro, *values: Hashable) -> Markup:
    """A macro as it was drawn when it last had these values: most of a table stays as it is.

    Beside its values it can use only the texts of a language, which are always the same.
    """
    key = (context.name, macro.name, context["words"], *values)
    drawn = _pieces.pop(key, None)
    if drawn is None:
        drawn = Markup(macro(*values))
        while len(_pieces) >= MOST_PIECES:
            _pieces.popitem(last=False)
    _pieces[key] = drawn
    return drawn


@lru_cache
def environment() -> Environment:
    """The templates of the drawings."""
    made = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # asking the disk for each fragment takes time
    )
    made.globals["piece"] = piece
    return made


def name_of(game: Game) -> str:
    """The name of a game's files: that of its package."""
    return game.package.rpartition(".")[2]
