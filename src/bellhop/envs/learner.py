"""Gymnasium: one learner at a table with bots.

    import gymnasium
    import bellhop.envs.learner                       # registers the ids
    env = gymnasium.make("bellhop/Overbooking-v0", seats=4, rivals="strong", reward="margin")

The mask of legal actions is `info["action_mask"]`, or `action_masks()` for MaskablePPO; after the
end all actions are marked, as any is as good as another.  An illegal action changes nothing: it
returns the same observation with a reward of -1, `info["refused"]` gives the reason, and after
`max_illegal` of them in a row the game is truncated.  With `illegal="raise"` it raises
InvalidAction instead.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from numpy.typing import NDArray

from bellhop.bots import DEFAULT, Bot
from bellhop.engine.seats import NOBODY, is_over
from bellhop.envs.arrays import ELSEWHERE
from bellhop.envs.errors import (
    ILLEGAL_REWARD,
    MAX_ILLEGAL,
    IllegalAction,
    check_illegal,
    check_learner,
    say_illegal,
)
from bellhop.envs.many import reward_kind
from bellhop.envs.rivals import make_rival, policies_of, rivals_at
from bellhop.envs.single import RENDER_MODES, SEEDS, Log, Single
from bellhop.games import GAMES

INTEGERS = (int, np.integer)
Stepped = tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]


class LearnerEnv(gymnasium.Env[NDArray[np.int8], int]):
    """A game from one seat, which varies unless it is chosen; bots play the other seats."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # Gymnasium's

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        reward: str = "win",
        rivals: str | Sequence[str] = DEFAULT,
        seat: int | None = None,
        illegal: str = "refuse",
        max_illegal: int = MAX_ILLEGAL,
        render_mode: str | None = None,
    ) -> None:
        self._kind = reward_kind(reward)
        self._single = Single.dealt(game, seats, options)
        self._seats = self._single.position.seats
        self._rivals = rivals_at(rivals, self._seats)
        self._policies = policies_of(self._rivals)
        self._needs_bots = bool((self._policies == ELSEWHERE).any())
        check_learner(self._seats, seat)
        check_illegal(illegal, max_illegal)
        self._chosen, self._seat, self._raises = seat, 0, illegal == "raise"
        self._max_illegal, self._illegal = max_illegal, 0
        self._bots: list[Bot] = []
        self._needs_reset = True
        self.render_mode = render_mode
        self.observation_space = spaces.Box(*self._single.layout.bounds(), dtype=np.int8)
        self._actions = len(self._single.game.moves)
        moves: Any = spaces.Discrete(self._actions)
        self.action_space = moves

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal a new game and let the bots play until it is the learner's turn."""
        super().reset(seed=seed)
        del options
        deal, drawn = self.np_random.integers(SEEDS, size=2).tolist()
        self._seat = drawn % self._seats if self._chosen is None else self._chosen
        if self._needs_bots:
            self._bots = [make_rival(kind, drawn + n) for n, kind in enumerate(self._rivals)]
        self._single.deal(deal)
        self._single.answer(self._seat, self._policies)
        self._let_bots_play()
        self._needs_reset, self._illegal = False, 0
        return self._single.observe(self._seat), self._info()

    def step(self, action: int) -> Stepped:
        """Make a move and let the bots reply."""
        if self._needs_reset:
            raise ResetNeeded("the game is over or was never dealt: call reset first")
        if not isinstance(action, INTEGERS) and not self.action_space.contains(action):
            raise InvalidAction(self._say_range(action))
        move = int(action)
        if not 0 <= move < self._actions:
            raise InvalidAction(self._say_range(action))
        single = self._single
        try:
            single.advance(move, self._seat, self._policies)
        except IllegalAction:
            return self._refuse(move)
        if self._needs_bots:
            self._let_bots_play()
        self._illegal, reward = 0, 0.0
        if is_over(single.position):
            self._needs_reset, reward = True, single.rewards(self._kind)[self._seat]
        return single.observe(self._seat), reward, self._needs_reset, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions as truth values, as sb3-contrib's MaskablePPO asks for them."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """What the learner sees, in the chosen render mode."""
        return self._single.render(self.render_mode, self._seat)

    def named(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """An observation (or a stack of them) by slice name, without copying."""
        return self._single.layout.named(observation)

    def log(self) -> Log:
        """The game so far, with the moves of all seats."""
        return self._single.log()

    def _let_bots_play(self) -> None:
        """Let those bots play that choose outside compiled code, each from its own view."""
        single = self._single
        while (turn := single.position.turn) not in (NOBODY, self._seat):
            bot = self._bots[(turn - self._seat) % self._seats - 1]
            single.advance(bot.choose(single.game, single.view(turn)), self._seat, self._policies)

    def _refuse(self, action: int) -> Stepped:
        text = say_illegal(self._single.game, self._single.view(self._seat), action)
        if self._raises:
            raise InvalidAction(text)
        self._illegal += 1
        is_cut = self._needs_reset = self._illegal >= self._max_illegal
        info = {**self._info(), "refused": text}
        return self._single.observe(self._seat), ILLEGAL_REWARD, False, is_cut, info

    def _say_range(self, action: object) -> str:
        return f"an action must be an integer from 0 to {self._actions - 1}, not {action!r}"

    def _mask(self) -> NDArray[np.int8]:
        """The mask of legal actions; all of them after the end, so that a softmax stays finite."""
        if is_over(self._single.position):
            return np.ones(self._actions, np.int8)
        return self._single.mask()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self._seat}


def register_all() -> None:
    """Register every game with Gymnasium, as a single and a vector environment."""
    for game in GAMES:
        name = game.title.replace(" ", "")
        gymnasium.register(
            id=f"bellhop/{name}-v0",
            entry_point="bellhop.envs.learner:LearnerEnv",
            vector_entry_point="bellhop.envs.vector:LearnersEnv",
            kwargs={"game": game.name},
        )


register_all()
