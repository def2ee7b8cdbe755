"""Turns and rounds. Sections: course of the game, dice, passing, end of turn and round."""

from bellhop.engine.dice import roll
from bellhop.engine.questions import ask, close, has_step, is_asking, plan, top
from bellhop.engine.records import fill
from bellhop.engine.rulebook import rule
from bellhop.engine.seats import NOBODY
from bellhop.engine.telling import EVERYONE, tell

from .actions import answer, do_action, start_action
from .cards import STAFF, When
from .emperor import emperor_scoring, face_emperor, score_emperor
from .gains import pay
from .guests import carry_food, check_in, discard_guest, row_price, take_guest
from .packing import dice_told, is_at, owner_of, planned_seat, planned_thing, staff_at
from .politics import claim
from .preparation import ask_opening_rooms, clear_turn, pass_packs, prepare, show_rooms
from .scoring import score_game
from .staff import fire, sixth_is_free, strength_added, use_card
from .state import Position
from .steps import run_step, start_reward
from .tables import NO_STEP
from .vocabulary import (
    BOOST_PRICE,
    DICE,
    FOR_STAFF,
    MOVE_KIND,
    MOVE_WHAT,
    MOVE_WHERE,
    NO_SCORING,
    NUMBERS_ON_A_TILE,
    ROUNDS,
    SIXTH_PRICE,
    SPACES,
    Event,
    Move,
    Phase,
    Place,
    Space,
    Step,
)


@rule("setup")
def setup(game: Position) -> None:
    """Prepare the table, and ask the first question."""
    prepare(game)
    proceed(game)


@rule("rounds")
def play(game: Position, move: int) -> None:
    """Carry out a legal move, and everything that follows until somebody must decide again."""
    if act(game, move):
        close_round(game)


@rule("rounds")
def act(game: Position, move: int) -> bool:
    """Carry out a legal move; return True if only the end of the round is left to do."""
    if game.asked > 0:
        answer(game, move)
    else:
        play_turn(game, move)
    return proceed(game)


@rule("rounds")
def play_turn(game: Position, move: int) -> None:
    """A guest, a die, an additional action, or the end of the turn."""
    seat, kind = game.turn, MOVE_KIND[move]
    what, where = MOVE_WHAT[move], MOVE_WHERE[move]
    if kind == Move.END:
        end_turn(game)
        return
    if kind == Move.PASS:
        pass_turn(game)
        return
    game.begun = 1
    if kind != Move.SERVE:
        game.service_left = 0
    match kind:
        case Move.GUEST:
            game.guest_taken = 1
            take_guest(game, seat, what, row_price(game, seat, what))
        case Move.TAKE_DIE:
            take_die(game, what, boosts=False)
        case Move.BOOST_DIE:
            take_die(game, what, boosts=True)
        case Move.SERVE:
            carry_food(game, seat, what, where)
        case Move.CLAIM:
            claim(game, seat, what)
        case Move.CHECK_IN:
            check_in(game, seat, what, where)
        case Move.CHOOSE_STAFF:
            use_card(game, seat, what)


@rule("rounds")
def proceed(game: Position) -> bool:
    """Do what is planned until a seat is asked, or only the end of the round is left."""
    while has_step(game):
        planned = top(game)
        what, seat, thing = planned.what, planned_seat(planned), planned_thing(planned)
        if what == Step.CLOSE_ROUND:
            return True
        close(game)
        match what:
            case Step.RUN_STEP:
                run_step(game, seat, thing, FOR_STAFF)
            case Step.RUN_PARTS:
                start_reward(game, game.turn, thing)
            case Step.DISCARD_GUEST:
                discard_guest(game, thing)
            case Step.FACE_EMPEROR:
                face_emperor(game, seat, thing)
            case Step.DO_ACTION:
                do_action(game, seat, thing, game.strength, not game.is_extra)
            case _:
                open_game(game, what, seat)
    if is_asking(game):
        game.turn = top(game).seat
    return False


@rule("rounds")
def open_game(game: Position, what: int, seat: int) -> None:
    """Do the steps before the first round."""
    match what:
        case Step.PASS_PACKS:
            pass_packs(game)
        case Step.ASK_DRAFT:
            ask(game, Step.DRAFT, seat, 0, 0)
        case Step.ASK_OPENING_GUEST:
            ask(game, Step.OPENING_GUEST, seat, 0, 0)
        case Step.ASK_OPENING_ROOMS:
            ask_opening_rooms(game, seat)
        case Step.SHOW_ROOMS:
            show_rooms(game)
        case Step.START_GAME:
            start_round(game)


@rule("rounds")
def start_round(game: Position) -> None:
    """The start player rolls all dice, sorts them onto the spaces and begins."""
    game.phase = Phase.TURNS
    for seat in range(game.seats):
        game.players[seat].covered = 0
        game.players[seat].passed = 0
    game.in_bin = 0
    tell(EVERYONE, Event.ROUND_STARTED, game.round, game.start)
    roll_dice(game, DICE[game.seats - 2])
    tell(EVERYONE, Event.ROLLED, game.start, dice_told(game.spaces))
    start_turn(game, game.start)


@rule("rounds")
def roll_dice(game: Position, dice: int) -> None:
    """Every die goes to the space with its number."""
    fill(game.spaces, 0)
    for _ in range(dice):
        game.spaces[roll(game, SPACES)] += 1


def start_turn(game: Position, seat: int) -> None:
    """A seat begins its turn."""
    clear_turn(game)
    game.turn = seat


@rule("take_die")
def take_die(game: Position, space: int, boosts: bool) -> None:
    """Take a die from a space and do its action, whose strength is the number of dice there."""
    seat = game.turn
    strength = game.spaces[space] + strength_added(game, seat, space + 1, not game.is_extra)
    game.die_taken = 1
    if game.is_extra:
        tell(EVERYONE, Event.SPACE_USED, seat, space, strength)
    else:
        game.spaces[space] -= 1
        game.players[seat].covered += 1
        tell(EVERYONE, Event.DIE_TAKEN, seat, space, strength)
    if boosts:
        boost(game, seat)
        strength += 1
    joining = NO_STEP if game.is_extra else fire(game, seat, When.TAKE_DIE, space + 1)
    if space == Space.ANY and not sixth_is_free(game, seat):
        if game.players[seat].krone < SIXTH_PRICE:
            tell(EVERYONE, Event.NO_ACTION, seat)
            return
        pay(game, seat, SIXTH_PRICE)
        tell(EVERYONE, Event.SIXTH_PAID, seat, SIXTH_PRICE)
    start_action(game, seat, space, strength, joining)


@rule("additional_actions")
def boost(game: Position, seat: int) -> None:
    """Once per turn, a krone makes an action as strong as with one more die (ruling A1)."""
    pay(game, seat, BOOST_PRICE)
    tell(EVERYONE, Event.BOOSTED, seat)


@rule("end_of_turn")
def end_turn(game: Position) -> None:
    """An extra turn without a die follows if one was earned (ruling Z1), else the next player."""
    seat = game.turn
    if game.extra_turns > 0:
        game.extra_turns -= 1
        start_turn(game, seat)
        game.is_extra = 1
        tell(EVERYONE, Event.EXTRA_TURN, seat)
        return
    next_turn(game)


@rule("end_of_turn")
def next_turn(game: Position) -> None:
    """The lowest free number is next; if all the others have passed, the dice are rolled again."""
    if sum(game.spaces) == 0:
        end_round(game)
        return
    seat = lowest_number(game, may_have_passed=False)
    if seat == NOBODY:
        roll_again(game)
        return
    start_turn(game, seat)


@rule("end_of_turn")
def lowest_number(game: Position, may_have_passed: bool) -> int:
    """The seat with the lowest number without a die, or NOBODY."""
    for number in range(NUMBERS_ON_A_TILE * game.seats):
        first = number < game.seats
        place = number if first else NUMBERS_ON_A_TILE * game.seats - 1 - number
        seat = (game.start + place) % game.seats
        me = game.players[seat]
        if me.covered == (0 if first else 1) and (may_have_passed or not me.passed):
            return seat
    return NOBODY


@rule("passing")
def pass_turn(game: Position) -> None:
    """A player who passes waits until all others have passed or used both numbers (ruling P2)."""
    game.players[game.turn].passed = 1
    tell(EVERYONE, Event.PASSED, game.turn)
    next_turn(game)


@rule("passing")
def roll_again(game: Position) -> None:
    """One die goes to the dustbin and the others, if any, are rolled again (ruling P3)."""
    seat = lowest_number(game, may_have_passed=True)
    if seat == NOBODY:
        end_round(game)
        return
    for other in range(game.seats):
        game.players[other].passed = 0
    dice = sum(game.spaces) - 1
    game.in_bin += 1
    roll_dice(game, dice)
    if dice == 0:
        tell(EVERYONE, Event.LAST_DIE_GONE, seat)
        end_round(game)
        return
    tell(EVERYONE, Event.REROLLED, seat, dice_told(game.spaces))
    start_turn(game, seat)


@rule("end_of_round")
def end_round(game: Position) -> None:
    """After the third, fifth and seventh round the emperor is scored."""
    clear_turn(game)
    plan(game, Step.CLOSE_ROUND, 0, 0)
    number = emperor_scoring(game)
    if number != NO_SCORING:
        score_emperor(game, number)


@rule("end_of_round")
def close_round(game: Position) -> None:
    """Used staff is turned back and tiles move left; after the last round the game is scored."""
    close(game)
    for card in range(STAFF):
        if is_at(game.staff[card], Place.USED):
            game.staff[card] = staff_at(Place.PLAYED, owner_of(game.staff[card]))
    if game.round + 1 < ROUNDS:
        game.round += 1
        game.start = (game.start + 1) % game.seats
        start_round(game)
        return
    game.turn = NOBODY
    game.phase = Phase.OVER
    fill(game.spaces, 0)
    score_game(game)
    tell(EVERYONE, Event.GAME_ENDED)
