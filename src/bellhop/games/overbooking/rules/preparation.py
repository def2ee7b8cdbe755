"""Before the rounds. Sections: setup, prepare (phase 3)."""

from bellhop.engine.dice import roll
from bellhop.engine.records import Cells, fill
from bellhop.engine.rulebook import rule
from bellhop.engine.telling import EVERYONE, all_but, tell

from .state import Guests, HotelTile, Position
from .vocabulary import (
    DEALT,
    DRAWN,
    HOTEL_BEDS,
    KINDS,
    SEATS,
    TILES,
    Event,
    HotelRule,
    Phase,
    Place,
    rule_on,
    side_of,
)


@rule("setup")
def setup(game: Position) -> None:
    """Hotels are drawn, everybody draws nine cards, and the start player is chosen at random."""
    game.round = 0
    game.start = roll(game, game.seats)
    game.asked = 0
    fill(game.used, 0)
    for hotel in game.hotels:
        clear(hotel)
        hotel.has_point_tile = 0
    for seat in range(SEATS):
        fill(game.players[seat].place, Place.DECK)
        game.players[seat].held = 0
        game.players[seat].in_deck = KINDS if seat < game.seats else 0
        game.players[seat].point_tiles = 0
    replace_hotels(game)
    start_round(game, DEALT)


@rule("setup")
def replace_hotels(game: Position) -> None:
    """Draw as many unused tiles as there are players, each with either side up."""
    for hotel in range(game.seats):
        unused = TILES - sum(game.used)
        tile = pick(game.used, 0, roll(game, unused))
        game.used[tile] = 1
        game.hotels[hotel].side = side_of(tile, roll(game, 2))


def start_round(game: Position, cards: int) -> None:
    """Open the hotels, draw cards, and let the start player begin."""
    tell(EVERYONE, Event.ROUND_STARTED, game.round, game.start)
    for hotel in range(game.seats):
        open_hotel(game, hotel)
    for seat in range(game.seats):
        draw(game, seat, cards)
    game.phase = Phase.PLAYING
    game.turns_taken = 0
    game.turn = game.start


@rule("setup")
def open_hotel(game: Position, number: int) -> None:
    """A hotel offers its beds; a back door without a point tile gets one (rulings Q21, Q22)."""
    hotel = game.hotels[number]
    hotel.beds = HOTEL_BEDS[game.hotel_set][hotel.side]
    hotel.has_point_tile = rule_of(game, hotel) != HotelRule.NO_BACK_DOOR
    tell(EVERYONE, Event.HOTEL_OPENED, number, hotel.beds, rule_of(game, hotel))


def rule_of(game: Position, hotel: HotelTile) -> int:
    """The special booking rule of a hotel."""
    return rule_on(game.hotel_set, hotel.side)


@rule("setup")
def draw(game: Position, seat: int, cards: int) -> None:
    """Draw cards from the player's deck, whose order nobody knows.

    Without peeking, the log only says how many: otherwise it would tell which cards were played.
    """
    me = game.players[seat]
    for _ in range(cards):
        kind = pick(me.place, Place.DECK, roll(game, me.in_deck))
        me.place[kind] = Place.HAND
        me.held += 1
        me.in_deck -= 1
        if not game.no_peeking:
            tell(seat, Event.DREW, seat, kind)
    tell(EVERYONE if game.no_peeking else all_but(seat), Event.DREW_UNSEEN, seat, cards)


def pick(cells: Cells, value: int, number: int) -> int:
    """The index of one of the cells that hold a value: number 0 is the first of them."""
    index = 0
    while cells[index] != value or number > 0:
        number -= cells[index] == value
        index += 1
    return index


def clear(hotel: HotelTile) -> None:
    """Remove all guests from a hotel."""
    hotel.lined_up = 0
    hotel.waiting = 0
    for guests in hotel.line:
        remove(guests)
    for guests in hotel.back_door:
        remove(guests)


def remove(guests: Guests) -> None:
    """Make a place empty."""
    guests.owner = 0
    guests.back = 0
    guests.kind = 0
    guests.is_open = 0
    guests.mark = 0
    guests.is_done = 0


@rule("prepare")
def prepare_round(game: Position) -> None:
    """Flip the tiles or, every second time, replace them; pass the marker on; draw five cards."""
    game.round += 1
    if game.round % 2 == 0:
        replace_hotels(game)
    else:
        for hotel in range(game.seats):
            game.hotels[hotel].side ^= 1
    game.start = (game.start + 1) % game.seats
    start_round(game, DRAWN)
