"""The past of a table: saved every few rows, so that any moment of a game is a few acts away."""

import threading
from collections.abc import Callable, Sequence

from bellhop.table.sitting import Act, Sitting

ROWS_BETWEEN = 50


class History:
    """Copies of a sitting at regular intervals, made when somebody first looks back."""

    def __init__(self, deal: Callable[[], Sitting]) -> None:
        self._deal = deal
        self._kept: list[Sitting] = []  # without their acts, which the table's log already holds
        self._lock = threading.Lock()

    def after(self, acts: Sequence[Act]) -> Sitting:
        """A new sitting as it was after these acts, which are the first acts of the log."""
        nearest = len(acts) // ROWS_BETWEEN
        with self._lock:
            if not self._kept:
                self._kept.append(self._deal())
            while len(self._kept) <= nearest:
                row = ROWS_BETWEEN * len(self._kept)
                kept = self._continue(len(self._kept) - 1, acts[:row])
                kept.acts = []
                self._kept.append(kept)
        return self._continue(nearest, acts)

    def _continue(self, number: int, acts: Sequence[Act]) -> Sitting:
        """Copy one of the saved sittings and repeat the acts that come after it."""
        row = ROWS_BETWEEN * number
        sitting = self._kept[number].copy()
        sitting.acts = list(acts[:row])
        for act in acts[row:]:
            sitting.repeat(act.text)
        return sitting
