"""Environments survive pickling and copying, in another process too, and go on in the same way."""

import copy
import importlib
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

from bellhop.envs import aec, spiel
from bellhop.envs.batch import Batch
from bellhop.envs.learner import LearnerEnv
from bellhop.envs.vector import LearnersEnv
from bellhop.games import game_named

pytestmark = pytest.mark.xdist_group("compiled")

GAME = "perfect-hotel"
Go = Callable[[Any], bytes]

# What another process does with what it is given: `go` says how it went on from there.
ELSEWHERE = """
import pickle, sys
env, steps = pickle.load(sys.stdin.buffer)
from envs import test_pickling
sys.stdout.buffer.write(getattr(test_pickling, steps)(env))
"""


def drawn(mask: Any, number: int) -> int:
    """A legal action, another one each time."""
    legal = np.flatnonzero(mask)
    return int(legal[number * 7 % len(legal)])


def go_aec(env: Any) -> bytes:
    seen = b""
    for number in range(40):
        if not env.agents:
            env.reset()
        observation, reward, over, cut, _ = env.last()
        seen += observation["observation"].tobytes() + str(reward).encode()
        env.step(None if over or cut else drawn(observation["action_mask"], number))
    return seen + repr(env.log()).encode()


def go_learner(env: Any) -> bytes:
    seen, mask = b"", env.action_masks()
    for number in range(40):
        observation, reward, over, _, info = env.step(drawn(mask, number))
        seen += observation.tobytes() + str(reward).encode()
        if over:
            observation, info = env.reset()
        mask = info["action_mask"]
    return seen + repr(env.log()).encode()


def go_vector(envs: Any) -> bytes:
    seen = b""
    for _ in range(40):
        observations, rewards, over, _, _ = envs.step(envs.action_masks().argmax(axis=1))
        seen += observations.tobytes() + rewards.tobytes() + over.tobytes()
    return seen


def go_batch(batch: Any) -> bytes:
    seen = b""
    for _ in range(60):
        batch.advance(batch.draw())
        seen += batch.observations.tobytes() + batch.rewards.tobytes() + batch.seeds.tobytes()
    return seen


def go_spiel(state: Any) -> bytes:
    seen = ""
    for number in range(20):
        actions = [number % 16] if state.is_chance_node() else state.legal_actions()
        state.apply_action(actions[number % len(actions)])
        seen += str(state) + state.information_state_string(0)
    return seen.encode()


def make_aec() -> Any:
    env = aec.env(GAME, 3, {"high-season": "yes"}, "margin")
    env.reset(seed=5)
    return env


def make_learner() -> Any:
    env = LearnerEnv(GAME, 3, rivals=["strong", "newcomer"], reward="margin")
    env.reset(seed=5)
    return env


def make_vector() -> Any:
    envs = LearnersEnv(4, GAME, 3, rivals=["strong", "newcomer"])
    envs.reset(seed=5)
    return envs


def make_batch() -> Any:
    return Batch(game_named(GAME), 5, 3, {"rounds": "1"}, seed=9, reward="margin")


def make_state() -> Any:
    state = spiel.load("bellhop_perfect_hotel", {"samples": 16}).new_initial_state()
    state.apply_action(3)
    return state


KINDS: dict[str, tuple[Callable[[], Any], Go]] = {
    "aec": (make_aec, go_aec),
    "learner": (make_learner, go_learner),
    "vector": (make_vector, go_vector),
    "batch": (make_batch, go_batch),
    "spiel": (make_state, go_spiel),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_of_any_kind_goes_on_as_the_original_would(kind: str) -> None:
    make, go = KINDS[kind]
    env = make()
    go(env)  # into the middle of a game
    written = pickle.dumps(env)
    expected = go(copy.deepcopy(env))
    assert go(pickle.loads(written)) == expected
    assert pickle.dumps(env) == written, "copies leave the original alone"
    assert go(env) == expected
    assert go(env) != expected


def test_all_of_them_go_on_in_another_process() -> None:
    for kind, (make, go) in KINDS.items():
        env = make()
        task = pickle.dumps((env, go.__name__))
        done = subprocess.run(
            [sys.executable, "-c", ELSEWHERE], input=task, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode()
        assert done.stdout == go(env), kind


def test_games_of_openspiel_travel_to_another_process() -> None:
    game = pyspiel.load_game("bellhop_perfect_hotel", {"players": 3})
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).num_players())"
    done = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(game), capture_output=True, check=True
    )
    assert done.stdout.strip() == b"3"


def test_wrapped_environments_are_pickled_too() -> None:
    env: Any = gymnasium.make("bellhop/PerfectHotel-v0", rivals="random")
    env.reset(seed=1)
    other = pickle.loads(pickle.dumps(env))
    assert other.unwrapped.log() == env.unwrapped.log()


@pytest.mark.prove
def test_ray_actors_hold_environments() -> None:
    ray: Any = importlib.import_module("ray")
    ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False)
    try:

        class Holder:
            def __init__(self, env: Any) -> None:
                self.env = env

            def go(self, name: str) -> bytes:
                from envs import test_pickling

                return bytes(getattr(test_pickling, name)(self.env))

        remote = ray.remote(Holder)
        for kind in ("aec", "learner", "vector", "batch"):
            make, go = KINDS[kind]
            env = make()
            actor = remote.remote(env)
            assert ray.get(actor.go.remote(go.__name__)) == go(env), kind
    finally:
        ray.shutdown()
