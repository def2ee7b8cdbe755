"""Reviews: mistakes that a device comes back to, at growing intervals, as in Leitner's boxes.

A new mistake is in the first box and due at once.  Solved at the first try, it moves up one box and
is due again after that box's days; otherwise it goes back to the first box and is due tomorrow.
"""

import time
from collections.abc import Iterable
from typing import NamedTuple

import sqlalchemy as sa

from bellhop.table.schema import reviews
from bellhop.table.store import Store

DAY = 86_400.0
DAYS = (1, 3, 7, 21, 60)  # until a mistake in each box is due again


class Review(NamedTuple):
    """A mistake to come back to: the move of a row at a table."""

    table: str
    row: int
    seat: int
    box: int
    due: float


class Pile(NamedTuple):
    """How many mistakes a device has, how many are due now, and when the next one is."""

    total: int
    due: int
    next_due: float | None
    solved: int  # in the last box


def add_reviews(
    store: Store, key_hash: str, table: str, mistakes: Iterable[tuple[int, int]]
) -> None:
    """Add mistakes, as rows and seats, unless the device has them already."""
    now = time.time()
    with store.writing() as connection:
        query = sa.select(reviews.c.row).where(_of(key_hash, table))
        known = set(connection.scalars(query))
        new = [
            {
                "key_hash": key_hash,
                "table_id": table,
                "row": row,
                "seat": seat,
                "box": 0,
                "due": now,
            }
            for row, seat in mistakes
            if row not in known
        ]
        if new:
            connection.execute(sa.insert(reviews), new)


def next_review(store: Store, key_hash: str) -> Review | None:
    """The mistake that has been due longest."""
    where = (reviews.c.key_hash == key_hash) & (reviews.c.due <= time.time())
    query = sa.select(
        reviews.c.table_id, reviews.c.row, reviews.c.seat, reviews.c.box, reviews.c.due
    ).where(where)
    with store.engine.connect() as connection:
        found = connection.execute(query.order_by(reviews.c.due, reviews.c.row).limit(1)).first()
    return Review(*found) if found else None


def note_try(store: Store, key_hash: str, table: str, row: int, *, is_solved: bool) -> None:
    """Note how the first try at a mistake that was due went."""
    now = time.time()
    where = _of(key_hash, table) & (reviews.c.row == row) & (reviews.c.due <= now)
    with store.writing() as connection:
        box = connection.scalar(sa.select(reviews.c.box).where(where))
        if box is not None:
            moved = min(box + 1, len(DAYS) - 1) if is_solved else 0
            due = now + DAY * (DAYS[moved] if is_solved else DAYS[0])
            connection.execute(sa.update(reviews).where(where).values(box=moved, due=due))


def count_reviews(store: Store, key_hash: str) -> Pile:
    """The state of a device's pile."""
    query = sa.select(reviews.c.box, reviews.c.due).where(reviews.c.key_hash == key_hash)
    with store.engine.connect() as connection:
        found = connection.execute(query).all()
    now = time.time()
    later = [one.due for one in found if one.due > now]
    solved = sum(one.box == len(DAYS) - 1 for one in found)
    return Pile(len(found), len(found) - len(later), min(later, default=None), solved)


def _of(key_hash: str, table: str) -> sa.ColumnElement[bool]:
    return (reviews.c.key_hash == key_hash) & (reviews.c.table_id == table)
