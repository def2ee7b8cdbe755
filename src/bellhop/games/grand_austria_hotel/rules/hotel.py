"""The hotel: preparing, occupying and counting rooms. Sections: hotel, actions, group bonus.

A set of rooms is a number with a bit for each room.
"""

from bellhop.engine.rulebook import rule
from bellhop.engine.telling import EVERYONE, tell

from .cards import COLOURS, FLOORS, ROOM_COLOURS, Colour, Measure, When, Which
from .gains import advance, gain_money, gain_points, pay
from .packing import is_occupied_at_once
from .staff import fire, played_staff, prepares_free
from .state import Hotelier, Position
from .tables import (
    ALL_ROOMS,
    COLOUR_ROOMS,
    COLUMN_ROOMS,
    COLUMNS,
    FLOOR_ROOMS,
    GROUP_BONUS,
    GROUP_COLOUR,
    GROUP_OF,
    GROUP_ROOMS,
    GROUP_SIZE,
    GROUPS,
    LARGEST_GROUP,
    ROOM_COLOUR,
    ROOM_POINTS,
    ROOMS,
)
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
    """How many rooms are in a set."""
    count = 0
    while rooms > 0:
        rooms &= rooms - 1
        count += 1
    return count


def rooms_of_colour(me: Hotelier, colour: int) -> int:
    """The rooms of a colour in a hotel; green stands for all."""
    return COLOUR_ROOMS[me.board * COLOURS + colour]


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
    """Politics cards with one's disc."""
    discs = 0
    for place in me.discs:
        discs += place > 0
    return discs


@rule("hotel")
def count_occupied(me: Hotelier, measure: int, occupied: int) -> int:
    """What is counted of occupied rooms: rooms, colours, groups, floors, columns, sets."""
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
    """Floors or columns where every room is occupied."""
    full = 0
    for number in range(lines):
        full += occupied >> number * step & line == line
    return full


def full_groups(me: Hotelier, occupied: int) -> int:
    """Groups where every room is occupied."""
    full = 0
    for group in range(GROUPS):
        rooms = GROUP_ROOMS[me.board * GROUPS + group]
        full += occupied & rooms == rooms
    return full


def full_colours(me: Hotelier, occupied: int) -> int:
    """Colours of which every room is occupied."""
    full = 0
    for colour in range(ROOM_COLOURS):
        rooms = rooms_of_colour(me, colour)
        full += occupied & rooms == rooms
    return full


def rarest_colour(me: Hotelier, occupied: int) -> int:
    """Sets of three occupied rooms of different colours: as many as there are of the rarest."""
    least = ROOMS
    for colour in range(ROOM_COLOURS):
        least = min(least, count_rooms(occupied & rooms_of_colour(me, colour)))
    return least


@rule("take_die")
def next_rooms(me: Hotelier) -> int:
    """Rooms are prepared next to others; an empty hotel begins bottom left (ruling H1)."""
    prepared = prepared_rooms(me)
    if prepared == 0:
        return 1
    not_first = ALL_ROOMS ^ COLUMN_ROOMS
    sideways = prepared << 1 & not_first | (prepared & not_first) >> 1
    upright = prepared << COLUMNS | prepared >> COLUMNS
    return (sideways | upright) & ALL_ROOMS & ~prepared


@rule("take_die")
def room_price(game: Position, seat: int, room: int, discount: int) -> int:
    """A room costs what its floor says, less a discount; some staff prepare for nothing."""
    colour = ROOM_COLOUR[game.players[seat].board * ROOMS + room]
    if prepares_free(game, seat, colour):
        return 0
    return max(0, FLOOR_PRICES[room // COLUMNS] - discount)


@rule("take_die")
def prepare_room(game: Position, seat: int, room: int, discount: int, floors: int) -> None:
    """Pay for a room, lay its tile vacant side up, and score what is printed there."""
    price = room_price(game, seat, room, discount)
    pay(game, seat, price)
    is_occupied = is_occupied_at_once(floors)
    game.players[seat].rooms[room] = Room.VACANT
    tell(EVERYONE, Event.ROOM_PREPARED, seat, room, price, is_occupied)
    gain_points(game, seat, ROOM_POINTS[room], FOR_ROOMS)
    if is_occupied:
        occupy(game, seat, room)


@rule("group_bonus")
def occupy(game: Position, seat: int, room: int) -> None:
    """A vacant room is turned over; the last one of a group earns its bonus (ruling H2)."""
    me = game.players[seat]
    me.rooms[room] = Room.OCCUPIED
    tell(EVERYONE, Event.ROOM_OCCUPIED, seat, room)
    group = GROUP_OF[me.board * ROOMS + room]
    rooms = GROUP_ROOMS[me.board * GROUPS + group]
    if not me.bonuses[group] and rooms_that_are(me, Room.OCCUPIED) & rooms == rooms:
        me.bonuses[group] = 1
        pay_bonus(game, seat, me.board * GROUPS + group)
    fire(game, seat, When.ROOM_OCCUPIED, 0)


@rule("group_bonus")
def pay_bonus(game: Position, seat: int, group: int) -> None:
    """Blue groups bring points, red ones krone, yellow ones the emperor's favour."""
    colour, size = GROUP_COLOUR[group], GROUP_SIZE[group]
    bonus = GROUP_BONUS[colour * LARGEST_GROUP + size - 1]
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
    """Penalties take rooms from the top; `first` is one more than the room already taken."""
    state = Room.VACANT if which == Which.VACANT else Room.OCCUPIED
    rooms = rooms_that_are(me, state)
    if first > 0 and which == Which.COLUMN:
        return rooms & COLUMN_ROOMS << (first - 1) % COLUMNS & (1 << first - 1) - 1
    if first > 0 and which == Which.OCCUPIED:
        rooms &= (1 << (first - 1) // COLUMNS * COLUMNS) - 1
    return on_highest_floor(rooms)


def on_highest_floor(rooms: int) -> int:
    """Those of a set of rooms that are on the highest floor with any."""
    for floor in range(FLOORS):
        here = rooms & FLOOR_ROOMS << (FLOORS - 1 - floor) * COLUMNS
        if here > 0:
            return here
    return 0


@rule("emperor_tiles")
def remove_room(game: Position, seat: int, room: int) -> None:
    """A tile goes back to the supply; a bonus once paid is not paid again."""
    game.players[seat].rooms[room] = Room.UNPREPARED
    tell(EVERYONE, Event.ROOM_REMOVED, seat, room)
