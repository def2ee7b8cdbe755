"""Retention: old tables are deleted, but none that somebody plays at."""

import time

import sqlalchemy as sa

from bellhop.table.retention import DAY, Retention, purge
from bellhop.table.schema import acts, tables
from bellhop.table.store import Store
from table.test_store import a_table, an_act


def days_ago(days: float) -> float:
    return time.time() - days * DAY


def fill(store: Store) -> None:
    """Add finished and unfinished tables of several ages, named after what they are."""
    for name, made, acted, ended in (
        ("over-40", 50, 40, 40), ("over-3", 50, 3, 3), ("quiet-40", 40, None, None),
        ("left-40", 90, 40, None), ("played", 90, 1, None), ("new", 0.1, None, None),
    ):  # fmt: skip
        store.add_table(a_table(name)._replace(made=days_ago(made)))
        with store.engine.begin() as connection:
            if acted is not None:
                store.append(an_act(1, table=name)).result()
                own = acts.c.table_id == name
                connection.execute(sa.update(acts).where(own).values(time=days_ago(acted)))
            if ended is not None:
                own = tables.c.id == name
                connection.execute(sa.update(tables).where(own).values(ended=days_ago(ended)))


def names(store: Store) -> set[str]:
    return {line.id for line in store.list_tables()}


def test_only_tables_past_their_retention_are_deleted(database: str) -> None:
    store = Store(database)
    fill(store)
    everything = names(store)
    assert purge(store, Retention()) == 0
    assert purge(store, Retention(100, 100)) == 0
    assert names(store) == everything
    assert purge(store, Retention(finished=30)) == 1
    assert names(store) == everything - {"over-40"}
    assert purge(store, Retention(abandoned=30), spared={"left-40"}) == 1
    assert names(store) == everything - {"over-40", "quiet-40"}
    assert purge(store, Retention(30, 30)) == 1
    assert names(store) == {"over-3", "played", "new"}
    with store.engine.connect() as connection:
        assert set(connection.scalars(sa.select(acts.c.table_id))) == {"over-3", "played"}
    store.close()
