"""How to play Overbooking.

Queue where there will still be beds when it is your guests' turn, valuable cards first, and stick
to the families you have already booked.  The first card at a back door brings a certain point: use
a cheap one whose power helps your guests in the line, or hurts the others'.
"""

from bellhop.engine.parts import Search
from bellhop.engine.questions import top
from bellhop.engine.seats import is_over
from bellhop.games.overbooking.rules.preparation import rule_of
from bellhop.games.overbooking.rules.scoring import score
from bellhop.games.overbooking.rules.state import HotelTile, Position, hotel_of, place_of
from bellhop.games.overbooking.rules.vocabulary import (
    AT_LINE,
    BEDS,
    BEDS_ADDED,
    COINS,
    LINE,
    MOVE_CARD,
    MOVE_KIND,
    MOVE_SIDE,
    MOVE_WHERE,
    POWERS,
    TYPES,
    HotelRule,
    Move,
    Place,
    Power,
    crest_of,
    guest_of,
    is_large_on,
    kind_of,
)

SLIP = 1.5
STRONG = Search(simulations=80, wild=30)
MASTER = Search(simulations=16_000, wild=30, curiosity=100)

GUESS = (2, 5)  # beds that a card with a small or a large back probably needs
GUESS_PER_PLACE = 0.5  # beds that a later card will probably take before these guests get theirs


def rate(seen: Position, move: int) -> float:
    """How good a move looks."""
    match MOVE_KIND[move]:
        case Move.PLAY:
            hotel = seen.hotels[MOVE_WHERE[move]]
            if MOVE_SIDE[move] == AT_LINE:
                return rate_queue(seen, hotel, MOVE_CARD[move])
            return rate_back_door(seen, hotel, MOVE_CARD[move])
        case Move.CHOOSE:
            return rate_answer(seen, MOVE_WHERE[move])
    return 0.1


def rate_queue(seen: Position, hotel: HotelTile, kind: int) -> float:
    """Coins and family count, if there are beds left when it is this group's turn."""
    before = beds_before(seen, hotel, BEDS[guest_of(kind)])
    rest = hotel.beds - before - GUESS_PER_PLACE * (LINE - hotel.lined_up)
    chance = min(1.0, max(0.05, 0.5 + (rest - BEDS[guest_of(kind)]) / 6))
    return (COINS[seen.coins][kind] + 0.4 * family(seen, crest_of(kind))) * chance


def rate_back_door(seen: Position, hotel: HotelTile, kind: int) -> float:
    """A point tile is certain; a power is worth what it does for the player's guests in line."""
    own = own_guests(seen, hotel)
    others = hotel.lined_up - own
    worth = -0.3 * COINS[seen.coins][kind]
    if hotel.has_point_tile:
        worth += 1.0
    power = POWERS[guest_of(kind)]
    if power == Power.ADD_BEDS:
        helps = own - others if BEDS_ADDED[guest_of(kind)] > 0 else others - own
        return worth + 0.5 * helps
    if power == Power.JOIN_LINE and rule_of(seen, hotel) == HotelRule.MONKS_FIRST:
        return worth + 1.3 * COINS[seen.coins][kind]
    return worth + (0.6 if power == Power.BOOK_FIRST and own > 0 else 0.2)


def rate_answer(seen: Position, place: int) -> float:
    """Push out others' workers, mark the player's best card, replace only cards that would fail."""
    hotel = seen.hotels[hotel_of(top(seen))]
    acting, target = hotel.back_door[place_of(top(seen))], hotel.line[place]
    coins = COINS[seen.coins][target.kind]
    if POWERS[guest_of(acting.kind)] == Power.BOOK_FIRST:
        return 1.0 + coins + 0.1 * BEDS[guest_of(target.kind)]
    gain = float(COINS[seen.coins][acting.kind])
    gain -= coins if target.owner == seen.turn else -1
    return gain + (1.0 if beds_before(seen, hotel, 0) > hotel.beds else -1.0)


def beds_before(seen: Position, hotel: HotelTile, beds: int) -> int:
    """Beds needed by the guests in the line who are checked before a group of this size."""
    wanted = 0
    for place in range(hotel.lined_up):
        size = size_of(seen, hotel, place)
        if size >= beds:
            wanted += size
    return wanted


def size_of(seen: Position, hotel: HotelTile, place: int) -> int:
    """The beds that guests need, or a guess if the seat on turn does not know them."""
    guests = hotel.line[place]
    if guests.is_open or guests.owner == seen.turn:
        return BEDS[guest_of(guests.kind)]
    return GUESS[is_large_on(guests.back)]


def own_guests(seen: Position, hotel: HotelTile) -> int:
    """The number of cards in a line that belong to the seat on turn."""
    own = 0
    for place in range(hotel.lined_up):
        own += hotel.line[place].owner == seen.turn
    return own


def family(seen: Position, crest: int) -> int:
    """The number of cards of a family that the seat on turn has booked."""
    booked = 0
    for guest in range(TYPES):
        booked += seen.players[seen.turn].place[kind_of(guest, crest)] == Place.BOOKED
    return booked


def worth(game: Position, seat: int) -> int:
    """Points so far."""
    return score(game, seat)


def has_seen_enough(game: Position, start: Position) -> bool:
    """A simulation runs to the end of the round."""
    return is_over(game) or game.round != start.round
