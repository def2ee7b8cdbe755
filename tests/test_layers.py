"""Who may import whom: the layers of the project, checked on every import."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import bellhop
from bellhop.games import GAMES

ROOT = Path(bellhop.__file__).parent
GAME_PACKAGES = {game.package.rpartition(".")[2] for game in GAMES}

# Each layer with the layers it may import; "games" stands for the games and the list of them.
LAYERS = {
    "engine": set(),
    "games": {"engine"},
    "drawing": {"engine", "games"},
    "bots": {"engine", "games"},
    "table": {"engine", "games", "bots"},
    "lab": {"engine", "games", "bots"},
    "envs": {"engine", "games", "drawing", "bots"},
    "web": {"engine", "games", "drawing", "bots", "table"},
    "cli": {"engine", "games", "drawing", "bots", "table", "lab", "web"},
}


def layer_of(name: str) -> str:
    part = name.split(".")[1] if "." in name else name
    if part in GAME_PACKAGES or part == "games":
        return "games"
    return "cli" if part == "__main__" else part


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


SOURCES = sorted(path for path in ROOT.rglob("*.py") if path.parent != ROOT or path.stem == "games")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_imports_only_layers_below_its_own(path: Path) -> None:
    module = ".".join(("bellhop", *path.relative_to(ROOT).with_suffix("").parts))
    layer = layer_of(module)
    for name in imports(path):
        if name.startswith("bellhop."):
            assert layer_of(name) in LAYERS[layer] | {layer}, f"{module} imports {name}"


def test_every_layer_is_known() -> None:
    assert {layer_of(f"bellhop.{path.name}") for path in ROOT.iterdir() if path.is_dir()} <= (
        set(LAYERS) | {"words", "__pycache__"}
    )


@pytest.mark.parametrize("package", sorted(GAME_PACKAGES))
def test_rules_import_no_compiler_and_no_other_game(package: str) -> None:
    for path in (ROOT / package).glob("*.py"):
        for name in imports(path):
            assert name.partition(".")[0] in {"bellhop", "enum", "pathlib", "typing", "collections"}
            other = name.split(".")[1] if name.startswith("bellhop.") else ""
            assert other not in GAME_PACKAGES - {package}


COMMON_FILES = {
    *("__init__.py", "vocabulary.py", "state.py", "preparation.py", "legality.py", "turns.py"),
    *(
        "scoring.py",
        "knowledge.py",
        "observation.py",
        "speech.py",
        "cards.toml",
        "rulebook.toml",
        "rulings.toml",
    ),
}


@pytest.mark.parametrize("package", sorted(GAME_PACKAGES))
def test_every_game_folder_has_the_same_files_and_perhaps_more_chapters(package: str) -> None:
    assert {path.name for path in (ROOT / package).glob("*.*")} >= COMMON_FILES
    assert {path.name for path in (ROOT / package / "words").iterdir()} == {
        "en.po",
        "pl.po",
        "ru.po",
    }


def test_no_file_is_longer_than_500_lines() -> None:
    project = ROOT.parents[1]
    for folder in ("src", "tests", "docs", "benchmarks"):
        for path in (project / folder).rglob("*.py"):
            assert len(path.read_text("utf-8").splitlines()) <= 500, path
