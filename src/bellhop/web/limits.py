"""Limits: nobody opens tables or talks without end."""

import time
from collections import deque

from bellhop.engine.errors import BellhopError

TABLES, TABLES_WINDOW = 60, 600.0  # so many tables from one address in so many seconds
REMARKS, REMARKS_WINDOW = 12, 30.0  # so many remarks of one seat in so many seconds
MOST_VISITORS = 10_000


class TooMany(BellhopError):
    """Somebody asks for more than is good for everybody."""


class Gate:
    """Counts what every visitor did in the last minutes."""

    def __init__(self, most: int, window: float, refusal: str) -> None:
        self._most, self._window, self._refusal = most, window, refusal
        self._times: dict[str, deque[float]] = {}

    def pass_through(self, visitor: str) -> None:
        """Let a visitor do it once more, or refuse it."""
        now = time.monotonic()
        times = self._times.setdefault(visitor, deque())
        while times and now - times[0] > self._window:
            times.popleft()
        if len(times) >= self._most:
            raise TooMany(self._refusal)
        times.append(now)
        if len(self._times) > MOST_VISITORS:
            self._times.pop(next(iter(self._times)))


def table_gate() -> Gate:
    """For opening tables, by address."""
    refusal = f"{TABLES} tables were opened from here in a few minutes; play one first"
    return Gate(TABLES, TABLES_WINDOW, refusal)


def remark_gate() -> Gate:
    """For talking, by seat."""
    return Gate(REMARKS, REMARKS_WINDOW, "slow down a little: nobody can read so fast")
