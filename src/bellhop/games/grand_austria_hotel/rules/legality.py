"""What may be done, and why not. Sections: taking a guest, taking a die, additional actions, tiles.

Every `why_not_…` returns ALLOWED or the reason against a move; a move is legal if there is none.
"""

from bellhop.engine.questions import top
from bellhop.engine.records import Cells, blank
from bellhop.engine.rulebook import rule

from .answers import legal_answers, why_not_answer
from .boards import ROOMS
from .cards import FOODS
from .guests import free_table, row_price, wants_more
from .hotel import rooms_of_colour, rooms_that_are
from .packing import staff_at
from .politics import meets_condition, places_taken
from .staff import serves_free, sixth_is_free
from .state import NO_GUEST, Hotelier, Position
from .tables import GUEST_COLOUR, ROUND_STAFF
from .vocabulary import (
    BOOST_DIE,
    BOOST_PRICE,
    CAFE_TABLES,
    CHOOSE_STAFF,
    CLAIM,
    END,
    GUEST,
    LETTER_COUNT,
    MOVE_KIND,
    MOVE_WHAT,
    MOVE_WHERE,
    NO_TABLE,
    PASS,
    POLITICS_POINTS,
    ROW,
    SERVICE_PRICE,
    SIXTH_PRICE,
    SPACES,
    TAKE_DIE,
    Move,
    Phase,
    Place,
    Refusal,
    Room,
    Space,
    check_in_move,
    serve_move,
)

ALLOWED = Refusal.ALLOWED


@rule("rounds")
def legal(game: Position, mask: Cells) -> int:
    """Mark the legal moves and count them."""
    blank(mask)
    if game.phase == Phase.OVER:
        return 0
    if game.asked > 0:
        return legal_answers(game, mask)
    return legal_turn(game, mask)


@rule("rounds")
def legal_turn(game: Position, mask: Cells) -> int:
    """A turn has at most one guest, one die, and additional actions in between."""
    count = 0
    if not game.guest_taken and not game.die_taken:
        for place in range(ROW):
            allowed = why_not_guest(game, place) == ALLOWED
            mask[GUEST + place] = allowed
            count += allowed
    if not game.die_taken:
        for space in range(SPACES):
            allowed = why_not_die(game, space) == ALLOWED
            mask[TAKE_DIE + space] = allowed
            count += allowed
            boosted = why_not_boost(game, space) == ALLOWED
            mask[BOOST_DIE + space] = boosted
            count += boosted
    mask[PASS] = why_not_pass(game) == ALLOWED
    mask[END] = why_not_end(game) == ALLOWED
    return count + mask[PASS] + mask[END] + legal_additional(game, mask)


@rule("rounds")
def why_not(game: Position, move: int) -> int:
    """The reason against a move."""
    if game.phase == Phase.OVER:
        return Refusal.GAME_OVER
    if game.asked > 0:
        return why_not_answer(game, top(game), move)
    what, where = MOVE_WHAT[move], MOVE_WHERE[move]
    match MOVE_KIND[move]:
        case Move.GUEST:
            return why_not_guest(game, what)
        case Move.TAKE_DIE:
            return why_not_die(game, what)
        case Move.BOOST_DIE:
            return why_not_boost(game, what)
        case Move.PASS:
            return why_not_pass(game)
        case Move.END:
            return why_not_end(game)
        case Move.SERVE:
            return why_not_carry(game, what, where)
        case Move.CLAIM:
            return why_not_claim(game, what)
        case Move.CHECK_IN:
            return why_not_check_in(game, what, where)
        case Move.CHOOSE_STAFF:
            return why_not_use(game, what)
    return Refusal.NOT_ASKED


@rule("take_guest")
def why_not_guest(game: Position, place: int) -> int:
    """One guest per turn, before the die, to a free table, for the price below the card."""
    me = game.players[game.turn]
    if game.guest_taken:
        return Refusal.GUEST_TAKEN
    if game.die_taken:
        return Refusal.GUEST_BEFORE_DIE
    if game.row[place] == NO_GUEST:
        return Refusal.NO_GUEST_THERE
    if free_table(me) == NO_TABLE:
        return Refusal.CAFE_FULL
    if row_price(game, game.turn, place) > me.krone:
        return Refusal.NOT_ENOUGH_KRONE
    return ALLOWED


@rule("take_die")
def why_not_die(game: Position, space: int) -> int:
    """A die comes from a space with dice; the sixth costs a krone."""
    if game.die_taken:
        return Refusal.DIE_TAKEN
    if game.spaces[space] == 0:
        return Refusal.NO_DIE_THERE
    if space_price(game, space) > game.players[game.turn].krone and not is_dead_end(game):
        return Refusal.NOT_ENOUGH_KRONE
    return ALLOWED


@rule("take_die")
def why_not_boost(game: Position, space: int) -> int:
    """A boosted die costs a krone more than its space."""
    if game.die_taken:
        return Refusal.DIE_TAKEN
    if game.spaces[space] == 0:
        return Refusal.NO_DIE_THERE
    krone, price = game.players[game.turn].krone, space_price(game, space)
    if price > krone:
        return Refusal.NOT_ENOUGH_KRONE
    return Refusal.BOOST_TOO_MUCH if price + BOOST_PRICE > krone else ALLOWED


@rule("take_die")
def space_price(game: Position, space: int) -> int:
    """The price of a space for the player on turn."""
    return SIXTH_PRICE if space == Space.ANY and not sixth_is_free(game, game.turn) else 0


@rule("take_die")
def is_dead_end(game: Position) -> bool:
    """With only sixes left in a turn that has begun, one is taken without an action (ruling T1)."""
    if not game.begun or game.is_extra:
        return False
    others = 0
    for space in range(SPACES - 1):
        others += game.spaces[space]
    return others == 0


@rule("additional_actions")
def legal_additional(game: Position, mask: Cells) -> int:
    """Mark the additional actions: carrying food, politics, using staff, checking in."""
    count = 0
    me = game.players[game.turn]
    for table in range(CAFE_TABLES):
        if me.cafe[table].guest == NO_GUEST:
            continue
        if wants_more(me.cafe[table]):
            for food in range(FOODS):
                allowed = why_not_carry(game, food, table) == ALLOWED
                mask[serve_move(food, table)] = allowed
                count += allowed
        else:
            count += legal_check_in(me, table, mask)
    for letter in range(LETTER_COUNT):
        allowed = why_not_claim(game, letter) == ALLOWED
        mask[CLAIM + letter] = allowed
        count += allowed
    for card in ROUND_STAFF:
        allowed = game.staff[card] == staff_at(Place.PLAYED, game.turn)
        mask[CHOOSE_STAFF + card] = allowed
        count += allowed
    return count


def legal_check_in(me: Hotelier, table: int, mask: Cells) -> int:
    """Mark the rooms for a served guest."""
    count = 0
    colour = GUEST_COLOUR[me.cafe[table].guest]
    rooms = rooms_that_are(me, Room.VACANT) & rooms_of_colour(me, colour)
    for room in range(ROOMS):
        allowed = rooms >> room & 1
        mask[check_in_move(table, room)] = allowed
        count += allowed
    return count


@rule("additional_actions")
def why_not_carry(game: Position, food: int, table: int) -> int:
    """Food from the kitchen goes to a guest who wants it, for a krone."""
    me = game.players[game.turn]
    if me.cafe[table].guest == NO_GUEST:
        return Refusal.TABLE_EMPTY
    if me.cafe[table].wants[food] == 0:
        return Refusal.NOT_ORDERED
    if me.kitchen[food] == 0:
        return Refusal.NO_SUCH_FOOD
    free = game.service_left > 0 or serves_free(game, game.turn)
    if not free and me.krone < SERVICE_PRICE:
        return Refusal.NOT_ENOUGH_KRONE
    return ALLOWED


@rule("additional_actions")
def why_not_use(game: Position, card: int) -> int:
    """A played card that works once per round may be used if it has not been in this one."""
    if game.staff[card] == staff_at(Place.USED, game.turn):
        return Refusal.STAFF_IS_USED
    if game.staff[card] != staff_at(Place.PLAYED, game.turn):
        return Refusal.STAFF_NOT_PLAYED
    for known in ROUND_STAFF:
        if known == card:
            return ALLOWED
    return Refusal.NOT_ONCE_PER_ROUND


@rule("additional_actions")
def why_not_check_in(game: Position, table: int, room: int) -> int:
    """A guest with a complete order moves into a vacant room of their colour."""
    me = game.players[game.turn]
    if me.cafe[table].guest == NO_GUEST:
        return Refusal.TABLE_EMPTY
    if wants_more(me.cafe[table]):
        return Refusal.ORDER_NOT_READY
    if me.rooms[room] != Room.VACANT:
        return Refusal.ROOM_NOT_VACANT
    colour = GUEST_COLOUR[me.cafe[table].guest]
    return ALLOWED if rooms_of_colour(me, colour) >> room & 1 else Refusal.WRONG_COLOUR


@rule("end_of_turn")
def why_not_end(game: Position) -> int:
    """A turn may end once its die is taken, an extra turn at any time (ruling Z1)."""
    return ALLOWED if game.die_taken or game.is_extra else Refusal.DIE_FIRST


@rule("passing")
def why_not_pass(game: Position) -> int:
    """Players pass instead of taking a turn, never in the middle of one (ruling P1)."""
    if game.is_extra:
        return Refusal.NO_PASS_NOW
    return Refusal.TURN_BEGUN if game.begun or game.die_taken else ALLOWED


@rule("politics")
def why_not_claim(game: Position, letter: int) -> int:
    """One disc per player and card, three places, and the condition must be met now (ruling L1)."""
    if game.players[game.turn].discs[letter] > 0:
        return Refusal.DISC_PLACED
    if places_taken(game, letter) >= len(POLITICS_POINTS):
        return Refusal.NO_PLACE_LEFT
    if not meets_condition(game, game.turn, game.politics[letter]):
        return Refusal.CONDITION_NOT_MET
    return ALLOWED
