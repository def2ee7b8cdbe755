"""The loops over a batch of games, and what is done with a single one.

They are few and broad, for each is compiled with all rules it reaches.

`rules`, `see`, `observe` and `advice` are bound by `twin.interpreted` or `twin.compiled`.
"""

from typing import Any, NamedTuple

from bellhop.engine.parts import ALLOWED
from bellhop.engine.playout import rules
from bellhop.engine.records import Cells
from bellhop.envs.desk import (
    AGAIN,
    ANYBODY,
    DEAL,
    IMAGINE,
    LOOK,
    MARK,
    PLAY,
    SEE,
    Desk,
    Task,
    move_on,
    observer,
)
from bellhop.envs.steps import draw_move, is_allowed, look, mark_legal, see


class Part(NamedTuple):
    """The games that one call works on."""

    first: int
    last: int
    room: int  # to write views in


def work(desk: Desk, part: Part, task: Task, seat: int) -> int:
    """Do what is to be done with some games; where they end."""
    room = desk.rooms[part.room]
    for i in range(part.first, part.last):
        game, todo = desk.games[i], task.todo
        if todo & (DEAL | AGAIN | PLAY):
            move_on(desk, i, room, task)
        if todo & MARK:
            mark_legal(game, desk.masks[i])
        if todo & LOOK:
            wanted = desk.learners[i] if seat == ANYBODY else seat
            look(game, observer(game, wanted), room, desk.observations[i])
    return part.last


def find_refused(desk: Desk, part: Part) -> int:
    """The first game whose move is refused, or -1."""
    for i in range(part.first, part.last):
        if not is_allowed(desk.games[i], desk.moves[i], len(desk.masks[i])):
            return i
    return -1


def draw(desk: Desk, part: Part, key: int) -> int:
    """Any marked move for each game, each equally likely; where they end."""
    for i in range(part.first, part.last):
        desk.moves[i] = draw_move(desk.masks[i], key, i)
    return part.last


def do(games: Any, todo: int, number: int, out: Cells) -> int:
    """Do one thing with the first of two games, the second is room for a view.

    The number is a move to PLAY, a seat to SEE or LOOK, or dice to IMAGINE with; a refused move
    is not made, and answered with the reason.
    """
    game, room = games[0], games[1]
    if todo == DEAL:
        rules.setup(game)
    elif todo == PLAY:
        refusal = rules.why_not(game, number)
        if refusal != ALLOWED:
            return refusal
        rules.play(game, number)
    elif todo == MARK:
        mark_legal(game, out)
    elif todo == LOOK:
        look(game, number, room, out)
    elif todo == SEE:
        see(game, number, room)
    elif todo == IMAGINE:
        rules.imagine(game, number)
    return ALLOWED
