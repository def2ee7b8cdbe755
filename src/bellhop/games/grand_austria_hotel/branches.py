"""Branches of the rules: every question that is often asked, and every kind of move in a turn."""

from bellhop.engine.questions import top

from .rules.state import Position
from .rules.vocabulary import (
    CHECK_IN,
    CHOOSE_STAFF,
    CLAIM,
    GUEST,
    MOVES,
    PASS,
    SERVE,
    SPACES,
    TAKE_DIE,
    Step,
)

OFTEN_ASKED = (
    *(Step.DRAFT, Step.OPENING_GUEST, Step.OPENING_ROOM, Step.CHOOSE_ACTION, Step.CHOOSE_MIX),
    *(Step.SPLIT, Step.PREPARE, Step.PLAY_STAFF, Step.PLACE_FOOD, Step.PENALTY),
)
OTHERS = len(OFTEN_ASKED)
IN_TURN = OTHERS + 1
TURN_WAYS = (  # the first move of each; dice have one for each space
    *(GUEST, *(TAKE_DIE + space for space in range(SPACES))),
    *(PASS, SERVE, CLAIM, CHECK_IN, CHOOSE_STAFF),
)
COUNT = IN_TURN + len(TURN_WAYS)

WAY_OF_QUESTION = tuple(
    OFTEN_ASKED.index(step) if step in OFTEN_ASKED else OTHERS for step in range(max(Step) + 1)
)


def _way_in_turn(move: int) -> int:
    first = (move - TAKE_DIE) % SPACES + TAKE_DIE if TAKE_DIE <= move < PASS else move
    return IN_TURN + sum(start <= first for start in TURN_WAYS) - 1


WAY_OF_MOVE = tuple(_way_in_turn(move) for move in range(len(MOVES)))


def branch_to_choose(game: Position) -> int:
    """The question that is asked, or whatever may be done in a turn."""
    return WAY_OF_QUESTION[top(game).what] if game.asked > 0 else IN_TURN


def branch_to_act(game: Position, move: int) -> int:
    """The question that is answered, or what is done in a turn."""
    return WAY_OF_QUESTION[top(game).what] if game.asked > 0 else WAY_OF_MOVE[move]
