"""Training learns, goes on where it stopped, and refuses what does not fit; needs PyTorch."""

import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bellhop.bots.networks import read_network
from bellhop.bots.trained import FileBot
from bellhop.engine.errors import BellhopError, PlainError
from bellhop.games import GAMES, game_named
from bellhop.lab.curves import plot_curve, spread
from bellhop.training.command import Request, change, parse_players
from bellhop.training.command import train as begin
from bellhop.training.settings import Settings, mix_setups, settings_of

if TYPE_CHECKING:
    from bellhop.training.run import Plan

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


def request(seed: int) -> Request:
    """A run of one second, as it is asked for on the command line."""
    return Request("perfect-hotel", 1.0, "", None, None, "cores", seed, (), start_over=False)


WRONG_SETTINGS = {
    "game=3": "settings are games, steps",
    "games": "must be a number",
    "games=many": "must be a number, not 'many'",
    "games=1,2": "is set like games=32768",
    "games=0": "from 1 on",
    "games=inf": "from 1 on",
    "minibatch=nan": "from 1 on",
    "layers=-1": "from 0 on",
    "rate=1": "is set like rate=0.0007,5e-05",
    "rate=1,-1": "from 0 on",
    "horizon=1.5": "from 0 to 1",
    "margin=0": "from 1 on",
}


def test_settings_are_changed_by_name_and_nonsense_is_refused() -> None:
    game = game_named("grand-austria-hotel")
    settings = settings_of(game, on_gpu=True)
    assert settings.margin == 60.0
    assert settings.entropy == (0.02, 0.003)
    changed = change(settings, ["games=128", "rate=1e-3,1e-4"])
    assert (changed.games, changed.rate) == (128, (1e-3, 1e-4))
    for wrong, why in WRONG_SETTINGS.items():
        with pytest.raises(PlainError, match=why):
            change(Settings(), [wrong])
    with pytest.raises(BellhopError, match="numbers"):
        parse_players(game, "two")
    with pytest.raises(BellhopError, match=r"2 to 4 players, not 1, 5$"):
        mix_setups(game, (5, 2, 1), 1)
    for seed in (-1, 10**14):
        with pytest.raises(PlainError, match=f"from 0 to 4000000, not {seed}"):
            begin(request(seed=seed))


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

    monkeypatch.setattr(
        run, "time", SimpleNamespace(monotonic=time.process_time, process_time=time.process_time)
    )


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
    runs = read_network(tmp_path / "network.npz", game).about["runs"]
    assert [run["moves"] > 0 for run in runs] == [True, True]
    assert sum(run["moves"] for run in runs) == second.learner.moves
    assert rows[-1]["moves"] == runs[-1]["moves"]
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


def small_plan(folder: Path, seconds: float = 0.0) -> "Plan":
    """A run with a small network and few games."""
    from bellhop.training.run import Plan

    game = game_named("perfect-hotel")
    settings = replace(settings_of(game, on_gpu=False), games=16, minibatch=64, width=32, stagger=1)
    return Plan(game, settings, (2,), seconds, folder)


@pytest.mark.prove
def test_a_network_of_another_size_is_refused_in_one_line(tmp_path: Path) -> None:
    from bellhop.training.run import Run

    plan = small_plan(tmp_path)
    Run(plan, ignore).work()
    for other in (replace(plan.settings, width=64), replace(plan.settings, layers=3)):
        with pytest.raises(PlainError, match="--set width=32 --set layers=2") as refused:
            Run(replace(plan, settings=other), ignore)
        assert "\n" not in str(refused.value)
    settings = replace(plan.settings, games=32, minibatch=128, critic_every=0)
    Run(replace(plan, settings=settings), ignore).work()


@pytest.mark.prove
def test_training_goes_on_from_a_checkpoint_of_another_device(tmp_path: Path) -> None:
    """On a GPU the optimiser is captured, which it cannot be on cores."""
    import torch

    from bellhop.training.run import Run

    plan = small_plan(tmp_path, seconds=0.5)
    Run(plan, ignore).work()
    content = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    for name in ("optimiser", "critic_optimiser"):
        for group in content["learner"][name]["param_groups"]:
            group["capturable"] = True
    torch.save(content, tmp_path / "checkpoint.pt")
    resumed = Run(plan, ignore)
    before = resumed.learner.moves
    resumed.work()
    assert resumed.learner.moves > before > 0
    runs = read_network(tmp_path / "network.npz", plan.game).about["runs"]
    assert [run["moves"] for run in runs] == [before, resumed.learner.moves - before]


@pytest.mark.prove
def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    import torch

    from bellhop.training.checkpoints import read_checkpoint
    from bellhop.training.run import Run

    plan, path, chance = small_plan(tmp_path), tmp_path / "checkpoint.pt", random.Random(17)
    Run(plan, ignore).save()

    def read() -> Any:
        return read_checkpoint(tmp_path, plan.game, plan.settings, torch.device("cpu"))

    whole, known, refused = path.read_bytes(), read(), 0
    for _ in range(200):
        content = bytearray(whole)
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        path.write_bytes(content)
        try:
            found = read()["learner"]["network"]
        except PlainError:
            refused += 1
        else:
            assert all(one.equal(found[name]) for name, one in known["learner"]["network"].items())
    assert refused > 100
    path.write_bytes(b"nonsense")
    with pytest.raises(PlainError, match="damaged"):
        Run(plan, ignore)
    missing = [{k: v for k, v in known.items() if k != name} for name in ("learner", "settings")]
    for foreign in ([1, 2], {"weights": 3}, {**known, "settings": {"width": "wide"}}, *missing):
        torch.save(foreign, path)
        with pytest.raises(PlainError) as wrong:
            read()
        assert "\n" not in str(wrong.value)


@pytest.mark.prove
def test_too_little_memory_is_one_line(tmp_path: Path) -> None:
    import torch

    from bellhop.training.devices import is_out_of_memory

    with pytest.raises(RuntimeError) as refused:
        torch.empty(10**15)
    assert is_out_of_memory(refused.value)
    assert not is_out_of_memory(RuntimeError("something else"))
    done = train("--set", f"games={10**12}", "--out", str(tmp_path)).communicate(timeout=100)
    assert done[1] == (
        "too little memory for 1,000,000,000,000 games at once: use --set games=… with fewer\n"
    )


@pytest.mark.prove
def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    for folder in ("file", "file/run"):
        _, err = train("--out", str(tmp_path / folder)).communicate(timeout=100)
        assert err.startswith(f"{tmp_path / folder}: ")
        assert err.count("\n") == 1


@pytest.mark.prove
def test_a_network_to_start_from_says_its_size(tmp_path: Path) -> None:
    from bellhop.training.run import Run

    start = game_named("perfect-hotel").folder / "networks" / "all.npz"
    with pytest.raises(PlainError, match="--set width=512 --set layers=3"):
        Run(replace(small_plan(tmp_path), start=start), ignore)


@pytest.mark.prove
def test_ctrl_c_stops_training_in_one_line_and_keeps_what_was_learnt(tmp_path: Path) -> None:
    import torch

    small = ("games=16", "minibatch=64", "width=32", "stagger=1")
    settings = [part for text in small for part in ("--set", text)]
    process = train("--seconds", "100", "--out", str(tmp_path), *settings)
    try:
        while not (tmp_path / "network-02.npz").exists():  # written after two seconds of learning
            assert process.poll() is None
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=90)
    finally:
        process.kill()
    assert process.returncode == 0
    assert "Traceback" not in err
    last = out.splitlines()[-1]
    assert last.startswith("Stopped: ")
    content = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    moves = content["learner"]["moves"]
    assert moves > 0
    assert f" {moves:,} moves in all" in last
    assert read_network(tmp_path / "network.npz", game_named("perfect-hotel")).about["runs"]


TRAIN = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background leaves it out
runpy.run_module("bellhop.training", run_name="__main__")
"""


def train(*arguments: str) -> "subprocess.Popen[str]":
    """Training in a process of its own, on processor cores."""
    return subprocess.Popen(
        [sys.executable, "-c", TRAIN, "perfect-hotel", "--device", "cores", "--players", "2",
         *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def ignore(_: dict[str, Any]) -> None:
    """Rows of the curve that no test needs."""


@pytest.mark.prove
@pytest.mark.usefixtures("processor_time")
def test_a_best_response_beats_the_network_it_learns_against(tmp_path: Path) -> None:
    from bellhop.training.opponents import Opponent
    from bellhop.training.run import Plan, Run

    game, rows = game_named("perfect-hotel"), list[dict[str, Any]]()
    settings = replace(settings_of(game, on_gpu=False), games=256, minibatch=1_024, width=64)
    frozen = tmp_path / "frozen"
    Run(Plan(game, settings, (2,), 20.0, frozen), rows.append).work()
    start = frozen / "network.npz"
    rival = Opponent(start.name, start)
    plan = Plan(game, settings, (2,), 60.0, tmp_path / "best", rival=rival, start=start)
    Run(plan, rows.append).work()
    assert rows[-1]["rival_2"] > 0.75


@pytest.mark.prove
def test_casual_rivals_sit_inside_the_batch(tmp_path: Path) -> None:
    """With any number of players, all moves that are chosen are the learner's."""
    from bellhop.training.opponents import Opponent
    from bellhop.training.run import Run

    plan = replace(small_plan(tmp_path), players=(2, 3, 4, 5), rival=Opponent("casual"))
    learner = Run(plan, ignore).learner
    batch: Any = learner.tensors.batch
    learner.iterate(0.0)
    assert (batch.learners == np.arange(batch.games) % batch.players).all()
    assert (learner.rollout.turns.numpy() == batch.learners).all()
    assert bool(learner.rollout.known.any())


@pytest.mark.prove
@pytest.mark.usefixtures("processor_time")
def test_an_exploiter_of_casual_bots_beats_them(tmp_path: Path) -> None:
    from bellhop.training.opponents import Opponent
    from bellhop.training.run import Plan, Run

    game, rows = game_named("perfect-hotel"), list[dict[str, Any]]()
    settings = replace(settings_of(game, on_gpu=False), games=256, minibatch=1_024, width=128)
    plan = Plan(game, settings, (2,), 40.0, tmp_path, rival=Opponent("casual"))
    Run(plan, rows.append).work()
    assert rows[-1]["casual_2"] > 0.8
    assert read_network(tmp_path / "network.npz", game).about["runs"][0]["against"] == "casual"


@pytest.mark.prove
def test_a_few_games_are_learnt_from_as_well(tmp_path: Path) -> None:
    """A minibatch may be larger than what is played, and the critic may see a few moves only."""
    from bellhop.training.run import Run

    plan = small_plan(tmp_path)
    for changes in (["minibatch=4096"], ["steps=4"], ["steps=9"]):
        settings = change(plan.settings, changes)
        learner = Run(replace(plan, settings=settings, starts_over=True), ignore).learner
        assert learner.critic is not None
        before = learner.weights()
        learner.iterate(0.0)
        after = learner.weights()
        for name in ("network.preferences.weight", "critic.outlook.weight"):
            assert not np.array_equal(before[name], after[name])


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
