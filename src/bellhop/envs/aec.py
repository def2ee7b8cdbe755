"""PettingZoo: every game as an AEC environment, with action masks like its classic games.

    from bellhop.envs import aec
    env = aec.env("overbooking", seats=4, options={"scoring": "expert"}, reward="margin")

In `raw_env` a bad action raises an error and changes nothing.  `env` behaves like PettingZoo's
games in their usual wrappers, without the cost: an illegal move ends the game, an action outside
the action space or before the first reset fails an assertion, and one after the end logs a warning.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over
from bellhop.envs.errors import ILLEGAL_REWARD, IllegalAction
from bellhop.envs.many import reward_kind
from bellhop.envs.single import RENDER_MODES, SEEDS, Log, Single

MaskedObservation = dict[str, NDArray[np.int8]]


# PettingZoo has no type hints, and all its environments have this name.
class raw_env(AECEnv[str, MaskedObservation, int | None]):  # type: ignore[misc]  # noqa: N801
    """A game as a PettingZoo environment; the reward (win, margin or score) comes at the end."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._kind = reward_kind(reward)
        self._single = Single.dealt(game, seats, options)
        self.metadata = {
            "name": f"{self._single.game.package.rpartition('.')[2]}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self._single.position.seats)]
        self.agents = self.possible_agents[:]
        moves = len(self._single.game.moves)
        self.action_spaces = {agent: spaces.Discrete(moves) for agent in self.agents}
        bounds = self._single.layout.bounds()
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(*bounds, dtype=np.int8),
                    "action_mask": spaces.Box(0, 1, (moves,), np.int8),
                }
            )
            for agent in self.agents
        }
        self._random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> "spaces.Dict[Any]":  # Gymnasium 1.1 takes no [Any]
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Discrete[np.int64]":
        """The space of all moves."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; a seed determines this game and all later ones."""
        del options
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self._single.deal(int(self._random.integers(SEEDS)))
        self._begin()

    def _begin(self) -> None:
        """Bring all agents back into the game."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._single.position.turn]

    def observe(self, agent: str) -> MaskedObservation:
        """An agent's observation and action mask, which is empty if it is not the agent's turn."""
        seat = self.possible_agents.index(agent)
        single = self._single
        on_turn = seat == single.position.turn
        mask = single.mask() if on_turn else np.zeros(len(single.game.moves), np.int8)
        return {"observation": single.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make a move for the agent whose turn it is."""
        agent = self.agent_selection
        if not self.agents:
            raise IllegalAction("the game is over: reset the environment first")
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if not isinstance(action, int | np.integer):
            raise TypeError(f"an action must be an integer, not {action!r}")
        self._single.advance(int(action))
        self._cumulative_rewards[agent] = 0.0
        position = self._single.position
        if not is_over(position):
            self.agent_selection = self.possible_agents[position.turn]
            return
        self.rewards = dict(zip(self.agents, self._single.rewards(self._kind), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | NDArray[np.uint8] | None:
        """What the agent whose turn it is sees, in the chosen render mode."""
        return self._single.render(self.render_mode, self._single.position.turn)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def named(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """An observation (or a stack of them) by slice name, without copying."""
        return self._single.layout.named(observation)

    @property
    def position(self) -> Position:
        """The full position, valid until the next reset; for referees, not for players."""
        return self._single.position

    def log(self) -> Log:
        """The game so far, for `replay`."""
        return self._single.log()

    def replay(self, log: Log) -> None:
        """Deal and play a logged game."""
        self._single.deal_as(log)
        self._begin()
        for move in log.moves:
            self.step(move)

    def __deepcopy__(self, memo: dict[int, Any]) -> "raw_env":
        """An independent copy."""
        del memo
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._single = self._single.copy()
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations"):
            if hasattr(self, name):
                setattr(other, name, dict(getattr(self, name)))
        other.agents = self.agents[:]
        other.infos = {agent: dict(info) for agent, info in getattr(self, "infos", {}).items()}
        if self._random is not None:
            other._random = np.random.Generator(type(self._random.bit_generator)())
            other._random.bit_generator.state = self._random.bit_generator.state
        return other


class env(raw_env):  # noqa: N801  # PettingZoo's name
    """A game that treats bad actions as PettingZoo's own games do."""

    def step(self, action: int | None) -> None:
        """Make a move for the agent whose turn it is; an illegal one loses and ends the game."""
        if self._random is None:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if not self.terminations[agent]:
            assert self._is_in_space(action), "action is not in action space"
        try:
            super().step(action)
        except IllegalAction:
            self._end_illegally(agent)

    def _is_in_space(self, action: object) -> bool:
        return isinstance(action, int | np.integer) and 0 <= int(action) < len(
            self._single.game.moves
        )

    def _end_illegally(self, agent: str) -> None:
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {**dict.fromkeys(self.agents, 0.0), agent: ILLEGAL_REWARD}
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()
