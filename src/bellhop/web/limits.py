"""Limits: nobody opens tables or talks without end."""

import time
from collections import deque
from collections.abc import Callable

from bellhop.engine.errors import TooMany

TABLES, TABLES_WINDOW = 60, 600.0  # so many tables from one address in so many seconds
REMARKS, REMARKS_WINDOW = 12, 30.0  # so many remarks of one seat in so many seconds
MOST_VISITORS = 10_000


class Gate:
    """Counts what every visitor did in the last minutes."""

    def __init__(self, most: int, window: float, refusal: Callable[[], TooMany]) -> None:
        self._most, self._window, self._refusal = most, window, refusal
        self._times: dict[str, deque[float]] = {}

    def pass_through(self, visitor: str) -> None:
        """Let a visitor do it once more, or refuse it."""
        now = time.monotonic()
        times = self._times.setdefault(visitor, deque())
        while times and now - times[0] > self._window:
            times.popleft()
        if len(times) >= self._most:
            raise self._refusal()
        times.append(now)
        if len(self._times) > MOST_VISITORS:
            self._times.pop(next(iter(self._times)))


def table_gate() -> Gate:
    """For opening tables, by address."""
    return Gate(TABLES, TABLES_WINDOW, lambda: TooMany("tables", n=TABLES))


def remark_gate() -> Gate:
    """For talking, by seat."""
    return Gate(REMARKS, REMARKS_WINDOW, lambda: TooMany("remarks"))
