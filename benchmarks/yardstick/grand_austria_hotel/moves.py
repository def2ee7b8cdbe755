"""How good moves look in Grand Austria Hotel."""

from bellhop.engine.questions import top
from bellhop.games.grand_austria_hotel.rules.boards import (
    COLUMNS,
    ROOM_POINTS,
    floor_of,
    group_of,
    group_rooms,
    room_at,
)
from bellhop.games.grand_austria_hotel.rules.cards import FLOORS, FOODS, STAFF
from bellhop.games.grand_austria_hotel.rules.guests import row_price
from bellhop.games.grand_austria_hotel.rules.hotel import (
    count_rooms,
    next_rooms,
    prepared_rooms,
    room_price,
    rooms_of_colour,
    rooms_that_are,
)
from bellhop.games.grand_austria_hotel.rules.packing import (
    action_of,
    room_discount,
    staff_at,
    staff_discount,
    strength_of,
    tile_of,
)
from bellhop.games.grand_austria_hotel.rules.staff import price_of, sixth_is_free, strength_added
from bellhop.games.grand_austria_hotel.rules.state import NO_GUEST, Hotelier, Position
from bellhop.games.grand_austria_hotel.rules.tables import (
    GUEST_COLOUR,
    GUEST_POINTS,
    OR_LOSE,
    penalty_of,
    pieces_ordered,
    staff_cost,
)
from bellhop.games.grand_austria_hotel.rules.vocabulary import (
    CAFE_TABLES,
    FLOOR_POINTS,
    LAST_FIELD,
    MAX_KRONE,
    MOVE_KIND,
    MOVE_WHAT,
    MOVE_WHERE,
    SIXTH_PRICE,
    SPACES,
    Move,
    Penalty,
    Place,
    Room,
    Space,
    Step,
    first_food,
    second_food,
)

from .worth import (
    FEW_VACANT,
    PENALTY_WORTH,
    favour,
    group_worth,
    hope_of_guest,
    purse,
    staff_worth,
    turns_left,
    vacant_rooms,
)


def rate(seen: Position, move: int) -> float:
    """How good a move looks."""
    me = seen.players[seen.turn]
    what = MOVE_WHAT[move]
    match MOVE_KIND[move]:
        case Move.CLAIM:
            return 100.0
        case Move.CHECK_IN:
            return 90.0 + _rate_occupying(me, MOVE_WHERE[move])
        case Move.SERVE:
            return _rate_serving(seen, me, MOVE_WHERE[move])
    if seen.asked == 0:
        return _rate_turn(seen, me, MOVE_KIND[move], what)
    return _rate_answer(seen, me, MOVE_KIND[move], what)


def _rate_turn(seen: Position, me: Hotelier, kind: int, what: int) -> float:
    """A guest first, then staff, then the die, because its food is served at once or stored."""
    match kind:
        case Move.GUEST:
            price = row_price(seen, seen.turn, what)
            value = _rate_guest(seen, me, what) - _pains(seen, me, price)
            return 60.0 + value if value > 0.0 else 0.0
        case Move.TAKE_DIE:
            return 20.0 + _rate_die(seen, me, what, boosts=False)
        case Move.BOOST_DIE:
            return 20.0 + _rate_die(seen, me, what, boosts=True)
        case Move.PASS:
            return 19.0
        case Move.END:
            return 10.0
    return 55.0  # using a staff card that works once per round


def _pains(seen: Position, me: Hotelier, price: int) -> float:
    """How much paying a price hurts."""
    turns = turns_left(seen, seen.turn) - 1
    return purse(me.krone, turns) - purse(me.krone - price, turns)


def _rate_guest(seen: Position, me: Hotelier, place: int) -> float:
    """What a guest in the row will bring; a full café leaves no room for better ones."""
    guest = seen.row[place]
    missing, sitting = 0, 0
    for food in range(FOODS):
        missing += max(0, pieces_ordered(guest, food) - me.kitchen[food])
    for table in me.cafe:
        if table.guest != NO_GUEST:
            missing += sum(table.wants) // 2
            sitting += 1
    crowd = 2.0 if sitting == CAFE_TABLES - 1 else 0.0
    ordered = 0
    for food in range(FOODS):
        ordered += pieces_ordered(guest, food)
    return hope_of_guest(seen, me, guest, ordered, missing, turns_left(seen, seen.turn)) - crowd


def _wanted(me: Hotelier, food: int) -> int:
    """The amount of a food that guests still want, less what is in the kitchen."""
    ordered = 0
    for table in me.cafe:
        ordered += table.wants[food]
    return max(0, ordered - me.kitchen[food])


def _rate_die(seen: Position, me: Hotelier, space: int, boosts: bool) -> float:
    """What the action is worth now; a boost costs a krone."""
    strength = seen.spaces[space] + (1 if boosts else 0)
    strength += strength_added(seen, seen.turn, space + 1, not seen.is_extra)
    worth = 0.0
    price = 1 if boosts else 0
    if space == Space.ANY:
        price += 0 if sixth_is_free(seen, seen.turn) else SIXTH_PRICE
        for other in range(SPACES - 1):
            worth = max(worth, _rate_action(seen, me, other, strength))
    else:
        worth = _rate_action(seen, me, space, strength)
    return worth - _pains(seen, me, price)


def _rate_action(seen: Position, me: Hotelier, space: int, strength: int) -> float:
    match space:
        case Space.SWEETS | Space.DRINKS:
            second = min(_wanted(me, second_food(space)), strength // 2)
            useful = second + min(_wanted(me, first_food(space)), strength - second)
            return 3.0 * useful + 1.0 * (strength - useful)
        case Space.ROOMS:
            return _rate_preparing(seen, me, strength)
        case Space.TRACKS:
            best = 0.0
            for krone in range(strength + 1):
                best = max(best, _rate_tracks(seen, me, krone, strength - krone))
            return best
        case Space.STAFF:
            return _rate_hand(seen, me, strength)
    return 0.0


def _rate_tracks(seen: Position, me: Hotelier, krone: int, fields: int) -> float:
    """What krone and fields on the emperor's track are worth on top of those the player has."""
    turns = turns_left(seen, seen.turn) - 1
    worth = purse(min(MAX_KRONE, me.krone + krone), turns) - purse(me.krone, turns)
    field = min(LAST_FIELD, me.emperor + fields)
    beyond = me.emperor + fields - field
    return worth + favour(seen, me, field) - favour(seen, me, me.emperor) + beyond


def _rate_preparing(seen: Position, me: Hotelier, strength: int) -> float:
    """Rooms are needed for the guests in the café, and a few in reserve."""
    rooms, prepared = next_rooms(me), 0
    vacant, krone = vacant_rooms(me), me.krone
    lasting = min(1.0, 0.15 * turns_left(seen, seen.turn))
    worth = 0.0
    for floor in range(FLOORS):
        for column in range(COLUMNS):
            room = room_at(floor, column)
            if rooms >> room & 1 and prepared < strength:
                price = room_price(seen, seen.turn, room, 0)
                if price <= krone:
                    krone -= price
                    prepared += 1
                    few = 2.2 if vacant < FEW_VACANT else 0.8
                    worth += (few + 0.4 * floor) * lasting + _need(me, room)
                    vacant += 1
    if prepared < strength and krone > 0 and prepared > 0:
        worth += 0.8 * (strength - prepared) * lasting  # rooms next to the new ones
    return worth - _pains(seen, me, me.krone - krone)


def _need(me: Hotelier, room: int) -> float:
    """How much the guests in the café need a room like this."""
    vacant = rooms_that_are(me, Room.VACANT)
    need = 0.0
    for table in me.cafe:
        if table.guest != NO_GUEST:
            colour = GUEST_COLOUR[table.guest]
            fits = rooms_of_colour(me, colour) >> room & 1
            if fits and vacant & rooms_of_colour(me, colour) == 0:
                need += 4.0 if sum(table.wants) == 0 else 2.5
    return need


def _rate_hand(seen: Position, me: Hotelier, discount: int) -> float:
    """What the best card in hand is worth."""
    best = 0.0
    for card in range(STAFF):
        if seen.staff[card] == staff_at(Place.HAND, seen.turn):
            best = max(best, _rate_staff(seen, me, card, discount))
    return best


def _rate_staff(seen: Position, me: Hotelier, card: int, discount: int) -> float:
    """What a card will bring, less its price."""
    price = price_of(seen, card, discount)
    if price > me.krone:
        return 0.0
    return staff_worth(seen, seen.turn, card) - _pains(seen, me, price)


def _rate_serving(seen: Position, me: Hotelier, table: int) -> float:
    """Serve guests whose order is nearly complete; carry food only if this completes one."""
    guest = me.cafe[table]
    missing = sum(guest.wants)
    if seen.asked > 0:
        return 50.0 - missing + 0.1 * GUEST_POINTS[guest.guest]
    at_hand = True
    for food in range(FOODS):
        at_hand = at_hand and me.kitchen[food] >= guest.wants[food]
    colour = GUEST_COLOUR[guest.guest]
    has_room = rooms_that_are(me, Room.VACANT) & rooms_of_colour(me, colour) > 0
    if seen.service_left > 0 or (at_hand and has_room):
        return 70.0 - missing
    return 0.0


def _rate_occupying(me: Hotelier, room: int) -> float:
    """Higher rooms score more at the end, and full groups score at once."""
    group = group_of(me.board, room)
    occupied = count_rooms(rooms_that_are(me, Room.OCCUPIED) & group_rooms(me.board, group))
    step = group_worth(me.board, group, occupied + 1) - group_worth(me.board, group, occupied)
    return 0.5 * FLOOR_POINTS[floor_of(room)] + step


def _rate_new_room(seen: Position, me: Hotelier, room: int) -> float:
    """Rooms for guests in the café first, cheap before expensive ones, whole groups."""
    price = room_price(seen, seen.turn, room, room_discount(top(seen)))
    group = group_rooms(me.board, group_of(me.board, room))
    begun = count_rooms(prepared_rooms(me) & group)
    spare = 2.0 if vacant_rooms(me) < FEW_VACANT else 0.5
    turns = turns_left(seen, seen.turn)
    lasting = (0.5 * FLOOR_POINTS[floor_of(room)] + 0.8 * begun + spare) * min(1.0, 0.15 * turns)
    return 1.0 + _need(me, room) + lasting + ROOM_POINTS[room] - _pains(seen, me, price)


def _rate_answer(seen: Position, me: Hotelier, kind: int, what: int) -> float:
    match kind:
        case Move.DONE:
            return 1.0
        case Move.GUEST:
            return 1.0 + _rate_guest(seen, me, what)
        case Move.TAKE_DIE:
            return 2.0 + _rate_action(seen, me, what, seen.spaces[what])
        case Move.CHOOSE_STAFF:
            return _rate_card(seen, me, what)
        case Move.CHOOSE_ROOM:
            return _rate_room(seen, me, what)
        case Move.AMOUNT:
            return _rate_amount(seen, me, what)
        case Move.USE_AS:
            return 1.5 + _rate_action(seen, me, what, strength_of(top(seen)))
        case Move.TAKE_FOOD:
            return 1.5 + _wanted(me, what)
        case Move.FILL:
            return 1.5 + sum(me.cafe[what].wants)
        case Move.FACE_PENALTY:
            return _rate_penalty(seen, what)
    return 2.0


def _rate_room(seen: Position, me: Hotelier, room: int) -> float:
    """A room to prepare, to occupy or to give up."""
    match top(seen).what:
        case Step.PREPARE | Step.OPENING_ROOM:
            return _rate_new_room(seen, me, room)
        case Step.OCCUPY:
            return 9.0 + _rate_occupying(me, room)
    return 9.0 - _rate_occupying(me, room)


def _rate_card(seen: Position, me: Hotelier, card: int) -> float:
    question = top(seen)
    match question.what:
        case Step.PLAY_STAFF | Step.PLAY_DRAWN:
            return _rate_staff(seen, me, card, staff_discount(question))
        case Step.DRAFT:
            return 2.0 + staff_cost(seen.edition, card)
    return 9.0 - staff_cost(seen.edition, card)


def _rate_amount(seen: Position, me: Hotelier, amount: int) -> float:
    """Take as much food as guests want; of krone and the emperor's track, what is worth more."""
    question = top(seen)
    rest = strength_of(question) - amount
    if question.what == Step.CHOOSE_MIX:
        first = _wanted(me, first_food(action_of(question)))
        second = _wanted(me, second_food(action_of(question)))
        return 2.0 + min(rest, first) + min(amount, second) + 0.01 * amount
    return _rate_tracks(seen, me, amount, rest)


def _rate_penalty(seen: Position, how: int) -> float:
    """The cheapest penalty is the best."""
    tile = tile_of(top(seen))
    match how:
        case Penalty.EXCUSE:
            return 3.0
        case Penalty.LOSE:
            return -float(OR_LOSE[tile])
    return PENALTY_WORTH[penalty_of(seen.edition, tile)]
