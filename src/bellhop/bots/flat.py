"""Flat Monte Carlo: try the moves that are left on the same imagined deals, and add up margins."""

from typing import Any, NamedTuple

from bellhop.bots.rollouts import advice, dice_word, margin, play_on, rules
from bellhop.engine.records import Cells


class Trial(NamedTuple):
    """The moves to be tried, and room to try them in."""

    moves: Cells
    sums: Cells  # of the margins, by move
    worlds: Any  # two positions: the imagined deal, and the game played on it
    mask: Cells


def try_moves(seen: Any, trial: Trial, first: int, last: int, key: int, wild: int) -> None:
    """Imagine the deals from `first` to before `last`, and play every move out on each of them."""
    worlds = trial.worlds
    for number in range(first, last):
        worlds[0] = seen
        rules.imagine(worlds[0], dice_word(key, number))
        for i in range(len(trial.moves)):
            worlds[1] = worlds[0]
            rules.play(worlds[1], trial.moves[i])
            play_on(worlds[1], seen, trial.mask, wild)
            trial.sums[i] += margin(worlds[1], seen.turn)


def rate_moves(seen: Any, mask: Cells, ratings: Any) -> None:
    """Write how good each allowed move looks by advice alone."""
    rules.legal(seen, mask)
    for move in range(len(mask)):
        if mask[move]:
            ratings[move] = advice.rate(seen, move)
