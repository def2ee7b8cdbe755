"""Positions as one line of text, written and read, for every record of every game.

    seats=2 phase=building hand=[7:2 tourist:1] players=[(points=3) ()]

Fields that are zero are omitted.  Cells are named by their labels, or by index if they have none.
"""

import ctypes
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

from bellhop.engine.errors import NotationError
from bellhop.engine.records import Record, field_names

R = TypeVar("R", bound=Record)
TOKEN = re.compile(r"\s*([\[\]()]|[^\s\[\]()]+)")


def write(record: Record) -> str:
    """A record as text."""
    parts = []
    for name, write_value, labels in _writers(type(record)):
        if text := write_value(getattr(record, name), labels):
            parts.append(f"{name}={text}")
    return " ".join(parts)


def read(kind: type[R], text: str) -> R:
    """The record that a text describes."""
    reader = _Reader(text)
    record = reader.record(kind)
    reader.expect_end()
    return record


@cache
def _writers(kind: type[Record]) -> list[tuple[str, Callable[[Any, Sequence[str]], str], Any]]:
    """How to write each field of a record; cached, as a position is written after every move."""
    return [
        (name, *_writer_of(type_of(kind, name), kind.labels.get(name, ())))
        for name in field_names(kind)
    ]


def _writer_of(
    kind: Any, labels: Sequence[str]
) -> tuple[Callable[[Any, Sequence[str]], str], Sequence[str]]:
    """The function that writes values of a C type, and the names of their cells."""
    if not issubclass(kind, ctypes.Array):
        return _write_number, labels
    if issubclass(kind._type_, Record):
        return _write_records, ()
    if issubclass(kind._type_, ctypes.Array):
        return _write_grid, _writer_of(kind._type_, ())[1]
    return _write_cells, [f"{_label(labels, i) or i}" for i in range(kind._length_)]


def _write_number(value: int, labels: Sequence[str]) -> str:
    return "" if value == 0 else _label(labels, value) or str(value)


def _write_cells(row: Any, names: Sequence[str]) -> str:
    cells = row[:]  # copied into a list, which is much faster than reading cell by cell
    texts = [f"{name}:{cell}" for name, cell in zip(names, cells, strict=True) if cell]
    return f"[{' '.join(texts)}]" if texts else ""


def _write_grid(rows: Any, names: Sequence[str]) -> str:
    texts = [f"{i}:{text}" for i, row in enumerate(rows) if (text := _write_cells(row, names))]
    return f"[{' '.join(texts)}]" if texts else ""


def _write_records(records: Any, _: Sequence[str]) -> str:
    texts = [f"({write(record)})" for record in records]
    while texts and texts[-1] == "()":
        texts.pop()
    return f"[{' '.join(texts)}]" if texts else ""


def _label(labels: Sequence[str], index: int) -> str:
    return labels[index] if 0 <= index < len(labels) else ""


class _Reader:
    """Reads tokens from left to right and reports the one it cannot read."""

    def __init__(self, text: str) -> None:
        self.tokens = TOKEN.findall(text)
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.at += 1
        return token

    def expect(self, wanted: str) -> None:
        found = self.take()
        if found != wanted:
            if not found:
                raise NotationError("position.ends", wanted=wanted)
            raise NotationError("position.wanted", wanted=wanted, found=found)

    def expect_end(self) -> None:
        if self.peek():
            raise NotationError("position.goes_on", found=self.peek())

    def record(self, kind: type[R]) -> R:
        record = kind()
        known = field_names(kind)
        while self.peek() not in ("", ")"):
            name, equals, value = self.take().partition("=")
            if name not in known or not equals:
                raise NotationError("position.field", record=kind.__name__, field=name)
            target = getattr(record, name)
            labels = kind.labels.get(name, ())
            if isinstance(target, int):
                setattr(record, name, _number(name, value, labels, type_of(kind, name)))
            elif value:
                raise NotationError("position.list", field=name)
            elif issubclass(target._type_, Record):
                self.rows(name, target)
            else:
                self.cells(name, target, labels)
        return record

    def rows(self, name: str, target: Any) -> None:
        self.expect("[")
        index = 0
        while self.peek() == "(":
            self.take()
            if index == len(target):
                raise NotationError("position.places", field=name, n=len(target))
            target[index] = self.record(target._type_)
            self.expect(")")
            index += 1
        self.expect("]")

    def cells(self, name: str, target: Any, labels: Sequence[str]) -> None:
        self.expect("[")
        while self.peek() != "]":
            label, colon, value = self.take().rpartition(":")
            if not colon:
                example = f"{_label(labels, 0) or 0}:1"
                raise NotationError("position.entry", field=name, example=example)
            index = _number(name, label, labels, ctypes.c_int16)
            if not 0 <= index < len(target):
                raise NotationError("position.place", field=name, place=label)
            if issubclass(target._type_, ctypes.Array):
                self.cells(name, target[index], ())
            else:
                target[index] = _number(name, value, (), target._type_)
        self.expect("]")


def type_of(kind: type[Record], name: str) -> Any:
    """The C type of a field."""
    return next(entry[1] for entry in kind._fields_ if entry[0] == name)


def _number(name: str, text: str, labels: Sequence[str], kind: Any) -> int:
    if text in labels:
        return labels.index(text)
    limit = 1 << (8 * ctypes.sizeof(kind) - 1)
    try:
        value = int(text)
    except ValueError:
        raise NotationError("position.number", field=name, text=text) from None
    if not -limit <= value < limit:
        raise NotationError("position.large", field=name, number=value)
    return value
