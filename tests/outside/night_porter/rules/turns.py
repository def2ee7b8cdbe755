"""A turn, and the end. Sections: turn, winning."""

from bellhop.engine.rulebook import rule
from bellhop.engine.seats import NOBODY
from bellhop.engine.telling import EVERYONE, all_but, tell

from .preparation import draw
from .scoring import score_game
from .state import Position
from .vocabulary import MAT, MOVE_KEY, MOVE_KIND, RACK, Event, Move


@rule("turn")
def play(game: Position, move: int) -> None:
    """Carry out a legal move; the game ends when all hands are empty."""
    if act(game, move):
        close_round(game)


@rule("turn")
def act(game: Position, move: int) -> bool:
    """Hang or hide a key, then draw one if there is any; True if all hands are empty."""
    game.players[game.turn].held -= 1
    if MOVE_KIND[move] == Move.HANG:
        hang(game, MOVE_KEY[move])
    else:
        hide(game, MOVE_KEY[move])
    if game.pile > 0:
        draw(game, game.turn)
    return pass_turn(game)


@rule("turn")
def hang(game: Position, key: int) -> None:
    """A key is hung face up on the rack, to the right of the others."""
    me = game.players[game.turn]
    me.rack[me.hung] = key
    me.hung += 1
    game.keys[key] = RACK
    tell(EVERYONE, Event.HUNG, game.turn, key)


@rule("turn")
def hide(game: Position, key: int) -> None:
    """A key goes under the mat face down; the others do not see which one."""
    game.players[game.turn].hidden += 1
    game.keys[key] = MAT + game.turn
    tell(game.turn, Event.HID, game.turn, key)
    tell(all_but(game.turn), Event.HID_UNSEEN, game.turn)


@rule("turn")
def pass_turn(game: Position) -> bool:
    """The next player to the left who holds a key is on turn; True if nobody does."""
    for steps in range(1, game.seats + 1):
        seat = (game.turn + steps) % game.seats
        if game.players[seat].held > 0:
            game.turn = seat
            return False
    return True


@rule("winning")
def close_round(game: Position) -> None:
    """When all hands are empty, the racks are scored and nobody is on turn."""
    score_game(game)
    game.turn = NOBODY
    tell(EVERYONE, Event.GAME_ENDED)
