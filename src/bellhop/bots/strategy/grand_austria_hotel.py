"""How to play Grand Austria Hotel.

Few guests at a time, those whose rooms wait; dice for the food they want and the rooms they need.
Staff early if it lasts, late if it scores at the end.  The emperor wants a visit before he comes.
Everything is counted in points: what it will bring until the end, less what it costs.
"""

from bellhop.bots.strategy import Search
from bellhop.engine.questions import top
from bellhop.grand_austria_hotel.cards import (
    FLOORS,
    FOODS,
    FREE,
    GUESTS,
    STAFF,
    STEPS_OF_A_CARD,
    TILES,
    Timing,
    Verb,
)
from bellhop.grand_austria_hotel.gains import points_of
from bellhop.grand_austria_hotel.guests import row_price
from bellhop.grand_austria_hotel.hotel import (
    count_of,
    count_rooms,
    next_rooms,
    prepared_rooms,
    room_price,
    rooms_of_colour,
    rooms_that_are,
)
from bellhop.grand_austria_hotel.politics import places_taken
from bellhop.grand_austria_hotel.scoring import POINT, score, score_card, score_rooms, score_staff
from bellhop.grand_austria_hotel.staff import price_of, sixth_is_free, strength_added, works_for
from bellhop.grand_austria_hotel.state import NO_GUEST, CafeTable, Hotelier, Position
from bellhop.grand_austria_hotel.tables import (
    COLUMNS,
    CONDITION_COUNT,
    CONDITION_ENOUGH,
    CONDITION_MEASURE,
    CONDITIONS,
    GROUP_BONUS,
    GROUP_COLOUR,
    GROUP_OF,
    GROUP_ROOMS,
    GROUP_SIZE,
    GROUPS,
    GUEST_COLOUR,
    GUEST_POINTS,
    GUEST_STEPS,
    LARGEST_GROUP,
    OR_LOSE,
    ORDERED,
    PENALTY_STEP,
    ROOM_POINTS,
    ROOMS,
    STAFF_COST,
    STAFF_STEPS,
    STAFF_TIMING,
    STEP_A,
    STEP_VERB,
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
    EMPEROR_POINTS,
    EMPEROR_ROUNDS,
    END,
    EXCUSE,
    FILL,
    FLOOR_POINTS,
    GUEST,
    GUEST_LOSS,
    LAST_FIELD,
    LETTER_COUNT,
    LOSE,
    MOST_KRONE,
    NUMBERS_ON_A_TILE,
    PART,
    PASS,
    POLITICS_POINTS,
    RETREATS,
    REWARD_FROM,
    ROUNDS,
    SERVE,
    SIXTH_PRICE,
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

TURNS = NUMBERS_ON_A_TILE * ROUNDS
PIECE = 1.2  # points that a piece of food is worth to a guest
CHECKED_IN = 2.5  # a room that is occupied, beside what is printed
FAVOUR, DISFAVOUR = 5.0, -4.0  # the emperor's reward and penalty, as a rule
FEW_VACANT = 4
HORIZON = int(__import__("os").environ.get("HZ", "1"))


def _step_worth(step: int) -> float:
    """What a step of a card brings, in points, as a rule."""
    amount = STEP_A[step]
    discount = 3 if amount == FREE else amount
    match STEP_VERB[step]:
        case Verb.GAIN_MONEY | Verb.GAIN_POINTS | Verb.ADVANCE:
            return 1.0 * amount
        case Verb.GAIN_FOOD:
            return 1.2 * amount
        case Verb.GAIN_EACH_FOOD:
            return 1.2 * FOODS * amount
        case Verb.CHOOSE_FOOD:
            return 1.6 * amount
        case Verb.DRAW_STAFF:
            return 0.8 * amount
        case Verb.PLAY_STAFF:
            return 1.5 + 0.8 * discount
        case Verb.PLAY_DRAWN:
            return 4.0
        case Verb.PREPARE_ROOM:
            return 1.5 + 0.6 * discount
        case Verb.OCCUPY_ROOM:
            return 3.5 * amount
        case Verb.FILL_ORDER:
            return 4.0
        case Verb.TAKE_GUEST:
            return 2.0
        case Verb.ANOTHER_TURN | Verb.ANOTHER_ACTION:
            return 7.0
    return 0.0


STEP_WORTH = tuple(_step_worth(step) for step in range(len(STEP_VERB)))

SLIP = 2.5
STRONG = Search(simulations=150)
MASTER = Search(simulations=2_000)


def rate(seen: Position, move: int) -> float:
    """How good a move looks."""
    me = seen.players[seen.turn]
    if CLAIM <= move < CHECK_IN:
        return 100.0
    if CHECK_IN <= move < CHOOSE_STAFF:
        return 90.0 + _rate_occupying(me, (move - CHECK_IN) % ROOMS)
    if SERVE <= move < CLAIM:
        return _rate_serving(seen, me, (move - SERVE) % CAFE_TABLES)
    if seen.asked == 0:
        return _rate_turn(seen, me, move)
    return _rate_answer(seen, me, move)


def _rate_turn(seen: Position, me: Hotelier, move: int) -> float:
    """A guest first, then staff, then the die: food is served when it comes, not later."""
    if move < TAKE_DIE:
        price = row_price(seen, seen.turn, move - GUEST)
        value = _rate_guest(seen, me, move - GUEST) - _pains(seen, me, price)
        return 60.0 + value if value > 0.0 else 0.0
    if move < PASS:
        return 20.0 + _rate_die(seen, me, (move - TAKE_DIE) % SPACES, move >= BOOST_DIE)
    if move == PASS:
        return 19.0
    if move == END:
        return 10.0
    return 55.0  # staff that can be used once per round


def _turns_left(game: Position, seat: int) -> int:
    """Turns that a seat still has, with this one."""
    return TURNS - NUMBERS_ON_A_TILE * game.round - game.players[seat].covered


def _purse(krone: int, turns: int) -> float:
    """A point for each krone at the end, and more for the first ones while there is time."""
    few = min(krone, 3) + 0.6 * min(krone, 6) + 0.4 * min(krone, 10)
    return krone + few * min(1.0, 0.12 * turns)


def _pains(seen: Position, me: Hotelier, price: int) -> float:
    """What it means to pay a price."""
    turns = _turns_left(seen, seen.turn) - 1
    return _purse(me.krone, turns) - _purse(me.krone - price, turns)


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
    return _hope(seen, me, guest, ordered, missing, _turns_left(seen, seen.turn)) - crowd


def _hope(game: Position, me: Hotelier, guest: int, wanted: int, missing: int, turns: int) -> float:
    """What a guest brings who wants some food, of which some is not at hand, in so many turns."""
    full = GUEST_POINTS[guest] + CHECKED_IN - PIECE * wanted
    for part in range(STEPS_OF_A_CARD):
        full += STEP_WORTH[
            GUEST_STEPS[(game.edition * GUESTS + guest) * STEPS_OF_A_CARD + part]
        ] * min(1.0, 0.25 + 0.1 * turns)
    waiting = rooms_that_are(me, Room.VACANT) & rooms_of_colour(me, GUEST_COLOUR[guest])
    needed = 0.8 * missing + (0.0 if waiting else 1.0)
    chance = max(0.0, 1.0 - needed / (turns + 0.5)) if turns > 0 else 0.0
    return chance * full - (1.0 - chance) * GUEST_LOSS


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
    turns = _turns_left(seen, seen.turn) - 1
    purse = min(MOST_KRONE, me.krone + krone)
    worth = _purse(purse, turns) - _purse(me.krone, turns)
    field = min(LAST_FIELD, me.emperor + fields)
    beyond = me.emperor + fields - field
    return worth + _favour(seen, me, field) - _favour(seen, me, me.emperor) + beyond


def _rate_preparing(seen: Position, me: Hotelier, strength: int) -> float:
    """Rooms are needed for the guests in the café, and a few in store."""
    rooms, prepared = next_rooms(me), 0
    vacant, krone = _vacant(me), me.krone
    lasting = min(1.0, 0.15 * _turns_left(seen, seen.turn))
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
    """What a card will bring, less its price."""
    price = price_of(seen, card, discount)
    if price > me.krone:
        return 0.0
    return _staff_worth(seen, seen.turn, card) - _pains(seen, me, price)


def _staff_worth(game: Position, seat: int, card: int) -> float:
    """Staff is worth about its printed price, early what lasts and late what scores at the end."""
    turns = _turns_left(game, seat)
    cost = STAFF_COST[game.edition * STAFF + card]
    match STAFF_TIMING[card]:
        case Timing.PERMANENT | Timing.ROUND:
            return (2.5 + 1.4 * cost) * turns / TURNS
        case Timing.END:
            return score_card(game, seat, card) + (2.0 + 1.0 * cost) * turns / TURNS
    first = (game.edition * STAFF + card) * STEPS_OF_A_CARD
    worth = 0.0
    for part in range(STEPS_OF_A_CARD):
        worth += STEP_WORTH[STAFF_STEPS[first + part]]
    return worth


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
    step = _group_worth(group, count_rooms(occupied) + 1) - _group_worth(
        group, count_rooms(occupied)
    )
    return 0.5 * FLOOR_POINTS[room // COLUMNS] + step


def _group_worth(group: int, occupied: float) -> float:
    """A group promises the more of its bonus the fuller it is."""
    bonus = GROUP_BONUS[GROUP_COLOUR[group] * LARGEST_GROUP + GROUP_SIZE[group] - 1]
    return bonus * (occupied / GROUP_SIZE[group]) ** 2


def _rate_new_room(seen: Position, me: Hotelier, room: int) -> float:
    """Rooms for those in the café first, cheap ones before dear ones, whole groups."""
    price = room_price(seen, seen.turn, room, top(seen).b)
    group = me.board * GROUPS + GROUP_OF[me.board * ROOMS + room]
    begun = count_rooms(prepared_rooms(me) & GROUP_ROOMS[group])
    spare = 2.0 if _vacant(me) < FEW_VACANT else 0.5
    turns = _turns_left(seen, seen.turn)
    lasting = (0.5 * FLOOR_POINTS[room // COLUMNS] + 0.8 * begun + spare) * min(1.0, 0.15 * turns)
    return 1.0 + _need(me, room) + lasting + ROOM_POINTS[room] - _pains(seen, me, price)


def _rate_answer(seen: Position, me: Hotelier, move: int) -> float:
    question = top(seen)
    if move == DONE:
        return 1.0
    if move < TAKE_DIE:
        return 1.0 + _rate_guest(seen, me, move - GUEST)
    if move < PASS:
        return 2.0 + _rate_action(seen, me, move - TAKE_DIE, seen.spaces[move - TAKE_DIE])
    if CHOOSE_STAFF <= move < CHOOSE_ROOM:
        return _rate_card(seen, me, move - CHOOSE_STAFF)
    if move < AMOUNT:
        room = move - CHOOSE_ROOM
        if question.what in (Step.PREPARE, Step.OPENING_ROOM):
            return _rate_new_room(seen, me, room)
        gain = _rate_occupying(me, room)
        return 9.0 + (gain if question.what == Step.OCCUPY else -gain)
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
    """As much as guests want; krone or favour, whatever is worth more."""
    question = top(seen)
    if question.what == Step.CHOOSE_MIX:
        cake, coffee = _wanted(me, 2 * question.b), _wanted(me, 2 * question.b + 1)
        return 2.0 + min(question.a - amount, cake) + min(amount, coffee) + 0.01 * amount
    return _rate_tracks(seen, me, amount, question.a - amount)


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
    """Points, and before the end what all that one has will bring."""
    if game.turn < 0:
        return score(game, seat)
    me = game.players[seat]
    turns = _turns_left(game, seat)
    hopes = _purse(me.krone, turns) + _favour(game, me, me.emperor)
    for food in range(FOODS):
        hopes += me.kitchen[food]
    for table in me.cafe:
        if table.guest != NO_GUEST:
            hopes += _hope_at(game, me, table, turns)
    hopes += _hope_of_rooms(me, turns)
    hopes += _hope_of_politics(game, seat, turns) + _hope_of_staff(game, seat, turns)
    settled = points_of(game, seat) + score_rooms(game, seat) + score_staff(game, seat)
    return POINT * settled + int(POINT * hopes)


def _hope_at(game: Position, me: Hotelier, table: CafeTable, turns: int) -> float:
    """What a guest in the café will bring."""
    missing = 0
    for food in range(FOODS):
        missing += max(0, table.wants[food] - me.kitchen[food])
    return _hope(game, me, table.guest, sum(table.wants), missing, turns)


def _hope_of_rooms(me: Hotelier, turns: int) -> float:
    """Vacant rooms will be occupied, the first ones surely; groups will become full."""
    hopes, vacant = 0.0, 0
    for room in range(ROOMS):
        if me.rooms[room] == Room.VACANT:
            vacant += 1
            few = 1.0 if vacant <= FEW_VACANT else 0.4
            hopes += few * (0.8 + 0.6 * FLOOR_POINTS[room // COLUMNS]) * min(1.0, 0.15 * turns)
    for group in range(GROUPS):
        if not me.bonuses[group]:
            rooms = GROUP_ROOMS[me.board * GROUPS + group]
            occupied = count_rooms(rooms_that_are(me, Room.OCCUPIED) & rooms)
            ready = count_rooms(rooms_that_are(me, Room.VACANT) & rooms)
            hopes += min(1.0, 0.1 * turns) * _group_worth(
                me.board * GROUPS + group, occupied + 0.4 * ready
            )
    return hopes


def _favour(game: Position, me: Hotelier, field: int) -> float:
    """The field at the next scoring, what is left of it, and reward or penalty."""
    for number in range(len(EMPEROR_ROUNDS)):
        if game.round < EMPEROR_ROUNDS[number]:
            turns = NUMBERS_ON_A_TILE * (EMPEROR_ROUNDS[number] - game.round) - me.covered
            left = field - RETREATS[number]
            reach = min(1.0, max(0.0, (left + 0.4 * turns) / REWARD_FROM))
            hopes = EMPEROR_POINTS[field] + (FAVOUR - DISFAVOUR) * reach / (1.0 + 0.1 * turns)
            return hopes + (0.7 * max(0, left) if number + 1 < len(EMPEROR_ROUNDS) else 0.0)
    return 0.0


def _hope_of_politics(game: Position, seat: int, turns: int) -> float:
    """A politics card that is nearly fulfilled will be, if there is time and a place on it."""
    hopes = 0.0
    for letter in range(LETTER_COUNT):
        place = places_taken(game, letter)
        if game.players[seat].discs[letter] > 0 or place >= len(POLITICS_POINTS):
            continue
        card = game.politics[letter]
        done = 1.0
        for number in range(CONDITION_COUNT[card]):
            row = card * CONDITIONS + number
            have = count_of(game, seat, CONDITION_MEASURE[row]) / CONDITION_ENOUGH[row]
            done = done * min(1.0, have)
        hopes += POLITICS_POINTS[place] * done * done * min(0.8, 0.2 * turns)
    return hopes


def _hope_of_staff(game: Position, seat: int, turns: int) -> float:
    """Staff goes on working; cards in hand will be played, as far as there is time."""
    hopes = 0.3 * game.players[seat].held
    for card in range(STAFF):
        if works_for(game, seat, card):
            if STAFF_TIMING[card] == Timing.END:
                hopes += 2.0 + 0.8 * STAFF_COST[game.edition * STAFF + card]
            elif STAFF_TIMING[card] != Timing.ONCE:
                hopes += 2.5 + 1.4 * STAFF_COST[game.edition * STAFF + card]
    return hopes * turns / TURNS


def has_seen_enough(game: Position, start: Position) -> bool:
    """A simulation goes to the end of the next round."""
    return game.turn < 0 or game.round > start.round + HORIZON


def ends_turn(game: Position, start: Position, move: int) -> bool:
    """A turn ends when one says so, or when somebody else decides."""
    return game.turn != start.turn or move in (END, PASS)


def has_shown(game: Position, start: Position) -> bool:
    """Dice, guests and most staff need the dice word; cards from under the pile do not."""
    return game.dice != start.dice or game.put_under < start.put_under
