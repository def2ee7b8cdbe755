"""Flat Monte Carlo: try the turns that are left on the same imagined deals, and add up margins.

A turn is one small move or several; how the rest of it is played is left to the simulation.
"""

from typing import Any, NamedTuple

from bellhop.bots.rollouts import advice, dice_word, margin, play_on, rules
from bellhop.engine.records import Cells


class Trial(NamedTuple):
    """The turns to be tried, and room to try them in."""

    moves: Cells  # of all turns, one after the other
    lasts: Cells  # for each turn, where the next one begins
    sums: Cells  # of the margins, by turn
    worlds: Any  # two positions: the imagined deal, and the game played on it
    mask: Cells


def try_turns(seen: Any, trial: Trial, first: int, last: int, key: int, wild: int) -> None:
    """Imagine the deals from `first` to before `last`, and play every turn out on each of them."""
    worlds = trial.worlds
    for number in range(first, last):
        worlds[0] = seen
        rules.imagine(worlds[0], dice_word(key, number))
        step = 0
        for i in range(len(trial.lasts)):
            worlds[1] = worlds[0]
            while step < trial.lasts[i]:
                rules.play(worlds[1], trial.moves[step])
                step += 1
            play_on(worlds[1], seen, trial.mask, wild)
            trial.sums[i] += margin(worlds[1], seen.turn)


def rate_moves(seen: Any, mask: Cells, ratings: Any) -> None:
    """Write how good each allowed move looks by advice alone."""
    rules.legal(seen, mask)
    for move in range(len(mask)):
        if mask[move]:
            ratings[move] = advice.rate(seen, move)
