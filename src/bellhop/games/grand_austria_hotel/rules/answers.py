"""The answers to a question, and why others are refused. Sections: the actions, tiles, cards."""

from bellhop.engine.questions import Question, top
from bellhop.engine.records import Cells
from bellhop.engine.rulebook import rule

from .boards import ROOMS, floor_of
from .cards import STAFF, Timing, Which
from .guests import free_table, wants_more
from .hotel import count_rooms, next_rooms, prepared_rooms, removable, room_price, rooms_that_are
from .packing import (
    NO_ROOM,
    first_of,
    has_part,
    room_discount,
    staff_at,
    staff_discount,
    strength_of,
    tile_of,
    which_of,
)
from .staff import price_of, works_for
from .state import NO_GUEST, Hotelier, Position
from .tables import (
    CHOOSE_PENALTY,
    EXCUSE_CARD,
    OR_LOSE,
    STAFF_TIMING,
    STEP_AMOUNT,
    STEP_VERB,
    STEP_WHAT,
    penalty_of,
)
from .verbs import Verb, highest_floor
from .vocabulary import (
    CHOOSE_ROOM,
    DONE,
    MOVE_END,
    MOVE_FIRST,
    MOVE_KIND,
    MOVE_WHAT,
    MOVE_WHERE,
    NO_TABLE,
    OPENING_ROOMS,
    SIXTH_PRICE,
    Move,
    Penalty,
    Place,
    Refusal,
    Room,
    Space,
    Step,
)

ALLOWED = Refusal.ALLOWED
_ANSWERS = {
    Step.DRAFT: Move.CHOOSE_STAFF,
    Step.OPENING_GUEST: Move.GUEST,
    Step.OPENING_ROOM: Move.CHOOSE_ROOM,
    Step.CHOOSE_ACTION: Move.USE_AS,
    Step.CHOOSE_MIX: Move.AMOUNT,
    Step.SPLIT: Move.AMOUNT,
    Step.PREPARE: Move.CHOOSE_ROOM,
    Step.PLAY_STAFF: Move.CHOOSE_STAFF,
    Step.PLAY_DRAWN: Move.CHOOSE_STAFF,
    Step.CHOOSE_FOOD: Move.TAKE_FOOD,
    Step.PLACE_FOOD: Move.SERVE,
    Step.OCCUPY: Move.CHOOSE_ROOM,
    Step.FILL_ORDER: Move.FILL,
    Step.TAKE_GUEST: Move.GUEST,
    Step.CHOOSE_PART: Move.PART,
    Step.PENALTY: Move.FACE_PENALTY,
    Step.RETURN_STAFF: Move.CHOOSE_STAFF,
    Step.REMOVE: Move.CHOOSE_ROOM,
    Step.DISCARD_STAFF: Move.CHOOSE_STAFF,
    Step.ANOTHER_ACTION: Move.TAKE_DIE,
}
ANSWERED_WITH = tuple(int(_ANSWERS.get(step, Move.DONE)) for step in Step)  # by question


@rule("rounds")
def legal_answers(game: Position, mask: Cells) -> int:
    """Mark the answers to the question on top and count them."""
    question = top(game)
    kind = answers_to(question)
    count = int(why_not_done(question) == ALLOWED)
    mask[DONE] = count
    if kind == Move.CHOOSE_ROOM:
        rooms = rooms_to_choose(game, question)
        for room in range(ROOMS):
            mask[CHOOSE_ROOM + room] = rooms >> room & 1
        return count + count_rooms(rooms)
    for move in range(MOVE_FIRST[kind], MOVE_END[kind]):
        allowed = why_not_choice(game, question, kind, MOVE_WHAT[move], MOVE_WHERE[move]) == ALLOWED
        mask[move] = allowed
        count += allowed
    return count


@rule("rounds")
def answers_to(question: Question) -> int:
    """The kind of moves that answer a question, besides DONE."""
    return ANSWERED_WITH[question.what]


@rule("rounds")
def has_answer(game: Position) -> bool:
    """A question is asked if it has an answer as far as everybody can see (ruling K5)."""
    question = top(game)
    if question.what == Step.PLAY_STAFF:
        return game.players[question.seat].held > 0
    kind = answers_to(question)
    if kind == Move.CHOOSE_ROOM:
        return rooms_to_choose(game, question) > 0
    for move in range(MOVE_FIRST[kind], MOVE_END[kind]):
        if why_not_choice(game, question, kind, MOVE_WHAT[move], MOVE_WHERE[move]) == ALLOWED:
            return True
    return False


@rule("rounds")
def why_not_answer(game: Position, question: Question, move: int) -> int:
    """The reason against an answer."""
    kind = MOVE_KIND[move]
    if kind == Move.DONE:
        return why_not_done(question)
    if kind != answers_to(question):
        return Refusal.MUST_ANSWER
    return why_not_choice(game, question, kind, MOVE_WHAT[move], MOVE_WHERE[move])


@rule("rounds")
def why_not_choice(game: Position, question: Question, kind: int, what: int, where: int) -> int:
    """The reason against one of the choices that a question offers."""
    match kind:
        case Move.CHOOSE_STAFF:
            return why_not_staff(game, question, what)
        case Move.CHOOSE_ROOM:
            return why_not_room(game, question, what)
        case Move.GUEST:
            return why_not_free_guest(game, question, what)
        case Move.AMOUNT:
            return why_not_amount(question, what)
        case Move.SERVE:
            return why_not_place(game, question, what, where)
        case Move.FILL:
            return why_not_fill(game, question, what)
        case Move.PART:
            return ALLOWED if has_part(question, what) else Refusal.PART_DONE
        case Move.FACE_PENALTY:
            return why_not_penalty(game, question.seat, tile_of(question), what)
        case Move.TAKE_DIE:
            return why_not_space(game, question.seat, what)
    return ALLOWED


@rule("rounds")
def why_not_done(question: Question) -> int:
    """Optional choices may be declined, others may not."""
    match question.what:
        case Step.OPENING_ROOM | Step.PREPARE | Step.PLAY_STAFF | Step.PLAY_DRAWN | Step.PLACE_FOOD:
            return ALLOWED
        case Step.OCCUPY | Step.TAKE_GUEST | Step.ANOTHER_ACTION:
            return ALLOWED
    return Refusal.MUST_CHOOSE


def why_not_free_guest(game: Position, question: Question, place: int) -> int:
    """Any guest in the row may be taken if there is a free table."""
    if game.row[place] == NO_GUEST:
        return Refusal.NO_GUEST_THERE
    is_full = free_table(game.players[question.seat]) == NO_TABLE
    return Refusal.CAFE_FULL if is_full else ALLOWED


@rule("take_die")
def why_not_amount(question: Question, amount: int) -> int:
    """No more cake than strudel, no more coffee than wine; any split of fields and krone."""
    strength = strength_of(question)
    most = strength if question.what == Step.SPLIT else strength // 2
    return ALLOWED if amount <= most else Refusal.TOO_MUCH


@rule("take_die")
def why_not_place(game: Position, question: Question, food: int, table: int) -> int:
    """Food just gained may go to a guest who ordered it."""
    cafe = game.players[question.seat].cafe
    if cafe[table].guest == NO_GUEST:
        return Refusal.TABLE_EMPTY
    if cafe[table].wants[food] == 0:
        return Refusal.NOT_ORDERED
    return ALLOWED if game.pending[food] > 0 else Refusal.NO_SUCH_FOOD


@rule("take_die")
def rooms_to_choose(game: Position, question: Question) -> int:
    """The set of rooms that may be prepared, turned over or removed."""
    me = game.players[question.seat]
    match question.what:
        case Step.OCCUPY:
            return rooms_that_are(me, Room.VACANT)
        case Step.REMOVE:
            return removable(me, which_of(question), first_of(question))
        case Step.OPENING_ROOM:
            if count_rooms(prepared_rooms(me)) >= OPENING_ROOMS:
                return 0
    return rooms_to_prepare(game, question)


@rule("take_die")
def rooms_to_prepare(game: Position, question: Question) -> int:
    """The unprepared rooms next to prepared ones, on allowed floors, that the player can pay."""
    me = game.players[question.seat]
    rooms, discount = next_rooms(me), room_discount(question)
    found = 0
    for room in range(ROOMS):
        if rooms >> room & 1 and floor_of(room) < highest_floor(game.floors):
            affordable = room_price(game, question.seat, room, discount) <= me.krone
            found |= affordable << room
    return found


@rule("take_die")
def why_not_room(game: Position, question: Question, room: int) -> int:
    """The reason against a room."""
    me = game.players[question.seat]
    if rooms_to_choose(game, question) >> room & 1:
        return ALLOWED
    match question.what:
        case Step.OCCUPY:
            return Refusal.ROOM_NOT_VACANT
        case Step.REMOVE:
            return why_not_remove(me, question, room)
        case Step.OPENING_ROOM:
            if count_rooms(prepared_rooms(me)) >= OPENING_ROOMS:
                return Refusal.ENOUGH_ROOMS
    return why_not_prepare(game, me, room)


@rule("take_die")
def why_not_prepare(game: Position, me: Hotelier, room: int) -> int:
    """The reason against preparing a room: not adjacent, too high, or too expensive."""
    if me.rooms[room] != Room.UNPREPARED:
        return Refusal.ROOM_IS_PREPARED
    if not next_rooms(me) >> room & 1:
        return Refusal.NOT_ADJACENT if prepared_rooms(me) > 0 else Refusal.BOTTOM_LEFT_FIRST
    if floor_of(room) >= highest_floor(game.floors):
        return Refusal.FLOOR_TOO_HIGH
    return Refusal.NOT_ENOUGH_KRONE


@rule("take_die")
def why_not_staff(game: Position, question: Question, card: int) -> int:
    """Staff is played from the hand or from drawn cards, returned from the hand, or discarded."""
    seat = question.seat
    place = game.staff[card]
    match question.what:
        case Step.DRAFT:
            return ALLOWED if place == staff_at(Place.ASIDE, seat) else Refusal.STAFF_NOT_DRAWN
        case Step.DISCARD_STAFF:
            return why_not_discard(game, seat, card)
        case Step.PLAY_DRAWN:
            if place != staff_at(Place.ASIDE, seat):
                return Refusal.STAFF_NOT_DRAWN
        case _:
            if place != staff_at(Place.HAND, seat):
                return Refusal.STAFF_NOT_HELD
    if question.what == Step.RETURN_STAFF:
        return ALLOWED
    price = price_of(game, card, staff_discount(question))
    return ALLOWED if price <= game.players[seat].krone else Refusal.NOT_ENOUGH_KRONE


@rule("emperor_tiles")
def why_not_remove(me: Hotelier, question: Question, room: int) -> int:
    """Rooms are removed from the top floor down, or from below the first one removed."""
    which = which_of(question)
    if which == Which.VACANT and me.rooms[room] != Room.VACANT:
        return Refusal.ROOM_NOT_VACANT
    if which != Which.VACANT and me.rooms[room] != Room.OCCUPIED:
        return Refusal.NOT_OCCUPIED
    in_column = which == Which.COLUMN and first_of(question) != NO_ROOM
    return Refusal.NOT_THAT_COLUMN if in_column else Refusal.NOT_THE_HIGHEST


@rule("emperor_tiles")
def why_not_discard(game: Position, seat: int, card: int) -> int:
    """Only a played card that works at the end of the game may be discarded."""
    if not works_for(game, seat, card):
        return Refusal.STAFF_NOT_PLAYED
    return ALLOWED if STAFF_TIMING[card] == Timing.END else Refusal.NOT_AN_END_CARD


@rule("emperor_tiles")
def why_not_penalty(game: Position, seat: int, tile: int, how: int) -> int:
    """Either half that can be carried out; in the 2021/22 edition the first (ruling E1)."""
    able = can_suffer(game, seat, tile)
    if how == Penalty.EXCUSE:
        return ALLOWED if can_be_excused(game, seat) else Refusal.NO_EXCUSE
    if how == Penalty.SUFFER:
        return ALLOWED if able or OR_LOSE[tile] == 0 else Refusal.CANNOT_SUFFER
    if OR_LOSE[tile] == 0:
        return Refusal.MUST_SUFFER
    return Refusal.MUST_SUFFER if able and not CHOOSE_PENALTY[game.edition] else ALLOWED


@rule("emperor_tiles")
def can_suffer(game: Position, seat: int, tile: int) -> bool:
    """A penalty is possible only if it can be carried out in full (ruling E2)."""
    me = game.players[seat]
    step = penalty_of(game.edition, tile)
    amount = STEP_AMOUNT[step]
    match STEP_VERB[step]:
        case Verb.LOSE_MONEY:
            return me.krone >= amount
        case Verb.RETURN_STAFF:
            return me.held >= amount
        case Verb.REMOVE_ROOMS:
            state = Room.VACANT if STEP_WHAT[step] == Which.VACANT else Room.OCCUPIED
            return count_rooms(rooms_that_are(me, state)) >= amount
        case Verb.DISCARD_STAFF:
            return has_end_card(game, seat)
    return True


def has_end_card(game: Position, seat: int) -> bool:
    """Has a seat played a card that works at the end of the game?"""
    found = False
    for card in range(STAFF):
        found = found or why_not_discard(game, seat, card) == ALLOWED
    return found


@rule("staff_list")
def can_be_excused(game: Position, seat: int) -> bool:
    """The conference manager averts a penalty for a krone."""
    return works_for(game, seat, EXCUSE_CARD) and game.players[seat].krone > 0


@rule("staff_list")
def why_not_fill(game: Position, question: Question, table: int) -> int:
    """The porter serves a guest who still wants something (ruling S4)."""
    place = game.players[question.seat].cafe[table]
    if place.guest == NO_GUEST:
        return Refusal.TABLE_EMPTY
    return ALLOWED if wants_more(place) else Refusal.ORDER_IS_READY


@rule("guest_list")
def why_not_space(game: Position, seat: int, space: int) -> int:
    """A further action uses a space with dice; the sixth still costs its krone (ruling Z3)."""
    if game.spaces[space] == 0:
        return Refusal.NO_DIE_THERE
    if space == Space.ANY and game.players[seat].krone < SIXTH_PRICE:
        return Refusal.NOT_ENOUGH_KRONE
    return ALLOWED
