"""Measuring rates and costs in CPU time, and the report that every engine's script prints."""

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
BLOCKS = 10  # number of times the clock is read per run
SHORTER = 4  # runs for costs are shorter, as costs vary less than rates

T = TypeVar("T")

Figures = dict[str, Any]
Count = tuple[int, int]  # moves made, games ended


class Stopwatch:
    """Measures several short runs of a function, after a warm-up."""

    def __init__(self, seconds: float, runs: int = 5) -> None:
        self._seconds, self._runs = seconds, runs

    def rate(self, play: Callable[[], Count]) -> Figures:
        """Moves per second of CPU time (the best and the median run), and the length of games."""
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
        """Microseconds of CPU time per piece of work, in the best run."""
        results = self._repeat(work, self._seconds / SHORTER)
        best = min(spent / len(calls) for calls, spent in results)
        return float(f"{1e6 * best / pieces:.3g}")

    def _repeat(self, work: Callable[[], T], seconds: float) -> list[tuple[list[T], float]]:
        """The results of all calls in each run, and the CPU time of the run."""
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
    """How many calls take about this long, after a warm-up."""
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
    """Seconds of CPU time of a new interpreter that runs some code: the median of several."""
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
    return round(statistics.median(spent[1:]), 3)  # the first one may have to write bytecode


def report(
    figures: Sequence[Figures], packages: Sequence[str], imports: str, first_move: str
) -> None:
    """Print everything about an engine as one line of JSON."""
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


def watch_from_command() -> Stopwatch:
    """A stopwatch with the run time given on the command line."""
    return Stopwatch(float(sys.argv[1]))
