"""A census: statistics over many games of one kind of bot against itself."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellhop.engine import twin
from bellhop.engine.game import Game
from bellhop.engine.parts import FIGURE_LIMIT
from bellhop.engine.twin import Twin
from bellhop.envs.many import Setup
from bellhop.games import game_named
from bellhop.lab import selfplay
from bellhop.lab.executors import Executor
from bellhop.lab.recording import moves_of
from bellhop.lab.statistics import Z_95, Interval

ADVICE = "advice"  # the quick bot that follows a game's advice, which is no level
CHUNK = 5_000  # games of one task …
TOGETHER = 500  # … and of one that plays them all at once
WILD = 10  # percentage of random moves: without them, all games would be alike
POINT_BINS = 400  # of the spread of points; the last takes all above, where no bot has come

Tallies = tuple[NDArray[np.int64], ...]


@dataclass(frozen=True)
class Plan:
    """Which games to count, and who plays them: ADVICE, or a contestant such as a level."""

    game: Game
    players: int
    games: int
    seed: int = 0
    by: str = ADVICE


@dataclass(frozen=True)
class Census:
    """The results of many games; a place is a seat counted from the starting player."""

    plan: Plan
    tallies: selfplay.Tallies

    def win_shares(self) -> list[Interval]:
        """The share of victories of each place."""
        shares = np.asarray(self.tallies.wins) / (selfplay.VICTORY * self.plan.games)
        return [
            Interval(float(s), Z_95 * float(np.sqrt(max(s * (1 - s), 1e-12) / self.plan.games)))
            for s in shares
        ]

    def mean_points(self) -> list[float]:
        """The mean points, by place."""
        return [float(total) / self.plan.games for total in self.tallies.points]

    def means(self) -> list[float]:
        """By figure: how many a player has on average."""
        values = np.arange(FIGURE_LIMIT)
        return [float((times * values).sum() / times.sum()) for times in self.tallies.times]

    def worths(self) -> list[Interval | None]:
        """By figure: the points that go with one more of it, as a regression slope."""
        found: list[Interval | None] = []
        values = np.arange(FIGURE_LIMIT)
        for times, gains, squares in zip(
            self.tallies.times, self.tallies.gains, self.tallies.squares, strict=True
        ):
            total = times.sum()
            mean_x, mean_y = (times * values).sum() / total, gains.sum() / total
            spread = (times * (values - mean_x) ** 2).sum()
            if spread == 0:
                found.append(None)
                continue
            slope = ((values - mean_x) * gains).sum() / spread
            rest = max(0.0, squares.sum() / total - mean_y**2 - slope**2 * spread / total)
            found.append(Interval(float(slope), Z_95 * float(np.sqrt(rest / spread))))
        return found


def take(plan: Plan, executor: Executor, progress: Callable[[int], None] | None = None) -> Census:
    """Take a census of many games; the result depends on the plan, never on the executor."""
    chunk = CHUNK if plan.by == ADVICE else TOGETHER
    starts = range(plan.seed, plan.seed + plan.games, chunk)
    parts = [(start, min(start + chunk, starts.stop)) for start in starts]
    tasks = [(plan.game.name, plan.players, *part, plan.by) for part in parts]
    total: list[Any] = []
    for (start, stop), part in zip(parts, executor.results(play_part, tasks), strict=True):
        total = [a + b for a, b in zip(total, part, strict=True)] if total else list(part)
        if progress:
            progress(stop - start)
    return Census(plan, selfplay.Tallies(*total))


def play_part(
    name: str, players: int, first: int, last: int, by: str
) -> tuple[NDArray[np.int64], ...]:
    """Play the games with the seeds from `first` to `last` - 1; returns their tallies."""
    game = game_named(name)
    made, count = _twin(game), game.figures.COUNT
    tallies = selfplay.Tallies(
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros((players, POINT_BINS), np.int64),
        np.zeros((count, FIGURE_LIMIT), np.int64),
        np.zeros((count, FIGURE_LIMIT), np.int64),
        np.zeros((count, FIGURE_LIMIT), np.int64),
    )
    scratch = selfplay.Scratch(
        made.take(game.array(1)),
        made.mask(len(game.moves)),
        np.zeros((players, count), np.int64),
    )
    undealt = made.take(game.undealt(players))
    if by == ADVICE:
        made.loops.play_many(undealt, scratch, tallies, first, last, WILD)
    else:
        moves = moves_of(game, Setup(players), [by], first, last, 0)
        made.loops.replay_many(undealt, scratch, tallies, first, moves)
    return tuple(tallies)


def _twin(game: Game) -> Twin:
    make = twin.compiled if twin.has_compiler() else twin.interpreted
    return make(selfplay, game.rules, advice=game.advice, figures=game.figures)
