"""The analysis of a finished game: the curve, the moments that decided it, luck and skill."""

import asyncio
from contextlib import suppress
from typing import Any, NamedTuple

from fastapi import Request, Response
from fastapi.responses import JSONResponse, RedirectResponse
from sqlalchemy.exc import SQLAlchemyError

from bellhop.coach.analysis import Analysis, Cause, Decision, Grade, Moment, Reason, read_kept
from bellhop.coach.figures import tell_skills
from bellhop.coach.grades import ERRORS
from bellhop.coach.sentences import say_highlight, say_reasons, say_why
from bellhop.coach.service import AnalysisJob
from bellhop.engine.errors import BellhopError, TooMany, Unavailable
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.words import Words, shell_words
from bellhop.table.live import LiveTable
from bellhop.table.reviews import add_reviews
from bellhop.table.roles import Deed, check
from bellhop.web.advising import ask_once
from bellhop.web.curves import SIGNS, draw_curve
from bellhop.web.devices import keys_of
from bellhop.web.history import find_moment
from bellhop.web.pages import page
from bellhop.web.rendering import Viewer
from bellhop.web.requests import (
    JSON,
    PAGE,
    Route,
    address,
    adviser_of,
    client_of,
    coach_of,
    house_of,
    look,
    read_row,
    replay_for,
    root,
    works_only_here,
)

MISTAKES = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)


class Alternative(NamedTuple):
    """A move that was possible: in words, with its chance and what it gives away."""

    says: str
    chance: float
    loss: float
    points: float
    is_chosen: bool


class Verdict(NamedTuple):
    """What the coach says about one decision."""

    seat: int
    row: int  # of the move
    grade: str
    sign: str
    loss: float
    lost_points: float
    options: list[Alternative]
    reasons: str
    may_ask: bool  # is there something to explain that is not explained yet?


class Explained(NamedTuple):
    """What came of asking why: reasons, of which there may be none, or that it cannot be said."""

    reasons: tuple[Reason, ...] = ()
    refusal: BellhopError | None = None


class Mistake(NamedTuple):
    """A decision that gave something away, in words."""

    seat: int
    row: int  # of the move
    round: int
    grade: str
    sign: str
    loss: float
    chosen: str
    better: str
    reasons: str  # empty if there are none


class TurningPoint(NamedTuple):
    """A moment that decided the game: its sentence, and the row it leads to."""

    seat: int
    row: int
    kind: str
    change: float
    sentence: str


async def show_analysis(request: Request, table: str) -> Response:
    """Show what the coach found out about a finished game, beside its history."""
    live, viewer = await look(request, table)
    check(live, Deed.ANALYSE, viewer)
    job = await coach_of(request).analysis_of(live)
    if job and job.is_weighed and viewer.own:
        await _keep_mistakes(request, live, viewer, job.analysis)
    row = read_row(request, live)
    why = await _ask_why(request, live, row, job) if "why" in request.query_params else None
    found = await replay_for(request, table, _tell, live, viewer, row, job, why)
    return page(
        request,
        "analysis.html",
        **await find_moment(request, live, viewer),
        **found,
        job=job,
        here=f"{address(request)}/t/{table}/analysis",
        only_here=works_only_here(request),
    )


async def _ask_why(
    request: Request, live: LiveTable, row: int, job: AnalysisJob | None
) -> Explained | None:
    """Why the best move after a row was better, for decisions that are not explained yet."""
    moment = next_moment(read_kept(job.analysis), row) if job and job.is_weighed else None
    decision = moment.decision if moment else None
    if moment is None or decision is None or decision.reasons is not None:
        return None
    compared = compared_moves(decision)
    if compared is None:
        return None

    async def explain() -> tuple[Reason, ...]:
        past = await replay_for(request, live.stored.id, live.look_back, moment.row - 1)
        seen, adviser = past.view(moment.seat), adviser_of(request)
        return await adviser.explain(live.game, seen, *compared, client_of(request))

    try:
        return Explained(await ask_once(live, ("why", moment.row), explain))
    except (TooMany, Unavailable) as error:
        return Explained(refusal=error)


def compared_moves(decision: Decision) -> tuple[str, str] | None:
    """The best move, and one that gives something away: the played one, if it does, or another."""
    best, *others = decision.candidates
    worse = [one.move for one in others if one.value.chance < best.value.chance]
    worse.sort(key=lambda move: move != decision.chosen)
    return (best.move, worse[0]) if worse else None


async def _keep_mistakes(request: Request, live: LiveTable, viewer: Viewer, text: str) -> None:
    """Put the mistakes of this device's seats on its pile."""
    found = read_kept(text).moments
    mistakes = [
        (one.row, one.seat)
        for one in found
        if one.seat in viewer.own and one.decision and one.decision.grade in ERRORS
    ]
    if mistakes:
        store, key = house_of(request).store, keys_of(request).key_hash
        with suppress(SQLAlchemyError, OSError):  # they are found again at the next visit
            await asyncio.to_thread(add_reviews, store, key, live.stored.id, mistakes)


async def begin(request: Request, table: str) -> Response:
    """Begin the analysis, unless it is there or under way; a reader without scripts comes back."""
    live, viewer = await look(request, table)
    check(live, Deed.ANALYSE, viewer)
    await coach_of(request).analyse(live, client_of(request))
    return RedirectResponse(f"{root(request)}/t/{table}/analysis", 303)


async def progress(request: Request, table: str) -> Response:
    """How far the analysis is, for the progress bar."""
    live, viewer = await look(request, table)
    check(live, Deed.ANALYSE, viewer)
    job = await coach_of(request).analysis_of(live)
    return JSONResponse(in_numbers(job, viewer.language))


def in_numbers(job: AnalysisJob | None, language: str) -> dict[str, Any]:
    """The state of a job for the page's script."""
    if job is None:
        return {"percent": 0, "shows": "none", "error": ""}
    return {
        "percent": job.percent,
        "shows": job.shows,
        "error": job.error.say(language) if job.error else "",
    }


def _tell(
    live: LiveTable,
    viewer: Viewer,
    row: int,
    job: AnalysisJob | None,
    why: Explained | None,
) -> dict[str, Any]:
    """Everything that the page says of an analysis, in the reader's language."""
    if job is None or not job.analysis:
        return {"curve": None, "advice": None, "turnings": [], "mistakes": [], "skills": None}
    analysis = read_kept(job.analysis)
    words = live.game.words(viewer.language)
    return {
        "curve": draw_curve(analysis, live.rows),
        "advice": explain_decision(live, words, analysis, row, why),
        "turnings": tell_turning_points(live, analysis, viewer.language),
        "mistakes": find_mistakes(live, words, analysis),
        "skills": tell_skills(shell_words(viewer.language), analysis.skills)
        if analysis.skills
        else None,
    }


def next_moment(analysis: Analysis, row: int) -> Moment | None:
    """The first moment after a row: what was decided in the position there."""
    return next((moment for moment in analysis.moments if moment.row > row), None)


def explain_decision(
    live: LiveTable,
    words: Words,
    analysis: Analysis,
    row: int,
    why: Explained | None = None,
) -> Verdict | None:
    """What the coach says about the decision that follows a row."""
    moment = next_moment(analysis, row)
    decision = moment.decision if moment else None
    if moment is None or decision is None or decision.grade is None:
        return None
    seen = live.look_back(moment.row - 1).show(moment.seat)
    best = decision.candidates[0].value
    game = live.game
    options = [
        Alternative(
            says=say_move(game, words, seen, one.move),
            chance=one.value.chance,
            loss=best.chance - one.value.chance,
            points=one.value.points,
            is_chosen=one.move == decision.chosen,
        )
        for one in decision.candidates
    ]
    found = why if decision.reasons is None else Explained(decision.reasons)
    said = _say_why(live, words.language, moment.seat, found) if found else ""
    may_ask = (found is None or bool(found.refusal)) and compared_moves(decision) is not None
    sign = SIGNS.get(decision.grade, "")
    loss, points = decision.loss.chance, decision.loss.points
    grade = decision.grade
    return Verdict(moment.seat, moment.row, grade, sign, loss, points, options, said, may_ask)


def _say_why(live: LiveTable, language: str, seat: int, found: Explained) -> str:
    """Why the best move of a seat was better, or why that is not said."""
    if found.refusal:
        return found.refusal.say(language)
    return say_why(live.game, language, live.names, seat, found.reasons)


def say_move(game: Game, words: Words, seen: Position, move: str) -> str:
    """A move by name, in words."""
    return game.speech.say_move(words, seen, game.move_named(move))


def find_mistakes(live: LiveTable, words: Words, analysis: Analysis) -> list[Mistake]:
    """Everybody's decisions that gave something away, in the order of the game."""
    return [mistake_at(live, words, moment) for moment in analysis.moments if is_mistake(moment)]


def is_mistake(moment: Moment) -> bool:
    """Did this decision give something away?"""
    return moment.decision is not None and moment.decision.grade in MISTAKES


def mistake_at(live: LiveTable, words: Words, moment: Moment) -> Mistake:
    """A mistake in words."""
    decision = moment.decision
    assert decision
    assert decision.grade
    seen = live.look_back(moment.row - 1).show(moment.seat)
    chosen, better = (
        say_move(live.game, words, seen, move)
        for move in (decision.chosen, decision.candidates[0].move)
    )
    return Mistake(
        seat=moment.seat,
        row=moment.row,
        round=moment.round + 1,
        grade=decision.grade,
        sign=SIGNS[decision.grade],
        loss=decision.loss.chance,
        chosen=chosen,
        better=better,
        reasons=say_reasons(
            live.game, words.language, live.names, moment.seat, decision.reasons or ()
        ),
    )


def tell_turning_points(live: LiveTable, analysis: Analysis, language: str) -> list[TurningPoint]:
    """The moments that decided the game, the largest first."""
    return [
        TurningPoint(
            seat=one.seat,
            row=one.row - 1 if one.kind is Cause.ERROR else one.row,
            kind=one.kind,
            change=one.change,
            sentence=say_highlight(live.game, language, live.names, one),
        )
        for one in analysis.highlights
    ]


ROUTES: tuple[Route, ...] = (
    ("GET", "/t/{table}/analysis", show_analysis, PAGE),
    ("POST", "/t/{table}/analysis", begin, PAGE),
    ("GET", "/t/{table}/analysis/progress", progress, JSON),
)
