"""The contract holds for every game, and catches environments that break it."""

import copy
import random
from functools import partial
from itertools import count
from typing import Any

import numpy as np
import pytest

from bellhop.engine.game import Game
from bellhop.envs import aec, contract
from bellhop.envs.errors import IllegalAction
from bellhop.games import GAMES
from support import every_compiled_game, more, proofs_of

pytestmark = pytest.mark.xdist_group("compiled")


@every_compiled_game
def test_every_game_keeps_the_contract(game: Game) -> None:
    for seed in range(more(1, 10)):
        seats = game.players[seed % len(game.players)]
        make = partial(aec.raw_env, game, seats, reward="margin")
        contract.check(make, seed=seed)
        contract.check_refusals(make, seed, (IllegalAction, TypeError))


@every_compiled_game
def test_no_observation_tells_what_is_hidden(game: Game) -> None:
    def scramble(env: aec.raw_env, agent: str, chance: random.Random) -> None:
        seat = env.possible_agents.index(agent)
        proofs_of(game).scramble(env.position, seat, chance, eyes=False)

    for seats in game.players:
        contract.check_leaks(partial(aec.raw_env, game, seats), scramble, seats)


class Leaky(aec.raw_env):
    """Reveals its dice."""

    def observe(self, agent: str) -> Any:
        """The dice are in the first cell."""
        seen = super().observe(agent)
        seen["observation"][0] = self.position.dice % 7
        return seen


deals = count()


class Forgetful(aec.raw_env):
    """Ignores its seed."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Without a seed, another deal every time."""
        super().reset(next(deals) if seed is None else seed, options)


class Shallow(aec.raw_env):
    """Makes copies that share the game."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "Shallow":
        return copy.copy(self)


class Careless(aec.raw_env):
    """Treats any action as the first legal one."""

    def step(self, action: Any) -> None:
        """Take the first legal action, whatever was asked for."""
        if action is not None:
            action = int(np.argmax(self.observe(self.agent_selection)["action_mask"]))
        super().step(action)


def test_broken_environments_are_caught() -> None:
    game = GAMES[0]

    def redeal(env: aec.raw_env, agent: str, chance: random.Random) -> None:
        del agent
        env.position.dice = chance.getrandbits(60)

    with pytest.raises(AssertionError, match="observes hidden data"):
        contract.check_leaks(lambda: Leaky(game), redeal)
    with pytest.raises(AssertionError, match="same seed gave different games"):
        contract.check_seeds(lambda: Forgetful(game))
    with pytest.raises(AssertionError, match=r"continued differently|changed the original"):
        contract.check_clones(lambda: Shallow(game))
    with pytest.raises(AssertionError, match="did not raise an error"):
        contract.check_refusals(lambda: Careless(game))
