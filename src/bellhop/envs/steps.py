"""The steps of an environment, for one game: legal moves, observations, rewards.

`rules`, `see` (the rules' view) and `observe` are bound by `twin.interpreted` or `twin.compiled`.
"""

from collections.abc import Callable
from typing import Any

from bellhop.engine.dice import LOW_32, scramble
from bellhop.engine.parts import UNBOUND
from bellhop.engine.playout import rules
from bellhop.engine.records import Cells, Position, blank
from bellhop.engine.seats import is_over

WIN, MARGIN, SCORE = 0, 1, 2  # kinds of reward

Look = Callable[[Any, int, Any], None]  # writes a seat's view or observation

see: Look = UNBOUND
observe: Look = UNBOUND


def mark_legal(game: Position, mask: Cells) -> None:
    """Mark the legal moves; none if the game is over."""
    if not is_over(game):
        rules.legal(game, mask)
    else:
        blank(mask)


def look(game: Position, seat: int, scratch: Position, out: Cells) -> None:
    """Write a seat's observation, based on its view."""
    see(game, seat, scratch)
    observe(scratch, seat, out)


def compare(game: Position, seat: int) -> tuple[int, int, int]:
    """A seat's score, its best opponent's score, and the number of seats with the seat's score."""
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


def reward(game: Position, seat: int, kind: int) -> float:
    """A seat's reward at the end of a game: its share of the victory, its margin or points."""
    score, best_other, level = compare(game, seat)
    if kind == WIN:
        return 1.0 / level if score >= best_other else 0.0
    points = score // rules.POINT
    if kind == MARGIN:
        points -= best_other // rules.POINT
    return 1.0 * points


def pay_out(game: Position, points: Any, shares: Any) -> bool:
    """Write every seat's points and share of the victory, 0 before the end; is the game over?"""
    over = is_over(game)
    for seat in range(game.seats):
        points[seat] = reward(game, seat, SCORE) if over else 0.0
        shares[seat] = reward(game, seat, WIN) if over else 0.0
    return over


def draw_move(mask: Cells, key: int, number: int) -> int:
    """A random marked move, all equally likely; a key and the game's number replace the dice.

    If a caller's mask has no marked move, this is the last move.
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
