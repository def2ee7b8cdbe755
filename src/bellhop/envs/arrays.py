"""One game of a batch: dealing, and the replies of rivals; results go into the arrays.

`rules`, `see`, `observe` and `advice` are bound by `twin.interpreted` or `twin.compiled`.
"""

from typing import Any, NamedTuple

from bellhop.bots.rollouts import best_rated
from bellhop.engine.dice import LOW_32
from bellhop.engine.playout import deal, rules
from bellhop.engine.records import Cells, Position
from bellhop.engine.seats import is_over
from bellhop.envs.steps import draw_move, see

ON_TURN = -2  # in place of a seat: the one whose turn it is
IDLE = -1  # in place of a move: this game is left as it is
NO_REPLY = -1  # in place of a move: no rival replies here

# How a rival chooses: by the game's advice, at random, or somewhere else, outside the loops.
ADVISED, RANDOM, ELSEWHERE = 0, 1, 2


class Arrays(NamedTuple):
    """The arrays of a batch; all but `undealt`, `scratches` and `rivals` have a row per game."""

    games: Any  # positions
    undealt: Any  # one position per setup, with the seats and options
    setups: Cells  # which of those a game is dealt from
    scratches: Any  # positions to write views into, one per thread with others in between
    seeds: Cells  # that the games were dealt from
    lengths: Cells  # the number of moves made so far
    learners: Cells  # the seat whose moves are given, or ON_TURN; rivals play the other seats
    rivals: Cells  # how the seats after the learner choose, the same in all games
    moves: Cells  # or IDLE
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
    checks: bool = False  # first look for illegal moves, and do nothing if there is one


def observer(game: Position, seat: int) -> int:
    """The seat whose observation is needed."""
    return game.turn if seat == ON_TURN else seat


def begin(arrays: Arrays, i: int, scratch: Position, increment: int) -> None:
    """Increment a game's seed, deal the game from it, and let rivals begin."""
    arrays.seeds[i] += increment
    arrays.lengths[i] = 0
    arrays.games[i] = arrays.undealt[arrays.setups[i]]
    deal(arrays.games[i], arrays.seeds[i])
    let_rivals_reply(arrays, i, scratch)


def let_rivals_reply(arrays: Arrays, i: int, scratch: Position) -> None:
    """Play the moves of the rivals that choose in the loops, until it is the learner's turn."""
    learner = arrays.learners[i]
    if learner != ON_TURN:
        game, key, mask = arrays.games[i], arrays.seeds[i], arrays.masks[i]
        move = reply(game, learner, scratch, mask, arrays.rivals, key, arrays.lengths[i])
        while move != NO_REPLY:
            rules.play(game, move)
            arrays.lengths[i] += 1
            move = reply(game, learner, scratch, mask, arrays.rivals, key, arrays.lengths[i])


def reply(
    game: Position,
    learner: int,
    scratch: Position,
    mask: Cells,
    rivals: Cells,
    key: int,
    number: int,
) -> int:
    """The move of the rival whose turn it is, chosen from its own view, or NO_REPLY.

    A random rival draws by a key and the number of its move, so that it leaves the dice alone and
    the moves of a game can be replayed.
    """
    if is_over(game) or game.turn == learner:
        return NO_REPLY
    kind = rivals[(game.turn + game.seats - learner) % game.seats - 1]
    if kind == RANDOM:
        rules.legal(game, mask)
        return draw_move(mask, key & LOW_32, number)
    if kind == ADVISED:
        see(game, game.turn, scratch)
        return best_rated(scratch, mask)
    return NO_REPLY
