"""A proof that could not run is seen: it fails, or it is counted."""

import re
import tomllib
from pathlib import Path

from support import count_outcomes

PROJECT = Path(__file__).parents[1]
SKIPPING = re.compile(r"\bimport" + "orskip")  # in two parts, so that this file is searched too


def test_a_missing_package_is_a_failure_and_no_skip() -> None:
    tests = sorted((PROJECT / "tests").rglob("*.py"))
    assert len(tests) > 100
    assert [path.name for path in tests if SKIPPING.search(path.read_text("utf-8"))] == []


def test_only_proofs_need_pytorch_and_what_is_built_on_it() -> None:
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = settings["optional-dependencies"]
    heavy = {re.split(r"[<>=]", line)[0] for line in extras["prove"]}
    assert heavy == {"moviepy", "sb3-contrib", "torch"}
    others = [*settings["dependencies"], *extras["serve"], *extras["dev"]]
    assert not [line for line in others if line.startswith(tuple(heavy))]


def test_what_was_skipped_is_recorded() -> None:
    stats = {"passed": "123", "skipped": "12", "": "1234"}
    assert count_outcomes(stats) == {"passed": 3, "failed": 0, "error": 0, "skipped": 2}
