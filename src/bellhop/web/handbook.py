"""The rules pages, and the overview that opens at a table."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from fastapi import Request, Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from bellhop.drawing.handbook import draw_rules
from bellhop.drawing.pages import draw_legend
from bellhop.drawing.pages import draw_overview as draw_game_overview
from bellhop.engine.exercises import open_exercises
from bellhop.engine.game import Game
from bellhop.engine.handbook import Chapter, open_handbook
from bellhop.engine.records import Position
from bellhop.engine.words import Words, shell_words
from bellhop.games import game_named
from bellhop.table.live import LiveTable
from bellhop.web.devices import language_of
from bellhop.web.pages import page, render
from bellhop.web.rendering import Viewer
from bellhop.web.requests import PAGE, Route, look


async def rules_page(request: Request, game: str) -> Response:
    """Show the rules of a game, with pictures and rulings."""
    chosen = game_named(game)
    language = language_of(request)
    return page(
        request,
        "rules.html",
        game=chosen,
        words=chosen.words(language),
        preface=open_handbook(chosen.folder, language).preface,
        chapters=_chapters(chosen.name, language),
        has_exercises=bool(open_exercises(chosen)),
        legend=draw_legend(chosen, chosen.words(language)),
    )


@lru_cache
def _chapters(game: str, language: str) -> tuple[Chapter, ...]:
    """The chapters of the rules, drawn only once because they do not change."""
    chosen = game_named(game)
    names = shell_words(language).say("rules.players").split(", ")
    return draw_rules(chosen, chosen.words(language), names)


async def overview(request: Request, table: str) -> Response:
    """The overview of a table, as this device's seat may know it."""
    live, viewer = await look(request, table)
    return HTMLResponse(draw_overview(live, viewer))


def draw_overview(live: LiveTable, viewer: Viewer) -> str:
    """Draw what a player may want to look up, from a seat's view."""
    seen = live.sitting.show(viewer.seat) if live.sitting else None
    words = live.game.words(viewer.language)
    return render_overview(live.game, words, seen, viewer.seat, live.names, live.stored.options)


def render_overview(
    game: Game,
    words: Words,
    seen: Position | None,
    seat: int,
    names: Sequence[str],
    options: Mapping[str, str],
    *,
    is_lesson: bool = False,
) -> str:
    """Counts, powers, symbols, table options and keys; before the game begins, nothing is seen."""
    drawn = draw_game_overview(game, words, seen, seat, names) if seen else Markup("")
    agreed = {option.name: option.choices[0] for option in game.options}
    return render(
        "overview.html",
        shell=shell_words(words.language),
        words=words,
        game=game,
        drawn=drawn,
        agreed=agreed | dict(options),
        legend=draw_legend(game, words),
        is_lesson=is_lesson,
    )


ROUTES: tuple[Route, ...] = (
    ("GET", "/rules/{game}", rules_page, PAGE),
    ("GET", "/t/{table}/overview", overview, PAGE),
)
