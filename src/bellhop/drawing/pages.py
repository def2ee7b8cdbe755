"""Positions as HTML, made by a game's `page` and the templates beside it."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment
from markupsafe import Markup

from bellhop.drawing.environments import as_ascii, open_templates, piece
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.words import Words

SHARED = Path(__file__).parent / "templates"


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


@cache
def environment(game: Game) -> Environment:
    """The templates of a game, and those that all games share."""
    made = open_templates(game.folder / "page", SHARED)
    made.globals["piece"] = piece
    return made
