"""Tables for the learners of `learners.py`: those they train at, and those they are tested at."""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from bellhop.envs.vector import LearnersEnv

TABLES = 32  # at which a learner trains at the same time
TEACHER = "casual"  # the rival in training
POINTS = 20.0  # of margin that count as a reward of one
TEST_SEED = 10**6
Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Integers = NDArray[np.int64]
Choose = Callable[[Floats, Bools], Integers]


class Scale:
    """Observations as numbers from -1 to 1, by the bounds of their cells."""

    def __init__(self, envs: LearnersEnv) -> None:
        space: Any = envs.single_observation_space
        self._most = np.maximum(np.maximum(space.high, -space.low.astype(int)), 1)
        self._most = self._most.astype(np.float32)

    def __call__(self, observations: NDArray[np.int8]) -> Floats:
        """Divide every cell by its largest value."""
        scaled: Floats = observations / self._most
        return scaled


class TrainingTables(VecEnv):  # type: ignore[misc]  # Stable-Baselines3 comes without types
    """Our vector environment as Stable-Baselines3 wants it: one compiled call for all tables."""

    def __init__(self, game: str, seed: int) -> None:
        self._envs = LearnersEnv(
            TABLES, game, 2, reward="margin", rivals=TEACHER, autoreset_mode=AutoresetMode.SAME_STEP
        )
        self._scale, self._seed = Scale(self._envs), seed
        cells = self._envs.single_observation_space.shape
        super().__init__(
            TABLES, spaces.Box(-1, 1, cells, np.float32), self._envs.single_action_space
        )

    def reset(self) -> Floats:
        """Deal at all tables; the first time from the seed."""
        observations, _ = self._envs.reset(seed=self._seed)
        self._seed += 1
        return self._scale(observations)

    def step_async(self, actions: Integers) -> None:
        """Take the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Floats, Floats, Bools, list[dict[str, Any]]]:
        """Play a move at every table; games that end are dealt again at once."""
        observations, rewards, over, _, _ = self._envs.step(self._actions)
        return self._scale(observations), rewards / POINTS, over, [{} for _ in range(TABLES)]

    def env_method(self, method_name: str, *args: Any, **_: Any) -> list[Any]:
        """Call a method of the vector environment, which answers for all tables."""
        return list(getattr(self._envs, method_name)(*args))

    def get_attr(self, attr_name: str, _: Any = None) -> list[Any]:
        """An attribute, the same for every table."""
        return [getattr(self._envs, attr_name)] * TABLES

    def set_attr(self, *_: Any) -> None:
        """Refuse: nobody sets attributes of these tables."""
        raise NotImplementedError

    def env_is_wrapped(self, *_: Any) -> list[bool]:
        """No table is wrapped."""
        return [False] * TABLES

    def close(self) -> None:
        """Nothing is open."""


def win_share(choose: Choose, game: str, rival: str, games: int) -> float:
    """The share of victories over some games against one rival, in alternating seats."""
    envs = LearnersEnv(games, game, 2, rivals=rival)
    scale = Scale(envs)
    observations, _ = envs.reset(seed=TEST_SEED)
    won = np.full(games, np.nan)
    while np.isnan(won).any():
        actions = choose(scale(observations), envs.action_masks())
        observations, rewards, over, _, _ = envs.step(actions)
        new = over & np.isnan(won)
        won[new] = rewards[new]
    return float(won.mean())
