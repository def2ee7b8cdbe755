"""Whole games by advice alone, one call for very many, summed up as they end.

`rules`, `advice` and `figures` are bound by `twin.interpreted` or `twin.compiled`.
"""

from typing import Any, NamedTuple

from bellhop.bots.rollouts import best_rated
from bellhop.engine.dice import roll
from bellhop.engine.parts import UNBOUND, Figures
from bellhop.engine.playout import choose_any, deal, rules
from bellhop.engine.records import Cells
from bellhop.engine.seats import is_over
from bellhop.envs.steps import compare

figures: Figures = UNBOUND


class Sums(NamedTuple):
    """What is added up: by seat counted from the first player, by points, by figure and value."""

    wins: Any  # by place from the first player: shares of 60 parts
    points: Any  # by place from the first player
    spread: Any  # games by place and points
    times: Any  # by figure and its value: how often …
    gains: Any  # … what came of it, added up: a seat's margin, or the points of all …
    squares: Any  # … and its squares


class Scratch(NamedTuple):
    """Room for one game, its moves and its figures."""

    game: Any  # one position
    mask: Cells
    rows: Any  # the figures of each seat


def play_many(table: Any, scratch: Scratch, sums: Sums, first: int, last: int, wild: int) -> None:
    """Play a game from each seed; some moves in a hundred at random, so that games differ."""
    for seed in range(first, last):
        scratch.game[0] = table
        game = scratch.game[0]
        deal(game, seed)
        starter = game.turn
        for seat in range(game.seats):
            for figure in range(figures.COUNT):
                scratch.rows[seat][figure] = 0
        while not is_over(game):
            is_wild = roll(game, 100) < wild
            move = choose_any(game, scratch.mask) if is_wild else best_rated(game, scratch.mask)
            figures.watch(game, move, scratch.rows[game.turn])
            rules.play(game, move)
        points_of_all = 0
        for seat in range(game.seats):
            figures.note(game, seat, scratch.rows[seat])
            points_of_all += add(
                game, seat, (seat - starter) % game.seats, sums, scratch.rows[seat]
            )
        for figure in range(figures.OWN, figures.COUNT):
            tally(sums, figure, scratch.rows[starter][figure], points_of_all)


def add(game: Any, seat: int, place: int, sums: Sums, row: Cells) -> int:
    """Add one seat's result and say its points."""
    score, best_other, level = compare(game, seat)
    if score >= best_other:
        sums.wins[place] += 60 // level
    points = score // rules.POINT
    sums.points[place] += points
    sums.spread[place][min(max(points, 0), len(sums.spread[place]) - 1)] += 1
    margin = points - best_other // rules.POINT
    for figure in range(figures.OWN):
        tally(sums, figure, row[figure], margin)
    return points


def tally(sums: Sums, figure: int, value: int, gain: int) -> None:
    """Add what came of a figure's value."""
    sums.times[figure][value] += 1
    sums.gains[figure][value] += gain
    sums.squares[figure][value] += gain * gain
