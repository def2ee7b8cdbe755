"""Tables, backups and saved games of earlier versions: loaded, continued, carried over, verified.

`old_tables/<version>` was written by that version and never changes: tables of every game in every
state that `states.json` names, a backup of their database, and saved games.
"""

import json
import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bellhop.engine.errors import BellhopError
from bellhop.games import game_named
from bellhop.table.backup import restore
from bellhop.table.file import read_game
from bellhop.table.files import url_of
from bellhop.table.live import LiveTable, revive
from bellhop.table.repair import carry_over, inspect_running
from bellhop.table.schema import HOST, StoredTable, links
from bellhop.table.sitting import Sitting
from bellhop.table.store import Store
from bellhop.table.upgrade import NEWEST_SCHEMA, migrate

FOLDER = Path(__file__).parent / "old_tables"
VERSIONS = sorted(path for path in FOLDER.iterdir() if path.is_dir())
GAMES_KEPT = ("perfect-hotel", "overbooking", "grand-austria-hotel")
STATES = {
    *("waiting", "dealt", "in a turn", "taken back", "with a snapshot", "with a stand-in"),
    *("resigned", "over", "ended by agreement"),
}


@pytest.fixture(params=VERSIONS, ids=lambda path: path.name)
def version(request: pytest.FixtureRequest) -> Path:
    """The folder of an earlier version."""
    folder: Path = request.param
    return folder


@pytest.fixture
def old(version: Path, tmp_path: Path) -> Iterator[Store]:
    """The database of an earlier version, opened by this one."""
    copy = tmp_path / "tables.sqlite"
    shutil.copyfile(version / "tables.sqlite", copy)
    store = Store(f"sqlite:///{copy}")
    yield store
    store.close()


def states_of(version: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads((version / "states.json").read_text("utf-8"))["tables"]
    assert found
    return found


def load(store: Store, table: str) -> tuple[StoredTable, LiveTable]:
    """A table as the server loads it."""
    stored = store.load(table)
    return stored, revive(stored, store.find_snapshot(table, stored.rules))


def check_acts(store: Store, stored: StoredTable, sitting: Sitting) -> None:
    """Check that every act leads to exactly the same position as when it was made."""
    for act, digest in zip(stored.acts, store.digests(stored.id), strict=True):
        sitting.repeat(act.text)
        assert sitting.digest() == digest, act


def play_on(sitting: Sitting) -> None:
    """Play to the end at random, and undo each move the first time that this is possible."""
    chance = random.Random(len(sitting.acts))
    while not sitting.is_over:
        turn = sitting.turn
        sitting.move(chance.choice(sitting.game.legal_moves(sitting.position)))
        if sitting.can_undo(turn) and chance.random() < 0.1:
            sitting.undo()
            sitting.redo()


def test_every_state_of_every_game_is_there(version: Path, old: Store) -> None:
    states = states_of(version)
    found = {(line.game, states[line.id]) for line in old.list_tables()}
    assert found == {(game, state) for game in GAMES_KEPT for state in STATES}


def test_a_table_goes_on_where_it_was(version: Path, old: Store) -> None:
    for table, state in states_of(version).items():
        stored, live = load(old, table)
        if state == "waiting":
            assert live.sitting is None
            continue
        assert live.sitting is not None
        again = revive(stored._replace(acts=())).sitting
        assert again is not None
        check_acts(old, stored, again)
        assert again.position == live.sitting.position
        assert again.lines == live.sitting.lines
        assert live.sitting.is_over == (state in ("resigned", "over", "ended by agreement"))
        last = live.sitting.acts[-1].text if live.sitting.acts else ""
        assert (state == "taken back") == (last == "undo")
        if state == "in a turn":
            assert any(live.sitting.can_undo(seat) for seat in range(len(live.seats)))
        play_on(live.sitting)
        play_on(again)
        assert again.position == live.sitting.position


def test_secrets_of_seats_become_keys_and_their_links_are_used_up(
    version: Path, old: Store
) -> None:
    with closing(sqlite3.connect(version / "tables.sqlite")) as database:
        names = [row[1] for row in database.execute("PRAGMA table_info(seats)")]
        if "secret_hash" not in names:
            pytest.skip("this version had keys already")
        query = "SELECT table_id, seat, secret_hash, taken FROM seats WHERE kind = 'person'"
        seats = database.execute(query).fetchall()
        hosts = dict(database.execute("SELECT id, host_hash FROM tables WHERE host_hash <> ''"))
    assert any(taken for *_, taken in seats)
    assert not all(taken for *_, taken in seats)
    for table in states_of(version):
        held = {(seat, key) for name, seat, key, taken in seats if taken and name == table}
        held |= {(HOST, key) for name, key in hosts.items() if name == table}
        holders = old.load(table).holders
        assert {(holder.seat, holder.key_hash) for holder in holders} == held
    with old.engine.connect() as connection:
        found = connection.execute(
            sa.select(links.c.table_id, links.c.seat, links.c.secret_hash, links.c.used)
        )
        assert {tuple(row) for row in found} == {(*row[:3], bool(row[3])) for row in seats}


def test_a_backup_is_restored(
    version: Path, old: Store, new_database: Callable[[str], str]
) -> None:
    for kind in ("sqlite", "postgresql"):
        url = new_database(kind)
        assert restore(version / "backup.sqlite", url) == len(states_of(version))
        store = Store(url)
        for table in states_of(version):
            assert store.load(table) == old.load(table)
            load(store, table)
        store.close()


def test_a_table_of_unknown_rules_is_carried_over(old: Store) -> None:
    running = {line.id for line in old.list_tables() if line.ended is None}
    assert running
    for table in running:
        old.change_table(table, rules="unknown")
        with pytest.raises(BellhopError, match="began under rules unknown; this server has"):
            load(old, table)
    findings = list(inspect_running(old))
    assert {finding.table for finding in findings} == running
    for finding in findings:
        carry_over(old, finding)
        load(old, finding.table)
    assert not list(inspect_running(old))


@pytest.mark.parametrize("name", GAMES_KEPT)
def test_a_saved_game_is_verified(version: Path, name: str) -> None:
    over = read_game(version / f"{name}-over.json")
    assert over.game is game_named(name)
    assert over.verify().is_over
    assert not read_game(version / f"{name}-unfinished.json").verify().is_over


def test_a_backup_is_made_before_an_upgrade(version: Path, tmp_path: Path) -> None:
    shutil.copyfile(version / "tables.sqlite", tmp_path / "tables.sqlite")
    Store(f"sqlite:///{tmp_path / 'tables.sqlite'}").close()
    (kept,) = tmp_path.glob("*.backup")
    assert kept.stat().st_mode & 0o077 == 0
    store = Store(f"sqlite:///{tmp_path / 'again.sqlite'}")
    store.close()
    assert len(list(tmp_path.glob("*.backup"))) == 1, "a new database has nothing to keep"
    assert restore(kept, f"sqlite:///{tmp_path / 'again.sqlite'}") == len(states_of(version))


def test_a_backup_takes_the_place_of_whatever_had_its_name(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    shutil.copyfile(VERSIONS[0] / "tables.sqlite", database)
    kept = backup_of(database)
    for path in (kept, kept.with_name(f"{kept.name}.new")):
        path.write_text("no database", "utf-8")
        path.chmod(0o644)
    Store(url_of(database)).close()
    assert [path.name for path in tmp_path.glob("*.backup*")] == [kept.name]
    assert kept.stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(kept)) as copy:
        (tables,) = copy.execute("SELECT count(*) FROM tables").fetchone()
    assert tables == len(states_of(VERSIONS[0]))


def backup_of(database: Path) -> Path:
    """The backup of a database of the oldest version."""
    with closing(sqlite3.connect(database)) as opened:
        (schema,) = opened.execute("SELECT version_num FROM alembic_version").fetchone()
    return database.with_name(f"{database.name}.{schema}.backup")


@pytest.mark.parametrize("fault", ["a folder", "a new folder", "a full disk"])
def test_without_a_backup_nothing_is_upgraded(tmp_path: Path, fault: str) -> None:
    database = tmp_path / "tables.sqlite"
    shutil.copyfile(VERSIONS[0] / "tables.sqlite", database)
    kept, engine = backup_of(database), sa.create_engine(url_of(database))
    before = rows_in(engine)
    if fault != "a full disk":
        folder = kept if fault == "a folder" else kept.with_name(f"{kept.name}.new")
        (folder / "with").mkdir(parents=True)
    done = subprocess.run(
        [sys.executable, "-m", "bellhop", "tables", "--database", str(database)],
        capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C.UTF-8"},
        preexec_fn=limit_files if fault == "a full disk" else None,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith(f"bellhop: {kept} cannot be written (")
    assert done.stderr.count("\n") == 1
    assert rows_in(engine) == before
    engine.dispose()


def limit_files() -> None:
    """Let files grow to half the size that a copy of the database needs."""
    half = (VERSIONS[0] / "tables.sqlite").stat().st_size // 2
    resource.setrlimit(resource.RLIMIT_FSIZE, (half, half))


def rows_in(engine: sa.Engine, schema: str | None = None) -> dict[str, list[Any]]:
    """All rows in a database, or in a schema of it, by table."""
    found = sa.MetaData(schema)
    with engine.connect() as connection:
        found.reflect(connection)
        return {
            table.name: sorted(
                (dict(row) for row in connection.execute(sa.select(table)).mappings()), key=repr
            )
            for table in found.sorted_tables
        }


def test_postgresql_keeps_the_tables_as_they_were(
    version: Path, new_database: Callable[[str], str]
) -> None:
    file, engine = (
        sa.create_engine(url_of(version / "tables.sqlite")),
        sa.create_engine(new_database("postgresql")),
    )
    old = rows_in(file)
    (schema,) = (row["version_num"] for row in old["alembic_version"])
    with engine.begin() as connection:
        migrate(connection, schema)
        empty = sa.MetaData()
        empty.reflect(connection)
        for table in empty.sorted_tables:
            if old[table.name] and table.name != "alembic_version":
                connection.execute(sa.insert(table), old[table.name])
    assert rows_in(engine) == old
    store = Store(engine.url)
    assert rows_in(engine, f"before_{NEWEST_SCHEMA}") == old
    assert {line.id for line in store.list_tables()} == set(states_of(version))
    for name in states_of(version):
        load(store, name)
    store.close()
    file.dispose()
    engine.dispose()


def test_a_newer_database_is_refused(database: str) -> None:
    store = Store(database)
    with store.writing() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    with pytest.raises(BellhopError, match="newer version of Bellhop"):
        Store(database)
