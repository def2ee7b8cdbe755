"""One game, one step: allowed moves, a move, what a seat is given, what the end is worth.

`rules`, `see` (the rules' view) and `observe` are bound by `twin.interpreted` or `twin.compiled`.
"""

from collections.abc import Callable
from typing import Any

from bellhop.engine.dice import LOW_32, scramble
from bellhop.engine.parts import UNBOUND
from bellhop.engine.playout import rules
from bellhop.engine.records import Cells, blank
from bellhop.engine.seats import is_over

WIN, MARGIN, SCORE = 0, 1, 2  # kinds of rewards

Look = Callable[[Any, int, Any], None]  # writes what a seat is given of a position

see: Look = UNBOUND
observe: Look = UNBOUND


def mark_legal(game: Any, mask: Cells) -> None:
    """Mark the allowed moves: none when the game is over."""
    if not is_over(game):
        rules.legal(game, mask)
    else:
        blank(mask)


def look(game: Any, seat: int, scratch: Any, out: Cells) -> None:
    """Write a seat's observation, made from its view."""
    see(game, seat, scratch)
    observe(scratch, seat, out)


def compare(game: Any, seat: int) -> tuple[int, int, int]:
    """A seat's score, the best score of the others, and how many seats have this seat's score."""
    score = rules.score(game, seat)
    best_other = score
    level = 1
    is_first = True
    for other in range(game.seats):
        if other != seat:
            theirs = rules.score(game, other)
            level += theirs == score
            if is_first or theirs > best_other:
                best_other = theirs
            is_first = False
    return score, best_other, level


def reward(game: Any, seat: int, kind: int) -> float:
    """What the end of a game is worth to a seat: its share of the victory, its margin or points."""
    score, best_other, level = compare(game, seat)
    if kind == WIN:
        return 1.0 / level if score >= best_other else 0.0
    points = score // rules.POINT
    if kind == MARGIN:
        points -= best_other // rules.POINT
    return 1.0 * points


def pay_out(game: Any, rewards: Any, kind: int) -> bool:
    """Write every seat's reward, which is nothing before the end; is the game over?"""
    over = is_over(game)
    for seat in range(game.seats):
        rewards[seat] = reward(game, seat, kind) if over else 0.0
    return over


def draw_move(mask: Cells, key: int, number: int) -> int:
    """Any marked move, each equally likely, by a key and the number of a game instead of dice.

    Masks may come from a caller who has marked nothing: then it is the last move.
    """
    allowed = 0
    for move in range(len(mask)):
        allowed += mask[move]
    pick = scramble(scramble(key) + number & LOW_32) * allowed >> 32
    move = 0
    while move < len(mask) - 1 and pick >= mask[move]:
        pick -= mask[move]
        move += 1
    return move
