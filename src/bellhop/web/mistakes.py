"""Learn from your mistakes: the position is shown, the answer hidden; try moves until one is good.

Over all games of a device, mistakes come back at growing intervals (`table/reviews`).
"""

import asyncio
import json
from typing import Any, NamedTuple

from fastapi import Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from bellhop.coach.analysis import Analysis, Grade, Moment, read_kept
from bellhop.coach.grades import grade_of
from bellhop.engine.errors import BellhopError, Conflict, NotFound
from bellhop.engine.records import Position
from bellhop.engine.seats import SPECTATOR
from bellhop.engine.words import shell_words
from bellhop.table.live import LiveTable
from bellhop.table.reviews import count_reviews, next_review, note_try
from bellhop.table.roles import Deed, check
from bellhop.web.analysis import Verdict, explain_decision, is_mistake, mistake_at
from bellhop.web.devices import keys_of
from bellhop.web.pages import page, templates
from bellhop.web.rendering import Viewer, moment
from bellhop.web.requests import (
    JSON,
    PAGE,
    Route,
    adviser_of,
    client_of,
    coach_of,
    house_of,
    look,
    read_number,
    reading_json,
    replay_for,
    root,
)

SOLVED = (Grade.BEST, Grade.GOOD)
MAX_ACT = 80


class Task(NamedTuple):
    """A mistake to be corrected, and its place among those of the same seat."""

    found: Moment
    number: int
    rows: list[int]  # of all mistakes of this seat


async def show_mistake(request: Request, table: str) -> Response:
    """Show the position before a mistake, and hide the answer."""
    live, viewer = await look(request, table)
    analysis = await _analysis(request, live, viewer)
    seat = viewer.seat if viewer.seat != SPECTATOR else (viewer.own or (0,))[0]
    task = _choose_task(analysis, seat, read_number(request, "row", 0))
    is_review = "review" in request.query_params
    back = f"{root(request)}/t/{table}/analysis"
    if task is None:
        return page(request, "mistakes.html", live=live, back=back, pile=None)
    seen = Viewer(viewer.own, seat, viewer.language, viewer.is_host)
    found = await replay_for(request, table, _set_task, live, seen, task)
    return page(request, "mistake.html", live=live, seat=seat, task=task, back=back,
                is_review=is_review, next=_next_address(request, task, seat, is_review),
                **found)  # fmt: skip


async def try_move(request: Request, table: str) -> Response:
    """Compare a move with the best one, and say at once how it does."""
    live, viewer = await look(request, table)
    analysis = await _analysis(request, live, viewer)
    row, act, tries = await _read_try(request)
    task = _moment_at(analysis, row)
    seen = await replay_for(request, table, _seen_before, live, task)
    move = live.game.move_named(act)
    if move not in live.game.legal_moves(seen):
        raise BellhopError("act")
    loss = await _loss_of(request, live, task, seen, act)
    grade = grade_of(loss)
    is_solved = grade in SOLVED
    if tries == 1:
        await _note(request, live, task, is_solved=is_solved)
    shell = shell_words(viewer.language)
    values = {
        "percent": shell.say("percent", n=max(1, round(100 * loss))),
        "move": live.game.speech.say_move(live.game.words(viewer.language), seen, move),
        "grade": shell.say(f"analysis.grade.{grade}"),
    }
    assert task.decision
    if grade is Grade.BEST:
        is_first = act == task.decision.candidates[0].move
        told = shell.say("mistakes.solved" if is_first else "mistakes.equal", **values)
    else:
        told = shell.say("mistakes.nearly" if is_solved else "mistakes.worse", **values)
    return JSONResponse({"told": told, "is_solved": is_solved, "grade": grade})


async def solve(request: Request, table: str) -> Response:
    """Show the solution: the best few moves and why."""
    live, viewer = await look(request, table)
    analysis = await _analysis(request, live, viewer)
    row, _, tries = await _read_try(request)
    task = _moment_at(analysis, row)
    if tries == 0:
        await _note(request, live, task, is_solved=False)
    words = live.game.words(viewer.language)
    verdict = await replay_for(
        request, table, explain_decision, live, words, analysis, task.row - 1
    )
    assert verdict
    best = await replay_for(request, table, _path_of_best, live, task)
    return JSONResponse({"html": _draw_solution(live, verdict, viewer.language), "path": best})


async def review(request: Request) -> Response:
    """Lead to the mistake of this device that has been due longest, or say how the pile stands."""
    store, key = house_of(request).store, keys_of(request).key_hash
    due = await asyncio.to_thread(next_review, store, key)
    if due is not None:
        address = f"{root(request)}/t/{due.table}/mistakes?row={due.row}&as={due.seat}&review=1"
        return RedirectResponse(address, 303)
    pile = await asyncio.to_thread(count_reviews, store, key)
    return page(request, "mistakes.html", live=None, back=f"{root(request)}/", pile=pile)


async def count_due(request: Request) -> int:
    """How many mistakes of this device are due; none without a cookie of its own."""
    if "device" not in request.cookies:
        return 0
    store, key = house_of(request).store, keys_of(request).key_hash
    return (await asyncio.to_thread(count_reviews, store, key)).due


async def _analysis(request: Request, live: LiveTable, viewer: Viewer) -> Analysis:
    """The verdicts on a finished game, which must have been made before."""
    check(live, Deed.ANALYSE, viewer)
    job = await coach_of(request).analysis_of(live)
    if job is None or not job.is_weighed:
        raise Conflict("not_analysed")
    return read_kept(job.analysis)


def _choose_task(analysis: Analysis, seat: int, row: int) -> Task | None:
    """The mistake of a seat that is asked for, or its first."""
    mistakes = [one for one in analysis.moments if one.seat == seat and is_mistake(one)]
    if not mistakes:
        return None
    rows = [one.row for one in mistakes]
    number = rows.index(row) if row in rows else 0
    return Task(mistakes[number], number + 1, rows)


def _next_address(request: Request, task: Task, seat: int, is_review: bool) -> str:
    if is_review:
        return f"{root(request)}/mistakes"
    following = task.rows[task.number : task.number + 1]
    return f"mistakes?row={following[0]}&as={seat}" if following else ""


def _moment_at(analysis: Analysis, row: int) -> Moment:
    for one in analysis.moments:
        if one.row == row and is_mistake(one):
            return one
    raise NotFound("row")


def _set_task(live: LiveTable, viewer: Viewer, task: Task) -> dict[str, Any]:
    """The position before a mistake with the moves that can be tried, and what was played."""
    game, words = live.game, live.game.words(viewer.language)
    seen = _seen_before(live, task.found)
    moves = [
        {"act": game.moves[move], "path": list(game.page.path(seen, move)),
         "says": game.speech.say_move(words, seen, move)}
        for move in game.legal_moves(seen)
    ]  # fmt: skip
    return {
        "moment": moment(live, viewer, task.found.row - 1),
        "moves": json.dumps(moves),
        "mistake": mistake_at(live, words, task.found),
        "says_task": game.speech.say_task(words, seen),
    }


def _seen_before(live: LiveTable, found: Moment) -> Position:
    return live.look_back(found.row - 1).show(found.seat)


def _path_of_best(live: LiveTable, found: Moment) -> list[str]:
    assert found.decision
    seen = _seen_before(live, found)
    best = live.game.move_named(found.decision.candidates[0].move)
    return list(live.game.page.path(seen, best))


async def _loss_of(
    request: Request, live: LiveTable, task: Moment, seen: Position, act: str
) -> float:
    """What a move gives away: from the analysis, or weighed now if it was not among the best."""
    assert task.decision
    best = task.decision.candidates[0].value.chance
    for one in task.decision.candidates:
        if one.move == act:
            return best - one.value.chance
    weighing = await adviser_of(request).weigh(live.game, seen, client_of(request))
    return next(float(one["loss"]) for one in weighing["moves"] if one["move"] == act)


async def _note(request: Request, live: LiveTable, task: Moment, *, is_solved: bool) -> None:
    store, key = house_of(request).store, keys_of(request).key_hash
    await asyncio.to_thread(note_try, store, key, live.stored.id, task.row, is_solved=is_solved)


async def _read_try(request: Request) -> tuple[int, str, int]:
    """The row, the move and the number of the try in a request."""
    with reading_json():
        body = await request.json()
        row, act, tries = int(body["row"]), str(body.get("act", "")), int(body["tries"])
    return row, act[:MAX_ACT], tries


def _draw_solution(live: LiveTable, verdict: Verdict, language: str) -> str:
    macros: Any = templates().get_template("coach.html").module
    return str(macros.advised(shell_words(language), verdict, live.names)).strip()


ROUTES: tuple[Route, ...] = (
    ("GET", "/mistakes", review, PAGE),
    ("GET", "/t/{table}/mistakes", show_mistake, PAGE),
    ("POST", "/t/{table}/try", try_move, JSON),
    ("POST", "/t/{table}/solution", solve, JSON),
)
