"""The six actions, and the answers to all questions. Sections: setup, dice, tiles, cards."""

from bellhop.engine.questions import ask, close, plan, top
from bellhop.engine.rulebook import rule
from bellhop.engine.telling import EVERYONE, all_but, tell

from .answers import has_answer
from .cards import FLOORS, FULL
from .emperor import suffer
from .gains import advance, gain_money, pay
from .guests import fill_order, offer_food, receive_food, serve, store_food, take_guest
from .hotel import occupy, prepare_room, remove_room
from .preparation import keep_card, open_room
from .staff import hide_hand, play_card, put_drawn_under, put_under, works_for
from .state import Position
from .steps import part_step
from .tables import BOTH_TRACKS_CARD, NO_STEP, STEP_VERB
from .verbs import Verb
from .vocabulary import (
    DIE,
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
)


@rule("take_die")
def start_action(game: Position, seat: int, space: int, strength: int, joining: int) -> None:
    """Do the action of a space, before or after what a member of the staff adds to it."""
    game.strength = strength
    game.extra_step = joining
    if STEP_VERB[joining] == Verb.PLAY_STAFF and game.players[seat].held > 0:
        ask(game, Step.CHOOSE_PART, seat, 3 + 4 * space, DIE)
        return
    if joining != NO_STEP:
        plan(game, Step.RUN_STEP, joining, seat)
    do_action(game, seat, space, strength, not game.is_extra)


@rule("take_die")
def do_action(game: Position, seat: int, space: int, strength: int, takes_die: bool) -> None:
    """The action of a space; the sixth stands for any other."""
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
    """Ask what an action needs to know; an action that nothing can be done with is over."""
    ask(game, what, seat, a, b)
    if not has_answer(game):
        close(game)
        tell(EVERYONE, Event.NO_ACTION, seat)


@rule("take_die")
def take_mix(game: Position, seat: int, action: int, strength: int, second: int) -> None:
    """As much food as the action is strong: so many of the second kind, the rest of the first."""
    first = 2 * action  # strudel goes with cake, wine with coffee
    receive_food(game, seat, first, strength - second)
    receive_food(game, seat, first + 1, second)
    offer_food(game, seat)


@rule("take_die")
def split(game: Position, seat: int, strength: int, krone: int) -> None:
    """So many krone, the rest in fields of the emperor's track."""
    if krone > 0:
        gain_money(game, seat, krone)
    if strength > krone:
        advance(game, seat, strength - krone)


@rule("take_die")
def answer(game: Position, move: int) -> None:
    """Take the question from the stack, and do what was answered."""
    question = top(game)
    what, seat, a, b = question.what, question.seat, question.a, question.b
    close(game)
    match MOVE_KIND[move]:
        case Move.DONE:
            decline(game, what, seat)
        case Move.CHOOSE_STAFF:
            answer_staff(game, what, seat, a, b, MOVE_WHAT[move])
        case Move.CHOOSE_ROOM:
            answer_room(game, what, seat, a, b, MOVE_WHAT[move])
        case _:
            answer_other(game, what, seat, a, b, move)


def decline(game: Position, what: int, seat: int) -> None:
    """What one may do one may leave; food goes to the kitchen, drawn cards under the pile."""
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


def answer_staff(game: Position, what: int, seat: int, a: int, b: int, card: int) -> None:
    """A staff card is kept, played, put under the pile, or discarded."""
    match what:
        case Step.DRAFT:
            keep_card(game, seat, card)
        case Step.PLAY_STAFF:
            play_card(game, seat, card, a)
        case Step.PLAY_DRAWN:
            play_card(game, seat, card, a)
            put_drawn_under(game, seat)
        case Step.RETURN_STAFF:
            return_staff(game, seat, a, b, card)
        case Step.DISCARD_STAFF:
            discard_staff(game, seat, card)


@rule("take_die")
def answer_room(game: Position, what: int, seat: int, a: int, b: int, room: int) -> None:
    """A room is prepared, occupied or removed; then perhaps another."""
    match what:
        case Step.OPENING_ROOM:
            open_room(game, seat, room)
            ask(game, what, seat, a, b)  # until done is said, so that nobody learns how many
            return
        case Step.PREPARE:
            prepare_room(game, seat, room, b, game.floors)
        case Step.OCCUPY:
            occupy(game, seat, room)
        case Step.REMOVE:
            remove_room(game, seat, room)
            b = b % 4 + 4 * (room + 1)
    ask_more(game, what, seat, a - 1, b)


def ask_more(game: Position, what: int, seat: int, left: int, b: int) -> None:
    """The same question again while there is something left of it."""
    if left > 0:
        ask(game, what, seat, left, b)
        if not has_answer(game):
            close(game)


def answer_other(game: Position, what: int, seat: int, a: int, b: int, move: int) -> None:
    """An amount, an action, food, a table, a guest, a part, or a penalty."""
    about = MOVE_WHAT[move]
    match what:
        case Step.CHOOSE_MIX:
            take_mix(game, seat, b, a, about)
        case Step.SPLIT:
            split(game, seat, a, about)
        case Step.CHOOSE_ACTION:
            tell(EVERYONE, Event.USED_AS, seat, about)
            do_action(game, seat, about, a, takes_die=False)
        case Step.CHOOSE_FOOD:
            choose_food(game, seat, a, about)
        case Step.PLACE_FOOD:
            game.pending[about] -= 1
            serve(game, seat, about, MOVE_WHERE[move])
            offer_food(game, seat)
        case Step.FILL_ORDER:
            fill_order(game, seat, about)
        case Step.OPENING_GUEST:
            take_guest(game, seat, about, 0)
        case Step.TAKE_GUEST:
            take_guest(game, seat, about, 0)
            ask_more(game, what, seat, a - 1, b)
        case Step.CHOOSE_PART:
            start_part(game, seat, a, b, about)
        case Step.PENALTY:
            suffer(game, seat, a, about)
        case Step.ANOTHER_ACTION:
            use_space(game, seat, about)


@rule("emperor_tiles")
def return_staff(game: Position, seat: int, left: int, cards: int, card: int) -> None:
    """Cards of the hand go under the pile, one after the other, face down."""
    hide_hand(game, seat)
    put_under(game, seat, card)
    if left > 1:
        ask(game, Step.RETURN_STAFF, seat, left - 1, cards)
    else:
        tell(all_but(seat), Event.PUT_UNDER_UNSEEN, seat, cards)


@rule("emperor_tiles")
def discard_staff(game: Position, seat: int, card: int) -> None:
    """A card that was played leaves the game (ruling E5)."""
    game.staff[card] = Place.GONE
    game.known[card] = PUBLIC
    tell(EVERYONE, Event.STAFF_DISCARDED, seat, card)


@rule("guest_list")
def choose_food(game: Position, seat: int, left: int, food: int) -> None:
    """A piece of any food; when all are chosen they are served or stored."""
    receive_food(game, seat, food, 1)
    if left > 1:
        ask(game, Step.CHOOSE_FOOD, seat, left - 1, 0)
    else:
        offer_food(game, seat)


@rule("guest_list")
def start_part(game: Position, seat: int, parts: int, source: int, part: int) -> None:
    """One part now, the other when it is done."""
    if source != DIE:
        plan(game, Step.RUN_STEP, part_step(game, source, 1 - part), seat)
        plan(game, Step.RUN_STEP, part_step(game, source, part), seat)
    elif part == 0:
        plan(game, Step.RUN_STEP, game.extra_step, seat)
        do_action(game, seat, parts // 4, game.strength, not game.is_extra)
    else:
        plan(game, Step.DO_ACTION, parts // 4, seat)
        plan(game, Step.RUN_STEP, game.extra_step, seat)


@rule("guest_list")
def use_space(game: Position, seat: int, space: int) -> None:
    """A further action of the 2021/22 edition: no die is taken, no staff helps (ruling Z3)."""
    tell(EVERYONE, Event.SPACE_USED, seat, space, game.spaces[space])
    if space == Space.ANY:
        pay(game, seat, SIXTH_PRICE)
        tell(EVERYONE, Event.SIXTH_PAID, seat, SIXTH_PRICE)
    do_action(game, seat, space, game.spaces[space], takes_die=False)
