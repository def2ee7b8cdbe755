"""Hints: the best move in words, with numbers behind it; the whole table is told."""

import time

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from bellhop.engine.errors import BellhopError, Forbidden, TooMany, Unavailable
from bellhop.table import seating
from bellhop.table.live import LiveTable
from bellhop.table.roles import Deed, may
from bellhop.web.advising import explain_for, weigh_for, word_choice, word_hint
from bellhop.web.pages import page
from bellhop.web.rendering import Viewer
from bellhop.web.requests import PAGE, Route, client_of, house_of, look, read_form, root

PATIENCE_SECONDS = 4.0  # before a hint is the master's choice, with less to say


def may_ask(live: LiveTable, viewer: Viewer) -> bool:
    """May this viewer ask for a hint: a person on turn, at a table with hints?"""
    sitting = live.sitting
    is_mine = sitting is not None and live.stored.hints and sitting.turn == viewer.seat
    return is_mine and may(live, Deed.ASK_HINT, viewer, viewer.seat)


async def show_hint(request: Request, table: str) -> Response:
    """Show the best few moves for the seat on turn, and tell the table of the hint."""
    live, viewer = await look(request, table)
    if not may_ask(live, viewer) or live.sitting is None:
        raise Forbidden("no_hint")
    request.app.state.chatter.pass_through(f"{table} {viewer.seat} hint")
    house, row, seen = house_of(request), live.rows, live.sitting.show(viewer.seat)
    view, words = live.sitting.view(viewer.seat), live.game.words(viewer.language)
    until = time.monotonic() + PATIENCE_SECONDS
    try:
        weighing = await weigh_for(request, live, viewer.seat, PATIENCE_SECONDS)
    except (Unavailable, TooMany, TimeoutError):  # the master answers at once, with less to say
        advised = await house.advise(live, viewer.seat, client_of(request))
        hint, chance = word_choice(live, words, seen, advised), advised.chance
    else:
        why = await explain_for(request, live, view, weighing, until - time.monotonic())
        hint, chance = word_hint(live, words, seen, weighing, why), weighing["moves"][0]["chance"]
    await seating.tell_hint(house, live, viewer.seat)
    return page(request, "hint.html", live=live, row=row, hint=hint, chance=chance)


async def set_hints(request: Request, table: str) -> Response:
    """Allow or forbid hints at this table, as its host."""
    live, viewer = await look(request, table)
    wanted = (await read_form(request)).get("hints", "")
    if wanted not in {"yes", "no"}:
        raise BellhopError("choice", option="hints", choices=("yes", "no"), choice=wanted)
    await seating.allow_hints(house_of(request), live, viewer, wanted == "yes")
    return RedirectResponse(f"{root(request)}/t/{table}/people", 303)


ROUTES: tuple[Route, ...] = (
    ("POST", "/t/{table}/hint", show_hint, PAGE),
    ("POST", "/t/{table}/hints", set_hints, PAGE),
)
