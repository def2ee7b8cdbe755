"""How long tables are kept, and the deletion of those that are older."""

import time
from collections.abc import Collection
from typing import NamedTuple

import sqlalchemy as sa

from bellhop.table.schema import acts, remarks, tables
from bellhop.table.store import Store

DAY = 86_400.0
CHUNK = 500


class Retention(NamedTuple):
    """How many days tables are kept after they end or fall quiet; None keeps them for ever."""

    finished: float | None = None
    abandoned: float | None = None


KEEP_ALL = Retention()


def purge(store: Store, retention: Retention, spared: Collection[str] = ()) -> int:
    """Delete the tables that are past their retention time; return how many there were.

    Tables in `spared` stay, because somebody is at them now.  The deletion checks the age again,
    so that an act in between saves a table.
    """
    old = _is_old(retention)
    with store.engine.connect() as connection:
        found = connection.scalars(sa.select(tables.c.id).where(old)).all()
    doomed = [name for name in found if name not in spared]
    removed = 0
    for start in range(0, len(doomed), CHUNK):
        chunk = tables.c.id.in_(doomed[start : start + CHUNK])
        with store.writing() as connection:
            removed += connection.execute(sa.delete(tables).where(chunk & old)).rowcount
    return removed


def _is_old(retention: Retention) -> sa.ColumnElement[bool]:
    """Is a table past its retention time?"""
    now = time.time()
    reasons: list[sa.ColumnElement[bool]] = []
    if retention.finished is not None:
        reasons.append(tables.c.ended < now - retention.finished * DAY)
    if retention.abandoned is not None:
        long_ago = now - retention.abandoned * DAY
        stirred = [
            sa.exists().where((log.c.table_id == tables.c.id) & (log.c.time >= long_ago))
            for log in (acts, remarks)
        ]
        quiet = tables.c.ended.is_(None) & (tables.c.made < long_ago)
        reasons.append(quiet & ~stirred[0] & ~stirred[1])
    return sa.or_(sa.false(), *reasons)
