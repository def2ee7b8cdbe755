"""The hotel: preparing, occupying and counting rooms. Sections: hotel, actions, group bonus.

A set of rooms is a number with one bit per room.
"""

from bellhop.engine.rulebook import rule
from bellhop.engine.telling import EVERYONE, tell

from .boards import (
    ALL_ROOMS,
    COLUMN_ROOMS,
    COLUMNS,
    FLOOR_ROOMS,
    GROUPS,
    ROOM_POINTS,
    ROOMS,
    bonus_for,
    column_of,
    floor_of,
    group_colour,
    group_of,
    group_rooms,
    group_size,
    room_at,
    room_colour,
    rooms_in_colour,
)
from .cards import FLOORS, ROOM_COLOURS, Colour, Measure, When, Which
from .gains import advance, gain_money, gain_points, pay
from .packing import NO_ROOM
from .staff import fire, played_staff, prepares_free
from .state import Hotelier, Position
from .verbs import is_occupied_at_once
from .vocabulary import FLOOR_PRICES, FOR_GROUPS, FOR_ROOMS, Event, Room


def rooms_that_are(me: Hotelier, state: int) -> int:
    """The set of rooms in a state."""
    found = 0
    for room in range(ROOMS):
        found |= (me.rooms[room] == state) << room
    return found


def prepared_rooms(me: Hotelier) -> int:
    """The set of rooms with a tile, vacant or occupied."""
    found = 0
    for room in range(ROOMS):
        found |= (me.rooms[room] != Room.UNPREPARED) << room
    return found


def count_rooms(rooms: int) -> int:
    """The number of rooms in a set."""
    count = 0
    while rooms > 0:
        rooms &= rooms - 1
        count += 1
    return count


def rooms_of_colour(me: Hotelier, colour: int) -> int:
    """The rooms of a colour in a hotel; green stands for all."""
    return rooms_in_colour(me.board, colour)


@rule("hotel")
def count_of(game: Position, seat: int, measure: int) -> int:
    """What politics cards, tiles and staff count."""
    me = game.players[seat]
    match measure:
        case Measure.KRONE:
            return me.krone
        case Measure.STAFF:
            return played_staff(game, seat)
        case Measure.EMPEROR:
            return me.emperor
        case Measure.POLITICS:
            return sum_of_discs(me)
        case Measure.TILES:
            return count_rooms(prepared_rooms(me))
    return count_occupied(me, measure, rooms_that_are(me, Room.OCCUPIED))


def sum_of_discs(me: Hotelier) -> int:
    """The number of politics cards with the player's disc."""
    discs = 0
    for place in me.discs:
        discs += place > 0
    return discs


@rule("hotel")
def count_occupied(me: Hotelier, measure: int, occupied: int) -> int:
    """What is counted in occupied rooms: rooms, colours, groups, floors, columns, sets."""
    match measure:
        case Measure.FLOORS:
            return full_lines(occupied, FLOOR_ROOMS, COLUMNS, FLOORS)
        case Measure.COLUMNS:
            return full_lines(occupied, COLUMN_ROOMS, 1, COLUMNS)
        case Measure.GROUPS:
            return full_groups(me, occupied)
        case Measure.COLOURS:
            return full_colours(me, occupied)
        case Measure.BLUE_ROOMS:
            return count_rooms(occupied & rooms_of_colour(me, Colour.BLUE))
        case Measure.RED_ROOMS:
            return count_rooms(occupied & rooms_of_colour(me, Colour.RED))
        case Measure.YELLOW_ROOMS:
            return count_rooms(occupied & rooms_of_colour(me, Colour.YELLOW))
        case Measure.SETS:
            return rarest_colour(me, occupied)
    return count_rooms(occupied)


def full_lines(occupied: int, line: int, step: int, lines: int) -> int:
    """The number of floors or columns where every room is occupied."""
    full = 0
    for number in range(lines):
        full += occupied >> number * step & line == line
    return full


def full_groups(me: Hotelier, occupied: int) -> int:
    """The number of groups where every room is occupied."""
    full = 0
    for group in range(GROUPS):
        rooms = group_rooms(me.board, group)
        full += occupied & rooms == rooms
    return full


def full_colours(me: Hotelier, occupied: int) -> int:
    """The number of colours with every room occupied."""
    full = 0
    for colour in range(ROOM_COLOURS):
        rooms = rooms_of_colour(me, colour)
        full += occupied & rooms == rooms
    return full


def rarest_colour(me: Hotelier, occupied: int) -> int:
    """The number of sets of three colours: the occupied rooms of the rarest colour."""
    least = ROOMS
    for colour in range(ROOM_COLOURS):
        least = min(least, count_rooms(occupied & rooms_of_colour(me, colour)))
    return least


@rule("take_die")
def next_rooms(me: Hotelier) -> int:
    """Rooms are prepared next to others; the first one is at the bottom left (ruling H1)."""
    prepared = prepared_rooms(me)
    if prepared == 0:
        return 1
    not_first = ALL_ROOMS ^ COLUMN_ROOMS
    sideways = prepared << 1 & not_first | (prepared & not_first) >> 1
    upright = prepared << COLUMNS | prepared >> COLUMNS
    return (sideways | upright) & ALL_ROOMS & ~prepared


@rule("take_die")
def room_price(game: Position, seat: int, room: int, discount: int) -> int:
    """A room costs its floor's price less a discount; with some staff it is free."""
    colour = room_colour(game.players[seat].board, room)
    if prepares_free(game, seat, colour):
        return 0
    return max(0, FLOOR_PRICES[floor_of(room)] - discount)


@rule("take_die")
def prepare_room(game: Position, seat: int, room: int, discount: int, limit: int) -> None:
    """Pay for a room, place its tile vacant side up, and score the printed points."""
    price = room_price(game, seat, room, discount)
    pay(game, seat, price)
    is_occupied = is_occupied_at_once(limit)
    game.players[seat].rooms[room] = Room.VACANT
    tell(EVERYONE, Event.ROOM_PREPARED, seat, room, price, is_occupied)
    gain_points(game, seat, ROOM_POINTS[room], FOR_ROOMS)
    if is_occupied:
        occupy(game, seat, room)


@rule("group_bonus")
def occupy(game: Position, seat: int, room: int) -> None:
    """A vacant room is turned over; the last room of a group earns its bonus (ruling H2)."""
    me = game.players[seat]
    me.rooms[room] = Room.OCCUPIED
    tell(EVERYONE, Event.ROOM_OCCUPIED, seat, room)
    group = group_of(me.board, room)
    rooms = group_rooms(me.board, group)
    if not me.bonuses[group] and rooms_that_are(me, Room.OCCUPIED) & rooms == rooms:
        me.bonuses[group] = 1
        pay_bonus(game, seat, group)
    fire(game, seat, When.ROOM_OCCUPIED, 0)


@rule("group_bonus")
def pay_bonus(game: Position, seat: int, group: int) -> None:
    """Blue groups bring points, red ones krone, yellow ones fields on the emperor's track."""
    board = game.players[seat].board
    colour, size = group_colour(board, group), group_size(board, group)
    bonus = bonus_for(colour, size)
    tell(EVERYONE, Event.GROUP_COMPLETED, seat, colour, size, bonus)
    match colour:
        case Colour.BLUE:
            gain_points(game, seat, bonus, FOR_GROUPS)
        case Colour.RED:
            gain_money(game, seat, bonus)
        case _:
            advance(game, seat, bonus)


@rule("emperor_tiles")
def removable(me: Hotelier, which: int, first: int) -> int:
    """Penalties remove rooms from the top, and then below the `first` one, if there is one."""
    state = Room.VACANT if which == Which.VACANT else Room.OCCUPIED
    rooms = rooms_that_are(me, state)
    if first != NO_ROOM and which == Which.COLUMN:
        return rooms & COLUMN_ROOMS << column_of(first) & (1 << first) - 1
    if first != NO_ROOM and which == Which.OCCUPIED:
        rooms &= (1 << room_at(floor_of(first), 0)) - 1
    return on_highest_floor(rooms)


def on_highest_floor(rooms: int) -> int:
    """The rooms of a set that are on its highest floor."""
    for floor in range(FLOORS):
        here = rooms & FLOOR_ROOMS << room_at(FLOORS - 1 - floor, 0)
        if here > 0:
            return here
    return 0


@rule("emperor_tiles")
def remove_room(game: Position, seat: int, room: int) -> None:
    """A tile goes back to the supply; a bonus is never paid twice."""
    game.players[seat].rooms[room] = Room.UNPREPARED
    tell(EVERYONE, Event.ROOM_REMOVED, seat, room)
