"""The solved miniatures: the real rules give the exact values of games known by other means."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from miniature.overbooking import MINIATURES, make_cards

TESTS = Path(__file__).parents[1]


def solve(folder: Path, name: str, *bots: str) -> Any:
    """The value of a miniature and the exploitability of bots, found in a process of its own."""
    cards = folder / "cards.toml"
    cards.write_text(make_cards(MINIATURES[name]), "utf-8")
    known = {"BELLHOP_CARDS_OVERBOOKING": str(cards), "PYTHONPATH": str(TESTS)}
    done = subprocess.run(
        [sys.executable, "-m", "miniature.solving", name, *bots],
        env={**os.environ, **known}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("name", "nodes"),
    [("A", 4_000), ("B", 87_472), pytest.param("C", 226_000, marks=pytest.mark.prove)],
)
def test_a_miniature_has_its_exact_value(tmp_path: Path, name: str, nodes: int) -> None:
    found = solve(tmp_path, name, "random")
    assert found["nodes"] == nodes
    assert found["value"] == pytest.approx(MINIATURES[name].value, abs=1e-6)


@pytest.mark.xdist_group("compiled")
def test_a_search_can_be_exploited_less_than_chance(tmp_path: Path) -> None:
    found = solve(tmp_path, "A", "random", "flat:300:100")["exploitability"]
    assert 1.5 < found["random"] < 1.7
    assert 0 <= found["flat:300:100"] < found["random"]
