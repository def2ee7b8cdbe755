"""Marks: whose turn it is and which round after each row of a log, to find a moment again."""

from typing import NamedTuple
from weakref import WeakKeyDictionary

from bellhop.table.live import LiveTable
from bellhop.table.sitting import Sitting


class Mark(NamedTuple):
    """The seat on turn and the round, counted from 0, after a row of the log."""

    turn: int
    round: int


_known: WeakKeyDictionary[LiveTable, list[Mark]] = WeakKeyDictionary()


def mark_rows(live: LiveTable) -> list[Mark]:
    """The marks of all rows so far; the first one is the deal's."""
    if live.sitting is None:
        return []
    acts, known = live.sitting.acts, _known.get(live, [])
    past = live.look_back(max(0, len(known) - 1))
    marks = list(known) or [_mark(past)]
    for act in acts[len(marks) - 1 :]:
        past.repeat(act.text)
        marks.append(_mark(past))
    _known[live] = marks
    return marks


def round_of(sitting: Sitting) -> int:
    """The round that a sitting is in, counted from 0."""
    return sitting.game.round_of(sitting.position)


def _mark(sitting: Sitting) -> Mark:
    return Mark(sitting.turn, round_of(sitting))


def starts_of_turns(marks: list[Mark]) -> list[int]:
    """The rows after which another seat's turn, or another round, begins."""
    return [row for row, mark in enumerate(marks) if row == 0 or mark != marks[row - 1]]


def starts_of_rounds(marks: list[Mark]) -> list[int]:
    """The rows after which a round begins, for the last time if its beginning was undone."""
    earlier = [-1, *(mark.round for mark in marks)]
    last = {mark.round: row for row, mark in enumerate(marks) if mark.round > earlier[row]}
    return [last[number] for number in sorted(last)]


def neighbours(starts: list[int], row: int, last: int) -> tuple[int, int]:
    """The start before a row and the one after it; the first and the last row at the edges."""
    before = max((start for start in starts if start < row), default=0)
    after = min((start for start in starts if start > row), default=last)
    return before, after
