"""A loop over many imagined positions: the moves that the game's advice rates best.

It is compiled only for games without a network.  `rules`, `advice` and `see` (the rules' view) are
bound by `twin.interpreted` or `twin.compiled`.
"""

from typing import Any

from bellhop.bots.rollouts import advice, best_rated
from bellhop.bots.worlds import see
from bellhop.engine.records import Cells

__all__ = ["advice"]


def advise(games: Any, rows: Cells, scratch: Any, mask: Cells, moves: Cells) -> None:
    """Choose a move in some rows, each from the view of the seat whose turn it is."""
    for row in range(len(rows)):
        game = games[rows[row]]
        see(game, game.turn, scratch[0])
        moves[rows[row]] = best_rated(scratch[0], mask)
