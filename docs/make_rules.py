"""Write `docs/rules/<game>.md`: section → functions → tests, and the rulings (`make docs`)."""

import inspect
from collections.abc import Iterator
from pathlib import Path

from make_observations import SHIPPED

from bellhop.engine.game import Game
from bellhop.engine.rulebook import open_rulebook, rule_functions, section_of
from sources import proofs

PROJECT = Path(__file__).parents[1]


def page(game: Game) -> str:
    """The page of one game."""
    return "\n".join(_lines(game)) + "\n"


def path_of(game: Game) -> Path:
    """Where the page lies."""
    return PROJECT / "docs" / "rules" / f"{game.name}.md"


def _lines(game: Game) -> Iterator[str]:
    book = open_rulebook(game.folder)
    package = game.package.rpartition(".")[2]
    yield f"# {game.title}: from the rulebook to the code"
    yield ""
    yield "Made by `make docs`; do not edit."
    yield f"Edition: {book.edition}. Credit: {game.credit}."
    yield ""
    yield "| Section | Functions | Tests |"
    yield "|---|---|---|"
    tests = proofs(package, "rule")
    functions = _functions(game, package)
    for section in book.sections:
        code = "<br>".join(functions.get(section.id, ["(components only)"]))
        proved = "<br>".join(_test_link(test) for test in tests.get(section.id, ()))
        yield f"| {section.title} | {code} | {proved} |"
    yield ""
    yield "## Rulings"
    yield ""
    yield "| | Question | Ruling | Why | Tests |"
    yield "|---|---|---|---|---|"
    tests = proofs(package, "ruling")
    for ruling in book.rulings:
        option = f" (option `{ruling.option}`)" if ruling.option else ""
        proved = "<br>".join(_test_link(test) for test in tests[ruling.id])
        edition = f" (Edition followed: {ruling.edition}.)" if ruling.edition else ""
        decided = f"{ruling.ruling}{option} | {ruling.why}{edition}"
        yield f"| {ruling.id} | {ruling.question} | {decided} | {proved} |"


def _functions(game: Game, package: str) -> dict[str, list[str]]:
    """Links to the functions of every section."""
    found: dict[str, list[str]] = {}
    for module, functions in rule_functions(game.rules).items():
        file = f"{module.rpartition('.')[2]}.py"
        for function in functions:
            line = inspect.getsourcelines(function)[1]
            path = f"src/bellhop/games/{package}/rules/{file}#L{line}"
            link = f"[`{function.__name__}`](../../{path})"
            found.setdefault(section_of(function), []).append(link)
    return found


def _test_link(test: str) -> str:
    file, _, name = test.partition("::")
    return f"[{name.removeprefix('test_').replace('_', ' ')}](../../tests/{file})"


def main() -> None:
    """Write the pages of all games that are shipped."""
    for game in SHIPPED:
        path_of(game).parent.mkdir(exist_ok=True)
        path_of(game).write_text(page(game), "utf-8")
        print(path_of(game).relative_to(PROJECT))


if __name__ == "__main__":
    main()
