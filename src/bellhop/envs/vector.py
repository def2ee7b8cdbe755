"""Gymnasium: very many learners at once, each at a table of bots, in one compiled call a step.

    envs = gymnasium.make_vec("bellhop/PerfectHotel-v0", num_envs=1024, seats=3, rivals="random")

Rivals are *casual* (by the page of advice) or *random*.  A table that ended is dealt anew by the
next step, whose action there is ignored (AutoresetMode.NEXT_STEP).  Masks are in
`infos["action_mask"]`; if any action is refused, InvalidAction says which and nothing is changed.
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

WILD = {"casual": 0, "random": 100}  # percentage of random moves of a rival

Stepped = tuple[
    NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]


class Tables(Batch):
    """A batch in which one seat of each game is asked for its moves, and bots play the others."""

    def answer(self, moves: NDArray[np.int64]) -> None:
        """Moves of the learners, already checked, and the answers of their rivals."""
        self._moves[:] = moves
        task = Task(plays=True, renews_first=True, marks=True, looks=True)
        self._work(self._arrays, task)


class LearnersEnv(VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """Tables side by side, with a learner at each: at seats of all kinds, unless one is chosen."""

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
            raise PlainError(f"rivals of a vector are {' or '.join(WILD)}, not {rivals!r}")
        if render_mode is not None:
            raise PlainError("a vector of tables is not rendered; make a single environment")
        self._tables = Tables(game_named(game), num_envs, seats, options, reward=reward)
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
        """Deal all tables anew."""
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
        """A move at every table, and the answers of the rivals."""
        moves = self._checked(actions)
        self._tables.answer(moves)
        own = np.arange(self.num_envs), self._tables.learners
        done = self._tables.done.astype(np.bool_)
        observations = self._tables.observations.copy()
        return observations, self._tables.rewards[own], done, np.zeros_like(done), self._infos()

    def _checked(self, actions: Any) -> NDArray[np.int64]:
        """The actions, if each is allowed at its table."""
        if not self._is_dealt:
            raise ResetNeeded("nothing was dealt: call reset first")
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != (self.num_envs,):
            raise InvalidAction(
                f"{self.num_envs} whole numbers are wanted, not {given.dtype} of {given.shape}"
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
