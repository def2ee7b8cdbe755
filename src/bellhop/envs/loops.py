"""The loops over a batch of games, few and broad, for each is compiled with all rules it reaches.

`rules`, `see`, `observe` and `advice` are bound by `twin.interpreted` or `twin.compiled`.
"""

from typing import NamedTuple

from bellhop.envs.desk import AGAIN, ANYBODY, CHECK, DEAL, LOOK, MARK, PLAY, Desk, Task, move_on
from bellhop.envs.steps import draw_move, is_allowed, look, mark_legal


class Part(NamedTuple):
    """The games that one call works on."""

    first: int
    last: int
    room: int  # to write views in


def work(desk: Desk, part: Part, task: Task, seat: int) -> int:
    """Do what is to be done with some games; the game whose move was refused, or -1."""
    room = desk.rooms[part.room]
    for i in range(part.first, part.last):
        game, todo = desk.games[i], task.todo
        if todo & CHECK and not is_allowed(game, desk.moves[i], len(desk.masks[i])):
            return i
        if todo & (DEAL | AGAIN | PLAY):
            move_on(desk, i, room, task)
        if todo & MARK:
            mark_legal(game, desk.masks[i])
        if todo & LOOK:
            eyes = desk.learners[i] if seat == ANYBODY else seat
            look(game, game.turn if eyes == ANYBODY else eyes, room, desk.observations[i])
    return -1


def find_refused(desk: Desk, part: Part) -> int:
    """The first game whose move is refused, or -1."""
    for i in range(part.first, part.last):
        if not is_allowed(desk.games[i], desk.moves[i], len(desk.masks[i])):
            return i
    return -1


def draw(desk: Desk, part: Part, key: int) -> int:
    """Any marked move for each game, each equally likely; where it stopped."""
    for i in range(part.first, part.last):
        desk.moves[i] = draw_move(desk.masks[i], key, i)
    return part.last
