"""Why the moves of exercises are right or wrong: what they change on everybody's score sheets.

This is worked out once, when exercises are made, on many more deals than anybody would wait for,
and only up to the next scoring: what comes after it has little to do with the move.
"""

from bellhop.bots.simulating import Loops
from bellhop.coach.reasons import choose_reasons, differences
from bellhop.coach.sheets import Sheet, Tried, expected_sheets
from bellhop.engine.exercises import Change, Changes, Exercise


def explain_exercise(loops: Loops, exercise: Exercise, seed: int, deals: int) -> Exercise:
    """The exercise with what each move changes; of a turn, the goal says it all."""
    if exercise.line:
        return exercise
    tried = [Tried(exercise.view, move) for move in exercise.chances]
    found = expected_sheets(loops, tried, range(deals), seed, next_only=True)
    sheets = dict(zip(exercise.chances, found, strict=True))
    why = {move: _compare(loops, exercise, move, sheets) for move in exercise.chances}
    return exercise._replace(why=why)


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
