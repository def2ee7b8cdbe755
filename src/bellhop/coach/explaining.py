"""Why the moves of exercises are right or wrong: what they change on everybody's score sheets.

This is worked out once, when exercises are made, on many more deals than anybody would wait for,
and only up to the next scoring: what comes after it has little to do with the move.
"""

from typing import Any

import numpy as np

from bellhop.bots.evaluators import evaluator_of
from bellhop.bots.simulating import Crowd, Loops, Rows
from bellhop.coach.reasons import Sheet, choose_reasons, differences, sheet_of
from bellhop.engine.exercises import Change, Changes, Exercise
from bellhop.engine.records import Position


def explain_exercise(loops: Loops, exercise: Exercise, seed: int, deals: int) -> Exercise:
    """The exercise with what each move changes; of a turn, the goal says it all."""
    if exercise.line:
        return exercise
    sheets = {
        move: next_sheets(loops, exercise.view, move, seed, deals) for move in exercise.chances
    }
    why = {move: _compare(loops, exercise, move, sheets) for move in exercise.chances}
    return exercise._replace(why=why)


def next_sheets(loops: Loops, seen: Position, move: int, seed: int, deals: int) -> list[Sheet]:
    """What all seats score at the next scoring after a move, on each of some imagined deals.

    A scoring follows the last decision before it, so only that one is played again to hear it.
    """
    evaluator = evaluator_of(loops.game, seen.seats)
    crowd = Crowd(loops, deals, seen.seats)
    crowd.imagine([seen], range(deals), seed)
    crowd.moves[:] = move
    decisions = [(crowd.position(row), move) for row in range(deals)]
    crowd.play(alive := np.arange(deals))
    while len(alive := _undecided(crowd, alive, seen)):
        crowd.decide(alive, evaluator)
        for row in alive.tolist():
            decisions[row] = crowd.position(row), int(crowd.moves[row])
        crowd.play(alive)
    return [sheet_of(loops.game, before, [last]) for before, last in decisions]


def _undecided(crowd: Crowd, rows: Rows, seen: Position) -> Rows:
    """Those of some rows in which there is something to decide before the next scoring."""
    alive: Rows = rows[crowd.choices[rows] > 0]
    if not crowd.game.scoring.BY_ROUND:
        return alive
    record: Any = seen
    in_round: Rows = alive[crowd.states["round"][alive] == record.round]
    return in_round


def _compare(
    loops: Loops, exercise: Exercise, move: int, sheets: dict[int, list[Sheet]]
) -> Changes:
    """What a move changes against its rival, where they differ most."""
    rival = exercise.rival_of(move)
    is_better = exercise.is_solved_by(move)
    better, worse = (move, rival) if is_better else (rival, move)
    found = differences(loops.game, exercise.view.seats, sheets[better], sheets[worse])
    reasons = choose_reasons(exercise.seat, list(found))
    sign = 1 if is_better else -1
    return tuple(Change(one.seat, one.item, round(sign * one.points, 1)) for one in reasons)
