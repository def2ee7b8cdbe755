"""PettingZoo's own suites, unchanged, on every game, player count and kind of reward."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import wrappers

from bellhop.engine.game import Game
from bellhop.envs import aec
from support import every_compiled_game, is_proving, more, proofs_of

pytestmark = pytest.mark.xdist_group("compiled")


@contextmanager
def known_warnings() -> Iterator[None]:
    """PettingZoo warns about dictionaries as observations, except for games on its own list."""
    with warnings.catch_warnings():
        for text in ("Observation is not a NumPy array", "Observation space for each agent"):
            warnings.filterwarnings("ignore", text)
        yield


@every_compiled_game
def test_every_table_passes_the_api_test(game: Game) -> None:
    for seats in game.players if is_proving() else {game.players[0], game.players[-1]}:
        variants = ({}, *proofs_of(game).VARIANTS)
        for number, options in enumerate(variants if more(0, 1) else variants[:2]):
            reward = ("win", "margin", "score")[(seats + number) % 3]
            with known_warnings():
                api_test(aec.env(game, seats, options, reward), more(60, 1_000))
                api_test(aec.raw_env(game, seats, options, reward), more(60, 1_000))


@every_compiled_game
def test_every_game_passes_the_seed_test(game: Game) -> None:
    seed_test(lambda: aec.env(game, game.players[-1]), more(100, 500))


@every_compiled_game
def test_every_game_passes_the_render_test(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        lambda render_mode: aec.env(game, render_mode=render_mode),
        {
            "html": lambda page: "<svg" in page or "<div" in page,
            "ansi": lambda text: text.count("\n") > 3,
        },
    )
    assert capsys.readouterr().out.strip()


@every_compiled_game
def test_bad_actions_are_taken_as_pettingzoo_takes_them(game: Game) -> None:
    """The outcome is the same as with PettingZoo's wrappers around the strict environment."""
    for number, wrong in enumerate((-1, len(game.moves), 0.5, "x", None)):
        seen: list[Any] = []
        games: tuple[Any, ...] = (aec.env(game), wrapped(game))
        for one in games:
            with pytest.raises(AssertionError, match="reset"):
                one.step(0)
            one.reset(seed=number)
            with pytest.raises(AssertionError, match="not in action space"):
                one.step(wrong)
            illegal = int(np.argmin(one.observe(one.agent_selection)["action_mask"]))
            one.step(illegal)
            told: list[Any] = [
                (one.rewards, one.terminations, one.truncations, one.agent_selection)
            ]
            while one.agents:
                told.append((one.agent_selection, one.last(observe=False)[1:]))
                one.step(None)
            one.step(0)
            seen.append(told)
        assert seen[0] == seen[1]


def wrapped(game: Game) -> Any:
    """PettingZoo's wrappers around the strict environment."""
    ended = wrappers.TerminateIllegalWrapper(aec.raw_env(game), illegal_reward=-1.0)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ended))
