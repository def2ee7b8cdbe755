"""Bellhop on a GPU: the same games as on a processor, how fast, and beside the same game in JAX.

    PYTHONPATH=src python3 benchmarks/gpu.py FOLDER [--out FILE]

FOLDER was made by `benchmarks/gpu_build.py`, on a machine with or without a GPU.  Needs NumPy and
CuPy; PyTorch and JAX where they are to be compared.  Takes about five minutes; the table at the
end is short, the file holds every number.
"""

import argparse
import importlib.metadata
import json
import os
import platform
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gpu_build import digest_batch

from bellhop.engine.game import Game
from bellhop.envs.gpu.batch import GpuBatch, RandomPlay
from bellhop.envs.gpu.digests import blocks, digest_block
from bellhop.envs.gpu.loading import Kernels, gpu_at_hand
from bellhop.games import GAMES

SEATS = 4
BLOCKS_OF_THREADS = (32, 64, 128, 256)
GAMES_AT_ONCE = (1 << 16, 1 << 18, 1 << 20, 1 << 21)
TUNED_WITH = 1 << 19  # games of one try while tuning
BATCHES = (1 << 14, 1 << 17, 1 << 20)
STEPS = 60
JAX_BATCHES = (1 << 15, 1 << 18, 1 << 20)
JAX_STEPS = 250  # fewer than any game has, so that no game idles at its end
JAX_COMPARED = 4_096
REPEATS = 3
PACKAGES = ("numpy", "cupy-cuda13x", "torch", "jax")


def main() -> None:
    """Check, measure, write, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    home = Path(os.environ.get("OUT", "."))
    parser.add_argument("--out", type=Path, default=home / "gpu.json")
    asked = parser.parse_args()
    results: dict[str, Any] = {"machine": machine(), "games": {}}
    lines = []
    for game in GAMES:
        found = results["games"][game.name] = {}
        kernels = Kernels(game, asked.folder / game.name)
        for name, measure in MEASURES.items():
            attempt(found, name, game, kernels, measure)
            asked.out.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
        lines += summary(game, found)
    results["jax"] = found = {}
    for name, compare in (("perfect-hotel", in_jax), ("shared", seen_by_others)):
        attempt(found, name, GAMES[0], Kernels(GAMES[0], asked.folder / GAMES[0].name), compare)
    asked.out.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    print("\n".join([*lines, *jax_summary(found)]))


def attempt(
    results: dict[str, Any],
    name: str,
    game: Game,
    kernels: Kernels,
    measure: Callable[[Game, Kernels], Any],
) -> None:
    """Measure one thing; what fails is told, and the rest goes on."""
    start = time.perf_counter()
    try:
        results[name] = measure(game, kernels)
    except Exception as error:
        traceback.print_exc()
        results[name] = {"failed": repr(error)}
    print(f"{game.name} {name}: {time.perf_counter() - start:.1f} s", file=sys.stderr, flush=True)


def registers(_: Game, kernels: Kernels) -> dict[str, Any]:
    """What every kernel needs of a thread."""
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


def tune(game: Game, kernels: Kernels) -> dict[str, float]:
    """Moves per second of random play in every variant and size of block."""
    play = RandomPlay(kernels, TUNED_WITH, SEATS)
    found = {}
    for name in plays_of(kernels):
        for threads in BLOCKS_OF_THREADS:
            try:
                found[f"{name} {threads}"] = rate(kernels, play, name, threads)
            except Exception as error:
                print(f"{game.name} {name} {threads}: {error!r}", file=sys.stderr)
    return dict(sorted(found.items(), key=lambda entry: -entry[1]))


def sizes(game: Game, kernels: Kernels) -> dict[str, float]:
    """Moves per second of the best variant, by the number of games at once."""
    name, threads = best_play(game, kernels)
    found = {}
    for games in GAMES_AT_ONCE:
        found[str(games)] = rate(kernels, RandomPlay(kernels, games, SEATS), name, threads)
    return found


def equality(game: Game, kernels: Kernels) -> dict[str, Any]:
    """Every block of games against the digest a processor came to."""
    expected = json.loads((kernels.folder / "digests.json").read_text("utf-8"))
    check_rules(game, expected)
    name, threads = best_play(game, kernels)
    wrong, moves = [], 0
    found = expected["blocks"]
    for number, block in enumerate(blocks(game, len(found), expected["block"])):
        play = RandomPlay(kernels, block.games, block.seats, block.options)
        play.play(block.first_seed, name, threads)
        digest = digest_block(kernels.cupy, play.states, play.moves)
        moves += int(play.moves.sum())
        if digest != found[number]["digest"]:
            wrong.append(number)
    games = len(found) * expected["block"]
    return {"kernel": name, "games": games, "moves": moves, "blocks": len(found), "wrong": wrong}


def every_variant_equal(game: Game, kernels: Kernels) -> dict[str, bool]:
    """The first block of games in every variant."""
    expected = json.loads((kernels.folder / "digests.json").read_text("utf-8"))
    block = next(iter(blocks(game, 1, expected["block"])))
    found = {}
    for name in plays_of(kernels):
        play = RandomPlay(kernels, block.games, block.seats, block.options)
        play.play(block.first_seed, name, 64)
        digest = digest_block(kernels.cupy, play.states, play.moves)
        found[name] = digest == expected["blocks"][0]["digest"]
    return found


def stepwise_equality(game: Game, kernels: Kernels) -> dict[str, Any]:
    """All arrays of a batch, every so many steps, against a batch on a processor."""
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


def stepping(_: Game, kernels: Kernels) -> dict[str, Any]:
    """Moves per second step by step: moves drawn on the GPU, masks written, observations or not."""
    found: dict[str, Any] = {}
    for games in BATCHES:
        batch = GpuBatch(kernels, games, SEATS, wait=False)
        moves = batch.draw()
        ways: dict[str, Callable[[], Any]] = {
            "masks": lambda b=batch: b.step(b.draw()),
            "masks and observations": lambda b=batch: b.advance(b.draw()),
            "draw alone": batch.draw,
            "observe alone": batch.observe,
            "check alone": lambda b=batch, m=moves: b._take_moves(m),
        }
        for name, way in ways.items():
            seconds = timed(kernels.cupy, lambda way=way: [way() for _ in range(STEPS)])
            batch._refused[:] = -1
            found[f"{name} {games}"] = games * STEPS / seconds
        batch.check()
    return found


MEASURES: dict[str, Callable[[Game, Kernels], Any]] = {
    "registers": registers,
    "variants equal": every_variant_equal,
    "tuning": tune,
    "equality": equality,
    "stepwise equality": stepwise_equality,
    "sizes": sizes,
    "stepping": stepping,
}


def in_jax(game: Game, kernels: Kernels) -> dict[str, Any]:
    """The same game in JAX on the same card; the first games are compared with ours."""
    import jax
    import numpy as np
    import perfect_hotel_jax as other

    found: dict[str, Any] = {"device": str(jax.devices()[0])}
    play = RandomPlay(kernels, JAX_COMPARED, other.SEATS)
    play.play(0, best_play(game, kernels)[0], 64)
    games, moves = other.play_steps(other.begin_many(np.arange(JAX_COMPARED)), 600)
    same = (np.asarray(games.points) == play.scores.get()).all(axis=1)
    found["same games"] = int((same & (np.asarray(moves) == play.moves.get())).sum())
    found["compared"] = JAX_COMPARED
    for batch in JAX_BATCHES:
        start = time.perf_counter()
        begun = jax.block_until_ready(other.begin_many(np.arange(batch)))
        jax.block_until_ready(other.play_steps(begun, 1))
        found[f"compile s {batch}"] = time.perf_counter() - start
        best = 0.0
        for _ in range(REPEATS):
            start = time.perf_counter()
            _, moves = other.play_steps(begun, JAX_STEPS)
            total = int(jax.block_until_ready(moves).sum(dtype="int64"))
            best = max(best, total / (time.perf_counter() - start))
        found[str(batch)] = best
    return found


def seen_by_others(_: Game, kernels: Kernels) -> dict[str, Any]:
    """PyTorch and JAX see the arrays where they lie, and their arrays are taken as moves."""
    cupy = kernels.cupy
    batch = GpuBatch(kernels, 4_096, SEATS)
    place = batch.masks.data.ptr
    found: dict[str, Any] = {}
    import torch

    mask = torch.as_tensor(batch.masks, device="cuda")
    found["torch by the array interface"] = mask.data_ptr() == place
    found["torch by DLPack"] = torch.from_dlpack(batch.masks).data_ptr() == place
    batch.step(torch.multinomial(mask.float(), 1).squeeze(1))
    found["torch moves taken"] = True
    found["torch sees the new masks"] = bool(
        torch.equal(mask.cpu(), torch.from_numpy(batch.masks.get()))
    )
    import jax

    seen = jax.dlpack.from_dlpack(batch.masks)
    found["jax by DLPack"] = seen.unsafe_buffer_pointer() == place
    found["cupy from jax"] = cupy.from_dlpack(seen).data.ptr == place
    batch.step(jax.numpy.argmax(seen, axis=1))
    found["jax moves taken"] = True
    found["cupy turns"] = sorted({int(turn) for turn in batch.turns.get()})
    return found


def plays_of(kernels: Kernels) -> list[str]:
    """The variants of random play in a folder."""
    return [name for name in kernels.manifest.kernels if name.startswith("play")]


_best: dict[str, tuple[str, int]] = {}


def best_play(game: Game, kernels: Kernels) -> tuple[str, int]:
    """The variant and size of block that were fastest."""
    if game.name not in _best:
        name, _, threads = next(iter(tune(game, kernels))).partition(" ")
        _best[game.name] = (name, int(threads))
    return _best[game.name]


def rate(kernels: Kernels, play: RandomPlay, name: str, threads: int) -> float:
    """Moves per second of whole games, the best of several runs."""
    play.play(0, name, threads)
    moves = int(play.moves.sum(dtype="int64"))
    return moves / timed(kernels.cupy, lambda: play.play(0, name, threads))


def timed(cupy: Any, work: Callable[[], Any]) -> float:
    """Seconds on the GPU, the best of several runs."""
    work()
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
    """Refuse digests of other rules."""
    if expected["rules"] != game.rules_version:
        sys.exit(
            f"the digests of {game.name} are of other rules: run benchmarks/gpu_build.py again"
        )


def machine() -> dict[str, str]:
    """What this was measured on."""
    cupy = gpu_at_hand()
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


def summary(game: Game, found: dict[str, Any]) -> list[str]:
    """A game in a few lines."""
    lines = [f"\n{game.title}"]
    equal, stepwise = found["equality"], found["stepwise equality"]
    lines.append(f"  equality      {equal}")
    lines.append(f"  stepwise      {stepwise}")
    lines.append(
        f"  variants      unequal: {[k for k, v in found['variants equal'].items() if v is not True]}"
    )
    for name, value in [*found["tuning"].items()][:8]:
        lines.append(f"  {name:42} {_millions(value)}")
    worst = list(found["tuning"].items())[-1]
    lines.append(f"  worst: {worst[0]:35} {_millions(worst[1])}")
    for part in ("sizes", "stepping"):
        lines += [f"  {part} {name:35} {_millions(value)}" for name, value in found[part].items()]
    for name, needs in found["registers"].items():
        if not name.startswith("play") or name == _best.get(game.name, ("",))[0]:
            lines.append(f"  {name}: {needs}")
    return lines


def jax_summary(found: dict[str, Any]) -> list[str]:
    """The comparison in a few lines."""
    lines = ["\nJAX"]
    for name, value in found["perfect-hotel"].items():
        is_rate = name.isdigit()
        lines.append(f"  {name:20} {_millions(value) if is_rate else value}")
    return [*lines, f"  {found['shared']}"]


def _millions(value: Any) -> str:
    return f"{value / 1e6:10,.0f} million moves/s" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    main()
