"""Pictures for videos: always of the same size, the same on every machine, of what a seat sees."""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import render_test

from bellhop.engine.game import Game
from bellhop.envs import aec, picture
from bellhop.envs.learner import LearnerEnv
from support import every_compiled_game

pytestmark = pytest.mark.xdist_group("compiled")


@every_compiled_game
def test_a_picture_shows_what_the_learner_sees(game: Game) -> None:
    env = LearnerEnv(game.name, game.players[-1], rivals="random", render_mode="rgb_array")
    env.reset(seed=1)
    seen = [env.render()]
    env.step(int(env.action_masks().argmax()))
    seen.append(env.render())
    assert {(one.shape, one.dtype) for one in seen} == {((900, 960, 3), np.dtype(np.uint8))}
    assert (seen[0] != seen[1]).any()
    assert (seen[0] == env.render()).all() == (seen[0] == seen[1]).all()
    assert env.observation_space.contains(env.reset()[0])


def test_pettingzoo_renders_pictures_too() -> None:
    render_test(
        lambda render_mode: aec.env("perfect-hotel", render_mode=render_mode),
        {
            "html": lambda page: "<svg" in page or "<div" in page,
            "ansi": lambda text: "\n" in text,
            "rgb_array": lambda image: image.shape == (900, 960, 3),
        },
    )


def test_long_lines_are_wrapped_and_signs_replaced() -> None:
    lines = picture._lines("Café ★ ▶ “x” −3\n  " + "word " * 50)
    assert lines[0] == 'Cafe * > "x" -3'
    assert len(lines) == 4
    assert all(len(line) <= picture.COLUMNS for line in lines)
    assert lines[2].startswith("    word")
    drawn = picture.draw("\n" * 5 + "I")
    rows = np.flatnonzero((drawn != picture.PAPER).any(axis=(1, 2)))
    assert 5 * picture.HEIGHT <= rows.min() <= rows.max() < 6 * picture.HEIGHT


@pytest.mark.prove
def test_gymnasium_records_a_video(tmp_path: Path) -> None:
    env = gymnasium.make("bellhop/PerfectHotel-v0", rivals="random", render_mode="rgb_array")
    folder = str(tmp_path / "video")
    recorded: Any = gymnasium.wrappers.RecordVideo(env, folder, disable_logger=True)
    _, info = recorded.reset(seed=1)
    for _ in range(5):
        *_, info = recorded.step(int(info["action_mask"].argmax()))
    recorded.close()
    assert [path.stat().st_size > 1_000 for path in tmp_path.rglob("*.mp4")] == [True]
