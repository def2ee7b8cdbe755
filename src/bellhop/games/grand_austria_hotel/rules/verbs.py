"""The verbs of cards, one row each: how it is written, what it is like, how it is said and drawn.

A step of a card is a verb with a few numbers.  What a verb does is in `gains` and `steps`.
"""

from enum import IntEnum
from typing import NamedTuple

from .cards import FLOORS, Cost, Food, Measure, Parser, Returned, Which

NO_LIMIT = 0  # of what a step scores


class Verb(IntEnum):
    """What a step does."""

    NOTHING = 0
    GAIN_MONEY = 1
    GAIN_POINTS = 2
    ADVANCE = 3
    GAIN_FOOD = 4
    GAIN_EACH_FOOD = 5
    CHOOSE_FOOD = 6
    DRAW_STAFF = 7
    PLAY_STAFF = 8
    PLAY_DRAWN = 9
    PREPARE_ROOM = 10
    OCCUPY_ROOM = 11
    TAKE_GUEST = 12
    FILL_ORDER = 13
    ANOTHER_TURN = 14
    ANOTHER_ACTION = 15
    ADD_STRENGTH = 16
    REDUCE_PRICE = 17
    WAIVE = 18
    BOTH_TRACKS = 19
    EXCUSE_PENALTY = 20
    SCORE_PER = 21
    COPY_STAFF = 22
    LOSE_MONEY = 23
    LOSE_POINTS = 24
    RETURN_FOOD = 25
    RETURN_STAFF = 26
    REMOVE_ROOMS = 27
    DISCARD_STAFF = 28


class StepOf(NamedTuple):
    """A step: its verb, and the numbers that this verb takes."""

    verb: int
    amount: int = 0
    what: int = 0  # a member of one of KINDS
    less: int = 0  # discount on what is bought, in krone
    most: int = NO_LIMIT  # points
    floors: int = 0  # where rooms are prepared, as a `room_limit`


class VerbRow(NamedTuple):
    """Everything about a verb except what it does."""

    verb: Verb
    arguments: str  # as in the card file: numbers of a step, or one of KINDS for `what`
    traits: str  # some of TRAITS
    words: str  # one of MANNERS, in which `card_text` says it
    symbol: str  # the symbols that `card_text` draws for it


KINDS: dict[str, type[IntEnum]] = {
    "food": Food,
    "cost": Cost,
    "measure": Measure,
    "returned": Returned,
    "which": Which,
}
TRAITS = {
    "gains": "is gained at once, whenever it comes",
    "asks": "may leave something to decide, so that it waits for what just happens",
    "joins": "goes with the action of a die, before or after it",
}
MANNERS = {
    "nothing": "no words",
    "plain": "its message",
    "counted": "its message for an amount",
    "food": "its message with pieces of food",
    "priced": "its message with a price",
    "drawn": "its message for an amount, with a price",
    "terms": "its message with the terms for a room",
    "named": "the message of what it is about",
    "named, counted": "the message of what it is about, for an amount",
    "scored": "its message with points, what they are for, and perhaps a limit",
}
VERBS = (
    VerbRow(Verb.NOTHING, "", "", "nothing", ""),
    VerbRow(Verb.GAIN_MONEY, "amount", "gains", "counted", "gain-money"),
    VerbRow(Verb.GAIN_POINTS, "amount", "gains", "counted", "gain-points"),
    VerbRow(Verb.ADVANCE, "amount", "gains", "counted", "advance"),
    VerbRow(Verb.GAIN_FOOD, "food amount", "asks", "food", "{what}"),
    VerbRow(Verb.GAIN_EACH_FOOD, "amount", "asks", "counted", "gain-each-food"),
    VerbRow(Verb.CHOOSE_FOOD, "amount", "asks", "counted", "choose-food"),
    VerbRow(Verb.DRAW_STAFF, "amount", "", "counted", "draw-staff"),
    VerbRow(Verb.PLAY_STAFF, "less", "asks joins", "priced", "play-staff price"),
    VerbRow(Verb.PLAY_DRAWN, "amount less", "asks", "drawn", "draw-staff play-staff price"),
    VerbRow(Verb.PREPARE_ROOM, "less floors", "asks joins", "terms", "prepare-room terms"),
    VerbRow(Verb.OCCUPY_ROOM, "amount", "asks", "counted", "occupy-room"),
    VerbRow(Verb.TAKE_GUEST, "amount", "asks", "counted", "take-guest"),
    VerbRow(Verb.FILL_ORDER, "", "asks", "plain", "fill-order"),
    VerbRow(Verb.ANOTHER_TURN, "", "", "plain", "another-turn"),
    VerbRow(Verb.ANOTHER_ACTION, "", "asks", "plain", "another-action"),
    VerbRow(Verb.ADD_STRENGTH, "amount", "", "counted", "add-strength"),
    VerbRow(Verb.REDUCE_PRICE, "amount", "", "counted", "reduce-price"),
    VerbRow(Verb.WAIVE, "cost", "", "named", "free-{what}"),
    VerbRow(Verb.BOTH_TRACKS, "", "", "plain", "both-tracks"),
    VerbRow(Verb.EXCUSE_PENALTY, "amount", "", "counted", "excuse-penalty"),
    VerbRow(Verb.SCORE_PER, "measure amount most", "", "scored", "points per-{what}"),
    VerbRow(Verb.COPY_STAFF, "", "", "plain", "copy-staff"),
    VerbRow(Verb.LOSE_MONEY, "amount", "", "counted", "lose-money"),
    VerbRow(Verb.LOSE_POINTS, "amount", "", "counted", "lose-points"),
    VerbRow(Verb.RETURN_FOOD, "returned", "", "named", "return-food-{what}"),
    VerbRow(Verb.RETURN_STAFF, "amount", "asks", "counted", "return-staff"),
    VerbRow(Verb.REMOVE_ROOMS, "which amount", "asks", "named, counted", "remove-rooms-{what}"),
    VerbRow(Verb.DISCARD_STAFF, "amount", "asks", "plain", "discard-staff"),
)

OCCUPIED_AT_ONCE = 10  # added to the highest floor


def room_limit(floors: int, occupied: bool) -> int:
    """The rooms that may be prepared: up to a floor, and possibly occupied at once."""
    return floors + OCCUPIED_AT_ONCE * occupied


def highest_floor(limit: int) -> int:
    """The highest floor where a room may be prepared, counted from 1."""
    return limit % OCCUPIED_AT_ONCE


def is_occupied_at_once(limit: int) -> bool:
    """Are prepared rooms occupied at once?"""
    return limit > OCCUPIED_AT_ONCE


# For the rules, by verb.
VERB_GAINS = tuple(int("gains" in row.traits) for row in VERBS)
VERB_ASKS = tuple(int("asks" in row.traits) for row in VERBS)
VERB_JOINS = tuple(int("joins" in row.traits) for row in VERBS)


def step_of(parser: Parser) -> StepOf:
    """Read a step from the card file."""
    row = VERBS[parser.name(Verb)]
    numbers = {}
    for argument in row.arguments.split():
        name = "what" if argument in KINDS else argument
        numbers[name] = _read(parser, argument)
    return StepOf(row.verb, **numbers)


def _read(parser: Parser, argument: str) -> int:
    """Read one argument of a verb; limits may be left out."""
    if argument in KINDS:
        return parser.name(KINDS[argument])
    match argument:
        case "most":
            return parser.number() if parser.has("at_most") else NO_LIMIT
        case "floors":
            floors = parser.number() if parser.has("floors") else FLOORS
            return room_limit(floors, parser.has("occupied"))
    return parser.number()


def name_what(step: StepOf) -> str:
    """The name of what a step is about, as in the card file; empty if there is none."""
    for argument in VERBS[step.verb].arguments.split():
        if argument in KINDS:
            return KINDS[argument](step.what).name.lower()
    return ""
