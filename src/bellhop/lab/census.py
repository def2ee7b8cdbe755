"""A million games of a quick bot against itself: what points, seats and cards are worth."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellhop.engine import twin
from bellhop.engine.game import Game
from bellhop.engine.parts import FIGURE_LIMIT
from bellhop.engine.twin import Twin
from bellhop.games import game_named
from bellhop.lab import selfplay
from bellhop.lab.crews import Crew
from bellhop.lab.statistics import Z_95, Interval

CHUNK = 5_000  # games of one task
WILD = 10  # in a hundred moves so many are made at random: else all games would be alike
MOST_POINTS = 400
SHARED = 60  # a victory in parts that two to five can share

Tallies = tuple[NDArray[np.int64], ...]


@dataclass(frozen=True)
class Census:
    """What very many games came to; places are counted from the first player."""

    game: Game
    players: int
    games: int
    tallies: selfplay.Sums

    def win_shares(self) -> list[Interval]:
        """The share of victories of each place."""
        shares = np.asarray(self.tallies.wins) / (SHARED * self.games)
        return [
            Interval(float(s), Z_95 * float(np.sqrt(max(s * (1 - s), 1e-12) / self.games)))
            for s in shares
        ]

    def mean_points(self) -> list[float]:
        """The mean points of each place."""
        return [float(total) / self.games for total in self.tallies.points]

    def worths(self) -> list[Interval | None]:
        """Of each figure, what goes with one more of it: a slope with its interval."""
        found: list[Interval | None] = []
        steps = np.arange(FIGURE_LIMIT)
        for times, gains, squares in zip(
            self.tallies.times, self.tallies.gains, self.tallies.squares, strict=True
        ):
            total = times.sum()
            mean_x, mean_y = (times * steps).sum() / total, gains.sum() / total
            spread = (times * (steps - mean_x) ** 2).sum()
            if spread == 0:
                found.append(None)
                continue
            slope = ((steps - mean_x) * gains).sum() / spread
            rest = max(0.0, squares.sum() / total - mean_y**2 - slope**2 * spread / total)
            found.append(Interval(float(slope), Z_95 * float(np.sqrt(rest / spread))))
        return found


def take(game: Game, players: int, games: int, seed: int, crew: Crew,
         progress: Callable[[int], None] | None = None) -> Census:  # fmt: skip
    """Play so many games; the same from a seed whatever the crew."""
    parts = [(start, min(start + CHUNK, games)) for start in range(0, games, CHUNK)]
    tasks = [(game.name, players, seed + start, seed + stop) for start, stop in parts]
    total: list[Any] = []
    for (start, stop), part in zip(parts, crew.results(play_part, tasks), strict=True):
        total = [a + b for a, b in zip(total, part, strict=True)] if total else list(part)
        if progress:
            progress(stop - start)
    return Census(game, players, games, selfplay.Sums(*total))


def play_part(name: str, players: int, first: int, last: int) -> Tallies:
    """Some of the games, added up."""
    game = game_named(name)
    made, count = _twin(game), game.figures.COUNT
    sums = selfplay.Sums(
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros((players, MOST_POINTS), np.int64),
        np.zeros((count, FIGURE_LIMIT), np.int64),
        np.zeros((count, FIGURE_LIMIT), np.int64),
        np.zeros((count, FIGURE_LIMIT), np.int64),
    )
    scratch = selfplay.Scratch(
        made.take((game.position * 1)()),
        made.mask(len(game.moves)),
        np.zeros((players, count), np.int64),
    )
    made.loops.play_many(made.take(game.table(players)), scratch, sums, first, last, WILD)
    return tuple(sums)


def _twin(game: Game) -> Twin:
    make = twin.compiled if twin.has_compiler() else twin.interpreted
    return make(selfplay, game.rules, advice=game.advice, figures=game.figures)
