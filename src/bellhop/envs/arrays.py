"""One game of a batch: dealing, playing, and the moves of rivals; results go into the arrays.

`rules`, `see`, `observe` and `advice` are bound by `twin.interpreted` or `twin.compiled`.
"""

from typing import Any, NamedTuple

from bellhop.bots.rollouts import best_rated
from bellhop.engine.dice import roll
from bellhop.engine.playout import choose_any, deal, rules
from bellhop.engine.records import Cells
from bellhop.engine.seats import is_over
from bellhop.envs.steps import pay_out, see

ON_TURN = -2  # in place of a seat: the one whose turn it is


class Arrays(NamedTuple):
    """The arrays of a batch; all but `undealt` and `scratches` have one row per game."""

    games: Any  # positions
    undealt: Any  # one position per setup, with the seats and options
    setups: Cells  # which of those a game is dealt from
    scratches: Any  # positions to write views into, one per thread with others in between
    seeds: Cells  # that the games were dealt from
    learners: Cells  # the seat whose moves are given, or ON_TURN; rivals play the other seats
    moves: Cells
    masks: Any
    observations: Any
    points: Any  # by seat, of a game that has just ended
    shares: Any  # of the victory, likewise
    done: Cells  # did the last move end the game?


class Task(NamedTuple):
    """What to do with every game."""

    deals: bool = False  # deal it from its seed
    plays: bool = False  # play its move
    renews: bool = False  # if this move ended it, deal it from its next seed
    renews_first: bool = False  # if the previous move ended it, deal it instead of playing
    marks: bool = False  # write the mask of legal moves
    looks: bool = False  # write the observation
    opens: bool = False  # … of the whole position instead of a seat's view
    wild: int = 0  # percentage of random moves by rivals; the others follow the advice


def observer(game: Any, seat: int) -> int:
    """The seat whose observation is needed."""
    return game.turn if seat == ON_TURN else seat


def begin(arrays: Arrays, i: int, increment: int) -> None:
    """Increment a game's seed and deal the game from it."""
    arrays.seeds[i] += increment
    arrays.games[i] = arrays.undealt[arrays.setups[i]]
    deal(arrays.games[i], arrays.seeds[i])


def move_on(arrays: Arrays, i: int, scratch: Any, task: Task) -> None:
    """Deal a game or play its move, let rivals play, and write the results."""
    game = arrays.games[i]
    if task.deals or (task.renews_first and arrays.done[i]):
        begin(arrays, i, 0 if task.deals else len(arrays.games))
    else:
        rules.play(game, arrays.moves[i])
    if arrays.learners[i] >= 0:
        answer(game, arrays.learners[i], scratch, arrays.masks[i], task.wild)
    over = pay_out(game, arrays.points[i], arrays.shares[i])
    arrays.done[i] = over
    if over and task.renews:
        begin(arrays, i, len(arrays.games))


def answer(game: Any, learner: int, scratch: Any, mask: Cells, wild: int) -> None:
    """Let the rivals play, each from their own view, until it is the learner's turn."""
    while not is_over(game) and game.turn != learner:
        if wild > 0 and roll(game, 100) < wild:
            rules.play(game, choose_any(game, mask))
        else:
            see(game, game.turn, scratch)
            rules.play(game, best_rated(scratch, mask))
