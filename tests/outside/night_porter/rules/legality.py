"""What may be done, and why not. Section: turn."""

from bellhop.engine.records import Cells
from bellhop.engine.rulebook import rule
from bellhop.engine.seats import is_over

from .state import Position
from .vocabulary import HAND, KEYS, MOVES, Refusal

COUNT = len(MOVES)


@rule("turn")
def legal(game: Position, mask: Cells) -> int:
    """Mark the legal moves and count them."""
    allowed = 0
    for move in range(COUNT):
        mask[move] = int(why_not(game, move) == Refusal.ALLOWED)
        allowed += mask[move]
    return allowed


@rule("turn")
def why_not(game: Position, move: int) -> int:
    """The player on turn may hang or hide any key in hand."""
    if is_over(game):
        return Refusal.GAME_OVER
    is_held = game.keys[move % KEYS] == HAND + game.turn
    return Refusal.ALLOWED if is_held else Refusal.KEY_NOT_HELD
