"""How to play Night Porter.

Hang the next higher key, and leave no gaps.  When the hand has nothing higher, start low again if
other keys can follow; otherwise hide the lowest.
"""

from bellhop.engine.parts import Search
from bellhop.engine.seats import is_over

from .rules.scoring import score
from .rules.state import Position
from .rules.vocabulary import HAND, KEYS, LOSS, MOVE_KIND, VALUES, Move

SLIP = 4.0
STRONG = Search(simulations=100)
MASTER = Search(simulations=2_000)

IN_ORDER = 100.0  # a key in order comes before all others
NOTHING_HANGS = -1


def rate(seen: Position, move: int) -> float:
    """How good a move looks."""
    key = move % KEYS
    if MOVE_KIND[move] == Move.HIDE:
        return -0.1 * key
    me = seen.players[seen.turn]
    last = me.rack[me.hung - 1] if me.hung > 0 else NOTHING_HANGS
    if key > last:
        return IN_ORDER - (key - last)
    return room_above(seen, key, last) - LOSS


def room_above(seen: Position, key: int, last: int) -> float:
    """The worth of the keys in hand that could follow this key, but not the last one."""
    worth = 0.0
    for other in range(key + 1, last):
        if seen.keys[other] == HAND + seen.turn:
            worth += VALUES[other]
    return worth


def worth(game: Position, seat: int) -> int:
    """Points and tie-breakers."""
    return score(game, seat)


def has_seen_enough(game: Position, _start: Position) -> bool:
    """A simulation runs to the end of the game."""
    return is_over(game)
