"""What happens is told: rules call `tell` at the moments a person at the table would notice.

An event is a few small numbers and an audience.  Interpreted, whoever is `listening` collects them
for log and animation; in the compiled twin the call vanishes.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

EVERYONE = -1


class Told(NamedTuple):
    """One event as it was told."""

    to: int
    event: int
    numbers: tuple[int, ...]

    def is_for(self, seat: int) -> bool:
        """May this seat, or SPECTATOR, hear it?"""
        if self.to == EVERYONE:
            return True
        return seat != -2 - self.to if self.to < EVERYONE else seat == self.to


_listener: ContextVar[Callable[[Told], None] | None] = ContextVar("listener", default=None)


def all_but(seat: int) -> int:
    """The audience of everybody except one seat."""
    return -2 - seat


def tell(to: int, event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """Tell an audience (EVERYONE, one seat, or `all_but` a seat) that something happened."""
    hear = _listener.get()
    if hear is not None:
        hear(Told(to, int(event), (int(a), int(b), int(c), int(d), int(e))))


def say_nothing(
    to: int, event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0
) -> None:
    """What `tell` becomes in the compiled twin."""


@contextmanager
def listening() -> Iterator[list[Told]]:
    """Collect what is told inside the block."""
    story: list[Told] = []
    with hearing(story.append):
        yield story


@contextmanager
def hearing(hear: Callable[[Told], None]) -> Iterator[None]:
    """Call a function with whatever is told inside the block, at the moment it is told."""
    token = _listener.set(hear)
    try:
        yield
    finally:
        _listener.reset(token)
