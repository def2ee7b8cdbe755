"""What is scored: the entries that a scoring tells, and the tables that they make."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

NO_ROUND = -1  # of games that score only at their end


class ScoreEntry(NamedTuple):
    """What one seat got for one item of a scoring."""

    seat: int
    round: int  # from 0, or NO_ROUND
    item: str
    points: int


class ScoreTable(NamedTuple):
    """One scoring: for each item what every seat got, or None where nothing was told."""

    round: int
    rows: list[tuple[str, list[int | None]]]

    def without_empty_rows(self) -> "ScoreTable":
        """The same table without the items that nobody got anything for."""
        return self._replace(rows=[row for row in self.rows if any(p is not None for p in row[1])])


def tabulate(
    entries: Iterable[ScoreEntry | None], items: Sequence[str], seats: int
) -> list[ScoreTable]:
    """A table for each round that was scored; what is None among the entries is passed over."""
    rounds: dict[int, dict[tuple[str, int], int]] = {}
    for entry in entries:
        if entry:
            rounds.setdefault(entry.round, {})[entry.item, entry.seat] = entry.points
    return [
        ScoreTable(number, [(item, [cells.get((item, s)) for s in range(seats)]) for item in items])
        for number, cells in sorted(rounds.items())
    ]
