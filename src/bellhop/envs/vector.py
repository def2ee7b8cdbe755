"""Gymnasium: many learners at once, each at a table with bots; few compiled calls per step.

    envs = gymnasium.make_vec("bellhop/PerfectHotel-v0", num_envs=1024, seats=3, rivals="strong")

Masks are in `infos["action_mask"]`.  All actions of a table that has ended are marked, because
any is as good as another there, and a softmax over the mask stays finite.  When such a table is
dealt again depends on `autoreset_mode`: by the next step, which ignores its action (NEXT_STEP), at
once (SAME_STEP, with the last observation in `infos["final_obs"]`), or by
`reset(options={"reset_mask": …})` alone (DISABLED).

If any action is illegal, InvalidAction says which one and nothing changes.  With
`illegal="refuse"` only that table is left as it is, with a reward of -1 and the reason in
`infos["refused"]`, and it is truncated after `max_illegal` of them in a row.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from bellhop.bots import DEFAULT
from bellhop.engine.errors import PlainError
from bellhop.envs.arrays import IDLE
from bellhop.envs.errors import (
    ILLEGAL_REWARD,
    MAX_ILLEGAL,
    check_illegal,
    check_learner,
    say_illegal,
)
from bellhop.envs.rival_batch import RivalBatch
from bellhop.envs.rivals import rivals_at
from bellhop.envs.single import SEEDS
from bellhop.games import game_named

Bools = NDArray[np.bool_]
Infos = dict[str, Any]
Stepped = tuple[NDArray[np.int8], NDArray[np.float32], Bools, Bools, Infos]
Seeds = int | Sequence[int | None] | None


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
        rivals: str | Sequence[str] = DEFAULT,
        seat: int | None = None,
        illegal: str = "raise",
        max_illegal: int = MAX_ILLEGAL,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            raise PlainError("a vector environment cannot be rendered; make a single environment")
        self._tables = RivalBatch(game_named(game), num_envs, seats, options, reward=reward)
        self._seats = self._tables.rewards.shape[1]
        self._rivals = rivals_at(rivals, self._seats)
        check_learner(self._seats, seat)
        check_illegal(illegal, max_illegal)
        self._seat, self._is_dealt = seat, False
        self._raises, self._max_illegal = illegal == "raise", max_illegal
        self._illegal = np.zeros(num_envs, np.int64)  # illegal actions in a row, by table
        self._mode = mode_named(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_observation_space = spaces.Box(*self._tables.layout.bounds(), dtype=np.int8)
        self.single_action_space = spaces.Discrete(self._tables.masks.shape[1])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: Seeds = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], Infos]:
        """Deal a new game at every table, or at those in `options["reset_mask"]`.

        One seed determines all tables; a list has a seed, or None, for each of them.
        """
        rows = self._rows_to_reset((options or {}).get("reset_mask"))
        if isinstance(seed, int | np.integer):
            self._np_random, self._np_random_seed = seeding.np_random(int(seed))
        first, minds = self.np_random.integers(SEEDS // 2, size=2).tolist()
        seeds = first + np.arange(self.num_envs)
        if isinstance(seed, Sequence):
            seeds = self._seeds_of(seed, seeds)
            minds = int(seeds[0])
        if not self._is_dealt or rows.all():
            own = np.arange(self.num_envs) % self._seats
            self._tables.learners[:] = own if self._seat is None else self._seat
            self._tables.seat_rivals(self._rivals, minds)
        self._tables.begin(rows, seeds)
        self._illegal[rows] = 0
        self._is_dealt = True
        return self._tables.observations.copy(), self._infos()

    def step(self, actions: NDArray[np.int64]) -> Stepped:
        """Play a move at every table, and the rivals' replies."""
        moves, refused = self._checked(actions)
        reasons = self._reasons(moves, refused)
        moves[refused] = IDLE
        self._tables.answer(moves, renews=self._mode == AutoresetMode.NEXT_STEP)
        tables = self._tables
        rewards = tables.rewards[np.arange(self.num_envs), tables.learners]
        rewards[refused] = ILLEGAL_REWARD
        self._illegal = np.where(refused, self._illegal + 1, 0)
        over = tables.done.astype(np.bool_)
        cut = self._illegal >= self._max_illegal
        self._illegal[cut] = 0
        tables.done[cut] = 1  # so that it is dealt again
        infos = self._finals(over | cut) if self._mode == AutoresetMode.SAME_STEP else {}
        if refused.any():
            infos |= {"refused": reasons, "_refused": refused}
        return tables.observations.copy(), rewards, over, cut, {**infos, **self._infos()}

    def action_masks(self) -> Bools:
        """The legal actions as truth values, one row per table."""
        return self._masks().astype(np.bool_)

    def _rows_to_reset(self, wanted: object) -> Bools:
        """The tables to deal again."""
        if wanted is None:
            return np.ones(self.num_envs, np.bool_)
        rows = np.asarray(wanted)
        if rows.shape != (self.num_envs,) or rows.dtype != np.bool_ or not rows.any():
            told = f"{self.num_envs} truth values, at least one of them true"
            raise ValueError(f"reset_mask must be {told}, not {wanted!r}")
        if not self._is_dealt and not rows.all():
            raise ResetNeeded("no game has been dealt: reset all tables first")
        return rows

    def _seeds_of(self, given: Sequence[int | None], drawn: NDArray[np.int64]) -> NDArray[np.int64]:
        """The seed of every table, drawn where none is given."""
        if len(given) != self.num_envs:
            raise ValueError(f"expected {self.num_envs} seeds, not {len(given)}")
        chosen = [
            other if one is None else int(seeding.np_random(one)[0].integers(SEEDS // 2))
            for one, other in zip(given, drawn.tolist(), strict=True)
        ]
        return np.array(chosen, np.int64)

    def _checked(self, actions: Any) -> tuple[NDArray[np.int64], Bools]:
        """The actions, and which of them are refused."""
        if not self._is_dealt:
            raise ResetNeeded("no game has been dealt: call reset first")
        over = self._tables.done > 0
        if self._mode == AutoresetMode.DISABLED and over.any():
            number = int(over.argmax())
            raise ResetNeeded(f"the game of env {number} is over: reset it with a reset_mask")
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != (self.num_envs,):
            raise InvalidAction(
                f"expected {self.num_envs} integers, not {given.dtype} of shape {given.shape}"
            )
        last = self._tables.masks.shape[1] - 1
        moves = given.astype(np.int64)
        is_move = (moves >= 0) & (moves <= last)
        allowed = self._tables.masks[np.arange(self.num_envs), np.clip(moves, 0, last)] == 1
        refused = ~(allowed & is_move) & ~over
        moves[over] = 0
        if refused.any() and (self._raises or not is_move[refused].all()):
            raise InvalidAction(self._say_illegal(int(refused.argmax()), moves))
        return moves, refused

    def _say_illegal(self, number: int, moves: NDArray[np.int64]) -> str:
        """Why the action of a table is refused, as far as its learner may know."""
        tables = self._tables
        seen = tables.game.view(tables.position(number), int(tables.learners[number]))
        return say_illegal(tables.game, seen, int(moves[number]), f", env {number}")

    def _reasons(self, moves: NDArray[np.int64], refused: Bools) -> NDArray[Any]:
        reasons = np.full(self.num_envs, None, object)
        for number in np.flatnonzero(refused).tolist():
            reasons[number] = self._say_illegal(number, moves)
        return reasons

    def _finals(self, ended: Bools) -> Infos:
        """What was last seen at tables that have ended, which are dealt again now."""
        if not ended.any():
            return {}
        seen = np.full(self.num_envs, None, object)
        for number in np.flatnonzero(ended).tolist():
            seen[number] = self._tables.observations[number].copy()
        told = {name: array for name, array in self._infos().items() if name[0] != "_"}
        told |= {f"_{name}": ended.copy() for name in list(told)}
        self._tables.begin(ended, self._tables.seeds + self.num_envs)
        return {
            "final_obs": seen,
            "_final_obs": ended.copy(),
            "final_info": told,
            "_final_info": ended.copy(),
        }

    def _masks(self) -> NDArray[np.int8]:
        masks: NDArray[np.int8] = self._tables.masks.copy()
        masks[self._tables.done > 0] = 1
        return masks

    def _infos(self) -> Infos:
        every = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._masks(),
            "_action_mask": every,
            "seat": self._tables.learners.copy(),
            "_seat": every.copy(),
        }


def mode_named(mode: AutoresetMode | str) -> AutoresetMode:
    """An autoreset mode, by itself or by its name."""
    if isinstance(mode, AutoresetMode):
        return mode
    names = {str(one.value): one for one in AutoresetMode} | {
        one.name: one for one in AutoresetMode
    }
    if mode not in names:
        raise PlainError(f"autoreset_mode must be one of {', '.join(names)}, not {mode!r}")
    return names[mode]
