"""Overbooking as text, from a view: hotels with back door and line, players, the hand."""

from collections.abc import Iterator, Sequence

from bellhop.engine.questions import is_asking
from bellhop.engine.seats import SPECTATOR
from bellhop.engine.words import Words

from .rules.preparation import rule_of
from .rules.scoring import POINT, booked, score
from .rules.state import Guests, Position
from .rules.vocabulary import (
    COINS,
    CRESTS,
    HOTEL_BEDS,
    HOTEL_RULES,
    KINDS,
    ROUNDS,
    HotelRule,
    Place,
)
from .speech import say_back, say_card, say_crest, say_question, say_rule

POINT_TILE, COIN, NOTHING, ON_TURN = "●", "¤", "·", "▶"


def draw_text(words: Words, seen: Position, seat: int, names: Sequence[str]) -> str:
    """The table as a seat, or SPECTATOR, sees it."""
    lines = [words.say("draw.round", round=seen.round + 1, rounds=ROUNDS)]
    for number in range(seen.seats):
        lines += ["", *_hotel(words, seen, number, seat, names)]
    lines.append("")
    for other in range(seen.seats):
        lines.append(_player(words, seen, other, names[other]))
    if 0 <= seat < seen.seats:
        lines += ["", _hand(words, seen, seat)]
    if is_asking(seen):
        lines.append(say_question(words, seen, may_touch=False))
    return "\n".join(lines)


def _hotel(
    words: Words, seen: Position, number: int, seat: int, names: Sequence[str]
) -> Iterator[str]:
    hotel = seen.hotels[number]
    own = seat if not seen.no_peeking else SPECTATOR  # the seat whose face-down cards are shown
    rule = say_rule(words, rule_of(seen, hotel))
    other_beds = HOTEL_BEDS[seen.hotel_set][hotel.side ^ 1]
    other_rule = say_rule(words, HOTEL_RULES[seen.hotel_set][hotel.side ^ 1])
    other = words.count("draw.hotel", other_beds, rule=other_rule)
    this = words.count("draw.hotel", hotel.beds, rule=rule)
    yield f"{number + 1}  {this}  ({words.say('draw.other_side', hotel=other)})"
    if rule_of(seen, hotel) != HotelRule.NO_BACK_DOOR:
        tile = f" {POINT_TILE}" if hotel.has_point_tile else ""
        cards = _cards(words, list(hotel.back_door)[: hotel.waiting], own, names)
        yield f"   {words.say('draw.back_door')}{tile}: {cards}"
    cards = _cards(words, list(hotel.line)[: hotel.lined_up], own, names)
    yield f"   {words.say('draw.line')}: {cards}"


def _cards(words: Words, guests: list[Guests], own: int, names: Sequence[str]) -> str:
    texts = [_guests(words, card, own, names) for card in guests if not card.is_done]
    return " | ".join(texts) or NOTHING


def _guests(words: Words, guests: Guests, own: int, names: Sequence[str]) -> str:
    """A card on the table: face up, known to its owner, or only its back."""
    name = names[guests.owner]
    mark = ""
    if guests.mark:
        mark = f" ({words.say('draw.first' if guests.mark == 1 else 'draw.next')})"
    if guests.is_open:
        return f"{name}: {say_card(words, guests.kind)}{mark}"
    if guests.owner == own:
        return f"{name}: [{say_card(words, guests.kind)}]"
    return f"{name}: [{say_back(words, guests.back)}]"


def _player(words: Words, seen: Position, seat: int, name: str) -> str:
    me = seen.players[seat]
    parts = [
        f"{ON_TURN if seat == seen.turn else ' '} {name}",
        words.count("draw.points", score(seen, seat) // POINT),
        words.count("draw.held", me.held),
        words.count("draw.in_deck", me.in_deck),
        f"{POINT_TILE} {me.point_tiles}",
    ]
    if seat == seen.start:
        parts.append(words.say("draw.start"))
    families = [
        f"{say_crest(words, crest)} {cards}"
        for crest in range(CRESTS)
        if (cards := booked(seen, seat, crest))
    ]
    if families:
        parts.append(words.say("draw.booked", cards=", ".join(families)))
    return " · ".join(parts)


def _hand(words: Words, seen: Position, seat: int) -> str:
    place = seen.players[seat].place
    cards = [
        f"{say_card(words, kind)} {COIN * COINS[seen.coins][kind]}"
        for kind in range(KINDS)
        if place[kind] == Place.HAND
    ]
    if not cards:
        return words.say("draw.hand.empty")
    return words.say("draw.hand", cards=", ".join(cards))
