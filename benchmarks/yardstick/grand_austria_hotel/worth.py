"""What things are worth in Grand Austria Hotel: the points that they will bring until the end."""

from bellhop.engine.seats import is_over
from bellhop.games.grand_austria_hotel.rules.boards import (
    GROUPS,
    ROOMS,
    floor_of,
    group_bonus,
    group_rooms,
    group_size,
)
from bellhop.games.grand_austria_hotel.rules.cards import (
    FOODS,
    FREE,
    STAFF,
    STEPS_OF_A_CARD,
    Returned,
    Timing,
)
from bellhop.games.grand_austria_hotel.rules.gains import points_of
from bellhop.games.grand_austria_hotel.rules.hotel import (
    count_of,
    count_rooms,
    rooms_of_colour,
    rooms_that_are,
)
from bellhop.games.grand_austria_hotel.rules.politics import places_taken
from bellhop.games.grand_austria_hotel.rules.scoring import (
    POINT,
    score,
    score_card,
    score_rooms,
    score_staff,
)
from bellhop.games.grand_austria_hotel.rules.staff import works_for
from bellhop.games.grand_austria_hotel.rules.state import NO_GUEST, CafeTable, Hotelier, Position
from bellhop.games.grand_austria_hotel.rules.tables import (
    CONDITION_COUNT,
    GUEST_COLOUR,
    GUEST_POINTS,
    STAFF_TIMING,
    STEP_AMOUNT,
    STEP_LESS,
    STEP_VERB,
    STEP_WHAT,
    condition_enough,
    condition_measure,
    guest_step,
    staff_cost,
    staff_step,
)
from bellhop.games.grand_austria_hotel.rules.verbs import Verb
from bellhop.games.grand_austria_hotel.rules.vocabulary import (
    EMPEROR_POINTS,
    EMPEROR_ROUNDS,
    FLOOR_POINTS,
    GUEST_LOSS,
    LETTER_COUNT,
    NUMBERS_ON_A_TILE,
    POLITICS_POINTS,
    RETREATS,
    REWARD_FROM,
    ROUNDS,
    Room,
)

TURNS = NUMBERS_ON_A_TILE * ROUNDS
PIECE = 1.2  # points for a piece of food that a guest wants
CHECKED_IN = 2.5  # points for an occupied room, besides the printed ones
FAVOUR, DISFAVOUR = 5.0, -4.0  # the emperor's usual reward and penalty
FEW_VACANT = 4  # vacant rooms that will certainly find guests


def _step_worth(step: int) -> float:
    """The points that a step of a card usually brings."""
    amount = STEP_AMOUNT[step]
    discount = 3 if STEP_LESS[step] == FREE else STEP_LESS[step]
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


def _penalty_worth(step: int) -> float:
    """The points that a penalty usually costs; an empty kitchen costs nothing."""
    if STEP_VERB[step] == Verb.RETURN_FOOD:
        return -1.5 if STEP_WHAT[step] == Returned.ALL else 0.0
    return -1.5 * STEP_AMOUNT[step]


STEP_WORTH = tuple(_step_worth(step) for step in range(len(STEP_VERB)))
PENALTY_WORTH = tuple(_penalty_worth(step) for step in range(len(STEP_VERB)))


def worth(game: Position, seat: int) -> int:
    """Points and, before the end, what everything the player has will bring."""
    if is_over(game):
        return score(game, seat)
    me = game.players[seat]
    turns = turns_left(game, seat)
    hopes = purse(me.krone, turns) + favour(game, me, me.emperor)
    for food in range(FOODS):
        hopes += me.kitchen[food]
    for table in me.cafe:
        if table.guest != NO_GUEST:
            hopes += _hope_at(game, me, table, turns)
    hopes += _hope_of_rooms(me, turns)
    hopes += _hope_of_politics(game, seat, turns) + _hope_of_staff(game, seat, turns)
    settled = points_of(game, seat) + score_rooms(game, seat) + score_staff(game, seat)
    return POINT * settled + int(POINT * hopes)


def turns_left(game: Position, seat: int) -> int:
    """The number of turns that a seat still has, including this one."""
    return TURNS - NUMBERS_ON_A_TILE * game.round - game.players[seat].covered


def purse(krone: int, turns: int) -> float:
    """A krone is worth a point at the end; while there is time, the first ones are worth more."""
    few = min(krone, 3) + 0.6 * min(krone, 6) + 0.4 * min(krone, 10)
    return krone + few * min(1.0, 0.12 * turns)


def favour(game: Position, me: Hotelier, field: int) -> float:
    """The points of a field at the next scoring, what remains after it, and reward or penalty."""
    for number in range(len(EMPEROR_ROUNDS)):
        if game.round < EMPEROR_ROUNDS[number]:
            turns = NUMBERS_ON_A_TILE * (EMPEROR_ROUNDS[number] - game.round) - me.covered
            left = field - RETREATS[number]
            reach = min(1.0, max(0.0, (left + 0.4 * turns) / REWARD_FROM))
            hopes = EMPEROR_POINTS[field] + (FAVOUR - DISFAVOUR) * reach / (1.0 + 0.1 * turns)
            return hopes + (0.7 * max(0, left) if number + 1 < len(EMPEROR_ROUNDS) else 0.0)
    return 0.0


def _hope_at(game: Position, me: Hotelier, table: CafeTable, turns: int) -> float:
    """What a guest in the café will bring."""
    missing = 0
    for food in range(FOODS):
        missing += max(0, table.wants[food] - me.kitchen[food])
    return hope_of_guest(game, me, table.guest, sum(table.wants), missing, turns)


def hope_of_guest(
    game: Position, me: Hotelier, guest: int, wanted: int, missing: int, turns: int
) -> float:
    """What a guest will bring who wants some food, part of which is missing, in the turns left."""
    full = GUEST_POINTS[guest] + CHECKED_IN - PIECE * wanted
    for part in range(STEPS_OF_A_CARD):
        step = guest_step(game.edition, guest, part)
        full += STEP_WORTH[step] * min(1.0, 0.25 + 0.1 * turns)
    waiting = rooms_that_are(me, Room.VACANT) & rooms_of_colour(me, GUEST_COLOUR[guest])
    needed = 0.8 * missing + (0.0 if waiting else 1.0)
    chance = max(0.0, 1.0 - needed / (turns + 0.5)) if turns > 0 else 0.0
    return chance * full - (1.0 - chance) * GUEST_LOSS


def _hope_of_rooms(me: Hotelier, turns: int) -> float:
    """Vacant rooms will be occupied, the first ones certainly; groups will become full."""
    hopes, vacant = 0.0, 0
    for room in range(ROOMS):
        if me.rooms[room] == Room.VACANT:
            vacant += 1
            few = 1.0 if vacant <= FEW_VACANT else 0.4
            hopes += few * (0.8 + 0.6 * FLOOR_POINTS[floor_of(room)]) * min(1.0, 0.15 * turns)
    for group in range(GROUPS):
        if not me.bonuses[group]:
            rooms = group_rooms(me.board, group)
            occupied = count_rooms(rooms_that_are(me, Room.OCCUPIED) & rooms)
            ready = count_rooms(rooms_that_are(me, Room.VACANT) & rooms)
            bonus = group_worth(me.board, group, occupied + 0.4 * ready)
            hopes += min(1.0, 0.1 * turns) * bonus
    return hopes


def vacant_rooms(me: Hotelier) -> int:
    """The number of vacant rooms."""
    vacant = 0
    for room in me.rooms:
        vacant += room == Room.VACANT
    return vacant


def group_worth(board: int, group: int, occupied: float) -> float:
    """The fuller a group is, the more its bonus counts."""
    return group_bonus(board, group) * (occupied / group_size(board, group)) ** 2


def _hope_of_politics(game: Position, seat: int, turns: int) -> float:
    """A nearly met politics card will be met if there is time and a free place on it."""
    hopes = 0.0
    for letter in range(LETTER_COUNT):
        place = places_taken(game, letter)
        if game.players[seat].discs[letter] > 0 or place >= len(POLITICS_POINTS):
            continue
        card = game.politics[letter]
        done = 1.0
        for number in range(CONDITION_COUNT[card]):
            count = count_of(game, seat, condition_measure(card, number))
            have = count / condition_enough(card, number)
            done = done * min(1.0, have)
        hopes += POLITICS_POINTS[place] * done * done * min(0.8, 0.2 * turns)
    return hopes


def _hope_of_staff(game: Position, seat: int, turns: int) -> float:
    """Played staff keeps working; cards in hand will be played if there is time."""
    hopes = 0.3 * game.players[seat].held
    for card in range(STAFF):
        if works_for(game, seat, card):
            if STAFF_TIMING[card] == Timing.END:
                hopes += 2.0 + 0.8 * staff_cost(game.edition, card)
            elif STAFF_TIMING[card] != Timing.ONCE:
                hopes += 2.5 + 1.4 * staff_cost(game.edition, card)
    return hopes * turns / TURNS


def staff_worth(game: Position, seat: int, card: int) -> float:
    """Staff is worth about its price: the earlier the more, and end cards also what they score."""
    turns = turns_left(game, seat)
    cost = staff_cost(game.edition, card)
    match STAFF_TIMING[card]:
        case Timing.PERMANENT | Timing.ROUND:
            return (2.5 + 1.4 * cost) * turns / TURNS
        case Timing.END:
            return score_card(game, seat, card) + (2.0 + 1.0 * cost) * turns / TURNS
    worth = 0.0
    for part in range(STEPS_OF_A_CARD):
        worth += STEP_WORTH[staff_step(game.edition, card, part)]
    return worth
