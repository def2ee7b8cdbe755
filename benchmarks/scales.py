"""What is a loss in simulations worth among players of mixed levels?

    python benchmarks/scales.py GAME PLAYERS POSITIONS

Curve and chance bar show calibrated chances among mixed levels, while moves are weighed by playing
on like the master.  Positions are taken from games of mixed levels, one of each.  There the coach's
best move is compared with another one the network likes and with a move at random, on deals that
did not choose it.  Then the games are played on from the real position by their players, after each
of these moves, and what the move really cost is compared with several ways to carry its loss over:

- `raw`: the loss in simulations, as it is;
- `share`: the same share of the judged chance, but never more than in simulations;
- `odds`: the judged odds change as those in simulations do (one deal more that went as judged);
- `roots`: they change by the square root of that, as if mixed levels had twice the temperature.

`loss` is the mean of what was predicted, `came` what it was, `slope` how much came for each per
cent predicted, and `error` how far predictions were off (mean square, in 1/10,000; the scatter of
the games played on is in it, the same for all).  `sure` counts only the lower ends of intervals, as
the coach does, where they are above zero.  The results are added to `results/scales.json`.
"""

import json
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported

import numpy as np
from numpy.typing import NDArray

from bellhop.bots.evaluators import evaluator_of
from bellhop.bots.levels import temperatures_of
from bellhop.bots.rollout_bot import favourites, simulation_of
from bellhop.bots.rollouts import dice_word
from bellhop.bots.simulating import Crowd, Horizon, Loops, loops_of
from bellhop.bots.trials import Trial
from bellhop.coach import SeatView, judge_all
from bellhop.coach.calibrating import play_at
from bellhop.coach.weighing import FRESH
from bellhop.engine.dice import set_dice
from bellhop.engine.records import Position
from bellhop.games import game_named

RESULTS = Path(__file__).parent / "results" / "scales.json"
SEED = 5_000_000
LIKED = 4
CHOOSING, COMPARING, PLAYING = 32, 96, 24  # deals, deals and games
TOGETHER = 40  # moves that are played on together
LEAST = 1e-4

Numbers = NDArray[np.float64]


class Moment(NamedTuple):
    """A position of a game between levels, and how wildly each of them plays."""

    position: Position
    heats: Numbers


class Pair(NamedTuple):
    """The best move and another one: chances of the seat on turn."""

    judged: float
    best: float  # in simulations
    other: float
    half: float  # of the 95 % interval of the difference
    came: float = 0.0  # what the other move cost among mixed levels


def moments(loops: Loops, players: int, count: int) -> list[Moment]:
    """Positions of games between levels, one of each."""
    game, chance = loops.game, np.random.default_rng(SEED)
    heats = chance.choice(np.array(list(temperatures_of(game).values())), (count, players))
    crowd = Crowd(loops, count, players)
    crowd.place([game.new(players, {}, SEED + number) for number in range(count)])
    crowd.look()
    path: list[list[Position]] = [[] for _ in range(count)]

    def note(alive: NDArray[np.int64]) -> None:
        for row in alive:
            path[row].append(crowd.position(int(row)))

    play_at(crowd, heats, chance, note)
    return [
        Moment(positions[int(chance.integers(len(positions)))], heat)
        for positions, heat in zip(path, heats, strict=True)
    ]


def play_on(
    loops: Loops, asked: Sequence[tuple[Moment, int]], chance: np.random.Generator
) -> list[float]:
    """The chance of the seat on turn after moves in real positions, among the same players."""
    found = list[float]()
    for first in range(0, len(asked), TOGETHER):
        part = asked[first : first + TOGETHER]
        crowd = Crowd(loops, len(part) * PLAYING, part[0][0].position.seats)
        crowd.place([other for moment, _ in part for other in _shaken(moment.position)])
        crowd.moves[:] = np.repeat([move for _, move in part], PLAYING)
        crowd.play(np.arange(crowd.rows))
        play_at(crowd, np.repeat([moment.heats for moment, _ in part], PLAYING, 0), chance)
        shares = crowd.results(np.arange(crowd.rows)).shares
        for number, (moment, _) in enumerate(part):
            rows = shares[number * PLAYING : (number + 1) * PLAYING]
            found.append(float(rows[:, moment.position.turn].mean()))
    return found


def _shaken(position: Position) -> list[Position]:
    """Copies with other dice."""
    copies = [position.copy() for _ in range(PLAYING)]
    for number, copy in enumerate(copies):
        set_dice(copy, dice_word(SEED, number))
    return copies


def pairs(name: str, players: int, count: int) -> list[Pair]:
    """Best moves and others, compared in simulations and among mixed levels."""
    game, chance = game_named(name), random.Random(SEED)
    loops, evaluator, simulation = loops_of(game), evaluator_of(game, players), simulation_of(game)
    assert evaluator is not None
    horizon = Horizon(simulation.weigh_ahead, simulation.keep)
    found = moments(loops, players, count)
    views = [game.view(one.position, one.position.turn) for one in found]
    judged = judge_all(game, [SeatView(view, view.turn) for view in views], loops=loops)
    asked, compared = list[tuple[Moment, int]](), list[tuple[int, int, Pair]]()
    for moment, seen, opinion in zip(found, views, judged, strict=True):
        wild = chance.choice(game.legal_moves(seen))
        moves = sorted({*favourites(game, evaluator, seen, LIKED, certain=2.0), wild})
        choice, check = (Trial(loops, evaluator, seen, moves, 1, horizon) for _ in range(2))
        choice.run(moves, range(CHOOSING))
        best = choice.best()
        liked = [move for move in moves if move not in (best, wild)]
        others = [*({wild} - {best}), *chance.sample(liked, min(1, len(liked)))]
        check.run([best, *others], range(FRESH, FRESH + COMPARING))
        first = len(asked)
        asked += [(moment, move) for move in (best, *others)]
        for number, other in enumerate(others, first + 1):
            pair = Pair(
                opinion.chances[seen.turn],
                float(check.shares(best).mean()),
                float(check.shares(other).mean()),
                check.loss(other, best)[1],
            )
            compared.append((first, number, pair))
    came = play_on(loops, asked, np.random.default_rng(SEED))
    return [pair._replace(came=came[best] - came[other]) for best, other, pair in compared]


def raw(judged: Numbers, best: Numbers, other: Numbers) -> Numbers:
    """The loss in simulations."""
    del judged
    return best - other


def share(judged: Numbers, best: Numbers, other: Numbers) -> Numbers:
    """The same share of the judged chance, but never more than in simulations."""
    return (best - other) * np.minimum(1.0, judged / np.maximum(best, LEAST))


def odds(judged: Numbers, best: Numbers, other: Numbers, power: float = 1.0) -> Numbers:
    """The judged odds change as those in simulations do, or by a power of that."""

    def ratio(chance: Numbers) -> Numbers:
        near = np.clip((COMPARING * chance + judged) / (COMPARING + 1), LEAST, 1 - LEAST)
        return near / (1 - near)

    after = judged / (1 - judged) * (ratio(other) / ratio(best)) ** power
    return judged - after / (1 + after)


def roots(judged: Numbers, best: Numbers, other: Numbers) -> Numbers:
    """The judged odds change by the square root of what those in simulations do."""
    return odds(judged, best, other, 0.5)


def summed_up(found: Sequence[Pair]) -> dict[str, Any]:
    """How well each way of carrying losses over predicts what they are among mixed levels."""
    judged, best, other, half, came = np.array(found).T
    judged = np.clip(judged, LEAST, 1 - LEAST)
    sure = best - other > half
    ways: tuple[Callable[[Numbers, Numbers, Numbers], Numbers], ...] = (raw, share, odds, roots)
    rows: dict[str, Any] = {
        "pairs": len(found),
        "sure_pairs": int(sure.sum()),
        "judged": round(float(judged.mean()), 3),
        "simulated": round(float(best.mean()), 3),
        "came": round(float(came.mean()), 4),
        "sure_came": round(float(came[sure].mean()), 4) if sure.any() else None,
    }
    for way in ways:
        loss, lower = way(judged, best, other), way(judged, best, np.minimum(best, other + half))
        rows[way.__name__] = {
            "loss": round(float(loss.mean()), 4),
            "slope": round(float((loss * came).sum() / np.square(loss).sum()), 2),
            "error": round(1e4 * float(np.square(loss - came).mean()), 1),
            "beyond_chance": round(float((loss - judged).max()), 3),
            "sure_loss": round(float(lower[sure].mean()), 4) if sure.any() else None,
            "sure_error": round(1e4 * float(np.square(lower - came).mean()), 1),
        }
    return rows


def main(name: str, players: str, count: str) -> None:
    """Measure one game, and save the results."""
    began = time.process_time()
    rows = summed_up(pairs(name, int(players), int(count)))
    rows["cpu_s"] = round(time.process_time() - began, 1)
    print(name, players, json.dumps(rows), flush=True)
    kept = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    kept[f"{name} {players}"] = rows
    RESULTS.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
