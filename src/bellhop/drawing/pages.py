"""Positions as HTML, drawn by a game's `page` and its templates."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment
from markupsafe import Markup

from bellhop.drawing.environments import as_ascii, icon, mark, open_templates, piece
from bellhop.engine.game import Game
from bellhop.engine.parts import P
from bellhop.engine.words import Words

SHARED = Path(__file__).parent / "templates"


class Drawing(NamedTuple):
    """A drawn view: the macros of the game's template, and their context."""

    macros: Any
    context: dict[str, Any]


def draw(game: Game[P], words: Words, seen: P, seat: int, names: Sequence[str]) -> Drawing:
    """Draw a view, so that pieces of it can be used separately."""
    return Drawing(_macros(game, words), game.page.context(words, seen, seat, names))


@cache
def _macros(game: Game[Any], words: Words) -> Any:
    """The macros of a game's template, in one language."""
    values = {"words": words, "texts": game.page.texts(words)}
    return environment(game).get_template("table.html").make_module(values)


def draw_html(
    game: Game[P], words: Words, seen: P, seat: int, names: Sequence[str]
) -> dict[str, str]:
    """A view as HTML fragments, by the id of the element to fill: board, players, hand."""
    macros, view = draw(game, words, seen, seat, names)
    parts = ("board", "players", "hand")
    return {part: as_ascii(str(getattr(macros, part)(view)).strip()) for part in parts}


def draw_overview(game: Game[P], words: Words, seen: P, seat: int, names: Sequence[str]) -> Markup:
    """What players look up during a game, from a seat's view."""
    values = game.overview.context(words, seen, seat, names)
    template = environment(game).get_template("overview.html")
    return Markup(template.render(words=words, seat=seat, names=names, **values))


def draw_legend(game: Game[Any], words: Words) -> Markup:
    """The rows of a legend: each symbol on the table, and what it stands for."""
    row = Markup('<div><dt aria-hidden="true">{}</dt><dd>{}</dd></div>')
    return Markup("").join(row.format(*sign) for sign in game.overview.legend(words))


def draw_symbols(game: Game[Any]) -> Markup:
    """The symbols that a game's drawings refer to; needed once per page."""
    return Markup(_macros(game, game.words("en")).symbols())  # they contain no text


@cache
def environment(game: Game[Any]) -> Environment:
    """The templates of a game, and those shared by all games."""
    made = open_templates(game.folder / "page", SHARED)
    made.globals.update(piece=piece, icon=icon, mark=mark)
    return made
