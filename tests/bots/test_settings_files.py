"""The files beside a network are read strictly; a damaged one is one line, not a traceback."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bellhop.bots import LEVELS, evaluators, levels, make_bot, rollout_bot
from bellhop.bots.advised import AdvisedBot
from bellhop.bots.calibration import NO_CORRECTION
from bellhop.bots.evaluators import evaluator_of
from bellhop.bots.levels import temperatures_of
from bellhop.bots.networks import NetworkError
from bellhop.bots.rollout_bot import Simulation, simulation_of
from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.games import game_named
from bellhop.lab import luck
from bellhop.lab.luck import weights_of
from bellhop.lab.match import Plan
from bellhop.training import settings as training_settings
from bellhop.training.settings import settings_of

DAMAGED = "regular = = 6", "\udcff", 'regular = "wild"', "", "[[2]]", "ahead = []", "a.b.c = nan"
LEVELS_TOML = """
regular = 6.0
strong = 4.5
expert = 2
master = 0.0
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game's networks, to be damaged."""
    shipped = game_named("overbooking").folder / levels.FOLDER
    copied = Path(shutil.copytree(shipped, tmp_path / "networks"))
    for module in (levels, evaluators, rollout_bot, luck):
        monkeypatch.setattr(module, "FOLDER", str(copied))
    monkeypatch.setattr(training_settings, "FILE", copied / "training.toml")
    return copied


@pytest.fixture
def game(folder: Path) -> Game:
    """A copy of a game, of which no file has been read."""
    assert folder.exists()
    return replace(game_named("overbooking"))


def damage(path: Path, text: str) -> None:
    """Replace a file's content; not always valid UTF-8."""
    path.write_bytes(text.encode("utf-8", "surrogateescape"))


@pytest.mark.parametrize("text", [*DAMAGED, LEVELS_TOML + "wild = 3", LEVELS_TOML + "x = nan"])
def test_damaged_temperatures_leave_the_levels_to_the_older_bots(
    folder: Path, game: Game, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    damage(folder / levels.TEMPERATURES, text)
    position = game.new(2, seed=4)
    seen = game.view(position, position.turn)
    assert make_bot("regular", 1).choose(game, seen) == AdvisedBot(1).choose(game, seen)
    assert temperatures_of(game) == {}
    assert one_line(caplog).startswith(str(folder / levels.TEMPERATURES))


@pytest.mark.parametrize("value", ["-1", "inf", "nan", "true", "'hot'", "[3.0]"])
def test_a_temperature_is_a_number_from_0_on(
    folder: Path, game: Game, caplog: pytest.LogCaptureFixture, value: str
) -> None:
    damage(folder / levels.TEMPERATURES, LEVELS_TOML.replace("4.5", value))
    assert temperatures_of(game) == {}
    assert "levels.toml: strong: expected a number from 0 on, not" in one_line(caplog)


def test_whole_files_are_read(folder: Path, game: Game, caplog: pytest.LogCaptureFixture) -> None:
    damage(folder / levels.TEMPERATURES, LEVELS_TOML)
    assert tuple(temperatures_of(game)) == LEVELS[2:]
    assert temperatures_of(game)["expert"] == 2.0
    evaluator = evaluator_of(game, 2)
    assert evaluator is not None
    assert evaluator.correction != NO_CORRECTION
    assert simulation_of(game) != Simulation()
    assert weights_of(game) == weights_of(game_named("overbooking"))
    assert settings_of(game, on_gpu=True).margin == 20.0
    assert not caplog.records


CORRECTION = """
[2]
network = "0123456789abcdef"
temperatures = [1.0, 1.0]
biases = [0.0, 0.0]
"""


@pytest.mark.parametrize(
    "text",
    [
        *DAMAGED,
        CORRECTION.replace("[2]", "[two]"),
        CORRECTION.replace("biases", "bias"),
        CORRECTION.replace("[1.0, 1.0]", "[0.0, 1.0]"),
        CORRECTION.replace("[0.0, 0.0]", "[0.0]"),
        CORRECTION.replace("[0.0, 0.0]", "0.0"),
        CORRECTION.replace('"0123456789abcdef"', "12"),
    ],
)
def test_a_damaged_calibration_corrects_nothing(
    folder: Path, game: Game, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    damage(folder / "calibration.toml", text)
    for players in (2, 3):
        evaluator = evaluator_of(game, players)
        assert evaluator is not None
        assert evaluator.correction is NO_CORRECTION
    if text:  # an empty file corrects nothing, rightly
        assert one_line(caplog).startswith(str(folder / "calibration.toml"))


@pytest.mark.parametrize(
    "text", [*DAMAGED, "ahead = 0\ndeals = 0\nmoves = 8\nweigh_ahead = 2\nkeep = 0.9"]
)
def test_damaged_figures_of_simulations_are_replaced(
    folder: Path, game: Game, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    damage(folder / "simulation.toml", text)
    assert simulation_of(game) == Simulation()
    assert one_line(caplog).startswith(str(folder / "simulation.toml"))


@pytest.mark.parametrize("text", [*DAMAGED, "[share]\nchance = 1\n[margin]\nchance = 1"])
def test_damaged_weights_of_luck_are_refused_before_a_match(
    folder: Path, monkeypatch: pytest.MonkeyPatch, game: Game, text: str
) -> None:
    damage(folder / "luck.toml", text)
    monkeypatch.setattr("bellhop.lab.match.game_named", lambda _: game)
    refused = refusal(Plan("overbooking", "master", "casual", adjust_luck=True).check)
    assert refused.startswith(str(folder / "luck.toml"))


@pytest.mark.parametrize(
    "text", [*(one for one in DAMAGED if one), "margin = '20'", "entropy = 1", "games = 2.5"]
)
def test_damaged_settings_of_training_are_refused(folder: Path, game: Game, text: str) -> None:
    damage(folder / "training.toml", text)
    refused = refusal(lambda: settings_of(game, on_gpu=False))
    assert refused.startswith(str(folder / "training.toml"))


def one_line(caplog: pytest.LogCaptureFixture) -> str:
    """The only line that was reported."""
    assert [record.message.count("\n") for record in caplog.records] == [0]
    return caplog.records[0].message


def refusal(refused: Callable[[], object]) -> str:
    """The line of what is refused."""
    with pytest.raises(PlainError) as error:
        refused()
    assert isinstance(error.value, NetworkError)
    assert "\n" not in str(error.value)
    return str(error.value)
