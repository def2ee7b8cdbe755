"""Compiling in the background, so that nobody waits: interpreted code serves until it is done."""

import threading
from collections.abc import Callable
from functools import cache
from typing import Generic, TypeVar

from bellhop.engine import twin
from bellhop.engine.game import Game

T = TypeVar("T")
WAIT_SECONDS = 0.5  # loading compiled code from disk takes less, compiling it far more


class Background(Generic[T]):
    """One thing for every game: the quick one if it is ready, the interpreted one otherwise.

    `compile_for` may take long; it runs in a thread of its own when a game is first asked for.
    """

    def __init__(
        self, compile_for: Callable[[Game], T], interpret_for: Callable[[Game], T]
    ) -> None:
        self._compile_for, self._interpret_for = compile_for, cache(interpret_for)
        self._threads: dict[Game, threading.Thread] = {}
        self._compiled: dict[Game, T] = {}
        self._starting = threading.Lock()

    def get(self, game: Game) -> T:
        """What is ready for a game; the first call waits a little, in case it is on disk."""
        if not twin.has_compiler():
            return self._interpret_for(game)
        with self._starting:
            is_new = game not in self._threads
            if is_new:
                thread = threading.Thread(target=self._compile, args=(game,), daemon=True)
                self._threads[game] = thread
                thread.start()
        if is_new:
            self._threads[game].join(WAIT_SECONDS)
        return self._compiled.get(game) or self._interpret_for(game)

    def _compile(self, game: Game) -> None:
        self._compiled[game] = self._compile_for(game)
