"""Which moves cannot be undone, known in advance from what a seat is shown."""

from collections.abc import Iterable

from .rules.state import Position
from .rules.vocabulary import MOVE_KIND, Move


def find_final(seen: Position, moves: Iterable[int]) -> set[int]:
    """The moves among these that hang a key face up, draw a key, or end the game."""
    is_last = sum(player.held for player in seen.players) == 1
    return {move for move in moves if MOVE_KIND[move] == Move.HANG or seen.pile > 0 or is_last}
