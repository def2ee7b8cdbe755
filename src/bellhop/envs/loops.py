"""The loops over a batch of games, and what is done with a single one.

They are few and broad, for each is compiled with all rules it reaches.

`rules`, `see`, `observe` and `advice` are bound by `twin.interpreted` or `twin.compiled`.
"""

from enum import IntEnum
from typing import Any, NamedTuple

from bellhop.engine.parts import ALLOWED
from bellhop.engine.playout import rules
from bellhop.engine.records import Cells
from bellhop.envs.arrays import ANYBODY, Arrays, Task, move_on, observer
from bellhop.envs.steps import draw_move, look, mark_legal, see

NONE_REFUSED = -1


class Deed(IntEnum):
    """What can be done with a single game, and what the number given with it means."""

    DEAL = 0
    PLAY = 1  # a move
    MARK = 2
    LOOK = 3  # the seat that is given its observation
    SEE = 4  # the seat that is given its view
    IMAGINE = 5  # dice


class Part(NamedTuple):
    """The games that one call works on."""

    first: int
    last: int
    scratch: int  # to write views in


def work(arrays: Arrays, part: Part, task: Task, seat: int) -> int:
    """Do what is to be done with some games; where they end."""
    scratch = arrays.scratches[part.scratch]
    for i in range(part.first, part.last):
        game = arrays.games[i]
        if task.deals or task.plays:
            move_on(arrays, i, scratch, task)
        if task.marks:
            mark_legal(game, arrays.masks[i])
        if task.looks:
            wanted = arrays.learners[i] if seat == ANYBODY else seat
            look(game, observer(game, wanted), scratch, arrays.observations[i])
    return part.last


def find_refused(arrays: Arrays, part: Part) -> int:
    """The first game whose move is not marked as allowed, or NONE_REFUSED."""
    for i in range(part.first, part.last):
        mask, move = arrays.masks[i], arrays.moves[i]
        if not (0 <= move < len(mask) and mask[move]):
            return i
    return NONE_REFUSED


def draw(arrays: Arrays, part: Part, key: int) -> int:
    """Any marked move for each game, each equally likely; where they end."""
    for i in range(part.first, part.last):
        arrays.moves[i] = draw_move(arrays.masks[i], key, i)
    return part.last


def do(games: Any, deed: int, number: int, out: Cells) -> int:
    """Do one thing with the first of two games; the second is scratch for a view.

    A refused move is not made, and answered with the reason.
    """
    game, scratch = games[0], games[1]
    match deed:
        case Deed.DEAL:
            rules.setup(game)
        case Deed.PLAY:
            refusal = rules.why_not(game, number)
            if refusal != ALLOWED:
                return refusal
            rules.play(game, number)
        case Deed.MARK:
            mark_legal(game, out)
        case Deed.LOOK:
            look(game, number, scratch, out)
        case Deed.SEE:
            see(game, number, scratch)
        case Deed.IMAGINE:
            rules.imagine(game, number)
    return ALLOWED
