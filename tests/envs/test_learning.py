"""The page for learners: its example learns, its code runs."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bellhop.games import game_named

PROJECT = Path(__file__).parents[2]
EXAMPLE = PROJECT / "examples" / "selfplay.py"
PAGE = PROJECT / "docs" / "learning.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
RESULTS = PROJECT / "benchmarks" / "results"
pytestmark = pytest.mark.xdist_group("compiled")


def test_the_example_learns_to_beat_random_play_beyond_noise() -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), "7"],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    shares = [float(share) / 100 for share in re.findall(r"([\d.]+)% against", done.stdout)]
    noise = 0.5 / 500**0.5
    assert len(shares) == 7
    assert abs(shares[0] - 0.5) < 4 * noise
    assert min(shares[-3:]) > 0.5 + 8 * noise


def test_the_example_is_short() -> None:
    lines = EXAMPLE.read_text("utf-8").splitlines()
    assert sum(bool(line.strip()) for line in lines) < 60


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_code_of_the_page_runs(number: int) -> None:
    exec(compile(BLOCKS[number], f"{PAGE.name}, block {number}", "exec"), {})


def test_the_table_of_learners_is_what_was_measured() -> None:
    found = json.loads((RESULTS / "learners.json").read_text("utf-8"))["games"]
    rows = PAGE.read_text("utf-8").partition("## A table of learners")[2].splitlines()
    assert found
    for name, kinds in found.items():
        for kind, title in (("ppo", "MaskablePPO"), ("linear", "linear policy")):
            ends = kinds[kind]["at_the_end"].values()
            cells = [game_named(name).title, title, *(f"{100 * e['mean']:.1f} %" for e in ends)]
            assert any(row.startswith(f"| {' | '.join(cells)} | ") for row in rows), cells
