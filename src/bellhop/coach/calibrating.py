"""Is a chance judged 70 % won in 70 % of the games?  Measuring that, and fitting a correction."""

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bellhop.bots.calibration import LEAST_CHANCE, Correction
from bellhop.bots.evaluators import Evaluator, evaluator_of
from bellhop.bots.levels import temperatures_of
from bellhop.bots.simulating import Crowd, Loops, Rows
from bellhop.coach.judging import SeatView
from bellhop.engine.game import Game

BINS = 10
GAMES_AT_ONCE = 256
STEPS = 25  # of Newton's method
STEP = 1e-3  # for differences
PRIOR = 4.0  # as many observations say that nothing needs to be corrected

Matrix = NDArray[np.float64]
Numbers = NDArray[np.floating[Any]]
Cost = Callable[[Matrix], float]


class Sample(NamedTuple):
    """A seat's view of a game, the observation of the seat on turn, and how the game ended."""

    view: SeatView
    cells: NDArray[np.int8]
    turn: int
    game: int
    shares: tuple[float, ...]  # of the victory, by seat
    points: tuple[float, ...]


def play_mixed_levels(
    loops: Loops,
    players: int,
    seeds: range,
    samples_per_game: float = 4.0,
    levels: Collection[str] = (),
) -> list[Sample]:
    """Play games among trained levels, drawn for every seat, and keep some samples of each.

    All levels take part unless some are given.  Every other game has options drawn at random.
    """
    heats = [
        heat for name, heat in temperatures_of(loops.game).items() if name in levels or not levels
    ]
    found = list[Sample]()
    for first in range(seeds.start, seeds.stop, GAMES_AT_ONCE):
        part = range(first, min(first + GAMES_AT_ONCE, seeds.stop))
        found += _play_some(loops, players, part, samples_per_game, heats)
    return found


def _play_some(
    loops: Loops, players: int, seeds: range, wanted: float, heats: Sequence[float]
) -> Iterator[Sample]:
    game, chance = loops.game, np.random.default_rng(seeds.start)
    crowd = Crowd(loops, len(seeds), players)
    crowd.place([game.new(players, _options(game, seed), seed) for seed in seeds])
    temperatures = chance.choice(np.array(heats), (len(seeds), players))
    kept = list[tuple[int, SeatView, NDArray[np.int8], int]]()
    length = _typical_length(loops, players)

    def keep_some(rows: Rows) -> None:
        for row in rows[chance.random(len(rows)) < wanted / length]:
            position, seat = crowd.position(int(row)), int(chance.integers(players))
            view = SeatView(game.view(position, seat), seat)
            kept.append((int(row), view, crowd.cells[row].copy(), position.turn))

    crowd.look()
    play_at(crowd, temperatures, chance, keep_some)
    results = crowd.results(np.arange(crowd.rows))
    for row, view, cells, turn in kept:
        shares, points = results.shares[row].tolist(), results.points[row].tolist()
        yield Sample(view, cells, turn, seeds[row], tuple(shares), tuple(points))


def play_at(
    crowd: Crowd,
    temperatures: Matrix,
    chance: np.random.Generator,
    note: Callable[[Rows], None] = lambda _: None,
) -> None:
    """Play to the end, every seat of every row at its temperature; `note` gets rows to decide."""
    evaluator = evaluator_of(crowd.game, crowd.seats)
    assert evaluator is not None
    alive = np.flatnonzero(crowd.choices > 0)
    while len(alive):
        note(alive)
        heat = temperatures[alive, crowd.turns[alive]]
        crowd.choose(alive, _heated(evaluator, crowd.cells[alive], heat, chance))
        crowd.play(alive)
        alive = alive[crowd.choices[alive] > 0]


def _options(game: Game, seed: int) -> dict[str, str]:
    chance = random.Random(seed)
    return {one.name: chance.choice(one.choices) for one in game.options} if seed % 2 else {}


def _typical_length(loops: Loops, players: int) -> int:
    """The number of decisions in one game of the best players."""
    game, evaluator = loops.game, evaluator_of(loops.game, players)
    assert evaluator is not None
    crowd, decisions, rows = Crowd(loops, 1, players), 0, np.arange(1)
    crowd.place([game.new(players, seed=1)])
    crowd.look()
    while crowd.choices[0]:
        crowd.decide(rows, evaluator)
        crowd.play(rows)
        decisions += 1
    return decisions


def _heated(
    evaluator: Evaluator,
    cells: NDArray[np.int8],
    heat: Matrix,
    chance: np.random.Generator,
) -> NDArray[np.float32]:
    """Preferences whose maximum is a draw at each row's temperature (the Gumbel trick)."""
    preferences = evaluator.prefer(evaluator.think(cells))
    noise = chance.gumbel(size=preferences.shape).astype(np.float32)
    return preferences + noise * heat[:, None].astype(np.float32)


@dataclass(frozen=True)
class Reliability:
    """Judged chances in bins of equal width, and what came of them."""

    counts: tuple[int, ...]
    judged: tuple[float, ...]  # mean chance in each bin
    won: tuple[float, ...]  # mean share of the victory in each bin

    @property
    def error(self) -> float:
        """The calibration error: the mean difference between judged and won."""
        off = zip(self.counts, self.judged, self.won, strict=True)
        return sum(count * abs(one - other) for count, one, other in off) / sum(self.counts)


def measure(chances: Matrix, shares: Matrix) -> Reliability:
    """Compare judged chances with shares of the victory, both flat."""
    bins = np.minimum((chances * BINS).astype(int), BINS - 1)
    counts = np.bincount(bins, minlength=BINS)
    sizes = np.maximum(counts, 1)
    judged = np.bincount(bins, chances, BINS) / sizes
    won = np.bincount(bins, shares, BINS) / sizes
    return Reliability(tuple(counts.tolist()), tuple(judged.tolist()), tuple(won.tolist()))


def expected_error(chances: Numbers, games: Sequence[int], repeats: int = 20) -> float:
    """The calibration error that chance alone would cause if every judgement were right.

    Judgements of one game share its luck, because they are compared with the same result.
    """
    chance = np.random.default_rng(1)
    rows = np.asarray(chances, np.float64)
    found, game = np.unique(games, return_inverse=True)
    errors = []
    for _ in range(repeats):
        luck = chance.random(len(found))[game]
        winners = (luck[:, None] > rows.cumsum(1)).sum(1)
        won = np.eye(rows.shape[1])[np.minimum(winners, rows.shape[1] - 1)]
        errors.append(measure(rows.ravel(), won.ravel()).error)
    return float(np.mean(errors))


def fit(shares: Matrix, progress: Matrix, won: Matrix) -> Correction:
    """The correction that makes the results most likely; the judging seat comes first."""

    def cost(values: Matrix) -> float:
        correction = _correction(values)
        corrected = correction.correct(shares, progress)
        surprise = -(won * np.log(np.maximum(corrected, LEAST_CHANCE))).sum()
        return float(surprise + PRIOR * np.square(values).sum())

    values = np.zeros(4)
    for _ in range(STEPS):
        slope, bend = _derivatives(cost, values)
        values = values - np.clip(np.linalg.solve(bend, slope), -0.3, 0.3)
    return _correction(values)


def _correction(values: Matrix) -> Correction:
    first, last, early, late = map(float, values)
    return Correction((float(np.exp(first)), float(np.exp(last))), (early, late))


def _derivatives(cost: Cost, values: Matrix) -> tuple[Matrix, Matrix]:
    """Gradient and Hessian by differences, the latter made positive."""
    steps = np.eye(len(values)) * STEP
    here = cost(values)
    up = np.array([cost(values + step) for step in steps])
    down = np.array([cost(values - step) for step in steps])
    both = np.array([[cost(values + a + b) for a in steps] for b in steps])
    bend = (both - up[:, None] - up[None, :] + here) / STEP**2
    bend = (bend + bend.T) / 2
    lowest = float(np.linalg.eigvalsh(bend).min())
    return (up - down) / (2 * STEP), bend + np.eye(len(values)) * max(0.0, 1.0 - lowest)


def turned(rows: Sequence[Sequence[float]], turns: Sequence[int]) -> Matrix:
    """Rows by seat, turned so that one seat comes first and the others follow in turn order."""
    return np.array([np.roll(row, -turn) for row, turn in zip(rows, turns, strict=True)])
