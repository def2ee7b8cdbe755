"""Seating: taking a seat by its link, leaving it to a bot, coming back, resigning."""

import asyncio
import time
from collections.abc import Collection

from bellhop.engine.errors import BellhopError, Forbidden
from bellhop.engine.fairness import check_nonce, new_nonce
from bellhop.engine.seats import NOBODY
from bellhop.table.house import House
from bellhop.table.links import (
    Keys,
    Link,
    add_link,
    dismiss_others,
    find_link,
    program_keys,
    replace_holders,
    use_link,
)
from bellhop.table.live import STAND_IN, LiveTable
from bellhop.table.names import PERSON, check_different, clean_line, clean_name
from bellhop.table.opening import check_pace
from bellhop.table.roles import (
    ASKED_SECONDS,
    Deed,
    Role,
    Sitter,
    Visitor,
    check,
    may,
    role_of,
    voters,
)
from bellhop.table.schema import HOST, PROGRAM, NewLink
from bellhop.table.sitting import END, PRACTICE, RESIGN
from bellhop.table.store import fresh_secret, hash_secret

MAX_REMARK_LENGTH = 300
TUTOR_ON, TUTOR_AGREED = "on", "agreed"
TUTOR_WISHES = ("off", TUTOR_AGREED, TUTOR_ON)


async def take_seat(
    house: House, secret: str, name: str, nonce: str = "", keys: Keys | None = None
) -> tuple[LiveTable, int]:
    """Take a seat with a link, which is then used; the game begins when everybody has sat down.

    From then on a key holds the seat: a device's key or, for a program, the secret itself.  Keys
    that hold the seat already keep it.  Taking a seat that a bot is minding gives it back.
    """
    keys = keys or program_keys(secret)
    link = await asyncio.to_thread(find_link, house.store, secret)
    live = await house.table(link.table)
    if link.seat == HOST:
        await _take_host(house, live, link, keys)
        return live, HOST
    seat = live.seats[link.seat]
    if link.seat not in live.held_by(keys.known):
        name = clean_name(name) if name.strip() else seat.name
        nonce = check_nonce(nonce) if nonce else new_nonce()
        await asyncio.to_thread(use_link, house.store, link, keys, name, nonce)
        await _begin_if_ready(house, live)
    sitter = Sitter((link.seat,))
    if may(live, Deed.COME_BACK, sitter, link.seat):
        await come_back(house, live, link.seat, sitter)
    return live, link.seat


async def _take_host(house: House, live: LiveTable, link: Link, keys: Keys) -> None:
    """Become the table's host with the host's link; programs cannot, as the API has no host."""
    if keys.kind == PROGRAM:
        raise BellhopError("host_link")
    if HOST not in live.held_by(keys.known):
        await asyncio.to_thread(use_link, house.store, link, keys, "", "")
        await house.refresh(live)


async def add_nonce(house: House, live: LiveTable, visitor: Visitor, nonce: str) -> None:
    """Add a device's nonce to the shuffle, for each of its seats that has none yet."""
    check_nonce(nonce)
    for number in visitor.own:
        if not live.seats[number].nonce and may(live, Deed.ADD_NONCE, visitor, number):
            await _change(house, live, number, nonce=nonce)
    await _begin_if_ready(house, live)


async def _begin_if_ready(house: House, live: LiveTable) -> None:
    await asyncio.to_thread(house.store.begin_if_ready, live.stored.id)
    await house.refresh(live)


def may_replace(house: House, live: LiveTable, number: int, visitor: Visitor) -> bool:
    """May a visitor let a bot play for this seat: their own, as the host, or after a long wait?"""
    if live.sitting is None or live.player_at(number) != PERSON:
        return False
    if number in visitor.own:
        return may(live, Deed.LEAVE, visitor, number)
    is_awaited = live.sitting.turn == number and time.time() - live.acted >= house.patience
    late = is_awaited and may(live, Deed.REPLACE_LATE, visitor)
    return late or may(live, Deed.REPLACE, visitor)


async def stand_in(house: House, live: LiveTable, number: int, visitor: Visitor) -> None:
    """Let a bot play for a person who is away, until they come back.

    Declaring players away does not silence them: for a while they must still agree to a stop.
    """
    if not may_replace(house, live, number, visitor):
        minutes = max(1, round(house.patience / 60))
        raise Forbidden("stand_in", n=minutes)
    asked_until = 0.0 if number in visitor.own else time.time() + ASKED_SECONDS
    since = str(live.rows)
    await _change(
        house, live, number, "away", text=since, stand_in=STAND_IN, asked_until=asked_until
    )


async def come_back(house: House, live: LiveTable, number: int, visitor: Visitor) -> None:
    """Take a seat back from the bot that stood in."""
    check(live, Deed.COME_BACK, visitor, number)
    await _change(house, live, number, "back", stand_in="", asked_until=0.0)


async def resign(house: House, live: LiveTable, number: int, visitor: Visitor) -> None:
    """Resign a seat; a bot plays it to the end, unless resigning ends the game."""
    check(live, Deed.RESIGN, visitor, number)
    await house.conclude(live, number, f"{RESIGN} {number + 1}")
    await _remark(house, live, number, "resigned")


async def vote(house: House, live: LiveTable, number: int, visitor: Visitor, wish: bool) -> None:
    """Propose to stop the game, agree or refuse; it stops when everybody who is asked agrees."""
    check(live, Deed.AGREE if wish else Deed.GO_ON, visitor, number)
    if not wish:  # one refusal is enough
        for other in live.seats:
            if other.wants_end:
                await _change(house, live, other.seat, wants_end=False)
        await _remark(house, live, number, "goes_on")
        return
    await _change(house, live, number, "wants_end", wants_end=True)
    asked = voters(live)
    if asked and all(seat.wants_end for seat in asked):
        await house.conclude(live, number, END)
        await _remark(house, live, NOBODY, "ended")


async def reissue(house: House, live: LiveTable, number: int, visitor: Visitor) -> str:
    """Make a new link for a seat, sign out the devices that hold it, and tell the table.

    The host could use it too, so for a day its holder can neither resign nor agree to a stop.
    """
    check(live, Deed.MAKE_LINK, visitor)
    if role_of(live, number) in (Role.SPECTATOR, Role.RESIGNED):
        raise Forbidden("new_link")
    secret = fresh_secret()
    new = NewLink(number, hash_secret(secret))
    await asyncio.to_thread(replace_holders, house.store, live.stored.id, new)
    await house.refresh(live)
    return secret


async def invite_device(house: House, live: LiveTable, number: int, visitor: Visitor) -> str:
    """Make a link for one more device at a seat; the table is told when it is used."""
    check(live, Deed.USE_DEVICES, visitor, number)
    secret = fresh_secret()
    new = NewLink(number, hash_secret(secret), with_host=visitor.is_host)
    await asyncio.to_thread(add_link, house.store, live.stored.id, new)
    return secret


async def invite_host(house: House, live: LiveTable, visitor: Visitor) -> str:
    """Make a link with which the host can return, also to their seat, after losing this device."""
    check(live, Deed.MAKE_LINK, visitor)
    secret = fresh_secret()
    seat = visitor.own[0] if visitor.own else HOST
    new = NewLink(seat, hash_secret(secret), with_host=seat != HOST)
    await asyncio.to_thread(add_link, house.store, live.stored.id, new)
    return secret


async def keep_one_device(
    house: House, live: LiveTable, number: int, visitor: Visitor, known: Collection[str]
) -> None:
    """Sign all other devices out of a seat, and tell the table."""
    check(live, Deed.USE_DEVICES, visitor, number)
    is_host = visitor.is_host
    await asyncio.to_thread(dismiss_others, house.store, live.stored.id, number, known, is_host)
    await house.refresh(live)


async def set_pace(house: House, live: LiveTable, visitor: Visitor, pace: str) -> None:
    """Set how quickly the bots at this table play."""
    check(live, Deed.TUNE, visitor)
    check_pace(pace)
    await asyncio.to_thread(house.store.change_table, live.stored.id, pace=pace)
    await house.refresh(live)


async def allow_hints(house: House, live: LiveTable, visitor: Visitor, allowed: bool) -> None:
    """Allow or forbid hints at this table."""
    check(live, Deed.TUNE, visitor)
    await asyncio.to_thread(house.store.change_table, live.stored.id, hints=allowed)
    await house.refresh(live)


async def open_chat(house: House, live: LiveTable, visitor: Visitor, allowed: bool) -> None:
    """Let spectators chat at this table, or not."""
    check(live, Deed.TUNE, visitor)
    await asyncio.to_thread(house.store.change_table, live.stored.id, open_chat=allowed)
    await house.refresh(live)


async def practise(house: House, live: LiveTable, visitor: Visitor) -> None:
    """Allow the only player at a table of bots to undo any move; the game is practice from now."""
    check(live, Deed.TUNE, visitor)
    people = [seat.seat for seat in live.seats if seat.kind == PERSON]
    await house.conclude(live, people[0] if people else NOBODY, PRACTICE)


def is_tutored(live: LiveTable, number: int) -> bool:
    """Is the tutor of a seat on, and does everybody else who plays here agree to it?"""
    people = [seat for seat in live.seats if seat.kind == PERSON]
    mine = next((seat for seat in people if seat.seat == number), None)
    return mine is not None and mine.tutor == TUTOR_ON and all(seat.tutor for seat in people)


async def set_tutor(
    house: House, live: LiveTable, number: int, visitor: Visitor, wish: str
) -> None:
    """Switch the tutor of a seat on or off, or only agree to those of others; the table is told."""
    check(live, Deed.TUTOR, visitor, number)
    if wish not in TUTOR_WISHES:
        raise BellhopError("choice", option="tutor", choices=TUTOR_WISHES, choice=wish)
    if wish != (live.seats[number].tutor or "off"):
        stored = "" if wish == "off" else wish
        await _change(house, live, number, f"tutor_{wish}", tutor=stored)


async def tell_warning(house: House, live: LiveTable, number: int) -> None:
    """Tell the table that the tutor has warned a player before an act."""
    await _remark(house, live, number, "tutor", str(live.rows + 1))


async def tell_hint(house: House, live: LiveTable, number: int) -> None:
    """Tell the table that a player has asked for a hint, and for which act."""
    await _remark(house, live, number, "hint", str(live.rows + 1))


async def say(house: House, live: LiveTable, number: int, visitor: Visitor, text: str) -> None:
    """Send a chat message to everybody at the table."""
    check(live, Deed.TALK, visitor, number)
    await _remark(house, live, number, "said", _clean_remark(text))


async def call_in(house: House, live: LiveTable, visitor: Visitor, name: str, text: str) -> None:
    """Send a chat message as a spectator, under a name that is no player's."""
    check(live, Deed.CALL_IN, visitor)
    if not live.stored.open_chat:
        raise Forbidden("chat_closed")
    name = clean_name(name)
    check_different(name, live.names)
    await _remark(house, live, NOBODY, "called", f"{name}: {_clean_remark(text)}")


def _clean_remark(text: str) -> str:
    """A chat message as one line, neither empty nor too long."""
    cleaned = clean_line(text)
    if not 0 < len(cleaned) <= MAX_REMARK_LENGTH:
        raise BellhopError("remark", n=MAX_REMARK_LENGTH)
    return cleaned


async def _change(
    house: House, live: LiveTable, number: int, told: str = "", text: str = "", **values: object
) -> None:
    """Change columns of a seat and tell the table, in one transaction."""
    await asyncio.to_thread(house.store.change_seat, live.stored.id, number, told, text, **values)
    await house.refresh(live)


async def _remark(house: House, live: LiveTable, number: int, kind: str, text: str = "") -> None:
    await asyncio.to_thread(house.store.add_remark, live.stored.id, number, kind, text)
    await house.refresh(live)
