"""Which moves cannot be taken back, told beforehand from what a seat is shown."""

from collections.abc import Iterable

from .rules.state import Position
from .rules.vocabulary import MOVE_KIND, Move


def find_final(seen: Position, moves: Iterable[int]) -> set[int]:
    """Keys hung openly; any move that a key is drawn after, or that ends the game."""
    is_last = sum(player.held for player in seen.players) == 1
    return {move for move in moves if MOVE_KIND[move] == Move.HANG or seen.pile > 0 or is_last}
