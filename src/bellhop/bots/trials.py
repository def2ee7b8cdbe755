"""Trying moves on imagined deals: every move meets the same deals, the better ones more of them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bellhop.bots.evaluators import Evaluator, Results
from bellhop.bots.networks import Floats
from bellhop.bots.simulating import NEXT_DECISION, Crowd, Horizon, Loops, follow
from bellhop.engine.records import Position

MAX_ROWS = 512  # played on together
Z_95 = 1.959964
PLAN = -1  # instead of a move: the trial's plan


class Trial:
    """Some moves of the seat whose turn it is, with what became of them on every deal so far.

    PLAN is not a move, but several decisions of the seat one after another.
    """

    def __init__(
        self,
        loops: Loops,
        evaluator: Evaluator | None,
        seen: Position,
        moves: Sequence[int],
        key: int,
        horizon: Horizon = NEXT_DECISION,
        plan: Sequence[int] = (),
    ) -> None:
        self.seen, self.moves, self.seat, self.plan = seen, list(moves), seen.turn, plan
        self.loops, self.evaluator, self.key, self.horizon = loops, evaluator, key, horizon
        nothing: Floats = np.zeros((0, seen.seats), np.float32)
        self._results = {move: Results(nothing, nothing) for move in (*moves, PLAN)}

    @property
    def deals_per_look(self) -> int:
        """How many deals are tried between two looks at the clock."""
        return 8 if self.loops.is_compiled else 1

    def results(self, move: int) -> Results:
        """What became of a move, one row per deal."""
        return self._results[move]

    def tries(self, move: int) -> int:
        """On how many deals a move was tried."""
        return len(self._results[move].shares)

    def shares(self, move: int) -> Floats:
        """The seat's share of the victory after a move, by deal."""
        return self._results[move].shares[:, self.seat]

    def parts(self, moves: Sequence[int], deals: int) -> list[Sequence[int]]:
        """The moves in parts that are tried together."""
        size = max(1, MAX_ROWS // deals)
        return [moves[first : first + size] for first in range(0, len(moves), size)]

    def run(self, moves: Sequence[int], deals: range) -> None:
        """Try some moves on some more deals."""
        run_together([(self, move) for move in moves], deals)

    def decisions(self, move: int) -> Sequence[int]:
        """The decisions that a move stands for."""
        return self.plan if move == PLAN else (move,)

    def note(self, move: int, found: Results) -> None:
        """Add what became of a move on more deals."""
        before = self._results[move]
        self._results[move] = Results(
            np.concatenate([before.shares, found.shares]),
            np.concatenate([before.points, found.points]),
        )

    def best(self) -> int:
        """The move with the best mean share among those tried most."""
        most = max(map(self.tries, self.moves))
        tried = [move for move in self.moves if self.tries(move) == most]
        return max(tried, key=lambda move: float(self.shares(move).mean())) if most else tried[0]

    def loss(self, move: int, best: int) -> tuple[float, float]:
        """What a move gives away against another, on the deals that both met, ± half a width."""
        both = min(self.tries(move), self.tries(best))
        if move == best or not both:
            return 0.0, 0.0 if move == best else 1.0
        lost = self.shares(best)[:both] - self.shares(move)[:both]
        return float(lost.mean()), half_interval(lost)

    def lost(self, move: int, best: int) -> Results:
        """What every seat loses with a move against another, in the mean over the same deals."""
        both = min(self.tries(move), self.tries(best))
        if move == best or not both:
            nothing: Floats = np.zeros(self.seen.seats, np.float32)
            return Results(nothing, nothing)
        first, second = self._results[best], self._results[move]
        return Results(
            (first.shares[:both] - second.shares[:both]).mean(0),
            (first.points[:both] - second.points[:both]).mean(0),
        )


def run_together(asked: Sequence[tuple[Trial, int]], deals: range) -> None:
    """Try moves of several trials on the same deals in one go, which is much faster.

    All of them are trials of one table with one key, and look equally far ahead.
    """
    first, many = asked[0][0], len(deals)
    crowd = Crowd(first.loops, len(asked) * many, first.seen.seats)
    crowd.imagine([trial.seen for trial, _ in asked], deals, first.key)
    crowd.moves[:] = np.repeat([trial.decisions(move)[0] for trial, move in asked], many)
    crowd.play(np.arange(crowd.rows))
    seats = np.repeat(np.array([trial.seat for trial, _ in asked], np.int8), many)
    plans = [trial.decisions(move)[1:] for trial, move in asked for _ in deals]
    found = follow(crowd, first.evaluator, seats, first.horizon, plans)
    for number, (trial, move) in enumerate(asked):
        rows = slice(number * many, (number + 1) * many)
        trial.note(move, Results(found.shares[rows], found.points[rows]))


def half_interval(values: NDArray[np.float32]) -> float:
    """Half of the 95 % interval of a mean; 1 if there are too few values to tell."""
    if len(values) < 2:
        return 1.0
    quantile = Z_95 * (1 + (Z_95**2 + 1) / (4 * (len(values) - 1)))  # of Student's t, nearly
    return float(quantile * values.std(ddof=1) / np.sqrt(len(values)))
