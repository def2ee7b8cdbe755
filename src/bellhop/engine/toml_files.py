"""TOML files, read strictly: every mistake is reported with its place."""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn, TypeVar, get_type_hints

from bellhop.engine.errors import PlainError

T = TypeVar("T")
Refuse = Callable[[str, str], NoReturn]  # reports what is wrong with a key
NAMES = {int: "a whole number", str: "a string", bool: "true or false"}
LISTS = {tuple[int, ...]: (int, "whole numbers"), tuple[str, ...]: (str, "strings")}


def load_toml(path: Path, error: type[PlainError]) -> dict[str, Any]:
    """The tables of a file; one that cannot be read raises the given error."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as fault:
        raise error(f"{path}: cannot be read ({fault.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise error(f"{path}: not valid TOML ({fault})") from None


def read_entry(
    entry: Mapping[str, Any],
    shape: type[T],
    convert: Callable[[str, Any, Any], Any],
    refuse: Refuse,
) -> T:
    """A table as a named tuple; `convert` checks a key's value against its expected type."""
    wanted, defaults = get_type_hints(shape), getattr(shape, "_field_defaults", {})
    for key in entry:
        if key not in wanted:
            refuse(key, f"unknown key; expected one of {', '.join(wanted)}")
    values = {}
    for key, expected in wanted.items():
        if key in entry:
            values[key] = convert(key, entry[key], expected)
        elif key not in defaults:
            refuse(key, "is missing")
    return shape(**values)


def check_value(key: str, value: Any, expected: Any, refuse: Refuse) -> Any:
    """A number, a string, a truth value or a list of them, as a tuple; anything else is refused."""
    if expected in LISTS:
        kind, names = LISTS[expected]
        if not isinstance(value, list) or any(type(item) is not kind for item in value):
            refuse(key, f"expected a list of {names}, not {value!r}")
        return tuple(value)
    if type(value) is not expected:
        refuse(key, f"expected {NAMES[expected]}, not {value!r}")
    return value
