"""A rematch: one new table per finished one, for the same players and bots, with seats rotated.

The first player who wants a rematch opens it; the remark that tells the table holds its id.  The
others join it with the keys that hold their seats at the finished table.
"""

import asyncio
from typing import NamedTuple

import sqlalchemy as sa

from bellhop.engine.fairness import new_nonce
from bellhop.table.house import House
from bellhop.table.links import Keys, sit_down_again
from bellhop.table.live import LiveTable
from bellhop.table.opening import as_links, lay_table
from bellhop.table.roles import Deed, Visitor, check
from bellhop.table.schema import PROGRAM, Holder, Remark, StoredTable, remarks, tables
from bellhop.table.sitting import Seat
from bellhop.table.store import Store, insert_remark, insert_table

REMATCH = "rematch"  # the kind of the remark


class Rematch(NamedTuple):
    """The new table, this player's seats there, and the secrets of its links for its opener."""

    table: str
    seats: tuple[int, ...]
    invited: dict[int, str]


def find_rematch(live: LiveTable) -> Remark | None:
    """The remark that announced a finished table's rematch."""
    found = (remark for remark in reversed(live.remarks) if remark.kind == REMATCH)
    return next(found, None)


def rotate(seat: int, seats: int) -> int:
    """The number of a seat in the rematch: everybody moves up, so that another player begins."""
    return (seat - 1) % seats


async def join_rematch(house: House, live: LiveTable, visitor: Visitor, keys: Keys) -> Rematch:
    """Open a finished table's rematch, or join the one that somebody has opened."""
    check(live, Deed.REMATCH, visitor)
    own = tuple(rotate(number, len(live.seats)) for number in visitor.own)
    draft, invited = _lay_again(live, own, keys)
    opener = visitor.own[0]
    table = await asyncio.to_thread(_open_once, house.store, live, draft, invited, opener)
    if table != draft.id:
        await asyncio.to_thread(_join, house.store, live, table, visitor.own, keys)
    if keys.kind == PROGRAM:
        for number in own:
            await asyncio.to_thread(_add_nonce, house.store, table, number)
    await asyncio.to_thread(house.store.begin_if_ready, table)
    await house.refresh(live)
    await house.refresh(await house.table(table))
    return Rematch(table, own, invited if table == draft.id else {})


def _lay_again(
    live: LiveTable, own: tuple[int, ...], keys: Keys
) -> tuple[StoredTable, dict[int, str]]:
    """A new table for the same players, at which the opener sits already."""
    stored = live.stored
    players = [Seat(seat.name, seat.kind) for seat in (*live.seats[1:], live.seats[0])]
    host = "" if keys.kind == PROGRAM else keys.key_hash  # programs are no hosts
    draft, invited = lay_table(live.game, stored.options, players, own, stored.pace, host)
    seated = {Holder(number, keys.key_hash, keys.kind) for number in own}
    held = tuple({*draft.holders, *seated})
    return draft._replace(holders=held, hints=stored.hints, open_chat=stored.open_chat), invited


def _open_once(
    store: Store, live: LiveTable, draft: StoredTable, invited: dict[int, str], opener: int
) -> str:
    """Store the draft, unless the finished table has a rematch already; return the table's id."""
    old = live.stored.id
    with store.changing(old) as connection:
        known = sa.select(tables.c.id).join(remarks, remarks.c.text == tables.c.id)
        here = (remarks.c.table_id == old) & (remarks.c.kind == REMATCH)
        found: str | None = connection.scalar(known.where(here))
        if found is not None:
            return found
        insert_table(connection, draft, as_links(invited))
        insert_remark(connection, old, opener, REMATCH, draft.id)
    return draft.id


def _join(store: Store, live: LiveTable, table: str, own: tuple[int, ...], keys: Keys) -> None:
    """Take a player's seats at the rematch, unless somebody else was invited to them meanwhile."""
    for number in own:
        same = frozenset(one.key_hash for one in live.stored.holders if one.seat == number)
        sit_down_again(store, table, rotate(number, len(live.seats)), keys, same)


def _add_nonce(store: Store, table: str, number: int) -> None:
    """Choose the nonce of a program that sent none."""
    if not store.load(table).seats[number].nonce:
        store.change_seat(table, number, nonce=new_nonce())
