"""The past of a table: kept every few rows, so that any moment of a game is a few acts away."""

import threading
from collections.abc import Callable, Sequence

from bellhop.table.sitting import Act, Sitting

ROWS_BETWEEN = 50


class History:
    """Sittings as they were every few rows, made when somebody first looks back."""

    def __init__(self, deal: Callable[[], Sitting]) -> None:
        self._deal = deal
        self._kept: list[Sitting] = []  # without their acts, which all have in common
        self._lock = threading.Lock()

    def after(self, acts: Sequence[Act]) -> Sitting:
        """A sitting of one's own as it was after these acts, the first of the table's log."""
        nearest = len(acts) // ROWS_BETWEEN
        with self._lock:
            if not self._kept:
                self._kept.append(self._deal())
            while len(self._kept) <= nearest:
                row = ROWS_BETWEEN * len(self._kept)
                kept = self._go_on(len(self._kept) - 1, acts[:row])
                kept.acts = []
                self._kept.append(kept)
        return self._go_on(nearest, acts)

    def _go_on(self, number: int, acts: Sequence[Act]) -> Sitting:
        """From one of the sittings kept through the rest of some acts."""
        row = ROWS_BETWEEN * number
        sitting = self._kept[number].copy()
        sitting.acts = list(acts[:row])
        for act in acts[row:]:
            sitting.repeat(act.text)
        return sitting
