"""Searches that nobody waits for: interpreted at once, compiled as soon as they can be."""

import threading

from bellhop.bots.searching import Searcher, searcher_of
from bellhop.engine import twin
from bellhop.engine.game import Game

SECONDS = 0.7  # of thinking, at a table where people wait
WAIT_SECONDS = 0.5  # compiled code comes from disk in less; compiling anew takes far longer


class PatientSearchers:
    """The searches of every game; each is compiled in the background when first asked for."""

    def __init__(self) -> None:
        self._slow: dict[Game, Searcher] = {}
        self._threads: dict[Game, threading.Thread] = {}
        self._fast: dict[Game, Searcher] = {}

    def get(self, game: Game) -> Searcher:
        """A game's searches, as fast as they are by now."""
        if not twin.has_compiler():
            return self._interpreted(game)
        if game not in self._threads:
            thread = threading.Thread(target=self._compile, args=(game,), daemon=True)
            self._threads[game] = thread
            thread.start()
            thread.join(WAIT_SECONDS)
        return self._fast.get(game) or self._interpreted(game)

    def _interpreted(self, game: Game) -> Searcher:
        if game not in self._slow:
            self._slow[game] = Searcher(game, compiled=False)
        return self._slow[game]

    def _compile(self, game: Game) -> None:
        self._fast[game] = searcher_of(game)
