"""When learners are given a tip at a real table of Grand Austria Hotel."""

from collections.abc import Iterator, Mapping, Sequence

from bellhop.engine.questions import is_asking, top

from .rules.state import Position
from .rules.vocabulary import EMPEROR_ROUNDS, MOVE_KIND, Event, Move, Step

GOALS: Mapping[str, int] = {
    "order": Event.ORDER_READY,
    "check-in": Event.CHECKED_IN,
    "group": Event.GROUP_COMPLETED,
}
BY_QUESTION = {Step.OPENING_GUEST: "first-guest", Step.OPENING_ROOM: "first-rooms"}
BY_MOVE = {
    Move.FACE_PENALTY: "penalty",
    Move.CLAIM: "politics",
    Move.CHECK_IN: "check-in",
    Move.PASS: "pass",
}


def find_tips(seen: Position, legal: Sequence[int]) -> Iterator[str]:
    """The tips for the player on turn, whose view this is."""
    if is_asking(seen) and top(seen).what in BY_QUESTION:
        yield BY_QUESTION[Step(top(seen).what)]
    kinds = {MOVE_KIND[move] for move in legal}
    if seen.round + 1 in EMPEROR_ROUNDS:
        yield "emperor"
    yield from (tip for kind, tip in BY_MOVE.items() if kind in kinds)
