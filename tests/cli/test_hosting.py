"""The commands with which an operator manages tables."""

import io
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
import segno

from bellhop.cli import hosting
from bellhop.table.retention import Retention
from bellhop.table.store import Store
from cli.running import bellhop, bellhop_here
from table.test_repair import add_running_game
from table.test_store import a_table, an_act

OLD = Path(__file__).parents[1] / "table" / "old_tables" / "0.1.0"


def test_tables_are_listed_copied_and_deleted(tmp_path: Path) -> None:
    database, copy = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"
    store = Store(f"sqlite:///{database}")
    store.add_table(a_table("t1"))
    store.add_table(a_table("t2"))
    store.append(an_act(1)).result()
    status, output, _ = bellhop("tables", "--database", database)
    assert status == 0
    assert len(output.splitlines()) == 2
    assert "1 move  running" in output
    status, _, errors = bellhop("delete", "t1", "--database", database)
    assert status == 2
    assert "is open in another server" in errors
    assert bellhop("backup", copy, "--database", database)[0] == 0
    store.close()
    status, _, errors = bellhop("delete", "t1", "t9", "--database", database)
    assert status == 2
    assert "There is no table t9; nothing was deleted" in errors
    assert bellhop("delete", "t1", "--database", database)[1] == "1 table deleted.\n"
    assert "t1" not in bellhop("tables", "--database", database)[1]
    assert "t1" in bellhop("tables", "--database", copy)[1]


def test_damaged_rows_are_listed_as_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "tables.sqlite"
    store = Store(f"sqlite:///{database}")
    for number in range(3):
        store.add_table(a_table(f"t{number}"))
    store.close()
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.execute("UPDATE tables SET made = 'long ago', options = '{' WHERE id = 't0'")
        opened.execute("UPDATE tables SET made = 1e300 WHERE id = 't1'")
        opened.execute("UPDATE tables SET game = char(27) || '[2J' WHERE id = 't2'")
    for command in ("tables", "repair"):
        status, out, err = bellhop_here(capsys, command, "--database", database)
        assert (status, err) == (0, "")
        assert "\\x1b[2J" in out
        assert "\x1b" not in out
    assert "long ago" in bellhop_here(capsys, "tables", "--database", database)[1]
    status, _, err = bellhop_here(capsys, "link", "t0", "--database", database)
    assert (status, err.count("\n")) == (2, 1)
    assert "is damaged" in err


def test_a_backup_overwrites_nothing_and_needs_a_database(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    status, _, errors = bellhop("backup", tmp_path / "copy", "--database", database)
    assert status == 2
    assert "There is no database" in errors
    Store(f"sqlite:///{database}").close()
    status, _, errors = bellhop("backup", database, "--database", database)
    assert status == 2
    assert "already exists" in errors


@pytest.mark.parametrize("name", ["a?b", "100%25#é", "file:%s&"])
def test_a_file_may_have_any_name(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, copy = tmp_path / f"{name}.sqlite", tmp_path / f"{name}.backup"
    shutil.copyfile(OLD / "tables.sqlite", database)
    assert bellhop_here(capsys, "backup", copy, "--database", database)[0] == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {database.name, copy.name, f"{database.name}.0003.backup"}
    assert copy.stat().st_mode & 0o077 == 0
    again = tmp_path / f"again-{name}"
    assert bellhop_here(capsys, "restore", copy, "--database", again)[0] == 0
    listed = bellhop_here(capsys, "tables", "--database", database)[1]
    assert len(listed.splitlines()) == 27
    assert bellhop_here(capsys, "tables", "--database", again)[1] == listed


def test_a_backup_is_restored_and_overwrites_only_on_request(tmp_path: Path) -> None:
    database, copy = tmp_path / "tables.sqlite", tmp_path / "copy"
    store = Store(f"sqlite:///{database}")
    store.add_table(a_table("t1"))
    assert bellhop("backup", copy, "--database", database)[1] == f"1 table copied to {copy}.\n"
    status, _, errors = bellhop("restore", copy, "--overwrite", "--database", database)
    assert status == 2
    assert "is open in another server" in errors
    store.add_table(a_table("t2"))
    store.close()
    status, _, errors = bellhop("restore", copy, "--database", database)
    assert status == 2
    assert "Add --overwrite to replace them" in errors
    status, output, _ = bellhop("restore", copy, "--overwrite", "--database", database)
    assert (status, output) == (0, f"1 table restored from {copy}.\n")
    assert len(bellhop("tables", "--database", database)[1].splitlines()) == 1
    assert bellhop("restore", copy, "--database", tmp_path / "new.sqlite")[0] == 0
    assert "t1" in bellhop("tables", "--database", tmp_path / "new.sqlite")[1]


def test_games_of_other_rules_are_replayed_and_reported(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    store = Store(f"sqlite:///{database}")
    add_running_game(store, "same", "older rules")
    store.close()
    assert "replays the same" in bellhop("repair", "--database", database)[1]
    assert "carried over" in bellhop("repair", "--carry-over", "--database", database)[1]
    assert bellhop("repair", "--database", database)[:2] == (0, "")


def test_old_tables_are_purged_when_asked(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    store = Store(f"sqlite:///{database}")
    store.add_table(a_table("old"))
    store.add_table(a_table("new")._replace(made=time.time()))
    store.close()
    status, _, errors = bellhop("purge", "--database", database)
    assert status == 2
    assert "Say what to purge" in errors
    for kind, said in (("finished", "0 tables deleted.\n"), ("abandoned", "1 table deleted.\n")):
        assert bellhop("purge", f"--keep-{kind}", "30", "--database", database)[1] == said
    assert "new" in bellhop("tables", "--database", database)[1]


@pytest.mark.parametrize(
    ("language", "listed", "deleted"),
    [
        ("en", "2 moves  over", "2 tables deleted.\n"),
        ("pl", "2\xa0ruchy  koniec", "Usunięto 2\xa0stoły.\n"),
        ("ru", "2\xa0хода  окончена", "Удалено 2\xa0стола.\n"),
    ],
)
def test_commands_for_hosts_speak_the_readers_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, listed: str, deleted: str
) -> None:
    database = tmp_path / "tables.sqlite"
    store = Store(f"sqlite:///{database}")
    for name in ("t1", "t2"):
        store.add_table(a_table(name))
        store.change_table(name, ended=1.0)
    for row in (1, 2):
        store.append(an_act(row)).result()
    store.close()
    hosting.list_tables(str(database), language)
    assert listed in capsys.readouterr().out
    hosting.purge_tables(str(database), Retention(finished=1), language)
    assert capsys.readouterr().out == deleted


def test_a_host_chooses_the_language(tmp_path: Path) -> None:
    spoken = ("--database", tmp_path / "tables.sqlite", "--language", "pl")
    assert bellhop("purge", "--keep-finished", "1", *spoken)[1] == "Usunięto 0\xa0stołów.\n"


def test_an_open_server_shows_its_address_as_a_code(tmp_path: Path) -> None:
    """It is for phones nearby; a server that only this computer can reach shows none."""
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
