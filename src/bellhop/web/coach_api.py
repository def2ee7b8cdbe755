"""The coach for programs: finished games are analysed, views judged and moves weighed."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel

from bellhop.coach.service import AnalysisJob, check_asker
from bellhop.engine.errors import BellhopError, NotFound
from bellhop.engine.records import Position
from bellhop.engine.seats import NOBODY, SPECTATOR, is_over
from bellhop.table.live import LiveTable
from bellhop.web.api import LAST_ROW, TableId, Token, enter, faults
from bellhop.web.requests import client_of, coach_of, replay_for

router = APIRouter(prefix="/api", tags=["coach"])

Row = Annotated[
    int | None,
    Query(ge=0, le=LAST_ROW, description="A row of the log; the last one if none is given."),
]
SeatAsked = Annotated[
    int | None,
    Query(
        ge=0,
        le=9,
        description="Whose view is judged; by default, of the seat on turn.",
    ),
]


class AnalysisProgress(BaseModel):
    """How far an analysis is; `analysis` is null, then the first curve, then everything."""

    stage: str
    percent: int
    complete: bool
    analysis: dict[str, Any] | None


class JudgementMade(BaseModel):
    """What every seat may expect: chances that add up to one, and points at the end."""

    seat: int
    row: int
    chances: list[float]
    points: list[float]
    half: float
    tries: int


class MoveWeighed(BaseModel):
    """What one move is worth; `loss_half` is half of the 95 % interval of its loss."""

    act: str
    chance: float
    points: float
    loss: float
    loss_half: float
    tries: int


class MovesWeighed(BaseModel):
    """All legal moves of the seat whose turn it is, the best first."""

    seat: int
    row: int
    enough: bool
    moves: list[MoveWeighed]


@router.post(
    "/tables/{table}/analysis",
    status_code=202,
    responses=faults(400, 401, 403, 404, 409, 411, 413, 429, 503),
    response_model=AnalysisProgress,
)
async def begin_analysis(request: Request, table: TableId, token: Token = None) -> Response:
    """Begin to analyse a finished game, unless that is done or under way."""
    live, _ = await enter(request, table, token)
    return _told(await coach_of(request).analyse(live, client_of(request)), 202)


@router.get(
    "/tables/{table}/analysis",
    responses=faults(400, 401, 403, 404, 409, 413, 503),
    response_model=AnalysisProgress,
)
async def read_analysis(request: Request, table: TableId, token: Token = None) -> Response:
    """The analysis of a finished game as far as it is; begin it with POST."""
    live, _ = await enter(request, table, token)
    job = await coach_of(request).analysis_of(live)
    if job is None:
        raise NotFound("analysis.none")
    return _told(job, 200)


@router.get("/tables/{table}/judgement", responses=faults(400, 401, 403, 404, 409, 413, 429, 503))
async def judge(
    request: Request, table: TableId, row: Row = None, seat: SeatAsked = None, token: Token = None
) -> JudgementMade:
    """Judge a moment from what a seat knew then; while a game runs, alone with bots, your own."""
    live, seen, asked, at = await _moment(request, table, row, seat, token)
    found = await coach_of(request).judge(live.game, seen, asked, client_of(request))
    return JudgementMade(row=at, **found)


@router.get("/tables/{table}/weighing", responses=faults(400, 401, 403, 404, 409, 413, 429, 503))
async def weigh(
    request: Request, table: TableId, row: Row = None, token: Token = None
) -> MovesWeighed:
    """Weigh all moves of the seat whose turn it was, from what it knew then."""
    live, seen, _, at = await _moment(request, table, row, None, token)
    if is_over(seen):
        raise BellhopError("over")
    found = await coach_of(request).weigh(live.game, seen, client_of(request))
    moves = [MoveWeighed(act=one.pop("move"), **_plain(one)) for one in found["moves"]]
    return MovesWeighed(seat=found["seat"], row=at, enough=found["is_enough"], moves=moves)


async def _moment(
    request: Request, table: str, row: int | None, seat: int | None, token: Token
) -> tuple[LiveTable, Position, int, int]:
    """A table, what a seat knew after a row, that seat, and the row."""
    live, own = await enter(request, table, token)
    if live.sitting is None:
        raise BellhopError("not_begun")
    check_asker(live, own)
    at = live.rows if row is None else min(row, live.rows)
    past = await replay_for(request, table, live.look_back, at)
    asked = past.position.turn if seat is None else seat
    if not live.is_over and asked != own:
        check_asker(live, SPECTATOR)  # a running game is judged from the asker's own seat only
    if asked >= len(live.seats):
        raise NotFound("seat", first=1, last=len(live.seats), seat=asked + 1)
    seen = past.position if is_over(past.position) else past.view(asked)
    return live, seen, 0 if asked == NOBODY else asked, at  # a result is the same for all seats


def _plain(weighed: dict[str, Any]) -> dict[str, Any]:
    return {name: weighed[name] for name in MoveWeighed.model_fields if name in weighed}


def _told(job: AnalysisJob, status: int) -> Response:
    """An `AnalysisProgress` as JSON; the analysis is JSON already."""
    if job.error:
        raise job.error
    head = f'{{"stage": "{job.stage}", "percent": {job.percent}, '
    rest = f'"complete": {str(job.is_complete).lower()}, "analysis": {job.analysis or "null"}}}'
    return Response(head + rest, status, media_type="application/json")
