"""Every noun and number of Overbooking: guests, crests, hotels, moves, events, refusals."""

from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

from bellhop.engine.cards import open_cards
from bellhop.engine.moves import declare_moves


class Numbers(NamedTuple):
    """The rulebook's numbers."""

    players: int
    rounds: int
    dealt: int
    drawn: int
    plays: int
    line: int
    back_door: int
    long_line: int
    small: int
    tie_coins: int


class Guest(NamedTuple):
    """A kind of guest: the beds they need, and their power at the back door."""

    id: str
    beds: int
    power: str
    beds_added: int
    replaces: str


class Crest(NamedTuple):
    """A family."""

    id: str
    name: str


class Choice(NamedTuple):
    """A distribution of coins, or a set of hotels."""

    id: str


class Card(NamedTuple):
    """A card with its coins, one number per distribution."""

    id: str
    coins: tuple[int, ...]


class Bonus(NamedTuple):
    """A side of the score card: points by the number of booked cards of one family."""

    id: str
    points: tuple[int, ...]


class Hotel(NamedTuple):
    """One side of a tile."""

    id: str
    set: str
    beds: int
    rule: str


class Power(IntEnum):
    """What guests do at the back door."""

    JOIN_LINE = 0
    ADD_BEDS = 1
    REPLACE_OWN = 2
    BOOK_FIRST = 3
    PUSH_OUT = 4


class HotelRule(IntEnum):
    """The special booking rules of hotels."""

    NONE = 0
    SMALL_GROUPS = 1
    LARGE_GROUPS = 2
    FIRST_OPEN = 3
    SECOND_OPEN = 4
    MONKS_FIRST = 5
    SOLDIERS_FIRST = 6
    NO_SOLDIERS = 7
    NO_BACK_DOOR = 8
    TWO_CRESTS = 9


CARDS = open_cards(__name__, Path(__file__).parents[1] / "cards.toml")
NUMBERS = CARDS.table("game", Numbers)
GUESTS = CARDS.cards("guest", Guest)
CRESTS_BY_NUMBER = CARDS.cards("crest", Crest)
COIN_PROFILES = CARDS.cards("coins", Choice)
DECK = CARDS.cards("card", Card)
BONUSES = CARDS.cards("bonus", Bonus)
HOTEL_SETS = CARDS.cards("hotels", Choice)
HOTELS = CARDS.cards("hotel", Hotel)

SEATS = NUMBERS.players
ROUNDS, PLAYS = NUMBERS.rounds, NUMBERS.plays
DEALT, DRAWN = NUMBERS.dealt, NUMBERS.drawn
LINE, BACK_DOOR, LONG_LINE = NUMBERS.line, NUMBERS.back_door, NUMBERS.long_line
LINE_PLACES = max(LINE + BACK_DOOR, LONG_LINE)  # monks from the back door may join a full line

TYPES, CRESTS = len(GUESTS), len(CRESTS_BY_NUMBER)
KINDS = TYPES * CRESTS
BACKS = 2 * CRESTS
GUEST_NAMES = tuple(guest.id for guest in GUESTS)
CREST_NAMES = tuple(crest.id for crest in CRESTS_BY_NUMBER)
CARD_NAMES = tuple(f"{guest}:{crest}" for guest in GUEST_NAMES for crest in CREST_NAMES)
BACK_NAMES = tuple(f"{crest}-{size}" for crest in CREST_NAMES for size in ("small", "large"))
BEDS = tuple(guest.beds for guest in GUESTS)  # by type
SMALL = NUMBERS.small
BEDS_ADDED = tuple(guest.beds_added for guest in GUESTS)
NO_TYPE = -1


def kind_of(guest: int, crest: int) -> int:
    """The card with a type of guests from a family."""
    return guest * CRESTS + crest


def guest_of(kind: int) -> int:
    """The type of the guests on a card."""
    return kind // CRESTS


def crest_of(kind: int) -> int:
    """The family of a card."""
    return kind % CRESTS


def is_small(kind: int) -> bool:
    """Does a card have a small crest on its back?"""
    return BEDS[guest_of(kind)] <= SMALL


def back_of(kind: int) -> int:
    """What the back of a card shows: its family's crest, small or large."""
    return crest_of(kind) * 2 + (0 if is_small(kind) else 1)


def crest_on(back: int) -> int:
    """The family that a back shows."""
    return back // 2


def is_large_on(back: int) -> int:
    """Does a back show a large crest (1) or a small one (0)?"""
    return back % 2


def side_of(tile: int, turned: int) -> int:
    """A side of a hotel tile: its first (0) or its second (1)."""
    return 2 * tile + turned


def _number(kind: str, card: str, key: str, name: str, known: tuple[str, ...]) -> int:
    """The number of a name, or an error that names the card."""
    if name not in known:
        CARDS.refuse(kind, card, key, f"{name!r} is unknown; expected one of {', '.join(known)}")
    return known.index(name)


def _names(members: type[IntEnum]) -> tuple[str, ...]:
    return tuple(member.name.lower() for member in members)


def _coins(profile: int) -> tuple[int, ...]:
    """The coins of every kind, for one distribution."""
    if tuple(card.id for card in DECK) != CARD_NAMES:
        CARDS.refuse("card", "", "id", f"expected, in this order: {', '.join(CARD_NAMES)}")
    for card in DECK:
        if len(card.coins) != len(COIN_PROFILES):
            CARDS.refuse("card", card.id, "coins", f"expected {len(COIN_PROFILES)} numbers")
    return tuple(card.coins[profile] for card in DECK)


def _bonus(bonus: Bonus) -> tuple[int, ...]:
    if len(bonus.points) != TYPES + 1:
        CARDS.refuse(
            "bonus",
            bonus.id,
            "points",
            f"expected {TYPES + 1} numbers, starting with the points for 0 cards",
        )
    return bonus.points


def _sides(hotel_set: Choice) -> tuple[Hotel, ...]:
    """The sides of the hotel tiles in a set, two per tile."""
    sides = tuple(hotel for hotel in HOTELS if hotel.set == hotel_set.id)
    needed = 2 * SEATS * ((ROUNDS + 1) // 2)
    if len(sides) < needed:
        CARDS.refuse("hotels", hotel_set.id, "", f"expected at least {needed} sides of tiles")
    if len(sides) % 2:
        CARDS.refuse("hotels", hotel_set.id, "", "every tile must have two sides")
    if len(sides) * len(HOTEL_SETS) != len(HOTELS):
        CARDS.refuse("hotels", hotel_set.id, "", "all sets must have the same number of tiles")
    return sides


POWERS = tuple(_number("guest", guest.id, "power", guest.power, _names(Power)) for guest in GUESTS)
REPLACED = tuple(
    _number("guest", guest.id, "replaces", guest.replaces, GUEST_NAMES)
    if guest.replaces
    else NO_TYPE
    for guest in GUESTS
)
MONK = GUEST_NAMES.index("monk") if "monk" in GUEST_NAMES else NO_TYPE
SOLDIERS = GUEST_NAMES.index("soldiers") if "soldiers" in GUEST_NAMES else NO_TYPE

# Sets of cards, with one bit per kind.
ALL_KINDS = (1 << KINDS) - 1
SMALL_KINDS = sum(1 << kind for kind in range(KINDS) if is_small(kind))
SOLDIER_KINDS = sum(1 << kind for kind in range(KINDS) if guest_of(kind) == SOLDIERS)
CREST_KINDS = tuple(
    sum(1 << kind for kind in range(KINDS) if crest_of(kind) == crest) for crest in range(CRESTS)
)

COINS = tuple(_coins(profile) for profile in range(len(COIN_PROFILES)))  # by option, then kind
BONUS = tuple(_bonus(bonus) for bonus in BONUSES)  # by option, then cards
TIE_COINS = NUMBERS.tie_coins  # cards with this many coins break ties
SIDES = tuple(_sides(hotel_set) for hotel_set in HOTEL_SETS)
TILES = len(SIDES[0]) // 2
HOTEL_BEDS = tuple(tuple(hotel.beds for hotel in sides) for sides in SIDES)  # by option, then side
HOTEL_RULES = tuple(
    tuple(_number("hotel", h.id, "rule", h.rule, _names(HotelRule)) for h in sides)
    for sides in SIDES
)
_RULES = tuple(rule for rules in HOTEL_RULES for rule in rules)


def rule_on(hotel_set: int, side: int) -> int:
    """The rule printed on a side of a hotel tile."""
    return _RULES[hotel_set * 2 * TILES + side]


if DEALT + DRAWN * (ROUNDS - 1) > KINDS or PLAYS > DEALT:
    CARDS.refuse("game", "", "dealt", f"a deck has {KINDS} cards, and {PLAYS} are played per round")
if LINE + BACK_DOOR < PLAYS or LONG_LINE < PLAYS:
    CARDS.refuse("game", "", "line", f"every hotel needs room for the {PLAYS} cards of a player")


class Place(IntEnum):
    """Where a player's card is."""

    DECK = 0
    HAND = 1
    TABLE = 2
    BOOKED = 3  # face up in front of its owner
    GONE = 4  # out of the game
    UNSEEN = 5  # in a view: deck, hand, or face down on the table


class Phase(IntEnum):
    """What the seat on turn has to do."""

    PLAYING = 0
    CHECKING = 1  # answering for a guest at a back door
    OVER = 2


class Step(IntEnum):
    """Entries of the question stack, each about a hotel and a card at its back door."""

    CLOSE_ROUND = 0
    CHECK_HOTEL = 1
    USE_POWER = 2
    BOOK_BEDS = 3
    CHOOSE_GUEST = 4  # a question: which card in the line?


AT_LINE, AT_BACK_DOOR = 0, 1


class Move(IntEnum):
    """The kinds of moves, each with its arguments."""

    PLAY = 0  # hotel, side, kind
    DECLINE = 1  # keep the fifth card
    PASS = 2  # no card can be placed
    CHOOSE = 3  # place in the line
    NO = 4  # the power is not used


HOTEL_NUMBERS = tuple(str(hotel + 1) for hotel in range(SEATS))
MOVE_TABLE = declare_moves(
    Move,
    (Move.PLAY, "{2} > {0} {1}", HOTEL_NUMBERS, ("line", "back"), CARD_NAMES),
    (Move.DECLINE, "decline"),
    (Move.PASS, "pass"),
    (Move.CHOOSE, "choose {}", tuple(str(place + 1) for place in range(LINE_PLACES))),
    (Move.NO, "no"),
)
MOVES, MOVE_KIND = MOVE_TABLE.names, MOVE_TABLE.kinds
MOVE_WHERE, MOVE_SIDE, MOVE_CARD = MOVE_TABLE.arguments  # where: a hotel, or a place in the line
PLAY, DECLINE, PASS, CHOOSE, NO = MOVE_TABLE.firsts


def play_at(hotel: int, side: int, kind: int) -> int:
    """The move that plays a card at one side of a hotel."""
    return PLAY + (hotel * 2 + side) * KINDS + kind


# The scoring items: the bonus of each crest, items 0 to CRESTS - 1, then these.
COINS_ITEM = CRESTS
TILES_ITEM = CRESTS + 1


class Event(IntEnum):
    """What players are told, each event with its numbers."""

    ROUND_STARTED = 0  # round, start player
    HOTEL_OPENED = 1  # hotel, beds, rule
    DREW = 2  # seat, kind: told only to this seat
    DREW_UNSEEN = 3  # seat, cards: told to all others
    PLAYED = 4  # seat, kind, hotel, side: told only to this seat
    PLAYED_UNSEEN = 5  # seat, back, hotel, side: told to all others
    PLAYED_OPEN = 6  # seat, kind, hotel, side
    TILE_TAKEN = 7  # seat, hotel
    DECLINED = 8  # seat
    PASSED = 9  # seat
    HOTEL_CHECKED = 10  # hotel, beds
    REVEALED = 11  # seat, kind, hotel, side
    JOINED_LINE = 12  # seat, kind, hotel
    BEDS_ADDED = 13  # seat, kind, beds added, beds then
    REPLACED_OWN = 14  # seat, kind, kind replaced
    MARKED_FIRST = 15  # seat, kind at the back door, kind marked, 1 for first or 2 for next
    PUSHED_OUT = 16  # seat, kind, seat replaced, kind replaced
    POWER_DECLINED = 17  # seat, kind
    POWER_IDLE = 18  # seat, kind
    BOOKED = 19  # seat, kind, beds left
    REFUSED = 20  # seat, kind, beds left
    DISCARDED = 21  # seat, kind
    SCORED = 22  # seat, item, points
    GAME_ENDED = 23


class Refusal(IntEnum):
    """Why a move is not allowed."""

    ALLOWED = 0
    GAME_OVER = 1
    MUST_PLAY = 2
    MUST_ANSWER = 3
    CARD_NOT_HELD = 4
    NO_SUCH_HOTEL = 5
    LINE_FULL = 6
    BACK_DOOR_FULL = 7
    NO_BACK_DOOR = 8
    SMALL_GROUPS = 9
    LARGE_GROUPS = 10
    NO_SOLDIERS = 11
    TWO_CRESTS = 12
    NOT_THE_LAST_CARD = 13
    CAN_PLAY = 14
    NO_SUCH_GUEST = 15
    NOT_YOUR_GUEST = 16
    ALREADY_MARKED = 17
    NOT_REPLACEABLE = 18
    MAY_DECLINE = 19
