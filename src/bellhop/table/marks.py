"""Marks: whose turn it is and which round after each row of a log, to find a moment again."""

from typing import NamedTuple

from bellhop.table.live import LiveTable
from bellhop.table.sitting import Sitting


class Mark(NamedTuple):
    """The seat on turn and the round, counted from 0, after a row of the log."""

    turn: int
    round: int


def mark_rows(live: LiveTable) -> list[Mark]:
    """The marks of all rows so far; the first one is the deal's."""
    if live.sitting is None:
        return []
    acts = live.sitting.acts
    sitting = live.look_back(0)
    marks = [_mark(sitting)]
    for act in acts:
        sitting.repeat(act.text)
        marks.append(_mark(sitting))
    return marks


def round_of(sitting: Sitting) -> int:
    """The round that a game is in, counted from 0; every game shows it to everybody."""
    number: int = getattr(sitting.position, "round", 0)
    return number


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
