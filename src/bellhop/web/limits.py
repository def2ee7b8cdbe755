"""Limits: nobody opens tables without end."""

import time
from collections import deque

from bellhop.engine.errors import BellhopError

TABLES, WINDOW = 60, 600.0  # so many tables from one address in so many seconds
MOST_ADDRESSES = 10_000


class TooMany(BellhopError):
    """Somebody asks for more than is good for everybody."""


class Gate:
    """Counts the tables opened from each address in the last minutes."""

    def __init__(self) -> None:
        self._opened: dict[str, deque[float]] = {}

    def pass_through(self, address: str) -> None:
        """Let one more table be opened from an address, or refuse it."""
        now = time.monotonic()
        times = self._opened.setdefault(address, deque())
        while times and now - times[0] > WINDOW:
            times.popleft()
        if len(times) >= TABLES:
            raise TooMany(f"{TABLES} tables were opened from here in a few minutes; play one first")
        times.append(now)
        if len(self._opened) > MOST_ADDRESSES:
            self._opened.pop(next(iter(self._opened)))
