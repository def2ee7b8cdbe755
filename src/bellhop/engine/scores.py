"""Scores: the entries that scoring events report, and the score tables built from them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

NO_ROUND = -1  # for games that score only at the end


class ScoreEntry(NamedTuple):
    """What one seat scored for one item."""

    seat: int
    round: int  # from 0, or NO_ROUND
    item: str
    points: int


class ScoreTable(NamedTuple):
    """One scoring: for each item, what every seat scored, or None if no event reported it."""

    round: int
    rows: list[tuple[str, list[int | None]]]

    def without_empty_rows(self) -> "ScoreTable":
        """The same table without the items that nobody scored."""
        return self._replace(rows=[row for row in self.rows if any(p is not None for p in row[1])])


def tabulate(
    entries: Iterable[ScoreEntry | None], items: Sequence[str], seats: int
) -> list[ScoreTable]:
    """One table per scored round; entries that are None are skipped."""
    rounds: dict[int, dict[tuple[str, int], int]] = {}
    for entry in entries:
        if entry:
            rounds.setdefault(entry.round, {})[entry.item, entry.seat] = entry.points
    return [
        ScoreTable(number, [(item, [cells.get((item, s)) for s in range(seats)]) for item in items])
        for number, cells in sorted(rounds.items())
    ]
