"""Documentation stays true: generated pages are current, and the README's game runs."""

import doctest
import random
import re
import tomllib
from pathlib import Path
from typing import Any

import make_observations
import make_pictures
import make_positions
import pytest
from make_rules import page, path_of

import bellhop
from bellhop.engine.game import Game
from bellhop.engine.seats import is_over
from bellhop.games import game_named
from test_layers import LAYERS

PROJECT = Path(__file__).parents[1]
SOURCES = Path(bellhop.__file__).parent


@pytest.mark.parametrize("game", make_observations.SHIPPED, ids=lambda game: game.name)
def test_the_rules_page_is_current(game: Game) -> None:
    assert path_of(game).read_text("utf-8") == page(game), "run make docs"


def test_the_page_of_observations_is_current() -> None:
    assert make_observations.PATH.read_text("utf-8") == make_observations.page(), "run make docs"


def test_the_page_of_positions_is_current() -> None:
    assert make_positions.PATH.read_text("utf-8") == make_positions.page(), "run make docs"


def text_of(found: Any) -> str:
    """A position that the snippet of the page has read, as text again."""
    match found:
        case dict() if all(isinstance(number, int) for number in found.values()):
            return f"[{' '.join(f'{place}:{number}' for place, number in found.items())}]"
        case list():
            return f"[{' '.join(f'({fields_of(one)})' for one in found)}]"
    return str(found)


def fields_of(found: dict[str, Any]) -> str:
    return " ".join(f"{name}={text_of(value)}" for name, value in found.items())


@pytest.mark.parametrize("game", make_observations.SHIPPED, ids=lambda game: game.name)
def test_the_snippet_reads_every_position(game: Game) -> None:
    snippet: dict[str, Any] = {}
    (code,) = re.findall(r"```python\n(.*?)```", make_positions.PATH.read_text("utf-8"), re.DOTALL)
    exec(code, snippet)
    chance, read = random.Random(1), 0
    for seats in game.players:
        position = game.new(seats, seed=seats)
        while not is_over(position):
            line = game.write(game.view(position, position.turn))
            name, fields = snippet["read"](line)
            assert f"{name} {fields_of(fields)}" == line
            assert fields.get("turn", 0) == position.turn
            assert len(fields["players"]) >= seats
            game.play(position, chance.choice(game.legal_moves(position)))
            read += 1
    assert read > 100


def test_the_game_in_the_readme_runs() -> None:
    results = doctest.testfile(str(PROJECT / "README.md"), module_relative=False)
    assert results.attempted >= 5
    assert results.failed == 0


def test_the_readme_begins_with_small_pictures_of_every_game() -> None:
    readme = (PROJECT / "README.md").read_text("utf-8").partition("## Two commands")[0]
    shown = re.findall(r"!\[[^]]+\]\((docs/pictures/[\w-]+\.jpg)\)", readme)
    pictures = [PROJECT / path for path in shown]
    assert {path.stem for path in pictures} == set(make_pictures.MOMENTS)
    assert all(path.read_bytes()[:3] == b"\xff\xd8\xff" for path in pictures), "make pictures"
    assert sum(path.stat().st_size for path in pictures) < 400_000


def test_pictures_are_taken_of_the_same_moment_every_time() -> None:
    game = game_named("overbooking")
    first, second = make_pictures.arrange(game), make_pictures.arrange(game)
    assert first == second
    assert first["lit"]


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


def pages_with_instructions() -> list[Path]:
    """Everything that could tell a person what to install."""
    texts = [*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md")]
    return [*texts, *SOURCES.rglob("*.po"), *SOURCES.rglob("*.py"), *PROJECT.glob("examples/*")]


def test_bellhop_is_installed_from_a_clone_or_a_wheel_and_never_from_an_index() -> None:
    found = 0
    for path in pages_with_instructions():
        text = path.read_text("utf-8")
        assert not re.search(r"bellhop(?:[-_]games)?\[", text), path
        for line in re.findall(r"pip install (.+)", text):
            found += 1
            target = re.search(r"""(?:^| )['"]?(\$\(ls dist/|dist/|\.(?:\[|['"` ]|$))""", line)
            assert target, f"{path}: pip install {line}"
    assert found > 8


def test_the_metadata_says_who_what_and_under_which_licence() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["name"] == "bellhop-games"
    assert project["license"] == "MIT"
    assert project["authors"]
    assert (PROJECT / project["readme"]).exists()
    assert not any(line.startswith("License ::") for line in project["classifiers"])
    assert "urls" not in project, "there is no public address (decision 21)"
    extras = set(project["optional-dependencies"]) - {"dev", "prove"}
    readme = (PROJECT / "README.md").read_text("utf-8")
    assert {extra for extra in extras if f"`{extra}`" not in readme} == set()


def test_nothing_asks_for_the_installed_distribution() -> None:
    for path in SOURCES.rglob("*.py"):
        text = path.read_text("utf-8")
        assert not re.search(r"""version\(["']bellhop|distribution\(["']bellhop""", text), path


NAMED = re.compile(r"`([\w./]+\.(?:py|js|toml|html))(?:: (\w+))?`")
DEFINED = (
    r"^\s*(?:export )?(?:async )?(?:def|class|function) {0}\b"
    r"|^(?:const |let )?(?:\w+, )*{0}(?:, \w+)*(?:: [^=]+)? = "
)


def named_in(page: str) -> list[tuple[str, str]]:
    """The files that a page names, each with a name that is defined there, if given."""
    return NAMED.findall((PROJECT / page).read_text("utf-8"))


def test_every_name_on_the_map_exists() -> None:
    named = named_in("docs/architecture.md")
    assert len(named) > 50
    for file, name in named:
        path = SOURCES / file if (SOURCES / file).exists() else PROJECT / file
        assert path.exists(), file
        pattern = DEFINED.format(name) if name else ""
        assert re.search(pattern, path.read_text("utf-8"), re.MULTILINE), f"{file}: {name}"


@pytest.mark.parametrize(
    ("line", "is_definition"),
    [
        ("    async def act(", True),
        ("export function act(", True),
        ("const act = 1;", True),
        ("act: dict[str, int] = {}", True),
        ("undo, act = 0, 1", True),
        ("    act = 1", False),
        ("    move = act(1)", False),
        ("undo = act", False),
    ],
)
def test_a_name_is_defined_where_it_gets_its_meaning(line: str, is_definition: bool) -> None:
    assert bool(re.search(DEFINED.format("act"), line, re.MULTILINE)) == is_definition


def test_the_layers_on_the_map_are_the_layers_that_are_enforced() -> None:
    page = (PROJECT / "docs/architecture.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| .+ \| (.+) \|$", page, re.MULTILINE)
    listed = {}
    for layer, imported in rows:
        named = set(re.findall(r"`(\w+)`", imported))
        listed[layer] = set(LAYERS) - named - {layer} if imported.startswith("all but") else named
    assert listed == LAYERS


def test_the_glossary_has_at_most_twenty_words() -> None:
    page = (PROJECT / "docs/architecture.md").read_text("utf-8").partition("## Words")[2]
    assert 10 <= len(re.findall(r"^\| \w", page, re.MULTILINE)) - 1 <= 20


def test_a_usual_change_touches_at_most_five_files() -> None:
    page = (PROJECT / "CONTRIBUTING.md").read_text("utf-8")
    rows = re.findall(r"^\| (an? [\w ]+) \| (.+) \|$", page, re.MULTILINE)
    assert len(rows) == 12
    for change, files in rows:
        found = [file for file, _ in NAMED.findall(files)]
        assert len(found) <= 5, change
        for file in found:
            homes = (SOURCES, SOURCES / "games/perfect_hotel")
            assert any((home / file).exists() for home in homes), f"{change}: {file}"
