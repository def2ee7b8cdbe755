"""The loops over a batch of games, and the operations on a single game.

There are only a few, because each one is compiled together with all the rules it calls.

`rules`, `see`, `observe` and `advice` are bound by `twin.interpreted` or `twin.compiled`.
"""

from enum import IntEnum
from typing import Any, NamedTuple

from bellhop.engine.parts import ALLOWED
from bellhop.engine.playout import rules
from bellhop.engine.records import Cells
from bellhop.envs.arrays import ON_TURN, Arrays, Task, move_on, observer
from bellhop.envs.steps import draw_move, look, mark_legal, observe, see

NONE_REFUSED = -1


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
    """Do a task with some games; returns the index after the last one."""
    scratch = arrays.scratches[chunk.scratch]
    for i in range(chunk.first, chunk.last):
        game = arrays.games[i]
        if task.deals or task.plays:
            move_on(arrays, i, scratch, task)
        if task.marks:
            mark_legal(game, arrays.masks[i])
        if task.looks:
            chosen = arrays.learners[i] if seat == ON_TURN else seat
            viewer = observer(game, chosen)
            if task.opens:
                observe(game, viewer, arrays.observations[i])
            else:
                look(game, viewer, scratch, arrays.observations[i])
    return chunk.last


def find_refused(arrays: Arrays, chunk: Chunk) -> int:
    """The first game whose move is not marked as legal, or NONE_REFUSED."""
    for i in range(chunk.first, chunk.last):
        mask, move = arrays.masks[i], arrays.moves[i]
        if not (0 <= move < len(mask) and mask[move]):
            return i
    return NONE_REFUSED


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
