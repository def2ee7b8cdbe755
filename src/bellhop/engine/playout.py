"""Random play over the rules of one game, a whole game in one call.

`rules` is bound by `twin.interpreted` or `twin.compiled`.
"""

from typing import Any

from bellhop.engine.dice import roll, shake
from bellhop.engine.parts import UNBOUND, Rules
from bellhop.engine.records import Cells
from bellhop.engine.seats import is_over

rules: Rules = UNBOUND


def deal(game: Any, seed: int) -> None:
    """Begin a game from a seed; its seats and options are already written."""
    shake(game, seed)
    rules.setup(game)


def choose_any(game: Any, mask: Cells) -> int:
    """Any allowed move, each equally likely."""
    pick = roll(game, rules.legal(game, mask))
    move = 0
    while pick >= mask[move]:
        pick -= mask[move]
        move += 1
    return move


def play_out(game: Any, mask: Cells) -> int:
    """Play at random until nobody is to move; the number of moves made."""
    moves = 0
    while not is_over(game):
        rules.play(game, choose_any(game, mask))
        moves += 1
    return moves


def play_many(games: Any, table: Any, first_seed: int, mask: Cells) -> int:
    """Play one game from each seed, all with the seats and options of `table`; the moves made."""
    moves = 0
    for i in range(len(games)):
        games[i] = table
        deal(games[i], first_seed + i)
        moves += play_out(games[i], mask)
    return moves


def play_moves(game: Any, moves: Cells, after: Any) -> None:
    """Play given moves, and write the position after each of them."""
    for i in range(len(moves)):
        rules.play(game, moves[i])
        after[i] = game


def score_many(games: Any, scores: Any) -> None:
    """Write the score of every seat of every game."""
    for i in range(len(games)):
        write_scores(games[i], scores[i])


def write_scores(game: Any, scores: Any) -> None:
    """Write the score of every seat of a game."""
    for seat in range(game.seats):
        scores[seat] = rules.score(game, seat)


def clone_many(games: Any, table: Any, times: int) -> None:
    """Write one position over every game of an array, again and again."""
    for _ in range(times):
        for i in range(len(games)):
            games[i] = table
