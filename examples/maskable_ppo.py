"""MaskablePPO of sb3-contrib learns a game against bots; see docs/learning.md.

pip install '.[envs]' sb3-contrib
python examples/maskable_ppo.py overbooking casual 250000
"""

import sys
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium import spaces, wrappers
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

from bellhop.envs.learner import LearnerEnv
from bellhop.envs.vector import LearnersEnv

TABLES = 16
POINTS = 20.0  # of margin that count as a reward of one


def largest(space: Any) -> Any:
    """The largest value of every cell of an observation: what it is divided by, for a network."""
    return np.maximum(space.high, 1).astype(np.float32)


def make(game: str, rivals: str) -> gymnasium.Env[Any, int]:
    """A table for learning, which pays the margin at the end of a game."""
    env = LearnerEnv(game, rivals=rivals, reward="margin")
    most = largest(env.observation_space)
    space = spaces.Box(-1, 1, most.shape, np.float32)
    scaled = wrappers.TransformObservation(env, lambda seen: seen / most, space)
    return wrappers.TransformReward(scaled, lambda margin: float(margin) / POINTS)


def learner(game: str, rivals: str) -> MaskablePPO:
    """PPO that learns at several tables."""
    torch.set_num_threads(1)  # the networks are small: more threads only wait for each other
    tables = DummyVecEnv([lambda: make(game, rivals)] * TABLES)
    settings = {"learning_rate": 1e-3, "gamma": 1.0, "ent_coef": 0.01}
    rounds = {"n_steps": 256, "batch_size": 512, "n_epochs": 4}
    return MaskablePPO("MlpPolicy", tables, **settings, **rounds, seed=1, device="cpu")


def win_share(model: MaskablePPO, game: str, rivals: str, games: int = 200) -> float:
    """The share of victories over some games, which are played at the same time."""
    envs = LearnersEnv(games, game, rivals=rivals)
    most, won = largest(envs.single_observation_space), np.full(games, np.nan)
    seen, _ = envs.reset(seed=1)
    while np.isnan(won).any():
        actions, _ = model.predict(seen / most, action_masks=envs.action_masks())
        seen, rewards, over, _, _ = envs.step(actions)
        won = np.where(over & np.isnan(won), rewards, won)
    return float(won.mean())


def main(game: str = "overbooking", rivals: str = "casual", steps: str = "250000") -> None:
    """Learn for some steps, and say how often the learner wins before and after."""
    model = learner(game, rivals)
    print(f"before: {win_share(model, game, rivals):.2f}", flush=True)
    model.learn(int(steps))
    print(f"after {steps} steps: {win_share(model, game, rivals):.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
