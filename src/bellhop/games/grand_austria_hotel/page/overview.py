"""The overview of Grand Austria Hotel: the final scoring as of now, bonuses, guests to come."""

from collections.abc import Sequence
from typing import Any

from bellhop.engine.words import Words

from ..card_text import say_item
from ..rules.boards import LARGEST_GROUP, bonus_for
from ..rules.cards import FLOORS, ROOM_COLOURS, Colour
from ..rules.gains import points_of
from ..rules.scoring import score_game
from ..rules.state import Position
from ..rules.tables import GUEST_COLOUR
from ..rules.vocabulary import FLOOR_POINTS, FLOOR_PRICES, ITEM_NAMES, GuestPlace, Phase
from . import legend as legends
from .houses import BONUS_ICONS, COLOUR_NAMES

legend = legends.legend


def context(words: Words, seen: Position, _seat: int, _names: Sequence[str]) -> dict[str, Any]:
    """The values that the template draws, the same for every viewer."""
    then = seen.copy()
    if seen.phase != Phase.OVER:
        score_game(then)
    seats = range(seen.seats)
    return {
        "is_over": seen.phase == Phase.OVER,
        "points": [points_of(seen, seat) for seat in seats],
        "then": [points_of(then, seat) for seat in seats],
        "items": [
            (say_item(words, name), [then.players[seat].points[item] for seat in seats])
            for item, name in enumerate(ITEM_NAMES)
        ],
        "bonuses": [
            (
                COLOUR_NAMES[colour],
                words.say(f"colour.{COLOUR_NAMES[colour]}"),
                BONUS_ICONS[colour],
                [bonus_for(colour, size + 1) for size in range(LARGEST_GROUP)],
            )
            for colour in range(ROOM_COLOURS)
        ],
        "sizes": range(1, LARGEST_GROUP + 1),
        "floors": [
            (floor + 1, FLOOR_PRICES[floor], FLOOR_POINTS[floor])
            for floor in reversed(range(FLOORS))
        ],
        "guests": [_guests(words, seen, colour) for colour in Colour],
    }


def _guests(words: Words, seen: Position, colour: int) -> tuple[str, str, int, int]:
    """The numbers of guests of a colour in the deck and in the discard pile."""
    places = [seen.guests[n] for n, own in enumerate(GUEST_COLOUR) if own == colour]
    return (
        COLOUR_NAMES[colour],
        words.say(f"guest_colour.{COLOUR_NAMES[colour]}"),
        places.count(GuestPlace.DECK),
        places.count(GuestPlace.DISCARDED),
    )
