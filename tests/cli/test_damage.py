"""Damaged files and databases: every command says in one line what is wrong, never a traceback."""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bellhop.table.file import GameFile, read_game, start_at
from bellhop.table.sitting import Sitting
from cli.running import bellhop_here
from support import more

OLD = Path(__file__).parents[1] / "table" / "old_tables" / "0.1.0"
NASTY: tuple[Any, ...] = (
    *(None, True, -1, 2**70, 1.5, "", "\x00", "\x1b[31mred", "é" * 64, "9" * 5_000, [], {}),
    *(["x"], {"name": 1}, [[1, "resign " + "9" * 5_000]], "\ud800", float("nan"), [float("inf")]),
)


def damage(content: Any, chance: random.Random) -> None:
    """Replace one entry, or a part of one, by something else."""
    key = chance.choice(sorted(content))
    if isinstance(content[key], list) and content[key] and chance.random() < 0.7:
        content[key][chance.randrange(len(content[key]))] = chance.choice(NASTY)
    elif chance.random() < 0.2:
        del content[key]
    else:
        content[key] = chance.choice(NASTY)


def continued(path: Path) -> Any:
    """A game that goes on from a saved one, in the format of such games."""
    past = read_game(path).verify()
    undealt = past.game.undealt(len(past.seats), past.game.options_of(past.position))
    sitting = Sitting(past.game, undealt, past.seats, past.shaker, start_at(past, None))
    return GameFile.of(sitting).content()


@pytest.mark.parametrize("is_continued", [False, True], ids=["a deal", "an earlier game"])
def test_a_damaged_game_file_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], is_continued: bool
) -> None:
    chance, refused = random.Random(15), 0
    if is_continued:
        games = [continued(path) for path in sorted(OLD.glob("*-unfinished.json"))]
    else:
        games = [json.loads(path.read_text("utf-8")) for path in sorted(OLD.glob("*-over.json"))]
    file, copy = tmp_path / "game.json", tmp_path / "copy.bellhop"
    for _ in range(more(25, 1_000)):
        content = json.loads(json.dumps(chance.choice(games)))
        parts = [content]
        if is_continued:
            parts = [content["start"], content["start"]["game"]]
        damage(chance.choice(parts), chance)
        file.write_text(json.dumps(content), "utf-8")
        for command in (("verify", file), ("replay", file), ("convert", file, copy)):
            copy.unlink(missing_ok=True)
            status, out, err = bellhop_here(capsys, *command)
            assert status in (0, 2), err
            assert "Traceback" not in err
            assert "\x1b[31m" not in out + err
            if status:
                refused += 1
                assert err.startswith("bellhop: ")
                assert err.count("\n") == 1
    assert refused > 40


def test_a_damaged_backup_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chance, whole, refused = random.Random(15), (OLD / "backup.sqlite").read_bytes(), 0
    file = tmp_path / "backup.sqlite"
    for number in range(more(40, 600)):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 20, 400))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        file.write_bytes(data[: chance.choice((len(data), len(data), 5_000))])
        database = tmp_path / f"{number}.sqlite"
        status, _, err = bellhop_here(capsys, "restore", file, "--database", database)
        assert status in (0, 2), err
        assert "Traceback" not in err
        refused += status == 2
        database.unlink(missing_ok=True)
    assert refused > 10


def test_a_backup_with_a_name_that_is_no_text_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "backup.sqlite"
    shutil.copyfile(OLD / "backup.sqlite", file)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute(
            "INSERT INTO sqlite_master SELECT 'view', CAST(x'c220' AS TEXT), 'v', 0,"
            " 'CREATE VIEW v AS SELECT 1'"
        )
    status, _, err = bellhop_here(capsys, "restore", file, "--database", tmp_path / "tables.sqlite")
    assert status == 2
    assert err.startswith("bellhop: ")
    assert "Traceback" not in err


def test_a_database_of_another_kind_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for database, told in (("mysql://x/y", "mysql://"), ("postgresql://a:b:c/x", "postgresql://")):
        status, _, err = bellhop_here(capsys, "tables", "--database", database, lang="pl_PL.UTF-8")
        assert status == 2
        assert err.startswith("bellhop: ")
        assert "adres" in err
        assert told in err
        assert err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [("--database", "junk.sqlite"), ("--database", "postgresql://nobody@127.0.0.1:1/none"),
     ("--database", "file/tables.sqlite"), ("--public-url", "http://["), ("--public-url", "//")],
    ids=" ".join,
)  # fmt: skip
def test_a_server_that_cannot_start_says_why(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "junk.sqlite").write_bytes(b"junk" * 1_000)
    (tmp_path / "file").write_text("no folder", "utf-8")
    shutil.copyfile(OLD / "tables.sqlite", tmp_path / "tables.sqlite")
    given = arguments if "--database" in arguments else (*arguments, "--database", "tables.sqlite")
    done = subprocess.run(
        [sys.executable, "-m", "bellhop", "serve", "--port", "0", *given], cwd=tmp_path,
        env=dict(os.environ), capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("bellhop: ")
