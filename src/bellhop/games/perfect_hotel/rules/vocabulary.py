"""Every noun and number of Perfect Hotel: cards, moves, phases, events, refusals."""

from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

from bellhop.engine.cards import open_cards
from bellhop.engine.moves import declare_moves


class Numbers(NamedTuple):
    """The rulebook's numbers."""

    rounds: int
    dealt: int
    drawn: int
    tourists: int
    tourist_loss: int


class Award(NamedTuple):
    """The points of a bonus tile for a sole leader, or for each of those tied."""

    alone: int
    tied: int


class BudgetHotel(NamedTuple):
    """The bonus tile that costs points."""

    floors: int
    loss: int


class Facility(NamedTuple):
    """The facility that all floor cards of one value show."""

    id: str
    name: str
    value: int
    copies: int


class Stars(NamedTuple):
    """How many cards of each facility carry a star."""

    id: str
    copies: tuple[int, ...]


CARDS = open_cards(__name__, Path(__file__).parents[1] / "cards.toml")
NUMBERS = CARDS.table("game", Numbers)
FACILITIES = CARDS.cards("facility", Facility)
STARS = CARDS.cards("stars", Stars)
BEST_VIEW_AWARD = CARDS.table("best_view", Award)
PENTHOUSE_AWARD = CARDS.table("penthouse", Award)
BUDGET_HOTEL = CARDS.table("budget_hotel", BudgetHotel)

SEATS = 5
ROUNDS = (NUMBERS.rounds, 1)  # by the option `short`
DEALT, DRAWN = NUMBERS.dealt, NUMBERS.drawn
TOURISTS, TOURIST_LOSS = NUMBERS.tourists, NUMBERS.tourist_loss
SMALLEST_SET = 2
MAX_CARDS = 127  # the largest count that fits into eight bits
HIGH_SEASON_CARDS = 2  # in high season, only this many cards or more can be taken from a tag

TAGS = len(FACILITIES)
VALUES = tuple(facility.value for facility in FACILITIES)
TOURIST = 2 * TAGS
KINDS = TOURIST + 1
TAG_NAMES = tuple(str(value) for value in VALUES)
CARD_NAMES = (*(name + star for name in TAG_NAMES for star in ("", "*")), "tourist")
NO_TAG = -1
PLAIN, STARRED, GUEST = 0, 1, 2  # the cards of a set: floor cards and a tourist


def floor_card(tag: int, card: int) -> int:
    """The kind of a tag's floor cards, PLAIN or STARRED."""
    return 2 * tag + card


def tag_of(kind: int) -> int:
    """The tag of a floor card."""
    return kind // 2


def is_starred(kind: int) -> int:
    """Is a floor card STARRED (1) or PLAIN (0)?"""
    return kind % 2


def _deck(stars: Stars) -> tuple[int, ...]:
    """The number of cards of each kind, for one distribution of the stars."""
    if len(stars.copies) != TAGS:
        CARDS.refuse("stars", stars.id, "copies", f"expected {TAGS} numbers, one per facility")
    deck = []
    for facility, starred in zip(FACILITIES, stars.copies, strict=True):
        if not 0 <= starred <= facility.copies:
            CARDS.refuse("stars", stars.id, "copies", f"{facility.id} has {facility.copies} cards")
        deck += [facility.copies - starred, starred]
    return (*deck, TOURISTS)


DECKS = tuple(_deck(stars) for stars in STARS)  # by the option `stars`
CARDS_IN_ALL = sum(DECKS[0])
if TOURISTS > TAGS:
    CARDS.refuse(
        "game", "", "tourists", f"expected at most {TAGS}: a tag holds one tourist at most"
    )
if not SEATS * DEALT < CARDS_IN_ALL <= MAX_CARDS:
    limits = f"{SEATS * DEALT + 1} to {MAX_CARDS}"
    CARDS.refuse("facility", "", "copies", f"expected {limits} cards in total, not {CARDS_IN_ALL}")
if list(VALUES) != sorted(set(VALUES)):
    CARDS.refuse("facility", "", "value", "values must rise, so that floors are scored in order")
if DRAWN < 1:
    CARDS.refuse("game", "", "drawn", "Research must draw at least one card")
if NUMBERS.rounds < 2:
    CARDS.refuse("game", "", "rounds", "expected at least 2; a single round is a table option")


class Phase(IntEnum):
    """The decision that the player on turn must make."""

    CHOOSING = 0  # Research or Build
    PLACING = 1  # after a draw, a card from the hand goes into the supply
    BUILDING = 2  # the cards of a set
    OVER = 3


class Move(IntEnum):
    """The kinds of moves, each with its arguments."""

    RESEARCH = 0
    PLACE = 1  # kind: this floor card goes below its tag
    HOST = 2  # tag: a tourist goes below it
    BUILD = 3  # tag: a set of cards from the hand alone
    TAKE = 4  # tag: a set with all cards below it
    ADD = 5  # PLAIN, STARRED or GUEST: one more card from the hand for the set
    DONE = 6  # the set is laid


MOVE_TABLE = declare_moves(
    Move,
    (Move.RESEARCH, "research"),
    (Move.PLACE, "place {}", CARD_NAMES[:TOURIST]),
    (Move.HOST, "place tourist {}", TAG_NAMES),
    (Move.BUILD, "build {}", TAG_NAMES),
    (Move.TAKE, "take {}", TAG_NAMES),
    (Move.ADD, "add {}", ("plain", "star", "tourist")),
    (Move.DONE, "done"),
)
MOVES, MOVE_KIND = MOVE_TABLE.names, MOVE_TABLE.kinds
(MOVE_ABOUT,) = MOVE_TABLE.arguments
RESEARCH, PLACE, HOST, BUILD, TAKE, ADD, DONE = MOVE_TABLE.firsts  # a move is first + about

# The scoring items in order: first the floors, items 0 to TAGS - 1, then these.
TOURISTS_ITEM = TAGS
STARS_ITEM = TAGS + 1
BEST_VIEW = TAGS + 2
PENTHOUSE = TAGS + 3
BUDGET = TAGS + 4


class Event(IntEnum):
    """What players are told, each event with its numbers."""

    ROUND_STARTED = 0  # round, start player
    TOP_SEEN = 1  # whether the top card of the pile is a tourist
    DREW = 2  # seat, kind: told only to this seat
    DREW_UNSEEN = 3  # seat, whether it is a tourist: told to all others
    PLACED = 4  # seat, kind
    HOSTED = 5  # seat, tag
    TOOK = 6  # seat, tag, floor cards
    TOURIST_TAKEN = 7  # seat, tag
    BUILT = 8  # seat, tag, cards in the set, tourists and stars among them
    HIGH_SEASON = 9  # tag
    SCORED = 10  # seat, round, item, points
    ROUND_ENDED = 11  # round
    GAME_ENDED = 12


class Refusal(IntEnum):
    """Why a move is not allowed."""

    ALLOWED = 0
    GAME_OVER = 1
    MUST_CHOOSE = 2  # between Research and Build
    MUST_PLACE = 3  # a card, after drawing
    MUST_FINISH = 4  # the set begun
    CARD_NOT_HELD = 5
    TOURIST_NOT_HELD = 6
    TAG_HAS_TOURIST = 7
    FLOOR_COVERED = 8
    NO_FLOOR_CARD = 9
    TOO_FEW_CARDS = 10
    SUPPLY_EMPTY = 11
    ONLY_TOURIST_BELOW = 12
    HIGH_SEASON = 13
    EXTENDED_ALREADY = 14
    EXTENSION_SIZE = 15
    NO_MORE_OF_THESE = 16
    SET_OF_TOURISTS = 17
    SET_TOO_SMALL = 18
