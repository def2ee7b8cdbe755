"""Who sits where: taking a seat by its link, leaving it to a bot, coming back, giving up."""

import asyncio
import secrets
import time
from collections.abc import Collection, Sequence

from bellhop.bots import DEFAULT
from bellhop.engine.errors import BellhopError
from bellhop.engine.fairness import check_nonce, new_nonce
from bellhop.table.house import House, check_pace, clean_line, clean_name
from bellhop.table.links import (
    Keys,
    add_link,
    dismiss_others,
    find_link,
    program_keys,
    replace_holders,
    use_link,
)
from bellhop.table.live import LiveTable
from bellhop.table.schema import NewLink, StoredSeat
from bellhop.table.sitting import END, PERSON, RESIGN
from bellhop.table.store import hash_secret

STAND_IN = DEFAULT
MOST_SAID = 300
HOUSE = -1  # the seat of remarks that nobody at the table makes


async def take_seat(
    house: House, secret: str, name: str, nonce: str = "", keys: Keys | None = None
) -> tuple[LiveTable, int]:
    """Sit down with a link, which is used up; the game begins when everybody has sat down.

    From then on the seat is held by a key: a device's, or, for a program, the secret itself.  Those
    who hold the seat already keep it; taking a seat that a bot is minding gives it back.
    """
    keys = keys or program_keys(secret)
    link = await asyncio.to_thread(find_link, house.store, secret)
    live = await house.table(link.table)
    seat = live.seats[link.seat]
    if link.seat not in live.held_by(keys.known):
        name = clean_name(name) if name.strip() else seat.name
        nonce = check_nonce(nonce) if nonce else new_nonce()
        await asyncio.to_thread(use_link, house.store, link, keys, name, nonce)
        await _begin_if_ready(house, live)
    if seat.stand_in and live.sitting and link.seat not in live.sitting.resigned:
        await come_back(house, live, link.seat)
    return live, link.seat


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
        raise BellhopError(
            f"a bot may play for somebody who is away: his host may say so, or, after {minutes} "
            f"minutes without an act, everybody at the table"
        )
    await _change(house, live, number, stand_in=STAND_IN)
    await _remark(house, live, number, "away")


async def come_back(house: House, live: LiveTable, number: int) -> None:
    """A person takes his seat back from the bot that played for him."""
    if live.sitting and number in live.sitting.resigned:
        raise BellhopError("who has resigned does not come back")
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
        raise BellhopError("there is no game to end")
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
    """A new link for a seat whose device was lost, which is out from now on; the table is told."""
    if not is_host or live.seats[number].kind != PERSON:
        raise BellhopError("only the table's host gives out new links, for the seats of people")
    secret = secrets.token_urlsafe(16)
    new = NewLink(number, hash_secret(secret))
    await asyncio.to_thread(replace_holders, house.store, live.stored.id, new)
    await house.refresh(live)
    return secret


async def invite_device(house: House, live: LiveTable, number: int, is_host: bool) -> str:
    """A link for one more device of whoever holds a seat; the table is told when it is used."""
    secret = secrets.token_urlsafe(16)
    new = NewLink(number, hash_secret(secret), with_host=is_host)
    await asyncio.to_thread(add_link, house.store, live.stored.id, new)
    return secret


async def keep_one_device(
    house: House, live: LiveTable, number: int, known: Collection[str]
) -> None:
    """Hold a seat with this device alone; others that held it are out, and the table is told."""
    await asyncio.to_thread(dismiss_others, house.store, live.stored.id, number, known)
    await house.refresh(live)


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
        raise BellhopError(f"a remark has 1 to {MOST_SAID} characters")
    await _remark(house, live, number, "said", cleaned)


async def _change(
    house: House, live: LiveTable, number: int, told: str = "", **values: object
) -> None:
    """Write a change of a seat, and what the table is told of it, at once."""
    await asyncio.to_thread(house.store.change_seat, live.stored.id, number, told, **values)
    await house.refresh(live)


async def _remark(house: House, live: LiveTable, number: int, kind: str, text: str = "") -> None:
    await asyncio.to_thread(house.store.add_remark, live.stored.id, number, kind, text)
    await house.refresh(live)
