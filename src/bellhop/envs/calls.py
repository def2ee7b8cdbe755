"""The loops that single games call, ready for their arguments."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bellhop.engine.game import Game
from bellhop.engine.twin import Twin

NO_CELLS: NDArray[np.int8] = np.zeros(0, np.int8)
NO_NUMBERS: NDArray[np.int64] = np.zeros(0, np.int64)


class Calls(NamedTuple):
    """What can be done with a single game; `envs/loops.py` says how."""

    do: Callable[..., int]
    advance: Callable[..., int]
    settle: Callable[..., bool]


@cache
def calls_of(game: Game, made: Twin) -> Calls:
    """The calls for the positions of a game."""
    games = made.take(game.array(2))
    cells, numbers = made.rows(NO_CELLS), made.rows(NO_NUMBERS)
    floats = made.rows(np.zeros(0))
    return Calls(
        made.direct("do", games, 0, 0, cells),
        made.direct("advance", games, 0, 0, numbers, 0, 0, numbers, cells, cells),
        made.direct("settle", games, floats, floats),
    )
