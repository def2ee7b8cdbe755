"""The store: what was acknowledged is on disk, and a conflict affects no other row."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from bellhop.engine.errors import BellhopError
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
