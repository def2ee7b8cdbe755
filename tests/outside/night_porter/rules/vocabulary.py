"""Every noun and number of Night Porter: keys, places, moves, items, events, refusals."""

from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

from bellhop.engine.cards import open_cards
from bellhop.engine.moves import declare_moves


class Numbers(NamedTuple):
    """The rulebook's numbers."""

    dealt: int
    loss: int
    tip: int


class Key(NamedTuple):
    """A key with its number."""

    id: str
    value: int


CARDS = open_cards(__name__, Path(__file__).parents[1] / "cards.toml")
DEALT, LOSS, TIP = CARDS.table("game", Numbers)
VALUES = tuple(key.value for key in CARDS.cards("key", Key))
NAMES = tuple(str(value) for value in VALUES)
KEYS = len(VALUES)
SEATS = 4
if list(VALUES) != sorted(set(VALUES)) or VALUES[0] < 1:
    CARDS.refuse("key", "", "value", "values must rise from 1 or more: keys are compared by them")
if KEYS < SEATS * DEALT:
    CARDS.refuse("key", "", "", f"expected at least {SEATS * DEALT} keys, not {KEYS}")

# Where a key is.  The seat is added to HAND and to MAT; the racks themselves say what hangs where.
PILE, HAND, MAT, RACK = 0, 1, 1 + SEATS, 1 + 2 * SEATS


class Move(IntEnum):
    """The kinds of moves, each about a key."""

    HANG = 0
    HIDE = 1


MOVE_TABLE = declare_moves(Move, (Move.HANG, "hang {}", NAMES), (Move.HIDE, "hide {}", NAMES))
MOVES, MOVE_KIND = MOVE_TABLE.names, MOVE_TABLE.kinds
(MOVE_KEY,) = MOVE_TABLE.arguments
HANG, HIDE = MOVE_TABLE.firsts


class Item(IntEnum):
    """The scoring items, in order."""

    RISING = 0  # keys in order
    FALLING = 1  # keys out of order
    HIDDEN = 2  # keys under the mat


class Event(IntEnum):
    """What players are told, each event with its numbers."""

    DREW = 0  # seat, key: told only to this seat
    DREW_UNSEEN = 1  # seat: told to all others
    HUNG = 2  # seat, key
    HID = 3  # seat, key: told only to this seat
    HID_UNSEEN = 4  # seat: told to all others
    SCORED = 5  # seat, item, points
    GAME_ENDED = 6


class Refusal(IntEnum):
    """Why a move is not allowed."""

    ALLOWED = 0
    GAME_OVER = 1
    KEY_NOT_HELD = 2
