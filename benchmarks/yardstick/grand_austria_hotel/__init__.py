"""How to play Grand Austria Hotel.

Take few guests at a time, those with a vacant room; take dice for the food they want and the rooms
they need.  Play staff early if it lasts, late if it scores at the end.  Advance on the emperor's
track before it is scored.  Everything is valued in points: what it will bring until the end, less
what it costs.
"""

from bellhop.engine.parts import Search
from bellhop.engine.seats import is_over
from bellhop.games.grand_austria_hotel.rules.state import Position
from bellhop.games.grand_austria_hotel.rules.vocabulary import END, PASS

from .moves import rate
from .worth import worth

__all__ = ["MASTER", "SLIP", "STRONG", "ends_turn", "has_seen_enough", "has_shown", "rate", "worth"]

SLIP = 2.5
STRONG = Search(simulations=48, turns=8, width=16)
MASTER = Search(simulations=1_600, turns=16, width=64)


def has_seen_enough(game: Position, start: Position) -> bool:
    """A simulation runs to the end of the next round."""
    return is_over(game) or game.round > start.round + 1


def ends_turn(game: Position, start: Position, move: int) -> bool:
    """A turn ends when the player ends it or passes, or when another seat decides."""
    return game.turn != start.turn or move in (PASS, END)


def has_shown(game: Position, start: Position) -> bool:
    """Has anything new been revealed?  Only cards from under the pile leave the dice word alone."""
    return game.dice != start.dice or game.put_under < start.put_under
