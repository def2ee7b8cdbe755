"""Observations: a view encoded for learners, as one row of small integers.

Each game lists its slices in `observation.py`.  This one list gives the offsets its code writes to,
the bounds of every cell, the named slices that learners use, and docs/observations.md.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellhop.engine.options import Option
from bellhop.engine.records import Cells
from bellhop.engine.seats import NOBODY

MIN_CELL, MAX_CELL = -128, 127
TEN = 10  # points are written as tens and ones, because they can exceed MAX_CELL
MAX_TENS = 30  # no game comes near 300 points; higher ones would be written as 309


@dataclass(frozen=True)
class Slice:
    """Cells that belong together: their shape, meaning and bounds."""

    name: str
    meaning: str
    shape: tuple[int, ...] = (1,)
    high: int = 1
    low: int = 0
    start: int = 0

    @property
    def size(self) -> int:
        """The number of cells."""
        return prod(self.shape)

    @property
    def stop(self) -> int:
        """The index after the last cell."""
        return self.start + self.size


class Layout:
    """The slices of an observation, one after another.

    The version is raised whenever a cell changes its place or meaning: trained networks read cells
    by their places.
    """

    def __init__(self, version: int, *slices: Slice) -> None:
        self.version = version
        placed, start = [], 0
        for entry in slices:
            placed.append(replace(entry, start=start))
            start += entry.size
        self.slices = tuple(placed)
        self.size = start
        self._by_name = {entry.name: entry for entry in placed}
        if len(self._by_name) < len(placed):
            raise ValueError("two slices have the same name")

    def at(self, name: str) -> int:
        """The index of a slice's first cell."""
        return self._by_name[name].start

    def bounds(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """The minimum and the maximum of every cell."""
        low = [value for s in self.slices for value in [s.low] * s.size]
        high = [value for s in self.slices for value in [s.high] * s.size]
        return np.array(low, np.int8), np.array(high, np.int8)

    def named(self, observations: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Observations (any number of rows) by slice name, each reshaped without copying."""
        if observations.shape[-1:] != (self.size,):
            raise ValueError(
                f"an observation has {self.size} cells, but this array is {observations.shape}"
            )
        rows = observations.shape[:-1]
        return {
            s.name: observations[..., s.start : s.stop].reshape(*rows, *s.shape)
            for s in self.slices
        }


def option_slices(options: Sequence[Option]) -> Iterator[Slice]:
    """One slice per table option."""
    for option in options:
        choices = ", ".join(option.choices)
        yield Slice(f"option-{option.name}", f"one of {choices}", (len(option.choices),))


def mark(out: Cells, start: int, number: int) -> None:
    """Set one of several cells, one-hot; none if the number is negative."""
    if number >= 0:
        out[start + number] = 1


def write_points(out: Cells, start: int, points: int) -> None:
    """Write points as tens and ones."""
    shown = min(max(points, -TEN * MAX_TENS), TEN * MAX_TENS + TEN - 1)
    out[start] = shown // TEN
    out[start + 1] = shown % TEN


def seat_after(seat: int, places: int, seats: int) -> int:
    """The seat that many places after an observer; a spectator counts from seat 0."""
    other = max(seat, 0) + places
    return other - seats if other >= seats else other


def places_after(seat: int, other: int, seats: int) -> int:
    """How many places after the observer another seat comes, or NOBODY."""
    if other == NOBODY:
        return NOBODY
    places = other - max(seat, 0)
    return places + seats if places < 0 else places
