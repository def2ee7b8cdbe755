"""Every noun and number that is not on cards: places, steps, moves, events, refusals."""

from enum import IntEnum

from bellhop.engine.moves import declare_moves

from .boards import ROOM_NAMES, ROOMS
from .cards import LETTERS, NUMBERS, STEPS_OF_A_CARD, Food, names_of
from .tables import STAFF_NAMES

SEATS, ROUNDS = NUMBERS.players, NUMBERS.rounds
CAFE_TABLES = NUMBERS.cafe_tables
NO_TABLE = -1  # is free
ROW_PRICES = NUMBERS.row_prices
ROW = len(ROW_PRICES)
SPACES = 6
NUMBERS_ON_A_TILE = 2  # turns per player and round
DICE = NUMBERS.dice
START_KRONE, MAX_KRONE = NUMBERS.start_krone, NUMBERS.max_krone
START_FOOD, START_STAFF = NUMBERS.start_food, NUMBERS.start_staff
OPENING_ROOMS = NUMBERS.opening_rooms
FLOOR_PRICES, FLOOR_POINTS = NUMBERS.floor_prices, NUMBERS.floor_points
EMPEROR_POINTS = NUMBERS.emperor_points
LAST_FIELD = len(EMPEROR_POINTS) - 1
EMPEROR_ROUNDS, RETREATS = NUMBERS.emperor_rounds, NUMBERS.retreats
NO_SCORING = -1  # of the emperor after a round
REWARD_FROM = NUMBERS.reward_from
POLITICS_POINTS = NUMBERS.politics_points
BOOST_PRICE, SIXTH_PRICE = NUMBERS.boost_price, NUMBERS.sixth_price
SERVICE_PRICE, SERVICE_FOOD = NUMBERS.service_price, NUMBERS.service_food
GUEST_LOSS = NUMBERS.guest_loss
STANDARD_BOARD, BACK_BOARDS = 0, 4  # the first board, and the number of different ones after it
LETTER_COUNT = len(LETTERS)


class Space(IntEnum):
    """The spaces of the action board."""

    SWEETS = 0
    DRINKS = 1
    ROOMS = 2
    TRACKS = 3
    STAFF = 4
    ANY = 5


def first_food(space: int) -> int:
    """The food that an action brings: strudel, or wine."""
    return 2 * space


def second_food(space: int) -> int:
    """The food that comes with the first, but never more of it: cake, or coffee."""
    return 2 * space + 1


class Staffing(IntEnum):
    """How the staff is dealt before the game."""

    RANDOM = 0
    INTRODUCTORY = 1
    DRAFT = 2


class Place(IntEnum):
    """Where a staff card is; for a player's cards see `staff_at`."""

    PILE = 0
    UNDER = 1  # under the pile: drawn when the pile is used up
    GONE = 2  # out of the game
    UNSEEN = 3  # in a view: a hand, the pile, or under it
    HAND = 4
    PLAYED = 8
    USED = 12  # turned by 90 degrees until the round ends
    ASIDE = 16  # being looked at: a draft pack, or cards drawn to play one of them


PUBLIC = 16  # in addition to one bit per seat that knows a staff card: everybody knows it


class GuestPlace(IntEnum):
    """Where a guest is."""

    DECK = 0
    ROW = 1
    CAFE = 2
    LEAVING = 3  # being checked in
    DISCARDED = 4


class Room(IntEnum):
    """The state of a room."""

    UNPREPARED = 0
    VACANT = 1
    OCCUPIED = 2
    UNSEEN = 3  # in a view: first rooms that are still being chosen


class Phase(IntEnum):
    """The part of the game."""

    OPENING = 0  # draft and first guests
    ROOMS = 1  # first rooms, chosen by everybody at the same time
    TURNS = 2
    SCORING = 3  # the emperor is scored
    OVER = 4


class Step(IntEnum):
    """Entries of the stack: first things that the rules still do, then questions for a seat.

    In brackets: the numbers of an entry, for which `packing` has names.
    """

    START_GAME = 0
    PASS_PACKS = 1
    ASK_DRAFT = 2  # (seat)
    ASK_OPENING_GUEST = 3  # (seat)
    ASK_OPENING_ROOMS = 4  # (seat)
    SHOW_ROOMS = 5
    RUN_STEP = 6  # (step, seat)
    RUN_PARTS = 7  # (all parts, guest)
    DO_ACTION = 8  # (space, seat)
    DISCARD_GUEST = 9  # (guest)
    FACE_EMPEROR = 10  # (seat, number of the scoring)
    CLOSE_ROUND = 11
    DRAFT = 12
    OPENING_GUEST = 13
    OPENING_ROOM = 14  # (nothing, discount)
    CHOOSE_ACTION = 15
    CHOOSE_MIX = 16  # (strength, action)
    SPLIT = 17  # (strength)
    PREPARE = 18  # (rooms left, discount); the floors are in the position
    PLAY_STAFF = 19  # (discount)
    PLAY_DRAWN = 20  # (discount)
    CHOOSE_FOOD = 21  # (left)
    PLACE_FOOD = 22
    OCCUPY = 23  # (left)
    FILL_ORDER = 24
    TAKE_GUEST = 25  # (left)
    CHOOSE_PART = 26  # (parts left and the die's space, guest or DIE)
    PENALTY = 27  # (tile)
    RETURN_STAFF = 28  # (left, cards in total)
    REMOVE = 29  # (left, which rooms and the one removed first)
    DISCARD_STAFF = 30
    ANOTHER_ACTION = 31


class Move(IntEnum):
    """The kinds of moves, each with its arguments."""

    GUEST = 0  # place in the row
    TAKE_DIE = 1  # space
    BOOST_DIE = 2  # space
    PASS = 3
    END = 4
    SERVE = 5  # food, table
    CLAIM = 6  # letter
    CHECK_IN = 7  # table, room
    CHOOSE_STAFF = 8  # card
    CHOOSE_ROOM = 9  # room
    AMOUNT = 10  # number
    USE_AS = 11  # space
    TAKE_FOOD = 12  # food
    FILL = 13  # table
    PART = 14  # part
    FACE_PENALTY = 15  # how: a Penalty
    DONE = 16


class Penalty(IntEnum):
    """The possible answers to a penalty of the emperor."""

    SUFFER = 0  # carry it out
    LOSE = 1  # lose points instead
    EXCUSE = 2  # the conference manager averts it


def _from_one(count: int) -> tuple[str, ...]:
    return tuple(str(number + 1) for number in range(count))


MAX_STRENGTH = max(DICE) + 2  # with a boost and one staff card
TABLE_NAMES, SPACE_NAMES = _from_one(CAFE_TABLES), _from_one(SPACES)
MOVE_TABLE = declare_moves(
    Move,
    (Move.GUEST, "guest {}", _from_one(ROW)),
    (Move.TAKE_DIE, "die {}", SPACE_NAMES),
    (Move.BOOST_DIE, "die {} boost", SPACE_NAMES),
    (Move.PASS, "pass"),
    (Move.END, "end"),
    (Move.SERVE, "{} > {}", names_of(Food), TABLE_NAMES),
    (Move.CLAIM, "politics {}", LETTERS.lower()),
    (Move.CHECK_IN, "check-in {} > {}", TABLE_NAMES, ROOM_NAMES),
    (Move.CHOOSE_STAFF, "staff {}", STAFF_NAMES),
    (Move.CHOOSE_ROOM, "room {}", ROOM_NAMES),
    (Move.AMOUNT, "amount {}", range(MAX_STRENGTH + 1)),
    (Move.USE_AS, "as {}", SPACE_NAMES[:-1]),
    (Move.TAKE_FOOD, "take {}", names_of(Food)),
    (Move.FILL, "fill {}", TABLE_NAMES),
    (Move.PART, "part {}", _from_one(STEPS_OF_A_CARD)),
    (Move.FACE_PENALTY, "{}", names_of(Penalty)),
    (Move.DONE, "done"),
)
MOVES, MOVE_KIND = MOVE_TABLE.names, MOVE_TABLE.kinds
MOVE_WHAT, MOVE_WHERE = MOVE_TABLE.arguments
MOVE_FIRST, MOVE_END = MOVE_TABLE.firsts, MOVE_TABLE.ends  # by kind
GUEST, TAKE_DIE, BOOST_DIE, PASS, END, SERVE, CLAIM, CHECK_IN, *_answers = MOVE_FIRST
CHOOSE_STAFF, CHOOSE_ROOM, *_, DONE = _answers


def serve_move(food: int, table: int) -> int:
    """Serve a piece of food at a table."""
    return SERVE + food * CAFE_TABLES + table


def check_in_move(table: int, room: int) -> int:
    """Check the guest of a table into a room."""
    return CHECK_IN + table * ROOMS + room


# What points are scored for; plain numbers, because they are used as indices.
FOR_GUESTS = 0
FOR_ROOMS = 1  # printed on the hotel board
FOR_GROUPS = 2
FOR_TRACK = 3
FOR_TILES = 4
FOR_POLITICS = 5
FOR_STAFF = 6  # during the game
FOR_STAFF_AT_END = 7
FOR_OCCUPIED = 8
FOR_KRONE = 9
FOR_FOOD = 10
FOR_CAFE = 11  # guests left in the café
ITEM_NAMES = (
    *("guests", "rooms", "groups", "emperor-track", "emperor-tiles", "politics", "staff"),
    *("staff-at-end", "occupied", "krone", "food", "cafe"),
)
ITEMS = len(ITEM_NAMES)


class Event(IntEnum):
    """What players are told, each event with its numbers."""

    ROUND_STARTED = 0  # round, start player
    ROLLED = 1  # seat, dice on the spaces (base 16)
    REROLLED = 2  # seat, dice on the spaces
    GUEST_ARRIVED = 3  # guest
    GUESTS_SHUFFLED = 4
    GUEST_TAKEN = 5  # seat, guest, krone paid
    DIE_TAKEN = 6  # seat, space, strength
    SPACE_USED = 7  # seat, space, strength
    BOOSTED = 8  # seat
    USED_AS = 9  # seat, action
    NO_ACTION = 10  # seat
    PASSED = 11  # seat
    FOOD_TAKEN = 12  # seat, food, number
    FOOD_SERVED = 13  # seat, food, guest
    SERVICE_PAID = 14  # seat, krone
    FOOD_STORED = 15  # seat, food, number
    ORDER_READY = 16  # seat, guest
    ROOM_PREPARED = 17  # seat, room, krone paid, is occupied
    ROOM_OCCUPIED = 18  # seat, room
    GROUP_COMPLETED = 19  # seat, colour, size, bonus
    CHECKED_IN = 20  # seat, guest, room
    SCORED_NOW = 21  # seat, item, points
    MONEY = 22  # seat, krone gained, krone afterwards
    ADVANCED = 23  # seat, fields, field afterwards
    STAFF_PLAYED = 24  # seat, staff, krone paid
    STAFF_USED = 25  # seat, staff
    STAFF_WORKS = 26  # seat, staff
    DREW = 27  # seat, staff: told only to this seat
    DREW_UNSEEN = 28  # seat, cards: told to all others
    PUT_UNDER = 29  # seat, staff: told only to this seat
    PUT_UNDER_UNSEEN = 30  # seat, cards: told to all others
    DRAFTED = 31  # seat, staff: told only to this seat
    DRAFTED_UNSEEN = 32  # seat: told to all others
    PACKS_PASSED = 33
    CLAIMED = 34  # seat, politics card, points
    EMPEROR_SCORED = 35  # seat, points, field, field after the retreat
    REWARDED = 36  # seat, tile, 0, 0, edition
    PUNISHED = 37  # seat, tile, 0, 0, edition
    EXCUSED = 38  # seat, krone
    ROOMS_CHOSEN = 39  # seat: told to all others
    FOOD_RETURNED = 40  # seat, pieces
    ROOM_REMOVED = 41  # seat, room
    STAFF_DISCARDED = 42  # seat, staff
    IDLE = 43  # seat, step
    DECLINED = 44  # seat
    EXTRA_TURN = 45  # seat
    STAFF_SCORED = 46  # seat, staff, points
    SCORED = 47  # seat, item, points
    GAME_ENDED = 48
    SET_UP = 49  # politics card, tile, letter, edition
    BOARD_DEALT = 50  # seat, board
    SET_DEALT = 51  # seat, letter
    ORDER_FILLED = 52  # seat, guest
    LAST_DIE_GONE = 53  # seat
    SIXTH_PAID = 54  # seat, krone


class Refusal(IntEnum):
    """Why a move is not allowed."""

    ALLOWED = 0
    GAME_OVER = 1
    MUST_ANSWER = 2
    NOT_ASKED = 3
    NO_GUEST_THERE = 4
    CAFE_FULL = 5
    GUEST_TAKEN = 6
    GUEST_BEFORE_DIE = 7
    NOT_ENOUGH_KRONE = 8
    NO_DIE_THERE = 9
    DIE_TAKEN = 10
    TURN_BEGUN = 11
    NO_PASS_NOW = 12
    DIE_FIRST = 13
    TABLE_EMPTY = 14
    NOT_ORDERED = 15
    NO_SUCH_FOOD = 16
    ORDER_NOT_READY = 17
    ROOM_NOT_VACANT = 18
    WRONG_COLOUR = 19
    CONDITION_NOT_MET = 20
    DISC_PLACED = 21
    NO_PLACE_LEFT = 22
    STAFF_NOT_HELD = 23
    STAFF_NOT_DRAWN = 24
    STAFF_NOT_PLAYED = 25
    NOT_ONCE_PER_ROUND = 26
    STAFF_IS_USED = 27
    ROOM_IS_PREPARED = 28
    NOT_ADJACENT = 29
    BOTTOM_LEFT_FIRST = 30
    FLOOR_TOO_HIGH = 31
    TOO_MUCH = 32
    NOT_THE_HIGHEST = 33
    NOT_THAT_COLUMN = 34
    NOT_OCCUPIED = 35
    NOT_AN_END_CARD = 36
    CANNOT_SUFFER = 37
    MUST_SUFFER = 38
    NO_EXCUSE = 39
    MUST_CHOOSE = 40
    PART_DONE = 41
    ORDER_IS_READY = 42
    BOOST_TOO_MUCH = 43
    ENOUGH_ROOMS = 44
