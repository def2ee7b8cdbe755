"""What is printed: guests, staff, politics, emperor tiles, hotels, editions, and their steps.

A card does what its steps say.  Here is how the card file is read; `tables` holds what it says.
"""

from enum import IntEnum
from pathlib import Path
from typing import NamedTuple, NoReturn

from bellhop.engine.cards import open_cards


class Numbers(NamedTuple):
    """The rulebook's numbers."""

    players: int
    rounds: int
    start_krone: int
    most_krone: int
    start_food: int
    start_staff: int
    opening_rooms: int
    cafe_tables: int
    row_prices: tuple[int, ...]
    floor_prices: tuple[int, ...]
    floor_points: tuple[int, ...]
    dice: tuple[int, ...]
    emperor_points: tuple[int, ...]
    emperor_rounds: tuple[int, ...]
    retreats: tuple[int, ...]
    reward_from: int
    group_points: tuple[int, ...]
    group_krone: tuple[int, ...]
    group_steps: tuple[int, ...]
    politics_points: tuple[int, ...]
    boost_price: int
    service_price: int
    service_food: int
    sixth_price: int
    guest_loss: int
    room_points: tuple[int, ...]


class Edition(NamedTuple):
    """A printing of the game."""

    id: str
    choose_penalty: bool


class Board(NamedTuple):
    """A hotel: the colours of its rooms, floor by floor from the top."""

    id: str
    floors: tuple[str, ...]


class Guest(NamedTuple):
    """A guest: order, points and reward."""

    id: str
    number: int
    colour: str
    order: tuple[str, ...]
    points: int
    reward: tuple[str, ...]


class Staff(NamedTuple):
    """A member of the staff."""

    id: str
    number: int
    cost: int
    timing: str
    when: str
    effect: tuple[str, ...]
    set: str


class Politics(NamedTuple):
    """A politics card."""

    id: str
    number: int
    letter: str
    condition: tuple[str, ...]


class Tile(NamedTuple):
    """An emperor tile."""

    id: str
    letter: str
    reward: tuple[str, ...]
    penalty: tuple[str, ...]
    or_lose: int


class StaffChange(NamedTuple):
    """How an edition differs in a staff card."""

    id: str
    edition: str
    staff: str
    cost: int
    when: str
    effect: tuple[str, ...]


class GuestChange(NamedTuple):
    """How an edition differs in a guest."""

    id: str
    edition: str
    guest: str
    reward: tuple[str, ...]


class TileChange(NamedTuple):
    """How an edition differs in an emperor tile."""

    id: str
    edition: str
    tile: str
    penalty: tuple[str, ...]


class Food(IntEnum):
    """What guests order."""

    STRUDEL = 0
    CAKE = 1
    WINE = 2
    COFFEE = 3


class Colour(IntEnum):
    """The colours of rooms and guests; green guests sleep anywhere."""

    BLUE = 0
    RED = 1
    YELLOW = 2
    GREEN = 3


class Timing(IntEnum):
    """When a staff card works."""

    ROUND = 0  # once per round
    ONCE = 1  # when it is played
    PERMANENT = 2
    END = 3  # at the end of the game


class When(IntEnum):
    """What a permanent effect waits for."""

    NEVER = 0
    TAKE_DIE = 1  # from these spaces
    USE_SPACE = 2  # with or without taking a die
    CHECK_IN = 3  # of guests of these colours
    LARGE_ORDER = 4  # of a guest who ordered so much
    ORDER_FILLED = 5  # of guests of these colours
    ROOM_OCCUPIED = 6
    EMPEROR_REWARD = 7
    ALWAYS = 8


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


class Cost(IntEnum):
    """A price that a staff card may waive."""

    BLUE_ROOMS = 0
    RED_ROOMS = 1
    YELLOW_ROOMS = 2
    KITCHEN_SERVICE = 3
    GUEST_ROW = 4
    SIXTH_SPACE = 5


class Measure(IntEnum):
    """What politics, tiles and staff count in a hotel."""

    KRONE = 0
    TILES = 1  # rooms, vacant or occupied
    STAFF = 2  # cards played
    EMPEROR = 3  # the field on the track
    FLOORS = 4  # where every room is occupied
    COLUMNS = 5
    GROUPS = 6
    COLOURS = 7
    ROOMS = 8  # occupied
    BLUE_ROOMS = 9
    RED_ROOMS = 10
    YELLOW_ROOMS = 11
    SETS = 12  # a room of each colour
    POLITICS = 13  # cards with one's disc


class Which(IntEnum):
    """The rooms that a penalty removes."""

    VACANT = 0
    OCCUPIED = 1
    COLUMN = 2  # occupied ones, both from one column


KITCHEN, ALL_FOOD = 0, 1  # what return_food returns
FULL, FREE = 0, 20  # how many krone less; nothing costs more than FREE
OCCUPIED_AT_ONCE = 10  # added to the highest floor of a prepare_room

CARDS = open_cards(__name__, Path(__file__).parents[1] / "cards.toml")
NUMBERS = CARDS.table("game", Numbers)
EDITIONS = CARDS.cards("edition", Edition)
BOARDS = CARDS.cards("board", Board)
GUEST_CARDS = CARDS.cards("guest", Guest)
STAFF_CARDS = CARDS.cards("staff", Staff)
POLITICS_CARDS = CARDS.cards("politics", Politics)
TILE_CARDS = CARDS.cards("emperor", Tile)
STAFF_CHANGES = CARDS.cards("staff_change", StaffChange)
GUEST_CHANGES = CARDS.cards("guest_change", GuestChange)
TILE_CHANGES = CARDS.cards("emperor_change", TileChange)

GUESTS, STAFF = len(GUEST_CARDS), len(STAFF_CARDS)
POLITICS, TILES = len(POLITICS_CARDS), len(TILE_CARDS)
FOODS, COLOURS, ROOM_COLOURS = len(Food), len(Colour), 3
FLOORS = len(NUMBERS.floor_prices)
STEPS_OF_A_CARD = 2
LETTERS = "ABC"  # of politics cards and emperor tiles

NUMBER_WORDS = {"full": FULL, "free": FREE}


def names_of(members: type[IntEnum]) -> tuple[str, ...]:
    """The members of an enumeration as the card file writes them."""
    return tuple(member.name.lower() for member in members)


class Parser:
    """Reads the words of one key of one card, and complains by name."""

    def __init__(self, kind: str, card: str, key: str, text: str) -> None:
        self.where = kind, card, key
        self.text = text
        self.words = text.split()

    def refuse(self, text: str) -> NoReturn:
        """Report a mistake in these words."""
        CARDS.refuse(*self.where, f"{self.text!r}: {text}")

    def name(self, members: type[IntEnum]) -> int:
        """The next word, one of an enumeration."""
        known = names_of(members)
        word = self.words.pop(0) if self.words else ""
        if word not in known:
            self.refuse(f"{word!r} is unknown; known are {', '.join(known)}")
        return known.index(word)

    def number(self) -> int:
        """The next word, a number."""
        word = self.words.pop(0) if self.words else ""
        if word in NUMBER_WORDS:
            return NUMBER_WORDS[word]
        if not word.removeprefix("-").isdecimal():
            self.refuse(f"a number is wanted, not {word!r}")
        return int(word)

    def has(self, word: str) -> bool:
        """Does this word come next? Then it is read."""
        if self.words[:1] != [word]:
            return False
        self.words.pop(0)
        return True

    def end(self) -> None:
        """Nothing may follow."""
        if self.words:
            self.refuse(f"{self.words[0]!r} is too much")


class StepOf(NamedTuple):
    """A step: its verb and up to three amounts."""

    verb: int
    a: int = 0
    b: int = 0
    c: int = 0


ONE_NUMBER = {
    *(Verb.GAIN_MONEY, Verb.GAIN_POINTS, Verb.ADVANCE, Verb.GAIN_EACH_FOOD, Verb.CHOOSE_FOOD),
    *(Verb.DRAW_STAFF, Verb.PLAY_STAFF, Verb.OCCUPY_ROOM, Verb.TAKE_GUEST, Verb.ADD_STRENGTH),
    *(Verb.REDUCE_PRICE, Verb.EXCUSE_PENALTY, Verb.LOSE_MONEY, Verb.LOSE_POINTS),
    *(Verb.RETURN_STAFF, Verb.DISCARD_STAFF),
}


def step_of(parser: Parser) -> StepOf:
    """A step as the card file writes it."""
    verb = parser.name(Verb)
    if verb in ONE_NUMBER:
        return StepOf(verb, parser.number())
    match verb:
        case Verb.GAIN_FOOD:
            food = parser.name(Food)
            return StepOf(verb, parser.number(), food)
        case Verb.PLAY_DRAWN:
            drawn = parser.number()
            return StepOf(verb, drawn, parser.number())
        case Verb.PREPARE_ROOM:
            discount = parser.number()
            floors = parser.number() if parser.has("floors") else FLOORS
            return StepOf(verb, discount, floors + OCCUPIED_AT_ONCE * parser.has("occupied"))
        case Verb.WAIVE:
            return StepOf(verb, parser.name(Cost))
        case Verb.SCORE_PER:
            measure = parser.name(Measure)
            points = parser.number()
            return StepOf(verb, points, measure, parser.number() if parser.has("at_most") else 0)
        case Verb.RETURN_FOOD:
            return StepOf(verb, ALL_FOOD if parser.has("all") else KITCHEN * parser.has("kitchen"))
        case Verb.REMOVE_ROOMS:
            which = parser.name(Which)
            return StepOf(verb, parser.number(), which)
    return StepOf(verb)
