"""Let a server live through a long evening, and see whether anything grows.

    python benchmarks/soak.py 60    # minutes

A real `bellhop serve` on a fresh database, with the company of `evening.py` at a moderate pace.
Memory, descriptors, threads, the database and the time of a move are sampled; a line for each says
whether it is flat: its slope over the second half of the evening, with a 95 % interval.  Everything
is kept in `results/soak.json`.
"""

import asyncio
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from evening import Evening
from load import quantiles
from processes import (
    children_of,
    cpu_seconds_of,
    descriptors_of,
    free_port,
    megabytes_of,
    threads_of,
    wait_for,
)
from rich.console import Console
from rich.table import Table as Grid
from scipy import stats

import bellhop

RESULT = Path(__file__).parent / "results" / "soak.json"
SAMPLES = 120
SHORTEST_GAP = 5.0  # seconds between samples
BLOCKS = 10  # samples that follow one another are alike, so blocks of them are compared
# Tables stay in memory for ten minutes and, below, fifteen minutes on disk: before that all grows.
WARM_UP_MINUTES = 25.0
KEEP_DAYS = "0.01"
NOTICEABLE = 0.05  # of the level, per hour
WATCHED = {
    "memory_mb": "memory of the server, MB",
    "bots_mb": "memory of its bots, MB",
    "descriptors": "open files and connections",
    "threads": "threads",
    "database_mb": "database, MB",
    "p50_ms": "half of all moves within, ms",
    "p99_ms": "99 % of all moves within, ms",
}


class Trend(NamedTuple):
    """What became of a figure over the second half, per hour, with the ends of its interval."""

    level: float
    slope: float
    low: float
    high: float
    verdict: str


def main(minutes: float = 3.0) -> None:
    """Live through an evening, print and keep."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "soak.sqlite"
        port = free_port()
        command = [sys.executable, "-m", "bellhop", "serve", "--port", str(port)]
        command += ["--database", str(database), "--limit", "tables_per_address=100000"]
        command += ["--keep-finished", KEEP_DAYS, "--keep-abandoned", KEEP_DAYS]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            wait_for(port)
            figures = asyncio.run(live_and_sample(Evening(port), server.pid, database, minutes))
        finally:
            server.terminate()
            server.wait()
    RESULT.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    print_figures(figures)


async def live_and_sample(
    evening: Evening, server: int, database: Path, minutes: float
) -> dict[str, Any]:
    """Sample the server while the evening goes on."""
    seconds = 60 * minutes
    gap = max(SHORTEST_GAP, seconds / SAMPLES)
    load, began = os.getloadavg()[0], time.monotonic()
    living = asyncio.create_task(evening.live(seconds))
    samples: list[dict[str, float]] = []
    used = cpu_seconds_of(server)
    while not (await asyncio.wait({living}, timeout=gap))[0]:
        sample = take_sample(evening, server, database, (time.monotonic() - began) / 60)
        sample["cpu"] = round((cpu_seconds_of(server) - used) / gap, 3)
        used = cpu_seconds_of(server)
        samples.append(sample)
        print(json.dumps(sample), flush=True)
    living.result()
    return {
        "machine": describe_machine(),
        "minutes": minutes,
        "load_before": round(load, 2),
        "done": dict(evening.done),
        "faults": dict(evening.faults),
        "trends": {name: trend(samples, name, minutes)._asdict() for name in WATCHED},
        "samples": samples,
    }


def take_sample(evening: Evening, server: int, database: Path, minute: float) -> dict[str, float]:
    """The server at one moment, and the moves since the last one."""
    times, evening.latencies = quantiles(evening.latencies), []
    on_disk = sum(path.stat().st_size for path in database.parent.glob(f"{database.name}*"))
    return {
        "minute": round(minute, 2),
        "memory_mb": round(megabytes_of(server), 2),
        "bots_mb": round(sum(map(megabytes_of, children_of(server))), 2),
        "descriptors": descriptors_of(server),
        "threads": threads_of(server),
        "database_mb": round(on_disk / 1e6, 2),
        "p50_ms": times.get("p50", float("nan")),
        "p99_ms": times.get("p99", float("nan")),
    }


def describe_machine() -> dict[str, Any]:
    """Where and with what this was measured."""
    return {
        "bellhop": bellhop.__version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "date": time.strftime("%Y-%m-%d"),
        **{name: version(name) for name in ("fastapi", "starlette", "uvicorn", "sqlalchemy")},
    }


def trend(samples: list[dict[str, float]], name: str, minutes: float) -> Trend:
    """The slope of a figure over the second half, from the means of blocks."""
    half = [one for one in samples if one["minute"] >= minutes / 2 and one[name] == one[name]]
    if len(half) < 2 * BLOCKS:
        return Trend(half[-1][name] if half else 0.0, 0.0, 0.0, 0.0, "too few samples to tell")
    blocks = [half[n * len(half) // BLOCKS : (n + 1) * len(half) // BLOCKS] for n in range(BLOCKS)]
    hours = [np.mean([one["minute"] for one in block]) / 60 for block in blocks]
    means = [np.mean([one[name] for one in block]) for block in blocks]
    found = stats.linregress(hours, means)
    level, width = float(np.mean(means)), float(stats.t.ppf(0.975, BLOCKS - 2) * found.stderr)
    slope = float(found.slope)
    bound = NOTICEABLE * level
    if slope - width > 0 and slope > bound:
        verdict = "grows"
    elif slope + width < bound or slope <= 0:
        verdict = "flat"
    else:
        verdict = "flat as far as can be told"
    if minutes < 2 * WARM_UP_MINUTES and verdict == "grows":
        verdict = "grows; a longer evening tells whether it ends"
    return Trend(
        round(level, 2), round(slope, 2), round(slope - width, 2), round(slope + width, 2), verdict
    )


def print_figures(figures: dict[str, Any]) -> None:
    """What was done, and whether anything grew."""
    grid = Grid(title=f"An evening of {figures['minutes']:g} minutes, its second half")
    for heading in ("what", "level", "per hour", "95 % interval", ""):
        grid.add_column(heading)
    for name, said in WATCHED.items():
        found = Trend(**figures["trends"][name])
        grid.add_row(
            said, f"{found.level:g}", f"{found.slope:+g}",
            f"{found.low:+g} to {found.high:+g}", found.verdict,
        )  # fmt: skip
    console = Console(highlight=False)
    console.print(grid)
    console.print(", ".join(f"{what} {n}" for what, n in sorted(figures["done"].items())))
    shares = [one["cpu"] for one in figures["samples"]]
    if shares:
        console.print(f"processor share of the server {np.mean(shares):.2f}")
    console.print(f"faults: {figures['faults'] or 'none'}")
    grown = [WATCHED[name] for name, found in figures["trends"].items()
             if found["verdict"].startswith("grows")]  # fmt: skip
    console.print(f"Growing: {', '.join(grown)}." if grown else "Nothing grows.")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
