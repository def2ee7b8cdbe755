"""Which moves cannot be undone, known in advance from what a seat is shown.

A view shows whether a move rolls dice, brings a guest or draws cards; only the result is hidden.
So it is enough to try the move in any position that fits the view.
"""

from collections.abc import Iterable

from bellhop.engine.seats import is_over
from bellhop.engine.telling import listening

from . import GAME
from .rules.state import Position

ANY_DICE = 1


def find_final(seen: Position, moves: Iterable[int]) -> set[int]:
    """The moves among these that roll dice, bring a new guest, draw cards, or end the game."""
    imagined: Position = GAME.imagine(seen, ANY_DICE)
    return {move for move in moves if _is_final(imagined.copy(), move)}


def _is_final(ahead: Position, move: int) -> bool:
    before = ahead.dice
    with listening() as story:
        GAME.rules.play(ahead, move)
    is_seen = any(told.event in GAME.reveals for told in story)
    return is_seen or ahead.dice != before or is_over(ahead)
