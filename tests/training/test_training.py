"""Training learns, goes on where it stopped, and refuses what does not fit; needs PyTorch."""

import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bellhop.bots.networks import read_network
from bellhop.bots.trained import FileBot
from bellhop.engine.errors import BellhopError
from bellhop.games import GAMES, game_named
from bellhop.lab.curves import plot_curve, spread
from bellhop.training.command import change, parse_players
from bellhop.training.settings import Settings, mix_setups, settings_of

SHIPPED = [game for game in GAMES if game.package.startswith("bellhop.")]


def test_a_mixture_has_all_players_and_options() -> None:
    for game in SHIPPED:
        setups = mix_setups(game, tuple(game.players), 3)
        counts = [setup.seats for setup in setups]
        assert set(counts) == set(game.players)
        assert counts.count(game.players[0]) == len(counts) // 2
        for option in game.options:
            chosen = {setup.options.get(option.name) for setup in setups}
            assert chosen == {None, *option.choices}
        assert mix_setups(game, tuple(game.players), 3) == setups
        assert {setup.seats for setup in mix_setups(game, (2,), 3)} == {2}


def test_settings_are_changed_by_name_and_nonsense_is_refused() -> None:
    game = game_named("grand-austria-hotel")
    settings = settings_of(game, on_gpu=True)
    assert settings.margin == 60.0
    assert settings.entropy == (0.02, 0.003)
    changed = change(settings, ["games=128", "rate=1e-3,1e-4"])
    assert (changed.games, changed.rate) == (128, (1e-3, 1e-4))
    for wrong in ("game=3", "games=many", "rate=1"):
        with pytest.raises(BellhopError):
            change(Settings(), [wrong])
    with pytest.raises(BellhopError, match="numbers"):
        parse_players(game, "two")
    with pytest.raises(BellhopError, match="2 to 4 players"):
        mix_setups(game, (2, 5), 1)


def test_a_curve_is_plotted_with_a_name_beside_every_line() -> None:
    rows = [
        {"seconds": 10.0, "moves": 5, "random_2": 0.9, "self_at_40_2": 0.5},
        {"seconds": 20.0, "moves": 9, "random_2": 1.0, "self_at_40_2": 0.6},
    ]
    plot = plot_curve("Training", rows)
    assert plot.count("<polyline") == 2
    assert "random, 2 players" in plot
    assert "self at 40 %, 2 players" in plot
    assert spread([50.0, 50.0, 80.0], 10.0) == [50.0, 60.0, 80.0]


@pytest.fixture
def processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs last as long as the processor has worked for them, however busy the machine is."""
    from bellhop.training import run

    monkeypatch.setattr(run, "time", SimpleNamespace(monotonic=time.process_time))


@pytest.mark.prove
@pytest.mark.usefixtures("processor_time")
def test_a_network_learns_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    from bellhop.training.run import Plan, Run

    game, rows = game_named("perfect-hotel"), list[dict[str, Any]]()
    settings = replace(settings_of(game, on_gpu=False), games=256, minibatch=1_024, width=64)
    plan = Plan(game, settings, (2,), 60.0, tmp_path)
    first = Run(plan, rows.append)
    first.work()
    assert rows[-1]["random_2"] > 0.7
    second = Run(replace(plan, seconds=1.0), rows.append)
    assert second.learner.moves == first.learner.moves
    second.work()
    assert len(read_network(tmp_path / "network.npz", game).about["runs"]) == 2
    assert read_network(tmp_path / "critic.npz", game).is_critic
    position = game.new(2, seed=1)
    seen = game.view(position, position.turn)
    move = FileBot(tmp_path / "network.npz").choose(game, seen)
    assert move in game.legal_moves(position)
    with pytest.raises(BellhopError, match="not of overbooking"):
        Run(replace(plan, game=game_named("overbooking")), rows.append)
    other = replace(plan, folder=tmp_path / "other", start=tmp_path / "network.npz")
    begun = Run(other, rows.append).learner.network.arrays()
    for name, array in read_network(tmp_path / "network.npz", game).arrays.items():
        assert begun[name] == pytest.approx(array, abs=1e-4)
    (tmp_path / "checkpoint.pt").write_bytes(b"nonsense")
    with pytest.raises(BellhopError, match="damaged"):
        Run(plan, rows.append)


@pytest.mark.prove
@pytest.mark.usefixtures("processor_time")
def test_a_best_response_beats_the_network_it_learns_against(tmp_path: Path) -> None:
    from bellhop.training.run import Opponent, Plan, Run

    game, rows = game_named("perfect-hotel"), list[dict[str, Any]]()
    settings = replace(settings_of(game, on_gpu=False), games=256, minibatch=1_024, width=64)
    frozen = tmp_path / "frozen"
    Run(Plan(game, settings, (2,), 20.0, frozen), rows.append).work()
    rival = Opponent(frozen / "network.npz")
    plan = Plan(game, settings, (2,), 60.0, tmp_path / "best", rival=rival, start=rival.path)
    Run(plan, rows.append).work()
    assert rows[-1]["rival_2"] > 0.75


@pytest.mark.prove
def test_two_workers_on_ray_learn_together_and_one_may_die(tmp_path: Path) -> None:
    import ray

    from bellhop.training.run import Plan, Run
    from bellhop.training.team import RayTeam

    game, rows = game_named("perfect-hotel"), list[dict[str, Any]]()
    settings = replace(settings_of(game, on_gpu=False), games=64, minibatch=256, width=32)
    run = Run(Plan(game, settings, (2,), 20.0, tmp_path, workers=2), rows.append)
    try:
        team = run._team
        assert isinstance(team, RayTeam)
        team.iterate(0.0)
        alone = settings.games * settings.steps
        assert run.learner.moves == 2 * alone
        ray.kill(team.workers[0])
        team.iterate(0.0)
        assert (team.lost, run.learner.moves) == (1, 3 * alone)
        run.work()
        assert run.learner.moves > 5 * alone
        assert read_network(tmp_path / "network.npz", game).about["runs"]
    finally:
        ray.shutdown()


@pytest.mark.prove
def test_the_mean_of_weights_is_taken_name_by_name() -> None:
    from bellhop.training.team import mean_of

    first, second = np.array([1.0, 3.0], np.float32), np.array([3.0, 5.0], np.float32)
    assert mean_of([{"a": first}, {"a": second}])["a"].tolist() == [2.0, 4.0]
