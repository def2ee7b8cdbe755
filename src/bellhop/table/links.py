"""Links and keys: a link can be used once to take a seat, which a key then holds."""

import json
from collections.abc import Collection
from typing import Any, NamedTuple

import sqlalchemy as sa

from bellhop.engine.errors import BellhopError, NotFound
from bellhop.table.names import check_different
from bellhop.table.schema import (
    DEVICE,
    HOST,
    PROGRAM,
    REISSUED,
    Holder,
    NewLink,
    Result,
    holders,
    links,
    read_result,
    seats,
    tables,
)
from bellhop.table.store import Store, hash_secret, insert_remark

MAX_LISTED = 1_000  # tables per device
LONG_AGO, FAR_AWAY = 0.0, 1e11  # times outside are damaged; a calendar could not show them


class LinkUsed(BellhopError):
    """A link has already been used, or was replaced by a newer one."""

    status = 410


class Link(NamedTuple):
    """A link as it is stored."""

    table: str
    seat: int
    secret_hash: str
    is_used: bool
    with_host: bool


class Keys(NamedTuple):
    """The key that will hold a seat, and all keys by which its holder is known already."""

    key_hash: str
    kind: str
    known: frozenset[str]


class OwnTable(NamedTuple):
    """A table in a device's list."""

    id: str
    game: str
    made: float
    ended: float | None
    names: tuple[str, ...]
    seats: tuple[int, ...]  # that the device holds
    result: Result | None
    is_continued: bool  # from a moment of an earlier game


def program_keys(key: str) -> Keys:
    """The keys of a program, which is known by the secret it sends."""
    hashed = hash_secret(key)
    return Keys(hashed, PROGRAM, frozenset({hashed}))


def device_keys(key: str, older: Collection[str] = ()) -> Keys:
    """The keys of a device: its own, and secrets of seats that it saved before it had one."""
    hashed = hash_secret(key)
    return Keys(hashed, DEVICE, frozenset({hashed, *older}))


def find_link(store: Store, secret: str) -> Link:
    """Find a link by its secret."""
    query = sa.select(links).where(links.c.secret_hash == hash_secret(secret))
    with store.engine.connect() as connection:
        found = connection.execute(query).first()
    if found is None:
        raise NotFound("link")
    return Link(*found)


def use_link(store: Store, link: Link, keys: Keys, name: str, nonce: str) -> None:
    """Take a seat, or the host's place, with its link, which cannot be used again.

    Before the game begins, the seat gets its name and nonce; afterwards, the table is told.  A new
    host is always announced.
    """
    with store.changing(link.table) as connection:
        used = connection.execute(
            sa.update(links)
            .where(_at(links, link.table, link.seat) & (links.c.secret_hash == link.secret_hash))
            .where(~links.c.used)
            .values(used=True)
        )
        if used.rowcount != 1:
            raise LinkUsed("link_used")
        if link.seat == HOST:
            insert_remark(connection, link.table, HOST, "new_host")
        elif _has_begun(connection, link.table):
            others = connection.scalar(
                sa.select(sa.func.count())
                .select_from(holders)
                .where(_at(holders, link.table, link.seat))
            )
            told = "second_device" if others else "new_device"
            insert_remark(connection, link.table, link.seat, told)
        else:
            _sit_down(connection, link, name, nonce)
        for seat in (link.seat, HOST) if link.with_host else (link.seat,):
            _hold(connection, link.table, Holder(seat, keys.key_hash, keys.kind))


def sit_down_again(store: Store, table: str, seat: int, keys: Keys, same: Collection[str]) -> None:
    """Take a seat without its link, as the player who held it with one of the `same` keys before.

    Nothing changes once the game has begun, or if the seat has another holder.
    """
    with store.changing(table) as connection:
        query = sa.select(holders.c.key_hash).where(_at(holders, table, seat))
        if _has_begun(connection, table) or set(connection.scalars(query)) - set(same):
            return
        taken = sa.update(seats).where(_at(seats, table, seat)).values(taken=True)
        connection.execute(taken)
        _void_links(connection, table, seat)
        _hold(connection, table, Holder(seat, keys.key_hash, keys.kind))


def _sit_down(connection: sa.Connection, link: Link, name: str, nonce: str) -> None:
    """Give a seat its name and nonce; refuse a name that looks like another at the table."""
    where = seats.c.table_id == link.table
    query = sa.select(seats.c.name).where(where & (seats.c.seat != link.seat))
    check_different(name, connection.scalars(query).all())
    values = {"name": name, "nonce": nonce, "taken": True}
    connection.execute(sa.update(seats).where(_at(seats, link.table, link.seat)).values(**values))


def replace_holders(store: Store, table: str, new: NewLink) -> None:
    """Replace the holders of a seat by a new link from the host, and tell the table."""
    with store.changing(table) as connection:
        connection.execute(sa.delete(holders).where(_at(holders, table, new.seat)))
        has_begun = _has_begun(connection, table)
        if not has_begun:
            free = sa.update(seats).where(_at(seats, table, new.seat))
            connection.execute(free.values(taken=False, nonce=""))
        _insert_link(connection, table, new)
        insert_remark(connection, table, new.seat, REISSUED if has_begun else "new_link")


def add_link(store: Store, table: str, new: NewLink) -> None:
    """Add a link with which the holder of a seat can use one more device."""
    with store.changing(table) as connection:
        _insert_link(connection, table, new)


def dismiss_others(
    store: Store, table: str, seat: int, known: Collection[str], is_host: bool
) -> None:
    """Keep only one device at a seat, cancel the seat's open link, and tell the table.

    If the player is the host, the other devices lose the host's place too: one of them may be lost.
    """
    with store.changing(table) as connection:
        for place in (seat, HOST) if is_host else (seat,):
            others = _at(holders, table, place) & holders.c.key_hash.not_in(known)
            connection.execute(sa.delete(holders).where(others))
            _void_links(connection, table, place)
        insert_remark(connection, table, seat, "one_device")


def carry_over(store: Store, older: Collection[str], keys: Keys) -> list[str]:
    """Let a device's key hold what its secrets of seats held; return the tables concerned."""
    is_older = holders.c.key_hash.in_(older)
    with store.engine.connect() as connection:
        query = sa.select(holders.c.table_id).where(is_older).distinct()
        found = list(connection.scalars(query))
    for table in found:
        here = (holders.c.table_id == table) & is_older
        with store.changing(table) as connection:
            held = connection.scalars(sa.select(holders.c.seat).where(here)).all()
            connection.execute(sa.delete(holders).where(here))
            for seat in held:
                _hold(connection, table, Holder(seat, keys.key_hash, keys.kind))
    return found


def tables_of(store: Store, known: Collection[str]) -> list[OwnTable]:
    """The tables where a device holds a place: running games first, the newest first."""
    is_own = holders.c.key_hash.in_(known)
    held = sa.select(holders.c.table_id).where(is_own)
    query = (
        sa.select(
            tables.c.id,
            tables.c.game,
            tables.c.made,
            tables.c.ended,
            sa.cast(tables.c.result, sa.Text).label("result"),
            tables.c.start.is_not(None).label("is_continued"),
        )
        .where(tables.c.id.in_(held))
        .order_by(tables.c.ended.is_not(None), tables.c.made.desc())
        .limit(MAX_LISTED)
    )
    with store.engine.connect() as connection:
        found = [one for row in connection.execute(query) if (one := _read(row))]
        names: dict[str, list[str]] = {one.id: [] for one in found}
        named = sa.select(seats.c.table_id, seats.c.name).order_by(seats.c.table_id, seats.c.seat)
        for table, name in connection.execute(named.where(seats.c.table_id.in_(names))):
            names[table].append(name)
        own: dict[str, set[int]] = {row.id: set() for row in found}
        places = sa.select(holders.c.table_id, holders.c.seat).where(is_own)
        for table, seat in connection.execute(places):
            if seat != HOST and table in own:
                own[table].add(seat)
    return [
        one._replace(names=tuple(names[one.id]), seats=tuple(sorted(own[one.id]))) for one in found
    ]


def _read(row: sa.Row[Any]) -> OwnTable | None:
    """A table in a list, without names and seats; None if its row is damaged."""
    try:
        result = read_result(json.loads(row.result)) if row.result else None
        moments = (row.made, row.ended or 0.0)
        if not all(LONG_AGO <= moment < FAR_AWAY for moment in moments):
            return None
    except (AttributeError, TypeError, ValueError):
        return None
    return OwnTable(row.id, row.game, row.made, row.ended, (), (), result, bool(row.is_continued))


def find_result(store: Store, table: str) -> Result | None:
    """The result of a game, if it is over and its table was loaded since."""
    query = sa.select(tables.c.result).where(tables.c.id == table)
    with store.engine.connect() as connection:
        found = connection.execute(query).scalar_one_or_none()
    return read_result(found)


def _at(part: sa.Table, table: str, seat: int) -> sa.ColumnElement[bool]:
    return (part.c.table_id == table) & (part.c.seat == seat)


def _has_begun(connection: sa.Connection, table: str) -> bool:
    return bool(connection.scalar(sa.select(tables.c.nonces).where(tables.c.id == table)))


def _hold(connection: sa.Connection, table: str, holder: Holder) -> None:
    """Add a holder, unless it is there already."""
    same = _at(holders, table, holder.seat) & (holders.c.key_hash == holder.key_hash)
    connection.execute(sa.delete(holders).where(same))
    connection.execute(sa.insert(holders).values(table_id=table, **holder._asdict()))


def _insert_link(connection: sa.Connection, table: str, new: NewLink) -> None:
    """Add a link; a seat has at most one open link."""
    _void_links(connection, table, new.seat)
    connection.execute(sa.insert(links).values(table_id=table, **new._asdict()))


def _void_links(connection: sa.Connection, table: str, seat: int) -> None:
    connection.execute(sa.update(links).where(_at(links, table, seat)).values(used=True))
