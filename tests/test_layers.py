"""Which module may import which: the layers of the project, and the roles inside a game."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import bellhop
from bellhop.engine.game import Game
from bellhop.games import GAMES

ROOT = Path(bellhop.__file__).parent

# Each layer with the layers it may import.
LAYERS = {
    "engine": set(),
    "drawing": {"engine"},
    "games": {"engine", "drawing"},
    "bots": {"engine", "games"},
    "table": {"engine", "games", "bots"},
    "envs": {"engine", "drawing", "games", "bots"},
    "coach": {"engine", "games", "bots", "table"},
    "lab": {"engine", "games", "bots", "envs"},
    "training": {"engine", "games", "bots", "envs"},
    "web": {"engine", "drawing", "games", "bots", "table", "coach"},
    "cli": {"engine", "drawing", "games", "bots", "table", "coach", "lab", "training", "web"},
}
# Each role in a game with what else of the game it may import; "" is the game itself.
ROLES = {
    "": {"rules"},
    "rules": set(),
    "card_text": {"rules"},
    "event_text": {"rules", "card_text"},
    "card_lists": {"rules", "card_text"},
    "speech": {"rules", "card_text", "event_text"},
    "finality": {"", "rules"},
    "tips": {"rules"},
    "page": {"", "rules", "speech", "card_text", "card_lists"},
    "terminal": {"rules", "speech", "card_text"},
    "advice": {"rules"},
    "figures": {"rules", "speech", "card_text"},
    "observation": {"", "rules"},
    "branches": {"rules"},
    "miniatures": {""},
}
DRAWN = {"page"}  # roles that may use the drawing kit
PLAIN_PYTHON = {"collections", "dataclasses", "enum", "functools", "pathlib", "random", "sys",
                "tomllib", "typing"}  # fmt: skip
FOLDERS = [game.folder for game in GAMES]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def imports(path: Path, package: tuple[str, ...]) -> Iterator[str]:
    """The full names of everything that a file of a package imports, also inside functions."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            home = [*package[: len(package) - node.level + 1]] if node.level else []
            home += [node.module] if node.module else []
            yield from (".".join((*home, alias.name)) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def package_of(path: Path) -> tuple[str, ...]:
    return ("bellhop", *path.parent.relative_to(ROOT).parts)


SOURCES = sorted(path for path in ROOT.rglob("*.py") if path.parent != ROOT)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_imports_only_layers_below_its_own(path: Path) -> None:
    layer = path.relative_to(ROOT).parts[0]
    for name in imports(path, package_of(path)):
        if name.startswith("bellhop."):
            imported = name.split(".")[1]
            assert imported in LAYERS[layer] | {layer}, f"{path} imports {name}"


def test_every_layer_is_known() -> None:
    folders = {path.name for path in ROOT.iterdir() if path.is_dir()}
    assert folders - {"words", "__pycache__"} == set(LAYERS)


NAMES = {form for game in GAMES for form in (game.name, game.folder.name, game.title)}


def test_only_the_one_list_names_a_game() -> None:
    """Outside the folders of games no import, text or style names one; docstrings may."""
    kinds = {".py", ".html", ".js", ".css", ".po"}
    found = [path for path in ROOT.rglob("*.*") if path.suffix in kinds and not _is_of_a_game(path)]
    assert {path.suffix for path in found} == kinds
    for path in found:
        if path.suffix == ".py":
            said = {text for text in _texts(path) if any(name in text for name in NAMES)}
            listed = {game.package for game in GAMES} if path == ROOT / "games/__init__.py" else {}
            assert said <= set(listed), path
            for name in imports(path, package_of(path)):
                assert not any(name.startswith(f"{game.package}.") for game in GAMES), path
        else:
            assert not any(name in path.read_text("utf-8") for name in NAMES), path


def _is_of_a_game(path: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in FOLDERS)


def _texts(path: Path) -> Iterator[str]:
    """All texts in the code of a file, without docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in silent
        ):
            yield node.value


def role_of(name: str) -> str:
    """The role of a module, or of something in it, by its name inside the game."""
    first = name.partition(".")[0]
    return first if first in ROLES else ""


@every_game
def test_a_part_of_a_game_imports_the_rules_and_its_kit(game: Game) -> None:
    paths = list(game.folder.rglob("*.py"))
    assert paths
    for path in paths:
        parts = path.relative_to(game.folder).with_suffix("").parts
        role = role_of(parts[0])
        package = (*game.package.split("."), *parts[:-1])
        for name in imports(path, package):
            where = f"{path} imports {name}"
            if f"{name}.".startswith(f"{game.package}."):
                imported = role_of(name.removeprefix(game.package).lstrip("."))
                is_part = role == "" and imported in ROLES  # imported when first needed
                assert is_part or imported in ROLES[role] | {role}, where
            elif name.startswith("bellhop."):
                layer = name.split(".")[1]
                assert layer == "engine" or (layer == "drawing" and role in DRAWN), where
            else:
                allowed = PLAIN_PYTHON | ({"markupsafe"} if role in DRAWN else set())
                assert name.partition(".")[0] in allowed, where


COMMON_FILES = {
    *("__init__.py", "cards.toml", "rulebook.toml", "rulings.toml"),
    *("speech.py", "finality.py", "terminal.py", "figures.py", "observation.py"),
    *(f"rules/{name}.py" for name in ("__init__", "vocabulary", "state", "preparation")),
    *(f"rules/{name}.py" for name in ("legality", "turns", "scoring", "knowledge")),
    *(f"page/{name}.py" for name in ("__init__", "table", "overview", "pictures")),
    *("page/table.html", "page/overview.html", "page/style.css", "page/cover.svg"),
    *(f"words/{language}.po" for language in ("en", "pl", "ru")),
    *(f"handbook/{language}.md" for language in ("en", "pl", "ru")),
}


@every_game
def test_every_game_folder_has_the_same_files_and_perhaps_more_chapters(game: Game) -> None:
    found = {str(path.relative_to(game.folder)) for path in game.folder.rglob("*.*")}
    assert found >= COMMON_FILES
    assert found & {"advice.py", "advice/__init__.py"}


def test_no_file_is_longer_than_500_lines() -> None:
    project = ROOT.parents[1]
    for folder in ("src", "tests", "docs", "benchmarks"):
        paths = list((project / folder).rglob("*.py"))
        assert paths
        for path in paths:
            assert len(path.read_text("utf-8").splitlines()) <= 500, path
