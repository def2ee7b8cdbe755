"""Requests: their house, table, viewer, form and address."""

from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Any, NamedTuple, TypeVar
from urllib.parse import SplitResult, parse_qs, urlsplit

from fastapi import Request, Response
from starlette import routing
from starlette.types import Scope

from bellhop.coach.service import CoachService
from bellhop.engine.errors import BellhopError
from bellhop.engine.seats import SPECTATOR
from bellhop.engine.words import shell_words
from bellhop.table.house import House
from bellhop.table.limits import visitor_at
from bellhop.table.live import LiveTable
from bellhop.table.schema import HOST
from bellhop.web.devices import keys_of, language_of
from bellhop.web.rendering import Viewer, choose_seat

MAX_FORM_FIELDS = 100
MAX_DIGITS = 8  # of a number in an address


class Answer(Enum):
    """The form in which a route reports an error."""

    PAGE = "page"  # for a reader in a browser
    JSON = "JSON"  # for a script


PAGE, JSON = Answer.PAGE, Answer.JSON

Endpoint = Callable[..., Awaitable[Response]]
Route = tuple[str, str, Endpoint, Answer]
T = TypeVar("T")


class PageRoute(routing.Route):
    """A route that passes the parts of its path to the endpoint by name, and notes itself.

    Whatever it changes at a table is counted, for tables that exist; moves take a shortcut, and
    have limits of their own.
    """

    def __init__(self, method: str, path: str, endpoint: Endpoint, answer: Answer) -> None:
        async def serve(request: Request) -> Response:
            if method == "POST" and (table := request.path_params.get("table")):
                live = await house_of(request).table(table)
                request.app.state.changes.pass_through(f"{client_of(request)} {live.stored.id}")
            return await endpoint(request, **request.path_params)

        super().__init__(path, serve, methods=[method])
        self.answer = answer

    def matches(self, scope: Scope) -> tuple[routing.Match, Scope]:
        """Match like any route, and put the route into the scope."""
        match, found = super().matches(scope)
        return match, {**found, "route": self}


def house_of(request: Request) -> House:
    """The house of this server."""
    house: House = request.app.state.house
    return house


def coach_of(request: Request) -> CoachService:
    """The coach of this server, for whole analyses."""
    coach: CoachService = request.app.state.coach
    return coach


def adviser_of(request: Request) -> CoachService:
    """The coach for quick questions, which never wait for a whole analysis."""
    adviser: CoachService = request.app.state.adviser
    return adviser


def say_unsaved(request: Request) -> str:
    """The warning for people at a table while nothing can be saved; otherwise empty."""
    if not house_of(request).is_failing:
        return ""
    return shell_words(language_of(request)).say("web.unsaved")


def client_of(request: Request) -> str:
    """The visitor that a request comes from, by address."""
    return visitor_at(request.client.host) if request.client else ""


async def replay_for(request: Request, table: str, call: Callable[..., T], *arguments: Any) -> T:
    """Make a slow call, in turn with those of other addresses and tables."""
    keys = (f"address {client_of(request)}", f"table {table}")
    return await house_of(request).replays.run(keys, call, *arguments)


class Sender(NamedTuple):
    """What a request says about its sender, which stays the same while a stream is open."""

    keys: Collection[str]
    seat: int  # whose view is wanted, or SPECTATOR
    language: str


def sender_of(request: Request) -> Sender:
    """The sender of a request, read once: a stream asks with every move."""
    if not hasattr(request.state, "sender"):
        seat = read_number(request, "as", SPECTATOR)
        request.state.sender = Sender(keys_of(request).known, seat, language_of(request))
    sender: Sender = request.state.sender
    return sender


async def look(request: Request, table: str) -> tuple[LiveTable, Viewer]:
    """The table, and the viewer who asks for it."""
    live = await house_of(request).table(table)
    sender = sender_of(request)
    held = live.held_by(sender.keys)
    own = [seat for seat in held if seat != HOST]
    seat = choose_seat(live, own, sender.seat)
    return live, Viewer(tuple(own), seat, sender.language, HOST in held)


def read_row(request: Request, live: LiveTable) -> int:
    """The row of the log that a request asks for; the last one without a valid number."""
    return min(read_number(request, "row", live.rows), live.rows)


def read_number(request: Request, name: str, default: int) -> int:
    """A number in the query of a request; the default if it is missing or not valid."""
    asked = request.query_params.get(name, "")
    return int(asked) if asked.isdecimal() and len(asked) <= MAX_DIGITS else default


def split_url(text: str) -> SplitResult:
    """The parts of an address; all empty if it is not valid."""
    try:
        return urlsplit(text)
    except ValueError:
        return urlsplit("")


@contextmanager
def reading_json() -> Iterator[None]:
    """Refuse a request if the block does not find in its JSON what our scripts send."""
    try:
        yield
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError):
        raise BellhopError("act") from None


async def read_form(request: Request) -> dict[str, str]:
    """The fields of a form; of repeated fields, only the first counts."""
    try:
        fields = parse_qs((await request.body()).decode(), max_num_fields=MAX_FORM_FIELDS)
    except ValueError:
        raise BellhopError("form", n=MAX_FORM_FIELDS) from None
    return {name: values[0] for name, values in fields.items()}


def address(request: Request) -> str:
    """The address at which others reach this server."""
    return f"{request.url.scheme}://{request.url.netloc}{root(request)}"


def works_only_here(request: Request) -> bool:
    """Do this server's links work only on this computer?"""
    return request.url.hostname in ("localhost", "127.0.0.1", "::1")


def root(request: Request) -> str:
    """The path below which a proxy serves our pages; empty without one."""
    return str(request.scope.get("root_path", ""))
