"""What a host does with the tables of a club."""

import io
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
import segno

from bellhop.table.store import Store
from cli.running import bellhop, bellhop_here
from table.test_repair import add_running_game
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
    assert "There is no table t9; nothing was deleted" in errors
    assert bellhop("delete", "t1", "--database", database)[1] == "1 deleted\n"
    assert "t1" not in bellhop("tables", "--database", database)[1]
    assert "t1" in bellhop("tables", "--database", copy)[1]


def test_a_copy_overwrites_nothing_and_needs_something_to_copy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "tables.sqlite"
    status, _, errors = bellhop_here(capsys, "backup", tmp_path / "copy", "--database", database)
    assert status == 2
    assert "There is no database" in errors
    Store(f"sqlite:///{database}").close()
    status, _, errors = bellhop_here(capsys, "backup", database, "--database", database)
    assert status == 2
    assert "already exists" in errors


def test_a_copy_is_restored_and_replaces_nothing_unasked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, copy = tmp_path / "tables.sqlite", tmp_path / "copy"
    store = Store(f"sqlite:///{database}")
    store.add_table(a_table("t1"))
    assert (
        bellhop_here(capsys, "backup", copy, "--database", database)[1]
        == f"1 tables copied to {copy}\n"
    )
    status, _, errors = bellhop_here(capsys, "restore", copy, "--overwrite", "--database", database)
    assert status == 2
    assert "is open in another server" in errors
    store.add_table(a_table("t2"))
    store.close()
    status, _, errors = bellhop_here(capsys, "restore", copy, "--database", database)
    assert status == 2
    assert "Add --overwrite to replace them" in errors
    status, output, _ = bellhop_here(capsys, "restore", copy, "--overwrite", "--database", database)
    assert (status, output) == (0, f"1 tables restored from {copy}\n")
    assert len(bellhop_here(capsys, "tables", "--database", database)[1].splitlines()) == 1
    assert bellhop_here(capsys, "restore", copy, "--database", tmp_path / "new.sqlite")[0] == 0
    assert "t1" in bellhop_here(capsys, "tables", "--database", tmp_path / "new.sqlite")[1]


def test_games_of_other_rules_are_replayed_and_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "tables.sqlite"
    store = Store(f"sqlite:///{database}")
    add_running_game(store, "same", "older rules")
    store.close()
    assert "goes the same way" in bellhop_here(capsys, "repair", "--database", database)[1]
    assert (
        "carried over" in bellhop_here(capsys, "repair", "--carry-over", "--database", database)[1]
    )
    assert bellhop_here(capsys, "repair", "--database", database)[:2] == (0, "")


def test_old_tables_are_purged_when_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "tables.sqlite"
    store = Store(f"sqlite:///{database}")
    store.add_table(a_table("old"))
    store.add_table(a_table("new")._replace(made=time.time()))
    store.close()
    status, _, errors = bellhop_here(capsys, "purge", "--database", database)
    assert status == 2
    assert "Say what to purge" in errors
    assert (
        bellhop_here(capsys, "purge", "--keep-finished", "1", "--database", database)[1]
        == "0 deleted\n"
    )
    assert (
        bellhop_here(capsys, "purge", "--keep-abandoned", "30", "--database", database)[1]
        == "1 deleted\n"
    )
    assert "new" in bellhop_here(capsys, "tables", "--database", database)[1]


def test_an_open_server_shows_its_address_as_a_code(tmp_path: Path) -> None:
    """For phones in the living room; a server for this computer alone shows none."""
    for host, has_code in (("0.0.0.0", True), ("127.0.0.1", False)):
        command = [sys.executable, "-m", "bellhop", "serve", "--host", host, "--port", "0"]
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
        server = subprocess.Popen(
            [*command, "--database", str(tmp_path / "tables.sqlite")],
            stdout=subprocess.PIPE, env=environment, text=True, encoding="utf-8",
        )  # fmt: skip
        assert server.stdout
        lines = []
        for line in server.stdout:
            lines.append(line)
            if "The table is open at" in line:
                break
        server.terminate()
        server.wait(timeout=20)
        server.stdout.close()
        found = re.search(r"http://\S+", lines[-1])
        assert found
        drawn = io.StringIO()
        segno.make(found[0], micro=False).terminal(drawn, compact=True)
        assert "".join(lines[:-1]) == (drawn.getvalue() if has_code else "")
