"""The hotels: their rooms, and the groups of adjacent rooms of one colour.

Rooms are numbered from the bottom left; a set of rooms is a number with one bit per room.
"""

from .cards import BOARDS, CARDS, COLOURS, FLOORS, NUMBERS, ROOM_COLOURS, Board, Colour

COLUMNS = len(NUMBERS.room_points) // FLOORS
ROOMS = FLOORS * COLUMNS
COLOUR_LETTERS = "bry"


def room_at(floor: int, column: int) -> int:
    """A room by its floor, from the ground, and its column, from the left."""
    return floor * COLUMNS + column


def floor_of(room: int) -> int:
    """The floor of a room."""
    return room // COLUMNS


def column_of(room: int) -> int:
    """The column of a room."""
    return room % COLUMNS


ROOM_NAMES = tuple(f"{floor_of(room) + 1}.{column_of(room) + 1}" for room in range(ROOMS))


def _colours(board: Board) -> tuple[int, ...]:
    """The colours of a hotel's rooms, by number."""
    text = "".join(reversed(board.floors))
    if len(board.floors) != FLOORS or any(len(floor) != COLUMNS for floor in board.floors):
        CARDS.refuse("board", board.id, "floors", f"expected {FLOORS} floors of {COLUMNS} rooms")
    if set(text) - set(COLOUR_LETTERS):
        CARDS.refuse("board", board.id, "floors", "rooms must be b, r or y")
    return tuple(COLOUR_LETTERS.index(letter) for letter in text)


def _beside(room: int) -> list[int]:
    """The rooms next to a room."""
    floor, column = floor_of(room), column_of(room)
    places = [(floor, column - 1), (floor, column + 1), (floor - 1, column), (floor + 1, column)]
    return [room_at(f, c) for f, c in places if 0 <= f < FLOORS and 0 <= c < COLUMNS]


def _groups(colours: tuple[int, ...]) -> list[int]:
    """The groups of a hotel, adjacent rooms of one colour, as sets."""
    groups = []
    left = set(range(ROOMS))
    while left:
        group = {min(left)}
        while (
            more := {
                other
                for room in group
                for other in _beside(room)
                if colours[other] == colours[room]
            }
            - group
        ):
            group |= more
        groups.append(sum(1 << room for room in group))
        left -= group
    return groups


ROOM_COLOUR = tuple(colour for board in BOARDS for colour in _colours(board))  # by room_row


def room_row(board: int, room: int) -> int:
    """The index of a hotel's room in the tables."""
    return board * ROOMS + room


def room_colour(board: int, room: int) -> int:
    """The colour of a room."""
    return ROOM_COLOUR[room_row(board, room)]


_GROUPS = tuple(_groups(_colours(board)) for board in BOARDS)
GROUPS = len(_GROUPS[0])
for _board, _found_groups in zip(BOARDS, _GROUPS, strict=True):
    if len(_found_groups) != GROUPS:
        CARDS.refuse("board", _board.id, "floors", f"expected {GROUPS} groups")
GROUP_ROOMS = tuple(group for groups in _GROUPS for group in groups)  # by group_row
GROUP_SIZE = tuple(group.bit_count() for group in GROUP_ROOMS)
GROUP_COLOUR = tuple(
    room_colour(board, (group & -group).bit_length() - 1)
    for board, groups in enumerate(_GROUPS)
    for group in groups
)
GROUP_OF = tuple(  # by room_row
    next(number for number, group in enumerate(groups) if group >> room & 1)
    for groups in _GROUPS
    for room in range(ROOMS)
)
COLOUR_ROOMS = tuple(  # see rooms_in_colour
    sum(1 << room for room in range(ROOMS) if colour in (Colour.GREEN, room_colour(board, room)))
    for board in range(len(BOARDS))
    for colour in Colour
)
ALL_ROOMS = (1 << ROOMS) - 1
FLOOR_ROOMS = (1 << COLUMNS) - 1
COLUMN_ROOMS = sum(1 << COLUMNS * floor for floor in range(FLOORS))
ROOM_POINTS = tuple(
    NUMBERS.room_points[room_at(FLOORS - 1 - floor_of(room), column_of(room))]
    for room in range(ROOMS)
)
GROUP_BONUS = tuple(  # see bonus_for
    bonus
    for bonuses in (NUMBERS.group_points, NUMBERS.group_krone, NUMBERS.group_steps)
    for bonus in bonuses
)
LARGEST_GROUP = len(NUMBERS.group_points)
if max(GROUP_SIZE) > LARGEST_GROUP or len(GROUP_BONUS) != ROOM_COLOURS * LARGEST_GROUP:
    CARDS.refuse("game", "", "group_points", "every size of group needs a bonus in each colour")


def rooms_in_colour(board: int, colour: int) -> int:
    """The rooms for guests of a colour; green guests may sleep anywhere."""
    return COLOUR_ROOMS[board * COLOURS + colour]


def group_of(board: int, room: int) -> int:
    """The group of a room."""
    return GROUP_OF[room_row(board, room)]


def group_row(board: int, group: int) -> int:
    """The index of a hotel's group in the tables."""
    return board * GROUPS + group


def group_rooms(board: int, group: int) -> int:
    """The set of rooms of a group."""
    return GROUP_ROOMS[group_row(board, group)]


def group_size(board: int, group: int) -> int:
    """The number of rooms in a group."""
    return GROUP_SIZE[group_row(board, group)]


def group_colour(board: int, group: int) -> int:
    """The colour of a group."""
    return GROUP_COLOUR[group_row(board, group)]


def bonus_for(colour: int, size: int) -> int:
    """The bonus of a full group of a colour and size."""
    return GROUP_BONUS[colour * LARGEST_GROUP + size - 1]


def group_bonus(board: int, group: int) -> int:
    """The bonus of a group when it is full."""
    return bonus_for(group_colour(board, group), group_size(board, group))
