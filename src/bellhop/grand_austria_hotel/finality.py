"""Which moves cannot be taken back, told beforehand from what a seat is shown.

Whether dice are rolled, a guest arrives or cards are drawn lies open, only which ones does not: so
any game that fits the view tells.
"""

from functools import lru_cache

from bellhop.engine.telling import listening
from bellhop.grand_austria_hotel import GAME
from bellhop.grand_austria_hotel.state import Position

ANY_DICE = 1


def is_final(seen: Position, move: int) -> bool:
    """Does a move roll dice, bring a new guest, draw cards, or end the game?"""
    ahead = _imagine(seen.to_bytes()).copy()
    before = ahead.dice
    with listening() as story:
        GAME.rules.play(ahead, move)
    is_seen = any(told.event in GAME.reveals for told in story)
    return is_seen or ahead.dice != before or ahead.turn < 0


@lru_cache(1)
def _imagine(view: bytes) -> Position:
    """A game that fits a view; all moves of a view are asked about one after the other."""
    imagined: Position = GAME.imagine(Position.from_bytes(view), ANY_DICE)
    return imagined
