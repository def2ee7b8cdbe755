"""Which moves cannot be undone, known in advance from what a seat is shown.

A view shows whether a move rolls dice, brings a guest or draws cards; only the result is hidden.
So it is enough to try the move in any position that fits the view.  Most moves need no trying: the
next guest arrives for one who is taken, and a die reveals nothing by itself.  Neither does a dish,
unless the rules have planned more for when it is served: a round may begin then, with its roll.
"""

from collections.abc import Iterable

from bellhop.engine.seats import is_over
from bellhop.engine.telling import listening

from . import GAME
from .rules.state import Position
from .rules.vocabulary import MOVE_KIND, Move

ANY_DICE = 1
NEVER_FINAL = (Move.TAKE_DIE, Move.BOOST_DIE)


def find_final(seen: Position, moves: Iterable[int]) -> set[int]:
    """The moves among these that roll dice, bring a new guest, draw cards, or end the game."""
    safe = (*NEVER_FINAL, Move.SERVE) if seen.asked == 1 else NEVER_FINAL
    in_doubt = [move for move in moves if MOVE_KIND[move] not in safe]
    final = {move for move in in_doubt if MOVE_KIND[move] == Move.GUEST and seen.guests_left > 0}
    if len(final) < len(in_doubt):
        imagined: Position = GAME.imagine(seen, ANY_DICE)
        final |= {
            move for move in in_doubt if move not in final and _reveals(imagined.copy(), move)
        }
    return final


def _reveals(ahead: Position, move: int) -> bool:
    before = ahead.dice
    with listening() as story:
        GAME.rules.play(ahead, move)
    is_seen = any(told.event in GAME.reveals for told in story)
    return is_seen or ahead.dice != before or is_over(ahead)
