"""Numbers that hold two values, and the meaning of the two numbers of a question.

Each has a function that packs it and others that unpack it.
"""

from bellhop.engine.questions import HasQuestions, Question, plan
from bellhop.engine.records import Cells

from .cards import STEPS_OF_A_CARD, Which
from .vocabulary import SEATS, SPACES, Place, Step

# The place of a player's staff card: one of four places plus the seat.


def staff_at(place: int, seat: int) -> int:
    """A player's place for staff cards: HAND, PLAYED, USED or ASIDE."""
    return place + seat


def owner_of(staff_place: int) -> int:
    """The seat that a place belongs to."""
    return (staff_place - Place.HAND) % SEATS


def is_at(staff_place: int, place: int) -> bool:
    """Is this any player's HAND, PLAYED, USED or ASIDE?"""
    return place <= staff_place < place + SEATS


# Entries for cards under the staff pile; in a view, an unknown card is 0.

UNKNOWN_CARD = 0


def entry_of(card: int) -> int:
    """The entry for a card under the pile."""
    return card + 1


def card_of(entry: int) -> int:
    """The card of an entry; NO_CARD if it is not known."""
    return entry - 1


# The dice on all spaces, as events tell them: four bits per space.

BITS_OF_A_SPACE = 4


def dice_told(spaces: Cells) -> int:
    """The dice on all spaces as one number."""
    told = 0
    for space in range(SPACES):
        told |= spaces[space] << BITS_OF_A_SPACE * space
    return told


def dice_on(told: int, space: int) -> int:
    """The dice on a space, from the packed number."""
    return told >> BITS_OF_A_SPACE * space & (1 << BITS_OF_A_SPACE) - 1


# Steps that are planned.


def plan_step(game: HasQuestions, seat: int, step: int) -> None:
    """Plan a step of a card for a seat."""
    plan(game, Step.RUN_STEP, step, seat)


def plan_action(game: HasQuestions, seat: int, space: int) -> None:
    """Plan the action of a space for a seat."""
    plan(game, Step.DO_ACTION, space, seat)


def planned_seat(planned: Question) -> int:
    """The seat that something is planned for."""
    match planned.what:
        case Step.RUN_STEP | Step.DO_ACTION:
            return planned.b
    return planned.a


def planned_thing(planned: Question) -> int:
    """The step, space, guest or number of the scoring that is planned."""
    match planned.what:
        case Step.RUN_STEP | Step.DO_ACTION | Step.DISCARD_GUEST:
            return planned.a
    return planned.b


# Questions.


def arguments_of(question: Question) -> tuple[int, int]:
    """Both numbers of a question or planned work, as they are packed."""
    return question.a, question.b


def left_of(question: Question) -> int:
    """The number of rooms, guests, pieces of food or cards still to be chosen."""
    return question.a


def returned_in_all(question: Question) -> int:
    """The total number of cards that a penalty puts under the pile."""
    return question.b


def strength_of(question: Question) -> int:
    """The strength of the action whose food, or krone and fields, are chosen."""
    return question.a


def action_of(question: Question) -> int:
    """The action whose food is chosen."""
    return question.b


def room_discount(question: Question) -> int:
    """The discount on a room, in krone."""
    return question.b


def staff_discount(question: Question) -> int:
    """The discount on a staff card, in krone."""
    return question.a


def tile_of(question: Question) -> int:
    """The emperor tile whose penalty is faced."""
    return question.a


# Two parts whose order the player chooses: those of a guest's reward, or the action of a die and
# the step that a staff card adds to it.  One bit per part, and above them the space.

DIE = -1  # the source of the parts if it is a die's action and not a guest
ALL_PARTS = (1 << STEPS_OF_A_CARD) - 1


def die_parts(space: int) -> int:
    """Both parts of the action of a die."""
    return ALL_PARTS + (space << STEPS_OF_A_CARD)


def has_part(question: Question, part: int) -> bool:
    """Is a part still to be done?"""
    return question.a >> part & 1 == 1


def space_of(question: Question) -> int:
    """The space of the die whose action is a part."""
    return question.a >> STEPS_OF_A_CARD


def source_of(question: Question) -> int:
    """The guest whose reward the parts are, or DIE."""
    return question.b


# Rooms that a penalty removes: which, and the one removed first.

NO_ROOM = -1  # none has been removed yet
WHICH = len(Which) + 1


def removal(which: int, first: int) -> int:
    """Which rooms are removed, and the room that was removed first, or NO_ROOM."""
    return which + WHICH * (first + 1)


def which_of(question: Question) -> int:
    """Which rooms are removed."""
    return question.b % WHICH


def first_of(question: Question) -> int:
    """The room that was removed first, or NO_ROOM."""
    return question.b // WHICH - 1
