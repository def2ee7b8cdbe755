"""Grades of decisions, and accuracy; docs/coach.md explains both."""

import math
from collections.abc import Sequence
from dataclasses import replace

from bellhop.coach.analysis import Candidate, Decision, Grade, Value

# A decision has the first grade whose limit its loss, in chances to win, stays below.
LIMITS = (
    (Grade.BEST, 0.0025),
    (Grade.GOOD, 0.01),
    (Grade.INACCURACY, 0.025),
    (Grade.MISTAKE, 0.05),
)
BLUNDER = LIMITS[-1][1]
ERRORS = (Grade.MISTAKE, Grade.BLUNDER)  # worth explaining, and coming back to
SHOWN = 4  # candidates that are kept, besides the chosen move
# The formula of lichess: 100 percent without a loss, half of it for a loss of some 15 percent.
SCALE, STEEPNESS, OFFSET = 103.1668, 0.04354, -3.1669


def grade_of(loss: float) -> Grade:
    """The grade of a decision that gave away this much chance to win."""
    return next((grade for grade, limit in LIMITS if loss < limit), Grade.BLUNDER)


def accuracy_of(losses: Sequence[float]) -> float | None:
    """The mean accuracy of decisions, in percent; None if there are none."""
    if not losses:
        return None
    each = [SCALE * math.exp(-STEEPNESS * 100 * loss) + OFFSET for loss in losses]
    return round(sum(min(100.0, max(0.0, one)) for one in each) / len(each), 1)


def decide(decision: Decision, candidates: Sequence[Candidate]) -> Decision:
    """A decision against its alternatives; the chosen move is one of the candidates."""
    ranked = sorted(candidates, key=lambda one: -one.value.chance)
    taken = next(one for one in ranked if one.move == decision.chosen)
    gap, shown = ranked[0].value - taken.value, ranked[:SHOWN]
    loss = Value(round(gap.chance, 4), round(max(0.0, gap.points), 2) if gap.chance > 0 else 0.0)
    return replace(
        decision,
        candidates=tuple(shown if taken in shown else [*shown, taken]),
        loss=loss,
        grade=grade_of(loss.chance),
    )
