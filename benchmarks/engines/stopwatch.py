"""Rates and costs by processor time, and the report that the script of every engine prints."""

import json
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

STARTS = 5
BLOCKS = 10  # looks at the clock in a run
SHORTER = 4  # costs vary less than rates

T = TypeVar("T")

Figures = dict[str, Any]
Count = tuple[int, int]  # moves made, games ended


class Watch:
    """Several short runs of a work, after one that warms up."""

    def __init__(self, seconds: float, runs: int = 5) -> None:
        self._seconds, self._runs = seconds, runs

    def rate(self, play: Callable[[], Count]) -> Figures:
        """Moves per second of processor time: the best run, the middle one, and games' length."""
        results = self._repeat(play, self._seconds)
        rates = [sum(moves for moves, _ in counts) / spent for counts, spent in results]
        moves = sum(moves for counts, _ in results for moves, _ in counts)
        games = sum(games for counts, _ in results for _, games in counts)
        return {
            "moves_per_s": round(max(rates)),
            "median_moves_per_s": round(statistics.median(rates)),
            "moves_per_game": round(moves / games, 1) if games else None,
        }

    def cost(self, work: Callable[[], object], pieces: int = 1) -> float:
        """Microseconds of processor time for a piece of a work, in the best run."""
        results = self._repeat(work, self._seconds / SHORTER)
        best = min(spent / len(calls) for calls, spent in results)
        return float(f"{1e6 * best / pieces:.3g}")

    def _repeat(self, work: Callable[[], T], seconds: float) -> list[tuple[list[T], float]]:
        """What the calls of each run gave, and the processor time that each run took."""
        block = _fill(work, seconds / BLOCKS)
        results = []
        for _ in range(self._runs):
            given: list[T] = []
            start, spent = time.process_time(), 0.0
            while spent < seconds:
                given += [work() for _ in range(block)]
                spent = time.process_time() - start
            results.append((given, spent))
        return results


def _fill(work: Callable[[], object], seconds: float) -> int:
    """How many calls take about so long, after calls that warm up."""
    calls, spent = 1, 0.0
    work()
    while spent < seconds:
        calls *= 2
        start = time.process_time()
        for _ in range(calls):
            work()
        spent = time.process_time() - start
    return calls


def time_start(code: str) -> float:
    """Seconds of processor time of a fresh interpreter that runs some code: the middle of some."""
    spent = []
    for _ in range(1 + STARTS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=Path(__file__).parent,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return round(statistics.median(spent[1:]), 3)  # the first one may have to write byte code


def report(
    figures: Sequence[Figures], packages: Sequence[str], imports: str, first_move: str
) -> None:
    """Print all there is to know about an engine as one line of JSON."""
    found = {
        "versions": {
            "python": platform.python_version(),
            **{name: version(name) for name in packages},
        },
        "import_s": time_start(imports),
        "first_move_s": time_start(first_move),
        "figures": list(figures),
    }
    print(json.dumps(found), flush=True)


def watch_from_command() -> Watch:
    """Runs as long as the first argument says."""
    return Watch(float(sys.argv[1]))
