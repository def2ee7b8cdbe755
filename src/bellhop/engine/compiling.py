"""Says what is being compiled, and how far it is, if that takes longer than a second.

Numba reports when it begins and ends to compile a function; most of them are compiled on the way,
while it works on a loop that calls them.
"""

import importlib
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

Announce = Callable[[str], None]

SILENT_SECONDS = 1.0  # before the first line
PAUSE_SECONDS = 5.0  # between two lines

_announce: ContextVar[Announce] = ContextVar(
    "announce", default=logging.getLogger(__name__).warning
)
_works: dict[int, "Work"] = {}  # by the id of each function to compile


class Work:
    """The functions that are compiled together, and the lines about them."""

    def __init__(self, name: str, functions: Sequence[Any]) -> None:
        self.name, self.functions = name, functions
        self._depth, self._start = 0, 0.0
        self._is_over = threading.Event()

    @property
    def _count(self) -> str:
        """How many functions are compiled, of how many."""
        done = sum(bool(function.overloads) for function in self.functions)
        return f"{done} of {len(self.functions)} functions"

    def begin(self) -> None:
        """A function is about to be compiled, perhaps in the midst of another."""
        self._depth += 1
        if self._depth == 1:
            self._start, self._is_over = time.perf_counter(), threading.Event()
            told = (_announce.get(), self._start, self._is_over)
            threading.Thread(target=self._tell, args=told, daemon=True).start()

    def end(self) -> None:
        """A function is compiled."""
        self._depth -= 1
        if self._depth == 0:
            self._is_over.set()
            spent = time.perf_counter() - self._start
            if spent > SILENT_SECONDS:
                _announce.get()(f"Compiled {self.name} in {spent:.1f} s: {self._count}.")

    def _tell(self, announce: Announce, start: float, is_over: threading.Event) -> None:
        """Say how far it is, now and then, until it is over."""
        reason, pause = ", once after each change to the rules", SILENT_SECONDS
        while not is_over.wait(pause):
            spent = time.perf_counter() - start
            announce(f"Compiling {self.name}{reason}: {self._count} after {spent:.0f} s …")
            reason, pause = "", PAUSE_SECONDS


def watch(name: str, functions: Sequence[Any]) -> None:
    """Announce the compilation of some functions whenever it happens."""
    _listen()
    work = Work(name, functions)
    _works.update({id(function): work for function in functions})


@contextmanager
def announcing(announce: Announce) -> Iterator[None]:
    """Send the lines about what is compiled here somewhere else than to the log."""
    token = _announce.set(announce)
    try:
        yield
    finally:
        _announce.reset(token)


@cache
def _listen() -> None:
    """Hear from Numba, once and for all."""
    event: Any = importlib.import_module("numba.core.event")

    class Listener(event.Listener):  # type: ignore[misc]  # Numba has no type hints
        def on_start(self, told: Any) -> None:
            if work := _works.get(id(told.data["dispatcher"])):
                work.begin()

        def on_end(self, told: Any) -> None:
            if work := _works.get(id(told.data["dispatcher"])):
                work.end()

    event.register("numba:compile", Listener())
