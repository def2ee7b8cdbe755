"""The verbs of cards: every step of a card starts here. Sections: tiles, staff list, symbols.

Gains happen at once.  A step with a choice asks for it, unless there is no possible answer.
"""

from bellhop.engine.questions import ask, close
from bellhop.engine.rulebook import rule
from bellhop.engine.telling import EVERYONE, tell

from .answers import has_answer
from .cards import FOODS, Returned
from .gains import gain, gain_points, is_gain, pay
from .guests import offer_food, receive_food, return_food
from .hotel import count_of
from .packing import ALL_PARTS, NO_ROOM, plan_step, removal
from .staff import draw_cards
from .state import Position
from .tables import (
    STEP_AMOUNT,
    STEP_FLOORS,
    STEP_LESS,
    STEP_MOST,
    STEP_VERB,
    STEP_WHAT,
    guest_step,
)
from .verbs import NO_LIMIT, VERB_ASKS, Verb
from .vocabulary import FOR_STAFF, FOR_TILES, Event, Place, Step


@rule("final_scoring")
def score_step(game: Position, seat: int, step: int) -> int:
    """A step scores points for each thing counted, some steps up to a maximum."""
    points = STEP_AMOUNT[step] * count_of(game, seat, STEP_WHAT[step])
    most = STEP_MOST[step]
    return points if most == NO_LIMIT else min(points, most)


@rule("guest_list")
def run_step(game: Position, seat: int, step: int, item: int) -> None:
    """Do a step of a card, or ask for the choice it needs."""
    if is_gain(step):
        gain(game, seat, step, item)
        return
    amount, what = STEP_AMOUNT[step], STEP_WHAT[step]
    match STEP_VERB[step]:
        case Verb.GAIN_FOOD:
            receive_food(game, seat, what, amount)
            offer_food(game, seat)
        case Verb.GAIN_EACH_FOOD:
            for food in range(FOODS):
                receive_food(game, seat, food, amount)
            offer_food(game, seat)
        case Verb.DRAW_STAFF:
            draw_cards(game, seat, amount, Place.HAND)
        case Verb.ANOTHER_TURN:
            game.extra_turns += 1
        case Verb.SCORE_PER:
            gain_points(game, seat, score_step(game, seat, step), item)
        case Verb.LOSE_MONEY:
            pay(game, seat, amount)
            tell(EVERYONE, Event.MONEY, seat, -amount, game.players[seat].krone)
        case Verb.LOSE_POINTS:
            gain_points(game, seat, -amount, FOR_TILES)
        case Verb.RETURN_FOOD:
            return_food(game, seat, what == Returned.ALL)
        case _:
            if is_choice(step):
                ask_step(game, seat, step)


@rule("guest_list")
def ask_step(game: Position, seat: int, step: int) -> None:
    """Ask the question of a step; what cannot be used is lost (ruling R1)."""
    amount, what, less = STEP_AMOUNT[step], STEP_WHAT[step], STEP_LESS[step]
    match STEP_VERB[step]:
        case Verb.CHOOSE_FOOD:
            ask(game, Step.CHOOSE_FOOD, seat, amount, 0)
        case Verb.PLAY_STAFF:
            ask(game, Step.PLAY_STAFF, seat, less, 0)
        case Verb.PLAY_DRAWN:
            draw_cards(game, seat, amount, Place.ASIDE)
            ask(game, Step.PLAY_DRAWN, seat, less, 0)
            if game.players[seat].aside > 0:
                return  # even if the player can afford none, because they may look at the cards
        case Verb.PREPARE_ROOM:
            game.floors = STEP_FLOORS[step]
            ask(game, Step.PREPARE, seat, 1, less)
        case Verb.OCCUPY_ROOM:
            ask(game, Step.OCCUPY, seat, amount, 0)
        case Verb.TAKE_GUEST:
            ask(game, Step.TAKE_GUEST, seat, amount, 0)
        case Verb.FILL_ORDER:
            ask(game, Step.FILL_ORDER, seat, 0, 0)
        case Verb.ANOTHER_ACTION:
            ask(game, Step.ANOTHER_ACTION, seat, 0, 0)
        case Verb.RETURN_STAFF:
            ask(game, Step.RETURN_STAFF, seat, amount, amount)
        case Verb.REMOVE_ROOMS:
            ask(game, Step.REMOVE, seat, amount, removal(what, NO_ROOM))
        case Verb.DISCARD_STAFF:
            ask(game, Step.DISCARD_STAFF, seat, amount, 0)
    if not has_answer(game):
        close(game)
        tell(EVERYONE, Event.IDLE, seat, step)


@rule("guest_list")
def start_reward(game: Position, seat: int, guest: int) -> None:
    """Gains without a choice come first, the rest in any order the player likes (ruling R2)."""
    first, second = guest_step(game.edition, guest, 0), guest_step(game.edition, guest, 1)
    for step in (first, second):
        if not is_choice(step):
            run_step(game, seat, step, FOR_STAFF)
    if is_choice(first) and is_choice(second) and first != second:
        ask(game, Step.CHOOSE_PART, seat, ALL_PARTS, guest)
        return
    if is_choice(second):
        plan_step(game, seat, second)
    if is_choice(first):
        plan_step(game, seat, first)


@rule("guest_list")
def is_choice(step: int) -> bool:
    """Some steps need a decision, others just happen."""
    return VERB_ASKS[STEP_VERB[step]] == 1
