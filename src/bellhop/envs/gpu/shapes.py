"""The sizes of a game on a GPU."""

from dataclasses import asdict, dataclass

from bellhop.engine.game import Game
from bellhop.engine.twin import layout_of

WORD = 4  # bytes; positions are fetched in words
DOUBLE_WORD = 8  # bytes of a dice word, and of the part of a mask that is read at once
FEW_DOUBLE_WORDS = 8  # a mask of no more fits into a thread's registers
MAX_MOVES_BY_TURN = 64  # a game with no more kinds of moves takes several of them per turn


@dataclass(frozen=True)
class Shape:
    """Bytes per position, and numbers of moves, observed cells, seats and branches (or 0)."""

    position: int
    moves: int
    cells: int
    seats: int
    branches: int

    @classmethod
    def of(cls, game: Game) -> "Shape":
        """The sizes of a game."""
        size, cells = layout_of(game.position).itemsize, game.observation.LAYOUT.size
        branches = getattr(game.branches, "COUNT", 0)
        return cls(size, len(game.moves), cells, game.players[-1], branches)

    @property
    def padded(self) -> int:
        """Bytes from one position to the next in shared memory.

        An odd number of double words, so that equal fields of neighbours lie in different banks.
        """
        return self.position + (0 if self.position // DOUBLE_WORD % 2 else DOUBLE_WORD)

    @property
    def row(self) -> int:
        """Bytes of an observation in shared memory, in whole words."""
        return -(-self.cells // WORD) * WORD

    @property
    def tasks(self) -> int:
        """The number of tasks with branches: deal, close a round, choose and act on each branch."""
        return 2 + 2 * self.branches

    @property
    def mask(self) -> int:
        """Bytes of a mask, rounded up because several moves are read at once."""
        return -(-self.moves // DOUBLE_WORD) * DOUBLE_WORD

    def as_numbers(self) -> dict[str, int]:
        """The sizes by name."""
        return asdict(self)
