"""Which moves cannot be taken back, told beforehand from what a seat is shown.

Whether dice are rolled, a guest arrives or cards are drawn lies open, only which ones does not: so
any game that fits the view tells.
"""

from collections.abc import Iterable

from bellhop.engine.seats import is_over
from bellhop.engine.telling import listening

from . import GAME
from .rules.state import Position

ANY_DICE = 1


def find_final(seen: Position, moves: Iterable[int]) -> set[int]:
    """Those of these moves that roll dice, bring a new guest, draw cards, or end the game."""
    imagined: Position = GAME.imagine(seen, ANY_DICE)
    return {move for move in moves if _is_final(imagined.copy(), move)}


def _is_final(ahead: Position, move: int) -> bool:
    before = ahead.dice
    with listening() as story:
        GAME.rules.play(ahead, move)
    is_seen = any(told.event in GAME.reveals for told in story)
    return is_seen or ahead.dice != before or is_over(ahead)
