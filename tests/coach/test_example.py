"""The example that asks the coach."""

import re
import runpy
import sys
from pathlib import Path

import pytest

from bellhop.games import game_named
from coach.sittings import NAMES, play_to_the_end, sit_down

pytestmark = pytest.mark.xdist_group("compiled")
EXAMPLE = Path(__file__).parents[2] / "examples" / "coach.py"
GAME = game_named("night-porter")


def run(argument: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [str(EXAMPLE), argument])
    runpy.run_path(str(EXAMPLE), run_name="__main__")


def test_the_example_judges_a_position(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(GAME.name, monkeypatch)
    chances, best, *others = capsys.readouterr().out.splitlines()
    assert sum(map(int, re.findall(r"(\d+)%", chances))) == pytest.approx(100, abs=2)
    assert best.endswith("gives away 0%")
    first = GAME.new(GAME.players[0], seed=1)
    assert len(others) == len(GAME.legal_moves(first)) - 1


def test_the_example_analyses_a_saved_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_text(play_to_the_end(sit_down(GAME, 2, 1), 1).to_json(), "utf-8")
    run(str(file), monkeypatch)
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in told] == list(NAMES[:2])
    assert all(re.search(r"luck [+-]\d+%, error \d+\.\d% per decision", line) for line in told)
