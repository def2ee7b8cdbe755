"""Measure the server: moves per second, response times, memory, page sizes, start-up time.

Everything runs on this machine; the server is a real `bellhop serve`, and the players run in a
separate process (`load.py`).  The results are printed and saved in `results/web.json`.
"""

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from boardgame_io import measure_boardgame_io
from processes import cpu_seconds_of, free_port, megabytes_of, wait_for
from rich.console import Console
from rich.table import Table as Grid
from starts import measure_make_play, measure_start
from tables import Seats, make_tables
from weights import weigh_pages

import bellhop
from bellhop.games import GAMES

HERE = Path(__file__).parent
RESULT = HERE / "results" / "web.json"
TARGET_TABLES, TARGET_PACE = 1_000, 5.0
SMALL = GAMES[:2]  # Perfect Hotel and Overbooking; the third game is much larger to draw
VERSIONS = ("fastapi", "starlette", "uvicorn", "uvloop", "httptools", "sqlalchemy", "jinja2")


def main(seconds: float = 30.0) -> None:
    """Measure, print and save."""
    figures: dict[str, Any] = {"machine": describe_machine()}
    with tempfile.TemporaryDirectory() as folder:
        figures["start"] = tell("server start", measure_start(Path(folder)))
        for number, games in ((100, GAMES), (TARGET_TABLES, SMALL), (TARGET_TABLES, GAMES)):
            name = f"tables-{number}" if games == GAMES else f"small-{number}"
            database = Path(folder) / f"{name}.sqlite"
            seats = make_tables(f"sqlite:///{database}", number, games)
            with serving(database) as server:
                figures[name] = tell(
                    f"{number} tables of {', '.join(game.title for game in games)}, two seats "
                    f"each, a move every {TARGET_PACE:.0f} s",
                    server.play(seats, seconds, TARGET_PACE),
                )
                if number == 100:
                    figures["pages"] = tell("pages", weigh_pages(server.address, *seats[0]))
                    figures["fast"] = tell("as fast as it goes", server.play(seats, 10, 0))
        small = Path(folder) / "small.sqlite"
        seats = make_tables(f"sqlite:///{small}", 100)
        with serving(small) as server:
            figures["programs"] = tell("programs", server.play(seats, 10, 0, as_program=True))
    figures["boardgame.io"] = tell("boardgame.io", measure_boardgame_io(figures["programs"]))
    figures["make play"] = tell("make play", measure_make_play())
    RESULT.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    print_figures(figures)


def tell(what: str, figures: dict[str, Any]) -> dict[str, Any]:
    """Print a result as soon as it is available."""
    print(f"{what}: {json.dumps(figures)}", flush=True)
    return figures


def describe_machine() -> dict[str, Any]:
    """The machine and the versions used."""
    return {
        "bellhop": bellhop.__version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
        "date": time.strftime("%Y-%m-%d"),
        **{name: version(name) for name in VERSIONS},
    }


class Server:
    """A running server process."""

    def __init__(
        self, process: subprocess.Popen[bytes], port: int, players: Path = HERE / "load.py"
    ) -> None:
        self.process, self.port, self.players = process, port, players
        self.address = f"http://127.0.0.1:{port}"

    def play(
        self, seats: Seats, seconds: float, pace: float, as_program: bool = False
    ) -> dict[str, Any]:
        """Let players play, and measure them and the server."""
        order = {
            "host": "127.0.0.1", "port": self.port, "seats": seats, "seconds": seconds,
            "pace": pace, "as_program": as_program,
        }  # fmt: skip
        asleep = self.memory()
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(order, file)
            file.flush()
            command = [sys.executable, str(self.players), file.name]
            with subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            ) as players:
                assert players.stdin
                assert players.stdout
                assert players.stdout.readline() == "connected\n"
                awake, used = self.memory(), self.cpu()
                players.stdin.write("go\n")
                players.stdin.flush()
                figures: dict[str, Any] = json.loads(players.stdout.readline())
                used = self.cpu() - used
        figures["server_cpu"] = round(used / figures["seconds"], 2)
        figures["cpu_ms_per_move"] = round(1000 * used / max(1, figures["moves"]), 2)
        figures["memory_mb"] = {"tables asleep": round(asleep), "tables live": round(awake)}
        figures["kb_per_live_table"] = round(1000 * (awake - asleep) / len(seats), 1)
        figures["load"] = round(os.getloadavg()[0], 2)
        return figures

    def memory(self) -> float:
        """Memory in use, in megabytes."""
        return megabytes_of(self.process.pid)

    def cpu(self) -> float:
        """CPU time so far, in seconds."""
        return cpu_seconds_of(self.process.pid)


@contextmanager
def serving(database: Path) -> Iterator[Server]:
    """Run a server on a database for the duration of the block."""
    port = free_port()
    command = [sys.executable, "-m", "bellhop", "serve", "--port", str(port)]
    command += ["--limit", f"streams_per_address={2 * TARGET_TABLES}"]  # for one address
    process = subprocess.Popen([*command, "--database", str(database)], stdout=subprocess.DEVNULL)
    server = Server(process, port)
    try:
        wait_for(port)
        yield server
    finally:
        process.terminate()
        process.wait()


def print_figures(figures: dict[str, Any]) -> None:
    """Print the most important results next to their targets."""
    target, large = figures[f"small-{TARGET_TABLES}"], figures[f"tables-{TARGET_TABLES}"]
    pages, start = figures["pages"], figures["start"]
    grid = Grid(title="The server")
    for heading in ("what", "measured", "target"):
        grid.add_column(heading)
    for row in (
        ("1,000 tables: p50 of a move", f"{target['move_ms']['p50']} ms", ""),
        ("1,000 tables: p99 of a move", f"{target['move_ms']['p99']} ms", "under 50 ms"),
        ("1,000 tables: moves per second", f"{target['moves_per_second']}", "200"),
        ("a third of them Grand Austria Hotel: p99", f"{large['move_ms']['p99']} ms", ""),
        ("CPU time of the server per move", f"{target['cpu_ms_per_move']} ms", ""),
        ("CPU share of server and players",
         f"{target['server_cpu']} and {target['generator_cpu']}", "2 cores in all"),
        ("memory of a live table", f"{target['kb_per_live_table']} kB", ""),
        ("maximum moves per second, on disk", f"{figures['fast']['moves_per_second']}", ""),
        ("transfer size of a table page", f"{pages['table_page_kb']} kB", "under 100 kB"),
        ("a table page with all its files", f"{pages['first_visit_kb']} kB", ""),
        ("ready server to first page", f"{start['ready_to_first_page_ms']} ms", "under 300 ms"),
        ("process start to first page", f"{start['process_to_first_page_ms']} ms", ""),
        ("make play, first time", f"{figures['make play'].get('first_s', '-')} s", "60 s"),
        ("make play, later", f"{figures['make play'].get('later_s', '-')} s", ""),
        ("compared with boardgame.io", figures["boardgame.io"]["in_words"], ""),
        ("load of the machine beforehand", f"{figures['machine']['load']}", ""),
    ):  # fmt: skip
        grid.add_row(*row)
    Console(highlight=False).print(grid)


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
