"""Prepare the GPU benchmark on a machine without a GPU.

    python benchmarks/gpu_build.py FOLDER [--games 2000000]

Writes the kernels of every game, digests of games played on the CPU, and digests of a batch on the
CPU, step by step.  `benchmarks/gpu.py FOLDER` then runs on the GPU.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from bellhop.engine import playout, twin
from bellhop.engine.game import Game
from bellhop.envs.batch import Batch
from bellhop.envs.gpu.building import build
from bellhop.envs.gpu.digests import blocks, digest_block
from bellhop.games import GAMES, game_named

HOPPER = (9, 0)
BLOCK = 10_000
STEPS, STEPPED = 400, 1_000  # steps and games of the batch that is compared
EVERY = 50  # steps between comparisons


def main() -> None:
    """Build the kernels and write the digests."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=2_000_000)
    parser.add_argument("--only", choices=("kernels", "steps", "digests"))
    parser.add_argument("--game", type=game_named, action="append", help="all by default")
    asked = parser.parse_args()
    for game in asked.game or GAMES:
        folder = asked.folder / game.name
        folder.mkdir(parents=True, exist_ok=True)
        if asked.only in (None, "kernels"):
            build(game, folder, HOPPER, say)
        if asked.only in (None, "steps"):
            write(folder / "steps.json", steps_on_cpu(game))
        if asked.only in (None, "digests"):
            write(folder / "digests.json", digests_on_cpu(game, asked.games))


def digests_on_cpu(game: Game, games: int) -> dict[str, Any]:
    """A digest for every block of games, played on the CPU."""
    player = twin.compiled(playout, game.rules)
    found = []
    start = time.perf_counter()
    for block in blocks(game, games // BLOCK, BLOCK):
        states, moves = play_block(game, block, player)
        digest = digest_block(np, states, moves)
        found.append({"digest": digest, "moves": int(moves.sum())})
    say(f"{game.name}: {games} games in {time.perf_counter() - start:.0f} s")
    return {"rules": game.rules_version, "block": BLOCK, "blocks": found}


def play_block(game: Game, block: Any, player: twin.Twin) -> tuple[Any, Any]:
    """The final positions of a block, and the number of moves in each game."""
    undealt = player.take(game.undealt(block.seats, block.options))
    states = np.zeros(block.games, np.dtype(game.position))
    moves = np.zeros(block.games, np.int32)
    mask = player.mask(len(game.moves))
    for i in range(block.games):
        moves[i] = player.loops.play_many(states[i : i + 1], undealt, block.first_seed + i, mask)
    return states.view(np.uint8).reshape(block.games, -1), moves


def steps_on_cpu(game: Game) -> dict[str, Any]:
    """Digests of a batch on the CPU, taken at regular intervals."""
    batch = Batch(game, STEPPED, seats=game.players[-1], seed=7, reward="margin")
    found = []
    for number in range(STEPS):
        batch.advance(batch.draw())
        if (number + 1) % EVERY == 0:
            found.append(digest_batch(batch))
    return {"rules": game.rules_version, "games": STEPPED, "every": EVERY, "digests": found}


def digest_batch(batch: Any, fetch: Any = np.asarray) -> dict[str, str]:
    """Digests of all arrays of a batch, on a CPU or a GPU."""
    import hashlib

    names = ("states", "masks", "observations", "rewards", "done", "seeds")
    return {
        name: hashlib.sha256(
            np.ascontiguousarray(fetch(getattr(batch, name))).tobytes()
        ).hexdigest()[:16]
        for name in names
    }


def write(path: Path, content: dict[str, Any]) -> None:
    """Write a JSON file."""
    path.write_text(json.dumps(content) + "\n", "utf-8")


def say(line: str) -> None:
    """Print a line of progress."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
