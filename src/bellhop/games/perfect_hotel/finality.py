"""Which moves cannot be taken back, told beforehand from what a seat is shown."""

from collections.abc import Iterable

from .rules.state import Position
from .rules.vocabulary import MOVE_KIND, Move


def find_final(seen: Position, moves: Iterable[int]) -> set[int]:
    """Those of these moves that cannot be taken back."""
    return {move for move in moves if _is_final(seen, move)}


def _is_final(seen: Position, move: int) -> bool:
    """Does a move lay cards open for all, turn up the next card of the pile, or end the round?"""
    match MOVE_KIND[move]:
        case Move.RESEARCH:
            return not (seen.pile == 1 and seen.tourist_on_top)  # its back has told all there is
        case Move.PLACE | Move.DONE:
            return True
        case Move.HOST:
            return seen.pile == 0
    return False
