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

# What is to be done with a game.  For a batch these numbers are added up.
DEAL = 1  # from its seed
PLAY = 2  # its move
RENEW = 4  # if that ended it, from its next seed
MARK = 8  # what is allowed
LOOK = 16  # what a seat is given
AGAIN = 32  # if the move before ended it, from its next seed instead of a move
SEE = 64  # with a single game only: what a seat knows
IMAGINE = 128  # with a single game only: what a view does not show

ANYBODY = -2  # asked for moves, and given observations: whoever is on turn


class Desk(NamedTuple):
    """The arrays of a batch: a row for each game, but for `table` and `rooms`."""

    games: Any  # positions
    table: Any  # one position: seats and options
    rooms: Any  # positions to write views in, one for each thread and others to keep them apart
    seeds: Cells  # what each game was dealt from
    learners: Cells  # the seat that moves are asked of, or ANYBODY; others are played by rivals
    moves: Cells
    masks: Any
    observations: Any
    rewards: Any  # by seat
    done: Cells  # has the last move ended a game?


class Task(NamedTuple):
    """What is to be done, and how."""

    todo: int
    kind: int  # of rewards
    wild: int  # percentage of random moves of the rivals; the others are by advice


def observer(game: Any, seat: int) -> int:
    """The seat whose observation is wanted."""
    return game.turn if seat == ANYBODY else seat


def begin(desk: Desk, i: int, step: int) -> None:
    """Begin a game from its seed, or from one `step` further on."""
    desk.seeds[i] += step
    desk.games[i] = desk.table[0]
    deal(desk.games[i], desk.seeds[i])


def move_on(desk: Desk, i: int, room: Any, task: Task) -> None:
    """Deal, or make an allowed move; let rivals answer; pay the end of a game out."""
    game = desk.games[i]
    if task.todo & DEAL or (task.todo & AGAIN and desk.done[i]):
        begin(desk, i, 0 if task.todo & DEAL else len(desk.games))
    else:
        rules.play(game, desk.moves[i])
    if desk.learners[i] >= 0:
        answer(game, desk.learners[i], room, desk.masks[i], task.wild)
    over = pay_out(game, desk.rewards[i], task.kind)
    desk.done[i] = over
    if over and task.todo & RENEW:
        begin(desk, i, len(desk.games))


def answer(game: Any, learner: int, room: Any, mask: Cells, wild: int) -> None:
    """Let the rivals move, each from its own view, until the learner is on turn."""
    while not is_over(game) and game.turn != learner:
        if wild > 0 and roll(game, 100) < wild:
            rules.play(game, choose_any(game, mask))
        else:
            see(game, game.turn, room)
            rules.play(game, best_rated(room, mask))
