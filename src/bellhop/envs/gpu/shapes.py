"""The sizes of a game on a GPU."""

import ctypes
from dataclasses import asdict, dataclass

from bellhop.engine.game import Game

WORD = 4  # bytes; positions are fetched in words
STEP = 8  # bytes of the widest numbers: dice, and the moves of a mask that are read at once
FEW = 8  # steps of a mask that need no memory: a thread has scratch for them in its registers
SEVERAL_A_TURN = 64  # moves: a game that tells no more apart takes several of them for a turn


@dataclass(frozen=True)
class Shape:
    """Bytes of a position, and the numbers of moves, cells observed, seats and branches (or 0)."""

    position: int
    moves: int
    cells: int
    seats: int
    branches: int

    @classmethod
    def of(cls, game: Game) -> "Shape":
        """The sizes of a game."""
        cells = game.observation.LAYOUT.size
        branches = getattr(game.branches, "COUNT", 0)
        return cls(ctypes.sizeof(game.position), len(game.moves), cells, game.players[-1], branches)

    @property
    def padded(self) -> int:
        """Bytes from one position to the next in shared memory.

        An odd number of steps, so that the same field of neighbours lies in different banks.
        """
        return self.position + (0 if self.position // STEP % 2 else STEP)

    @property
    def tasks(self) -> int:
        """What games by branches can wait for: to be dealt, to be closed, a choice or a move."""
        return 2 + 2 * self.branches

    @property
    def mask(self) -> int:
        """Bytes of a mask that is read several moves at a time."""
        return -(-self.moves // STEP) * STEP

    def as_numbers(self) -> dict[str, int]:
        """The sizes by name."""
        return asdict(self)
