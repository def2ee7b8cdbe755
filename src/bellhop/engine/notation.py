"""Positions as one line of text, written and read, for every record of every game.

    seats=2 phase=building hand=[7:2 tourist:1] players=[(points=3) ()]

Fields that are zero are omitted.  Cells are named by their labels, or by index if they have none.
"""

import ctypes
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, TypeVar

from bellhop.engine.errors import NotationError
from bellhop.engine.records import Record, field_names

R = TypeVar("R", bound=Record)
MAX_KNOWN = 1_024  # texts of one field that are remembered
TOKEN = re.compile(r"\s*([\[\]()]|[^\s\[\]()]+)")


def write(record: Record) -> str:
    """A record as text."""
    return _write_bytes(type(record), record.to_bytes())


def read(kind: type[R], text: str) -> R:
    """The record that a text describes."""
    reader = _Reader(text)
    record = reader.record(kind)
    reader.expect_end()
    return record


class _Writer:
    """Writes one field, from its bytes to its text.

    Programs are sent a position after every move, and most fields are as they were before, at this
    table or at another: texts are remembered by the bytes they were written from.
    """

    def __init__(self, kind: type[Record], name: str) -> None:
        place = getattr(kind, name)
        self.bytes = slice(place.offset, place.offset + place.size)
        self.name, self.type, self.labels = name, type_of(kind, name), kind.labels.get(name, ())
        self.known = {bytes(place.size): ""}  # zero is left out

    def write(self, data: bytes) -> str:
        """The field in the bytes of its record: empty, or with its name."""
        own = data[self.bytes]
        text = self.known.get(own)
        if text is None:
            if len(self.known) >= MAX_KNOWN:
                self.known = {bytes(len(own)): ""}
            text = self.known[own] = f"{self.name}={_write_value(self.type, own, self.labels)}"
        return text


@cache
def _writers(kind: type[Record]) -> list[_Writer]:
    """How each field of a record is written."""
    return [_Writer(kind, name) for name in field_names(kind)]


@lru_cache(4 * MAX_KNOWN)
def _write_bytes(kind: type[Record], data: bytes) -> str:
    """The record with these bytes: a player who has not moved, or a seat that nobody has."""
    return " ".join([text for writer in _writers(kind) if (text := writer.write(data))])


def _write_value(kind: Any, data: bytes, labels: Sequence[str]) -> str:
    """A number, or a row of numbers, rows or records, of a C type, which is not all zero."""
    if not issubclass(kind, ctypes.Array):
        number: int = kind.from_buffer_copy(data).value
        return _label(labels, number) or str(number)
    if issubclass(kind._type_, Record):
        return f"[{' '.join(_write_records(kind._type_, data))}]"
    cells = [
        f"{_label(labels, index) or index}:{_write_value(kind._type_, cell, ())}"
        for index, cell in enumerate(_split(kind._type_, data))
        if any(cell)
    ]
    return f"[{' '.join(cells)}]"


def _write_records(kind: type[Record], data: bytes) -> list[str]:
    """Records up to the last that is not all zero."""
    texts = [f"({_write_bytes(kind, own)})" for own in _split(kind, data)]
    while texts[-1] == "()":
        texts.pop()
    return texts


def _split(kind: Any, data: bytes) -> list[bytes]:
    """The bytes of each of several values of a C type."""
    size = ctypes.sizeof(kind)
    return [data[start : start + size] for start in range(0, len(data), size)]


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
