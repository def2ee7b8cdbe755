"""The small files beside a game's networks, read strictly: one line says what is wrong."""

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from bellhop.bots.networks import NetworkError
from bellhop.engine.toml_files import load_toml


class SettingsError(NetworkError):
    """A file of settings beside a network cannot be read; the text names the file and the key."""


class SettingsTable:
    """A table of such a file; a value is checked when it is asked for."""

    def __init__(self, path: Path, table: Mapping[str, Any], place: str = "") -> None:
        self._path, self._table, self._place = path, table, place

    @property
    def keys(self) -> list[str]:
        """The keys of the table, in the order of the file."""
        return [*self._table]

    def check_keys(self, wanted: Iterable[str]) -> None:
        """Refuse a table with other keys than these."""
        for key in sorted(self._table.keys() ^ set(wanted)):
            self.refuse(key, "unknown key" if key in self._table else "is missing")

    def number(self, key: str, least: float = -math.inf) -> float:
        """A finite number, not below the least that is allowed."""
        return self._checked(key, self._table.get(key), least)

    def whole(self, key: str, least: int) -> int:
        """A whole number, not below the least that is allowed."""
        found = self._table.get(key)
        if type(found) is not int or found < least:
            self.refuse(key, f"expected a whole number from {least} on, not {found!r}")
        return found

    def pair(self, key: str, least: float = -math.inf) -> tuple[float, float]:
        """A list of two numbers."""
        found = self._table.get(key)
        if not isinstance(found, list) or len(found) != 2:
            self.refuse(key, f"expected two numbers, not {found!r}")
        first, second = (self._checked(key, value, least) for value in found)
        return first, second

    def text(self, key: str) -> str:
        """A string."""
        found = self._table.get(key)
        if not isinstance(found, str):
            self.refuse(key, f"expected a string, not {found!r}")
        return found

    def table(self, key: str) -> "SettingsTable":
        """A table within this one."""
        found = self._table.get(key)
        if not isinstance(found, dict):
            self.refuse(key, f"expected a table, not {found!r}")
        return SettingsTable(self._path, found, f"{self._place}{key}.")

    def refuse(self, key: str, why: str) -> NoReturn:
        """Raise an error that names the file and the key."""
        raise SettingsError(f"{self._path}: {self._place}{key}: {why}")

    def _checked(self, key: str, value: Any, least: float) -> float:
        if type(value) not in {int, float} or not least <= value < math.inf:
            wanted = "a number" if least == -math.inf else f"a number from {least:g} on"
            self.refuse(key, f"expected {wanted}, not {value!r}")
        return float(value)


def read_settings(path: Path) -> SettingsTable:
    """The tables of a file; refused with one line if it cannot be read."""
    return SettingsTable(path, load_toml(path, SettingsError))
