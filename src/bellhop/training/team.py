"""Several workers learn together: each plays its own games, and they share what they have learnt.

After every round of learning, all go on with the mean of their weights.  The workers are actors of
a Ray cluster; one that dies is replaced, and only its last round is lost.
"""

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from bellhop.engine.errors import BellhopError
from bellhop.training.learner import Learner

Weights = Mapping[str, NDArray[np.float32]]
MakeLearner = Callable[[int], Learner]  # from the number of a worker


class Team(Protocol):
    """Anything that learns in a run."""

    def iterate(self, progress: float) -> None:
        """One round of learning; progress goes from 0 to 1."""


class Worker:
    """One of several learners."""

    def __init__(self, make: MakeLearner, number: int) -> None:
        self._learner = make(number)

    def iterate(self, progress: float, weights: Weights) -> tuple[Weights, int]:
        """Learn for one round from given weights; returns the new ones, and the moves played."""
        self._learner.adopt(weights)
        before = self._learner.moves
        self._learner.iterate(progress)
        return self._learner.weights(), self._learner.moves - before


class RayTeam:
    """A learner here, and others on a Ray cluster."""

    def __init__(self, learner: Learner, make: MakeLearner, others: int, *, on_gpu: bool) -> None:
        try:
            self._ray: Any = importlib.import_module("ray")
        except ImportError:
            raise BellhopError("lab.no_ray") from None
        if not self._ray.is_initialized():
            self._ray.init(log_to_driver=False, include_dashboard=False)
        self.learner, self._make = learner, make
        self._kind = self._ray.remote(num_gpus=int(on_gpu), num_cpus=1)(Worker)
        self.workers = [self._kind.remote(make, number + 1) for number in range(others)]
        self.lost = 0  # workers that died and were replaced

    def iterate(self, progress: float) -> None:
        """One round of learning by everybody, and the mean of what they learnt."""
        shared = self._ray.put(self.learner.weights())
        asked = [worker.iterate.remote(progress, shared) for worker in self.workers]
        self.learner.iterate(progress)
        learnt = [self.learner.weights()]
        for number, answer in enumerate(asked):
            try:
                weights, moves = self._ray.get(answer)
            except self._ray.exceptions.RayActorError:
                self.workers[number] = self._kind.remote(self._make, number + 1)
                self.lost += 1
            else:
                learnt.append(weights)
                self.learner.moves += moves
        self.learner.adopt(mean_of(learnt))


def mean_of(learnt: Sequence[Weights]) -> Weights:
    """The mean of several sets of weights."""
    return {name: np.mean([weights[name] for weights in learnt], axis=0) for name in learnt[0]}
