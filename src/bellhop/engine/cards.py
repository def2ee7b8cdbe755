"""Card files: TOML in the rulebook's terms, read into tuples of constants.

A bare value is printed in the rulebook.  Any other value names its source:

    stars = { value = 2, source = "reconstructed", note = "…" }

Every mistake is reported with the file, the card and the key.  `Game.with_cards` returns a second
game with another card file; an environment variable such as BELLHOP_CARDS_PERFECT_HOTEL replaces
the card file of a game for the whole process.
"""

import os
import tomllib
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeVar, get_type_hints

from bellhop.engine.errors import CardError

T = TypeVar("T")
SOURCES = ("printed", "found", "reconstructed")

replaced: dict[str, Path] = {}  # card files of copies made by `Game.with_cards`, by package


class Source(NamedTuple):
    """The source of a value that the rulebook does not print."""

    source: str
    note: str


class CardFile:
    """One game's card file, parsed and checked."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.sources: dict[tuple[str, str, str], Source] = {}
        try:
            self._tables = tomllib.loads(self.path.read_text("utf-8"))
        except OSError as error:
            raise CardError(f"{self.path}: cannot be read ({error.strerror})") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise CardError(f"{self.path}: not valid TOML ({error})") from None

    def table(self, kind: str, shape: type[T]) -> T:
        """A single TOML table, such as [game], as a named tuple."""
        entry = self._tables.get(kind)
        if not isinstance(entry, dict):
            self.refuse(kind, "", "", f"there is no table [{kind}]")
        return self._read(kind, kind, entry, shape)

    def cards(self, kind: str, shape: type[T]) -> tuple[T, ...]:
        """All cards of a kind, such as [[facility]], in file order; their ids must be unique."""
        entries = self._tables.get(kind)
        if not isinstance(entries, list) or not entries:
            self.refuse(kind, "", "", f"there are no tables [[{kind}]]")
        found: dict[str, T] = {}
        for number, entry in enumerate(entries, 1):
            card = str(entry.get("id", f"number {number}"))
            if card in found:
                self.refuse(kind, card, "id", "two cards have this id")
            found[card] = self._read(kind, card, entry, shape)
        return tuple(found.values())

    def values(self) -> dict[str, Any]:
        """All values of the file, without their sources."""
        values: dict[str, Any] = _without_sources(self._tables)
        return values

    def refuse(self, kind: str, card: str, key: str, text: str) -> NoReturn:
        """Report a mistake in the file."""
        where = ", ".join(part for part in (kind, card if card != kind else "", key) if part)
        raise CardError(f"{self.path.name}: {where}: {text}")

    def _read(self, kind: str, card: str, entry: dict[str, Any], shape: type[T]) -> T:
        wanted = get_type_hints(shape)
        for key in entry:
            if key not in wanted:
                self.refuse(kind, card, key, f"unknown key; expected one of {', '.join(wanted)}")
        values = {}
        for key, expected in wanted.items():
            if key not in entry:
                self.refuse(kind, card, key, "is missing")
            values[key] = self._value(kind, card, key, entry[key], expected)
        return shape(**values)

    def _value(self, kind: str, card: str, key: str, value: Any, expected: Any) -> Any:
        if isinstance(value, dict):
            value = self._sourced(kind, card, key, value)
        if expected == tuple[int, ...]:
            if not isinstance(value, list) or any(type(item) is not int for item in value):
                self.refuse(kind, card, key, f"expected a list of whole numbers, not {value!r}")
            return tuple(value)
        if expected == tuple[str, ...]:
            if not isinstance(value, list) or any(type(item) is not str for item in value):
                self.refuse(kind, card, key, f"expected a list of strings, not {value!r}")
            return tuple(value)
        if type(value) is not expected:
            names = {int: "a whole number", str: "a string", bool: "true or false"}
            self.refuse(kind, card, key, f"expected {names[expected]}, not {value!r}")
        return value

    def _sourced(self, kind: str, card: str, key: str, entry: dict[str, Any]) -> Any:
        if not set(entry) <= {"value", "source", "note"} or not {"value", "source"} <= set(entry):
            self.refuse(kind, card, key, "expected the keys value, source and, optionally, note")
        if entry["source"] not in SOURCES:
            self.refuse(kind, card, key, f"source must be {' or '.join(SOURCES)}")
        self.sources[kind, card, key] = Source(entry["source"], str(entry.get("note", "")))
        return entry["value"]


def open_cards(module: str, shipped: Path) -> CardFile:
    """The card file for rules being imported: from `with_cards`, the environment, or the game."""
    package = module.rpartition(".rules.")[0]
    variable = f"BELLHOP_CARDS_{shipped.parent.name.upper()}"
    return CardFile(replaced.get(package) or Path(os.environ.get(variable) or shipped))


def _without_sources(entry: Any) -> Any:
    if isinstance(entry, dict):
        if {"value", "source"} <= set(entry):
            return _without_sources(entry["value"])
        return {key: _without_sources(value) for key, value in entry.items()}
    return [_without_sources(value) for value in entry] if isinstance(entry, list) else entry
