"""Measure batches and environments, with masks and observations, and save the results.

python benchmarks/batches.py                     # on a machine that does nothing else
python benchmarks/batches.py --processor-time    # on a busy one: leaves out what goes by the clock
"""

import json
import os
import platform
import random
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from bellhop.engine.game import Game
from bellhop.envs import aec
from bellhop.envs.batch import Batch
from bellhop.games import GAMES, game_named

RESULTS = Path(__file__).parent / "results"
BATCHES = (256, 1024, 4096)
MOVES, REPEATS, STEPS = 400_000, 5, 5_000
CORES = os.cpu_count() or 1


def best(work: Callable[[], float]) -> float:
    """The highest of several rates."""
    return max(work() for _ in range(REPEATS))


def batch_rate(game: Game, games: int) -> tuple[float, float]:
    """Moves per second of CPU time: of `advance` alone, and including the drawing of moves."""
    batch = Batch(game, games, min(4, game.players[-1]), threads=1)
    steps = MOVES // games
    for _ in range(steps):  # to get into the middle of the games
        batch.advance(batch.draw())

    def run() -> tuple[float, float]:
        spent, start = 0.0, time.process_time()
        for _ in range(steps):
            actions = batch.draw()
            before = time.process_time()
            batch.advance(actions)
            spent += time.process_time() - before
        return games * steps / spent, games * steps / (time.process_time() - start)

    rates = [run() for _ in range(REPEATS)]
    return max(rate for rate, _ in rates), max(rate for _, rate in rates)


def thread_rate(game: Game, threads: int) -> float:
    """Moves per second of wall-clock time, on a number of threads."""
    batch = Batch(game, BATCHES[-1], min(4, game.players[-1]), threads=threads)
    spent = 0.0
    for _ in range(MOVES // batch.games):
        actions = batch.draw()
        start = time.perf_counter()
        batch.advance(actions)
        spent += time.perf_counter() - start
    return MOVES // batch.games * batch.games / spent


def process_rate(name: str, processes: int) -> float:
    """Moves per second of several processes, each with one thread and its own batch."""
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        list(pool.map(single_rate, [name] * processes))  # so that all of them are running
        return sum(pool.map(single_rate, [name] * processes))


def single_rate(name: str) -> float:
    """Moves per second of one process."""
    return thread_rate(game_named(name), 1)


def aec_rate(env: Any) -> float:
    """Steps per second of a PettingZoo environment: last, a random legal move, step."""
    chance = random.Random(1)
    start, steps = time.process_time(), 0
    while steps < STEPS:
        env.reset(seed=steps)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(chance.choice(np.flatnonzero(observation["action_mask"])))
            steps += 1
    return steps / (time.process_time() - start)


def measure(game: Game) -> dict[str, object]:
    """All results for a game."""
    rates = {games: batch_rate(game, games) for games in BATCHES}
    players = min(4, game.players[-1])
    return {
        "game": game.name,
        "rules": game.rules_version,
        "players": players,
        "cells": Batch(game, 1).layout.size,
        "advance_moves_per_s": {games: round(rate) for games, (rate, _) in rates.items()},
        "draw_and_advance_moves_per_s": {games: round(rate) for games, (_, rate) in rates.items()},
        **({} if "--processor-time" in sys.argv else measure_by_the_clock(game)),
        "pettingzoo_steps_per_s": {
            "raw_env": round(best(lambda: aec_rate(aec.raw_env(game, players)))),
            "env": round(best(lambda: aec_rate(aec.env(game, players)))),
        },
        "per": "second of processor time on one core, by the clock where threads are counted; "
        "the best of several runs",
        "python": platform.python_version(),
        **{name: version(name) for name in ("numba", "numpy", "pettingzoo", "gymnasium")},
    }


def measure_by_the_clock(game: Game) -> dict[str, object]:
    """What several threads and processes do together."""
    return {
        "advance_moves_per_s_by_threads": {
            threads: round(best(partial(thread_rate, game, threads)))
            for threads in range(1, CORES + 1)
        },
        "advance_moves_per_s_of_processes": {
            CORES: round(best(partial(process_rate, game.name, CORES))),
        },
    }


def main() -> None:
    """Measure, print and save."""
    for game in GAMES:
        figures = json.dumps(measure(game), indent=1)
        (RESULTS / f"batches-{game.name}.json").write_text(figures + "\n", "utf-8")
        print(figures, flush=True)


if __name__ == "__main__":
    main()
