"""The six actions, and the answers to all questions. Sections: setup, dice, tiles, cards."""

from bellhop.engine.questions import Question, ask, close, top
from bellhop.engine.rulebook import rule
from bellhop.engine.telling import EVERYONE, all_but, tell

from .answers import has_answer
from .cards import FLOORS, FULL
from .emperor import suffer
from .gains import advance, gain_money, pay
from .guests import fill_order, offer_food, receive_food, serve, store_food, take_guest
from .hotel import occupy, prepare_room, remove_room
from .packing import (
    DIE,
    action_of,
    die_parts,
    left_of,
    plan_action,
    plan_step,
    removal,
    returned_in_all,
    room_discount,
    source_of,
    space_of,
    staff_discount,
    strength_of,
    tile_of,
    which_of,
)
from .preparation import keep_card, open_room
from .staff import hide_hand, play_card, put_drawn_under, put_under, works_for
from .state import Position
from .tables import BOTH_TRACKS_CARD, NO_STEP, STEP_VERB, guest_step
from .verbs import Verb
from .vocabulary import (
    MOVE_KIND,
    MOVE_WHAT,
    MOVE_WHERE,
    PUBLIC,
    SIXTH_PRICE,
    Event,
    Move,
    Place,
    Space,
    Step,
    first_food,
    second_food,
)


@rule("take_die")
def start_action(game: Position, seat: int, space: int, strength: int, joining: int) -> None:
    """Do the action of a space, before or after the step that a staff card adds to it."""
    game.strength = strength
    game.extra_step = joining
    if STEP_VERB[joining] == Verb.PLAY_STAFF and game.players[seat].held > 0:
        ask(game, Step.CHOOSE_PART, seat, die_parts(space), DIE)
        return
    if joining != NO_STEP:
        plan_step(game, seat, joining)
    do_action(game, seat, space, strength, not game.is_extra)


@rule("take_die")
def do_action(game: Position, seat: int, space: int, strength: int, takes_die: bool) -> None:
    """Do the action of a space; the sixth stands for any other."""
    match space:
        case Space.SWEETS | Space.DRINKS:
            if strength > 1:
                ask(game, Step.CHOOSE_MIX, seat, strength, space)
            else:
                take_mix(game, seat, space, strength, 0)
        case Space.ROOMS:
            game.floors = FLOORS
            ask_action(game, Step.PREPARE, seat, strength, FULL)
        case Space.TRACKS:
            if takes_die and works_for(game, seat, BOTH_TRACKS_CARD):
                gain_money(game, seat, strength)
                advance(game, seat, strength)
            else:
                ask(game, Step.SPLIT, seat, strength, 0)
        case Space.STAFF:
            ask_action(game, Step.PLAY_STAFF, seat, strength, 0)
        case _:
            ask(game, Step.CHOOSE_ACTION, seat, strength, 0)


@rule("take_die")
def ask_action(game: Position, what: int, seat: int, a: int, b: int) -> None:
    """Ask for the choice that an action needs; if nothing can be chosen, the action is over."""
    ask(game, what, seat, a, b)
    if not has_answer(game):
        close(game)
        tell(EVERYONE, Event.NO_ACTION, seat)


@rule("take_die")
def take_mix(game: Position, seat: int, action: int, strength: int, second: int) -> None:
    """Take as much food as the action is strong: `second` of the second kind, the rest first."""
    receive_food(game, seat, first_food(action), strength - second)
    receive_food(game, seat, second_food(action), second)
    offer_food(game, seat)


@rule("take_die")
def split(game: Position, seat: int, strength: int, krone: int) -> None:
    """Split a strength between krone and fields on the emperor's track."""
    if krone > 0:
        gain_money(game, seat, krone)
    if strength > krone:
        advance(game, seat, strength - krone)


@rule("take_die")
def answer(game: Position, move: int) -> None:
    """Take the question from the stack, and carry out the answer."""
    question = top(game)
    match MOVE_KIND[move]:
        case Move.DONE:
            decline(game, question)
        case Move.CHOOSE_STAFF:
            answer_staff(game, question, MOVE_WHAT[move])
        case Move.CHOOSE_ROOM:
            answer_room(game, question, MOVE_WHAT[move])
        case Move.AMOUNT | Move.USE_AS:
            answer_strength(game, question, MOVE_WHAT[move])
        case Move.PART:
            answer_part(game, question, MOVE_WHAT[move])
        case _:
            answer_other(game, question, MOVE_WHAT[move], MOVE_WHERE[move])


def decline(game: Position, question: Question) -> None:
    """A choice may be declined; then food goes to the kitchen and drawn cards under the pile."""
    what, seat = question.what, question.seat
    close(game)
    match what:
        case Step.PLACE_FOOD:
            store_food(game, seat)
            return
        case Step.PLAY_DRAWN:
            put_drawn_under(game, seat)
        case Step.OPENING_ROOM:
            tell(all_but(seat), Event.ROOMS_CHOSEN, seat)
            return
    tell(EVERYONE, Event.DECLINED, seat)


def answer_staff(game: Position, question: Question, card: int) -> None:
    """A staff card is kept, played, put under the pile, or discarded."""
    what, seat, discount = question.what, question.seat, staff_discount(question)
    left, cards = left_of(question), returned_in_all(question)
    close(game)
    match what:
        case Step.DRAFT:
            keep_card(game, seat, card)
        case Step.PLAY_STAFF:
            play_card(game, seat, card, discount)
        case Step.PLAY_DRAWN:
            play_card(game, seat, card, discount)
            put_drawn_under(game, seat)
        case Step.RETURN_STAFF:
            return_staff(game, seat, left, cards, card)
        case Step.DISCARD_STAFF:
            discard_staff(game, seat, card)


@rule("take_die")
def answer_room(game: Position, question: Question, room: int) -> None:
    """A room is prepared, occupied or removed; then perhaps another."""
    what, seat, left = question.what, question.seat, left_of(question)
    discount, which = room_discount(question), which_of(question)
    close(game)
    match what:
        case Step.OPENING_ROOM:
            open_room(game, seat, room)
            ask(game, what, seat, left, discount)  # until declined, so that the number stays hidden
        case Step.PREPARE:
            prepare_room(game, seat, room, discount, game.floors)
            ask_more(game, what, seat, left - 1, discount)
        case Step.OCCUPY:
            occupy(game, seat, room)
            ask_more(game, what, seat, left - 1, 0)
        case Step.REMOVE:
            remove_room(game, seat, room)
            ask_more(game, what, seat, left - 1, removal(which, room))


def ask_more(game: Position, what: int, seat: int, left: int, terms: int) -> None:
    """Ask the same question again while something is left to choose."""
    if left > 0:
        ask(game, what, seat, left, terms)
        if not has_answer(game):
            close(game)


@rule("take_die")
def answer_strength(game: Position, question: Question, about: int) -> None:
    """A strength is split between two foods or two tracks, or used for another action."""
    what, seat = question.what, question.seat
    strength, action = strength_of(question), action_of(question)
    close(game)
    match what:
        case Step.CHOOSE_MIX:
            take_mix(game, seat, action, strength, about)
        case Step.SPLIT:
            split(game, seat, strength, about)
        case Step.CHOOSE_ACTION:
            tell(EVERYONE, Event.USED_AS, seat, about)
            do_action(game, seat, about, strength, takes_die=False)


def answer_other(game: Position, question: Question, about: int, table: int) -> None:
    """Food, a table, a guest, a penalty or a space is chosen."""
    what, seat = question.what, question.seat
    left, tile = left_of(question), tile_of(question)
    close(game)
    match what:
        case Step.CHOOSE_FOOD:
            choose_food(game, seat, left, about)
        case Step.PLACE_FOOD:
            game.pending[about] -= 1
            serve(game, seat, about, table)
            offer_food(game, seat)
        case Step.FILL_ORDER:
            fill_order(game, seat, about)
        case Step.OPENING_GUEST:
            take_guest(game, seat, about, 0)
        case Step.TAKE_GUEST:
            take_guest(game, seat, about, 0)
            ask_more(game, what, seat, left - 1, 0)
        case Step.PENALTY:
            suffer(game, seat, tile, about)
        case Step.ANOTHER_ACTION:
            use_space(game, seat, about)


@rule("emperor_tiles")
def return_staff(game: Position, seat: int, left: int, cards: int, card: int) -> None:
    """Cards from the hand go under the pile, one after another, face down."""
    hide_hand(game, seat)
    put_under(game, seat, card)
    if left > 1:
        ask(game, Step.RETURN_STAFF, seat, left - 1, cards)
    else:
        tell(all_but(seat), Event.PUT_UNDER_UNSEEN, seat, cards)


@rule("emperor_tiles")
def discard_staff(game: Position, seat: int, card: int) -> None:
    """A played card leaves the game (ruling E5)."""
    game.staff[card] = Place.GONE
    game.known[card] = PUBLIC
    tell(EVERYONE, Event.STAFF_DISCARDED, seat, card)


@rule("guest_list")
def choose_food(game: Position, seat: int, left: int, food: int) -> None:
    """Choose a piece of any food; when all are chosen, they are served or stored."""
    receive_food(game, seat, food, 1)
    if left > 1:
        ask(game, Step.CHOOSE_FOOD, seat, left - 1, 0)
    else:
        offer_food(game, seat)


@rule("guest_list")
def answer_part(game: Position, question: Question, part: int) -> None:
    """Do one part now, and the other when it is done."""
    seat, source, space = question.seat, source_of(question), space_of(question)
    close(game)
    if source != DIE:
        plan_step(game, seat, guest_step(game.edition, source, 1 - part))
        plan_step(game, seat, guest_step(game.edition, source, part))
    elif part == 0:
        plan_step(game, seat, game.extra_step)
        do_action(game, seat, space, game.strength, not game.is_extra)
    else:
        plan_action(game, seat, space)
        plan_step(game, seat, game.extra_step)


@rule("guest_list")
def use_space(game: Position, seat: int, space: int) -> None:
    """A further action of the 2021/22 edition takes no die, and no staff helps (ruling Z3)."""
    tell(EVERYONE, Event.SPACE_USED, seat, space, game.spaces[space])
    if space == Space.ANY:
        pay(game, seat, SIXTH_PRICE)
        tell(EVERYONE, Event.SIXTH_PAID, seat, SIXTH_PRICE)
    do_action(game, seat, space, game.spaces[space], takes_die=False)
