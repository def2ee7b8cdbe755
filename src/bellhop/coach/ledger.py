"""Luck and skill: every change of a seat's value has a cause, and the causes add up.

A row of the log is one seat's decision, and what the dice and the rules made of it.

- Luck is what happened, less the mean over what other dice would have made of the same move; on
  average it is zero, whatever the evaluator thinks.  What the rules turned up of cards that others
  had hidden is luck as well.
- The mover's own part is what the move gave away against the best one, as the mover could judge it
  then: never above zero.
- For everybody else the rest is somebody else's decision.
- For the mover, the rest could have been known before: there the evaluator has corrected itself.
"""

from collections import Counter
from collections.abc import Sequence

from bellhop.coach.analysis import Change, Grade, Moment, Skill, Value
from bellhop.coach.grades import accuracy_of

NOTHING = Value()
CHANCE_DIGITS, POINTS_DIGITS = 4, 2  # of every value and of every difference


def rounded(value: Value) -> Value:
    """A value as it is kept."""
    return Value(round(value.chance, CHANCE_DIGITS), round(value.points, POINTS_DIGITS))


def mean_of(values: Sequence[Value]) -> Value:
    """The mean, rounded."""
    total = sum(values, NOTHING)
    return rounded(Value(total.chance / len(values), total.points / len(values)))


def change_for_mover(
    before: Value, after: Value, expected: Value, loss: Value, *, is_revealed: bool
) -> Change:
    """What a move changed for its player; `expected` is the mean over other dice."""
    own, luck = -loss, after - expected
    rest = expected - before - own
    if is_revealed:
        luck, rest = luck + rest, NOTHING
    return Change(own=rounded(own), luck=rounded(luck), correction=rounded(rest))


def change_for_other(before: Value, after: Value, expected: Value, *, is_revealed: bool) -> Change:
    """What a move changed for a seat that did not make it."""
    if is_revealed:
        return Change(luck=rounded(after - before))
    return Change(others=rounded(expected - before), luck=rounded(after - expected))


def skill_of(seat: int, start: Value, moments: Sequence[Moment]) -> Skill:
    """Luck and skill of a seat over a game."""
    changes = [moment.changes[seat] for moment in moments]
    decided = [m.decision for m in moments if m.seat == seat and m.decision and m.decision.grade]
    losses = [decision.loss for decision in decided]
    grades = Counter(decision.grade for decision in decided)
    corrections = [m.changes[seat].correction for m in moments if m.seat == seat]
    sizes = [Value(abs(one.chance), abs(one.points)) for one in corrections]
    return Skill(
        start=start,
        result=moments[-1].known[seat],
        luck=rounded(sum((change.luck for change in changes), NOTHING)),
        own=rounded(sum((change.own for change in changes), NOTHING)),
        others=rounded(sum((change.others for change in changes), NOTHING)),
        correction=rounded(sum((change.correction for change in changes), NOTHING)),
        correction_size=mean_of(sizes) if sizes else NOTHING,
        decisions=len(decided),
        error=mean_of(losses) if losses else NOTHING,
        grades={str(grade): grades[grade] for grade in Grade},
        accuracy=accuracy_of([loss.chance for loss in losses]),
    )
