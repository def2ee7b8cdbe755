"""Compiling in the background, so that nobody waits: interpreted code serves until it is done."""

import threading
from collections.abc import Callable
from functools import cache
from typing import Generic, Protocol, TypeVar

from bellhop.engine import twin
from bellhop.engine.game import Game

INTERPRETED = False  # not compiled
WAIT_SECONDS = 0.5  # loading compiled code from disk takes less, compiling it far more


class Compiled(Protocol):
    """Something made for a game that is compiled, or loaded from disk, when it is warmed up."""

    def warm_up(self) -> None:
        """Compile, or load from disk, everything that will be used."""


T = TypeVar("T", bound=Compiled)


class Background(Generic[T]):
    """One thing for every game, which `make` makes for a game, compiled or not."""

    def __init__(self, make: Callable[[Game, bool], T]) -> None:
        self._make, self._interpreted = make, cache(self._interpret)
        self._threads: dict[Game, threading.Thread] = {}
        self._compiled: dict[Game, T] = {}
        self._starting = threading.Lock()

    def wait(self, game: Game) -> T:
        """The compiled one, if there is a compiler; the first call may take long."""
        if game not in self._compiled:
            made = self._make(game, twin.has_compiler())
            made.warm_up()
            self._compiled[game] = made
        return self._compiled[game]

    def get(self, game: Game) -> T:
        """Whatever is ready; the first call waits a little, in case it is on disk."""
        if not twin.has_compiler():
            return self._interpreted(game)
        with self._starting:
            is_new = game not in self._threads
            if is_new:
                thread = threading.Thread(target=self.wait, args=(game,), daemon=True)
                self._threads[game] = thread
                thread.start()
        if is_new:
            self._threads[game].join(WAIT_SECONDS)
        return self._compiled.get(game) or self._interpreted(game)

    def _interpret(self, game: Game) -> T:
        return self._make(game, INTERPRETED)
