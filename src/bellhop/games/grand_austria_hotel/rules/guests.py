"""Guests: the row, the café, food and check-in. Sections: guests, setup, turns, rewards."""

from bellhop.engine.dice import roll
from bellhop.engine.questions import ask, plan
from bellhop.engine.rulebook import rule
from bellhop.engine.telling import EVERYONE, tell

from .cards import FOODS, GUESTS, When
from .gains import gain_points, pay
from .hotel import occupy
from .packing import ALL_PARTS
from .staff import fire, pick, serves_free, takes_guests_free
from .state import NO_GUEST, CafeTable, Hotelier, Position
from .tables import GUEST_COLOUR, GUEST_POINTS, ORDER_SIZE, pieces_ordered
from .vocabulary import (
    CAFE_TABLES,
    FOR_GUESTS,
    NO_TABLE,
    ROW,
    ROW_PRICES,
    SERVICE_FOOD,
    SERVICE_PRICE,
    Event,
    GuestPlace,
    Step,
)


@rule("guests")
def wants_more(table: CafeTable) -> bool:
    """A guest waits while something of the order is missing."""
    missing = 0
    for food in table.wants:
        missing += food
    return missing > 0


@rule("guests")
def sit_down(table: CafeTable, guest: int) -> None:
    """A guest takes a table and orders."""
    table.guest = guest
    for food in range(FOODS):
        table.wants[food] = pieces_ordered(guest, food) if guest != NO_GUEST else 0


@rule("setup")
def draw_guest(game: Position) -> int:
    """Draw a guest from the deck; an empty deck is refilled from the discards (ruling D1)."""
    if game.guests_left == 0:
        shuffle_discards(game)
    if game.guests_left == 0:
        return NO_GUEST
    guest = pick(game.guests, GuestPlace.DECK, roll(game, game.guests_left))
    game.guests[guest] = GuestPlace.ROW
    game.guests_left -= 1
    tell(EVERYONE, Event.GUEST_ARRIVED, guest)
    return guest


def shuffle_discards(game: Position) -> None:
    """The discarded guests form a new deck."""
    for guest in range(GUESTS):
        if game.guests[guest] == GuestPlace.DISCARDED:
            game.guests[guest] = GuestPlace.DECK
            game.guests_left += 1
    if game.guests_left > 0:
        tell(EVERYONE, Event.GUESTS_SHUFFLED)


def free_table(me: Hotelier) -> int:
    """The first free table of a café, or NO_TABLE."""
    for table in range(CAFE_TABLES):
        if me.cafe[table].guest == NO_GUEST:
            return table
    return NO_TABLE


@rule("take_guest")
def row_price(game: Position, seat: int, place: int) -> int:
    """Guests cost more the further left they stand; with the delivery boy all are free."""
    return 0 if takes_guests_free(game, seat) else ROW_PRICES[place]


@rule("take_guest")
def take_guest(game: Position, seat: int, place: int, price: int) -> None:
    """A guest goes to a free table; those to the left move up, and a new one joins on the left."""
    me = game.players[seat]
    guest = game.row[place]
    pay(game, seat, price)
    sit_down(me.cafe[free_table(me)], guest)
    game.guests[guest] = GuestPlace.CAFE
    tell(EVERYONE, Event.GUEST_TAKEN, seat, guest, price)
    for left in range(place):
        game.row[place - left] = game.row[place - left - 1]
    game.row[0] = NO_GUEST
    fill_row(game)


@rule("take_guest")
def fill_row(game: Position) -> None:
    """New guests fill the gaps on the left, unless there are none (ruling D1)."""
    for step in range(ROW):
        place = ROW - 1 - step
        if game.row[place] == NO_GUEST:
            game.row[place] = draw_guest(game)


@rule("take_die")
def receive_food(game: Position, seat: int, food: int, pieces: int) -> None:
    """Food to be served or stored comes from the supply, which never ends (ruling G3)."""
    game.pending[food] += pieces
    if pieces > 0:
        tell(EVERYONE, Event.FOOD_TAKEN, seat, food, pieces)


@rule("take_die")
def offer_food(game: Position, seat: int) -> None:
    """Food just gained may go straight to guests who ordered it; the rest goes to the kitchen."""
    me = game.players[seat]
    for table in me.cafe:
        for food in range(FOODS):
            if game.pending[food] > 0 and table.wants[food] > 0:
                ask(game, Step.PLACE_FOOD, seat, 0, 0)
                return
    store_food(game, seat)


@rule("take_die")
def store_food(game: Position, seat: int) -> None:
    """Food that is not served goes to the kitchen."""
    for food in range(FOODS):
        if game.pending[food] > 0:
            game.players[seat].kitchen[food] += game.pending[food]
            tell(EVERYONE, Event.FOOD_STORED, seat, food, game.pending[food])
            game.pending[food] = 0


@rule("take_die")
def serve(game: Position, seat: int, food: int, table: int) -> None:
    """A piece of food goes to a guest who ordered it."""
    place = game.players[seat].cafe[table]
    place.wants[food] -= 1
    tell(EVERYONE, Event.FOOD_SERVED, seat, food, place.guest)
    if not wants_more(place):
        order_ready(game, seat, place)


def order_ready(game: Position, seat: int, table: CafeTable) -> None:
    """An order is complete; the guest stays until checked in (ruling C1)."""
    tell(EVERYONE, Event.ORDER_READY, seat, table.guest)
    fire(game, seat, When.ORDER_FILLED, GUEST_COLOUR[table.guest])


@rule("additional_actions")
def carry_food(game: Position, seat: int, food: int, table: int) -> None:
    """For a krone, up to three pieces go from the kitchen to guests (ruling A2)."""
    if game.service_left == 0 and not serves_free(game, seat):
        pay(game, seat, SERVICE_PRICE)
        game.service_left = SERVICE_FOOD
        tell(EVERYONE, Event.SERVICE_PAID, seat, SERVICE_PRICE)
    if game.service_left > 0:
        game.service_left -= 1
    game.players[seat].kitchen[food] -= 1
    serve(game, seat, food, table)


@rule("additional_actions")
def check_in(game: Position, seat: int, table: int, room: int) -> None:
    """A served guest moves into a vacant room: first points, then the reward (ruling C2)."""
    place = game.players[seat].cafe[table]
    guest = place.guest
    tell(EVERYONE, Event.CHECKED_IN, seat, guest, room)
    sit_down(place, NO_GUEST)
    game.guests[guest] = GuestPlace.LEAVING
    occupy(game, seat, room)
    fire(game, seat, When.CHECK_IN, GUEST_COLOUR[guest])
    fire(game, seat, When.LARGE_ORDER, ORDER_SIZE[guest])
    gain_points(game, seat, GUEST_POINTS[guest], FOR_GUESTS)
    plan(game, Step.DISCARD_GUEST, guest, 0)
    plan(game, Step.RUN_PARTS, ALL_PARTS, guest)


@rule("additional_actions")
def discard_guest(game: Position, guest: int) -> None:
    """A guest who moved in is discarded after the reward, and gaps in the row are filled."""
    game.guests[guest] = GuestPlace.DISCARDED
    fill_row(game)


@rule("emperor_tiles")
def return_food(game: Position, seat: int, also_served: bool) -> None:
    """All food in the kitchen goes back and, with some tiles, the food on orders too."""
    me = game.players[seat]
    pieces = 0
    for food in range(FOODS):
        pieces += me.kitchen[food]
        me.kitchen[food] = 0
    if also_served:
        for table in me.cafe:
            if table.guest != NO_GUEST:
                for food in range(FOODS):
                    pieces += pieces_ordered(table.guest, food) - table.wants[food]
                sit_down(table, table.guest)
    tell(EVERYONE, Event.FOOD_RETURNED, seat, pieces)


@rule("staff_list")
def fill_order(game: Position, seat: int, table: int) -> None:
    """The porter brings a guest everything that is missing."""
    place = game.players[seat].cafe[table]
    for food in range(FOODS):
        place.wants[food] = 0
    tell(EVERYONE, Event.ORDER_FILLED, seat, place.guest)
    order_ready(game, seat, place)
