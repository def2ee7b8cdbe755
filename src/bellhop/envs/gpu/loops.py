"""What a thread of the GPU does with its game.

`rules`, `see` and `observe` are bound by `twin.translated`, or in tests by `twin.interpreted`.
"""

from typing import Any

from bellhop.engine.playout import play_out
from bellhop.engine.records import Cells
from bellhop.envs.desk import ANYBODY
from bellhop.envs.steps import deal, draw_move, mark_legal, observe, pay_out, rules, see

__all__ = ["draw_move", "observe", "see"]  # called by kernels as they are


def play_game(game: Any, seed: int, mask: Cells, scores: Any) -> int:
    """Deal a game and play it at random to its end; the number of moves made."""
    deal(game, seed)
    moves = play_out(game, mask)
    for seat in range(game.seats):
        scores[seat] = rules.score(game, seat)
    return moves


def make_move(game: Any, move: int, rewards: Any, kind: int) -> bool:
    """Make an allowed move and pay out the end of the game; is it over?"""
    rules.play(game, move)
    return pay_out(game, rewards, kind)


def offer_moves(game: Any, begins: bool, seed: int, mask: Cells) -> None:
    """Mark what is allowed, in a game that goes on or begins."""
    if begins:
        deal(game, seed)
    mark_legal(game, mask)


def observer(game: Any, seat: int) -> int:
    """The seat whose observation is wanted."""
    return game.turn if seat == ANYBODY else seat
