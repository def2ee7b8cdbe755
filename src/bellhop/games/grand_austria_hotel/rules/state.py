"""The records of Grand Austria Hotel."""

from bellhop.engine.questions import Question
from bellhop.engine.records import Record, int8, int16, int64, option, record, rows

from .boards import GROUPS, ROOM_NAMES, ROOMS
from .cards import BOARDS, FOODS, GUESTS, STAFF, Food, names_of
from .tables import EDITION_NAMES, GUEST_NAMES, STAFF_NAMES
from .vocabulary import (
    CAFE_TABLES,
    ITEM_NAMES,
    ITEMS,
    LETTER_COUNT,
    ROW,
    SEATS,
    SPACES,
    Phase,
    Staffing,
)

DEPTH = 3 * SEATS + 4  # the opening plans the most: a card, a guest and rooms for every seat
FOOD_NAMES = names_of(Food)
NO_GUEST = -1


@record
class CafeTable(Record):
    """A table of the café, with a guest and the food they still want."""

    guest = int8(labels=GUEST_NAMES)  # NO_GUEST if the table is free
    wants = int8(FOODS, labels=FOOD_NAMES)


@record
class Hotelier(Record):
    """A player with hotel, café, kitchen and office."""

    points = int16(ITEMS, labels=ITEM_NAMES)
    kitchen = int16(FOODS, labels=FOOD_NAMES)
    board = int8(labels=tuple(board.id for board in BOARDS))
    krone = int8()
    emperor = int8()  # field on the emperor's track
    covered = int8()  # numbers of the turn-order tile that carry a die
    passed = int8()
    held = int8()  # staff cards in hand
    aside = int8()  # staff cards being looked at
    rooms = int8(ROOMS, labels=ROOM_NAMES)
    bonuses = int8(GROUPS)  # groups whose bonus has been paid
    discs = int8(LETTER_COUNT)  # the place taken on each politics card, from 1
    cafe = rows(CafeTable, CAFE_TABLES)


@record
class Position(Record):
    """The whole game at one moment."""

    dice = int64()
    players = rows(Hotelier, SEATS)
    seats = int8()
    edition = option("edition", *EDITION_NAMES)
    boards = option("boards", "standard", "back")
    staffing = option("staff", *names_of(Staffing))
    round = int8()
    start = int8()  # the seat with number 1 on its turn-order tile
    turn = int8()  # the seat to move, or NOBODY
    phase = int8(labels=names_of(Phase))
    spaces = int8(SPACES)  # dice on each space of the action board
    in_bin = int8()  # dice in the dustbin
    guest_taken = int8()  # in this turn
    begun = int8()  # something was done in this turn
    die_taken = int8()
    service_left = int8()  # food that may still be carried for the krone paid
    is_extra = int8()  # a turn without taking a die
    extra_turns = int8()  # to come after this one
    strength = int8()  # of the action being done
    floors = int8()  # limits of the rooms being prepared: highest floor, occupied at once
    extra_step = int8()  # joins the action, before or after it
    pending = int8(FOODS, labels=FOOD_NAMES)  # food just gained
    politics = int8(LETTER_COUNT)
    tiles = int8(LETTER_COUNT)
    row = int8(ROW)  # guests on the board, from the left; NO_GUEST in a gap
    guests_left = int8()  # in the deck
    guests = int8(GUESTS, labels=GUEST_NAMES)  # where each guest is
    pile = int8()  # staff cards in the pile, less those put under it
    staff = int8(STAFF, labels=STAFF_NAMES)  # where each card is
    known = int8(STAFF, labels=STAFF_NAMES)  # the seats that know it, one bit each, or PUBLIC
    put_under = int8()  # cards under the pile
    under = int8(STAFF)  # in the order they will be drawn, each plus 1; 0 if not known
    asked = int8()
    questions = rows(Question, DEPTH)
