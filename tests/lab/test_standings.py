"""A ladder keeps its results, and whoever joins plays everybody once."""

import json
import re
import sys
from pathlib import Path

import pytest

from bellhop.games import game_named
from bellhop.lab.contestants import code_version
from cli.running import bellhop_here

PROJECT = Path(__file__).parents[2]
SMALL = ("--forget", "strong", "--forget", "master")  # of those a ladder begins with


def climb(
    capsys: pytest.CaptureFixture[str], folder: Path, *arguments: object
) -> tuple[int, str, str]:
    options = ("-n", 4, "--folder", folder, "--on", "here", "-o", "rounds=1")
    return bellhop_here(capsys, "ladder", "perfect-hotel", *arguments, *options)


def test_bots_join_play_and_leave(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "perfect-hotel-2.json"
    assert climb(capsys, tmp_path, *SMALL)[0] == 0
    first = json.loads(path.read_text("utf-8"))
    assert (first["bots"], len(first["meetings"])) == (["random", "casual"], 1)
    assert first["meetings"][0]["version"] == code_version(game_named("perfect-hotel"))
    bot = f"{sys.executable} {PROJECT / 'examples' / 'protocol_bot.py'}"
    code, out, _ = climb(capsys, tmp_path, bot)
    assert code == 0
    second = json.loads(path.read_text("utf-8"))
    assert second["meetings"][0] == first["meetings"][0], "pairs that have met do not meet again"
    assert {(one["candidate"], one["baseline"]) for one in second["meetings"][1:]} == {
        (bot, "random"), (bot, "casual"),
    }  # fmt: skip
    assert out.index("casual") < out.index("random"), "the best comes first"
    page = (tmp_path / "perfect-hotel-2.html").read_text("utf-8")
    assert "protocol_bot.py" in page
    assert page.count("<tr>") == 4
    code, _, told = climb(capsys, tmp_path, "casual")
    assert (code, "on the ladder already" in told) == (2, True)
    assert climb(capsys, tmp_path, "--forget", bot)[0] == 0
    assert json.loads(path.read_text("utf-8")) == first


def test_a_bot_that_opens_a_ladder_finds_opponents_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = climb(capsys, tmp_path, "newcomer", "casual")
    assert code == 0
    ladder = json.loads((tmp_path / "perfect-hotel-2.json").read_text("utf-8"))
    assert ladder["bots"] == ["random", "casual", "strong", "master", "newcomer"]
    assert len(ladder["meetings"]) == 10
    assert "−" in out
    assert re.search(r"[^–] -\d", out) is None, "numbers have a minus sign, not a hyphen"


def test_a_ladder_of_before_versions_were_kept_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "perfect-hotel-2.json"
    assert climb(capsys, tmp_path, *SMALL)[0] == 0
    ladder = json.loads(path.read_text("utf-8"))
    del ladder["meetings"][0]["version"]
    path.write_text(json.dumps(ladder), "utf-8")
    code, out, _ = climb(capsys, tmp_path)
    assert (code, "casual" in out) == (0, True)


def test_nonsense_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "not on the ladder" in climb(capsys, tmp_path, "--forget", "regular")[2]
    assert "nobody" in climb(capsys, tmp_path, "nobody")[2]
    (tmp_path / "perfect-hotel-2.json").write_text("[]", "utf-8")
    assert "is not a ladder" in climb(capsys, tmp_path)[2]
    assert climb(capsys, tmp_path, "casual", "random")[0] == 2
