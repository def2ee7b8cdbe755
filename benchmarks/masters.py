"""How the trained players fare against the master of old, for every number of players.

    python benchmarks/masters.py [GAME …] [--players 2,3] [--games 400] [--network FILE]

One trained player sits among yardsticks, on equal deals from every seat.  Results are kept in
`results/masters.json`, or in `--out`; a part that was played before is replaced.
"""

import argparse
import json
import os
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported

import yardstick

from bellhop.bots import Bot
from bellhop.bots.outside import Programs
from bellhop.games import GAMES, game_named
from bellhop.lab import contestants
from bellhop.lab.executors import Processes
from bellhop.lab.match import Plan, play_match

RESULTS = Path(__file__).parent / "results" / "masters.json"
TWO, MORE = 400, 200  # games with two players, and with more


def make(name: str, seed: int, programs: Programs) -> Bot:
    """A contestant; the yardstick plays in this process, to save its start."""
    if name == yardstick.NAME:
        return yardstick.Master(seed)
    return contestants.make(name, seed, programs)


def measure(game: str, candidate: str, players: int, games: int, workers: int) -> dict[str, Any]:
    """One match, in brief."""
    plan = Plan(game, candidate, yardstick.NAME, players, -(-games // players), mirrored=False)
    figures = play_match(plan, Processes(workers), make=make).to_json()
    return {
        "games": figures["games"],
        "chance": round(1 / players, 3),
        "share": figures["share"],
        "margin": figures["margin"],
        "by_seat": [seat["share"] for seat in figures["by_seat"]],
        "seconds_per_decision": figures["seconds_a_decision"],
        "rules": game_named(game).rules_version,
    }


def main() -> None:
    """Measure, print and keep."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=[game.name for game in GAMES])
    parser.add_argument("--players", default="", help="such as 2,3; by default, all")
    parser.add_argument("--games", dest="number", type=int, default=0)
    parser.add_argument("--network", default="master", help="a file, or a level")
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--out", type=Path, default=RESULTS)
    asked = parser.parse_args()
    for name in asked.games:
        numbers = asked.players or ",".join(str(n) for n in game_named(name).players)
        for players in map(int, numbers.split(",")):
            games = asked.number or (TWO if players == 2 else MORE)
            found = measure(name, asked.network, players, games, asked.workers)
            print(name, players, found["games"], found["share"], found["margin"], flush=True)
            keep(asked.out, f"{name}, {players} players", found)


def keep(path: Path, what: str, found: dict[str, Any]) -> None:
    """Add a result to the others."""
    kept = json.loads(path.read_text("utf-8")) if path.exists() else {}
    path.write_text(json.dumps({**kept, what: found}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
