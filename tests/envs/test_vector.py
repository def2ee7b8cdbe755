"""Vector environments: seeds, resets, autoreset modes, illegal actions, and rivals of any level."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode

from bellhop.bots import KINDS
from bellhop.envs.errors import ILLEGAL_REWARD
from bellhop.envs.learner import LearnerEnv
from bellhop.envs.vector import LearnersEnv
from support import more

pytestmark = pytest.mark.xdist_group("compiled")
GAME = "perfect-hotel"


def actions_of(envs: LearnersEnv, chance: np.random.Generator) -> Any:
    masks = envs.action_masks()
    return (masks * chance.random(masks.shape)).argmax(axis=1)


def play_until_over(envs: LearnersEnv, seed: int) -> tuple[Any, ...]:
    """Step until at least one table has ended; returns what that step gave."""
    chance = np.random.default_rng(seed)
    while True:
        stepped = envs.step(actions_of(envs, chance))
        if stepped[2].any():
            return stepped


def test_a_list_has_a_seed_for_every_table() -> None:
    envs = LearnersEnv(3, GAME, rivals="random", seat=0)
    first, _ = envs.reset(seed=[4, 9, 4])
    assert first[0].tobytes() == first[2].tobytes() != first[1].tobytes()
    again, _ = envs.reset(seed=[4, None, 9])
    assert again[0].tobytes() == first[0].tobytes()
    assert again[2].tobytes() == first[1].tobytes()
    with pytest.raises(ValueError, match="expected 3 seeds"):
        envs.reset(seed=[1, 2])


def test_a_reset_mask_deals_only_those_tables() -> None:
    envs = LearnersEnv(4, GAME, rivals="random", autoreset_mode="DISABLED")
    assert envs.metadata["autoreset_mode"] == AutoresetMode.DISABLED
    mask = np.array([True, False, True, False])
    with pytest.raises(ResetNeeded):
        envs.reset(options={"reset_mask": mask})
    envs.reset(seed=1)
    observations, _, over, _, _ = play_until_over(envs, 1)
    with pytest.raises(ResetNeeded, match=f"env {over.argmax()} is over"):
        envs.step(envs.action_masks().argmax(axis=1))
    after, infos = envs.reset(options={"reset_mask": over})
    assert after[~over].tobytes() == observations[~over].tobytes()
    assert after[over].tobytes() != observations[over].tobytes()
    assert not infos["action_mask"][over].all()
    envs.step(envs.action_masks().argmax(axis=1))
    for wrong in (mask[:2], mask.astype(int), ~(mask | ~mask)):
        with pytest.raises(ValueError, match="reset_mask"):
            envs.reset(options={"reset_mask": wrong})


def test_all_modes_play_the_same_games() -> None:
    """With the same seeds; they differ only in when a game that has ended is dealt again."""
    ended: dict[str, list[Any]] = {}
    for mode in ("NEXT_STEP", "SAME_STEP", "DISABLED"):
        envs = LearnersEnv(1, GAME, rivals="casual", reward="margin", autoreset_mode=mode)
        envs.reset(seed=3)
        ended[mode] = []
        for game in range(2):
            observations, rewards, _, _, infos = play_until_over(envs, game)
            last = infos["final_obs"][0] if mode == "SAME_STEP" else observations[0]
            ended[mode].append((last.tobytes(), rewards.tolist()))
            if mode == "SAME_STEP":
                assert infos["final_info"]["action_mask"].all()
                assert not infos["action_mask"].all()
            elif mode == "NEXT_STEP":
                envs.step(np.zeros(1, np.int64))  # ignored: the game is dealt again
            else:
                break
    assert ended["NEXT_STEP"] == ended["SAME_STEP"]
    assert ended["DISABLED"] == ended["SAME_STEP"][:1]


def test_an_illegal_action_can_be_refused_at_its_own_table() -> None:
    envs = LearnersEnv(3, GAME, rivals="random", illegal="refuse", max_illegal=2)
    observations, _ = envs.reset(seed=1)
    for number in range(2):
        actions = envs.action_masks().argmax(axis=1)
        actions[1] = envs.action_masks()[1].argmin()
        after, rewards, over, cut, infos = envs.step(actions)
        assert after[1].tobytes() == observations[1].tobytes()
        assert after[0].tobytes() != observations[0].tobytes()
        assert rewards[1] == ILLEGAL_REWARD
        assert not over.any()
        assert cut.tolist() == [False, number == 1, False]
        assert infos["_refused"].tolist() == [False, True, False]
        assert "env 1: action" in infos["refused"][1]
    after, rewards, _, cut, _ = envs.step(envs.action_masks().argmax(axis=1))
    assert not rewards.any()
    assert not cut.any()
    for wrong in (-1, 10_000):  # not in the action space
        with pytest.raises(InvalidAction):
            envs.step(np.array([wrong, 0, 0]))


SLOW = {"search", "rollout"}


def test_any_level_can_be_the_rival() -> None:
    for kind in KINDS if more(0, 1) else [kind for kind in KINDS if kind not in SLOW]:
        envs = LearnersEnv(6, GAME, 3, rivals=[kind, "casual"], reward="margin")
        first = run(envs)
        assert run(envs) == first
        assert run(LearnersEnv(6, GAME, 3, rivals=[kind, "casual"], reward="margin")) == first


def run(envs: LearnersEnv) -> bytes:
    chance, seen = np.random.default_rng(2), envs.reset(seed=2)[0].tobytes()
    for _ in range(more(30, 300)):
        observations, rewards, *_ = envs.step(actions_of(envs, chance))
        seen += observations.tobytes() + rewards.tobytes()
    return seen


def test_networks_choose_for_all_tables_as_they_do_alone() -> None:
    """The best move of *master* does not depend on what else is played at the same time."""
    envs = LearnersEnv(5, GAME, 3, rivals="master", seat=0)
    observations, _ = envs.reset(seed=6)
    for number in range(5):
        alone = LearnerEnv(GAME, 3, rivals="master", seat=0)
        alone._single.deal(int(envs._tables.seeds[number]))
        alone.reset(seed=1)
        alone._single.deal(int(envs._tables.seeds[number]))
        alone._single.answer(0, alone._policies)
        alone._let_bots_play()
        assert alone._single.position == envs._tables.position(number)
    assert len({row.tobytes() for row in observations}) == 5


def test_a_vector_is_made_by_its_id() -> None:
    envs = gymnasium.make_vec(
        "bellhop.envs.learner:bellhop/PerfectHotel-v0",
        num_envs=2, rivals="strong", autoreset_mode=AutoresetMode.SAME_STEP,
    )  # fmt: skip
    envs.reset(seed=1)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
