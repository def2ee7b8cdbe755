"""Calibration: the correction of chances, and measuring how far they are off."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bellhop.bots.calibration import (
    NO_CORRECTION,
    Correction,
    progress_of,
    read_calibration,
    write_calibration,
)
from bellhop.bots.levels import network_of
from bellhop.coach.calibrating import expected_error, fit, measure
from bellhop.engine.game import Game
from bellhop.games import GAMES

ROWS = 6_000


def judged_too_boldly(players: int) -> tuple[Any, Any, Any]:
    """Chances that are too bold, most of all at first, and too kind to the seat that looks."""
    chance = np.random.default_rng(3)
    logits = chance.normal(0, 1.5, (ROWS, players))
    true = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    winners = (chance.random((ROWS, 1)) > true.cumsum(1)).sum(1).clip(0, players - 1)
    progress = chance.integers(0, 4, ROWS) / 3
    logits[:, 0] += 0.4
    told = logits * (2.5 - progress)[:, None]
    shares = np.exp(told) / np.exp(told).sum(1, keepdims=True)
    return shares, progress, np.eye(players)[winners]


@pytest.mark.parametrize("players", [2, 4])
def test_a_fitted_correction_makes_chances_true(players: int) -> None:
    shares, progress, won = judged_too_boldly(players)
    before = measure(shares.ravel(), won.ravel()).error
    correction = fit(shares[::2], progress[::2], won[::2])
    corrected = correction.correct(shares[1::2].astype(np.float32), progress[1::2])
    after = measure(corrected.ravel().astype(float), won[1::2].ravel()).error
    assert before > 0.05
    assert after < 0.025
    assert after < 3 * expected_error(corrected, range(len(corrected)))
    assert corrected.sum(1) == pytest.approx(1, abs=1e-5)
    first, last = correction.temperatures
    assert first > last > 1.2


def test_right_chances_are_left_alone() -> None:
    chance = np.random.default_rng(4)
    shares = chance.dirichlet((1.0, 1.0), ROWS)
    won = np.eye(2)[(chance.random(ROWS) > shares[:, 0]).astype(int)]
    found = fit(shares, np.zeros(ROWS), won)
    assert found.temperatures == pytest.approx((1, 1), abs=0.1)
    assert found.biases == pytest.approx((0, 0), abs=0.1)
    same = NO_CORRECTION.correct(shares.astype(np.float32), np.zeros(ROWS, np.float32))
    assert same == pytest.approx(shares, abs=1e-4)


def test_a_file_corrects_the_network_that_it_was_fitted_to_and_no_other(tmp_path: Path) -> None:
    one, other = (network_of(game) for game in GAMES[:2])
    assert one is not None
    assert other is not None
    path, correction = tmp_path / "calibration.toml", Correction((1.2, 0.9), (-0.1, 0.0))
    write_calibration(path, one, {2: correction, 3: NO_CORRECTION})
    assert read_calibration(path, one) == {2: correction, 3: NO_CORRECTION}
    assert read_calibration(path, other) == {}
    assert read_calibration(tmp_path / "none.toml", one) == {}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_progress_goes_from_the_first_round_to_the_last(game: Game) -> None:
    layout = game.observation.LAYOUT
    rounds = sum(one.size for one in layout.slices if one.name == "round")
    cells = np.zeros((rounds or 1, layout.size), np.int8)
    for number in range(rounds):
        cells[number, layout.at("round") + number] = 1
    assert progress_of(layout, cells) == pytest.approx(np.linspace(0, 1, rounds or 1))
