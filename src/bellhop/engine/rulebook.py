"""The rulebook's sections, which function implements which section, and the rulings.

A game lists the sections of one named edition in `rulebook.toml` and its decisions on unclear cases
in `rulings.toml`.  A rule function names its section with `@rule`; helpers need not.
"""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

from bellhop.engine.call_graph import CallGraph, functions_of
from bellhop.engine.parts import Rules

SECTION = "section"
F = TypeVar("F", bound=Callable[..., object])


def rule(section: str) -> Callable[[F], F]:
    """Mark a function as implementing a section of the rulebook, without changing it."""

    def mark(function: F) -> F:
        function.__dict__[SECTION] = section
        return function

    return mark


def section_of(function: Callable[..., object]) -> str:
    """The section that a function implements; empty for a helper."""
    return str(function.__dict__.get(SECTION, ""))


@dataclass(frozen=True)
class Section:
    """A section of the rulebook; `physical` means that it only describes components."""

    id: str
    title: str
    physical: bool = False


@dataclass(frozen=True)
class Ruling:
    """A decision on a case that the rulebook leaves unclear."""

    id: str
    section: str
    question: str
    ruling: str
    why: str
    option: str = ""  # the table option that overrides the ruling
    edition: str = ""  # the edition followed, where editions differ


@dataclass(frozen=True)
class Rulebook:
    """The sections of one edition, in printed order, and the rulings."""

    edition: str
    sections: tuple[Section, ...]
    rulings: tuple[Ruling, ...]

    def order(self, section: str) -> int:
        """The index of a section in the book."""
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


def rule_functions(rules: Rules[Any]) -> dict[str, list[FunctionType]]:
    """The functions marked with `@rule`, by module and in the order of the source."""
    found: dict[str, list[FunctionType]] = {}
    for function in CallGraph(functions_of(rules), {}).functions:
        if section_of(function):
            found.setdefault(function.__module__, []).append(function)
    for marked in found.values():
        marked.sort(key=lambda function: function.__code__.co_firstlineno)
    return found
