"""How good a position is for every seat, judged from what one of them knows.

A network judges a position at a decision of the seat whose view it is, because that is what it has
learnt.  At any other moment some deals are imagined and played on by the network until that seat
has to decide, and the mean is taken.  Where no network fits, the game's advice plays the imagined
deals to the end.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from bellhop.bots.evaluators import Evaluator, Results, evaluator_of
from bellhop.bots.simulating import Crowd, Loops, follow, loops_of
from bellhop.bots.trained import observe
from bellhop.bots.trials import MAX_ROWS, half_interval
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import SPECTATOR, is_over

DEALS = 16  # imagined per view, with a network
DEALS_WITHOUT_NETWORK = 256


class SeatView(NamedTuple):
    """A view, and the seat it belongs to; a SPECTATOR has none."""

    seen: Position
    seat: int


@dataclass(frozen=True)
class Judgement:
    """What every seat may expect, as far as one of them knows."""

    seat: int  # who judges, or SPECTATOR
    chances: tuple[float, ...]  # to win, by seat; ties are shared, so they add up to one
    points: tuple[float, ...]  # expected at the end, by seat
    half: float  # half of the 95 % interval of the chances that comes from imagining deals
    tries: int  # imagined deals; 0 if the network judged directly, or if the game is over


def judge(
    game: Game,
    seen: Position,
    seat: int | None = None,
    *,
    seed: int = 0,
    deals: int | None = None,
    loops: Loops | None = None,
) -> Judgement:
    """Judge a position from the view of a seat, by default of the one whose turn it is."""
    view = SeatView(seen, seen.turn if seat is None else seat)
    which = None if deals is None else range(deals)
    return judge_all(game, [view], seed=seed, deals=which, loops=loops)[0]


def judge_all(
    game: Game,
    views: Sequence[SeatView],
    *,
    seed: int = 0,
    deals: range | None = None,
    loops: Loops | None = None,
) -> list[Judgement]:
    """Judge many positions of one table together, which is much faster than one by one.

    The deals with the same number have the same dice, so other deals can be judged later.
    """
    if not views:
        return []
    evaluator = evaluator_of(game, views[0].seen.seats)
    judged: dict[int, Judgement] = {}
    deciding, others = list[int](), list[int]()
    for number, view in enumerate(views):
        if is_over(view.seen):
            judged[number] = _result_of(game, view)
        elif evaluator and view.seat == view.seen.turn and len(game.legal_moves(view.seen)) > 1:
            deciding.append(number)
        else:
            others.append(number)
    if evaluator and deciding:
        found = _judge_decisions(game, evaluator, [views[number] for number in deciding])
        judged |= dict(zip(deciding, found, strict=True))
    if others:
        loops = loops or loops_of(game)
        deals = deals or range(DEALS if evaluator else DEALS_WITHOUT_NETWORK)
        size = max(1, MAX_ROWS // len(deals))
        for first in range(0, len(others), size):
            part = others[first : first + size]
            found = _imagine(loops, evaluator, [views[number] for number in part], seed, deals)
            judged |= dict(zip(part, found, strict=True))
    return [judged[number] for number in range(len(views))]


def _result_of(game: Game, view: SeatView) -> Judgement:
    """The result of a finished game."""
    winners = game.winners(view.seen)
    chances = tuple((seat in winners) / len(winners) for seat in range(view.seen.seats))
    return Judgement(view.seat, chances, tuple(map(float, game.points(view.seen))), 0.0, 0)


def _judge_decisions(
    game: Game, evaluator: Evaluator, views: Sequence[SeatView]
) -> list[Judgement]:
    """What the network expects where the seats have to decide themselves."""
    cells = np.stack([observe(game, view.seen) for view in views])
    turns = np.array([view.seat for view in views], np.int8)
    results = evaluator.judge(evaluator.think(cells), cells, turns)
    return [
        Judgement(view.seat, tuple(shares), tuple(points), 0.0, 0)
        for view, shares, points in zip(
            views, results.shares.tolist(), results.points.tolist(), strict=True
        )
    ]


def _imagine(
    loops: Loops, evaluator: Evaluator | None, views: Sequence[SeatView], seed: int, deals: range
) -> list[Judgement]:
    """The means over imagined deals, played on until the seats have to decide."""
    crowd = Crowd(loops, len(views) * len(deals), views[0].seen.seats)
    crowd.imagine([view.seen for view in views], deals, seed)
    crowd.look()
    seats = np.repeat(np.array([view.seat for view in views], np.int8), len(deals))
    results = follow(crowd, evaluator, seats)
    return [
        summarise(view.seat, Results(shares, points))
        for view, shares, points in zip(
            views,
            np.split(results.shares, len(views)),
            np.split(results.points, len(views)),
            strict=True,
        )
    ]


def summarise(seat: int, results: Results) -> Judgement:
    """The mean over some deals."""
    shares, points = results.shares.mean(0), results.points.mean(0)
    shares = shares / shares.sum()
    own = 0 if seat == SPECTATOR else seat
    return Judgement(
        seat,
        tuple(shares.tolist()),
        tuple(points.tolist()),
        half_interval(results.shares[:, own]),
        len(results.shares),
    )
