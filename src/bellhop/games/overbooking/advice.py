"""How to play Overbooking.

Queue where there will be beds left when your guests' turn comes, dear cards first, and keep to the
families you have booked already.  The first card at a back door brings a sure point: let it be a
cheap one whose power helps your line, or hurts theirs.
"""

from bellhop.engine.parts import Search
from bellhop.engine.questions import top
from bellhop.engine.seats import is_over

from .rules.legality import card_of, hotel_of, side_of
from .rules.preparation import rule_of
from .rules.scoring import score
from .rules.state import HotelTile, Position
from .rules.vocabulary import (
    AT_LINE,
    BEDS,
    BEDS_ADDED,
    CHOOSE,
    COINS,
    CRESTS,
    DECLINE,
    LINE,
    NO,
    PASS,
    POWERS,
    TYPES,
    HotelRule,
    Place,
    Power,
)

SLIP = 1.5
STRONG = Search(simulations=80, wild=30)
MASTER = Search(simulations=16_000, wild=30, curiosity=100)

GUESS = (2, 5)  # beds behind a small and a large back
GUESS_PER_PLACE = 0.5  # beds that whoever comes later will take from before these guests


def rate(seen: Position, move: int) -> float:
    """How good a move looks."""
    if move in (DECLINE, PASS, NO):
        return 0.1
    if move >= CHOOSE:
        return rate_answer(seen, move - CHOOSE)
    hotel = seen.hotels[hotel_of(move)]
    if side_of(move) == AT_LINE:
        return rate_queue(seen, hotel, card_of(move))
    return rate_back_door(seen, hotel, card_of(move))


def rate_queue(seen: Position, hotel: HotelTile, kind: int) -> float:
    """Coins and family count, if there are beds left for this group when its turn comes."""
    before = beds_before(seen, hotel, BEDS[kind // CRESTS])
    rest = hotel.beds - before - GUESS_PER_PLACE * (LINE - hotel.lined_up)
    chance = min(1.0, max(0.05, 0.5 + (rest - BEDS[kind // CRESTS]) / 6))
    return (COINS[seen.coins][kind] + 0.4 * family(seen, kind % CRESTS)) * chance


def rate_back_door(seen: Position, hotel: HotelTile, kind: int) -> float:
    """A point tile is sure; a power is worth what it does for one's own guests in the line."""
    own = own_guests(seen, hotel)
    others = hotel.lined_up - own
    worth = -0.3 * COINS[seen.coins][kind]
    if hotel.has_point_tile:
        worth += 1.0
    power = POWERS[kind // CRESTS]
    if power == Power.ADD_BEDS:
        helps = own - others if BEDS_ADDED[kind // CRESTS] > 0 else others - own
        return worth + 0.5 * helps
    if power == Power.JOIN_LINE and rule_of(seen, hotel) == HotelRule.MONKS_FIRST:
        return worth + 1.3 * COINS[seen.coins][kind]
    return worth + (0.6 if power == Power.BOOK_FIRST and own > 0 else 0.2)


def rate_answer(seen: Position, place: int) -> float:
    """Push out others' workers, let the dearest own card go first, swap only a card that fails."""
    question = top(seen)
    hotel = seen.hotels[question.a]
    acting, target = hotel.back_door[question.b], hotel.line[place]
    coins = COINS[seen.coins][target.kind]
    if POWERS[acting.kind // CRESTS] == Power.BOOK_FIRST:
        return 1.0 + coins + 0.1 * BEDS[target.kind // CRESTS]
    gain = float(COINS[seen.coins][acting.kind])
    gain -= coins if target.owner == seen.turn else -1
    return gain + (1.0 if beds_before(seen, hotel, 0) > hotel.beds else -1.0)


def beds_before(seen: Position, hotel: HotelTile, beds: int) -> int:
    """Beds that guests in the line want who are checked before a group of some size."""
    wanted = 0
    for place in range(hotel.lined_up):
        size = size_of(seen, hotel, place)
        if size >= beds:
            wanted += size
    return wanted


def size_of(seen: Position, hotel: HotelTile, place: int) -> int:
    """The beds that guests need, as far as the seat on turn knows."""
    guests = hotel.line[place]
    if guests.is_open or guests.owner == seen.turn:
        return BEDS[guests.kind // CRESTS]
    return GUESS[guests.back % 2]


def own_guests(seen: Position, hotel: HotelTile) -> int:
    """Cards of the seat on turn in a line."""
    own = 0
    for place in range(hotel.lined_up):
        own += hotel.line[place].owner == seen.turn
    return own


def family(seen: Position, crest: int) -> int:
    """Cards of a family that the seat on turn has booked."""
    booked = 0
    for guest in range(TYPES):
        booked += seen.players[seen.turn].place[guest * CRESTS + crest] == Place.BOOKED
    return booked


def worth(game: Position, seat: int) -> int:
    """Points so far."""
    return score(game, seat)


def has_seen_enough(game: Position, start: Position) -> bool:
    """A simulation goes to the end of the round."""
    return is_over(game) or game.round != start.round
