"""Overbooking for beginners: queue where there is room, help one's own, hinder the others."""

from bellhop.engine.questions import top
from bellhop.overbooking.legality import card_of, hotel_of, side_of
from bellhop.overbooking.preparation import rule_of
from bellhop.overbooking.state import Guests, HotelTile, Position
from bellhop.overbooking.vocabulary import (
    AT_LINE,
    BEDS,
    BEDS_ADDED,
    CHOOSE,
    COINS,
    CRESTS,
    DECLINE,
    NO,
    PASS,
    POWERS,
    HotelRule,
    Place,
    Power,
)

GUESS = (2.0, 5.0)  # beds behind a small and a large back


def rate(seen: Position, move: int) -> float:
    """How good a move looks."""
    if move in (DECLINE, PASS, NO):
        return 0.1
    if move >= CHOOSE:
        return _rate_answer(seen, move - CHOOSE)
    hotel = seen.hotels[hotel_of(move)]
    if side_of(move) == AT_LINE:
        return _rate_queue(seen, hotel, card_of(move))
    return _rate_back_door(seen, hotel, card_of(move))


def _rate_queue(seen: Position, hotel: HotelTile, kind: int) -> float:
    """Coins and family count, if there are beds left for this group when its turn comes."""
    guest = kind // CRESTS
    before = [beds for beds in _beds_in_line(hotel) if beds >= BEDS[guest]]
    rest = hotel.beds - sum(before) - 0.5 * (4 - hotel.lined_up)
    chance = min(1.0, max(0.05, 0.5 + (rest - BEDS[guest]) / 6))
    place = seen.players[seen.turn].place
    family = sum(place[t * CRESTS + kind % CRESTS] == Place.BOOKED for t in range(len(BEDS)))
    return (COINS[seen.coins][kind] + 0.4 * family) * chance


def _rate_back_door(seen: Position, hotel: HotelTile, kind: int) -> float:
    """A point tile is sure; a power is worth what it does for one's own guests in the line."""
    own = sum(guests.owner == seen.turn for guests in _line(hotel))
    others = hotel.lined_up - own
    tile = 1.0 if hotel.has_point_tile else 0.0
    power = POWERS[kind // CRESTS]
    if power == Power.ADD_BEDS:
        helps = own - others if BEDS_ADDED[kind // CRESTS] > 0 else others - own
        return tile + 0.5 * helps - 0.3 * COINS[seen.coins][kind]
    if power == Power.JOIN_LINE and rule_of(seen, hotel) == HotelRule.MONKS_FIRST:
        return tile + COINS[seen.coins][kind]
    wanted = 0.6 if power == Power.BOOK_FIRST and own else 0.2
    return tile + wanted - 0.3 * COINS[seen.coins][kind]


def _rate_answer(seen: Position, place: int) -> float:
    """Push out others' workers, let the dearest own card go first, swap only a card that fails."""
    question = top(seen)
    hotel = seen.hotels[question.a]
    acting, target = hotel.back_door[question.b], hotel.line[place]
    coins = COINS[seen.coins]
    if POWERS[acting.kind // CRESTS] == Power.BOOK_FIRST:
        return 1.0 + coins[target.kind] + 0.1 * BEDS[target.kind // CRESTS]
    gain = coins[acting.kind] - (coins[target.kind] if target.owner == seen.turn else -1)
    too_many = sum(_beds_in_line(hotel)) > hotel.beds
    return gain + (1.0 if too_many else -1.0)


def _beds_in_line(hotel: HotelTile) -> list[float]:
    """Beds that the guests in a line want, as far as one knows."""
    return [
        float(BEDS[guests.kind // CRESTS]) if guests.is_open else GUESS[guests.back % 2]
        for guests in _line(hotel)
    ]


def _line(hotel: HotelTile) -> list[Guests]:
    return list(hotel.line)[: hotel.lined_up]
