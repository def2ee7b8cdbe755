"""The overview of Overbooking: cards seen so far, current scores, powers, hotels to come."""

from collections.abc import Sequence
from typing import Any

from bellhop.engine.words import Words

from ..rules.preparation import rule_of
from ..rules.scoring import POINT, bonus, coins, dearest, score
from ..rules.state import Guests, HotelTile, Position
from ..rules.vocabulary import (
    AT_BACK_DOOR,
    AT_LINE,
    BEDS,
    COINS,
    CREST_NAMES,
    CRESTS,
    GUEST_NAMES,
    HOTEL_BEDS,
    HOTEL_RULES,
    KINDS,
    SOLDIERS,
    TILES,
    TYPES,
    HotelRule,
    Place,
    back_of,
    guest_of,
    kind_of,
    side_of,
)
from ..speech import (
    AS_SENTENCE,
    say_back,
    say_crest,
    say_guests,
    say_item,
    say_place,
    say_power,
    say_rule,
)
from . import legend as legends

LAST_ROUND_WITH_TILES_TO_COME = 1
SIGNS = {
    Place.BOOKED: "✓",
    Place.GONE: "✗",
    Place.TABLE: "●",
    Place.HAND: "■",
    Place.DECK: "–",
    Place.UNSEEN: "?",
}

legend = legends.legend


def context(words: Words, seen: Position, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """The values that the template draws for a seat, or SPECTATOR."""
    own = 0 <= seat < seen.seats
    return {
        "crests": CREST_NAMES,
        "guests": [_guest(words, seen, guest) for guest in range(TYPES)],
        "people": [_person(words, seen, other, names[other]) for other in range(seen.seats)],
        "signs": [
            (sign, _say_place_of_card(words, place))
            for place, sign in SIGNS.items()
            if own or place not in (Place.HAND, Place.DECK)
        ],
        "hidden": _hidden(words, seen, seat, names),
        "items": _items(words, seen),
        "totals": [score(seen, other) // POINT for other in range(seen.seats)],
        "rules": [say_rule(words, rule) for rule in HotelRule],
        "tiles": _tiles(words, seen) if seen.round <= LAST_ROUND_WITH_TILES_TO_COME else [],
    }


def _guest(words: Words, seen: Position, guest: int) -> dict[str, Any]:
    """A kind of guest: beds, coins with this table's options, and the power at the back door."""
    found = {COINS[seen.coins][kind_of(guest, crest)] for crest in range(CRESTS)}
    return {
        "icon": GUEST_NAMES[guest],
        "name": say_guests(words, guest),
        "beds": BEDS[guest],
        "coins": "/".join(str(number) for number in sorted(found)),
        "power": say_power(words, guest, AS_SENTENCE),
    }


def _person(words: Words, seen: Position, other: int, name: str) -> dict[str, Any]:
    """Every card of a player, and where it is as far as the seat knows."""
    me = seen.players[other]
    on_table = sum(guests.owner == other and not guests.is_open for *_, guests in _on_table(seen))
    return {
        "seat": other,
        "name": name,
        "letter": name[:1].upper(),
        "facts": [
            words.count("draw.held", me.held),
            words.count("draw.in_deck", me.in_deck),
            words.count("overview.down", on_table),
        ],
        "rows": [
            (
                CREST_NAMES[crest],
                say_crest(words, crest),
                [_cell(words, me.place[kind_of(guest, crest)]) for guest in range(TYPES)],
            )
            for crest in range(CRESTS)
        ],
    }


def _cell(words: Words, place: int) -> tuple[str, str, str]:
    """How the grid shows a card: a CSS class, a sign, and its meaning."""
    return Place(place).name.lower(), SIGNS[Place(place)], _say_place_of_card(words, place)


def _say_place_of_card(words: Words, place: int) -> str:
    match place:
        case Place.BOOKED:
            return words.say("overview.card.booked")
        case Place.GONE:
            return words.say("overview.card.gone")
        case Place.TABLE:
            return words.say("overview.card.table")
        case Place.HAND:
            return words.say("overview.card.hand")
        case Place.DECK:
            return words.say("overview.card.deck")
    return words.say("overview.card.unseen")


def _on_table(seen: Position) -> list[tuple[int, HotelTile, int, Guests]]:
    """All cards at hotels, each with its hotel and side."""
    found = []
    for number, hotel in enumerate(list(seen.hotels)[: seen.seats]):
        found += [(number, hotel, AT_BACK_DOOR, g) for g in list(hotel.back_door)[: hotel.waiting]]
        found += [(number, hotel, AT_LINE, g) for g in list(hotel.line)[: hotel.lined_up]]
    return found


def _hidden(
    words: Words, seen: Position, seat: int, names: Sequence[str]
) -> list[tuple[str, str, str]]:
    """Other players' face-down cards: where they are, owner and back, and what they can be."""
    found = []
    for number, hotel, side, guests in _on_table(seen):
        if guests.is_open or guests.owner == seat:
            continue
        place = seen.players[guests.owner].place
        banned = side == AT_LINE and rule_of(seen, hotel) == HotelRule.NO_SOLDIERS
        can_be = [
            f"{BEDS[guest_of(kind)]} {say_guests(words, guest_of(kind))}"
            for kind in range(KINDS)
            if place[kind] == Place.UNSEEN
            and back_of(kind) == guests.back
            and not (banned and guest_of(kind) == SOLDIERS)
        ]
        card = f"{names[guests.owner]}, {say_back(words, guests.back)}"
        found.append((say_place(words, number, side), card, " · ".join(can_be)))
    return found


def _items(words: Words, seen: Position) -> list[tuple[str, list[int]]]:
    """The current scores, one row per item; the tie-breaker comes last."""
    seats = range(seen.seats)
    return [
        (say_item(words, "coins"), [coins(seen, other) for other in seats]),
        (say_item(words, "point_tiles"), [seen.players[other].point_tiles for other in seats]),
        *(
            (say_item(words, CREST_NAMES[crest]), [bonus(seen, other, crest) for other in seats])
            for crest in range(CRESTS)
        ),
        (words.say("overview.ties"), [dearest(seen, other) for other in seats]),
    ]


def _tiles(words: Words, seen: Position) -> list[str]:
    """Both sides of the tiles that have not been on the table yet."""
    return [
        " / ".join(_say_side(words, seen, side_of(tile, side)) for side in (0, 1))
        for tile in range(TILES)
        if not seen.used[tile]
    ]


def _say_side(words: Words, seen: Position, side: int) -> str:
    rule = say_rule(words, HOTEL_RULES[seen.hotel_set][side])
    return words.count("draw.hotel", HOTEL_BEDS[seen.hotel_set][side], rule=rule)
