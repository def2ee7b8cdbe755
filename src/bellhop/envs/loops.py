"""The loops over a batch of games, few and broad, for each is compiled with all rules it reaches.

`rules`, `see` and `observe` are bound by `twin.interpreted` or `twin.compiled`.
"""

from typing import Any, NamedTuple

from bellhop.engine.dice import LOW_32, scramble
from bellhop.engine.records import Cells
from bellhop.envs.steps import deal, is_allowed, look, mark_legal, observe, reward, rules, see

__all__ = ["observe", "rules", "see"]  # bound here too

# What is to be done with every game; numbers to be added up.
CHECK = 32  # whether its move is allowed; if not, stop before it is made
DEAL = 1  # from its seed
PLAY = 2  # its move
RENEW = 4  # if that ended it, from its next seed
MARK = 8  # what is allowed
LOOK = 16  # what a seat is given
ON_TURN = -2  # that seat: whoever is on turn


class Desk(NamedTuple):
    """The arrays of a batch: a row for each game, but for `table` and `rooms`."""

    games: Any  # positions
    table: Any  # one position: seats and options
    rooms: Any  # a position for each thread, to write views in
    seeds: Cells  # what each game was dealt from
    moves: Cells
    masks: Any
    observations: Any
    rewards: Any  # by seat
    done: Cells  # has the last move ended a game?


class Part(NamedTuple):
    """What one call works on."""

    first: int
    last: int
    thread: int


def work(desk: Desk, part: Part, todo: int, seat: int, kind: int) -> int:
    """Do what is to be done with some games; the game whose move was refused, or -1."""
    for i in range(part.first, part.last):
        if todo & CHECK and not is_allowed(desk.games[i], desk.moves[i], len(desk.masks[i])):
            return i
        if todo & DEAL:
            begin(desk, i)
        if todo & PLAY:
            play(desk, i, todo, kind)
        game = desk.games[i]
        if todo & MARK:
            mark_legal(game, desk.masks[i])
        if todo & LOOK:
            eyes = game.turn if seat == ON_TURN else seat
            look(game, eyes, desk.rooms[part.thread], desk.observations[i])
    return -1


def begin(desk: Desk, i: int) -> None:
    """Begin a game from its seed."""
    desk.games[i] = desk.table[0]
    deal(desk.games[i], desk.seeds[i])


def play(desk: Desk, i: int, todo: int, kind: int) -> None:
    """Make an allowed move; the end of a game is paid out."""
    game = desk.games[i]
    rules.play(game, desk.moves[i])
    is_over = game.turn < 0
    desk.done[i] = is_over
    for seat in range(game.seats):
        desk.rewards[i][seat] = reward(game, seat, kind) if is_over else 0.0
    if is_over and todo & RENEW:
        desk.seeds[i] += len(desk.games)
        begin(desk, i)


def find_refused(desk: Desk, part: Part) -> int:
    """The first game whose move is refused, or -1."""
    for i in range(part.first, part.last):
        if not is_allowed(desk.games[i], desk.moves[i], len(desk.masks[i])):
            return i
    return -1


def draw(desk: Desk, part: Part, key: int) -> int:
    """Any marked move for each game, each equally likely; where it stopped."""
    for i in range(part.first, part.last):
        mask = desk.masks[i]
        allowed = 0
        for move in range(len(mask)):
            allowed += mask[move]
        pick = scramble(scramble(key) + i & LOW_32) * allowed >> 32
        move = 0
        while pick >= mask[move]:
            pick -= mask[move]
            move += 1
        desk.moves[i] = move
    return part.last
