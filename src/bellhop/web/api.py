"""The API for programs: JSON over HTTP, described in docs/api.md and at /openapi.json.

A program sends the secret of its seat as a bearer token.  Everything it receives is made from the
view of this seat, like everything on a page.
"""

import asyncio
import json
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response, Security
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

from bellhop.bots import ACCEPTED
from bellhop.engine.errors import Unauthenticated
from bellhop.engine.seats import NOBODY, SPECTATOR
from bellhop.games import GAMES, game_named
from bellhop.table import seating
from bellhop.table.house import KEY
from bellhop.table.links import program_keys
from bellhop.table.live import LiveTable
from bellhop.table.names import MAX_ACT_LENGTH, MAX_NAME_LENGTH, PERSON
from bellhop.table.opening import PACES
from bellhop.table.outside_bots import KIND
from bellhop.table.rematch import find_rematch, join_rematch
from bellhop.table.roles import Sitter
from bellhop.table.schema import HOST
from bellhop.table.sitting import Seat
from bellhop.table.store import hash_secret
from bellhop.web.requests import client_of, house_of

LONGEST_WAIT = 25.0
LAST_ROW = 1_000_000
MAX_ID_LENGTH = 80

router = APIRouter(prefix="/api", tags=["api"])


def _example(**values: Any) -> ConfigDict:
    """The configuration of a model that shows an example in the description of the API."""
    return ConfigDict(json_schema_extra={"examples": [values]})


class Fault(BaseModel):
    """Why something was refused: `key` is for programs, `detail` and `told` are for people.

    The sentence is in the language that the request accepts.
    """

    detail: str
    key: str
    told: str


class ShapeFault(Fault):
    """What is wrong with the shape of a request; `found` has all of it, in English."""

    found: list[dict[str, Any]]


class GameInfo(BaseModel):
    """One of the games."""

    name: str
    title: str
    players: list[int]
    options: dict[str, list[str]]


class SeatWanted(BaseModel):
    """A seat at a new table: for a bot, or for a person or program who will use its secret."""

    name: str = Field(min_length=1, max_length=MAX_NAME_LENGTH)
    kind: str = Field(
        default="person", pattern=f"^({'|'.join((PERSON, *ACCEPTED, KIND.pattern))})$"
    )


class TableWanted(BaseModel):
    """A new table."""

    model_config = _example(
        game=GAMES[0].name, seats=[{"name": "Ada"}, {"name": "Gustav", "kind": "casual"}]
    )
    game: str = Field(json_schema_extra={"enum": [game.name for game in GAMES]})
    options: dict[str, str] = {}
    seats: list[SeatWanted] = Field(max_length=10)
    pace: str = Field(default="normal", pattern=f"^({'|'.join(PACES)})$")


class TableOpened(BaseModel):
    """A table just opened, with the secrets of its seats in order; bots' seats have none.

    Opening `/s/…` with the host's secret in a browser makes it the table's host; this works once.
    """

    table: str
    secrets: list[str | None]
    host: str


class NameWanted(BaseModel):
    """Who sits down; the nonce is the seat's share of the dice, chosen here if none is sent.

    The token is `key` from now on or, without one, the secret of the seat.
    """

    model_config = _example(name="Ada")
    name: str = Field(default="", max_length=MAX_NAME_LENGTH)
    nonce: str = Field(default="", pattern="^([0-9a-f]{8,64})?$")
    key: str = Field(default="", pattern="^([A-Za-z0-9_-]{22,80})?$")


class SeatTaken(BaseModel):
    """The seat that a secret belongs to."""

    table: str
    seat: int


class RematchJoined(BaseModel):
    """The rematch of a finished table, and this player's seat there; the token stays the same.

    The player who opens it gets the secrets of the free seats, in order, and the host's.
    """

    table: str
    seat: int
    secrets: list[str | None]
    host: str


class Move(BaseModel):
    """A legal move: its name, and a description in words."""

    act: str
    says: str


class Continued(BaseModel):
    """The earlier game that a game goes on from: its table, its last row, and what was dealt again.

    The table is empty if the game was imported.
    """

    table: str
    row: int
    dealt_again: bool


class View(BaseModel):
    """What a seat knows of a table; `position` is one line of text for `Game.read`.

    `rematch` is the table of the rematch that somebody has opened, or empty; `start` says which
    earlier game this one goes on from, if any.
    """

    table: str
    game: str
    row: int
    seat: int
    names: list[str]
    begun: bool
    over: bool
    turn: int
    position: str
    moves: list[Move]
    points: list[int]
    rematch: str
    start: Continued | None


class ActWanted(BaseModel):
    """An act: `row` is the number it will have, and `key` shows when a request is repeated."""

    model_config = _example(row=1, act="research", key="5b3c9a")
    row: int = Field(ge=1, le=LAST_ROW)
    act: str = Field(max_length=MAX_ACT_LENGTH)
    key: str = Field(pattern=KEY.pattern)


BEARER = HTTPBearer(
    scheme_name="seat",
    description="The secret or key that took a seat; without one, a spectator.",
    auto_error=False,
)
Token = Annotated[HTTPAuthorizationCredentials | None, Security(BEARER)]
Secret = Annotated[str, Path(description="The secret of a seat.", max_length=MAX_ID_LENGTH)]
TableId = Annotated[str, Path(description="The id of a table.", max_length=MAX_ID_LENGTH)]
MEANINGS = {
    400: "This cannot be done, and why.",
    401: "A seat's secret is missing, or it is of no seat at this table.",
    403: "Somebody else may do this, or the request comes from another site.",
    404: "There is no such game, table or seat.",
    409: "As things stand this cannot be done; with the key `stale`, look again.",
    411: "The request does not say how large it is.",
    413: "The request is too large.",
    422: "A part of the request is missing, or is not as described.",
    429: "Too much was asked for in a short time, and of what.",
    503: "The server cannot use its database for the moment.",
}


def faults(*codes: int) -> dict[int | str, dict[str, Any]]:
    """The errors that a route may return, for the API description."""
    models = {**dict.fromkeys(codes, Fault), 422: ShapeFault}
    return {code: {"model": models[code], "description": MEANINGS[code]} for code in sorted(models)}


@router.get("/games")
async def list_games() -> list[GameInfo]:
    """List the games with their options."""
    return [
        GameInfo(
            name=game.name,
            title=game.title,
            players=list(game.players),
            options={option.name: list(option.choices) for option in game.options},
        )
        for game in GAMES
    ]


@router.post("/tables", status_code=201, responses=faults(400, 403, 404, 409, 411, 413, 429, 503))
async def open_table(request: Request, wanted: TableWanted) -> TableOpened:
    """Open a table."""
    request.app.state.gate.pass_through(client_of(request))
    seats = [Seat(seat.name, seat.kind) for seat in wanted.seats]
    game = game_named(wanted.game)
    house = house_of(request)
    opened = await house.open_table(game, wanted.options, seats, [], pace=wanted.pace)
    secrets = [key or None for key in opened.secrets]
    return TableOpened(table=opened.id, secrets=secrets, host=opened.host)


@router.post("/seats/{secret}", responses=faults(400, 403, 404, 409, 411, 413, 503))
async def take_seat(request: Request, secret: Secret, wanted: NameWanted) -> SeatTaken:
    """Take a seat with its secret, which works once; the game begins when all seats are taken."""
    house, keys = house_of(request), program_keys(wanted.key or secret)
    live, seat = await seating.take_seat(house, secret, wanted.name, wanted.nonce, keys)
    return SeatTaken(table=live.stored.id, seat=seat)


@router.get(
    "/tables/{table}",
    response_model=View,
    responses=faults(401, 404, 409, 429, 503),
    openapi_extra={"security": [{}]},
)
async def look(
    request: Request,
    table: TableId,
    after: Annotated[
        int, Query(ge=-1, le=LAST_ROW, description="Wait until there are more rows.")
    ] = -1,
    token: Token = None,
) -> Response:
    """Get the view of a seat; with `after`, wait for news, or for a timeout without any."""
    live, seat = await enter(request, table, token)
    if live.rows <= after:
        with request.app.state.streams.inside(client_of(request)):
            await _wait_for_news(live)
    return _answer(await house_of(request).table(table), seat)


@router.post(
    "/tables/{table}/acts",
    response_model=View,
    responses=faults(400, 401, 403, 404, 409, 411, 413, 429, 503),
)
async def act(request: Request, table: TableId, wanted: ActWanted, token: Token = None) -> Response:
    """Carry out an act for a seat; the response is its newest view."""
    _, seat = await enter(request, table, token)
    if seat == SPECTATOR:
        raise Unauthenticated("no_secret")
    await house_of(request).act(table, seat, wanted.row, wanted.act, wanted.key)
    return _answer(await house_of(request).table(table), seat)


@router.post("/tables/{table}/rematch", responses=faults(401, 403, 404, 409, 411, 413, 429, 503))
async def rematch(request: Request, table: TableId, token: Token = None) -> RematchJoined:
    """Open the rematch of a finished table, or join the one that somebody has opened."""
    live, seat = await enter(request, table, token)
    if token is None:
        raise Unauthenticated("no_secret")
    if find_rematch(live) is None:
        request.app.state.gate.pass_through(client_of(request))
    keys = program_keys(token.credentials)
    joined = await join_rematch(house_of(request), live, Sitter((seat,)), keys)
    secrets = [joined.invited.get(number) for number in range(len(live.seats))]
    host = joined.invited.get(HOST, "")
    return RematchJoined(table=joined.table, seat=joined.seats[0], secrets=secrets, host=host)


async def look_at_once(request: Request, table: str) -> Response | None:
    """Get the view of a seat, if the request has no query."""
    if request.scope["query_string"] or len(table) > MAX_ID_LENGTH:
        return None
    live, seat = await enter(request, table, await BEARER(request))
    return _answer(live, seat)


async def act_at_once(request: Request, table: str) -> Response | None:
    """Carry out an act, if the request is well-formed."""
    if request.headers.get("content-type") != "application/json" or len(table) > MAX_ID_LENGTH:
        return None
    try:
        wanted = ActWanted.model_validate(json.loads(await request.body()))
    except (ValueError, RecursionError):
        return None  # the route says what is wrong with it
    return await act(request, table, wanted, await BEARER(request))


async def _wait_for_news(live: LiveTable) -> None:
    """Wait until something happens at a table, or for LONGEST_WAIT."""
    signal = asyncio.Event()
    live.signals.add(signal)
    try:
        await asyncio.wait_for(signal.wait(), LONGEST_WAIT)
    except TimeoutError:
        pass
    finally:
        live.signals.discard(signal)


async def enter(
    request: Request, table: str, token: HTTPAuthorizationCredentials | None
) -> tuple[LiveTable, int]:
    """The table, and the seat that a token may act for; without a token, SPECTATOR."""
    live = await house_of(request).table(table)
    if token is None:
        return live, SPECTATOR
    held = live.held_by({hash_secret(token.credentials)})
    if held and held != [HOST]:
        return live, held[-1]
    raise Unauthenticated("wrong_secret")


def _answer(live: LiveTable, seat: int) -> Response:
    """A `View` as JSON, without validation, because we built it ourselves."""
    return JSONResponse(_view(live, seat))


def _view(live: LiveTable, seat: int) -> dict[str, Any]:
    sitting, game = live.sitting, live.game
    view = {
        "table": live.stored.id, "game": game.name, "row": live.rows, "seat": seat,
        "names": live.names, "begun": sitting is not None, "over": False, "turn": NOBODY,
        "position": "", "moves": [], "points": [], "rematch": "", "start": _continued(live),
    }  # fmt: skip
    if sitting is None:
        return view
    seen = sitting.show(seat)
    view |= {
        "over": sitting.is_over,
        "turn": sitting.turn,
        "position": game.write(seen),
        "points": game.points(seen),
    }
    if sitting.is_over and (found := find_rematch(live)):
        view["rematch"] = found.text
    if seat == sitting.turn and not sitting.is_over:
        words = game.words("en")
        view["moves"] = [
            {"act": game.moves[move], "says": game.speech.say_move(words, seen, move)}
            for move in game.legal_moves(seen)
        ]
    return view


def _continued(live: LiveTable) -> dict[str, Any] | None:
    start = live.stored.start
    if start is None:
        return None
    return {"table": start.table, "row": start.row, "dealt_again": start.kept is not None}


# The two routes that are used with every move, by the path of the route they replace.
AT_ONCE = {
    ("GET", "/api/tables/{table}"): look_at_once,
    ("POST", "/api/tables/{table}/acts"): act_at_once,
}
