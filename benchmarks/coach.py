"""Measure the coach: how long analyses take, what they find, and what they cost other tables.

For every game, games between levels are played and analysed in one process with one thread, after
the rules are compiled; wall time and processor time are both given, with the load of the machine.
With `--latency`, a real server answers moves while it makes three analyses, and while it makes
none.  The results are saved in `results/coach.json`, and with `--sentences` what the coach says of
every game is printed, to be read by somebody who plays.  `--few` measures two games of each.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from processes import free_port

from bellhop.bots import make_bot
from bellhop.cli.analysis_report import sentences_of
from bellhop.coach.analysis import Analysis, Stage
from bellhop.coach.analyst import analyse
from bellhop.coach.grades import ERRORS
from bellhop.coach.process import ONE_THREAD
from bellhop.coach.values import SimulatingCoach
from bellhop.engine.fairness import Shaker
from bellhop.engine.game import Game
from bellhop.games import GAMES
from bellhop.table.file import GameFile
from bellhop.table.sitting import Seat, Sitting

RESULTS = Path(__file__).parent / "results" / "coach.json"
NAMES = ("Ada", "Ben", "Cleo", "Dora")
TABLES = (
    ("newcomer", "master"),
    ("casual", "strong"),
    ("regular", "expert"),
    ("master", "master"),
    ("casual", "master", "strong"),
    ("newcomer", "expert", "regular"),
    ("master", "regular", "newcomer", "expert"),
)
JUDGING, EXPLAINING, DONE = Stage.JUDGING, Stage.EXPLAINING, Stage.DONE
MOVES = 200  # of which the latency is measured


def play(game: Game, levels: tuple[str, ...], seed: int) -> GameFile:
    """A finished game between levels."""
    shaker = Shaker(f"{seed:064x}", tuple(f"{seed:08x}" for _ in levels))
    players = tuple(Seat(name, level) for name, level in zip(NAMES, levels, strict=False))
    sitting = Sitting(game, game.undealt(len(levels), {}), players, shaker)
    bots = [make_bot(level, 10 * seed + seat) for seat, level in enumerate(levels)]
    while not sitting.is_over:
        sitting.move(bots[sitting.turn].choose(game, sitting.view(sitting.turn)))
    return GameFile.of(sitting)


def measure(saved: GameFile) -> tuple[Analysis, dict[str, Any]]:
    """An analysis, and how long its first curve, its verdicts and all of it took."""
    coach = SimulatingCoach(saved.game, 0)
    began, worked = time.perf_counter(), time.process_time()
    took = dict[str, tuple[float, float]]()
    for step in analyse(saved, 0, coach):
        if step.analysis:
            took[step.stage] = (time.perf_counter() - began, time.process_time() - worked)
        last = step.analysis
    assert last
    curve, verdicts, whole = (took[stage] for stage in (JUDGING, EXPLAINING, DONE))
    decided = [moment.decision for moment in last.moments if moment.decision]
    errors = [decision for decision in decided if decision.grade in ERRORS]
    figures = {
        "levels": [seat.kind for seat in saved.seats],
        "rows": len(saved.acts),
        "curve_s": round(curve[0], 2),
        "curve_cpu_s": round(curve[1], 2),
        "verdicts_s": round(verdicts[0], 2),
        "verdicts_cpu_s": round(verdicts[1], 2),
        "whole_s": round(whole[0], 2),
        "whole_cpu_s": round(whole[1], 2),
        "errors": len(errors),
        "explained": sum(bool(decision.reasons) for decision in errors),
        "load": round(os.getloadavg()[0], 1),
        "luck": [skill.luck.chance for skill in last.skills],
        "error": [skill.error.chance for skill in last.skills],
        "accuracy": [skill.accuracy for skill in last.skills],
        "correction_size": [skill.correction_size.chance for skill in last.skills],
        "result": [skill.result.chance for skill in last.skills],
    }
    return last, figures


def summarise(games: list[dict[str, Any]]) -> dict[str, Any]:
    """The slowest and the mean times, errors with reasons, and the mean error of every level."""
    errors: dict[str, list[float]] = {}
    for one in games:
        for level, error in zip(one["levels"], one["error"], strict=True):
            errors.setdefault(level, []).append(error)
    return {
        "largest_curve_cpu_s": max(one["curve_cpu_s"] for one in games),
        "largest_verdicts_cpu_s": max(one["verdicts_cpu_s"] for one in games),
        "largest_whole_cpu_s": max(one["whole_cpu_s"] for one in games),
        "mean_whole_cpu_s": round(statistics.mean(one["whole_cpu_s"] for one in games), 2),
        "errors": sum(one["errors"] for one in games),
        "explained": sum(one["explained"] for one in games),
        "mean_error": {level: round(statistics.mean(some), 4) for level, some in errors.items()},
        "games": games,
    }


def ask(url: str, body: Any = None, token: str = "") -> Any:
    """A call of the API."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as answer:
        return json.load(answer)


@contextmanager
def serving() -> Iterator[str]:
    """A real server; its address."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bellhop", "serve", "--port", str(port)]
        database = f"{folder}/tables.sqlite"
        with subprocess.Popen(
            [*command, "--database", database], stdout=subprocess.PIPE
        ) as process:
            assert process.stdout
            process.stdout.readline()
            yield f"http://127.0.0.1:{port}"
            process.terminate()


def moves_at_a_table(url: str, game: Game) -> list[float]:
    """The milliseconds that moves of two programs take at one table."""
    seats = [{"name": "A"}, {"name": "B"}]
    times: list[float] = []
    while len(times) < MOVES:
        opened = ask(f"{url}/api/tables", {"game": game.name, "seats": seats})
        table, tokens = f"{url}/api/tables/{opened['table']}", opened["secrets"]
        for token in tokens:
            ask(f"{url}/api/seats/{token}", {})
        view = ask(table, token=tokens[0])
        while not view["over"] and len(times) < MOVES:
            token = tokens[view["turn"]]
            view = ask(table, token=token)
            wanted = {
                "row": view["row"] + 1,
                "act": view["moves"][0]["act"],
                "key": f"k{view['row']}",
            }
            began = time.perf_counter()
            view = ask(f"{table}/acts", wanted, token)
            times.append(1000 * (time.perf_counter() - began))
    return times


def measure_latency(game: Game) -> dict[str, Any]:
    """The latency of moves without analyses, and while three are made."""
    saved = [play(game, ("master", "master"), seed) for seed in range(3)]
    with serving() as url:
        tables = []
        for one in saved:
            request = urllib.request.Request(f"{url}/import", one.to_json().encode())
            with urllib.request.urlopen(request) as answer:
                tables.append(json.load(answer)["at"].split("/")[2])
        moves_at_a_table(url, game)  # the first moves are slower
        figures = {"without": _quantiles(moves_at_a_table(url, game))}
        for table in tables:
            ask(f"{url}/api/tables/{table}/analysis", {})
        figures["with_three_analyses"] = _quantiles(moves_at_a_table(url, game))
        states = [ask(f"{url}/api/tables/{table}/analysis") for table in tables]
    return {
        **figures,
        "analyses_still_running": sum(not state["complete"] for state in states),
        "load": round(os.getloadavg()[0], 1),
    }


def _quantiles(times: list[float]) -> dict[str, float]:
    ranked = sorted(times)
    return {
        "median_ms": round(statistics.median(ranked), 2),
        "p99_ms": round(ranked[int(0.99 * len(ranked))], 2),
    }


def main() -> None:
    """Measure what the arguments name: games, all by default; `--latency`, `--few`."""
    os.environ.update(ONE_THREAD)
    flags = {argument for argument in sys.argv[1:] if argument.startswith("--")}
    names = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    results = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    for game in GAMES:
        if names and game.name not in names:
            continue
        if "--latency" in flags:
            results.setdefault("latency", {})[game.name] = measure_latency(game)
        else:
            found = []
            for seed, levels in enumerate(TABLES[1::3] if "--few" in flags else TABLES):
                saved = play(game, levels, seed)
                analysis, figures = measure(saved)
                found.append(figures)
                print(game.name, figures, flush=True)
                if "--sentences" in flags:
                    print("\n".join(sentences_of(saved, analysis, "en")), flush=True)
            results[game.name] = summarise(found)
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
