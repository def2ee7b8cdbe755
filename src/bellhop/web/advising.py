"""The coach while a game runs: the hint in words, the tutor's warnings, the chance bar.

A running game between people is judged for nobody.  Hints and tutors see only the view of the seat
that asks, at tables where they are allowed, and the table is told.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from fastapi import Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from bellhop.coach.analysis import Reason
from bellhop.coach.grades import BLUNDER
from bellhop.coach.sentences import say_reasons
from bellhop.engine.errors import Forbidden, TooMany, Unavailable
from bellhop.engine.records import Position
from bellhop.engine.seats import SPECTATOR
from bellhop.engine.words import Words, shell_words
from bellhop.table import bot_workers, seating
from bellhop.table.live import LiveTable
from bellhop.table.names import PERSON
from bellhop.table.roles import Deed, may
from bellhop.table.seating import is_tutored
from bellhop.web.pages import draw_part
from bellhop.web.rendering import Viewer
from bellhop.web.requests import (
    JSON,
    PAGE,
    Route,
    adviser_of,
    client_of,
    house_of,
    look,
    read_form,
    root,
)

CLOSE = 0.005  # a loss that is hardly worth a word
MAX_SHOWN = 4  # moves in a hint

Weighing = Mapping[str, Any]


class Found(NamedTuple):
    """What was found out about a table after some rows, by what was asked."""

    row: int
    answers: dict[object, "asyncio.Future[Any]"]


_found: WeakKeyDictionary[LiveTable, Found] = WeakKeyDictionary()


def _answers(live: LiveTable) -> dict[object, "asyncio.Future[Any]"]:
    """What is known of the table as it is now; everybody who asks the same gets the same."""
    known = _found.get(live)
    if known is None or known.row != live.rows:
        known = _found[live] = Found(live.rows, {})
    return known.answers


async def weigh_for(
    request: Request, live: LiveTable, seat: int, seconds: float | None = None
) -> Weighing:
    """What each move of the seat on turn is worth, from its view.

    After `seconds` this raises a TimeoutError; the coach goes on thinking, so that the next answer,
    after the rules are compiled, comes sooner.
    """
    assert live.sitting
    seen = live.sitting.view(seat)
    asked = partial(adviser_of(request).weigh, live.game, seen, client_of(request))
    weighing: Weighing = await asyncio.wait_for(ask_once(live, ("weigh", seat), asked), seconds)
    return weighing


class Why(NamedTuple):
    """Why the best move is better than another one."""

    worse: str  # the other move, by name
    reasons: tuple[Reason, ...]


async def explain_for(
    request: Request, live: LiveTable, seen: Position, weighing: Weighing, seconds: float
) -> Why | None:
    """Why the best move is better than the next one that surely gives something away.

    None if there is no such move, or if the coach does not know within `seconds`.
    """
    worse = next((one["move"] for one in weighing["moves"] if one["loss"] > 0), None)
    if worse is None or not weighing["is_enough"] or seconds <= 0:
        return None
    best, client = weighing["moves"][0]["move"], client_of(request)
    ask = partial(adviser_of(request).explain, live.game, seen, best, worse, client, seconds)
    with suppress(Unavailable, TooMany, TimeoutError):
        asked = ask_once(live, ("why", live.rows, seen.turn), ask)
        return Why(worse, await asyncio.wait_for(asked, seconds))
    return None


def ask_once(
    live: LiveTable, what: object, ask: Callable[[], Awaitable[Any]]
) -> "asyncio.Future[Any]":
    """The answer to a question, which is asked once for everybody, and again after a failure."""
    answers = _answers(live)
    task = answers.get(what)
    if task is None or (task.done() and (task.cancelled() or task.exception())):
        task = answers[what] = asyncio.ensure_future(ask())
        # A failure that nobody waits for any more is none: the next one asks again.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return asyncio.shield(task)


class HintedMove(NamedTuple):
    """A move in a hint."""

    says: str
    path: tuple[str, ...]
    chance: float | None = None
    loss: float = 0.0
    points: float = 0.0
    is_chosen: bool = False  # never: the macro that draws it also draws moves of an analysis


class Hint(NamedTuple):
    """A hint: a sentence first, and the numbers behind it."""

    sentence: str
    lines: list[HintedMove]
    is_enough: bool
    reasons: str = ""  # why the best move is better than another one


def word_hint(
    live: LiveTable, words: Words, seen: Position, weighing: Weighing, why: Why | None
) -> Hint:
    """A hint in words, from a weighing."""
    game = live.game
    lines = list[HintedMove]()
    for one in weighing["moves"][:MAX_SHOWN]:
        move = game.move_named(one["move"])
        says, path = game.speech.say_move(words, seen, move), tuple(game.page.path(seen, move))
        lines.append(HintedMove(says, path, one["chance"], one["loss"], one["points"]))
    sentence = _say_hint(shell_words(words.language), lines)
    reasons = _say_why(live, words, seen, why) if why and why.reasons else ""
    return Hint(sentence, lines, weighing["is_enough"], reasons)


def _say_why(live: LiveTable, words: Words, seen: Position, why: Why) -> str:
    """Why the best move is better than one that surely gives something away."""
    game, shell = live.game, shell_words(words.language)
    worse = game.speech.say_move(words, seen, game.move_named(why.worse))
    said = say_reasons(game, words.language, live.names, seen.turn, why.reasons)
    return f"{shell.say('hint.worse', move=worse)} {said}"


def word_choice(live: LiveTable, words: Words, seen: Position, advised: bot_workers.Hint) -> Hint:
    """A hint in words, from what the master would play, where nothing was weighed."""
    game = live.game
    lines = [
        HintedMove(game.speech.say_move(words, seen, move), tuple(game.page.path(seen, move)))
        for move in advised.weights
    ]
    shell = shell_words(words.language)
    return Hint(shell.say("hint.best", move=lines[0].says), lines, is_enough=False)


def _say_hint(shell: Words, lines: list[HintedMove]) -> str:
    """The best move, and what the next one costs."""
    best, *others = lines
    said = shell.say("hint.best", move=best.says)
    if not others:
        return said
    other = others[0]
    points = round(best.points - other.points)
    percent = shell.say("percent", n=round(100 * other.loss))
    if other.loss < CLOSE:
        more = shell.say("hint.as_good", move=other.says)
    elif points >= 1:
        more = shell.count("hint.costs_points", points, move=other.says)
    else:
        more = shell.say("hint.costs_chance", move=other.says, percent=percent)
    return f"{said} {more}"


async def tutor(request: Request, table: str) -> Response:
    """The moves that the tutor warns of now: for the seat on turn, if its tutor is on."""
    live, viewer = await look(request, table)
    sitting = live.sitting
    is_mine = sitting is not None and sitting.turn == viewer.seat
    if not is_mine or not may(live, Deed.TUTOR, viewer, viewer.seat):
        raise Forbidden("no_tutor")
    if not is_tutored(live, viewer.seat):
        raise Forbidden("no_tutor")
    row, shell = live.rows, shell_words(viewer.language)
    weighing = await weigh_for(request, live, viewer.seat)
    warnings = {
        one["move"]: shell.say(
            "tutor.warning", percent=shell.say("percent", n=round(100 * one["loss"]))
        )
        for one in weighing["moves"]
        if one["loss"] >= BLUNDER
    }
    return JSONResponse({"row": row, "warnings": warnings})


async def set_tutor(request: Request, table: str) -> Response:
    """Switch the tutor of a seat on or off, or agree to those of others."""
    live, viewer = await look(request, table)
    wish = (await read_form(request)).get("tutor", "")
    for seat in viewer.own or (SPECTATOR,):
        await seating.set_tutor(house_of(request), live, seat, viewer, wish)
    return RedirectResponse(f"{root(request)}/t/{table}/people", 303)


async def note_warning(request: Request, table: str) -> Response:
    """Tell the table that the tutor has warned a player."""
    live, viewer = await look(request, table)
    if not is_tutored(live, viewer.seat) or not may(live, Deed.TUTOR, viewer, viewer.seat):
        raise Forbidden("no_tutor")
    request.app.state.chatter.pass_through(f"{table} {viewer.seat} hint")
    await seating.tell_warning(house_of(request), live, viewer.seat)
    return Response(status_code=204)


def may_see_chances(live: LiveTable, viewer: Viewer) -> bool:
    """May this viewer see the chance bar: in a running game with one person at most?"""
    if live.sitting is None or live.is_over:
        return False
    people = [seat.seat for seat in live.seats if seat.kind == PERSON]
    return len(people) <= 1 and (not viewer.own or viewer.own == tuple(people))


async def chances(request: Request, table: str) -> Response:
    """Everybody's chances as far as this viewer knows, drawn as a bar."""
    live, viewer = await look(request, table)
    if not may_see_chances(live, viewer) or live.sitting is None:
        raise Forbidden("no_chances")
    row, seat = live.rows, viewer.seat
    seen = live.sitting.view(seat)
    asked = partial(adviser_of(request).judge, live.game, seen, seat, client_of(request))
    shares: list[float] = (await ask_once(live, ("judge", seat), asked))["chances"]
    shell = shell_words(viewer.language)
    html = draw_part("chance_bar", shell=shell, names=live.names, shares=shares)
    return JSONResponse({"row": row, "html": html})


ROUTES: tuple[Route, ...] = (
    ("GET", "/t/{table}/tutor", tutor, JSON),
    ("POST", "/t/{table}/tutor", set_tutor, PAGE),
    ("POST", "/t/{table}/tutor/warned", note_warning, JSON),
    ("GET", "/t/{table}/chances", chances, JSON),
)
