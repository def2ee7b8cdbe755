"""The records of Overbooking."""

from bellhop.engine.questions import Question
from bellhop.engine.records import Record, int8, int64, option, record, rows

from .vocabulary import (
    BACK_DOOR,
    BACK_NAMES,
    BONUSES,
    CARD_NAMES,
    COIN_PROFILES,
    HOTEL_SETS,
    KINDS,
    LINE_PLACES,
    SEATS,
    TILES,
    Phase,
)

DEPTH = SEATS + BACK_DOOR + 3  # a round's end, its hotels, one hotel's powers, booking and question


@record
class Guests(Record):
    """A card at a hotel."""

    owner = int8()
    back = int8(labels=BACK_NAMES)
    kind = int8(labels=CARD_NAMES)
    is_open = int8()
    mark = int8()  # 1 is booked first, 2 next
    is_done = int8()  # checked, or moved from the back door into the line


@record
class HotelTile(Record):
    """A hotel with its line and back door, each from the hotel outwards."""

    side = int8()  # the side of its tile that is up
    beds = int8()
    has_point_tile = int8()
    lined_up = int8()  # cards in the line
    waiting = int8()  # cards played at the back door
    line = rows(Guests, LINE_PLACES)
    back_door = rows(Guests, BACK_DOOR)


@record
class Chamberlain(Record):
    """A player."""

    place = int8(KINDS, labels=CARD_NAMES)  # where each card is
    held = int8()  # cards in hand
    in_deck = int8()  # cards in the deck
    point_tiles = int8()


@record
class Position(Record):
    """The whole game at one moment."""

    dice = int64()
    seats = int8()
    scoring = option("scoring", *(bonus.id for bonus in BONUSES))
    no_peeking = option("peeking", "allowed", "forbidden")
    coins = option("coins", *(profile.id for profile in COIN_PROFILES))
    hotel_set = option("hotels", *(hotel_set.id for hotel_set in HOTEL_SETS))
    round = int8()
    start = int8()  # the seat with the start player marker
    turn = int8()  # the seat to move, or NOBODY
    turns_taken = int8()  # in phase 1, passes included
    phase = int8(labels=tuple(phase.name.lower() for phase in Phase))
    used = int8(TILES)  # tiles that have been on the table
    asked = int8()
    questions = rows(Question, DEPTH)
    hotels = rows(HotelTile, SEATS)
    players = rows(Chamberlain, SEATS)


def hotel_of(question: Question) -> int:
    """The hotel that an entry of the stack is about."""
    return question.a


def place_of(question: Question) -> int:
    """The place at the back door of that hotel whose guests act."""
    return question.b
