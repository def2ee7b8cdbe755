"""The version of the rules changes whenever a replay could differ, and only then."""

import ast
import itertools
import os
import random
import shutil
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

import bellhop
from bellhop.engine import identity, telling
from bellhop.engine.call_graph import CallGraph, functions_of
from bellhop.engine.game import Game
from bellhop.games import GAMES, game_named
from support import more

SOURCE = Path(bellhop.__file__).parent
SHIPPED = [game for game in GAMES if game.package.startswith("bellhop.")]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
HOTEL = game_named("perfect-hotel")
_copies = itertools.count()


def import_copy(folder: Path) -> Game:
    """Import the game in a folder under a new name."""
    name = f"edited_{next(_copies)}"
    where = [str(folder)]
    spec = spec_from_file_location(name, folder / "__init__.py", submodule_search_locations=where)
    assert spec
    assert spec.loader
    module: Any = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    game: Game = module.GAME
    return game


def edited_version(folder: Path, file: str, old: str, new: str) -> str:
    """The version of Perfect Hotel with an edit in one of its files."""
    copy = folder / "copy"
    shutil.copytree(HOTEL.folder, copy)
    text = (copy / file).read_text("utf-8")
    assert old in text
    (copy / file).write_text(text.replace(old, new, 1), "utf-8")
    return import_copy(copy).rules_version


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("rules/turns.py", "floor.rows += 1", "floor.rows += 2"),
        ("rules/legality.py", "counted < HIGH_SEASON_CARDS", "counted <= HIGH_SEASON_CARDS"),
        ("rules/preparation.py", "game.round += 1", "game.round += 2"),
        ("rules/vocabulary.py", "SMALLEST_SET = 2", "SMALLEST_SET = 3"),
        ("rules/vocabulary.py", "BUILDING = 2", "BUILDING = 4"),
        ("rules/vocabulary.py", '"add {}"', '"join {}"'),
        ("rules/state.py", "points = int16()", "points = int16(2)"),
        ("rules/state.py", "site = int8()", "plot = int8()\n    site = int8()"),
        ("cards.toml", "tourist_loss = 3", "tourist_loss = 4"),
        ("cards.toml", 'name = "', 'name = "The '),
        ("rules/state.py", '"any", "first-edition"', '"all", "first-edition"'),
        ("__init__.py", "{Event.PLACED, Event.BUILT}", "{Event.BUILT}"),
        ("__init__.py", "range(2, SEATS + 1)", "range(3, SEATS + 1)"),
    ],
)
def test_an_edit_that_a_replay_can_notice_is_another_version(
    tmp_path: Path, file: str, old: str, new: str
) -> None:
    assert edited_version(tmp_path, file, old, new) != HOTEL.rules_version


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("rules/turns.py", '"""Put a floor card', '"""Lay a floor card'),
        (
            "rules/turns.py",
            "    floor = me.floors",
            "    # the floor itself\n\n    floor = me.floors",
        ),
        ("rules/turns.py", "size = set_size(game)", "size: int = set_size(game)"),
        ("rules/turns.py", "-> bool:", "-> int:"),
        ("rules/turns.py", '@rule("research")', '@rule("build")'),
        ("cards.toml", "[game]", "# The numbers of the rulebook.\n[game]"),
        ("cards.toml", 'note = "', 'note = "perhaps '),
        ("speech.py", "def say_item", "def say_nothing() -> str:\n    return ''\n\n\ndef say_item"),
        ("page/table.py", "import", "import sys\nimport"),
        ("rules/state.py", "# the seat that begins this round", "# the seat that started"),
    ],
)
def test_an_edit_that_nobody_can_notice_in_a_replay_is_the_same_version(
    tmp_path: Path, file: str, old: str, new: str
) -> None:
    assert edited_version(tmp_path, file, old, new) == HOTEL.rules_version


def test_the_version_is_that_of_the_rules_in_memory(tmp_path: Path) -> None:
    """Editing a file after the import, before the version is computed, changes nothing."""
    copy = tmp_path / "copy"
    shutil.copytree(HOTEL.folder, copy)
    game = import_copy(copy)
    for path in (copy / "rules").glob("*.py"):
        path.write_text("nonsense", "utf-8")
    assert game.rules_version == HOTEL.rules_version


@every_game
def test_every_function_and_constant_reached_counts(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = CallGraph(functions_of(game.rules), {})
    version = identity.identify(graph, {}, game.package)
    functions = [function for function in graph.functions if function is not telling.tell]
    assert len(functions) > 10
    assert len(graph.constants) > 10
    chance = random.Random(14)
    for function in chance.sample(functions, min(len(functions), more(2, len(functions)))):
        tree = identity._tree_of(function)
        assert isinstance(tree, ast.FunctionDef)
        with monkeypatch.context() as changed:
            changed.setattr(tree, "body", [ast.Continue(), *tree.body])
            assert identity.identify(graph, {}, game.package) != version, function
    names = sorted(graph.constants)
    for name in chance.sample(names, min(len(names), more(2, len(names)))):
        with monkeypatch.context() as changed:
            changed.setitem(graph.constants, name, "edited")
            assert identity.identify(graph, {}, game.package) != version, name
    assert identity.identify(graph, {}, game.package) == version


def versions_by(python: str, folder: Path) -> list[str]:
    """The versions that another Python finds in a source folder, with its standard library only."""
    code = "from bellhop.games import GAMES; print(*(game.rules_version for game in GAMES))"
    known = {key: value for key, value in os.environ.items() if key != "BELLHOP_GAMES"}
    done = subprocess.run(
        [python, "-S", "-c", code], env={**known, "PYTHONPATH": str(folder)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize(
    ("file", "old", "new", "changed"),
    [
        ("engine/questions.py", "game.asked += 1", "game.asked += 2", 2),
        ("engine/dice.py", "word ^ word >> 16\n", "word ^ word >> 15\n", 3),
        ("engine/fairness.py", '"bellhop dice"', '"bellhop cubes"', 3),
        ("engine/fairness.py", '"""The dice word for a row', '"""A dice word for a row', 0),
        ("engine/telling.py", "EVERYONE = -1", "EVERYONE = -9", 3),
        ("engine/options.py", "choice=choice)", "choice=str(choice))", 0),
        ("engine/options.py", "if choice not in", "if not choice in", 3),
    ],
)
def test_what_the_rules_reach_in_the_engine_counts_too(
    tmp_path: Path, file: str, old: str, new: str, changed: int
) -> None:
    shutil.copytree(SOURCE, tmp_path / "bellhop")
    path = tmp_path / "bellhop" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    now = [game.rules_version for game in SHIPPED]
    after = versions_by(sys.executable, tmp_path)
    assert sum(one != other for one, other in zip(now, after, strict=True)) == changed


def other_pythons() -> list[str]:
    """The other Python versions on this machine."""
    folders = (Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions").glob("*")
    found = [*(shutil.which(f"python3.{minor}") for minor in range(11, 16))]
    found += [str(path / "bin" / "python") for path in sorted(folders)]
    versions: dict[str, str] = {}
    for python in filter(None, found):
        code = "import sys; print(*sys.version_info[:2]) if sys.version_info >= (3, 11) else None"
        told = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
        if told.returncode == 0 and told.stdout.strip():
            versions.setdefault(told.stdout.strip(), python)
    versions.pop(f"{sys.version_info[0]} {sys.version_info[1]}", None)
    return list(versions.values())


def test_every_python_finds_the_same_versions() -> None:
    now = [game.rules_version for game in SHIPPED]
    pythons = other_pythons()
    if not pythons:
        pytest.skip("there is no other Python on this machine")
    for python in pythons:
        assert versions_by(python, SOURCE.parent) == now, python


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)
def test_earlier_versions_of_the_same_rules_are_known(game: Game) -> None:
    """They are stored as text, so that every Python that runs the tests must find the same."""
    assert game.rules_version in game.earlier_versions.values()
    assert all(game.has_rules(version) for version in game.earlier_versions)
    assert game.has_rules(game.rules_version)
    assert not game.has_rules("0123456789abcdef")
