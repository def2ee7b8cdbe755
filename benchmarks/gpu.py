"""Bellhop on a GPU: equality with the CPU, speed, and a comparison with the same game in JAX.

    PYTHONPATH=src python3 benchmarks/gpu.py FOLDER [--out FILE]

FOLDER was made by `benchmarks/gpu_build.py`, on a machine with or without a GPU.  This needs NumPy
and CuPy, and PyTorch and JAX for the comparison.  It takes about five minutes; the summary at the
end is short, and the file contains every number.
"""

import argparse
import importlib
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from gpu_build import digest_batch

from bellhop.engine import playout, twin
from bellhop.engine.game import Game
from bellhop.engine.records import field_names
from bellhop.envs.gpu.batch import GpuBatch, RandomPlay
from bellhop.envs.gpu.digests import SeedBlock, blocks, digest_block
from bellhop.envs.gpu.loading import Kernels, import_cupy
from bellhop.games import GAMES

SEATS = 4
GAMES_AT_ONCE = (1 << 16, 1 << 18, 1 << 20, 1 << 22)
BATCHES = (1 << 14, 1 << 17, 1 << 20)
STEPS = 60
JAX_BATCHES = (1 << 15, 1 << 18, 1 << 20)
REPEATS = 2  # timed runs, after one to warm up
MAX_SECONDS = 200  # per part
EXPLAINED = 10  # games to replay in Python if a block differs
PACKAGES = ("numpy", "cupy-cuda13x", "torch", "jax")


def main() -> None:
    """Check and measure, each part in a separate process, and print the summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    home = Path(os.environ.get("OUT", "."))
    parser.add_argument("--out", type=Path, default=home / "gpu.json")
    parser.add_argument("--part", choices=tuple(PARTS))
    asked = parser.parse_args()
    if asked.part:
        PARTS[asked.part](asked.folder, asked.out)
        return
    results: dict[str, Any] = {}
    for part in PARTS:
        results[part] = in_a_process(part, asked.folder, asked.out)
        asked.out.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    print("\n".join(summary(results)))


def in_a_process(part: str, folder: Path, out: Path) -> Any:
    """Run one part in a process; returns its results, even if it hangs or crashes the GPU."""
    own = out.with_suffix(f".{part}.json")
    own.unlink(missing_ok=True)
    command = [sys.executable, __file__, str(folder), "--part", part, "--out", str(own)]
    try:
        ended = subprocess.run(command, check=False, timeout=MAX_SECONDS).returncode
    except subprocess.TimeoutExpired:
        ended = -1
    found = json.loads(own.read_text("utf-8")) if own.exists() else {}
    own.unlink(missing_ok=True)
    return found if ended == 0 else {**found, "failed": f"the process ended with {ended}"}


def measure_game(game: Game, folder: Path, out: Path) -> None:
    """Run all measurements for one game."""
    kernels = Kernels(game, folder / game.name)
    found: dict[str, Any] = {}
    for name, measure in MEASURES.items():
        attempt(found, name, game, kernels, measure, out)


def compare_with_jax(folder: Path, out: Path) -> None:
    """Compare with the same game in JAX, and check that other libraries can use our arrays."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    game = GAMES[0]
    kernels = Kernels(game, folder / game.name)
    found: dict[str, Any] = {"machine": machine()}
    attempt(found, "seen by others", game, kernels, seen_by_others, out)
    attempt(found, "perfect hotel", game, kernels, in_jax, out)


def attempt(
    results: dict[str, Any],
    name: str,
    game: Game,
    kernels: Kernels,
    measure: Callable[[Game, Kernels], Any],
    out: Path,
) -> None:
    """Run one measurement and save it; a failure is recorded, and the rest goes on."""
    start = time.perf_counter()
    try:
        results[name] = measure(game, kernels)
    except Exception as error:
        traceback.print_exc()
        results[name] = {"failed": repr(error)}
    out.write_text(json.dumps(results) + "\n", "utf-8")
    spent = time.perf_counter() - start
    print(f"{game.name} {name}: {spent:.1f} s", file=sys.stderr, flush=True)


def registers(_: Game, kernels: Kernels) -> dict[str, Any]:
    """The resources that each kernel needs."""
    found = {}
    for name in kernels.manifest.kernels:
        function = kernels.function(name)
        found[name] = {
            "registers": function.num_regs,
            "local_bytes": function.local_size_bytes,
            "shared_bytes": function.shared_size_bytes,
            "const_bytes": function.const_size_bytes,
            "most_threads": function.max_threads_per_block,
        }
    return found


def sizes(_: Game, kernels: Kernels) -> dict[str, float]:
    """Moves per second of random play, by number of games."""
    return {str(games): rate(kernels, RandomPlay(kernels, games, SEATS)) for games in GAMES_AT_ONCE}


def equality(game: Game, kernels: Kernels) -> dict[str, Any]:
    """Compare every block of games with its digest from the CPU."""
    expected = json.loads((kernels.folder / "digests.json").read_text("utf-8"))
    check_rules(game, expected)
    wrong: list[str] = []
    moves = 0
    found = expected["blocks"]
    for number, block in enumerate(blocks(game, len(found), expected["block"])):
        play = RandomPlay(kernels, block.games, block.seats, block.options)
        play.play(block.first_seed)
        digest = digest_block(kernels.cupy, play.states, play.moves)
        moves += int(play.moves.sum())
        if digest != found[number]["digest"]:
            wrong.append(
                f"block {number}: {explain(game, block, play)}" if not wrong else f"block {number}"
            )
    games = len(found) * expected["block"]
    return {"games": games, "moves": moves, "blocks": len(found), "wrong": wrong}


def explain(game: Game[Any], block: SeedBlock, play: RandomPlay) -> str:
    """How the first differing game of a block differs, found by replaying it in Python."""
    player = twin.interpreted(playout, game.rules)
    for number in range(EXPLAINED):
        position = game.new(block.seats, block.options, block.first_seed + number)
        moves = player.loops.play_out(position, bytearray(len(game.moves)))
        other = game.position.from_bytes(play.states[number].tobytes())
        if position != other or moves != int(play.moves[number]):
            fields = [
                f"{name} {getattr(position, name)!r} {getattr(other, name)!r}"
                for name in field_names(position)
                if repr(getattr(position, name)) != repr(getattr(other, name))
            ]
            return f"game {number}, moves {moves} {int(play.moves[number])}: {fields[:3]}"[:600]
    return f"none of the first {EXPLAINED} games"


def stepwise_equality(game: Game, kernels: Kernels) -> dict[str, Any]:
    """Compare all arrays of a batch with a batch on the CPU, at regular intervals."""
    expected = json.loads((kernels.folder / "steps.json").read_text("utf-8"))
    check_rules(game, expected)
    batch = GpuBatch(kernels, expected["games"], game.players[-1], seed=7, reward="margin")
    wrong = []
    for number, wanted in enumerate(expected["digests"]):
        for _ in range(expected["every"]):
            batch.advance(batch.draw())
        found = digest_batch(batch, lambda array: array.get())
        wrong += [
            f"{key} after {(number + 1) * expected['every']}"
            for key in wanted
            if wanted[key] != found[key]
        ]
    return {
        "games": expected["games"],
        "steps": expected["every"] * len(expected["digests"]),
        "wrong": wrong,
    }


def stepping(_: Game, kernels: Kernels) -> dict[str, float]:
    """Moves per second of single steps, with masks, with and without observations."""
    found: dict[str, float] = {}
    for games in BATCHES:
        batch = GpuBatch(kernels, games, SEATS, wait=False)
        for name, way in WAYS.items():
            repeat(way, batch)
            seconds = timed(kernels.cupy, partial(repeat, way, batch))
            batch.check()
            found[f"{name} {games}"] = games * STEPS / seconds
    return found


def repeat(way: Callable[[GpuBatch], Any], batch: GpuBatch) -> None:
    """Run many steps."""
    for _ in range(STEPS):
        way(batch)


WAYS: dict[str, Callable[[GpuBatch], Any]] = {
    "with masks": lambda batch: batch.step(batch.draw()),
    "with masks and observations": lambda batch: batch.advance(batch.draw()),
    "drawing alone": lambda batch: batch.draw(),
    "observing alone": lambda batch: batch.observe(),
}

MEASURES: dict[str, Callable[[Game, Kernels], Any]] = {
    "registers": registers,
    "equality": equality,
    "stepwise equality": stepwise_equality,
    "sizes": sizes,
    "stepping": stepping,
}


PARTS: dict[str, Callable[[Path, Path], None]] = {
    **{game.name: partial(measure_game, game) for game in GAMES},
    "jax": compare_with_jax,
}


def in_jax(_game: Game, kernels: Kernels) -> dict[str, Any]:
    """The same game in JAX on the same GPU."""
    jax: Any = importlib.import_module("jax")
    found: dict[str, Any] = {"device": str(jax.devices()[0])}
    for batch in JAX_BATCHES:
        found[str(batch)] = beside_jax(kernels, jax, batch)
    return found


def beside_jax(kernels: Kernels, jax: Any, batch: int) -> dict[str, Any]:
    """Play whole games with both: how many are equal, and how fast each is."""
    other: Any = importlib.import_module("perfect_hotel_jax")
    play, seeds = RandomPlay(kernels, batch, other.SEATS), jax.numpy.arange(batch)
    ours = rate(kernels, play)
    seconds = []
    for _ in range(1 + REPEATS):
        start = time.perf_counter()
        games, moves = jax.block_until_ready(other.play_games(seeds))
        seconds.append(time.perf_counter() - start)
    same = (np.asarray(games.points) == play.scores.get()).all(axis=1)
    same &= np.asarray(moves) == play.moves.get()
    theirs = int(moves.sum(dtype="int64")) / min(seconds)
    return {
        "same games": int(same.sum()),
        "ours": ours,
        "theirs": theirs,
        "times faster": ours / theirs,
        "compile s": seconds[0] - min(seconds),
    }


def seen_by_others(_: Game, kernels: Kernels) -> dict[str, Any]:
    """Check that PyTorch and JAX share our arrays, and that their arrays work as moves."""
    cupy = kernels.cupy
    batch = GpuBatch(kernels, 4_096, SEATS)
    place = batch.masks.data.ptr
    found: dict[str, Any] = {}
    torch: Any = importlib.import_module("torch")

    mask = torch.as_tensor(batch.masks, device="cuda")
    found["torch by the array interface"] = mask.data_ptr() == place
    found["torch by DLPack"] = torch.from_dlpack(batch.masks).data_ptr() == place
    batch.step(torch.multinomial(mask.float(), 1).squeeze(1))
    found["torch moves taken"] = True
    found["torch sees the new masks"] = bool(
        torch.equal(mask.cpu(), torch.from_numpy(batch.masks.get()))
    )
    jax: Any = importlib.import_module("jax")
    seen = jax.dlpack.from_dlpack(batch.masks)
    found["jax by DLPack"] = seen.unsafe_buffer_pointer() == place
    found["cupy from jax"] = cupy.from_dlpack(seen).data.ptr == place
    batch.step(jax.numpy.argmax(seen, axis=1))
    found["jax moves taken"] = True
    found["cupy turns"] = sorted({int(turn) for turn in batch.turns.get()})
    return found


def rate(kernels: Kernels, play: RandomPlay) -> float:
    """Moves per second of whole games, the best of several runs."""
    play.play(0)
    moves = int(play.moves.sum(dtype="int64"))
    return moves / timed(kernels.cupy, lambda: play.play(0))


def timed(cupy: Any, work: Callable[[], Any]) -> float:
    """Seconds on the GPU, the best of several runs."""
    best = float("inf")
    for _ in range(REPEATS):
        start, end = cupy.cuda.Event(), cupy.cuda.Event()
        start.record()
        work()
        end.record()
        end.synchronize()
        best = min(best, cupy.cuda.get_elapsed_time(start, end) / 1e3)
    return best


def check_rules(game: Game, expected: dict[str, Any]) -> None:
    """Exit if the digests are of other rules."""
    if expected["rules"] != game.rules_version:
        sys.exit(
            f"the digests of {game.name} are of other rules: run benchmarks/gpu_build.py again"
        )


def machine() -> dict[str, str]:
    """The GPU and the versions used."""
    cupy = import_cupy()
    properties = cupy.cuda.runtime.getDeviceProperties(0)
    versions = {}
    for name in PACKAGES:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            versions[name] = "none"
    return {
        "gpu": properties["name"].decode(),
        "driver": str(cupy.cuda.runtime.driverGetVersion()),
        "python": platform.python_version(),
        **versions,
    }


def summary(results: dict[str, Any]) -> list[str]:
    """The lines of the summary."""
    lines = []
    for game in GAMES:
        found = results[game.name]
        lines.append(f"\n{game.title} {found.get('failed', '')}")
        lines += [f"  {name}: {found.get(name)}" for name in ("equality", "stepwise equality")]
        for part in ("sizes", "stepping"):
            lines += [_line(part, *entry) for entry in found.get(part, {}).items()]
        lines += [f"  {name}: {needs}" for name, needs in found.get("registers", {}).items()]
    lines.append("\nJAX, and others")
    for part in results["jax"].values():
        entries = part.items() if isinstance(part, dict) else [("", part)]
        lines += [_line("", *entry) for entry in entries]
    return lines


def _line(part: str, name: str, value: Any) -> str:
    shown = _millions(value) if isinstance(value, float) and value > 1e4 else str(value)
    return f"  {part + ' ' + name:44} {shown}"


def _millions(value: Any) -> str:
    return f"{value / 1e6:10,.0f} million moves/s"


if __name__ == "__main__":
    main()
