"""Phase 1. Sections: gameplay, playing cards, doors and lines, hotel rules."""

from bellhop.engine.questions import close, has_step, is_asking, plan, top
from bellhop.engine.rulebook import rule
from bellhop.engine.seats import NOBODY
from bellhop.engine.telling import EVERYONE, all_but, tell

from .bookings import answer, book_beds, check_hotel, use_power
from .preparation import prepare_round, rule_of
from .scoring import score_game
from .state import Guests, HotelTile, Position, hotel_of, place_of
from .vocabulary import (
    AT_BACK_DOOR,
    AT_LINE,
    MOVE_CARD,
    MOVE_KIND,
    MOVE_SIDE,
    MOVE_WHERE,
    PLAYS,
    ROUNDS,
    Event,
    HotelRule,
    Move,
    Phase,
    Place,
    Step,
    back_of,
)


@rule("gameplay")
def play(game: Position, move: int) -> None:
    """Carry out a legal move, and everything that follows until somebody must decide again."""
    if act(game, move):
        close_round(game)


@rule("gameplay")
def act(game: Position, move: int) -> bool:
    """Carry out a legal move; return True if only the end of the round is left to do."""
    match MOVE_KIND[move]:
        case Move.PLAY:
            play_card(game, MOVE_CARD[move], MOVE_WHERE[move], MOVE_SIDE[move])
            end_turn(game)
        case Move.DECLINE:
            tell(EVERYONE, Event.DECLINED, game.turn)
            end_turn(game)
        case Move.PASS:
            tell(EVERYONE, Event.PASSED, game.turn)
            end_turn(game)
        case Move.CHOOSE | Move.NO:
            answer(game, move)
    return proceed(game)


@rule("gameplay")
def end_turn(game: Position) -> None:
    """The next player plays; after five cards each, all hotels are checked from the top down."""
    game.turns_taken += 1
    if game.turns_taken < PLAYS * game.seats:
        game.turn = (game.turn + 1) % game.seats
        return
    game.phase = Phase.CHECKING
    plan(game, Step.CLOSE_ROUND, 0, 0)
    for number in range(game.seats):
        plan(game, Step.CHECK_HOTEL, game.seats - 1 - number, 0)


@rule("gameplay")
def proceed(game: Position) -> bool:
    """Do what is planned until a seat is asked, or only the end of the round is left."""
    while has_step(game):
        what, number, place = top(game).what, hotel_of(top(game)), place_of(top(game))
        if what == Step.CLOSE_ROUND:
            return True
        close(game)
        match what:
            case Step.CHECK_HOTEL:
                check_hotel(game, number)
            case Step.USE_POWER:
                use_power(game, number, place)
            case Step.BOOK_BEDS:
                book_beds(game, number)
    if is_asking(game):
        game.turn = top(game).seat
    return False


@rule("gameplay")
def close_round(game: Position) -> None:
    """After the fourth round the game is scored; until then the next round is prepared."""
    close(game)
    if game.round + 1 < ROUNDS:
        prepare_round(game)
        return
    game.turn = NOBODY
    game.phase = Phase.OVER
    score_game(game)
    tell(EVERYONE, Event.GAME_ENDED)


@rule("play_cards")
def play_card(game: Position, kind: int, number: int, side: int) -> None:
    """A card from the hand goes to the outer end of a hotel's side, usually face down."""
    hotel = game.hotels[number]
    me = game.players[game.turn]
    me.place[kind] = Place.TABLE
    me.held -= 1
    if side == AT_LINE:
        lay(game, hotel.line[hotel.lined_up], kind, shows_card(game, hotel))
        hotel.lined_up += 1
    else:
        lay(game, hotel.back_door[hotel.waiting], kind, is_open=0)
        hotel.waiting += 1
    tell_play(game, kind, number, side)
    if side == AT_BACK_DOOR:
        take_point_tile(game, number)


def lay(game: Position, guests: Guests, kind: int, is_open: int) -> None:
    """A card is put at a place; its back shows crest and size."""
    guests.owner = game.turn
    guests.kind = kind
    guests.back = back_of(kind)
    guests.is_open = is_open


def tell_play(game: Position, kind: int, number: int, side: int) -> None:
    """Everybody hears of a face-up card; others, and without peeking the owner, only of a back."""
    hotel = game.hotels[number]
    seat = game.turn
    if side == AT_LINE and hotel.line[hotel.lined_up - 1].is_open:
        tell(EVERYONE, Event.PLAYED_OPEN, seat, kind, number, side)
    elif game.no_peeking:
        tell(EVERYONE, Event.PLAYED_UNSEEN, seat, back_of(kind), number, side)
    else:
        tell(seat, Event.PLAYED, seat, kind, number, side)
        tell(all_but(seat), Event.PLAYED_UNSEEN, seat, back_of(kind), number, side)


@rule("doors_and_lines")
def take_point_tile(game: Position, number: int) -> None:
    """The player of the first card at a back door takes its point tile at once."""
    if game.hotels[number].has_point_tile:
        game.hotels[number].has_point_tile = 0
        game.players[game.turn].point_tiles += 1
        tell(EVERYONE, Event.TILE_TAKEN, game.turn, number)


@rule("hotel_rules")
def shows_card(game: Position, hotel: HotelTile) -> int:
    """At some hotels, the first or second card of the line is played face up (ruling Q17)."""
    hotel_rule = rule_of(game, hotel)
    first = hotel_rule == HotelRule.FIRST_OPEN and hotel.lined_up == 0
    second = hotel_rule == HotelRule.SECOND_OPEN and hotel.lined_up == 1
    return 1 if first or second else 0
