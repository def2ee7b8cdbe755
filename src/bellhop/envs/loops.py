"""The loops over a batch of games, and the operations on a single game.

There are only a few, because each one is compiled together with all the rules it calls.

`rules`, `see`, `observe` and `advice` are bound by `twin.interpreted` or `twin.compiled`.
"""

from enum import IntEnum
from typing import Any, NamedTuple

from bellhop.engine.parts import ALLOWED
from bellhop.engine.playout import rules
from bellhop.engine.records import Cells
from bellhop.envs.arrays import (
    IDLE,
    NO_REPLY,
    ON_TURN,
    Arrays,
    Task,
    begin,
    let_rivals_reply,
    observer,
    reply,
)
from bellhop.envs.steps import draw_move, look, mark_legal, observe, pay_out, see

NONE_REFUSED = -1
REFUSED = -1  # in place of the number of replies


class Operation(IntEnum):
    """The operations on a single game; comments give the meaning of the number passed along."""

    DEAL = 0
    PLAY = 1  # a move
    MARK = 2
    LOOK = 3  # the seat whose observation to write
    SEE = 4  # the seat whose view to write
    IMAGINE = 5  # a dice word


class Chunk(NamedTuple):
    """The games that one call works on: from `first` to `last` - 1."""

    first: int
    last: int
    scratch: int  # index of the position to write views into


def work(arrays: Arrays, chunk: Chunk, task: Task, seat: int) -> int:
    """Do a task with some games, but not with idle ones; returns the index after the last one.

    If the moves are checked and game i refuses its own, nothing is done and the result is ~i.
    """
    # Passing all the arrays to another function takes as long as a move: only rare work does it.
    if task.checks:
        for i in range(chunk.first, chunk.last):
            if is_refused(arrays.masks[i], arrays.moves[i]):
                return ~i
    scratch = arrays.scratches[chunk.scratch]
    for i in range(chunk.first, chunk.last):
        if arrays.moves[i] == IDLE:
            continue
        game, learner = arrays.games[i], arrays.learners[i]
        if task.deals:
            begin(arrays, i, scratch, 0)
        elif task.plays and task.renews_first and arrays.done[i]:
            begin(arrays, i, scratch, len(arrays.games))
        elif task.plays:
            rules.play(game, arrays.moves[i])
            arrays.lengths[i] += 1
            if learner != ON_TURN:
                let_rivals_reply(arrays, i, scratch)
        if task.deals or task.plays:
            over = pay_out(game, arrays.points[i], arrays.shares[i])
            arrays.done[i] = over
            if over and task.renews:
                begin(arrays, i, scratch, len(arrays.games))
        if task.marks:
            mark_legal(game, arrays.masks[i])
        if task.looks:
            viewer = observer(game, learner if seat == ON_TURN else seat)
            if task.opens:
                observe(game, viewer, arrays.observations[i])
            else:
                look(game, viewer, scratch, arrays.observations[i])
    return chunk.last


def find_refused(arrays: Arrays, chunk: Chunk) -> int:
    """The first game whose move is not marked as legal, or NONE_REFUSED."""
    for i in range(chunk.first, chunk.last):
        if is_refused(arrays.masks[i], arrays.moves[i]):
            return i
    return NONE_REFUSED


def is_refused(mask: Cells, move: int) -> bool:
    """Is a move not marked as legal?"""
    return not (0 <= move < len(mask) and mask[move])


def draw(arrays: Arrays, chunk: Chunk, key: int) -> int:
    """Draw a random marked move for each game; returns the index after the last one."""
    for i in range(chunk.first, chunk.last):
        arrays.moves[i] = draw_move(arrays.masks[i], key, i)
    return chunk.last


def do(games: Any, operation: int, number: int, out: Cells) -> int:
    """Do one operation with the first of two games; the second is scratch space for a view.

    An illegal move is not played; the result is the reason for the refusal.
    """
    game, scratch = games[0], games[1]
    match operation:
        case Operation.DEAL:
            rules.setup(game)
        case Operation.PLAY:
            refusal = rules.why_not(game, number)
            if refusal != ALLOWED:
                return refusal
            rules.play(game, number)
        case Operation.MARK:
            mark_legal(game, out)
        case Operation.LOOK:
            look(game, number, scratch, out)
        case Operation.SEE:
            see(game, number, scratch)
        case Operation.IMAGINE:
            rules.imagine(game, number)
    return ALLOWED


def advance(
    games: Any, move: int, learner: int, rivals: Cells, key: int, number: int, made: Cells,
    mask: Cells, cells: Cells,
) -> int:  # fmt: skip
    """Play a move of a single game, and the replies of rivals; then write mask and observation.

    The mask is that of the current position.  `key` and the number of moves so far determine the
    choices of random rivals.  The replies go into `made`; when it is full, the rest is left to
    another call with IDLE.  Returns the number of replies, or REFUSED for an illegal move, which
    changes nothing.
    """
    game, scratch = games[0], games[1]
    if move != IDLE:
        if is_refused(mask, move):
            return REFUSED
        rules.play(game, move)
        number += 1
    replies = 0
    if learner != ON_TURN:
        answer = reply(game, learner, scratch, mask, rivals, key, number)
        while answer != NO_REPLY:
            rules.play(game, answer)
            made[replies] = answer
            replies += 1
            if replies == len(made):
                break
            answer = reply(game, learner, scratch, mask, rivals, key, number + replies)
    mark_legal(game, mask)
    look(game, observer(game, learner), scratch, cells)
    return replies


def settle(games: Any, points: Any, shares: Any) -> bool:
    """Write the points and shares of a single game, 0 before the end; is it over?"""
    return pay_out(games[0], points, shares)
