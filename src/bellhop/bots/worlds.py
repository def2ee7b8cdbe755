"""Loops over many imagined positions of one game, played on together.

`rules`, `see` (the rules' view) and `observe` are bound by `twin.interpreted` or `twin.compiled`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from bellhop.engine.parts import UNBOUND
from bellhop.engine.playout import rules, write_scores
from bellhop.engine.records import Cells
from bellhop.engine.seats import is_over

Look = Callable[[Any, int, Any], None]  # writes a seat's view or observation

see: Look = UNBOUND
observe: Look = UNBOUND


class Worlds(NamedTuple):
    """The arrays of many positions; all but `scratch` have one row per position."""

    games: Any
    scratch: Any  # one position to write views into
    moves: Cells
    masks: Any  # of legal moves
    choices: Cells  # the number of legal moves; 0 if the game is over
    cells: Any  # the observation of the seat whose turn it is
    scores: Any  # of every seat, if the game is over


def imagine_worlds(worlds: Worlds, views: Any, origins: Cells, words: Cells) -> None:
    """Fill every row with a deal imagined from one of the views."""
    for i in range(len(origins)):
        worlds.games[i] = views[origins[i]]
        rules.imagine(worlds.games[i], words[i])


def play_on(worlds: Worlds, rows: Cells, has_chosen: bool, whole: bool) -> None:
    """Play the chosen move, if there is one, and all forced ones; look at the next decision.

    With `whole`, the observation is of the whole position: for critics, never for choosing.
    """
    for row in range(len(rows)):
        i = rows[row]
        game, mask = worlds.games[i], worlds.masks[i]
        choices, move, has_move = 1, worlds.moves[i], has_chosen
        while choices == 1:
            if has_move:
                rules.play(game, move)
            choices = 0 if is_over(game) else rules.legal(game, mask)
            move, has_move = first_marked(mask), True
        worlds.choices[i] = choices
        if choices == 0:
            write_scores(game, worlds.scores[i])
        else:
            if whole:
                worlds.scratch[0] = game
            else:
                see(game, game.turn, worlds.scratch[0])
            observe(worlds.scratch[0], game.turn, worlds.cells[i])


def first_marked(mask: Cells) -> int:
    """The first move that is marked, or the last of all."""
    move = 0
    while move < len(mask) - 1 and not mask[move]:
        move += 1
    return move
