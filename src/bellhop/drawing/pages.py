"""Positions as HTML, made by a game's `page` and the templates beside it."""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context, Macro
from markupsafe import Markup

from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.words import Words, plain, signed

SHARED = Path(__file__).parent / "templates"
MAX_PIECES = 30_000  # remembered, of all games and languages


class Drawing(NamedTuple):
    """A view drawn: the macros of the game's template, and what they were given."""

    macros: Any
    context: dict[str, Any]


def draw(game: Game, words: Words, seen: Position, seat: int, names: Sequence[str]) -> Drawing:
    """A view, to take pieces of its drawing."""
    return Drawing(_macros(game, words), game.page.context(words, seen, seat, names))


@cache
def _macros(game: Game, words: Words) -> Any:
    """The macros of a game's template in a language."""
    values = {"words": words, "texts": game.page.texts(words)}
    return environment(game).get_template("table.html").make_module(values)


def draw_html(
    game: Game, words: Words, seen: Position, seat: int, names: Sequence[str]
) -> dict[str, str]:
    """A view as fragments of HTML, by the id of the element each fills: board, players, hand."""
    macros, view = draw(game, words, seen, seat, names)
    parts = ("board", "players", "hand")
    return {part: as_ascii(str(getattr(macros, part)(view)).strip()) for part in parts}


def as_ascii(html: str) -> str:
    """HTML with references for all but ASCII letters: a string then takes one byte per letter.

    A single other letter, such as a minus sign, would double what a drawing takes in memory.
    """
    return html if html.isascii() else html.encode("ascii", "xmlcharrefreplace").decode("ascii")


def draw_overview(
    game: Game, words: Words, seen: Position, seat: int, names: Sequence[str]
) -> Markup:
    """What a player looks up in mid-game, from a seat's view."""
    values = game.overview.context(words, seen, seat, names)
    template = environment(game).get_template("overview.html")
    return Markup(template.render(words=words, seat=seat, names=names, **values))


def draw_symbols(game: Game) -> Markup:
    """The symbols that a game's drawings refer to; once on a page."""
    return Markup(_macros(game, game.words("en")).symbols())  # they hold no words


_pieces: OrderedDict[tuple[Hashable, ...], Markup] = OrderedDict()  # used longest ago first


@pass_context
def piece(context: Context, macro: Macro, *values: Hashable) -> Markup:
    """A macro as it was drawn when it last had these values: most of a table stays as it is.

    Beside its values it can use only the texts of a language, which are always the same.
    """
    key = (context.environment, macro.name, context["words"], *values)
    drawn = _pieces.pop(key, None)
    if drawn is None:
        drawn = Markup(as_ascii(macro(*values)))
        while len(_pieces) >= MAX_PIECES:
            _pieces.popitem(last=False)
    _pieces[key] = drawn
    return drawn


@cache
def environment(game: Game) -> Environment:
    """The templates of a game, and those that all games share."""
    made = open_templates(game.folder / "page", SHARED)
    made.globals["piece"] = piece
    return made


def open_templates(*folders: Path) -> Environment:
    """Templates of HTML, strict about what they are given."""
    made = Environment(
        loader=FileSystemLoader(folders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # asking the disk for each fragment takes time
    )
    made.filters.update(plain=plain, signed=signed)
    return made
