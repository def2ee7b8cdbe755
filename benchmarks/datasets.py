"""Measure datasets: decisions per second of processor time, and bytes per decision."""

import json
import os
import tempfile
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before NumPy: the processor time of one core

from bellhop.games import GAMES
from bellhop.lab.dataset import DataPlan, write_dataset
from bellhop.lab.executors import InProcess

RESULTS = Path(__file__).parent / "results"
GAMES_PER_SET, SHARD = 100, 50
BY = ("random", "master", "strong")


def measure(name: str, by: str, folder: Path) -> dict[str, float]:
    """One dataset of two players; its first file is written once before, to warm up."""
    write_dataset(DataPlan(name, 1, (by,), shard=1), folder / "warm", InProcess())
    start = time.process_time()
    written = write_dataset(
        DataPlan(name, GAMES_PER_SET, (by,), shard=SHARD), folder / "set", InProcess()
    )
    spent = time.process_time() - start
    return {
        "games": written.games,
        "decisions": written.decisions,
        "decisions_per_cpu_s": round(written.decisions / spent),
        "bytes_per_decision": round(written.bytes / written.decisions, 1),
    }


def main() -> None:
    """Measure, print and save."""
    found = {}
    for game in GAMES:
        for by in BY:
            with tempfile.TemporaryDirectory() as folder:
                found[f"{game.name} by {by}"] = measure(game.name, by, Path(folder))
            print(game.name, by, found[f"{game.name} by {by}"], flush=True)
    (RESULTS / "datasets.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
