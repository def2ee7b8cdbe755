"""One game of a batch: begun, moved on, answered by rivals; its results written into the arrays.

`rules`, `see`, `observe` and `advice` are bound by `twin.interpreted` or `twin.compiled`.
"""

from typing import Any, NamedTuple

from bellhop.bots.rollouts import best_rated
from bellhop.engine.dice import roll
from bellhop.engine.playout import choose_any, deal, rules
from bellhop.engine.records import Cells
from bellhop.engine.seats import is_over
from bellhop.envs.steps import pay_out, see

ANYBODY = -2  # asked for moves, and given observations: whoever is on turn


class Arrays(NamedTuple):
    """The arrays of a batch: a row for each game, but for `table` and `scratches`."""

    games: Any  # positions
    table: Any  # one position: seats and options
    scratches: Any  # positions to write views in, one for each thread and others to keep them apart
    seeds: Cells  # what each game was dealt from
    learners: Cells  # the seat that moves are asked of, or ANYBODY; others are played by rivals
    moves: Cells
    masks: Any
    observations: Any
    rewards: Any  # by seat
    done: Cells  # has the last move ended a game?


class Task(NamedTuple):
    """What is to be done with every game, and how."""

    deals: bool = False  # from its seed
    plays: bool = False  # its move
    renews: bool = False  # if that ended it: dealt from its next seed
    renews_first: bool = False  # if the move before ended it: dealt instead of its move
    marks: bool = False  # what is allowed
    looks: bool = False  # what a seat is given
    reward: int = 0  # the kind of rewards
    wild: int = 0  # percentage of random moves of the rivals; the others are by advice


def observer(game: Any, seat: int) -> int:
    """The seat whose observation is wanted."""
    return game.turn if seat == ANYBODY else seat


def begin(arrays: Arrays, i: int, step: int) -> None:
    """Begin a game from its seed, or from one `step` further on."""
    arrays.seeds[i] += step
    arrays.games[i] = arrays.table[0]
    deal(arrays.games[i], arrays.seeds[i])


def move_on(arrays: Arrays, i: int, scratch: Any, task: Task) -> None:
    """Deal, or make an allowed move; let rivals answer; pay the end of a game out."""
    game = arrays.games[i]
    if task.deals or (task.renews_first and arrays.done[i]):
        begin(arrays, i, 0 if task.deals else len(arrays.games))
    else:
        rules.play(game, arrays.moves[i])
    if arrays.learners[i] >= 0:
        answer(game, arrays.learners[i], scratch, arrays.masks[i], task.wild)
    over = pay_out(game, arrays.rewards[i], task.reward)
    arrays.done[i] = over
    if over and task.renews:
        begin(arrays, i, len(arrays.games))


def answer(game: Any, learner: int, scratch: Any, mask: Cells, wild: int) -> None:
    """Let the rivals move, each from its own view, until the learner is on turn."""
    while not is_over(game) and game.turn != learner:
        if wild > 0 and roll(game, 100) < wild:
            rules.play(game, choose_any(game, mask))
        else:
            see(game, game.turn, scratch)
            rules.play(game, best_rated(scratch, mask))
