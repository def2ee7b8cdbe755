"""GPU kernels, as far as a machine without a GPU can test them: built, simulated, refused."""

import ast
import importlib
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bellhop.engine import playout, twin
from bellhop.engine.game import Game
from bellhop.envs import loops as batch_loops
from bellhop.envs.batch import Batch, parts_of
from bellhop.envs.gpu import loops
from bellhop.envs.gpu.building import ANY_TARGET, as_array, build, compile_kernel
from bellhop.envs.gpu.digests import blocks, digest_block, digest_games
from bellhop.envs.gpu.kernels import KERNELS, RANDOM_PLAY
from bellhop.envs.gpu.loading import Kernels, threads_for
from bellhop.envs.gpu.manifest import (
    KernelEntry,
    KernelError,
    Manifest,
    kernels_version,
    read_manifest,
)
from bellhop.envs.gpu.shapes import DOUBLE_WORD, Shape
from bellhop.games import GAMES
from bellhop.games.grand_austria_hotel import branches
from bellhop.games.grand_austria_hotel.rules.vocabulary import MOVES

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
pytestmark = pytest.mark.xdist_group("gpu")

HERE = Path(__file__).parent
SOURCES = HERE.parents[1] / "src"
HOPPER = (9, 0)
PERFECT_HOTEL = GAMES[0]
MISSING = ("numba", "numba_cuda", "fastapi", "babel", "jinja2", "sqlalchemy", "typer", "rich")
WITHOUT = f"""
import sys
for name in {MISSING!r}:
    sys.modules[name] = None
from bellhop.envs.gpu import batch, building, digests, loading
from bellhop.games import GAMES
print(len(GAMES))
"""


def simulate(game: Game, games: int, steps: int) -> str:
    arguments = (sys.executable, HERE / "gpu_simulator.py", game.name, str(games), str(steps))
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(
        arguments, env=environment, capture_output=True, text=True, check=False, timeout=1_500
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    return done.stdout


@pytest.mark.prove
@every_game
def test_simulated_kernels_of_every_game_play_those_of_the_processor(game: Game) -> None:
    games = 2 if game.branches else 10  # simulated threads vote slowly
    assert f"{games} games and 60 steps are the same" in simulate(game, games, 60)


def test_the_page_names_what_there_is() -> None:
    page = (HERE.parents[1] / "docs" / "gpu.md").read_text("utf-8")
    blocks = [ast.parse(block) for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL)]
    lines = [line for block in blocks for line in block.body]
    imports = [line for line in lines if isinstance(line, ast.ImportFrom)]
    assert len(blocks) == 3
    assert imports
    for line in imports:
        module = importlib.import_module(str(line.module))
        assert all(hasattr(module, name.name) for name in line.names), line.module


def test_kernels_are_built_without_a_gpu() -> None:
    ptx = compile_kernel(PERFECT_HOTEL, HOPPER, RANDOM_PLAY)
    assert re.search(r"^\.target sm_90", ptx, re.MULTILINE)
    assert re.search(r"\.visible \.entry kernel\(", ptx)
    assert ".const" not in ptx  # tables are in global memory
    memory = re.search(r"^\s*\.local .*\[(\d+)\];", ptx, re.MULTILINE)
    assert memory is not None
    assert int(memory[1]) == Shape.of(PERFECT_HOTEL).position  # a mask of few moves needs none


def test_kernels_are_built_for_older_gpus_too() -> None:
    ptx = compile_kernel(PERFECT_HOTEL, ANY_TARGET, "check")
    assert re.search(r"^\.target sm_75", ptx, re.MULTILINE)


@pytest.mark.prove
@every_game
def test_all_kernels_of_every_game_are_built(game: Game, tmp_path: Path) -> None:
    lines: list[str] = []
    build(game, tmp_path, HOPPER, lines.append)
    manifest = read_manifest(game, tmp_path)
    assert set(manifest.kernels) == set(KERNELS)
    assert len(lines) == len(manifest.kernels)
    for name in manifest.kernels:
        assert ".entry kernel(" in (tmp_path / f"{name}.ptx").read_text("utf-8")
    assert manifest.shape == Shape.of(game).as_numbers()
    play = (tmp_path / f"{RANDOM_PLAY}.ptx").read_text("utf-8")
    assert loops.go_on.__name__ not in "".join(re.findall(r"^\.weak \.func.*$", play, re.MULTILINE))


def test_tables_of_numbers_become_arrays_and_nothing_else_does() -> None:
    assert as_array((1, 2, 3, 400)).tolist() == [1, 2, 3, 400]
    assert as_array(((1, 2), (3, 4), (5, 6), (7, 8))).shape == (4, 2)
    for constant in ((), ("a", "b", "c", "d"), ((1, 2), (3,), (4,), (5,)), ((), (), (), ())):
        assert as_array(constant) is constant


class Mask(bytearray):
    """A mask that can be read several moves at a time, like NumPy's."""

    def view(self, _kind: type[np.int64]) -> memoryview:
        """The same memory as wider numbers."""
        return memoryview(self).cast("q")


@every_game
def test_round_by_round_and_eight_moves_at_a_time_the_games_are_the_same(game: Game) -> None:
    wide = twin.interpreted(loops, game.rules).loops
    plain = twin.interpreted(playout, game.rules).loops
    for seed in range(3):
        expected = game.new(game.players[-1], seed=seed)
        found, mask = expected.copy(), Mask(Shape.of(game).mask)
        moves, is_on = 0, True
        while is_on:
            moves += 1
            if wide.act_at_random(found, mask):
                is_on = wide.close_round(found)
        assert moves == plain.play_out(expected, bytearray(len(game.moves)))
        assert found == expected


def test_by_branches_the_games_are_the_same() -> None:
    told_apart = [(game, module) for game in GAMES if (module := game.branches)]
    assert told_apart
    for game, module in told_apart:
        by_branches = twin.interpreted(loops, game.rules, branches=module).loops
        plain = twin.interpreted(playout, game.rules).loops
        for seed in range(3):
            expected = game.new(game.players[-1], seed=seed)
            found, mask = expected.copy(), Mask(Shape.of(game).mask)
            slot, task = SimpleNamespace(move=0, made=0), loops.DEAL
            while task != loops.OVER:
                task = by_branches.go_on(found, slot, task, mask)
                assert task in (loops.OVER, *range(loops.CLOSE, Shape.of(game).tasks))
            assert slot.made == plain.play_out(expected, bytearray(len(game.moves)))
            assert found == expected


def test_moves_of_one_kind_take_one_branch() -> None:
    """Dice have one branch per space, because each space is another action."""
    assert set(branches.BRANCH_OF_MOVE) == set(range(branches.IN_TURN, branches.COUNT))
    branch = dict(zip(MOVES, branches.BRANCH_OF_MOVE, strict=True))
    assert branch["guest 1"] == branch["guest 5"] != branch["die 1"]
    assert branch["die 3"] == branch["die 3 boost"] != branch["die 4"]
    assert branch["pass"] == branch["end"]


@pytest.mark.prove
@every_game
def test_nothing_is_counted_from_the_end(
    game: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Kernels take indices as they are; this twin checks that none is negative."""
    numba, arrays = map(importlib.import_module, ("numba", "numba.np.arrayobj"))

    def take_index(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
        return context.cast(builder, index, kind, numba.intp)

    monkeypatch.setattr(arrays, "fix_integer_index", take_index)
    monkeypatch.setenv("BELLHOP_CACHE", str(tmp_path))
    last: Any = numba.njit(boundscheck=True)(lambda cells, number: cells[number])
    with pytest.raises(IndexError):
        last(np.arange(3), -1)
    made = twin.compiled(batch_loops, game.rules, checked=True, **parts_of(game))
    batch = Batch(game, 200, game.players[-1], made=made)
    for _ in range(1_000):
        batch.advance(batch.draw())


@every_game
def test_what_games_wait_for_fits_into_one_number(game: Game) -> None:
    assert Shape.of(game).tasks < 63


@every_game
def test_neighbours_in_shared_memory_lie_in_different_banks(game: Game) -> None:
    shape = Shape.of(game)
    assert shape.position <= shape.padded <= shape.position + DOUBLE_WORD
    assert shape.padded // DOUBLE_WORD % 2 == 1


def test_blocks_take_no_more_shared_memory_than_there_is() -> None:
    assert threads_for(128, 300) == 128
    assert threads_for(128, 600) == 64
    assert threads_for(128, 10_000) == 32


@every_game
def test_digests_cover_every_number_of_players_and_option(game: Game) -> None:
    found = list(blocks(game, 40, 10))
    assert {block.seats for block in found} == set(game.players)
    for option in game.options:
        assert {block.options.get(option.name) for block in found[1:]} == set(option.choices)
    seeds = [seed for b in found for seed in range(b.first_seed, b.first_seed + b.games)]
    assert seeds == list(range(400))


def test_every_byte_and_the_order_of_games_changes_a_digest() -> None:
    states = np.arange(4 * 48, dtype=np.uint8).reshape(4, 48)
    moves = np.array([3, 1, 4, 1], np.int32)
    whole = digest_block(np, states, moves)
    assert len(set(digest_games(np, states, moves).tolist())) == 4
    for game in range(4):
        for byte in range(48):
            other = states.copy()
            other[game, byte] ^= 1
            assert digest_block(np, other, moves) != whole
    assert digest_block(np, states, moves + 1) != whole
    assert digest_block(np, states[::-1].copy(), moves) != whole


def test_kernels_are_launched_without_numba_or_the_servers_packages() -> None:
    paths = os.pathsep.join((str(SOURCES), os.environ["PYTHONPATH"]))
    environment = {**os.environ, "PYTHONPATH": paths}
    code = WITHOUT
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout == f"{len(GAMES)}\n", done.stderr


def a_manifest(game: Game) -> Manifest:
    shape = Shape.of(game).as_numbers()
    entry = KernelEntry("play", is_assembled=False)
    source = kernels_version(game)
    return Manifest(game.name, game.rules_version, source, HOPPER, shape, {}, {"play": entry})


def test_a_manifest_is_read_as_it_was_written(tmp_path: Path) -> None:
    manifest = a_manifest(PERFECT_HOTEL)
    manifest.write(tmp_path)
    assert read_manifest(PERFECT_HOTEL, tmp_path) == manifest


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rules": "0123"}, "built from other rules: 0123, not"),
        ({"sources": "4567"}, "built from other kernels: 4567, not"),
        ({"game": "overbooking"}, "contains kernels of overbooking, not of perfect-hotel"),
        ({"format": 99}, "format 99 is not 2"),
    ],
)
def test_kernels_of_something_else_are_refused(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    replace(a_manifest(PERFECT_HOTEL), **change).write(tmp_path)
    with pytest.raises(KernelError, match=message):
        read_manifest(PERFECT_HOTEL, tmp_path)


def test_a_folder_without_kernels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KernelError, match=r"contains no kernels: kernels.json is missing"):
        read_manifest(PERFECT_HOTEL, tmp_path)
    (tmp_path / "kernels.json").write_text(json.dumps({"format": 2}), "utf-8")
    with pytest.raises(KernelError, match=r"kernels.json cannot be read: KeyError\('kernels'\)"):
        read_manifest(PERFECT_HOTEL, tmp_path)


def test_a_missing_kernel_is_named_with_those_there_are() -> None:
    with pytest.raises(KernelError, match="perfect-hotel has no kernel 'look', only play"):
        a_manifest(PERFECT_HOTEL).entry("look")


def test_a_machine_without_a_gpu_is_told_so(tmp_path: Path) -> None:
    a_manifest(PERFECT_HOTEL).write(tmp_path)
    with pytest.raises(KernelError, match=r"CuPy is not installed|no GPU"):
        Kernels(PERFECT_HOTEL, tmp_path)
