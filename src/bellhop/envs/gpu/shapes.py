"""The sizes of a game on a GPU, and the numbers that its kernels are told."""

import ctypes
from dataclasses import asdict, dataclass

from bellhop.engine.features import observation_of
from bellhop.engine.game import Game

WORD = 4  # bytes; positions are fetched in words
STEP = 8  # bytes; what a position must be a multiple of, for its dice

# What the kernel `step` is to do; numbers to be added up.
DEAL = 1  # every game, from its seed
PLAY = 2  # a move of every game
RENEW = 4  # what ended by that, from its next seed
ON_TURN = -2  # the seat whose observation is wanted: whoever is on turn


@dataclass(frozen=True)
class Shape:
    """Bytes of a position, number of moves, cells of an observation, and seats."""

    position: int
    moves: int
    cells: int
    seats: int

    @classmethod
    def of(cls, game: Game) -> "Shape":
        """The sizes of a game."""
        cells = observation_of(game).LAYOUT.size
        return cls(ctypes.sizeof(game.position), len(game.moves), cells, game.players[-1])

    @property
    def padded(self) -> int:
        """Bytes from one position to the next in shared memory.

        An odd number of steps, so that the same field of neighbours lies in different banks.
        """
        return self.position + (0 if self.position // STEP % 2 else STEP)

    def as_numbers(self) -> dict[str, int]:
        """The sizes by name."""
        return asdict(self)
