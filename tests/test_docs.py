"""Pages that cannot rot: generated ones are current, the README's game runs."""

import doctest
import re
from pathlib import Path

import make_observations
import pytest
from make_rules import page, path_of

import bellhop
from bellhop.engine.game import Game

PROJECT = Path(__file__).parents[1]


@pytest.mark.parametrize("game", make_observations.SHIPPED, ids=lambda game: game.name)
def test_the_rules_page_is_current(game: Game) -> None:
    assert path_of(game).read_text("utf-8") == page(game), "run make docs"


def test_the_page_of_observations_is_current() -> None:
    assert make_observations.PATH.read_text("utf-8") == make_observations.page(), "run make docs"


def test_the_game_in_the_readme_runs() -> None:
    results = doctest.testfile(str(PROJECT / "README.md"), module_relative=False)
    assert results.attempted >= 5
    assert results.failed == 0


def test_the_commands_in_the_readme_exist() -> None:
    makefile = (PROJECT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    readme = (PROJECT / "README.md").read_text("utf-8")
    assert set(re.findall(r"make ([a-z]+)", readme)) <= targets
    assert {"play", "test"} <= set(re.findall(r"make ([a-z]+)", readme))


def test_every_make_target_has_a_line_of_help() -> None:
    makefile = (PROJECT / "Makefile").read_text("utf-8")
    lines = re.findall(r"^[a-z-]+:.*$", makefile, re.MULTILINE)
    assert len(lines) > 10
    for line in lines:
        assert "## " in line, line


def test_the_version_heads_the_changelog() -> None:
    changelog = (PROJECT / "CHANGELOG.md").read_text("utf-8")
    newest = re.search(r"^## (\S+)", changelog, re.MULTILINE)
    assert newest
    assert newest[1] == bellhop.__version__
