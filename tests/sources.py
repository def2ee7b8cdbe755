"""Facts about the source files: tests of sections and rulings, message keys, errors."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import bellhop.web.app  # noqa: F401  (all classes of errors are imported with it)
from bellhop.engine.errors import BellhopError, PlainError, Refused, Relayed

TESTS = Path(__file__).parent


def proofs(package: str, marker: str) -> dict[str, list[str]]:
    """The tests of a game that carry `@pytest.mark.<marker>("id")`, by id, as file::name."""
    found = defaultdict(list)
    for path in sorted((TESTS / package).glob("test_*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                for mark in marks(node, marker):
                    found[mark].append(f"{package}/{path.name}::{node.name}")
    return dict(found)


def marks(function: ast.FunctionDef, marker: str) -> Iterator[str]:
    """The ids in a function's markers of one kind."""
    for decorator in function.decorator_list:
        match decorator:
            case ast.Call(func=ast.Attribute(attr=name), args=[ast.Constant(value=str(mark))]):
                if name == marker:
                    yield mark


IN_TEMPLATE = re.compile(r"\b(shell|words)\.(?:say|count)\(\"([^\"]+)\"[,)]")


def template_keys(paths: Iterable[Path]) -> tuple[set[str], set[str]]:
    """The same for templates."""
    found: dict[str, set[str]] = {"shell": set(), "words": set()}
    for path in paths:
        for owner, key in IN_TEMPLATE.findall(path.read_text("utf-8")):
            found[owner].add(key)
    return found["shell"], found["words"]


def message_keys(paths: Iterable[Path]) -> tuple[set[str], set[str]]:
    """The message keys in calls to `say` and `count`: the shell's, and the game's."""
    shell: set[str] = set()
    game: set[str] = set()
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=owner, attr="say" | "count"), args=[key, *_]
                ):
                    keys = {
                        part.value
                        for part in ast.walk(key)
                        if isinstance(part, ast.Constant) and isinstance(part.value, str)
                    }
                    if isinstance(key, ast.Constant | ast.IfExp):
                        (shell if "shell" in ast.unparse(owner) else game).update(keys)
    return shell, game


class Raised(NamedTuple):
    """An error as the code raises it: its key, and the names of its values."""

    key: str
    values: frozenset[str]
    where: str


def raised_errors(paths: Iterable[Path]) -> Iterator[Raised]:
    """All errors that the code raises with a sentence from the catalogues."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name)) if name in KEYED:
                    where = f"{path}:{node.lineno}"
                    assert len(node.args) == 1, f"{where}: expected a key and named values"
                    assert isinstance(node.args[0], ast.Constant), f"{where}: a key is written out"
                    values = frozenset(str(keyword.arg) for keyword in node.keywords)
                    yield Raised(str(node.args[0].value), values, where)


def _keyed(error: type[BellhopError]) -> Iterator[str]:
    """The names of the error classes that have a key."""
    if error not in (PlainError, Refused, Relayed):
        yield error.__name__
        for kind in error.__subclasses__():
            yield from _keyed(kind)


KEYED = set(_keyed(BellhopError))
