"""The page for learners: its example learns, its code runs."""

import re
import sys
from importlib import util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

PROJECT = Path(__file__).parents[2]
PAGE = PROJECT / "docs" / "learning.md"
pytestmark = pytest.mark.xdist_group("compiled")


def selfplay() -> ModuleType:
    """The example as a module."""
    spec = util.spec_from_file_location("selfplay", PROJECT / "examples" / "selfplay.py")
    assert spec
    assert spec.loader
    module = util.module_from_spec(spec)
    sys.modules["selfplay"] = module
    spec.loader.exec_module(module)
    return module


def test_the_example_learns_to_beat_random_play_beyond_noise() -> None:
    example = selfplay()
    weights = example.train(8)
    fresh = np.zeros_like(weights)
    games = 1_000
    noise = 0.5 / games**0.5
    assert abs(example.share_against_random(fresh, games) - 0.5) < 4 * noise
    assert example.share_against_random(weights, games) > 0.5 + 8 * noise


def test_the_example_is_short() -> None:
    lines = (PROJECT / "examples" / "selfplay.py").read_text("utf-8").splitlines()
    assert sum(bool(line.strip()) for line in lines) < 60


@pytest.mark.parametrize("number", range(4))
def test_the_code_of_the_page_runs(number: int) -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 4
    exec(compile(blocks[number], f"{PAGE.name}, block {number}", "exec"), {})
