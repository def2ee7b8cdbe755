"""The rulebook as a table of contents: which function stands for which section, and the rulings.

A game lists the sections of one named edition in `rulebook.toml` and its decisions on doubtful
cases in `rulings.toml`.  A rule function names its section with `@rule`; a helper need not.
"""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import TypeVar

from bellhop.engine.parts import Rules
from bellhop.engine.reach import Reach, functions_of

SECTION = "section"
F = TypeVar("F", bound=Callable[..., object])


def rule(section: str) -> Callable[[F], F]:
    """Mark a function as the code of a section of the rulebook; the function stays as it is."""

    def mark(function: F) -> F:
        function.__dict__[SECTION] = section
        return function

    return mark


def section_of(function: Callable[..., object]) -> str:
    """The section that a function was marked with; empty for a helper."""
    return str(function.__dict__.get(SECTION, ""))


@dataclass(frozen=True)
class Section:
    """A section of the rulebook: `physical` where it speaks of components only."""

    id: str
    title: str
    physical: bool = False


@dataclass(frozen=True)
class Ruling:
    """A doubtful case, decided."""

    id: str
    section: str
    question: str
    ruling: str
    why: str
    option: str = ""  # the table option that decides otherwise
    edition: str = ""  # the rulebook followed, where several differ


@dataclass(frozen=True)
class Rulebook:
    """One edition's sections, in printed order, and the rulings."""

    edition: str
    sections: tuple[Section, ...]
    rulings: tuple[Ruling, ...]

    def order(self, section: str) -> int:
        """The place of a section in the book."""
        return [known.id for known in self.sections].index(section)


def open_rulebook(folder: Path) -> Rulebook:
    """Read a game's `rulebook.toml` and `rulings.toml`."""
    book = tomllib.loads((folder / "rulebook.toml").read_text("utf-8"))
    rulings = tomllib.loads((folder / "rulings.toml").read_text("utf-8"))
    return Rulebook(
        edition=book["edition"],
        sections=tuple(Section(**entry) for entry in book["section"]),
        rulings=tuple(Ruling(**entry) for entry in rulings["ruling"]),
    )


def rule_functions(rules: Rules) -> dict[str, list[FunctionType]]:
    """The marked functions of a game by module, each list in the order of the file."""
    found: dict[str, list[FunctionType]] = {}
    for function in Reach(functions_of(rules), {}).functions:
        if section_of(function):
            found.setdefault(function.__module__, []).append(function)
    for marked in found.values():
        marked.sort(key=lambda function: function.__code__.co_firstlineno)
    return found
