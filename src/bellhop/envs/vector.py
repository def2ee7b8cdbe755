"""Gymnasium: many learners at once, each at a table with bots; one compiled call per step.

    envs = gymnasium.make_vec("bellhop/PerfectHotel-v0", num_envs=1024, seats=3, rivals="random")

Rivals are *casual* (they follow the game's advice) or *random*.  A game that has ended is dealt
again by the next step, which ignores its action (AutoresetMode.NEXT_STEP).  Masks are in
`infos["action_mask"]`; if any action is illegal, InvalidAction says which one and nothing changes.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from bellhop.engine.errors import PlainError
from bellhop.envs.arrays import Task
from bellhop.envs.batch import Batch
from bellhop.envs.errors import say_illegal
from bellhop.envs.single import SEEDS
from bellhop.games import game_named

WILD = {"casual": 0, "random": 100}  # percentage of a rival's random moves

Stepped = tuple[
    NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]


class RivalBatch(Batch):
    """A batch in which one seat of each game is a learner, and bots play the other seats."""

    def answer(self, moves: NDArray[np.int64]) -> None:
        """Play the learners' moves, which are already checked, and their rivals' replies."""
        self._moves[:] = moves
        task = Task(plays=True, renews_first=True, marks=True, looks=True)
        self._work(self._arrays, task)


class LearnersEnv(VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """Many tables with one learner each; the seats vary unless one is chosen."""

    metadata = {  # noqa: RUF012  # Gymnasium declares it as a plain field
        "autoreset_mode": AutoresetMode.NEXT_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        num_envs: int,
        game: str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        reward: str = "win",
        rivals: str = "casual",
        seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if rivals not in WILD:
            raise PlainError(f"rivals must be {' or '.join(WILD)} in a vector, not {rivals!r}")
        if render_mode is not None:
            raise PlainError("a vector environment cannot be rendered; make a single environment")
        self._tables = RivalBatch(game_named(game), num_envs, seats, options, reward=reward)
        self._tables.wild = WILD[rivals]
        self._seats = self._tables.rewards.shape[1]
        if seat is not None and not 0 <= seat < self._seats:
            raise PlainError(f"seats are 0 to {self._seats - 1}, not {seat}")
        self._seat, self._is_dealt = seat, False
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_observation_space = spaces.Box(*self._tables.layout.bounds(), dtype=np.int8)
        self.single_action_space = spaces.Discrete(self._tables.masks.shape[1])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal a new game at every table."""
        del options
        if seed is not None:
            self._np_random, self._np_random_seed = seeding.np_random(seed)
        if self._seat is None:
            self._tables.learners[:] = (np.arange(self.num_envs) % self._seats).astype(np.int8)
        else:
            self._tables.learners[:] = self._seat
        self._tables.reset(int(self.np_random.integers(SEEDS // 2)))
        self._is_dealt = True
        return self._tables.observations.copy(), self._infos()

    def step(self, actions: NDArray[np.int64]) -> Stepped:
        """Play a move at every table, and the rivals' replies."""
        moves = self._checked(actions)
        self._tables.answer(moves)
        own = np.arange(self.num_envs), self._tables.learners
        done = self._tables.done.astype(np.bool_)
        observations = self._tables.observations.copy()
        return observations, self._tables.rewards[own], done, np.zeros_like(done), self._infos()

    def _checked(self, actions: Any) -> NDArray[np.int64]:
        """The actions, if all of them are legal."""
        if not self._is_dealt:
            raise ResetNeeded("no game has been dealt: call reset first")
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != (self.num_envs,):
            raise InvalidAction(
                f"expected {self.num_envs} integers, not {given.dtype} of shape {given.shape}"
            )
        last = self._tables.masks.shape[1] - 1
        moves = given.astype(np.int64)
        allowed = self._tables.masks[np.arange(self.num_envs), np.clip(moves, 0, last)] == 1
        allowed &= (moves >= 0) & (moves <= last)
        refused = np.flatnonzero(~allowed & (self._tables.done == 0))
        if len(refused):
            number = int(refused[0])
            game, position = self._tables.game, self._tables.position(number)
            raise InvalidAction(say_illegal(game, position, int(moves[number]), f", env {number}"))
        return moves

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._tables.masks.copy(),
            "_action_mask": every,
            "seat": self._tables.learners.copy(),
            "_seat": every.copy(),
        }
