"""Card files: TOML in the rulebook's terms, read into tuples of constants.

A bare value is printed in the rulebook.  Any other value names its source:

    stars = { value = 2, source = "reconstructed", note = "…" }

Every mistake is reported with the file, the card and the key.  `Game.with_cards` returns a second
game with another card file; an environment variable such as BELLHOP_CARDS_PERFECT_HOTEL replaces
the card file of a game for the whole process.
"""

import os
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeVar

from bellhop.engine.errors import CardError
from bellhop.engine.toml_files import check_value, load_toml, read_entry

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
        self._tables = load_toml(path, CardError)

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
        refuse = partial(self.refuse, kind, card)
        return read_entry(entry, shape, partial(self._value, kind, card), refuse)

    def _value(self, kind: str, card: str, key: str, value: Any, expected: Any) -> Any:
        if isinstance(value, dict):
            value = self._sourced(kind, card, key, value)
        return check_value(key, value, expected, partial(self.refuse, kind, card))

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
