"""The game history: any moment of a game, with ways to its other moves, turns and rounds."""

from typing import Any

from fastapi import Request, Response

from bellhop.table.live import LiveTable
from bellhop.table.marks import mark_rows, neighbours, starts_of_rounds, starts_of_turns
from bellhop.web.pages import page
from bellhop.web.rendering import Viewer, moment
from bellhop.web.requests import PAGE, Route, look, replay_for


async def replay(request: Request, table: str) -> Response:
    """Show any moment of a game as this device's seat saw it."""
    live, viewer = await look(request, table)
    asked = request.query_params.get("row", "")
    row = min(int(asked), live.rows) if asked.isdecimal() and len(asked) < 9 else live.rows
    seen, rounds, jumps = await replay_for(request, table, _find, live, viewer, row)
    return page(
        request,
        "replay.html",
        live=live,
        row=row,
        last=live.rows,
        moment=seen,
        viewer=viewer,
        seats=list(enumerate(live.names)),
        rounds=rounds,
        jumps=jumps,
    )


def _find(
    live: LiveTable, viewer: Viewer, row: int
) -> tuple[dict[str, Any], list[int], dict[str, int]]:
    """A moment and its ways, found in one go, so that a request waits only once."""
    return moment(live, viewer, row), *find_jumps(live, row)


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


ROUTES: tuple[Route, ...] = (("GET", "/t/{table}/replay", replay, PAGE),)
