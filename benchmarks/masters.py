"""How the trained players fare against the master of old, for every number of players.

    python benchmarks/masters.py [GAME …] [--players 2,3] [--games 400] [--minutes 60] [--test]
                                 [--player NAME]

One trained player sits among yardsticks, on equal deals from every seat: the top level, or another
contestant such as `rollout` or a network file.  With `--test`, a match ends as soon as it is clear
on which side of its goal the share is; with `--minutes`, as soon as they are over.  Results are
kept in `results/masters.json`, or in `--out`; a part that was played before is replaced.
"""

import argparse
import json
import math
import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported

import yardstick
from circumstances import circumstances, digest_of_file, shipped_network

from bellhop.bots import Bot
from bellhop.bots.outside import Programs
from bellhop.games import GAMES, game_named
from bellhop.lab import contestants
from bellhop.lab.contestants import code_version
from bellhop.lab.executors import Processes
from bellhop.lab.match import Block, Plan, judge, play_block
from bellhop.lab.statistics import Sprt

RESULTS = Path(__file__).parent / "results" / "masters.json"
TOP = "master"
TWO, MORE = 400, 200  # games with two players, and with more
GOALS = {  # shares of the victory that were asked for; elsewhere, twice the share of chance
    ("perfect-hotel", 2): 0.95,
    ("overbooking", 2): 0.75,
    ("grand-austria-hotel", 2): 0.95,
    ("overbooking", 4): 0.40,
}


def make(name: str, seed: int, programs: Programs) -> Bot:
    """A contestant; the yardstick plays in this process, to save its start."""
    if name == yardstick.NAME:
        return yardstick.Master(seed)
    return contestants.make(name, seed, programs)


def goal_of(game: str, players: int) -> float:
    """The share of the victory that was asked for."""
    return GOALS.get((game, players), 2 / players)


def test_of(game: str, players: int) -> Sprt:
    """The sequential test of a goal, which lies in its middle."""
    goal = goal_of(game, players)
    wide = min(0.05, (1 - goal) / 2)
    return Sprt(goal - wide, goal + wide)


def digest_of(game: str, candidate: str) -> str:
    """Which network played: the beginning of the digest of its file."""
    path = Path(candidate.partition("@")[0])
    return digest_of_file(path if path.exists() else shipped_network(game_named(game)))


def in_time(blocks: Iterable[Block], minutes: float) -> Iterator[Block]:
    """The blocks that are played in time; when to stop does not depend on their results."""
    begun = time.monotonic()
    for block in blocks:
        yield block
        print(f"{sum(block.shares):.2f} of {len(block.shares)} games", flush=True)
        if time.monotonic() - begun > 60 * minutes:
            return


def measure(plan: Plan, workers: int, minutes: float) -> dict[str, Any]:
    """One match, in brief."""
    version = code_version(game_named(plan.game))
    tasks = [(plan, version, number, make) for number in range(plan.blocks)]
    blocks = Processes(workers).results(play_block, tasks)
    figures = judge(plan, in_time(blocks, minutes)).to_json()
    test = {}
    if plan.test:
        limits = [round(limit, 3) for limit in (plan.test.low, plan.test.high)]
        test = {"test": limits, "decision": figures["decision"] or "undecided"}
    return {
        "games": figures["games"],
        "chance": round(1 / plan.players, 3),
        "goal": round(goal_of(plan.game, plan.players), 3),
        "share": figures["share"],
        "margin": figures["margin"],
        "by_seat": [seat["share"] for seat in figures["by_seat"]],
        "seconds_per_decision": figures["seconds_per_decision"],
        **circumstances(game_named(plan.game)),
        "network": digest_of(plan.game, plan.candidate),
        **test,
    }


def main() -> None:
    """Measure, print and keep."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=[game.name for game in GAMES])
    parser.add_argument("--players", default="", help="such as 2,3; by default, all")
    parser.add_argument("--games", dest="number", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=math.inf, help="for each match")
    parser.add_argument("--test", action="store_true", help="stop as soon as the goal is decided")
    parser.add_argument("--player", default=TOP, help="a level, a network file, or rollout")
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--out", type=Path, default=RESULTS)
    asked = parser.parse_args()
    for name in asked.games:
        numbers = asked.players or ",".join(str(n) for n in game_named(name).players)
        for players in map(int, numbers.split(",")):
            games = asked.number or (TWO if players == 2 else MORE)
            blocks = -(-games // players)
            plan = Plan(name, asked.player, yardstick.NAME, players, blocks, mirrored=False)
            if asked.test:
                plan = replace(plan, test=test_of(name, players))
            plan.check()
            found = measure(plan, asked.workers, asked.minutes)
            print(name, players, found["games"], found["share"], found["margin"], flush=True)
            who = "" if asked.player == TOP else f", {Path(asked.player).name}"
            keep(asked.out, f"{name}, {players} players{who}", found)


def keep(path: Path, what: str, found: dict[str, Any]) -> None:
    """Add a result to the others."""
    kept = json.loads(path.read_text("utf-8")) if path.exists() else {}
    path.write_text(json.dumps({**kept, what: found}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
