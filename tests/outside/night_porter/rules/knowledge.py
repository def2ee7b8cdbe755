"""What a seat knows. Section: setup (hands are secret).

Known to everybody: the racks, and how many keys are in each hand, under each mat and in the pile.
Known only to the player: which keys are in their hand and under their mat.  Known to nobody: the
pile and the dice.
"""

from bellhop.engine.dice import set_dice
from bellhop.engine.rulebook import rule

from .preparation import count, pick
from .state import Position
from .vocabulary import HAND, KEYS, MAT, PILE, RACK, SEATS


@rule("setup")
def view(game: Position, seat: int, seen: Position) -> None:
    """Write what a seat knows; keys that it does not know appear to be in the pile."""
    seen.dice = 0
    seen.seats = game.seats
    seen.tips = game.tips
    seen.turn = game.turn
    seen.pile = game.pile
    for other in range(SEATS):
        seen.players[other] = game.players[other]
    for key in range(KEYS):
        place = game.keys[key]
        seen.keys[key] = place if is_known(place, seat) else PILE


def is_known(place: int, seat: int) -> bool:
    """A hung key is known to everybody, one in hand or under the mat only to its player."""
    return place == RACK or (seat >= 0 and (place == HAND + seat or place == MAT + seat))


def cover(seen: Position, seat: int) -> None:
    """Nothing is covered, because players may look at their hidden keys at any time."""


@rule("setup")
def imagine(seen: Position, dice: int) -> None:
    """Deal the unseen keys to the hands and mats that are not known; the rest is the pile."""
    set_dice(seen, dice)
    for seat in range(seen.seats):
        deal(seen, HAND + seat, seen.players[seat].held)
        deal(seen, MAT + seat, seen.players[seat].hidden)


def deal(seen: Position, place: int, wanted: int) -> None:
    """Fill up a place with unseen keys."""
    for _ in range(wanted - count(seen, place)):
        seen.keys[pick(seen)] = place
