"""How much a server bears: a thousand tables of pages, programs, and several servers together.

    python benchmarks/scale.py NAME [CHECKOUT]

keeps the figures under a name in `results/load.json`; those of another checkout are measured with
its own server, tables and players.  CPU per move is what to compare on a machine that others use.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from processes import free_port, wait_for
from tables import Seats

from web import HERE, TARGET_PACE, TARGET_TABLES, Server, tell

RESULT = HERE / "results" / "load.json"
PROGRAM_TABLES = 400  # of which a hundred are played at, and enough that none is ever missing
MAKE = """
import json, sys
from tables import make_tables
print(json.dumps(make_tables(sys.argv[1], int(sys.argv[2]))))
"""


def main(name: str, checkout: str = "") -> None:
    """Measure, print and keep."""
    tree = Path(checkout) if checkout else HERE.parent
    figures: dict[str, Any] = {"date": time.strftime("%Y-%m-%d"), "cores": os.cpu_count()}
    figures["load"] = round(os.getloadavg()[0], 2)
    with tempfile.TemporaryDirectory() as folder:
        pages = f"sqlite:///{folder}/pages.sqlite"
        figures["pages"] = tell("pages", measure(tree, pages, TARGET_TABLES, TARGET_PACE))
        programs = f"sqlite:///{folder}/programs.sqlite"
        figures["programs"] = tell("programs", measure(tree, programs, PROGRAM_TABLES))
    with postgresql() as (one, two):
        figures["one server on PostgreSQL"] = tell("one server", measure(tree, one))
        figures["two servers on PostgreSQL"] = tell("two servers", measure(tree, two, servers=2))
    kept = json.loads(RESULT.read_text("utf-8")) if RESULT.exists() else {}
    RESULT.write_text(json.dumps({**kept, name: figures}, indent=1) + "\n", "utf-8")


def measure(
    tree: Path,
    database: str,
    number: int = PROGRAM_TABLES,
    pace: float = 0.0,
    servers: int = 1,
) -> dict[str, Any]:
    """Play at tables of all games: on pages where there is a pace, else over the API.

    Several servers share the tables between them.
    """
    seats = make_tables(tree, database, number)
    with ExitStack() as stack:
        started = [stack.enter_context(serving(tree, database)) for _ in range(servers)]

        def play(part: int) -> dict[str, Any]:
            own = seats[part::servers]
            return started[part].play(own, 25.0 if pace else 10.0, pace, as_program=not pace)

        with ThreadPoolExecutor(servers) as pool:
            played = list(pool.map(play, range(servers)))
    return played[0] if servers == 1 else add_up(played)


def add_up(played: list[dict[str, Any]]) -> dict[str, Any]:
    """What several servers did at the same time."""
    moves = sum(figures["moves"] for figures in played)
    used = sum(figures["cpu_ms_per_move"] * figures["moves"] for figures in played)
    return {
        "servers": len(played),
        "moves": moves,
        "moves_per_second": round(sum(figures["moves_per_second"] for figures in played), 1),
        "move_ms": {
            part: max(figures["move_ms"][part] for figures in played)
            for part in played[0]["move_ms"]
        },
        "cpu_ms_per_move": round(used / max(1, moves), 2),
        "load": played[-1]["load"],
    }


def make_tables(tree: Path, database: str, number: int) -> Seats:
    """Tables in mid-game, made by a checkout's own code."""
    command = [sys.executable, "-c", MAKE, database, str(number)]
    made = subprocess.run(command, env=_environment(tree), stdout=subprocess.PIPE, check=True)
    seats: Seats = json.loads(made.stdout)
    return seats


@contextmanager
def serving(tree: Path, database: str) -> Iterator[Server]:
    """A checkout's server, until the end of the block."""
    port = free_port()
    command = [sys.executable, "-m", "bellhop", "serve", "--port", str(port)]
    command += ["--database", database]
    if "limit" in (tree / "src" / "bellhop" / "cli" / "app.py").read_text("utf-8"):
        command += ["--limit", f"streams_per_address={2 * TARGET_TABLES}"]  # all come from here
    process = subprocess.Popen(command, env=_environment(tree), stdout=subprocess.DEVNULL)
    try:
        wait_for(port)
        yield Server(process, port, tree / "benchmarks" / "load.py")
    finally:
        process.terminate()
        process.wait()


def _environment(tree: Path) -> dict[str, str]:
    paths = os.pathsep.join(str(tree / part) for part in ("src", "benchmarks"))
    return {**os.environ, "PYTHONPATH": paths}


@contextmanager
def postgresql() -> Iterator[list[str]]:
    """The URLs of two empty databases of a PostgreSQL of our own."""
    import sqlalchemy as sa

    pgserver: Any = import_module("pgserver")
    with tempfile.TemporaryDirectory() as folder:
        server = pgserver.get_server(folder, cleanup_mode="stop")
        url = sa.make_url(server.get_uri()).set(drivername="postgresql+psycopg")
        engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
        names = ("bellhop_one", "bellhop_two")
        with engine.connect() as connection:
            for name in names:
                connection.execute(sa.text(f"CREATE DATABASE {name}"))
        engine.dispose()
        yield [url.set(database=name).render_as_string(hide_password=False) for name in names]
        server.cleanup()


if __name__ == "__main__":
    main(*sys.argv[1:])
