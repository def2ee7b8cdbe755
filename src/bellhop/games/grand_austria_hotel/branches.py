"""Branches of the rules: every common question, and every kind of move in a turn."""

from bellhop.engine.questions import top

from .rules.state import Position
from .rules.vocabulary import MOVE_KIND, MOVE_WHAT, MOVES, SPACES, Move, Step

OFTEN_ASKED = (
    *(Step.DRAFT, Step.OPENING_GUEST, Step.OPENING_ROOM, Step.CHOOSE_ACTION, Step.CHOOSE_MIX),
    *(Step.SPLIT, Step.PREPARE, Step.PLAY_STAFF, Step.PLACE_FOOD, Step.PENALTY),
)
OTHERS = len(OFTEN_ASKED)
IN_TURN = OTHERS + 1
DIE = IN_TURN + 1  # + space; IN_TURN itself is taking a guest
PASS, SERVE, CLAIM, CHECK_IN, USE_STAFF = (DIE + SPACES + number for number in range(5))
COUNT = USE_STAFF + 1

BRANCH_OF_QUESTION = tuple(
    OFTEN_ASKED.index(step) if step in OFTEN_ASKED else OTHERS for step in range(max(Step) + 1)
)


def _branch_in_turn(move: int) -> int:
    match MOVE_KIND[move]:
        case Move.GUEST:
            return IN_TURN
        case Move.TAKE_DIE | Move.BOOST_DIE:
            return DIE + MOVE_WHAT[move]
        case Move.PASS | Move.END:
            return PASS
        case Move.SERVE:
            return SERVE
        case Move.CLAIM:
            return CLAIM
        case Move.CHECK_IN:
            return CHECK_IN
    return USE_STAFF


BRANCH_OF_MOVE = tuple(_branch_in_turn(move) for move in range(len(MOVES)))


def branch_to_choose(game: Position) -> int:
    """The branch of the current question, or that of a turn."""
    return BRANCH_OF_QUESTION[top(game).what] if game.asked > 0 else IN_TURN


def branch_to_act(game: Position, move: int) -> int:
    """The branch of the question that a move answers, or of a move in a turn."""
    return BRANCH_OF_QUESTION[top(game).what] if game.asked > 0 else BRANCH_OF_MOVE[move]
