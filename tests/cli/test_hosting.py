"""What a host does with the tables of a club."""

from pathlib import Path

from bellhop.table.store import Store
from cli.test_commands import bellhop
from table.test_store import a_table, an_act


def test_tables_are_listed_copied_and_deleted(tmp_path: Path) -> None:
    database, copy = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"
    store = Store(f"sqlite:///{database}")
    store.add_table(a_table("t1"))
    store.add_table(a_table("t2"))
    store.append(an_act(1)).result()
    status, output, _ = bellhop("tables", "--database", database)
    assert status == 0
    assert len(output.splitlines()) == 2
    assert "1 acts  open" in output
    status, _, errors = bellhop("delete", "t1", "--database", database)
    assert status == 2
    assert "is open in another server" in errors
    assert bellhop("backup", copy, "--database", database)[0] == 0
    store.close()
    status, _, errors = bellhop("delete", "t1", "t9", "--database", database)
    assert status == 2
    assert "there is no table t9; nothing was deleted" in errors
    assert bellhop("delete", "t1", "--database", database)[1] == "1 deleted\n"
    assert "t1" not in bellhop("tables", "--database", database)[1]
    assert "t1" in bellhop("tables", "--database", copy)[1]


def test_a_copy_overwrites_nothing_and_needs_something_to_copy(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    status, _, errors = bellhop("backup", tmp_path / "copy", "--database", database)
    assert status == 2
    assert "there is no database" in errors
    Store(f"sqlite:///{database}").close()
    status, _, errors = bellhop("backup", database, "--database", database)
    assert status == 2
    assert "exists already" in errors
    status, _, errors = bellhop("backup", tmp_path / "x", "--database", "postgresql://nobody")
    assert status == 2
    assert "use pg_dump" in errors
