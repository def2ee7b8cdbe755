"""What belongs to a player of Grand Austria Hotel on a page: hotel, café, kitchen, staff."""

from collections.abc import Iterable
from typing import Any

from bellhop.engine.questions import is_asking, top
from bellhop.engine.words import Words
from bellhop.grand_austria_hotel.card_text import (
    Symbol,
    count_food,
    name_food,
    name_guest,
    name_staff,
    say_effect,
    say_fields,
    say_krone,
    say_points,
    say_reward,
    say_timing,
    steps_of_guest,
    symbols_of,
    what_food,
)
from bellhop.grand_austria_hotel.cards import (
    FLOORS,
    FOODS,
    FULL,
    STAFF,
    STAFF_CARDS,
    Colour,
    Food,
    StepOf,
    Timing,
    names_of,
)
from bellhop.grand_austria_hotel.gains import points_of
from bellhop.grand_austria_hotel.guests import wants_more
from bellhop.grand_austria_hotel.hotel import room_price, rooms_that_are
from bellhop.grand_austria_hotel.speech import say_colour
from bellhop.grand_austria_hotel.staff import price_of, serves_free
from bellhop.grand_austria_hotel.state import NO_GUEST, Position
from bellhop.grand_austria_hotel.tables import (
    COLUMNS,
    GROUP_BONUS,
    GROUP_COLOUR,
    GROUP_OF,
    GROUP_ROOMS,
    GROUP_SIZE,
    GROUPS,
    GUEST_COLOUR,
    GUEST_NAMES,
    GUEST_POINTS,
    LARGEST_GROUP,
    ORDERED,
    ROOM_COLOUR,
    ROOM_NAMES,
    ROOM_POINTS,
    ROOMS,
    STAFF_COST,
    STAFF_NAMES,
    STAFF_TIMING,
)
from bellhop.grand_austria_hotel.vocabulary import (
    CAFE_TABLES,
    MOVES,
    SERVE,
    SERVICE_FOOD,
    SERVICE_PRICE,
    Place,
    Room,
    Step,
)

FOOD_NAMES, COLOUR_NAMES, STATE_NAMES = names_of(Food), names_of(Colour), names_of(Room)
BONUS_ICONS = ("point", "coin", "crown")  # of blue, red and yellow groups
SIDES = {"n": (1, 0), "s": (-1, 0), "w": (0, -1), "e": (0, 1)}
ICONS = {  # of symbols: the drawing, and what is written beside it
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


def draw_symbols(steps: Iterable[StepOf]) -> list[list[tuple[str, str]]]:
    """Steps as drawings with something written beside them."""
    return [[part for symbol in symbols_of(step) for part in _draw(symbol)] for step in steps]


def _draw(symbol: Symbol) -> list[tuple[str, str]]:
    if symbol.name in FOOD_NAMES:
        return [(symbol.name, f"+{symbol.number}")]
    if symbol.name == "gain-each-food":
        return [(food, "") for food in FOOD_NAMES]
    icon, text = ICONS[symbol.name]
    return [(icon, text.format(symbol.number))]


def guest_face(words: Words, edition: int, guest: int) -> dict[str, Any]:
    """A guest card."""
    colour = COLOUR_NAMES[GUEST_COLOUR[guest]]
    order = [(food, ORDERED[guest * FOODS + food]) for food in range(FOODS)]
    name = name_guest(words, guest)
    reward = say_reward(words, edition, guest)
    points = say_points(words, GUEST_POINTS[guest])
    colour_text = words.say(f"guest_colour.{colour}")
    order_text = words.join(count_food(words, food, pieces) for food, pieces in order if pieces)
    return {
        "glide": GUEST_NAMES[guest],
        "name": name,
        "colour": colour,
        "tone": guest % 3,
        "order": [(FOOD_NAMES[food], pieces) for food, pieces in order if pieces],
        "points": GUEST_POINTS[guest],
        "reward": draw_symbols(steps_of_guest(edition, guest)),
        "label": words.say(
            "page.guest",
            name=name,
            colour=colour_text,
            order=order_text,
            points=points,
            reward=reward,
        ),
        "tip": f"{name} ({colour_text})\n{order_text}\n{points} · {reward}",
    }


def staff_card(words: Words, seen: Position, card: int, owner: int, less: int) -> dict[str, Any]:
    """A staff card that is seen; `less` is what it would cost less, if it can be played now."""
    place = seen.staff[card]
    cost, price = STAFF_COST[seen.edition * STAFF + card], price_of(seen, card, less)
    name, timing = name_staff(words, card), say_timing(words, card)
    text = say_effect(words, seen.edition, card)
    krone = say_krone(words, cost)
    label = words.say("page.card", name=name, krone=krone, timing=timing, text=text)
    if price != cost:
        label += f" ({words.say('page.card.now', krone=say_krone(words, price))})"
    state = ""
    if place == Place.USED + owner:
        state = words.say("page.used")
    elif place == Place.PLAYED + owner and STAFF_TIMING[card] == Timing.ROUND:
        state = words.say("page.usable")
    return {
        "id": f"staff-{STAFF_NAMES[card]}",
        "name": name,
        "cost": cost,
        "price": price,
        "kind": STAFF_CARDS[card].timing,
        "timing": timing,
        "text": text,
        "used": place == Place.USED + owner,
        "state": state,
        "label": f"{label}. {state}" if state else label,
        "tip": f"{name}\n{timing} · {krone}\n{text}" + (f"\n{state}" if state else ""),
    }


def house(words: Words, seen: Position, seat: int) -> dict[str, Any]:
    """The hotel of a player with all that belongs to it."""
    me = seen.players[seat]
    hired = (Place.PLAYED + seat, Place.USED + seat)
    points = points_of(seen, seat)
    occupied = rooms_that_are(me, Room.OCCUPIED).bit_count()
    vacant = rooms_that_are(me, Room.VACANT).bit_count()
    return {
        "floors": [
            [_room(words, seen, seat, floor * COLUMNS + column) for column in range(COLUMNS)]
            for floor in reversed(range(FLOORS))
        ],
        "till": [
            ("coin", me.krone, say_krone(words, me.krone)),
            ("crown", me.emperor, words.say("page.field_of", field=me.emperor)),
            ("point", f"{points}".replace("-", "−"), say_points(words, points)),
        ],
        "rooms": words.say("page.rooms", occupied=occupied, vacant=vacant),
        "cafe": [_table(words, seen, seat, table) for table in range(CAFE_TABLES)],
        "carry": _carry(words, seen, seat),
        "kitchen": [
            (FOOD_NAMES[food], me.kitchen[food], count_food(words, food, me.kitchen[food]))
            for food in range(FOODS)
        ],
        "hired": [
            staff_card(words, seen, card, seat, FULL)
            for card in range(STAFF)
            if seen.staff[card] in hired
        ],
    }


def _carry(words: Words, seen: Position, seat: int) -> str:
    """What it costs to carry food from the kitchen."""
    if serves_free(seen, seat):
        return words.say("page.carry.free")
    if seen.turn == seat and seen.service_left > 0:
        return words.count("page.carry.paid", seen.service_left)
    krone = say_krone(words, SERVICE_PRICE)
    return words.say("page.carry", krone=krone, pieces=SERVICE_FOOD)


def _room(words: Words, seen: Position, seat: int, room: int) -> dict[str, Any]:
    me = seen.players[seat]
    group = GROUP_OF[me.board * ROOMS + room]
    row = me.board * GROUPS + group
    rooms = GROUP_ROOMS[row]
    colour, size = GROUP_COLOUR[row], GROUP_SIZE[row]
    bonus = GROUP_BONUS[colour * LARGEST_GROUP + size - 1]
    is_last = rooms & ~rooms_that_are(me, Room.OCCUPIED) == 1 << room
    is_paid = bool(me.bonuses[group])
    bonus_text = (say_points, say_krone, say_fields)[colour](words, bonus)
    price = room_price(seen, seat, room, _room_discount(seen, seat))
    texts = [
        words.say(
            "page.room",
            room=ROOM_NAMES[room],
            colour=say_colour(words, seen, seat, room),
            state=_room_state(words, me.rooms[room], price),
        ),
        words.say("page.group.done")
        if is_paid
        else words.say("page.group", size=size, bonus=bonus_text),
    ]
    if ROOM_POINTS[room] and me.rooms[room] == Room.UNPREPARED:
        texts.insert(1, words.say("page.room.points", points=say_points(words, ROOM_POINTS[room])))
    is_sign = room == max(r for r in range(ROOMS) if rooms >> r & 1)
    return {
        "id": f"room-{ROOM_NAMES[room].replace('.', '-')}",
        "name": ROOM_NAMES[room],
        "colour": COLOUR_NAMES[ROOM_COLOUR[me.board * ROOMS + room]],
        "state": STATE_NAMES[me.rooms[room]],
        "walls": " ".join(side for side in SIDES if not _joins(me.board, room, side)),
        "price": price if me.rooms[room] == Room.UNPREPARED else None,
        "points": ROOM_POINTS[room] if me.rooms[room] == Room.UNPREPARED else 0,
        "bonus": (BONUS_ICONS[colour], bonus) if is_sign or (is_last and not is_paid) else None,
        "is_paid": is_paid,
        "is_last": is_last and me.rooms[room] == Room.VACANT and not is_paid,
        "label": "; ".join(texts),
        "tip": "\n".join(texts),
    }


def _room_discount(seen: Position, seat: int) -> int:
    """How much less a room costs in what is being asked."""
    asks = is_asking(seen) and top(seen).seat == seat and top(seen).what == Step.PREPARE
    return top(seen).b if asks else FULL


def _room_state(words: Words, state: int, price: int) -> str:
    match state:
        case Room.VACANT:
            return words.say("page.room.vacant")
        case Room.OCCUPIED:
            return words.say("page.room.occupied")
        case Room.UNSEEN:
            return words.say("page.room.unseen")
    return words.say("page.room.unprepared", krone=say_krone(words, price))


def _joins(board: int, room: int, side: str) -> bool:
    """Is the room on that side of the same group?"""
    floor, column = divmod(room, COLUMNS)
    up, right = SIDES[side]
    floor, column = floor + up, column + right
    if not (0 <= floor < FLOORS and 0 <= column < COLUMNS):
        return False
    first = board * ROOMS
    return GROUP_OF[first + room] == GROUP_OF[first + floor * COLUMNS + column]


def _table(words: Words, seen: Position, seat: int, table: int) -> dict[str, Any]:
    place = seen.players[seat].cafe[table]
    if place.guest == NO_GUEST:
        label = words.say("page.table.free", number=table + 1)
        return {"id": f"table-{table + 1}", "guest": None, "label": label}
    face = guest_face(words, seen.edition, place.guest)
    is_ready = not wants_more(place)
    missing = words.join(
        count_food(words, food, place.wants[food]) for food in range(FOODS) if place.wants[food]
    )
    state = words.say("page.check_in") if is_ready else words.say("page.missing", food=missing)
    label = words.say("page.table", number=table + 1, guest=face["label"])
    return {
        "id": f"table-{table + 1}",
        "guest": face,
        "is_ready": is_ready,
        "label": f"{label}. {state}",
        "tip": f"{face['tip']}\n{state}",
        "foods": [
            _ordered(words, food, table, pieces, place.wants[food], face["name"])
            for food in range(FOODS)
            if (pieces := ORDERED[place.guest * FOODS + food])
        ],
    }


def _ordered(
    words: Words, food: int, table: int, ordered: int, wanted: int, guest: str
) -> dict[str, Any]:
    """One kind of food in an order: what is served, what is missing, and the way to serve it."""
    text = what_food(words, food)
    return {
        "food": FOOD_NAMES[food],
        "name": name_food(words, food),
        "served": ordered - wanted,
        "wanted": wanted,
        "id": f"serve-{FOOD_NAMES[food]}-{table + 1}",
        "act": MOVES[SERVE + food * CAFE_TABLES + table],
        "serve": words.say("page.serve", food=text, guest=guest),
        "take_back": words.say("page.take_back", food=text, guest=guest),
    }
