"""Many whole games in one call, by advice or with given moves; results are added up as games end.

`rules`, `advice` and `figures` are bound by `twin.interpreted` or `twin.compiled`.
"""

from typing import Any, NamedTuple

from bellhop.bots.rollouts import best_rated
from bellhop.engine.dice import roll
from bellhop.engine.parts import UNBOUND, Figures
from bellhop.engine.playout import choose_any, deal, rules
from bellhop.engine.records import Cells, Position
from bellhop.engine.seats import is_over
from bellhop.envs.steps import compare

VICTORY = 60  # parts of a victory: the least number that up to five winners can share evenly
figures: Figures = UNBOUND


class Tallies(NamedTuple):
    """The totals over many games; a place is a seat counted from the starting player."""

    wins: Any  # by place from the first player, in parts of a VICTORY
    points: Any  # by place from the first player
    spread: Any  # games by place and points
    times: Any  # by figure and its value: how often …
    gains: Any  # … what came of it, added up: a seat's margin, or the points of all …
    squares: Any  # … and its squares


class Scratch(NamedTuple):
    """Working memory for one game, its moves and its figures."""

    game: Any  # one position
    mask: Cells
    rows: Any  # the figures of each seat


def play_many(
    undealt: Any, scratch: Scratch, tallies: Tallies, first: int, last: int, wild: int
) -> None:
    """Play one game per seed; `wild` percent of the moves are random, so that games differ."""
    for seed in range(first, last):
        game = begin(undealt, scratch, seed)
        starter = game.turn
        while not is_over(game):
            is_wild = roll(game, 100) < wild
            move = choose_any(game, scratch.mask) if is_wild else best_rated(game, scratch.mask)
            make(game, move, scratch)
        count(game, starter, scratch, tallies)


def replay_many(undealt: Any, scratch: Scratch, tallies: Tallies, first: int, moves: Any) -> None:
    """Play one game per row of moves, which were chosen elsewhere, from the seed `first` on."""
    for number in range(len(moves)):
        game = begin(undealt, scratch, first + number)
        starter = game.turn
        made = 0
        while not is_over(game):
            make(game, moves[number][made], scratch)
            made += 1
        count(game, starter, scratch, tallies)


def begin(undealt: Any, scratch: Scratch, seed: int) -> Any:
    """Deal a game, with nothing noted of it yet."""
    scratch.game[0] = undealt
    game = scratch.game[0]
    deal(game, seed)
    for seat in range(game.seats):
        for figure in range(figures.COUNT):
            scratch.rows[seat][figure] = 0
    return game


def make(game: Position, move: int, scratch: Scratch) -> None:
    """Make a move, and note what the figures want to know of it."""
    figures.watch(game, move, scratch.rows[game.turn])
    rules.play(game, move)


def count(game: Position, starter: int, scratch: Scratch, tallies: Tallies) -> None:
    """Add a finished game to the tallies."""
    points_of_all = 0
    for seat in range(game.seats):
        figures.note(game, seat, scratch.rows[seat])
        points_of_all += add(game, seat, (seat - starter) % game.seats, tallies, scratch.rows[seat])
    for figure in range(figures.OWN, figures.COUNT):
        tally(tallies, figure, scratch.rows[starter][figure], points_of_all)


def add(game: Position, seat: int, place: int, tallies: Tallies, row: Cells) -> int:
    """Add one seat's result; returns its points."""
    score, best_other, level = compare(game, seat)
    if score >= best_other:
        tallies.wins[place] += VICTORY // level
    points = score // rules.POINT
    tallies.points[place] += points
    tallies.spread[place][min(max(points, 0), len(tallies.spread[place]) - 1)] += 1
    margin = points - best_other // rules.POINT
    for figure in range(figures.OWN):
        tally(tallies, figure, row[figure], margin)
    return points


def tally(tallies: Tallies, figure: int, value: int, gain: int) -> None:
    """Add one result for a figure's value."""
    tallies.times[figure][value] += 1
    tallies.gains[figure][value] += gain
    tallies.squares[figure][value] += gain * gain
