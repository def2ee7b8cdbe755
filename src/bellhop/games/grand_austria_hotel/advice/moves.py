"""How good moves look in Grand Austria Hotel."""

from bellhop.engine.questions import top

from ..rules.cards import FLOORS, FOODS, STAFF, TILES
from ..rules.guests import row_price
from ..rules.hotel import (
    count_rooms,
    next_rooms,
    prepared_rooms,
    room_price,
    rooms_of_colour,
    rooms_that_are,
)
from ..rules.staff import price_of, sixth_is_free, strength_added
from ..rules.state import NO_GUEST, Hotelier, Position
from ..rules.tables import (
    COLUMNS,
    GROUP_OF,
    GROUP_ROOMS,
    GROUPS,
    GUEST_COLOUR,
    GUEST_POINTS,
    OR_LOSE,
    ORDERED,
    PENALTY_STEP,
    ROOM_POINTS,
    ROOMS,
    STAFF_COST,
)
from ..rules.vocabulary import (
    CAFE_TABLES,
    FLOOR_POINTS,
    LAST_FIELD,
    MOST_KRONE,
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
    """A guest first, then staff, then the die: food is served when it comes, not later."""
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
    return 55.0  # staff that can be used once per round


def _pains(seen: Position, me: Hotelier, price: int) -> float:
    """What it means to pay a price."""
    turns = turns_left(seen, seen.turn) - 1
    return purse(me.krone, turns) - purse(me.krone - price, turns)


def _rate_guest(seen: Position, me: Hotelier, place: int) -> float:
    """What a guest of the row will bring; a full café leaves no room for good ones."""
    guest = seen.row[place]
    missing, sitting = 0, 0
    for food in range(FOODS):
        missing += max(0, ORDERED[guest * FOODS + food] - me.kitchen[food])
    for table in me.cafe:
        if table.guest != NO_GUEST:
            missing += sum(table.wants) // 2
            sitting += 1
    crowd = 2.0 if sitting == CAFE_TABLES - 1 else 0.0
    ordered = 0
    for food in range(FOODS):
        ordered += ORDERED[guest * FOODS + food]
    return hope_of_guest(seen, me, guest, ordered, missing, turns_left(seen, seen.turn)) - crowd


def _wanted(me: Hotelier, food: int) -> int:
    """How much of a food guests still want, less what is in the kitchen."""
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
            second = min(_wanted(me, 2 * space + 1), strength // 2)
            useful = second + min(_wanted(me, 2 * space), strength - second)
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
    """What krone and the emperor's favour are worth on top of what one has."""
    turns = turns_left(seen, seen.turn) - 1
    worth = purse(min(MOST_KRONE, me.krone + krone), turns) - purse(me.krone, turns)
    field = min(LAST_FIELD, me.emperor + fields)
    beyond = me.emperor + fields - field
    return worth + favour(seen, me, field) - favour(seen, me, me.emperor) + beyond


def _rate_preparing(seen: Position, me: Hotelier, strength: int) -> float:
    """Rooms are needed for the guests in the café, and a few in store."""
    rooms, prepared = next_rooms(me), 0
    vacant, krone = vacant_rooms(me), me.krone
    lasting = min(1.0, 0.15 * turns_left(seen, seen.turn))
    worth = 0.0
    for floor in range(FLOORS):
        for column in range(COLUMNS):
            room = floor * COLUMNS + column
            if rooms >> room & 1 and prepared < strength:
                price = room_price(seen, seen.turn, room, 0)
                if price <= krone:
                    krone -= price
                    prepared += 1
                    few = 2.2 if vacant < FEW_VACANT else 0.8
                    worth += (few + 0.4 * floor) * lasting + _need(me, room)
                    vacant += 1
    if prepared < strength and krone > 0 and prepared > 0:
        worth += 0.8 * (strength - prepared) * lasting  # those next to the new ones
    return worth - _pains(seen, me, me.krone - krone)


def _need(me: Hotelier, room: int) -> float:
    """How much those in the café wait for a room like this."""
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
    """The best card of the hand."""
    best = 0.0
    for card in range(STAFF):
        if seen.staff[card] == Place.HAND + seen.turn:
            best = max(best, _rate_staff(seen, me, card, discount))
    return best


def _rate_staff(seen: Position, me: Hotelier, card: int, discount: int) -> float:
    """What a card will bring, less its price."""
    price = price_of(seen, card, discount)
    if price > me.krone:
        return 0.0
    return staff_worth(seen, seen.turn, card) - _pains(seen, me, price)


def _rate_serving(seen: Position, me: Hotelier, table: int) -> float:
    """Serve who is nearly done; carry food from the kitchen only where it completes an order."""
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
    """Higher rooms score more at the end, and full groups at once."""
    group = me.board * GROUPS + GROUP_OF[me.board * ROOMS + room]
    occupied = rooms_that_are(me, Room.OCCUPIED) & GROUP_ROOMS[group]
    step = group_worth(group, count_rooms(occupied) + 1) - group_worth(group, count_rooms(occupied))
    return 0.5 * FLOOR_POINTS[room // COLUMNS] + step


def _rate_new_room(seen: Position, me: Hotelier, room: int) -> float:
    """Rooms for those in the café first, cheap ones before dear ones, whole groups."""
    price = room_price(seen, seen.turn, room, top(seen).b)
    group = me.board * GROUPS + GROUP_OF[me.board * ROOMS + room]
    begun = count_rooms(prepared_rooms(me) & GROUP_ROOMS[group])
    spare = 2.0 if vacant_rooms(me) < FEW_VACANT else 0.5
    turns = turns_left(seen, seen.turn)
    lasting = (0.5 * FLOOR_POINTS[room // COLUMNS] + 0.8 * begun + spare) * min(1.0, 0.15 * turns)
    return 1.0 + _need(me, room) + lasting + ROOM_POINTS[room] - _pains(seen, me, price)


def _rate_answer(seen: Position, me: Hotelier, kind: int, what: int) -> float:
    question = top(seen)
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
            return 1.5 + _rate_action(seen, me, what, question.a)
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
            return _rate_staff(seen, me, card, question.a)
        case Step.DRAFT:
            return 2.0 + STAFF_COST[seen.edition * STAFF + card]
    return 9.0 - STAFF_COST[seen.edition * STAFF + card]


def _rate_amount(seen: Position, me: Hotelier, amount: int) -> float:
    """As much as guests want; krone or favour, whatever is worth more."""
    question = top(seen)
    if question.what == Step.CHOOSE_MIX:
        cake, coffee = _wanted(me, 2 * question.b), _wanted(me, 2 * question.b + 1)
        return 2.0 + min(question.a - amount, cake) + min(amount, coffee) + 0.01 * amount
    return _rate_tracks(seen, me, amount, question.a - amount)


def _rate_penalty(seen: Position, how: int) -> float:
    """The cheapest way out."""
    tile = top(seen).a
    match how:
        case Penalty.EXCUSE:
            return 3.0
        case Penalty.LOSE:
            return -float(OR_LOSE[tile])
    return PENALTY_WORTH[PENALTY_STEP[seen.edition * TILES + tile]]
