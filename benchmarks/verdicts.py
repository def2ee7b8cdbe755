"""How far the coach should look ahead before the network has its say about a move.

    python benchmarks/verdicts.py GAME PLAYERS DECISIONS

At decisions of games between levels, two of the network's favourite moves are tried on the same
imagined deals to the end of the game, and what the network thinks at every later decision of the
seat is noted.  Then every horizon gives its verdict on the difference: how far is it off the
results (`bias`, without what chance explains), how much does one deal scatter (`noise`), and how
often is the network asked per deal (`asked`)?  `signal` is the size of the differences themselves.
The results are added to `results/verdicts.json`.
"""

import json
import os
import random
import sys
from itertools import cycle
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported

import numpy as np
from numpy.typing import NDArray

from bellhop.bots.evaluators import Evaluator, evaluator_of
from bellhop.bots.rollout_bot import favourites
from bellhop.bots.simulating import NEGLIGIBLE, Crowd, Loops, loops_of
from bellhop.coach.played import played_game
from bellhop.coach.weighing import UNLIKELY
from bellhop.engine.records import Position
from bellhop.games import game_named
from coach import TABLES, play

RESULTS = Path(__file__).parent / "results" / "verdicts.json"
HORIZONS = [(ahead, keep) for ahead in (2, 4, 6, 8, 12, 16) for keep in (0.0, 0.5, 0.8, 0.9)]
DEALS = 128
PER_GAME = 12

Numbers = NDArray[np.float64]


class Run:
    """What became of two moves: the thoughts at the seat's decisions, and the results."""

    def __init__(
        self, loops: Loops, evaluator: Evaluator, seen: Position, moves: list[int]
    ) -> None:
        self.seat, many = seen.turn, DEALS * len(moves)
        self.crowd = Crowd(loops, many, seen.seats)
        self.crowd.imagine([seen] * len(moves), range(DEALS), 1)
        self.crowd.moves[:] = np.repeat(moves, DEALS)
        self.crowd.play(np.arange(many))
        self.results: Numbers = np.zeros(many)
        self.asked: Numbers = np.zeros(many)  # how often the network was asked
        self.thoughts: list[list[tuple[float, float]]] = [[] for _ in range(many)]
        self._play(evaluator)

    def _play(self, evaluator: Evaluator) -> None:
        crowd, alive = self.crowd, np.arange(self.crowd.rows)
        while len(alive):
            ended = alive[crowd.choices[alive] == 0]
            if len(ended):
                self.results[ended] = crowd.results(ended).shares[:, self.seat]
            alive = alive[crowd.choices[alive] > 0]
            if len(alive):
                self.asked[alive] += 1
                features = evaluator.think(crowd.cells[alive])
                own = crowd.turns[alive] == self.seat
                self._note(evaluator, alive[own], features[own])
                crowd.choose(alive, evaluator.prefer(features))
                crowd.play(alive)

    def _note(self, evaluator: Evaluator, rows: NDArray[np.int64], features: Numbers) -> None:
        if len(rows):
            cells, turns = self.crowd.cells[rows], self.crowd.turns[rows]
            shares = evaluator.judge(features.astype(np.float32), cells, turns).shares
            for row, share in zip(rows, shares[:, self.seat], strict=True):
                self.thoughts[row].append((float(share), self.asked[row]))

    def verdicts(self, ahead: int, keep: float) -> tuple[Numbers, float]:
        """The difference of the moves on every deal, and how often the network was asked."""
        found = [self._verdict(row, ahead, keep) for row in range(self.crowd.rows)]
        values = np.array([value for value, _ in found])
        return values[:DEALS] - values[DEALS:], float(np.mean([asked for _, asked in found]))

    def _verdict(self, row: int, ahead: int, keep: float) -> tuple[float, float]:
        value, still_open = 0.0, 1.0
        for share, asked in self.thoughts[row][ahead:]:
            kept = still_open * keep if still_open * keep >= NEGLIGIBLE else 0.0
            value, still_open = value + (still_open - kept) * share, kept
            if not kept:
                return value, asked
        return value + still_open * self.results[row], self.asked[row]


def runs(name: str, players: int, count: int) -> list[Run]:
    """Two favourite moves at some decisions of games between levels."""
    game, chance = game_named(name), random.Random(1)
    loops, evaluator, found = loops_of(game), evaluator_of(game, players), list[Run]()
    assert evaluator is not None
    levels = cycle(table for table in TABLES if len(table) == players)
    for seed in range(100, 100 + count):
        steps = list(played_game(play(game, next(levels), seed)).moves)
        chance.shuffle(steps)
        wanted = len(found) + PER_GAME
        for step in steps:
            if len(found) == min(count, wanted):
                break
            seen = game.view(step.before, step.seat)
            if len(game.legal_moves(seen)) > 1:
                liked = favourites(game, evaluator, seen, 2, least=UNLIKELY)
                found += [Run(loops, evaluator, seen, liked)] if len(liked) == 2 else []
        if len(found) == count:
            break
    return found


def summarise(found: list[Run], ahead: int, keep: float) -> dict[str, float]:
    """How good one horizon's verdicts are."""
    results = np.array([run.results[:DEALS] - run.results[DEALS:] for run in found])
    verdicts = [run.verdicts(ahead, keep) for run in found]
    values = np.array([value for value, _ in verdicts])
    return {
        "bias": _size(values - results),
        "noise": round(float(np.sqrt(values.var(1, ddof=1).mean())), 4),
        "asked": round(float(np.mean([asked for _, asked in verdicts])), 1),
    }


def _size(values: Numbers) -> float:
    """The root mean square of the true means, from the product of two halves of the deals."""
    halves = [half.mean(1) for half in np.split(values, 2, 1)]
    product = float((halves[0] * halves[1]).mean())
    return round(float(np.sqrt(max(product, 0.0))), 4)


def main(name: str, players: str, count: str) -> None:
    """Measure one game, and save the results."""
    found = runs(name, int(players), int(count))
    results = np.array([run.results[:DEALS] - run.results[DEALS:] for run in found])
    measured = {f"{a}, {k}": summarise(found, a, k) for a, k in HORIZONS}
    for label, figures in measured.items():
        print(label, figures, flush=True)
    kept = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    kept[f"{name} {players}"] = {
        "decisions": len(found),
        "deals": DEALS,
        "signal": _size(results),
        "noise_of_results": round(float(np.sqrt(results.var(1, ddof=1).mean())), 4),
        "ahead, keep": measured,
    }
    RESULTS.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
