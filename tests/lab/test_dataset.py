"""Datasets hold what was seen and decided, in the same way wherever and however they are made."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from bellhop.engine.errors import BellhopError
from bellhop.engine.seats import is_over
from bellhop.games import game_named
from bellhop.lab.dataset import DataPlan, matrix, observations, path_of, write_dataset
from bellhop.lab.executors import InProcess, Processes
from cli.running import bellhop_here

pytestmark = pytest.mark.xdist_group("compiled")

GAME = game_named("perfect-hotel")
PLAN = DataPlan(GAME.name, 5, ("strong", "random", "newcomer"), 3, (("rounds", "1"),), 7, shard=2)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("data") / "set"
    write_dataset(PLAN, made, InProcess())
    return made


def read(folder: Path) -> Any:
    return pq.read_table(folder)


def test_every_decision_is_the_one_that_the_rules_replay(folder: Path) -> None:
    table = read(folder)
    seen, masks = observations(table, GAME), matrix(table["mask"])
    rows, games = table.select(["seed", "number", "seat", "move", "points"]).to_pylist(), 0
    position: Any = None
    for row, cells, mask in zip(rows, seen, masks, strict=True):
        if row["number"] == 0:
            position = GAME.new(3, {"rounds": "1"}, row["seed"])
            games += 1
            first = row
        assert row["seat"] == position.turn
        out = np.zeros_like(cells)
        GAME.observation.observe(GAME.view(position, position.turn), position.turn, out.data)
        assert out.tobytes() == cells.tobytes()
        assert np.flatnonzero(mask).tolist() == GAME.legal_moves(position)
        GAME.play(position, row["move"])
        if is_over(position):
            assert first["points"] == GAME.points(position)[first["seat"]]
    assert games == PLAN.games


def test_policies_values_and_results_fit_together(folder: Path) -> None:
    table = read(folder)
    masks, policies = matrix(table["mask"]), matrix(table["policy"])
    moves = table["move"].to_numpy()
    assert not policies[masks == 0].any()
    assert np.allclose(policies.sum(axis=1), 1, atol=1e-5)
    assert (policies[np.arange(len(moves)), moves] > 0).all()
    by = np.array(table["by"].to_pylist())
    assert set(by) == set(PLAN.by)
    assert np.allclose(policies[by == "random"], masks[by == "random"] / masks[by == "random"].sum(
        axis=1, keepdims=True))  # fmt: skip
    values = table["value"].to_pylist()
    assert [value is not None for value in values] == (by == "strong").tolist()
    seats = (table["seat"].to_numpy() + table["game"].to_numpy()) % 3
    assert [PLAN.by[index] for index in seats] == by.tolist()
    for game in range(PLAN.games):
        of_game = table.filter(table["game"].to_numpy() == game)
        shares = dict(zip(of_game["seat"].to_pylist(), of_game["share"].to_pylist(), strict=True))
        margins = dict(zip(of_game["seat"].to_pylist(), of_game["margin"].to_pylist(), strict=True))
        assert sum(shares.values()) == pytest.approx(1)
        assert all((margins[seat] >= 0) for seat, share in shares.items() if share)


def test_a_dataset_is_the_same_wherever_it_is_played_and_goes_on(
    folder: Path, tmp_path: Path
) -> None:
    before = [path_of(folder, number).stat().st_mtime_ns for number in range(PLAN.shards)]
    expected = read(folder)
    again = tmp_path / "again"
    write_dataset(PLAN, again, Processes(2))
    assert read(again).equals(expected)
    path_of(again, 1).unlink()
    (again / "_part-00001.parquet.part").write_bytes(b"interrupted")
    done: list[int] = []
    written = write_dataset(PLAN, again, InProcess(), done.append)
    assert (written.decisions, done) == (len(expected), [3, 2])
    assert read(again).equals(expected)
    assert [path_of(folder, n).stat().st_mtime_ns for n in range(PLAN.shards)] == before


def test_another_plan_is_refused_and_nothing_changes(folder: Path) -> None:
    with pytest.raises(BellhopError, match="another dataset"):
        write_dataset(replace(PLAN, seed=8), folder, InProcess())
    with pytest.raises(BellhopError, match="a program of its own"):
        replace(PLAN, by=("mybots:Clever",)).check()
    assert json.loads((folder / "_about.json").read_text("utf-8"))["plan"]["seed"] == 7


def test_every_file_says_how_to_read_it(folder: Path) -> None:
    about = json.loads((folder / "_about.json").read_text("utf-8"))
    assert about["moves"] == list(GAME.moves)
    assert about["rules"] == GAME.rules_version
    schema = pq.read_schema(path_of(folder, 0))
    assert json.loads(schema.metadata[b"bellhop"]) == about
    for name, shape in about["slices"].items():
        assert schema.field(f"observation.{name}").type.list_size == np.prod(shape)


def test_the_command_writes_a_dataset(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("selfplay", GAME.name, "-n", 2, "--by", "random", "--on", "here", "--out")
    code, out, _ = bellhop_here(capsys, *arguments, tmp_path / "set", "-o", "rounds=1")
    assert (code, read(tmp_path / "set")["game"].to_numpy().max()) == (0, 1)
    assert "bytes per decision" in out
    code, _, told = bellhop_here(capsys, *arguments, tmp_path / "set", "-o", "rounds=3")
    assert (code, "another dataset" in told) == (2, True)
