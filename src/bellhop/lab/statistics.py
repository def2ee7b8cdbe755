"""The statistics of matches: intervals of block means, the sequential test, ratings."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

F = TypeVar("F", bound=np.floating[Any])

Z_95 = 1.959964
BOUND = 2.944439  # log of 0.95 / 0.05: both kinds of error have a probability of 5 %
MIN_BLOCKS = 10  # with fewer, the variance is too uncertain to stop
RESAMPLES = 500
ELO = 400 / math.log(10)


@dataclass(frozen=True)
class Interval:
    """A mean with the half-width of its 95 % interval; blocks are independent, games are not."""

    mean: float
    half: float

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + self.half


def interval(values: Sequence[float] | NDArray[np.float64]) -> Interval:
    """The mean of block means, with its interval."""
    data = np.asarray(values, np.float64)
    if len(data) < 2:
        return Interval(float(data.mean()) if len(data) else 0.0, math.inf)
    return Interval(float(data.mean()), Z_95 * float(data.std(ddof=1)) / math.sqrt(len(data)))


def leads_of(points: NDArray[F]) -> NDArray[F]:
    """Every seat's lead over its best opponent; one row of points per game."""
    seats = points.shape[1]
    others = np.where(np.eye(seats, dtype=bool), -np.inf, points[:, None, :]).max(2)
    leads: NDArray[F] = points - others.astype(points.dtype)
    return leads


@dataclass(frozen=True)
class Sprt:
    """A sequential test, fixed before the first game: is the share of wins `low` or `high`?"""

    low: float
    high: float

    def likelihood(self, scores: Sequence[float]) -> float:
        """The log-likelihood ratio of `high` to `low` (generalised SPRT on block scores)."""
        data = np.asarray(scores, np.float64)
        # An extra block of each extreme keeps a run of equal blocks from deciding at once.
        variance = float(np.append(data, (0.0, 1.0)).var())
        lean = 2 * float(data.mean()) - self.low - self.high
        return len(data) * (self.high - self.low) * lean / (2 * variance)

    def decision(self, scores: Sequence[float]) -> str:
        """'accepted', 'rejected', or '' while the test is undecided."""
        if len(scores) < MIN_BLOCKS:
            return ""
        likelihood = self.likelihood(scores)
        if likelihood >= BOUND:
            return "accepted"
        return "rejected" if likelihood <= -BOUND else ""


@dataclass(frozen=True)
class Pairing:
    """The block scores of one contestant against another in all other seats."""

    one: int  # contestants by number
    other: int
    players: int
    scores: NDArray[np.float64]


def rate(contestants: int, pairings: Sequence[Pairing]) -> NDArray[np.float64]:
    """Maximum-likelihood Elo ratings with mean 0 (Bradley-Terry; Plackett-Luce for more players).

    A prior of one win and one loss in each pairing keeps the ratings finite.
    """
    strengths = np.zeros(contestants)
    for _ in range(2_000):
        slope = np.zeros(contestants)
        weight = np.zeros(contestants)
        for pairing in pairings:
            games = len(pairing.scores) * pairing.players
            won = float(pairing.scores.sum()) * pairing.players + 1
            odds = math.exp(strengths[pairing.one] - strengths[pairing.other])
            expected = odds / (odds + pairing.players - 1)
            difference = won - (games + pairing.players) * expected
            certain = (games + pairing.players) * expected * (1 - expected)
            for who, sign in ((pairing.one, 1), (pairing.other, -1)):
                slope[who] += sign * difference
                weight[who] += certain
        step = np.clip(slope / np.maximum(weight, 1e-9), -1.0, 1.0) * 0.5
        strengths = strengths + step - step.mean()
        if float(np.abs(step).max()) < 1e-7:
            break
    ratings: NDArray[np.float64] = (strengths - strengths.mean()) * ELO
    return ratings


def rate_with_intervals(contestants: int, pairings: Sequence[Pairing], seed: int) -> list[Interval]:
    """Ratings with 95 % intervals, by bootstrapping the blocks."""
    chance = np.random.default_rng(seed)
    drawn = np.array(
        [
            rate(contestants, [_resample(pairing, chance) for pairing in pairings])
            for _ in range(RESAMPLES)
        ]
    )
    low, high = np.percentile(drawn, (2.5, 97.5), axis=0)
    middle = rate(contestants, pairings)
    return [
        Interval(float(m), float(max(h - m, m - lo)))
        for m, lo, h in zip(middle, low, high, strict=True)
    ]


def _resample(pairing: Pairing, chance: np.random.Generator) -> Pairing:
    # As in `rate`, one block of each extreme: equal blocks alone would make everything certain.
    seen = np.append(pairing.scores, (0.0, 1.0))
    picked = chance.choice(seen, len(pairing.scores))
    return Pairing(pairing.one, pairing.other, pairing.players, picked)
