"""Devices: which seats a browser holds, which language it reads, from its cookies."""

import re
import secrets
from typing import NamedTuple

from fastapi import Request, Response

from bellhop.engine.words import LANGUAGES, negotiate
from bellhop.table.live import LiveTable
from bellhop.table.store import hash_secret

YEAR = 365 * 86_400
SECRET = re.compile(r"[A-Za-z0-9_-]{22}")


class Held(NamedTuple):
    """A seat that a device holds."""

    table: str
    secret: str


def own_seats(request: Request, live: LiveTable) -> list[int]:
    """The seats of a table that this browser holds."""
    hashes = _hashes(request)
    return [
        seat.seat
        for seat in live.seats
        if seat.taken and any(secrets.compare_digest(seat.secret_hash, known) for known in hashes)
    ]


def is_host(request: Request, live: LiveTable) -> bool:
    """Did this browser open the table?"""
    return any(secrets.compare_digest(live.stored.host_hash, known) for known in _hashes(request))


def _hashes(request: Request) -> frozenset[str]:
    """The hashes of all secrets that this browser holds; they last as long as the request."""
    if not hasattr(request.state, "hashes"):
        request.state.hashes = frozenset(hash_secret(held.secret) for held in held_seats(request))
    known: frozenset[str] = request.state.hashes
    return known


def seat_secret(request: Request, live: LiveTable, seat: int) -> str:
    """The secret of a seat that this browser holds; empty if it does not."""
    hashed = live.seats[seat].secret_hash
    found = (held.secret for held in held_seats(request) if hash_secret(held.secret) == hashed)
    return next(found, "")


def held_seats(request: Request) -> list[Held]:
    """All seats and hosts' places that this browser holds, newest first."""
    found = []
    for entry in request.cookies.get("seats", "").split("."):
        table, _, secret = entry.partition("~")
        if SECRET.fullmatch(secret):
            found.append(Held(table, secret))
    return found


def hold_seats(request: Request, response: Response, seats: list[Held]) -> None:
    """Give seats, or the place of a host, to this browser, in front of what it has."""
    kept = [*seats, *(held for held in held_seats(request) if held not in seats)][:60]
    set_cookie(request, response, "seats", ".".join(f"{h.table}~{h.secret}" for h in kept))


def set_cookie(
    request: Request, response: Response, name: str, value: str, seconds: int = YEAR
) -> None:
    """A cookie that no script and no other site can use, nor what else its host serves."""
    response.set_cookie(
        name, value, max_age=seconds, path=request.scope.get("root_path") or "/", httponly=True,
        samesite="lax", secure=request.url.scheme == "https",
    )  # fmt: skip


def language_of(request: Request) -> str:
    """The language chosen here, or else the browser's."""
    chosen = request.cookies.get("language", "")
    if chosen in LANGUAGES:
        return chosen
    accepted = request.headers.get("accept-language", "")
    return negotiate(part.partition(";")[0].strip() for part in accepted.split(","))
