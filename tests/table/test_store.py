"""The store: what was acknowledged is on disk, and a conflict affects no other row."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from bellhop.engine.errors import BellhopError
from bellhop.table import store as stores
from bellhop.table.files import url_of
from bellhop.table.links import find_link, tables_of
from bellhop.table.schema import Holder, NewAct, NewLink, StoredSeat, StoredTable, metadata
from bellhop.table.sitting import Act
from bellhop.table.store import Store, hash_secret
from bellhop.table.upgrade import NEWEST_SCHEMA


def a_table(name: str = "t1") -> StoredTable:
    seats = (
        StoredSeat(0, "Ann", "person", taken=True),
        StoredSeat(1, "Bob", "random", taken=False),
    )
    return StoredTable(name, "perfect-hotel", "r1", {"stars": "off"}, "ab" * 32, (), 1.5, seats, ())


def an_act(row: int, key: str = "", table: str = "t1") -> NewAct:
    return NewAct(table, row, 0, f"act {row}", key or f"key {row}", "r1")


@pytest.fixture
def store(database: str) -> Store:
    return Store(database)


def test_a_table_is_kept_with_seats_holders_links_and_acts(store: Store) -> None:
    held = a_table()._replace(holders=(Holder(0, hash_secret("Ann's key")),))
    store.add_table(held, invitations=[NewLink(1, hash_secret("t1 link"))])
    store.change_seat("t1", 0, nonce="00000001")
    assert store.append(an_act(1)).result()
    assert store.append(an_act(2)).result()
    store.begin_if_ready("t1")
    assert store.load("t1").nonces == (), "not everybody has sat down"
    store.change_seat("t1", 1, name="Bea", taken=True)
    store.begin_if_ready("t1")
    loaded = store.load("t1")
    assert loaded.acts == (Act(1, "act 1"), Act(2, "act 2"))
    assert loaded.nonces[0] == "00000001"
    store.begin_if_ready("t1")
    assert store.load("t1").nonces == loaded.nonces, "the dice are settled once"
    assert (loaded.seats[1].name, loaded.seats[1].taken) == ("Bea", True)
    assert loaded.options == {"stars": "off"}
    assert loaded.holders == (Holder(0, hash_secret("Ann's key")),)
    assert find_link(store, "t1 link")[:2] == ("t1", 1)
    with pytest.raises(BellhopError, match="leads to no seat"):
        find_link(store, "t1 link of Eve")
    with pytest.raises(BellhopError, match="There is no table “none”"):
        store.load("none")
    store.close()


def test_a_row_or_key_is_stored_once_and_a_conflict_affects_no_other_act(store: Store) -> None:
    store.add_table(a_table("t1"))
    store.add_table(a_table("t2"))
    sent = [
        an_act(1, "a"), an_act(1, "b"), an_act(2, "a"), an_act(1, "c", "t2"), an_act(2, "d"),
        an_act(2, "e", "t2"),
    ]  # fmt: skip
    futures = [store.append(act) for act in sent]
    wait(futures)
    assert [future.result() for future in futures] == [True, False, False, True, True, True]
    assert [act.row for act in store.load("t1").acts] == [1, 2]
    assert [act.row for act in store.load("t2").acts] == [1, 2]
    store.close()


def test_an_act_of_no_table_fails_and_the_writer_goes_on(store: Store) -> None:
    store.add_table(a_table())
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        store.append(an_act(1, table="none")).result()
    assert store.append(an_act(1)).result()
    store.close()


def test_errors_of_the_database_tell_no_names_and_no_hashes(store: Store) -> None:
    """Not even in a traceback: PostgreSQL adds the row that failed to its errors."""
    key = hash_secret("Ann's key")
    for statement, values in (
        ("INSERT INTO seats (name) VALUES (:name)", {"name": "Ann Lee"}),
        ("INSERT INTO holders (key_hash) VALUES (:key)", {"key": key}),
    ):
        with pytest.raises(sa.exc.IntegrityError) as raised, store.writing() as connection:
            connection.execute(sa.text(statement), values)
        told = "".join(traceback.format_exception(raised.value))
        assert "table_id" in told
        assert "Ann Lee" not in told
        assert key not in told
    store.close()


@pytest.mark.parametrize(
    ("url", "told"),
    [("mysql://x/y", "not mysql://"), ("postgresql+psycopg2://x/y", "not postgresql+psycopg2://"),
     ("postgresql+psycopg://a:hush:b/x", "cannot be read"), ("://", "cannot be read")],
)  # fmt: skip
def test_an_unusable_address_of_a_database_is_refused(url: str, told: str) -> None:
    with pytest.raises(BellhopError, match=re.escape(told)) as refused:
        Store(url)
    assert "hush" not in str(refused.value)


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BellhopError, match=re.escape("pip install '.[postgres]'")):
        Store("postgresql+psycopg://x/y")


def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    with pytest.raises(BellhopError, match="is open in another server"):
        Store(str(store.engine.url))
    store.close()
    Store(str(store.engine.url)).close()


def test_the_migrations_make_the_schema_that_the_code_expects(store: Store) -> None:
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == NEWEST_SCHEMA
    store.close()
    Store(store.engine.url.render_as_string(hide_password=False)).close()


def test_tables_are_listed_and_deleted_with_all_that_belongs_to_them(store: Store) -> None:
    held = a_table("t1")._replace(holders=(Holder(0, hash_secret("Ann's key")),))
    store.add_table(held, invitations=[NewLink(0, hash_secret("t1 link"))])
    store.add_table(a_table("t2")._replace(made=2.5))
    store.append(an_act(1)).result()
    store.change_table("t2", ended=3.5)
    lines = store.list_tables()
    assert [(line.id, line.rows, line.ended is None) for line in lines] == [
        ("t2", 0, False), ("t1", 1, True),
    ]  # fmt: skip
    assert store.delete_tables(["t1", "none"]) == 1
    assert [line.id for line in store.list_tables()] == ["t2"]
    with pytest.raises(BellhopError, match="leads to no seat"):
        find_link(store, "t1 link")
    assert tables_of(store, {hash_secret("Ann's key")}) == []
    store.close()


def alter(store: Store, *statements: str) -> None:
    """Change the database by other means than the store."""
    engine = sa.create_engine(store.engine.url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in statements:
            connection.execute(sa.text(statement))
    engine.dispose()


@contextmanager
def read_only(store: Store) -> Iterator[None]:
    """Nothing can be written, as after a failover or on a disk that was mounted again."""
    if store.is_sqlite:
        for setting in ("ON", "OFF"):
            set_it = partial(_set_query_only, setting)
            sa.event.listen(store.engine, "checkout", set_it)
            if setting == "ON":
                yield
        return
    name = store.engine.url.database
    for setting in ("on", "off"):
        alter(
            store, "SET default_transaction_read_only = off",
            f"ALTER DATABASE {name} SET default_transaction_read_only = {setting}",
        )  # fmt: skip
        if setting == "on":
            alter(
                store, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                f" WHERE datname = '{name}' AND pid <> pg_backend_pid()",
            )  # fmt: skip
            yield


def _set_query_only(setting: str, connection: Any, *_: object) -> None:
    connection.execute(f"PRAGMA query_only = {setting}")


@contextmanager
def without_acts(store: Store) -> Iterator[None]:
    """A table of the database is missing."""
    alter(store, "ALTER TABLE acts RENAME TO elsewhere")
    yield
    alter(store, "ALTER TABLE elsewhere RENAME TO acts")


@pytest.mark.parametrize("is_asked", [True, False], ids=["a ping", "an act"])
@pytest.mark.parametrize("fault", [read_only, without_acts])
def test_whatever_keeps_acts_from_being_stored_is_noticed_until_it_is_over(
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    fault: Callable[[Store], AbstractContextManager[None]],
    is_asked: bool,
) -> None:
    told = []
    store.on_change = lambda: told.append(bool(store.failure))
    store.add_table(a_table())
    store.ping()
    with fault(store):
        if is_asked:
            store.ping()  # has just been written to
            monkeypatch.setattr(stores, "PROBE_SECONDS", 0.0)
        else:
            with pytest.raises(sa.exc.DBAPIError):
                store.append(an_act(1)).result()
            assert told == [True]
        for _ in range(2):
            with pytest.raises(sa.exc.DBAPIError, match=r"read-?only|acts"):
                store.ping()
    store.ping()
    assert told == [True, False]
    assert store.append(an_act(1)).result()
    store.close()


def test_an_act_that_cannot_be_stored_is_no_failure_of_the_database(store: Store) -> None:
    with pytest.raises(sa.exc.IntegrityError):
        store.append(an_act(1, table="none")).result()
    if not store.is_sqlite:  # which takes texts of any length
        with pytest.raises(sa.exc.DataError):
            store.append(an_act(1, key="k" * 100)).result()
    assert not store.failure
    store.close()


def test_a_damaged_file_stays_a_failure(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    store = Store(url_of(file))
    store.add_table(a_table())
    for row in range(1, 100):
        assert store.append(an_act(row)).result()
    alter(store, "PRAGMA wal_checkpoint(TRUNCATE)")
    store.engine.dispose()  # what is in memory is whole
    with closing(sqlite3.connect(file)) as database:
        (page,) = database.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'acts'"
        ).fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as damaged:
        damaged.seek((page - 1) * size)
        damaged.write(b"\xff" * size)
    with pytest.raises(sa.exc.DatabaseError, match="malformed"):
        store.append(an_act(100)).result()
    store.change_seat("t1", 1, name="Bea")  # other parts of it can be written
    assert "malformed" in store.failure
    with pytest.raises(OSError, match="malformed"):
        store.ping()
    store.close()


WRITER = """
import sys
from bellhop.table.schema import NewAct
from bellhop.table.store import Store
store = Store(sys.argv[1])
for row in range(int(sys.argv[2]), 10**9):
    assert store.append(NewAct("t1", row, 0, f"act {row}", f"key {row}", "r1")).result()
    print(row, flush=True)
"""


def test_every_acknowledged_act_survives_a_killed_server(database: str) -> None:
    """Kill the writer at random moments: every acknowledged act is there, none twice."""
    store = Store(database)
    store.add_table(a_table())
    store.close()
    row = 1
    for _ in range(200 if os.environ.get("BELLHOP_PROVE") else 3):
        command = [sys.executable, "-c", WRITER, database, str(row)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout
            acknowledged = [int(child.stdout.readline())]
            time.sleep(0.05)
            child.send_signal(signal.SIGKILL)
            acknowledged += [int(line) for line in child.stdout if line.endswith("\n")]
        store = Store(database)
        rows = [act.row for act in store.load("t1").acts]
        store.close()
        assert rows == list(range(1, len(rows) + 1))
        assert set(acknowledged) <= set(rows)
        assert len(rows) <= acknowledged[-1] + 1
        row = len(rows) + 1


def test_concurrent_writers_all_get_their_turn(store: Store) -> None:
    """Seats, tables and acts are written from many threads; none finds the database locked."""
    store.add_table(a_table("t0"))

    def write(number: int) -> None:
        store.add_table(a_table(f"t{number}"))
        for row in range(1, 9):
            store.change_seat(f"t{number}", 1, name=f"Bob {row}")
            assert store.append(an_act(row, table=f"t{number}")).result()

    with ThreadPoolExecutor(32) as pool:
        list(pool.map(write, range(1, 65)))
    assert sum(line.rows for line in store.list_tables()) == 64 * 8
    store.close()
