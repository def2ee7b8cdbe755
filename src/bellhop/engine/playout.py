"""Random play of one game, a whole game in one call.

`rules` is bound by `twin.interpreted` or `twin.compiled`.
"""

from typing import Any

from bellhop.engine.dice import roll, shake
from bellhop.engine.parts import UNBOUND, Rules
from bellhop.engine.records import Cells, Position
from bellhop.engine.seats import is_over

rules: Rules = UNBOUND


def deal(game: Position, seed: int) -> None:
    """Deal a game from a seed; its seats and options are already set."""
    shake(game, seed)
    rules.setup(game)


def choose_any(game: Position, mask: Cells) -> int:
    """A random legal move; all are equally likely."""
    pick = roll(game, rules.legal(game, mask))
    move = 0
    while pick >= mask[move]:
        pick -= mask[move]
        move += 1
    return move


def play_out(game: Position, mask: Cells) -> int:
    """Play random moves to the end of the game; returns the number of moves."""
    moves = 0
    while not is_over(game):
        rules.play(game, choose_any(game, mask))
        moves += 1
    return moves


def play_many(games: Any, undealt: Any, first_seed: int, mask: Cells) -> int:
    """Play one game per seed, with the seats and options of `undealt`; returns the moves made."""
    moves = 0
    for i in range(len(games)):
        games[i] = undealt
        deal(games[i], first_seed + i)
        moves += play_out(games[i], mask)
    return moves


def play_moves(game: Position, moves: Cells, after: Any) -> None:
    """Play the given moves, and write the position after each one into `after`."""
    for i in range(len(moves)):
        rules.play(game, moves[i])
        after[i] = game


def score_many(games: Any, scores: Any) -> None:
    """Write the score of every seat in every game."""
    for i in range(len(games)):
        write_scores(games[i], scores[i])


def write_scores(game: Position, scores: Any) -> None:
    """Write the score of every seat in a game."""
    for seat in range(game.seats):
        scores[seat] = rules.score(game, seat)


def clone_many(games: Any, original: Any, times: int) -> None:
    """Copy one position over every game in an array, `times` times."""
    for _ in range(times):
        for i in range(len(games)):
            games[i] = original
