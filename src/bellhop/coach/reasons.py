"""Why a move is better, in the terms of the game: the difference of expected score sheets."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from bellhop.bots.simulating import Loops
from bellhop.bots.trials import half_interval
from bellhop.coach.analysis import TOTAL, Reason
from bellhop.coach.sheets import Sheet, Tried, expected_sheets
from bellhop.engine.game import Game
from bellhop.engine.records import Position

LOOKS = (32, 64, 128)  # deals, more of them as long as no line of the score sheets is a reason
GAINS_SHOWN, COSTS_SHOWN = 3, 2  # lines of the score sheets, the largest first
SMALLEST = 0.25  # a difference in points that is worth a word
# Times the 95 % interval: among that many lines, and totals, some differ beyond it by chance.
SURE, SURE_TOTAL = 1.75, 1.25


class Comparison(NamedTuple):
    """A better move and the played one, in one view."""

    seen: Position
    better: int
    played: int


class _Sheets(NamedTuple):
    """The score sheets after the better and the played move, on the same deals."""

    better: list[Sheet]
    played: list[Sheet]


def reasons_for(
    loops: Loops, asked: Sequence[Comparison], seed: int = 0, deadline: float | None = None
) -> list[tuple[Reason, ...] | None]:
    """What the better moves change on everybody's score sheets, where they differ most.

    If no line speaks for a move, its reason is the total, as far as that does.  There are none if
    nothing does; None if the time was up before.  Interpreted rules are too slow for a second look.
    """
    sheets = [_Sheets([], []) for _ in asked]
    found = list[tuple[Reason, ...] | None]([None] * len(asked))
    waiting, first = list(range(len(asked))), 0
    for last in LOOKS if loops.is_compiled else LOOKS[:1]:
        some = [asked[number] for number in waiting]
        tried = [Tried(one.seen, move) for one in some for move in (one.better, one.played)]
        more = expected_sheets(loops, tried, range(first, last), seed, deadline=deadline)
        for number, better, played in zip(waiting, more[::2], more[1::2], strict=False):
            sheets[number].better.extend(better)
            sheets[number].played.extend(played)
            found[number] = _lines_that_speak(loops.game, asked[number], sheets[number])
        waiting = [number for number in waiting if found[number] == ()]
        first = last
        if not more or not waiting:
            break
    for number in waiting:
        found[number] = _totals_that_speak(asked[number], sheets[number])
    return found


def _lines_that_speak(game: Game, asked: Comparison, sheets: _Sheets) -> tuple[Reason, ...]:
    return choose_reasons(asked.seen.turn, list(differences(game, asked.seen.seats, *sheets)))


def _totals_that_speak(asked: Comparison, sheets: _Sheets) -> tuple[Reason, ...]:
    totals = [[_total_of(sheet) for sheet in some] for some in sheets]
    lines = [(seat, TOTAL) for seat in range(asked.seen.seats)]
    return choose_reasons(asked.seen.turn, list(_differ(lines, SURE_TOTAL, *totals)))


def _total_of(sheet: Sheet) -> Sheet:
    """What every seat scores in all."""
    total = Sheet()
    for (seat, _), points in sheet.items():
        total[seat, TOTAL] += points
    return total


def differences(
    game: Game, seats: int, better: Sequence[Sheet], worse: Sequence[Sheet]
) -> Iterator[Reason]:
    """The lines of the score sheets that surely differ after two moves, on the same deals."""
    lines = [(seat, item) for seat in range(seats) for item in game.scoring.SHEET]
    return _differ(lines, SURE, better, worse)


def _differ(
    lines: Sequence[tuple[int, str]], sure: float, better: Sequence[Sheet], worse: Sequence[Sheet]
) -> Iterator[Reason]:
    for line in lines:
        pairs = zip(better, worse, strict=True)
        lost = np.array([one[line] - two[line] for one, two in pairs], np.float32)
        difference = float(lost.mean())
        if abs(difference) >= max(SMALLEST, sure * half_interval(lost)):
            yield Reason(*line, round(difference, 2))


def choose_reasons(seat: int, found: Sequence[Reason]) -> tuple[Reason, ...]:
    """The largest gains of a seat, and what they cost it; none if the gains do not outweigh this.

    What the others lose is a gain, and what they gain a cost.
    """

    def gain(reason: Reason) -> float:
        return reason.points if reason.seat == seat else -reason.points

    ranked = sorted(found, key=lambda reason: -abs(gain(reason)))
    gains = [reason for reason in ranked if gain(reason) > 0][:GAINS_SHOWN]
    costs = [reason for reason in ranked if gain(reason) < 0]
    if sum(map(gain, [*gains, *costs])) <= 0:
        return ()
    return (*gains, *costs[:COSTS_SHOWN])
