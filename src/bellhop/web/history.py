"""The game history: any moment of a game, with links to its other moves, turns and rounds."""

from typing import Any

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from bellhop.engine.errors import NotFound
from bellhop.engine.words import shell_words
from bellhop.table.live import LiveTable
from bellhop.table.marks import (
    mark_rows,
    neighbours,
    round_of,
    starts_of_rounds,
    starts_of_turns,
)
from bellhop.web.log import list_details
from bellhop.web.pages import page
from bellhop.web.rendering import Viewer, draw_past, moment
from bellhop.web.requests import JSON, PAGE, Route, look, read_number, read_row, replay_for

NO_LINE = -1  # what a request without a valid number asks for: it is refused


async def replay(request: Request, table: str) -> Response:
    """Show any moment of a game as this device's seat saw it."""
    live, viewer = await look(request, table)
    return page(request, "replay.html", **await find_moment(request, live, viewer))


async def find_moment(request: Request, live: LiveTable, viewer: Viewer) -> dict[str, Any]:
    """What a page needs to show the moment that is asked for, with links to others."""
    row = read_row(request, live)
    table = live.stored.id
    seen, first_round, rounds, jumps = await replay_for(request, table, _find, live, viewer, row)
    return {
        "live": live,
        "row": row,
        "last": live.rows,
        "where": say_where(viewer.language, row, live.rows),
        "moment": seen,
        "viewer": viewer,
        "seats": list(enumerate(live.names)),
        "rounds": rounds,
        "first_round": first_round,
        "jumps": jumps,
    }


async def look_back(request: Request, table: str) -> Response:
    """An earlier moment for the table page: its drawings and the links from it, as JSON."""
    live, viewer = await look(request, table)
    row = read_row(request, live)
    return JSONResponse(await replay_for(request, table, _draw_past, live, viewer, row))


async def details(request: Request, table: str) -> Response:
    """All lines of an entry of the log, now or as it was after a row."""
    live, viewer = await look(request, table)
    number = read_number(request, "first", NO_LINE)
    if "row" in request.query_params:
        row = read_row(request, live)
        return HTMLResponse(await replay_for(request, table, _detail, live, viewer, row, number))
    return HTMLResponse(_detail(live, viewer, live.rows, number))


def _detail(live: LiveTable, viewer: Viewer, row: int, first: int) -> str:
    """The lines of an entry, which begins with the line of this number."""
    sitting = live.sitting if row == live.rows else live.look_back(row)
    if sitting is None:
        raise NotFound("row")
    return list_details(live, sitting, viewer.seat, live.game.words(viewer.language), first)


def _draw_past(live: LiveTable, viewer: Viewer, row: int) -> dict[str, Any]:
    """A moment as the table page shows it."""
    _, jumps = find_jumps(live, row)
    where = say_where(viewer.language, row, live.rows)
    fragments = draw_past(live, viewer, live.look_back(row))
    return {"row": row, "where": where, "jumps": jumps, "fragments": fragments}


def say_where(language: str, row: int, last: int) -> str:
    """Which moment of a game is shown."""
    shell = shell_words(language)
    return shell.say("web.act", row=row, last=last) if row else shell.say("history.first")


def _find(
    live: LiveTable, viewer: Viewer, row: int
) -> tuple[dict[str, Any], int, list[int], dict[str, int]]:
    """A moment and its links, found in one go, so that a request waits only once."""
    first = round_of(live.look_back(0))
    return moment(live, viewer, row), first, *find_jumps(live, row)


def find_jumps(live: LiveTable, row: int) -> tuple[list[int], dict[str, int]]:
    """The rows where rounds begin, and the row that each button leads to."""
    marks, last = mark_rows(live), live.rows
    rounds = starts_of_rounds(marks)
    round_back, round_on = neighbours(rounds, row, last)
    turn_back, turn_on = neighbours(starts_of_turns(marks), row, last)
    jumps = {
        "first": 0,
        "round-back": round_back,
        "turn-back": turn_back,
        "earlier": max(row - 1, 0),
        "later": min(row + 1, last),
        "turn-on": turn_on,
        "round-on": round_on,
        "last": last,
    }
    return rounds, jumps


ROUTES: tuple[Route, ...] = (
    ("GET", "/t/{table}/replay", replay, PAGE),
    ("GET", "/t/{table}/moment", look_back, JSON),
    ("GET", "/t/{table}/details", details, JSON),
)
