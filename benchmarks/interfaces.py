"""Measure single environments, move by move, in steps per second of processor time.

All play games of two players, and only steps that make a move are counted.  Every step includes the
mask and the observation (in OpenSpiel the list of legal actions, and with `tensor` the observation
tensor by its observer), and drawing a random legal action.  The ways take turns, so that all have
the same machine, and a batch of one game is compared with its neighbours in the same round.
"""

import json
import platform
import random
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from bellhop.engine.game import Game
from bellhop.envs import aec
from bellhop.envs.batch import Batch
from bellhop.envs.learner import LearnerEnv
from bellhop.envs.spiel import name_of
from bellhop.games import GAMES

RESULTS = Path(__file__).parent / "results"
PLAYERS, STEPS, REPEATS = 2, 10_000, 21


def pick(mask: Any, chance: random.Random) -> int:
    """A random legal action."""
    legal = mask.nonzero()[0]
    return int(legal[int(chance.random() * len(legal))])


def play_pettingzoo(game: Game, chance: random.Random) -> int:
    """Moves in a PettingZoo environment."""
    env, steps = aec.env(game, PLAYERS), 0
    while steps < STEPS:
        env.reset(seed=steps)
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
            else:
                env.step(pick(observation["action_mask"], chance))
                steps += 1
    return steps


def play_gymnasium(game: Game, chance: random.Random) -> int:
    """Steps of a Gymnasium environment with one random rival, whose replies are included."""
    env, steps = LearnerEnv(game.name, PLAYERS, rivals="random"), 0
    while steps < STEPS:
        (_, info), over = env.reset(), False
        while not over:
            _, _, over, _, info = env.step(pick(info["action_mask"], chance))
            steps += 1
    return steps


def play_batch_of_one(game: Game, chance: random.Random) -> int:
    """Moves of a batch with a single game."""
    batch = Batch(game, 1, PLAYERS)
    for _ in range(STEPS):
        batch.advance(np.array([pick(batch.masks[0], chance)]))
    return STEPS


def play_openspiel(game: Game, chance: random.Random, *, looks: bool = False) -> int:
    """Moves of an OpenSpiel game; chance outcomes are not counted."""
    loaded = pyspiel.load_game(name_of(game), {"players": PLAYERS})
    observer, steps = loaded.make_py_observer(), 0
    while steps < STEPS:
        state = loaded.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.randrange(256))
                continue
            actions = state.legal_actions()
            if looks:
                observer.set_from(state, state.current_player())
            state.apply_action(actions[int(chance.random() * len(actions))])
            steps += 1
    return steps


def play_openspiel_with_tensors(game: Game, chance: random.Random) -> int:
    """The same with an observation before every move."""
    return play_openspiel(game, chance, looks=True)


WAYS: dict[str, Callable[[Game, random.Random], int]] = {
    "pettingzoo": play_pettingzoo,
    "gymnasium": play_gymnasium,
    "batch_of_one": play_batch_of_one,
    "openspiel": play_openspiel,
    "openspiel_tensor": play_openspiel_with_tensors,
}
SINGLE = ("pettingzoo", "gymnasium")


def measure(game: Game) -> dict[str, Any]:
    """The best of several runs for each way, and how a batch of one compares."""
    rates: dict[str, list[float]] = {way: [] for way in WAYS}
    for play in WAYS.values():
        play(game, random.Random(0))  # compile, and fill caches
    for repeat in range(REPEATS):
        for way, play in WAYS.items():
            start = time.process_time()
            steps = play(game, random.Random(repeat))
            rates[way].append(steps / (time.process_time() - start))
    return {
        **{way: round(max(found)) for way, found in rates.items()},
        "batch_of_one_compared": {
            way: round(float(np.median(np.divide(rates["batch_of_one"], rates[way]))), 2)
            for way in SINGLE
        },
    }


def main() -> None:
    """Measure, print and save."""
    found: dict[str, Any] = {
        "per": "second of processor time on one core, the best of several runs",
        "compared": "the median ratio of a batch of one to a single environment in the same round",
        "players": PLAYERS,
        "python": platform.python_version(),
        **{name: version(name) for name in ("numba", "numpy", "pettingzoo", "gymnasium")},
    }
    for game in GAMES:
        found[game.name] = measure(game)
        print(game.name, found[game.name], flush=True)
    (RESULTS / "interfaces.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
