"""Critics judge whole positions: for the lab and for open curves, never for choosing a move.

A game may come with a network that was trained to see the whole position.  Otherwise the seats'
own judgements serve: each looks at its view as if it were its turn, and the mean is taken.
"""

import logging
from dataclasses import dataclass
from functools import cache
from typing import Protocol

import numpy as np

from bellhop.bots.evaluators import Evaluator, Results, evaluator_of
from bellhop.bots.levels import CRITIC, FOLDER
from bellhop.bots.networks import NetworkError, read_network
from bellhop.bots.simulating import Crowd
from bellhop.engine.game import Game


class Critic(Protocol):
    """Anything that judges whole positions."""

    @property
    def sees_whole(self) -> bool:
        """Does it read observations of the whole position?"""

    def judge(self, crowd: Crowd, count: int | None = None) -> Results:
        """What every seat may expect in the first rows, or all: at decisions, or at the end."""


@dataclass(frozen=True, eq=False)
class TrainedCritic:
    """A network that was trained to see the whole position."""

    evaluator: Evaluator
    sees_whole: bool = True

    def judge(self, crowd: Crowd, count: int | None = None) -> Results:
        """What every seat may expect in the first rows, or all."""
        cells, turns = crowd.cells[:count], np.maximum(crowd.turns[:count], 0)
        judged = self.evaluator.judge(self.evaluator.think(cells), cells, turns)
        return with_results(crowd, judged)


@dataclass(frozen=True, eq=False)
class SeatsCritic:
    """The mean of what all seats think, each of its own view as if it were its turn."""

    evaluator: Evaluator
    sees_whole: bool = False

    def judge(self, crowd: Crowd, count: int | None = None) -> Results:
        """What every seat may expect in the first rows, or all."""
        game, seats, choices = crowd.game, crowd.seats, crowd.choices[:count]
        cells = np.zeros((len(choices), seats, crowd.cells.shape[1]), np.int8)
        for row in np.flatnonzero(choices > 0):
            for seat in range(seats):
                seen = game.view(crowd.position(int(row)), seat)
                seen.turn = seat
                game.observation.observe(seen, seat, cells[row, seat].data)
        flat = cells.reshape(len(choices) * seats, -1)
        turns = np.tile(np.arange(seats, dtype=np.int8), len(choices))
        judged = self.evaluator.judge(self.evaluator.think(flat), flat, turns)
        shape = (len(choices), seats, seats)
        means = (judged.shares.reshape(shape).mean(1), judged.points.reshape(shape).mean(1))
        return with_results(crowd, Results(*means))


def with_results(crowd: Crowd, judged: Results) -> Results:
    """The judgements, with the results of the games that are over in their places."""
    over = np.flatnonzero(crowd.choices[: len(judged.shares)] == 0)
    if len(over):
        ended = crowd.results(over)
        judged.shares[over], judged.points[over] = ended.shares, ended.points
    return judged


@cache
def critic_of(game: Game, players: int) -> Critic | None:
    """The critic of a game; None if no network fits."""
    path, evaluator = game.folder / FOLDER / CRITIC, evaluator_of(game, players)
    if evaluator is None:
        return None
    try:
        network = read_network(path, game)
    except NetworkError as error:
        if path.exists():
            logging.getLogger(__name__).warning("%s; what the seats expect counts instead", error)
        return SeatsCritic(evaluator)
    return TrainedCritic(Evaluator(network, game.observation.LAYOUT, players))
