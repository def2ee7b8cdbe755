"""Compare our games with those of other engines, on one core; save the results and a plot.

Every engine is installed into a separate environment and plays in a separate process, with a script
from `engines` (or `node`) that prints its results.  Rates are moves per second of CPU time with
uniformly random legal moves; moves are decisions of players, not of chance.  An engine that cannot
be installed or fails is reported with the reason, and the others are measured.  `make bench-peers`
runs this with `engines` on Python's path.
"""

import json
import os
import platform
import subprocess
import sys
import time
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardgame_io import NotInstalled, environment_of, install
from comparison import NOTES, OURS, WAYS, Report, compare, draw, print_tables

HERE = Path(__file__).parent
RESULT = HERE / "results" / "peers.json"
HOMES = HERE.parent / ".venv-peers"
SECONDS = 0.7


@dataclass(frozen=True)
class Peer:
    """A Python engine: what to install, and the name of the script that plays its games."""

    name: str
    short: str
    packages: tuple[str, ...]

    def install(self) -> None:
        """Install into a separate environment, which is reused next time."""
        python = self.python()
        if not python.exists():
            venv.create(HOMES / self.short, symlinks=True, with_pip=True)
        options = ("--quiet", "--disable-pip-version-check", "--no-input")
        command = [str(python), "-m", "pip", "install", *options, *self.packages]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NotInstalled(last_line(done.stderr))

    def measure(self, seconds: float) -> Report:
        """Run the engine's script."""
        return measure(
            [str(self.python()), str(HERE / "engines" / f"{self.short}_games.py")], seconds
        )

    def python(self) -> Path:
        """The engine's interpreter."""
        return HOMES / self.short / "bin" / "python"


class BoardgameIo:
    """boardgame.io, if Node is installed."""

    name = "boardgame.io"
    home = HOMES / "boardgame.io"

    def install(self) -> None:
        """Install into a separate folder."""
        self.home.mkdir(parents=True, exist_ok=True)
        install(str(self.home))

    def measure(self, seconds: float) -> Report:
        """Run the script in Node."""
        command = ["node", str(HERE / "node" / "playing.js")]
        return measure(command, seconds, environment_of(str(self.home)))


PEERS = (
    Peer("OpenSpiel", "openspiel", ("open-spiel",)),
    Peer("PettingZoo", "pettingzoo", ("pettingzoo[classic]",)),
    Peer("RLCard", "rlcard", ("rlcard",)),
    Peer("Pgx", "pgx", ("pgx", "jax[cpu]")),
    BoardgameIo(),
)


def main(seconds: float = SECONDS) -> None:
    """Install, measure, print and save."""
    absent: dict[str, str] = {}
    for peer in PEERS:
        print(f"Installing {peer.name} …", flush=True)
        try:
            peer.install()
        except (NotInstalled, OSError, subprocess.SubprocessError) as reason:
            absent[peer.name] = str(reason)
    pin()
    print(f"Measuring {OURS} …", flush=True)
    ours = measure([sys.executable, str(HERE / "engines" / "bellhop_games.py")], seconds)
    theirs: dict[str, Report] = {}
    for peer in PEERS:
        if peer.name in absent:
            continue
        print(f"Measuring {peer.name} …", flush=True)
        try:
            theirs[peer.name] = peer.measure(seconds)
        except NotMeasured as reason:
            absent[peer.name] = str(reason)
    save(ours, theirs, absent, seconds)


def save(ours: Report, theirs: dict[str, Report], absent: dict[str, str], seconds: float) -> None:
    """Write the results and the plot, and print the tables."""
    engines = {OURS: ours, **theirs}
    found: dict[str, Any] = {
        "per": "second of processor time on one core, the best of several runs; ratios above 1: "
        "ours is better",
        "ways": WAYS,
        "notes": NOTES,
        "machine": describe_machine(seconds),
        "engines": engines,
        "absent": absent,
        "ratios": compare(ours, theirs),
    }
    RESULT.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    RESULT.with_suffix(".svg").write_text(draw(engines) + "\n", "utf-8")
    print_tables(found)


class NotMeasured(Exception):
    """An engine has no results; the message says why."""


def measure(
    command: list[str], seconds: float, environment: dict[str, str] | None = None
) -> Report:
    """The report that a script prints on its last line."""
    done = subprocess.run(
        [*command, str(seconds)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise NotMeasured(last_line(done.stderr))
    report: Report = json.loads(last_line(done.stdout))
    return report


def last_line(text: str) -> str:
    """The last non-empty line, with paths relative to the project's folder."""
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].replace(f"{HERE.parent}/", "") if lines else "no reason given"


def pin() -> None:
    """Run this and all child processes on one core, if the system supports it."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def describe_machine(seconds: float) -> dict[str, Any]:
    """Where, when and for how long this was measured."""
    return {
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
        "date": time.strftime("%Y-%m-%d"),
        "seconds_a_run": seconds,
    }


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
