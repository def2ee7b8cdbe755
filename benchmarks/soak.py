"""Let a server live through a long evening, and see whether anything grows.

    python benchmarks/soak.py 60    # minutes

A real `bellhop serve` on a fresh database, with the company of `evening.py` at a moderate pace.
Memory, descriptors, threads, the database and the time of a move are sampled; a line for each says
whether it is flat: its slope over the second half of the evening, with a 95 % interval.  Everything
is kept in `results/soak.json`.

On a machine that others use, moves are slower while others have the cores or the disk.  How long
the server was ready to run and had to wait for a core, and for how much of the time anybody waited
for the disk, is sampled too, and times are judged at equal waiting; if they grow nevertheless while
the machine is busy, that is said, and no verdict about the server is given.

A process keeps the memory that a peak took, so memory also rises where nothing grows: in a few
steps.  They are counted apart, and the slope is that between them.
`chrt -r 10` or `nice -n -15` in front of the command gives it priority.
"""

import asyncio
import itertools
import json
import math
import os
import platform
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from evening import Evening
from load import quantiles
from numpy.typing import NDArray
from processes import (
    children_of,
    cpu_seconds_of,
    descriptors_of,
    disk_seconds,
    free_port,
    megabytes_of,
    threads_of,
    wait_for,
    waiting_seconds_of,
)
from rich.console import Console
from rich.table import Table as Grid
from scipy import stats

import bellhop

RESULT = Path(__file__).parent / "results" / "soak.json"
SAMPLES = 120
SHORTEST_GAP = 3.0  # seconds between samples
BLOCKS = 10  # samples that follow one another are alike, so blocks of them are compared
# Tables stay in memory for ten minutes and, below, fifteen minutes on disk: before that all grows.
WARM_UP_MINUTES = 25.0
KEEP_DAYS = "0.01"
NOTICEABLE = 0.05  # of the level, per hour
STEP = NOTICEABLE / 20  # of the level, from one sample to the next: that is a peak
MAX_STEPS = 0.1  # of the samples: peaks are rare
WATCHED = {
    "memory_mb": "memory of the server, MB",
    "bots_mb": "memory of its bots, MB",
    "descriptors": "open files and connections",
    "threads": "threads",
    "database_mb": "content of the database, MB",
    "cpu_ms": "processor time of the server per move, ms",
    "p50_ms": "half of all moves within, ms",
    "p99_ms": "99 % of all moves within, ms",
}
KEPT = ("memory_mb", "bots_mb")  # in steps, by peaks
SLOWED = ("descriptors", "cpu_ms", "p50_ms", "p99_ms")  # by what else the machine does
WAITS = ("waiting", "disk")  # shares of the time: for a core, and for the disk
BUSY = 0.02  # of the time spent waiting: then others slow the server down


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
    used, waited, read = cpu_seconds_of(server), waiting_seconds_of(server), disk_seconds()
    while not (await asyncio.wait({living}, timeout=gap))[0]:
        moves, before, used = len(evening.latencies), used, cpu_seconds_of(server)
        earlier, waited = waited, waiting_seconds_of(server)
        former, read = read, disk_seconds()
        sample = take_sample(evening, server, database, (time.monotonic() - began) / 60)
        sample["cpu"] = round((used - before) / gap, 3)
        sample["waiting"] = round((waited - earlier) / gap, 4)
        sample["disk"] = round((read - former) / gap, 4)
        sample["cpu_ms"] = round(1000 * (used - before) / max(1, moves), 2)
        samples.append(sample)
        print(json.dumps(sample), flush=True)
    living.result()
    return {
        "machine": describe_machine(),
        "minutes": minutes,
        "load_before": round(load, 2),
        "scheduling": f"policy {os.sched_getscheduler(0)}, nice {os.nice(0)}",
        "done": dict(evening.done),
        "faults": dict(evening.faults),
        "trends": {name: trend(samples, name, minutes)._asdict() for name in WATCHED},
        "samples": samples,
    }


def take_sample(evening: Evening, server: int, database: Path, minute: float) -> dict[str, float]:
    """The server at one moment, and the moves since the last one."""
    times, evening.latencies = quantiles(evening.latencies), []
    return {
        "minute": round(minute, 2),
        "memory_mb": round(megabytes_of(server), 2),
        "bots_mb": round(sum(map(megabytes_of, children_of(server))), 2),
        "descriptors": descriptors_of(server),
        "threads": threads_of(server),
        "database_mb": round(megabytes_in(database), 2),
        "load": round(os.getloadavg()[0], 2),
        "p50_ms": times.get("p50", float("nan")),
        "p99_ms": times.get("p99", float("nan")),
    }


def megabytes_in(database: Path) -> float:
    """What a database holds; its file also has free pages, which are used again."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        size, pages, free = (
            connection.execute(f"PRAGMA {what}").fetchone()[0]
            for what in ("page_size", "page_count", "freelist_count")
        )
    return float(size * (pages - free) / 1e6)


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
    """The slope of a figure over the second half, from the means of blocks.

    What else the machine does slows moves down, and so keeps more connections open at once: where
    that matters, the slope is that at equal shares of waiting for a core and for the disk.
    """
    half, steps = second_half(samples, name, minutes), list[float]()
    if name in KEPT:
        half, steps = without_steps(half, name)
    if len(half) < 2 * BLOCKS:
        return Trend(half[-1][name] if half else 0.0, 0.0, 0.0, 0.0, "too few samples to tell")
    blocks = [half[n * len(half) // BLOCKS : (n + 1) * len(half) // BLOCKS] for n in range(BLOCKS)]

    def means(wanted: str) -> NDArray[np.float64]:
        return np.array([np.mean([one[wanted] for one in block]) for block in blocks])

    is_slowed = name in SLOWED
    waits = [means(wait) for wait in WAITS] if is_slowed else []
    causes = [np.ones(BLOCKS), means("minute") / 60, *waits]
    slope, width = fit(np.column_stack(causes), means(name))
    level = float(means(name).mean())
    verdict = judge(level, slope, width, minutes)
    if steps and verdict.startswith("flat"):
        verdict += f", but for peaks ({len(steps)}, which left {sum(steps):.1f})"
    if verdict.startswith("grows") and any(wait.mean() > BUSY for wait in waits):
        verdict = "cannot be told: others used the machine"
    return Trend(
        round(level, 2), round(slope, 2), round(slope - width, 2), round(slope + width, 2), verdict
    )  # fmt: skip


def second_half(
    samples: list[dict[str, float]], name: str, minutes: float
) -> list[dict[str, float]]:
    """The samples of the second half that have a figure."""
    return [one for one in samples if one["minute"] >= minutes / 2 and one[name] == one[name]]


def without_steps(
    samples: list[dict[str, float]], name: str
) -> tuple[list[dict[str, float]], list[float]]:
    """The samples as they would be without the steps of a figure, and the steps.

    Where there are many steps, they are how the figure grows.
    """
    rises = [later[name] - one[name] for one, later in itertools.pairwise(samples)]
    step = STEP * max((one[name] for one in samples), default=0.0)
    steps = [rise for rise in rises if rise > step]
    if not steps or len(steps) > MAX_STEPS * len(samples):
        return samples, []
    sums = itertools.accumulate((rise if rise > step else 0.0 for rise in rises), initial=0.0)
    pairs = zip(samples, sums, strict=True)
    return [{**one, name: one[name] - before} for one, before in pairs], steps


def fit(causes: NDArray[np.float64], figure: NDArray[np.float64]) -> tuple[float, float]:
    """The slope of a figure along the second of its causes, and half of its 95 % interval."""
    weights = np.linalg.lstsq(causes, figure, rcond=None)[0]
    free = len(figure) - causes.shape[1]
    variance = float(((figure - causes @ weights) ** 2).sum()) / free
    spread = math.sqrt(variance * np.linalg.pinv(causes.T @ causes)[1, 1])
    return float(weights[1]), float(stats.t.ppf(0.975, free)) * spread


def judge(level: float, slope: float, width: float, minutes: float) -> str:
    """What a slope with its interval means."""
    bound = NOTICEABLE * level
    if slope - width > 0 and slope > bound:
        return "grows" if minutes >= 2 * WARM_UP_MINUTES else "grows; a longer evening may differ"
    return "flat" if slope + width < bound else "flat as far as can be told"


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
    if half := second_half(figures["samples"], "waiting", figures["minutes"]):
        load, share, waiting, disk = (
            np.mean([one[name] for one in half]) for name in ("load", "cpu", *WAITS)
        )
        console.print(
            f"The server used {share:.1%} of a core and waited {waiting:.1%} of the time for one; "
            f"{disk:.1%} of the time somebody waited for the disk; "
            f"the load of the machine was {load:.1f} on {os.cpu_count()} cores."
        )
        if max(waiting, disk) > BUSY:
            console.print("Others slowed it down: times are judged at equal waiting.")
    console.print(f"faults: {figures['faults'] or 'none'}")
    verdicts = {WATCHED[name]: found["verdict"] for name, found in figures["trends"].items()}
    for beginning, said in (("too few", "Too short to tell"), ("cannot", "Not to be told here")):
        if untold := [what for what, verdict in verdicts.items() if verdict.startswith(beginning)]:
            console.print(f"{said}: {'; '.join(untold)}.")
    grown = [what for what, verdict in verdicts.items() if verdict.startswith("grows")]
    console.print(f"Growing: {'; '.join(grown)}." if grown else "Nothing is seen to grow.")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
