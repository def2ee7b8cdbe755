"""A turn. Sections: gameplay, research, build, end of round, winning, high season."""

from bellhop.engine.records import fill
from bellhop.engine.rulebook import rule
from bellhop.engine.seats import NOBODY
from bellhop.engine.telling import EVERYONE, tell

from .legality import below, set_size
from .preparation import draw, next_round, open_turn
from .scoring import score_round
from .state import Hotelier, Position
from .vocabulary import (
    DRAWN,
    GUEST,
    MOVE_ABOUT,
    MOVE_KIND,
    PLAIN,
    ROUNDS,
    STARRED,
    TOURIST,
    Event,
    Move,
    Phase,
    floor_card,
)


@rule("gameplay")
def play(game: Position, move: int) -> None:
    """Carry out a legal move, and close the round after the last card of the pile."""
    if act(game, move):
        close_round(game)


@rule("gameplay")
def act(game: Position, move: int) -> bool:
    """Placing a card or laying a set ends the turn; returns True if this ends the round."""
    about = MOVE_ABOUT[move]
    match MOVE_KIND[move]:
        case Move.RESEARCH:
            research(game)
            return False
        case Move.BUILD:
            form_set(game, about, taking=0)
            return False
        case Move.TAKE:
            form_set(game, about, taking=1)
            return False
        case Move.ADD:
            game.chosen[about] += 1
            return False
        case Move.PLACE:
            place(game, about)
        case Move.HOST:
            host(game, about)
        case Move.DONE:
            lay_set(game)
    return end_turn(game)


@rule("research")
def research(game: Position) -> None:
    """Draw two cards, or the one that is left (ruling Q9); then a card must be placed."""
    for _ in range(DRAWN):
        if game.pile > 0:
            draw(game, game.turn)
    game.phase = Phase.PLACING


@rule("research")
def place(game: Position, kind: int) -> None:
    """Put a floor card below its tag."""
    give(game.players[game.turn], kind)
    game.supply[kind] += 1
    tell(EVERYONE, Event.PLACED, game.turn, kind)


@rule("research")
def host(game: Position, tag: int) -> None:
    """Put a tourist below the chosen tag."""
    give(game.players[game.turn], TOURIST)
    game.lodgers[tag] = 1
    tell(EVERYONE, Event.HOSTED, game.turn, tag)


def give(me: Hotelier, kind: int) -> None:
    """A card leaves the hand."""
    me.hand[kind] -= 1
    me.held -= 1


@rule("build")
def form_set(game: Position, tag: int, taking: int) -> None:
    """Begin a set, with or without the supply; its cards stay where they are until it is laid."""
    game.phase = Phase.BUILDING
    game.taking = taking
    game.site = tag
    fill(game.chosen, 0)


@rule("build")
def lay_set(game: Position) -> None:
    """Lay the set as a row on top of the hotel: a new floor, or more of the top one."""
    me = game.players[game.turn]
    floor = me.floors[game.site]
    size = set_size(game)
    if floor.rows == 0:
        me.storeys[me.height] = game.site
        me.height += 1
    floor.rows += 1
    floor.cards += size
    stars = game.chosen[STARRED]
    if game.taking:
        stars += game.supply[floor_card(game.site, STARRED)]
    floor.starred += stars
    floor.tourists += game.chosen[GUEST]
    if game.taking:
        take_supply(game, me)
    me.hand[floor_card(game.site, PLAIN)] -= game.chosen[PLAIN]
    me.hand[floor_card(game.site, STARRED)] -= game.chosen[STARRED]
    me.hand[TOURIST] -= game.chosen[GUEST]
    me.held -= game.chosen[PLAIN] + game.chosen[STARRED] + game.chosen[GUEST]
    tell(EVERYONE, Event.BUILT, game.turn, game.site, size, game.chosen[GUEST], stars)


@rule("build")
def take_supply(game: Position, me: Hotelier) -> None:
    """All floor cards below the tag join the set; a tourist there goes to the hand (ruling Q1)."""
    tag = game.site
    tell(EVERYONE, Event.TOOK, game.turn, tag, below(game, tag))
    game.supply[floor_card(tag, PLAIN)] = 0
    game.supply[floor_card(tag, STARRED)] = 0
    if game.lodgers[tag] > 0:
        game.lodgers[tag] = 0
        me.hand[TOURIST] += 1
        me.held += 1
        tell(EVERYONE, Event.TOURIST_TAKEN, game.turn, tag)
    raise_season(game, tag)


@rule("end_of_round")
def end_turn(game: Position) -> bool:
    """The turn passes to the left until the pile is empty, which ends the round."""
    if game.pile == 0:
        return True
    game.turn = (game.turn + 1) % game.seats
    open_turn(game)
    return False


@rule("end_of_round")
def close_round(game: Position) -> None:
    """The round is scored; the next one begins, or the game is over."""
    score_round(game)
    tell(EVERYONE, Event.ROUND_ENDED, game.round)
    if game.round + 1 < ROUNDS[game.short]:
        next_round(game)
    else:
        end_game(game)


@rule("winning")
def end_game(game: Position) -> None:
    """After the last round nobody is on turn."""
    open_turn(game)
    game.turn = NOBODY
    game.phase = Phase.OVER
    tell(EVERYONE, Event.GAME_ENDED)


@rule("high_season")
def raise_season(game: Position, tag: int) -> None:
    """In the variant, taking a supply turns its tag to high season."""
    if game.high_season and not game.busy[tag]:
        game.busy[tag] = 1
        tell(EVERYONE, Event.HIGH_SEASON, tag)
