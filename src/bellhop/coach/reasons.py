"""Why a move is better, in the terms of the game: the difference of expected score sheets.

After both moves the same imagined deals are played to the end by the network.  The compiled loops
tell nothing, so the moves that they choose are made again by the interpreted rules, which do.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from bellhop.bots.deadlines import is_late
from bellhop.bots.evaluators import evaluator_of
from bellhop.bots.rollouts import dice_word
from bellhop.bots.simulating import Crowd, Loops
from bellhop.bots.trials import half_interval
from bellhop.coach.analysis import Reason
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over
from bellhop.engine.telling import listening

DEALS = 16
GAINS_SHOWN, COSTS_SHOWN = 3, 2  # lines of the score sheets, the largest first
SMALLEST = 0.25  # a difference in points that is worth a word
SURE = 1.5  # times the 95 % interval: among that many lines, some differ beyond it by chance

Sheet = Counter[tuple[int, str]]  # points by seat and item


def reasons_for(
    loops: Loops,
    seen: Position,
    better: int,
    played: int,
    seed: int = 0,
    deadline: float | None = None,
) -> tuple[Reason, ...] | None:
    """What the better move changes on everybody's score sheets, where they differ most.

    There are none if they do not speak for the better move; None if the time was up before.
    """
    lines = play_to_the_end(loops, seen, [better] * DEALS + [played] * DEALS, seed, deadline)
    sheets = list[Sheet]()
    for number, line in enumerate(lines):
        if is_late(deadline):
            return None
        imagined = loops.game.imagine(seen, dice_word(seed, number % DEALS))
        sheets.append(sheet_of(loops.game, imagined, line))
    found = differences(loops.game, seen.seats, sheets[:DEALS], sheets[DEALS:])
    return choose_reasons(seen.turn, list(found))


def differences(
    game: Game, seats: int, better: Sequence[Sheet], worse: Sequence[Sheet]
) -> Iterator[Reason]:
    """The lines of the score sheets that surely differ after two moves, on the same deals."""
    for seat in range(seats):
        for item in game.scoring.SHEET:
            pairs = zip(better, worse, strict=True)
            lost = np.array([one[seat, item] - two[seat, item] for one, two in pairs], np.float32)
            difference = float(lost.mean())
            if abs(difference) >= max(SMALLEST, SURE * half_interval(lost)):
                yield Reason(seat, item, round(difference, 2))


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


def play_to_the_end(
    loops: Loops, seen: Position, first: Sequence[int], seed: int, deadline: float | None = None
) -> list[list[int]]:
    """The decisions of the network in every row to the end of the game, the first one given."""
    evaluator = evaluator_of(loops.game, seen.seats)
    crowd = Crowd(loops, len(first), seen.seats)
    crowd.imagine([seen] * (len(first) // DEALS), range(DEALS), seed)
    crowd.moves[:] = first
    lines = [[move] for move in first]
    alive = np.arange(crowd.rows)
    crowd.play(alive)
    while len(alive := alive[crowd.choices[alive] > 0]) and not is_late(deadline):
        crowd.decide(alive, evaluator)
        for row in alive:
            lines[row].append(int(crowd.moves[row]))
        crowd.play(alive)
    return lines


def sheet_of(game: Game, position: Position, decisions: Sequence[int]) -> Sheet:
    """What all seats score up to the decision after these; forced moves are not among them."""
    waiting = list(reversed(decisions))
    mask = bytearray(len(game.moves))
    with listening() as story:
        while not is_over(position):
            is_forced = game.rules.legal(position, mask) == 1
            if not (is_forced or waiting):
                break
            game.rules.play(position, mask.index(1) if is_forced else waiting.pop())
    sheet: Sheet = Counter()
    for told in story:
        entry = game.scoring.scored(told)
        if entry:
            sheet[entry.seat, entry.item] += entry.points
    return sheet
