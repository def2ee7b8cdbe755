"""How to play Grand Austria Hotel.

Few guests at a time, those whose rooms wait; dice for the food they want and the rooms they need.
Staff early if it lasts, late if it scores at the end.  The emperor wants a visit before he comes.
"""

from bellhop.bots.strategy import Search
from bellhop.engine.questions import top
from bellhop.grand_austria_hotel.cards import FOODS, STAFF, TILES, Colour, Timing
from bellhop.grand_austria_hotel.gains import points_of
from bellhop.grand_austria_hotel.guests import row_price
from bellhop.grand_austria_hotel.hotel import room_price, rooms_of_colour, rooms_that_are
from bellhop.grand_austria_hotel.scoring import POINT, score, score_rooms, score_staff
from bellhop.grand_austria_hotel.staff import price_of, strength_added
from bellhop.grand_austria_hotel.state import NO_GUEST, Hotelier, Position
from bellhop.grand_austria_hotel.tables import (
    COLUMNS,
    GUEST_COLOUR,
    GUEST_POINTS,
    GUEST_STEPS,
    OR_LOSE,
    ORDER_SIZE,
    PENALTY_STEP,
    ROOM_POINTS,
    ROOMS,
    STAFF_COST,
    STAFF_TIMING,
    STEP_A,
)
from bellhop.grand_austria_hotel.vocabulary import (
    AMOUNT,
    BOOST_DIE,
    CAFE_TABLES,
    CHECK_IN,
    CHOOSE_ROOM,
    CHOOSE_STAFF,
    CLAIM,
    DONE,
    EMPEROR_ROUNDS,
    END,
    EXCUSE,
    FILL,
    GUEST,
    LOSE,
    PART,
    PASS,
    RETREATS,
    REWARD_FROM,
    ROUNDS,
    SERVE,
    SPACES,
    SUFFER,
    TAKE_DIE,
    TAKE_FOOD,
    USE_AS,
    Place,
    Room,
    Space,
    Step,
)

LATE = ROUNDS - 2  # the round from which no new plans are made
GUESTS_AT_ONCE = 2  # a full café leaves no room for good ones
KRONE_WANTED, KRONE_WORTH, FIELD_WORTH = 8, 0.8, 0.9
VACANT_WORTH, FOOD_WORTH = 1.5, 0.6

SLIP = 2.5
STRONG = Search(simulations=150)
MASTER = Search(simulations=2_000)


def rate(seen: Position, move: int) -> float:
    """How good a move looks."""
    me = seen.players[seen.turn]
    if CLAIM <= move < CHECK_IN:
        return 100.0
    if CHECK_IN <= move < CHOOSE_STAFF:
        return 90.0 + _rate_room((move - CHECK_IN) % ROOMS)
    if SERVE <= move < CLAIM:
        return _rate_serving(seen, me, (move - SERVE) % CAFE_TABLES)
    if seen.asked == 0:
        return _rate_turn(seen, me, move)
    return _rate_answer(seen, me, move)


def _rate_turn(seen: Position, me: Hotelier, move: int) -> float:
    if move < TAKE_DIE:
        return _rate_guest(seen, me, move - GUEST)
    if move < PASS:
        return 20.0 + _rate_die(seen, me, (move - TAKE_DIE) % SPACES, move >= BOOST_DIE)
    if move == PASS:
        return 19.0
    if move == END:
        return 10.0
    return 80.0  # staff that can be used once per round


def _rate_guest(seen: Position, me: Hotelier, place: int) -> float:
    """Guests are welcome while there is time, room and money for them."""
    guest = seen.row[place]
    sitting = 0
    for table in me.cafe:
        sitting += table.guest != NO_GUEST
    price = row_price(seen, seen.turn, place)
    if sitting >= GUESTS_AT_ONCE or seen.round > LATE or me.krone - price < 2:
        return 0.0
    return 60.0 + _worth(me, guest) - 2.0 * price


def _worth(me: Hotelier, guest: int) -> float:
    """Points and reward of a guest, less the trouble; a room that waits is a good reason."""
    rewards = 0
    for part in range(2):
        rewards += GUEST_STEPS[2 * guest + part] > 0
    waiting = rooms_that_are(me, Room.VACANT) & rooms_of_colour(me, GUEST_COLOUR[guest])
    has_room = 2.5 if waiting else 0.0
    missing = ORDER_SIZE[guest] * 1.2
    return GUEST_POINTS[guest] + 2.0 * rewards + has_room - missing


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
    worth = _rate_action(seen, me, space, strength)
    if space == Space.ANY:
        for other in range(SPACES - 1):
            worth = max(worth, _rate_action(seen, me, other, strength) - 1.0)
    return worth - KRONE_WORTH if boosts else worth


def _rate_action(seen: Position, me: Hotelier, space: int, strength: int) -> float:
    match space:
        case Space.SWEETS | Space.DRINKS:
            first, second = _wanted(me, 2 * space), _wanted(me, 2 * space + 1)
            useful = min(strength, first + second + (1 if second > first else 0))
            return 2.2 * useful + 0.5 * (strength - useful)
        case Space.ROOMS:
            return _rate_preparing(seen, me, strength)
        case Space.TRACKS:
            favour = min(strength, _favour_missing(seen, me))
            krone = min(strength - favour, max(0, KRONE_WANTED - me.krone))
            rest = strength - favour - krone
            return 1.7 * favour + 1.3 * krone + FIELD_WORTH * rest
        case Space.STAFF:
            return _rate_hand(seen, me, strength)
    return 0.0


def _favour_missing(seen: Position, me: Hotelier) -> int:
    """Fields to the emperor's reward at the next scoring."""
    for number in range(len(EMPEROR_ROUNDS)):
        if seen.round < EMPEROR_ROUNDS[number]:
            return max(0, RETREATS[number] + REWARD_FROM - me.emperor)
    return 0


def _rate_preparing(seen: Position, me: Hotelier, strength: int) -> float:
    """Rooms are needed for the guests in the café, and a few in store."""
    vacant = _vacant(me)
    if seen.round > LATE and vacant >= CAFE_TABLES:
        return 0.2
    needed = 3.0 - 1.2 * vacant
    affordable = min(strength, 1 + me.krone // 2)
    return max(0.3, needed) * affordable


def _vacant(me: Hotelier) -> int:
    """Rooms that wait for guests."""
    vacant = 0
    for room in me.rooms:
        vacant += room == Room.VACANT
    return vacant


def _rate_hand(seen: Position, me: Hotelier, discount: int) -> float:
    """The best card of the hand."""
    best = 0.0
    for card in range(STAFF):
        if seen.staff[card] == Place.HAND + seen.turn:
            best = max(best, _rate_staff(seen, me, card, discount))
    return best


def _rate_staff(seen: Position, me: Hotelier, card: int, discount: int) -> float:
    """Staff is worth its printed price, early what lasts and late what scores at the end."""
    price = price_of(seen, card, discount)
    if price > me.krone:
        return 0.0
    worth = 1.0 + 1.2 * STAFF_COST[seen.edition * STAFF + card]
    match STAFF_TIMING[card]:
        case Timing.PERMANENT | Timing.ROUND:
            worth *= (ROUNDS - seen.round) / ROUNDS * 1.2
        case Timing.END:
            worth *= 0.7 + 0.5 * seen.round / ROUNDS
    return worth - price * KRONE_WORTH - (2.0 if me.krone - price < 2 else 0.0)


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


def _rate_room(room: int) -> float:
    """Higher rooms score more at the end."""
    return room // COLUMNS + 0.1 * ROOM_POINTS[room]


def _rate_new_room(seen: Position, me: Hotelier, room: int) -> float:
    """Rooms for those in the café first, cheap ones before dear ones."""
    price = room_price(seen, seen.turn, room, top(seen).b)
    vacant = rooms_that_are(me, Room.VACANT)
    needed = 0.0
    for table in me.cafe:
        if table.guest != NO_GUEST:
            colour = GUEST_COLOUR[table.guest]
            fits = rooms_of_colour(me, colour) >> room & 1
            if fits and (colour == Colour.GREEN or vacant & rooms_of_colour(me, colour) == 0):
                needed += 3.0
    spare = 2.0 if _vacant(me) < CAFE_TABLES else 0.0
    keeps = -3.0 if me.krone - price < 2 and price else 0.0
    return 2.0 + needed + spare + ROOM_POINTS[room] - price + keeps


def _rate_answer(seen: Position, me: Hotelier, move: int) -> float:
    question = top(seen)
    if move == DONE:
        return 1.0
    if move < TAKE_DIE:
        return 2.0 + max(0.1, 5.0 + _worth(me, seen.row[move - GUEST]))
    if move < PASS:
        return 2.0 + _rate_action(seen, me, move - TAKE_DIE, seen.spaces[move - TAKE_DIE])
    if CHOOSE_STAFF <= move < CHOOSE_ROOM:
        return _rate_card(seen, me, move - CHOOSE_STAFF)
    if move < AMOUNT:
        room = move - CHOOSE_ROOM
        if question.what in (Step.PREPARE, Step.OPENING_ROOM):
            return _rate_new_room(seen, me, room)
        return 5.0 + (_rate_room(room) if question.what == Step.OCCUPY else -_rate_room(room))
    if move < USE_AS:
        return _rate_amount(seen, me, move - AMOUNT)
    if move < TAKE_FOOD:
        return 1.5 + _rate_action(seen, me, move - USE_AS, question.a)
    if move < FILL:
        return 1.5 + _wanted(me, move - TAKE_FOOD)
    if move < PART:
        return 1.5 + sum(me.cafe[move - FILL].wants)
    return _rate_penalty(seen, move)


def _rate_card(seen: Position, me: Hotelier, card: int) -> float:
    question = top(seen)
    match question.what:
        case Step.PLAY_STAFF | Step.PLAY_DRAWN:
            return _rate_staff(seen, me, card, question.a)
        case Step.DRAFT:
            return 2.0 + STAFF_COST[seen.edition * STAFF + card]
    return 9.0 - STAFF_COST[seen.edition * STAFF + card]


def _rate_amount(seen: Position, me: Hotelier, amount: int) -> float:
    """As much as guests want; krone while they are few, favour for the next scoring."""
    question = top(seen)
    if question.what == Step.CHOOSE_MIX:
        cake, coffee = _wanted(me, 2 * question.b), _wanted(me, 2 * question.b + 1)
        return 2.0 + min(question.a - amount, cake) + min(amount, coffee) + 0.01 * amount
    favour = min(question.a, _favour_missing(seen, me)) if me.krone >= 3 else question.a // 2
    return 10.0 - abs(question.a - amount - favour)


def _rate_penalty(seen: Position, move: int) -> float:
    """The cheapest way out."""
    if move not in (SUFFER, LOSE, EXCUSE):
        return 2.0
    tile = top(seen).a
    if move == EXCUSE:
        return 3.0
    if move == LOSE:
        return -float(OR_LOSE[tile])
    return -1.5 * STEP_A[PENALTY_STEP[seen.edition * TILES + tile]]


def worth(game: Position, seat: int) -> int:
    """Points, and before the end what rooms, krone, guests, staff and favour will bring."""
    if game.turn < 0:
        return score(game, seat)
    me = game.players[seat]
    hopes = KRONE_WORTH * me.krone + VACANT_WORTH * _vacant(me) + 0.4 * me.emperor
    for food in range(FOODS):
        hopes += FOOD_WORTH * me.kitchen[food]
    for table in me.cafe:
        if table.guest != NO_GUEST:
            hopes += _hope(table.guest, sum(table.wants), ROUNDS - game.round)
    settled = points_of(game, seat) + score_rooms(game, seat) + score_staff(game, seat)
    return POINT * settled + int(POINT * hopes)


def _hope(guest: int, missing: int, rounds_left: int) -> float:
    """A guest nearly served is nearly scored; one who stays hungry costs points."""
    served = (ORDER_SIZE[guest] - missing) / max(1, ORDER_SIZE[guest])
    full = GUEST_POINTS[guest] + 2.0
    return full * (0.3 + 0.6 * served) - (5.0 * (1 - served) if rounds_left <= 1 else 0.0)


def has_seen_enough(game: Position, start: Position) -> bool:
    """A simulation goes to the end of the next round."""
    return game.turn < 0 or game.round > start.round + 1


def ends_turn(game: Position, start: Position, move: int) -> bool:
    """A turn ends when one says so, or when somebody else decides."""
    return game.turn != start.turn or move in (END, PASS)


def has_shown(game: Position, start: Position) -> bool:
    """Dice, guests and most staff need the dice word; cards from under the pile do not."""
    return game.dice != start.dice or game.put_under < start.put_under
