"""Backups: with either database, everything comes back, and nothing is lost by mistake."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bellhop.engine.errors import BellhopError
from bellhop.table.backup import CHUNK, back_up, restore
from bellhop.table.schema import metadata
from bellhop.table.store import Store
from table.test_store import a_table, an_act


def rows_of(url: str) -> dict[str, list[Any]]:
    """All rows of a database, by table."""
    store = Store(url, alone=False)
    with store.engine.connect() as connection:
        found = {
            table.name: sorted(map(tuple, connection.execute(sa.select(table))), key=repr)
            for table in metadata.sorted_tables
        }
    store.close()
    return found


def fill(url: str, acts: int = 3) -> None:
    store = Store(url)
    store.add_table(a_table("t1"))
    store.add_table(a_table("t2"))
    store.change_table("t1", nonces=["00000001", "00000002"])
    for row in range(1, acts + 1):
        store.append(an_act(row))
    store.append(an_act(1, "k", "t2")).result()
    store.change_table("t2", ended=2.5)
    store.close()


def test_a_backup_comes_back_whole_into_either_database(
    database: str, new_database: Callable[[str], str], tmp_path: Path
) -> None:
    fill(database, CHUNK + 7)
    kept = rows_of(database)
    assert len(kept["acts"]) == CHUNK + 8
    file = tmp_path / "backup"
    assert back_up(database, file) == 2
    assert file.stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.glob("backup*")] == ["backup"]
    for kind in ("sqlite", "postgresql"):
        other = new_database(kind)
        assert restore(file, other) == 2
        assert rows_of(other) == kept
        again = tmp_path / f"again-{kind}"
        back_up(other, again)
        assert rows_of(f"sqlite:///{again}") == kept


def test_a_backup_is_one_moment_of_a_database_in_use(database: str, tmp_path: Path) -> None:
    fill(database)
    server = Store(database)
    done = [server.append(an_act(row)) for row in range(4, 300)]
    file = tmp_path / "backup"
    back_up(database, file)
    assert all(future.result() for future in done)
    rows = sorted(row[1] for row in rows_of(f"sqlite:///{file}")["acts"] if row[0] == "t1")
    assert rows == list(range(1, len(rows) + 1))
    assert len(rows) >= 3
    with pytest.raises(BellhopError, match=r"in use|open in another server"):
        restore(file, database, overwrite=True)
    server.close()


def test_existing_tables_are_replaced_only_on_request(database: str, tmp_path: Path) -> None:
    fill(database)
    file = tmp_path / "backup"
    back_up(database, file)
    kept = rows_of(database)
    store = Store(database)
    store.add_table(a_table("t3"))
    store.close()
    later = rows_of(database)
    with pytest.raises(BellhopError, match="Add --overwrite"):
        restore(file, database)
    assert rows_of(database) == later
    assert restore(file, database, overwrite=True) == 2
    assert rows_of(database) == kept


def test_a_value_that_postgresql_would_refuse_is_refused_by_both(
    database: str, tmp_path: Path
) -> None:
    file = tmp_path / "backup"
    store = Store(f"sqlite:///{file}")
    with pytest.raises(sa.exc.StatementError, match="not JSON compliant"):
        store.add_table(a_table()._replace(options={"stars": float("nan")}))  # type: ignore[dict-item]
    store.add_table(a_table())
    store.close()
    with closing(sqlite3.connect(file)) as changed, changed:
        changed.execute("""UPDATE tables SET options = '{"stars": NaN}'""")
    with pytest.raises(BellhopError, match="damaged, in the table tables: options cannot be"):
        restore(file, database)


def test_a_file_that_is_not_a_backup_is_refused_before_anything_changes(
    database: str, tmp_path: Path
) -> None:
    fill(database)
    kept = rows_of(database)
    text, empty, newer = tmp_path / "text", tmp_path / "empty", tmp_path / "newer"
    text.write_text("these are not the rows you are looking for" * 100, "utf-8")
    empty.touch()
    back_up(database, newer)
    with closing(sqlite3.connect(newer)) as changed, changed:
        changed.execute("UPDATE alembic_version SET version_num = '9999'")
    for file, fault in (
        (tmp_path / "none", "There is no file"),
        (text, "is not a backup"),
        (empty, "is not a backup"),
        (newer, "newer version of Bellhop"),
    ):
        with pytest.raises(BellhopError, match=fault):
            restore(file, database, overwrite=True)
    assert rows_of(database) == kept
    with pytest.raises(BellhopError, match="already exists"):
        back_up(database, text)
    with pytest.raises(BellhopError, match="cannot be written"):
        back_up(database, tmp_path / "no" / "folder")


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT"


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("UPDATE alembic_version SET version_num = x'00ff'", "not a database of Bellhop"),
        ("UPDATE alembic_version SET version_num = '../../x'", "not a database of Bellhop"),
        ("INSERT INTO alembic_version VALUES ('0001')", "not a database of Bellhop"),
        ("DELETE FROM alembic_version", "not a database of Bellhop"),
        ("DROP TABLE remarks", "in the table remarks: .*no such table"),
        (f"DROP TABLE remarks; CREATE VIEW remarks AS {ENDLESS} x FROM n", "no such table"),
        (f"DROP TABLE alembic_version; CREATE VIEW alembic_version AS {ENDLESS} x FROM n", "table"),
    ],
)  # fmt: skip
def test_a_backup_that_was_tampered_with_is_refused_at_once(
    tmp_path: Path, fault: str, reason: str
) -> None:
    file, database = tmp_path / "backup", f"sqlite:///{tmp_path / 'new.sqlite'}"
    fill(f"sqlite:///{tmp_path / 'old.sqlite'}")
    back_up(f"sqlite:///{tmp_path / 'old.sqlite'}", file)
    with closing(sqlite3.connect(file)) as changed:
        changed.executescript(fault)
    with pytest.raises(BellhopError, match=reason):
        restore(file, database)
    assert not any(rows_of(database).values())


def test_what_others_added_to_a_database_does_not_keep_its_backup_from_being_restored(
    tmp_path: Path,
) -> None:
    """A copy made before an upgrade is one of the whole file, with whatever is in it."""
    file, old = tmp_path / "backup", f"sqlite:///{tmp_path / 'old.sqlite'}"
    fill(old)
    back_up(old, file)
    with closing(sqlite3.connect(file)) as changed:
        changed.executescript(
            f"""CREATE VIEW "my ""own" AS {ENDLESS} x FROM n;
            CREATE TRIGGER slow AFTER INSERT ON acts BEGIN DELETE FROM acts; END;"""
        )
    new = f"sqlite:///{tmp_path / 'new.sqlite'}"
    assert restore(file, new) == 2
    assert rows_of(new) == rows_of(old)
