"""Gymnasium: one learner at a table with bots.

    import gymnasium
    import bellhop.envs.learner                       # registers the ids
    env = gymnasium.make("bellhop/Overbooking-v0", seats=4, rivals="strong", reward="margin")

The mask of legal actions is `info["action_mask"]`.  An illegal action changes nothing: it returns
the same observation with a reward of -1, and `info["refused"]` gives the reason.  With
`illegal="raise"` it raises InvalidAction instead.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from numpy.typing import NDArray

from bellhop.bots import DEFAULT, KINDS, Bot, make_bot
from bellhop.engine.errors import PlainError
from bellhop.engine.seats import is_over
from bellhop.envs.errors import ILLEGAL_REWARD, IllegalAction, say_illegal
from bellhop.envs.many import reward_kind
from bellhop.envs.single import RENDER_MODES, SEEDS, Log, Single
from bellhop.games import GAMES

ON_ILLEGAL = ("refuse", "raise")  # what to do about an illegal action


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
        render_mode: str | None = None,
    ) -> None:
        self._kind = reward_kind(reward)
        self._single = Single.dealt(game, seats, options)
        self._seats = self._single.position.seats
        self._rivals = rivals_at(rivals, self._seats)
        if seat is not None and not 0 <= seat < self._seats:
            raise PlainError(f"seats are 0 to {self._seats - 1}, not {seat}")
        if illegal not in ON_ILLEGAL:
            raise PlainError(f"illegal must be {' or '.join(ON_ILLEGAL)}, not {illegal!r}")
        self._chosen, self._seat, self._raises = seat, 0, illegal == "raise"
        self._bots: list[Bot] = []
        self._needs_reset = True
        self.render_mode = render_mode
        self.observation_space = spaces.Box(*self._single.layout.bounds(), dtype=np.int8)
        moves: Any = spaces.Discrete(len(self._single.game.moves))
        self.action_space = moves

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal a new game and let the bots play until it is the learner's turn."""
        super().reset(seed=seed)
        del options
        deal, drawn = (int(number) for number in self.np_random.integers(SEEDS, size=2))
        self._seat = drawn % self._seats if self._chosen is None else self._chosen
        self._bots = [make_bot(kind, drawn + n) for n, kind in enumerate(self._rivals)]
        self._single.deal(deal)
        self._answer()
        self._needs_reset = False
        return self._single.observe(self._seat), self._info()

    def step(self, action: int) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Make a move and let the bots reply."""
        if self._needs_reset:
            raise ResetNeeded("the game is over or was never dealt: call reset first")
        if not self.action_space.contains(action):
            last = len(self._single.game.moves) - 1
            raise InvalidAction(f"an action must be an integer from 0 to {last}, not {action!r}")
        try:
            self._single.play(int(action))
        except IllegalAction:
            return self._refuse(int(action))
        self._answer()
        self._needs_reset = is_over(self._single.position)
        reward = self._single.rewards(self._kind)[self._seat]
        return self._single.observe(self._seat), reward, self._needs_reset, False, self._info()

    def render(self) -> Any:
        """What the learner sees, in the chosen render mode."""
        return self._single.render(self.render_mode, self._seat)

    def named(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """An observation (or a stack of them) by slice name, without copying."""
        return self._single.layout.named(observation)

    def log(self) -> Log:
        """The game so far, with the moves of all seats."""
        return self._single.log()

    def _answer(self) -> None:
        """Let the bots play, each from its own view, until it is the learner's turn."""
        single = self._single
        while (turn := single.position.turn) >= 0 and turn != self._seat:
            bot = self._bots[(turn - self._seat) % self._seats - 1]
            single.play(bot.choose(single.game, single.view(turn)))

    def _refuse(self, action: int) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        text = say_illegal(self._single.game, self._single.view(self._seat), action)
        if self._raises:
            raise InvalidAction(text)
        info = {**self._info(), "refused": text}
        return self._single.observe(self._seat), ILLEGAL_REWARD, False, False, info

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._single.mask(), "seat": self._seat}


def rivals_at(rivals: str | Sequence[str], seats: int) -> list[str]:
    """The kinds of bots for the other seats, in order of play after the learner."""
    found = [rivals] * (seats - 1) if isinstance(rivals, str) else list(rivals)
    if len(found) != seats - 1 or set(found) - set(KINDS):
        raise PlainError(f"rivals must be one or {seats - 1} of {', '.join(KINDS)}, not {rivals!r}")
    return found


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
