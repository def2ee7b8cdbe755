"""Stable-Baselines3 takes our environments as they are; a proof, because it needs PyTorch."""

import importlib
import sys
import warnings
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bellhop.envs.learner import LearnerEnv

pytestmark = [pytest.mark.prove, pytest.mark.xdist_group("compiled")]

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def _without_warnings_of_others() -> Any:
    """PyTorch and TensorBoard warn about themselves."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def test_the_checker_and_processes_of_stable_baselines() -> None:
    checker = importlib.import_module("stable_baselines3.common.env_checker")
    vectors = importlib.import_module("stable_baselines3.common.vec_env")
    checker.check_env(LearnerEnv("perfect-hotel", rivals="strong"))
    makers = [partial(LearnerEnv, "perfect-hotel", rivals="random", seat=n) for n in range(2)]
    seen = []
    for kind in (vectors.SubprocVecEnv, vectors.DummyVecEnv):
        envs = kind(makers)
        envs.seed(5)
        told = [envs.reset().tolist()]
        for _ in range(30):
            masks = np.stack(envs.env_method("action_masks"))
            told += [part.tolist() for part in envs.step(masks.argmax(axis=1))[:3]]
        seen.append(told)
        envs.close()
    assert seen[0] == seen[1], "in processes of their own they play the same"


def test_the_example_learns_with_masks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    example: Any = importlib.import_module("maskable_ppo")
    try:
        model = example.learner("overbooking", "random")
        before = example.win_share(model, "overbooking", "random")
        model.learn(32_768)
        noise = 0.5 / 200**0.5
        assert example.win_share(model, "overbooking", "random") > before + 4 * noise
    finally:
        sys.modules.pop("maskable_ppo")
