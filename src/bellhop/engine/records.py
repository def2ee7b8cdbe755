"""Records: fixed-size blocks of named integers, the only data that rules read and change.

One class body defines both the fields for type checkers and the layout in memory:

    @record
    class Hotelier(Record):
        points = int16()
        hand = int8(13)
        floors = rows(Floor, 6)

A record is a C structure (ctypes): plain Python reads and writes it, and NumPy and Numba see the
same bytes.  There is no padding, so two records are equal exactly when their bytes are.
"""

import ctypes
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Protocol, Self, TypeVar, overload

from bellhop.engine.options import Option

R = TypeVar("R", bound="Record")
T = TypeVar("T")


class Cells(Protocol):
    """A row of numbers, such as a field of a record or a mask of moves."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...


class Rows(Protocol[T]):
    """A row of records, or of rows of numbers, inside a record."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[T]: ...
    def __getitem__(self, index: int, /) -> T: ...
    def __setitem__(self, index: int, copied: T, /) -> None: ...


class Position(Protocol):
    """What the positions of all games have in common; only the game itself knows the rest."""

    dice: int
    seats: int
    turn: int  # the seat whose turn it is, or NOBODY
    options: ClassVar[tuple[Option, ...]]

    def copy(self) -> Self:
        """A copy of the position."""

    def to_bytes(self) -> bytes:
        """The content, byte for byte as compiled code sees it."""

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The position that `to_bytes` wrote."""


class Field:
    """A declared field: its C type, and labels for its cells or values."""

    def __init__(self, kind: Any, shape: tuple[int, ...], labels: Sequence[str]) -> None:
        for length in reversed(shape):
            kind = kind * length
        self.kind = kind
        self.labels = tuple(labels)
        self.option: tuple[str, tuple[str, ...]] | None = None  # its name and choices


@overload
def int8(*, labels: Sequence[str] = ()) -> int: ...
@overload
def int8(length: int, /, *, labels: Sequence[str] = ()) -> Cells: ...
@overload
def int8(rows: int, length: int, /, *, labels: Sequence[str] = ()) -> Rows[Cells]: ...
def int8(*shape: int, labels: Sequence[str] = ()) -> Any:
    """A number from -128 to 127, or a row of them; labels name its values, or a row's cells."""
    return Field(ctypes.c_int8, shape, labels)


@overload
def int16(*, labels: Sequence[str] = ()) -> int: ...
@overload
def int16(length: int, /, *, labels: Sequence[str] = ()) -> Cells: ...
@overload
def int16(rows: int, length: int, /, *, labels: Sequence[str] = ()) -> Rows[Cells]: ...
def int16(*shape: int, labels: Sequence[str] = ()) -> Any:
    """A 16-bit number, or a row of them."""
    return Field(ctypes.c_int16, shape, labels)


def int64() -> int:
    """A 64-bit number."""
    field: Any = Field(ctypes.c_int64, (), ())
    return field  # type: ignore[no-any-return]  # a Field now, a number in every record


def option(name: str, *choices: str) -> int:
    """A table option: the number of the choice made; the choices default to no and yes."""
    field: Any = Field(ctypes.c_int8, (), ())
    field.option = name, choices or ("no", "yes")
    return field  # type: ignore[no-any-return]  # a Field now, a number in every record


def rows(kind: type[R], length: int, /) -> Rows[R]:
    """A row of records of another type."""
    field: Any = Field(kind, (length,), ())
    return field  # type: ignore[no-any-return]  # a Field now, a row in every record


class Record(ctypes.Structure):
    """The base of all records: copying, comparing, conversion to bytes and back."""

    labels: ClassVar[dict[str, tuple[str, ...]]] = {}
    options: ClassVar[tuple[Option, ...]] = ()

    def copy(self) -> Self:
        """A copy of the record."""
        return type(self).from_buffer_copy(self)

    def to_bytes(self) -> bytes:
        """The content, byte for byte as compiled code sees it."""
        return bytes(self)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The record that `to_bytes` wrote."""
        if len(data) != ctypes.sizeof(cls):
            raise ValueError(
                f"{cls.__name__} has {ctypes.sizeof(cls)} bytes, but {len(data)} were given"
            )
        return cls.from_buffer_copy(data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={_plain(getattr(self, name))}" for name in field_names(self))
        return f"{type(self).__name__}({shown})"


def record(cls: type[R]) -> type[R]:
    """Lay out the fields of a class body as one block of memory, without padding."""
    fields = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
    cls.labels = {name: field.labels for name, field in fields.items() if field.labels}
    cls.options = tuple(
        Option(field.option[0], name, field.option[1])
        for name, field in fields.items()
        if field.option
    )
    end = 0
    for name, field in fields.items():
        if end % ctypes.alignment(field.kind):
            raise TypeError(
                f"{cls.__name__}.{name} would need padding before it: put wider fields first"
            )
        end += ctypes.sizeof(field.kind)
    widest = max(ctypes.alignment(field.kind) for field in fields.values())
    layout = [(name, field.kind) for name, field in fields.items()]
    if end % widest:
        layout.append(("_filler", ctypes.c_int8 * (widest - end % widest)))
    cls._fields_ = layout
    return cls


def field_names(kind: Record | type[Record]) -> list[str]:
    """The declared fields of a record, in order."""
    return [entry[0] for entry in kind._fields_ if entry[0] != "_filler"]


def fill(cells: Cells, value: int) -> None:
    """Write one number into every cell."""
    for i in range(len(cells)):
        cells[i] = value


def blank(mask: Cells) -> None:
    """Clear a mask: no move is allowed."""
    fill(mask, 0)


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, ctypes.Array) else value
