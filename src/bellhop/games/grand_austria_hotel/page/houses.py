"""A player's boards on Grand Austria Hotel's page: hotel, café, kitchen, staff."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from bellhop.drawing.environments import Subject, subject
from bellhop.engine.questions import is_asking, top
from bellhop.engine.words import Words, plain

from ..card_text import (
    Symbol,
    amount_of_food,
    amount_of_krone,
    count_food,
    name_food,
    name_guest,
    name_staff,
    say_effect,
    say_fields,
    say_points,
    say_reward,
    say_timing,
    steps_of_guest,
    symbols_of,
    what_food,
)
from ..rules.boards import (
    COLUMNS,
    ROOM_NAMES,
    ROOM_POINTS,
    column_of,
    floor_of,
    group_bonus,
    group_of,
    group_rooms,
    group_size,
    room_at,
    room_colour,
)
from ..rules.cards import (
    FLOORS,
    FOODS,
    FULL,
    STAFF_CARDS,
    Colour,
    Food,
    Timing,
    names_of,
)
from ..rules.gains import points_of
from ..rules.hotel import room_price, rooms_that_are
from ..rules.packing import room_discount, staff_at
from ..rules.staff import price_of, serves_free
from ..rules.state import NO_GUEST, Hotelier, Position
from ..rules.tables import (
    GUEST_COLOUR,
    GUEST_NAMES,
    GUEST_POINTS,
    STAFF_NAMES,
    STAFF_TIMING,
    pieces_ordered,
    staff_cost,
)
from ..rules.verbs import StepOf
from ..rules.vocabulary import (
    MOVES,
    SEATS,
    SERVICE_FOOD,
    SERVICE_PRICE,
    Place,
    Room,
    Step,
    serve_move,
)

FOOD_NAMES, COLOUR_NAMES, STATE_NAMES = names_of(Food), names_of(Colour), names_of(Room)
BONUS_ICONS = ("point", "coin", "crown")  # of blue, red and yellow groups
SIDES = {"n": (1, 0), "s": (-1, 0), "w": (0, -1), "e": (0, 1)}
ICONS = {  # by symbol: the drawing, and the text beside it
    "gain-money": ("coin", "+{}"),
    "gain-points": ("point", "+{}"),
    "advance": ("crown", "+{}"),
    "choose-food": ("cloche", "+{}"),
    "draw-staff": ("cards", "+{}"),
    "play-staff": ("staff", ""),
    "full-price": ("coin", ""),
    "free": ("coin", "0"),
    "less": ("coin", "−{}"),
    "prepare-room": ("room", ""),
    "floors": ("stairs", "≤{}"),
    "occupied": ("key", ""),
    "occupy-room": ("key", "{}"),
    "take-guest": ("suitcase", "{}"),
    "another-turn": ("again", ""),
    "another-action": ("die-5", "+1"),
    "lose-money": ("coin", "−{}"),
    "lose-points": ("point", "−{}"),
    "return-food-kitchen": ("cloche", "−"),
    "return-food-all": ("cloche", "−−"),
    "return-staff": ("cards", "−{}"),
    "discard-staff": ("staff", "−1"),
    "points": ("point", "{}"),
    "per-staff": ("staff", ""),
    "remove-rooms-vacant": ("room", "−{}"),
    "remove-rooms-occupied": ("key", "−{}"),
    "remove-rooms-column": ("key", "−{}"),
}
BEFORE_SEAT = [  # by seat: every place of a card, unseen unless it is this player's open staff
    bytes(
        place
        if place in (staff_at(Place.PLAYED, seat), staff_at(Place.USED, seat))
        else Place.UNSEEN
        for place in range(256)
    )
    for seat in range(SEATS)
]

Symbols = tuple[tuple[tuple[str, str], ...], ...]


class Face(NamedTuple):
    """A guest card."""

    glide: str
    name: str
    colour: str
    tone: int
    order: tuple[tuple[str, int], ...]
    points: int
    reward: Symbols
    label: str
    tip: str


class StaffCard(NamedTuple):
    """A face-up staff card."""

    id: str
    name: str
    cost: int
    price: int
    kind: str
    timing: str
    text: str
    used: bool
    state: str
    label: str
    tip: str


class RoomCell(NamedTuple):
    """A room of a hotel; it has a price only if it can be prepared."""

    id: str
    colour: str
    state: str
    walls: str
    price: int | None
    points: int
    bonus: tuple[str, int] | None
    is_paid: bool
    is_last: bool
    label: str
    tip: str


class OrderLine(NamedTuple):
    """One kind of food in an order: what is served, what is missing, and the button to serve it."""

    food: str
    name: str
    served: int
    wanted: int
    id: str
    act: str
    serve: str
    take_back: str


class Bistro(NamedTuple):
    """A table of the café."""

    id: str
    label: str
    tip: str = ""
    guest: Face | None = None
    is_ready: bool = False
    foods: tuple[OrderLine, ...] = ()


class House(NamedTuple):
    """What belongs to a hotel beside its rooms."""

    till: tuple[tuple[str, str, str], ...]
    rooms: str
    cafe: tuple[Subject, ...]
    carry: str
    kitchen: tuple[tuple[str, int, str], ...]
    hired: tuple[StaffCard, ...]


def room_id(room: int) -> str:
    """The element of a room."""
    return f"room-{ROOM_NAMES[room].replace('.', '-')}"


def serve_id(food: int, table: int) -> str:
    """The button that serves a food at a table of the café."""
    return f"serve-{FOOD_NAMES[food]}-{table + 1}"


def draw_symbols(steps: Iterable[StepOf]) -> Symbols:
    """Steps as drawings, each with a text beside it."""
    return tuple(
        tuple(part for symbol in symbols_of(step) for part in _draw(symbol)) for step in steps
    )


def _draw(symbol: Symbol) -> list[tuple[str, str]]:
    if symbol.name in FOOD_NAMES:
        return [(symbol.name, f"+{symbol.number}")]
    if symbol.name == "gain-each-food":
        return [(food, "") for food in FOOD_NAMES]
    icon, text = ICONS[symbol.name]
    return [(icon, text.format(symbol.number))]


@lru_cache(1024)
def guest_face(words: Words, edition: int, guest: int) -> Face:
    """A guest card."""
    colour = COLOUR_NAMES[GUEST_COLOUR[guest]]
    order = [(food, pieces_ordered(guest, food)) for food in range(FOODS)]
    name = name_guest(words, guest)
    reward = say_reward(words, edition, guest)
    points = say_points(words, GUEST_POINTS[guest])
    colour_text = words.say(f"guest_colour.{colour}")
    order_text = words.join(amount_of_food(words, food, pieces) for food, pieces in order if pieces)
    return Face(
        glide=GUEST_NAMES[guest],
        name=name,
        colour=colour,
        tone=guest % 3,
        order=tuple((FOOD_NAMES[food], pieces) for food, pieces in order if pieces),
        points=GUEST_POINTS[guest],
        reward=draw_symbols(steps_of_guest(edition, guest)),
        label=words.say(
            "page.guest",
            name=name,
            colour=colour_text,
            order=order_text,
            points=points,
            reward=reward,
        ),
        tip=f"{name} ({colour_text})\n{order_text}\n{points} · {reward}",
    )


def staff_card(words: Words, seen: Position, card: int, owner: int, less: int) -> Subject:
    """A face-up staff card; `less` is its discount if it can be played now."""
    place, price = seen.staff[card], price_of(seen, card, less)
    is_used = place == staff_at(Place.USED, owner)
    is_usable = place == staff_at(Place.PLAYED, owner) and STAFF_TIMING[card] == Timing.ROUND
    return subject(_staff_card, words, seen.edition, card, price, is_used, is_usable)


@lru_cache(4096)
def _staff_card(
    words: Words, edition: int, card: int, price: int, is_used: bool, is_usable: bool
) -> StaffCard:
    cost = staff_cost(edition, card)
    name, timing = name_staff(words, card), say_timing(words, card)
    text = say_effect(words, edition, card)
    krone = amount_of_krone(words, cost)
    label = words.say("page.card", name=name, krone=krone, timing=timing, text=text)
    if price != cost:
        label += f" ({words.say('page.card.now', krone=amount_of_krone(words, price))})"
    state = words.say("page.used") if is_used else words.say("page.usable") if is_usable else ""
    return StaffCard(
        id=f"staff-{STAFF_NAMES[card]}",
        name=name,
        cost=cost,
        price=price,
        kind=STAFF_CARDS[card].timing,
        timing=timing,
        text=text,
        used=is_used,
        state=state,
        label=f"{label}. {state}" if state else label,
        tip=f"{name}\n{timing} · {krone}\n{text}" + (f"\n{state}" if state else ""),
    )


def house(words: Words, seen: Position, seat: int) -> Subject:
    """What belongs to a player's hotel beside its rooms."""
    me, before = seen.players[seat].to_bytes(), staff_before(seen, seat)
    service = seen.service_left if seen.turn == seat else 0
    return subject(_house, words, seen.edition, seat, me, before, service)


def front(words: Words, seen: Position, seat: int) -> Subject:
    """The rooms of a player's hotel."""
    me, before = seen.players[seat], staff_before(seen, seat)
    rooms, bonuses, less = bytes(me.rooms), bytes(me.bonuses), _room_discount(seen, seat)
    return subject(_floors, words, seat, me.board, rooms, bonuses, before, less)


def staff_before(seen: Position, seat: int) -> bytes:
    """Where every card is that lies face up before a player; all others are unseen."""
    return bytes(seen.staff).translate(BEFORE_SEAT[seat])


def alone(seat: int, staff: bytes, own: bytes = b"") -> Position:
    """A position with nothing but a player and the staff before them."""
    seen = Position()
    if own:
        seen.players[seat] = Hotelier.from_bytes(own)
    for card, place in enumerate(staff):
        seen.staff[card] = place
    return seen


@lru_cache(256)  # the same for all who look at it
def _house(words: Words, edition: int, seat: int, own: bytes, staff: bytes, service: int) -> House:
    seen = alone(seat, staff, own)
    seen.edition, seen.turn, seen.service_left = edition, seat, service
    me = seen.players[seat]
    points = points_of(seen, seat)
    occupied, vacant = rooms_that_are(me, Room.OCCUPIED), rooms_that_are(me, Room.VACANT)
    return House(
        till=(
            ("coin", f"{me.krone}", amount_of_krone(words, me.krone)),
            ("crown", f"{me.emperor}", words.say("page.field_of", field=me.emperor)),
            ("point", plain(points), say_points(words, points)),
        ),
        rooms=words.say("page.rooms", occupied=occupied.bit_count(), vacant=vacant.bit_count()),
        cafe=tuple(
            subject(_bistro, words, seen.edition, n, table.guest, tuple(table.wants))
            for n, table in enumerate(me.cafe)
        ),
        carry=_carry(words, seen, seat),
        kitchen=tuple(
            (FOOD_NAMES[food], me.kitchen[food], amount_of_food(words, food, me.kitchen[food]))
            for food in range(FOODS)
        ),
        hired=tuple(
            staff_card(words, seen, card, seat, FULL).made()
            for card, place in enumerate(staff)
            if place != Place.UNSEEN
        ),
    )


def _carry(words: Words, seen: Position, seat: int) -> str:
    """The price of carrying food from the kitchen."""
    if serves_free(seen, seat):
        return words.say("page.carry.free")
    if seen.turn == seat and seen.service_left > 0:
        return words.count("page.carry.paid", seen.service_left)
    krone = amount_of_krone(words, SERVICE_PRICE)
    return words.say("page.carry", krone=krone, pieces=SERVICE_FOOD)


def _floors(
    words: Words, seat: int, board: int, rooms: bytes, bonuses: bytes, staff: bytes, less: int
) -> list[list[Subject]]:
    """The rooms of a hotel from the top down, with their prices after the discount `less`."""
    seen = alone(seat, staff)
    me = seen.players[seat]
    me.board = board
    for room, state in enumerate(rooms):
        me.rooms[room] = state
    for group, paid in enumerate(bonuses):
        me.bonuses[group] = paid
    occupied = rooms_that_are(me, Room.OCCUPIED)
    return [
        [
            _room(words, seen, seat, room_at(floor, column), occupied, less)
            for column in range(COLUMNS)
        ]
        for floor in reversed(range(FLOORS))
    ]


def _room(words: Words, seen: Position, seat: int, room: int, occupied: int, less: int) -> Subject:
    me = seen.players[seat]
    group = group_of(me.board, room)
    state = me.rooms[room]
    price = room_price(seen, seat, room, less) if state == Room.UNPREPARED else 0
    is_last = group_rooms(me.board, group) & ~occupied == 1 << room
    is_paid = bool(me.bonuses[group])
    return subject(_room_cell, words, me.board, room, state, price, is_last, is_paid)


def _room_cell(
    words: Words, board: int, room: int, state: int, price: int, is_last: bool, is_paid: bool
) -> RoomCell:
    group, number = group_of(board, room), room_colour(board, room)
    colour, size, bonus = COLOUR_NAMES[number], group_size(board, group), group_bonus(board, group)
    bonus_text = (say_points, amount_of_krone, say_fields)[number](words, bonus)
    points = ROOM_POINTS[room] if state == Room.UNPREPARED else 0
    texts = [
        words.say(
            "page.room",
            room=ROOM_NAMES[room],
            colour=words.say(f"colour.{colour}"),
            state=_room_state(words, state, price),
        ),
        words.say("page.group.done")
        if is_paid
        else words.say("page.group", size=size, bonus=bonus_text),
    ]
    if points:
        texts.insert(1, words.say("page.room.points", points=say_points(words, points)))
    is_sign = room == group_rooms(board, group).bit_length() - 1
    return RoomCell(
        id=room_id(room),
        colour=colour,
        state="secret" if state == Room.UNSEEN else STATE_NAMES[state],  # "unseen" hides elements
        walls=" ".join(side for side in SIDES if not _joins(board, room, side)),
        price=price if state == Room.UNPREPARED else None,
        points=points,
        bonus=(BONUS_ICONS[number], bonus) if is_sign or (is_last and not is_paid) else None,
        is_paid=is_paid,
        is_last=is_last and state == Room.VACANT and not is_paid,
        label="; ".join(texts),
        tip="\n".join(texts),
    )


def _room_discount(seen: Position, seat: int) -> int:
    """The discount on rooms in the current question."""
    asks = is_asking(seen) and top(seen).seat == seat and top(seen).what == Step.PREPARE
    return room_discount(top(seen)) if asks else FULL


def _room_state(words: Words, state: int, price: int) -> str:
    match state:
        case Room.VACANT:
            return words.say("page.room.vacant")
        case Room.OCCUPIED:
            return words.say("page.room.occupied")
        case Room.UNSEEN:
            return words.say("page.room.unseen")
    return words.say("page.room.unprepared", krone=amount_of_krone(words, price))


def _joins(board: int, room: int, side: str) -> bool:
    """Does the neighbouring room on a side belong to the same group?"""
    up, right = SIDES[side]
    floor, column = floor_of(room) + up, column_of(room) + right
    if not (0 <= floor < FLOORS and 0 <= column < COLUMNS):
        return False
    return group_of(board, room) == group_of(board, room_at(floor, column))


def _bistro(words: Words, edition: int, table: int, guest: int, wants: tuple[int, ...]) -> Bistro:
    """A table of the café, with the food that its guest still wants."""
    id_ = f"table-{table + 1}"
    if guest == NO_GUEST:
        return Bistro(id_, words.say("page.table.free", number=table + 1))
    face = guest_face(words, edition, guest)
    missing = words.join(
        count_food(words, food, wanted) for food, wanted in enumerate(wants) if wanted
    )
    is_ready = not any(wants)
    state = words.say("page.check_in") if is_ready else words.say("page.missing", food=missing)
    label = words.say("page.table", number=table + 1, guest=face.label)
    foods = tuple(
        _order_line(words, food, table, pieces, wants[food], face.name)
        for food in range(FOODS)
        if (pieces := pieces_ordered(guest, food))
    )
    return Bistro(id_, f"{label}. {state}", f"{face.tip}\n{state}", face, is_ready, foods)


def _order_line(
    words: Words, food: int, table: int, ordered: int, wanted: int, guest: str
) -> OrderLine:
    text = what_food(words, food)
    return OrderLine(
        food=FOOD_NAMES[food],
        name=name_food(words, food),
        served=ordered - wanted,
        wanted=wanted,
        id=serve_id(food, table),
        act=MOVES[serve_move(food, table)],
        serve=words.say("page.serve", food=text, guest=guest),
        take_back=words.say("page.take_back", food=text, guest=guest),
    )
