"""Who sits where: taking a seat by its link, leaving it to a bot, coming back, giving up."""

import asyncio
import secrets
import time
from collections.abc import Sequence

from bellhop.bots import DEFAULT
from bellhop.engine.errors import BellhopError, Conflict, Forbidden
from bellhop.engine.fairness import check_nonce, new_nonce
from bellhop.table.house import House, check_pace, clean_line, clean_name
from bellhop.table.live import LiveTable
from bellhop.table.schema import StoredSeat
from bellhop.table.sitting import END, PERSON, RESIGN
from bellhop.table.store import hash_secret

STAND_IN = DEFAULT
MOST_SAID = 300
HOUSE = -1  # the seat of remarks that nobody at the table makes


async def take_seat(house: House, secret: str, name: str, nonce: str = "") -> tuple[LiveTable, int]:
    """Somebody sits down with a seat's secret; the game begins when everybody has.

    Who takes a seat that a bot plays for him has it back.
    """
    table, number = await asyncio.to_thread(house.store.find_seat, secret)
    live = await house.table(table)
    seat = live.seats[number]
    if seat.kind != PERSON:
        raise Conflict("bots_seat")
    if live.sitting is None:
        name = clean_name(name) if name.strip() else seat.name
        if name in (other.name for other in live.seats if other.seat != number):
            raise Conflict("name_taken", name=name)
        nonce = check_nonce(nonce) if nonce else new_nonce()
        await _change(house, live, number, name=name, taken=True, nonce=nonce)
        await _begin_if_ready(house, live)
    elif seat.stand_in:
        await come_back(house, live, number)
    return live, number


async def add_nonce(house: House, live: LiveTable, own: Sequence[int], nonce: str) -> None:
    """A device adds its own chance to the dice, for each of its seats that has not done so."""
    check_nonce(nonce)
    for number in own:
        if live.sitting is None and not live.seats[number].nonce:
            await _change(house, live, number, nonce=nonce)
    await _begin_if_ready(house, live)


async def _begin_if_ready(house: House, live: LiveTable) -> None:
    await asyncio.to_thread(house.store.begin_if_ready, live.stored.id)
    await house.refresh(live)


def may_stand_in(house: House, live: LiveTable, seat: StoredSeat, own: Sequence[int],
                 is_host: bool) -> bool:  # fmt: skip
    """May a bot be asked to play for this person: by himself, the host, or who has waited long?"""
    if live.sitting is None or live.is_over or seat.player != PERSON:
        return False
    has_waited = live.sitting.turn == seat.seat and time.time() - live.acted >= house.patience
    return seat.seat in own or is_host or (bool(own) and has_waited)


async def stand_in(house: House, live: LiveTable, number: int, own: Sequence[int],
                   is_host: bool) -> None:  # fmt: skip
    """A bot plays for a person who is away, until he comes back."""
    if not may_stand_in(house, live, live.seats[number], own, is_host):
        minutes = max(1, round(house.patience / 60))
        raise Forbidden("stand_in", n=minutes)
    await _change(house, live, number, stand_in=STAND_IN)
    await _remark(house, live, number, "away")


async def come_back(house: House, live: LiveTable, number: int) -> None:
    """A person takes his seat back from the bot that played for him."""
    if live.sitting and number in live.sitting.resigned:
        raise Conflict("resigned_for_good")
    if live.seats[number].stand_in:
        await _change(house, live, number, stand_in="")
        await _remark(house, live, number, "back")


async def resign(house: House, live: LiveTable, number: int) -> None:
    """A person gives up; a bot plays the seat to the end unless that ends the game."""
    await house.conclude(live, number, f"{RESIGN} {number + 1}")
    await _change(house, live, number, stand_in=STAND_IN)
    await _remark(house, live, number, "resigned")


async def want_end(house: House, live: LiveTable, number: int, wish: bool) -> None:
    """Propose to stop the game, agree to it, or not; it stops when all people at it agree."""
    if live.sitting is None or live.is_over:
        raise Conflict("no_end")
    await _change(house, live, number, wants_end=wish)
    if not wish:  # who does not agree settles it for all
        for other in live.seats:
            if other.wants_end:
                await _change(house, live, other.seat, wants_end=False)
        await _remark(house, live, number, "goes_on")
        return
    people = [seat for seat in live.seats if seat.player == PERSON]
    if all(seat.wants_end for seat in people):
        await house.conclude(live, number, END)
        await _remark(house, live, HOUSE, "ended")
    else:
        await _remark(house, live, number, "wants_end")


async def reissue(house: House, live: LiveTable, number: int, is_host: bool) -> str:
    """A new link for a seat whose link was lost; the old one leads nowhere any more."""
    if not is_host or live.seats[number].kind != PERSON:
        raise Forbidden("new_link")
    secret = secrets.token_urlsafe(16)
    await _change(house, live, number, secret_hash=hash_secret(secret))
    return secret


async def set_pace(house: House, live: LiveTable, pace: str) -> None:
    """How quickly the bots at this table play."""
    check_pace(pace)
    await asyncio.to_thread(house.store.change_table, live.stored.id, pace=pace)
    await house.refresh(live)


async def allow_hints(house: House, live: LiveTable, allowed: bool) -> None:
    """May people at this table ask what the master would do?"""
    await asyncio.to_thread(house.store.change_table, live.stored.id, hints=allowed)
    await house.refresh(live)


async def tell_hint(house: House, live: LiveTable, number: int) -> None:
    """Everybody hears that a player has taken a hint, and at which act."""
    await _remark(house, live, number, "hint", str(live.rows + 1))


async def say(house: House, live: LiveTable, number: int, text: str) -> None:
    """Say something to everybody at the table."""
    cleaned = clean_line(text)
    if not 0 < len(cleaned) <= MOST_SAID:
        raise BellhopError("remark", n=MOST_SAID)
    await _remark(house, live, number, "said", cleaned)


async def _change(house: House, live: LiveTable, number: int, **values: object) -> None:
    await asyncio.to_thread(house.store.change_seat, live.stored.id, number, **values)
    await house.refresh(live)


async def _remark(house: House, live: LiveTable, number: int, kind: str, text: str = "") -> None:
    await asyncio.to_thread(house.store.add_remark, live.stored.id, number, kind, text)
    await house.refresh(live)
