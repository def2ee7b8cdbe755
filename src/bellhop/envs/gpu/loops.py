"""What a thread of the GPU does with its game.

`rules`, `see` and `observe` are bound by `twin.translated`, or in tests by `twin.interpreted`.
"""

from typing import Any

from bellhop.engine.dice import LOW_32, scramble
from bellhop.engine.playout import play_out
from bellhop.engine.records import Cells
from bellhop.envs.loops import ON_TURN
from bellhop.envs.steps import deal, mark_legal, observe, reward, rules, see

__all__ = ["observe", "rules", "see"]  # bound here too


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
    is_over: bool = game.turn < 0
    for seat in range(game.seats):
        rewards[seat] = reward(game, seat, kind) if is_over else 0.0
    return is_over


def offer_moves(game: Any, begins: bool, seed: int, mask: Cells) -> None:
    """Mark what is allowed, in a game that goes on or begins."""
    if begins:
        deal(game, seed)
    mark_legal(game, mask)


def observer(game: Any, seat: int) -> int:
    """The seat whose observation is wanted."""
    return game.turn if seat == ON_TURN else seat


def draw_move(mask: Cells, key: int, number: int) -> int:
    """Any marked move, each equally likely; another key, or number of the game, draws another."""
    allowed = 0
    for move in range(len(mask)):
        allowed += mask[move]
    pick = scramble(scramble(key) + number & LOW_32) * allowed >> 32
    move = 0
    while move < len(mask) - 1 and pick >= mask[move]:
        pick -= mask[move]
        move += 1
    return move
