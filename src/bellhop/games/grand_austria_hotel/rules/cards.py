"""What is printed: guests, staff, politics, emperor tiles, hotels, editions.

This module reads the card file; `verbs` lists what cards can do, and `tables` holds their values.
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
    max_krone: int
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
    """A staff card as an edition changes it."""

    id: str
    edition: str
    staff: str
    cost: int
    when: str
    effect: tuple[str, ...]


class GuestChange(NamedTuple):
    """A guest as an edition changes it."""

    id: str
    edition: str
    guest: str
    reward: tuple[str, ...]


class TileChange(NamedTuple):
    """An emperor tile as an edition changes it."""

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
    """The colours of rooms and guests; green guests may sleep anywhere."""

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
    """The trigger of a permanent effect."""

    NEVER = 0
    TAKE_DIE = 1  # from these spaces
    USE_SPACE = 2  # with or without taking a die
    CHECK_IN = 3  # of guests of these colours
    LARGE_ORDER = 4  # of a guest who ordered this much
    ORDER_FILLED = 5  # of guests of these colours
    ROOM_OCCUPIED = 6
    EMPEROR_REWARD = 7
    ALWAYS = 8


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
    POLITICS = 13  # cards with the player's disc


class Which(IntEnum):
    """The rooms that a penalty removes."""

    VACANT = 0
    OCCUPIED = 1
    COLUMN = 2  # occupied ones, both from one column


class Returned(IntEnum):
    """The food that a penalty takes."""

    KITCHEN = 0
    ALL = 1  # also food that was served to guests


FULL, FREE = 0, 20  # discounts in krone; nothing costs more than FREE

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
    """The names of an enumeration's members as in the card file."""
    return tuple(member.name.lower() for member in members)


class Parser:
    """Reads the words of one key of one card, and names both in errors."""

    def __init__(self, kind: str, card: str, key: str, text: str) -> None:
        self.where = kind, card, key
        self.text = text
        self.words = text.split()

    def refuse(self, text: str) -> NoReturn:
        """Report a mistake in these words."""
        CARDS.refuse(*self.where, f"{self.text!r}: {text}")

    def name(self, members: type[IntEnum]) -> int:
        """Read the next word, a member of an enumeration."""
        known = names_of(members)
        word = self.words.pop(0) if self.words else ""
        if word not in known:
            self.refuse(f"{word!r} is unknown; expected one of {', '.join(known)}")
        return known.index(word)

    def number(self) -> int:
        """Read the next word, a number."""
        word = self.words.pop(0) if self.words else ""
        if word in NUMBER_WORDS:
            return NUMBER_WORDS[word]
        if not word.removeprefix("-").isdecimal():
            self.refuse(f"expected a number, not {word!r}")
        return int(word)

    def has(self, word: str) -> bool:
        """Does this word come next?  If so, read it."""
        if self.words[:1] != [word]:
            return False
        self.words.pop(0)
        return True

    def end(self) -> None:
        """Refuse any further words."""
        if self.words:
            self.refuse(f"{self.words[0]!r} was not expected here")
