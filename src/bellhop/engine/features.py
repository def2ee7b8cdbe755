"""Observations: what a learner is given of a view, as one row of small whole numbers.

Each game lists its slices in `observation.py`.  From that one table come the places where its code
writes, the bounds of every cell, the named slices that learners take, and the encoder page.
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

LOWEST, HIGHEST = -128, 127  # what one cell holds
TEN = 10  # points are told as tens and ones, for a cell holds no more than HIGHEST


@dataclass(frozen=True)
class Slice:
    """Some cells that belong together: their shape, what they mean, and their bounds."""

    name: str
    meaning: str
    shape: tuple[int, ...] = (1,)
    high: int = 1
    low: int = 0
    start: int = 0

    @property
    def size(self) -> int:
        """How many cells they are."""
        return prod(self.shape)

    @property
    def stop(self) -> int:
        """The first cell after them."""
        return self.start + self.size


class Layout:
    """The slices of an observation, one after the other."""

    def __init__(self, *slices: Slice) -> None:
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
        """Where a slice starts."""
        return self._by_name[name].start

    def bounds(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """The lowest and the highest value of every cell."""
        low = [value for s in self.slices for value in [s.low] * s.size]
        high = [value for s in self.slices for value in [s.high] * s.size]
        return np.array(low, np.int8), np.array(high, np.int8)

    def named(self, observations: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Observations (in any number of rows) by slice, each in its shape: nothing is copied."""
        if observations.shape[-1:] != (self.size,):
            raise ValueError(
                f"an observation has {self.size} cells, this array is {observations.shape}"
            )
        rows = observations.shape[:-1]
        return {
            s.name: observations[..., s.start : s.stop].reshape(*rows, *s.shape)
            for s in self.slices
        }


def option_slices(options: Sequence[Option]) -> Iterator[Slice]:
    """A slice for each option of the table."""
    for option in options:
        choices = ", ".join(option.choices)
        yield Slice(f"option-{option.name}", f"one of {choices}", (len(option.choices),))


def mark(out: Cells, start: int, number: int) -> None:
    """One of several cells says which: none of them where the number is negative."""
    if number >= 0:
        out[start + number] = 1


def write_points(out: Cells, start: int, points: int) -> None:
    """Points as tens and ones."""
    out[start] = points // TEN
    out[start + 1] = points % TEN


def seat_after(seat: int, steps: int, seats: int) -> int:
    """The seat so many steps after an observer; a spectator sits with the first."""
    other = max(seat, 0) + steps
    return other - seats if other >= seats else other


def steps_to(seat: int, other: int, seats: int) -> int:
    """How many steps after the observer a seat is, or NOBODY."""
    if other == NOBODY:
        return NOBODY
    steps = other - max(seat, 0)
    return steps + seats if steps < 0 else steps
