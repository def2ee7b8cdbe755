"""Which moves cannot be undone, known in advance from what a seat is shown."""

from collections.abc import Iterable

from .rules.state import Position
from .rules.vocabulary import MOVE_KIND, Move


def find_final(seen: Position, moves: Iterable[int]) -> set[int]:
    """The moves among these that cannot be undone."""
    return {move for move in moves if _is_final(seen, move)}


def _is_final(seen: Position, move: int) -> bool:
    """Does a move show cards to others, reveal the pile's next card, or end the round?"""
    match MOVE_KIND[move]:
        case Move.RESEARCH:
            return not (seen.pile == 1 and seen.tourist_on_top)  # known already from its back
        case Move.PLACE | Move.DONE:
            return True
        case Move.HOST:
            return seen.pile == 0
    return False
