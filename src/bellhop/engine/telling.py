"""Events: the rules call `tell` whenever something happens that a person at the table would notice.

An event is a few small numbers and an audience.  In interpreted rules, code inside `listening`
collects events for the log and the animations; the compiled twin drops the calls.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from bellhop.engine.records import Position

EVERYONE = -1


class Told(NamedTuple):
    """One event, with its audience."""

    to: int  # the audience: EVERYONE, one seat, or `all_but` a seat
    event: int
    numbers: tuple[int, ...]

    def is_for(self, seat: int) -> bool:
        """Is this seat, or SPECTATOR, in the audience?"""
        if self.to == EVERYONE:
            return True
        return self.to != all_but(seat) if self.to < EVERYONE else seat == self.to


class Glimpse(NamedTuple):
    """An event of the game, with the whole position at that moment, in the middle of a move."""

    told: Told
    position: Position


_listener: ContextVar[Callable[[Told], None] | None] = ContextVar("listener", default=None)


def all_but(seat: int) -> int:
    """The audience of everyone except one seat."""
    return -2 - seat


def tell(to: int, event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """Tell an audience (EVERYONE, one seat, or `all_but` a seat) that something happened."""
    hear = _listener.get()
    if hear is not None:
        hear(Told(to, int(event), (int(a), int(b), int(c), int(d), int(e))))


def say_nothing(
    to: int, event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0
) -> None:
    """Do nothing: this replaces `tell` in the compiled twin."""


@contextmanager
def listening() -> Iterator[list[Told]]:
    """Collect the events told inside the block."""
    story: list[Told] = []
    with hearing(story.append):
        yield story


@contextmanager
def hearing(hear: Callable[[Told], None]) -> Iterator[None]:
    """Call a function with each event told inside the block, at the moment it is told."""
    token = _listener.set(hear)
    try:
        yield
    finally:
        _listener.reset(token)
