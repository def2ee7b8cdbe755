"""Gymnasium's own checker, and what it does not check: bad actions, seeds, seats, vectors."""

import subprocess
import sys
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, VectorEnv

import bellhop.envs.learner  # noqa: F401  # registers the ids
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.envs import aec
from bellhop.envs.learner import LearnerEnv
from bellhop.games import GAMES
from support import every_compiled_game, more

pytestmark = pytest.mark.xdist_group("compiled")


def id_of(game: Game) -> str:
    return f"bellhop/{game.title.replace(' ', '')}-v0"


def play(env: LearnerEnv, seed: int) -> list[bytes]:
    """A random game, as the learner sees it."""
    chance = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    seen, over = [observation.tobytes()], False
    while not over:
        action = int(chance.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, over, _, info = env.step(action)
        seen += [observation.tobytes(), np.float64(reward).tobytes()]
    return seen


@every_compiled_game
def test_every_game_passes_the_checker(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    for seats in (game.players[0], game.players[-1]):
        check_env(gymnasium.make(id_of(game), seats=seats).unwrapped)
    assert capsys.readouterr().out.strip(), "the human mode prints"


@every_compiled_game
def test_the_same_seed_is_the_same_game_at_any_seat(game: Game) -> None:
    kinds = ["newcomer", *["random"] * (game.players[-1] - 2)]
    env = LearnerEnv(game.name, game.players[-1], rivals=kinds, reward="margin")
    games = [play(env, seed) for seed in range(more(2, 20))]
    again = LearnerEnv(game.name, game.players[-1], rivals=kinds, reward="margin")
    assert [play(again, seed) for seed in range(more(2, 20))] == games
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(40)}
    assert seats == set(range(game.players[-1]))


@every_compiled_game
def test_a_refused_action_changes_nothing(game: Game) -> None:
    env = LearnerEnv(game.name, rivals="random")
    with pytest.raises(ResetNeeded):
        env.step(0)
    observation, info = env.reset(seed=3)
    log, illegal = env.log(), int(np.argmin(info["action_mask"]))
    again, reward, over, _, told = env.step(illegal)
    assert (again.tobytes(), reward, over, env.log()) == (observation.tobytes(), -1, False, log)
    assert "Allowed: " in told["refused"]
    for wrong in (-1, len(game.moves), 0.5, "research"):
        with pytest.raises(InvalidAction, match="from 0 to"):
            env.step(wrong)  # type: ignore[arg-type]  # that is the point
    strict = LearnerEnv(game.name, illegal="raise")
    mask = strict.reset(seed=3)[1]["action_mask"]
    with pytest.raises(InvalidAction, match="Allowed: "):
        strict.step(int(np.argmin(mask)))
    play(env, 1)
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_bad_tables_are_refused_with_what_is_allowed() -> None:
    with pytest.raises(BellhopError, match="newcomer, casual, regular"):
        LearnerEnv("overbooking", 3, rivals=["newcomer"])
    with pytest.raises(BellhopError, match="0 to 1"):
        LearnerEnv("overbooking", seat=2)
    for wrong, said in (
        ({"illegal": "shout"}, "refuse or raise"),
        ({"max_illegal": 0}, "at least 1"),
        ({"rivals": "grandmaster"}, "newcomer, casual, regular"),
    ):
        for make in (gymnasium.make, partial(gymnasium.make_vec, num_envs=2)):
            with pytest.raises(BellhopError, match=said):
                make(id_of(GAMES[0]), **wrong)
    with pytest.raises(BellhopError, match="NEXT_STEP, SAME_STEP, DISABLED"):
        gymnasium.make_vec(id_of(GAMES[0]), num_envs=2, autoreset_mode="sometimes")


def run(envs: VectorEnv[Any, Any, Any], seed: int, steps: int) -> list[bytes]:
    """Take random steps in a vector environment, and check all conventions."""
    chance = np.random.default_rng(seed)
    observations, infos = envs.reset(seed=seed)
    seen, before = [observations.tobytes()], np.zeros(envs.num_envs, bool)
    for _ in range(steps):
        weights = infos["action_mask"] * chance.random(infos["action_mask"].shape)
        observations, rewards, over, cut, infos = envs.step(weights.argmax(axis=1))
        assert envs.observation_space.contains(observations)
        assert (rewards.shape, over.dtype, cut.any()) == ((envs.num_envs,), np.bool_, False)
        assert not over[before].any(), "a table that ended is dealt again by the next step"
        assert not rewards[before].any()
        assert infos["action_mask"][over].all(), "any action of a table that ended is accepted"
        seen += [observations.tobytes(), rewards.tobytes()]
        before = over
    return seen


@every_compiled_game
def test_a_vector_keeps_the_conventions_and_its_seeds(game: Game) -> None:
    for rivals in ("casual", "random"):
        envs = gymnasium.make_vec(id_of(game), num_envs=5, rivals=rivals, reward="margin")
        assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
        with pytest.raises(ResetNeeded):
            envs.step(np.zeros(5, np.int64))
        first = run(envs, 7, more(200, 3_000))
        assert run(envs, 7, more(200, 3_000)) == first
        assert run(envs, 8, 3) != first[:7]


@every_compiled_game
def test_a_vector_refuses_all_actions_or_none(game: Game) -> None:
    envs = gymnasium.make_vec(id_of(game), num_envs=3)
    observations, infos = envs.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    wrong = actions.copy()
    wrong[2] = infos["action_mask"][2].argmin()
    with pytest.raises(InvalidAction, match="env 2: action"):
        envs.step(wrong)
    for bad in (wrong.astype(float), wrong[:2], wrong - 1_000):
        with pytest.raises(InvalidAction):
            envs.step(bad)
    stepped = envs.step(actions)
    envs.reset(seed=1)
    assert envs.step(actions)[0].tobytes() == stepped[0].tobytes()
    assert observations.tobytes() != stepped[0].tobytes()


def test_too_many_illegal_actions_in_a_row_truncate_the_game() -> None:
    env = LearnerEnv(GAMES[0].name, rivals="random", max_illegal=3)
    _, info = env.reset(seed=1)
    wrong, right = int(np.argmin(info["action_mask"])), int(np.argmax(info["action_mask"]))
    cuts = [env.step(action)[3] for action in (wrong, wrong, right)]
    wrong = int(np.argmin(env.action_masks()))
    cuts += [env.step(wrong)[3] for _ in range(3)]
    assert cuts == [False] * 5 + [True]
    with pytest.raises(ResetNeeded):
        env.step(right)
    env.reset()
    assert not env.step(int(np.argmin(env.action_masks())))[3]


def test_the_masks_for_maskable_learners_are_those_of_the_info() -> None:
    env = LearnerEnv(GAMES[0].name, rivals="random")
    _, info = env.reset(seed=1)
    for _ in range(200):
        assert env.action_masks().dtype == np.bool_
        assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
        _, _, over, _, info = env.step(int(np.argmax(info["action_mask"])))
        if over:
            assert info["action_mask"].all(), "a softmax over it stays finite"
            _, info = env.reset()


def test_an_id_that_names_its_module_needs_no_import() -> None:
    """And one that does not is unknown: Gymnasium has no plugins, as docs/learning.md says."""
    code = """
import gymnasium
try:
    gymnasium.make("bellhop/PerfectHotel-v0")
except gymnasium.error.NamespaceNotFound:
    env = gymnasium.make("bellhop.envs.learner:bellhop/PerfectHotel-v0", rivals="random")
    print(env.reset(seed=1)[1]["action_mask"].any())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


def test_every_kind_of_rival_leaves_a_game_that_can_be_replayed() -> None:
    """Rivals never touch the dice of the game, wherever they choose."""
    for rivals in ("random", "casual", "master", ["random", "newcomer"]):
        env = LearnerEnv("perfect-hotel", 3, rivals=rivals)
        play(env, 5)
        game = aec.raw_env("perfect-hotel", 3)
        game.reset()
        game.replay(env.log())
        assert game.position == env._single.position
