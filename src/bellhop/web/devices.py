"""Devices: a browser's keys and language, from its cookies.

A browser has one key, in the cookie `device`; the server knows which seats it holds.  Earlier
versions stored the secret of each seat in the cookie `seats`, which stays valid until those seats
are carried over to the key.
"""

import asyncio
import re

from fastapi import Request, Response

from bellhop.engine.words import LANGUAGES, negotiate
from bellhop.table.house import House
from bellhop.table.links import Keys, carry_over, device_keys
from bellhop.table.live import LiveTable
from bellhop.table.schema import HOST
from bellhop.table.store import fresh_secret, hash_secret

YEAR = 365 * 86_400
SECRET = re.compile(r"[A-Za-z0-9_-]{22}")


def own_seats(request: Request, live: LiveTable) -> list[int]:
    """The seats of a table that this browser holds."""
    return [seat for seat in live.held_by(keys_of(request).known) if seat != HOST]


def keys_of(request: Request) -> Keys:
    """The keys of this browser; one without a key gets a new one, to keep if it takes a seat."""
    if not hasattr(request.state, "keys"):
        sent = request.cookies.get("device", "")
        request.state.key = sent if SECRET.fullmatch(sent) else fresh_secret()
        request.state.keys = device_keys(request.state.key, _older_keys(request))
    keys: Keys = request.state.keys
    return keys


def _older_keys(request: Request) -> frozenset[str]:
    """The hashes of the seats' secrets that a browser saved before it had a key."""
    held = (entry.partition("~")[2] for entry in request.cookies.get("seats", "").split("."))
    return frozenset(hash_secret(secret) for secret in held if SECRET.fullmatch(secret))


async def keep_device(request: Request, response: Response, house: House) -> None:
    """Set the cookie with the key of a browser that now holds a seat.

    Seats held by older secrets are carried over only once the browser sends its key: until then,
    another response on its way could still replace the key.
    """
    keys = keys_of(request)
    set_cookie(request, response, "device", request.state.key)
    has_kept_it = request.cookies.get("device") == request.state.key
    if has_kept_it and (older := _older_keys(request)):
        found = await asyncio.to_thread(carry_over, house.store, older, keys)
        await house.refresh_known(found)
        set_cookie(request, response, "seats", "", 0)


def set_cookie(
    request: Request, response: Response, name: str, value: str, seconds: int = YEAR
) -> None:
    """Set a cookie that scripts, other sites and other paths of this host cannot use."""
    response.set_cookie(
        name, value, max_age=seconds, path=request.scope.get("root_path") or "/", httponly=True,
        samesite="lax", secure=request.url.scheme == "https",
    )  # fmt: skip


def language_of(request: Request) -> str:
    """The language chosen in this browser, or else the one it prefers."""
    chosen = request.cookies.get("language", "")
    if chosen in LANGUAGES:
        return chosen
    accepted = request.headers.get("accept-language", "")
    return negotiate(part.partition(";")[0].strip() for part in accepted.split(","))
