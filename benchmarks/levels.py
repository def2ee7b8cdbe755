"""How the levels compare: each against the one below, by number of players.

    python benchmarks/levels.py [GAME …] [LEVEL …] [PLAYERS …]

One level plays at one seat and the one below at the others; the seats take turns.  Networks play
in batches, casual against newcomer game by game.  The results are kept in `results/levels.json`;
with LEVELs, only their matches against the level below are played and replaced, and with numbers
of PLAYERS, only those with as many players.
"""

import json
import os
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported

import numpy as np
from circumstances import circumstances, digest_of_file, shipped_network
from numpy.typing import NDArray

from bellhop.bots import LEVELS
from bellhop.bots.levels import network_of, temperatures_of
from bellhop.engine.game import Game
from bellhop.envs.batch import Batch
from bellhop.games import GAMES
from bellhop.lab.executors import Processes
from bellhop.lab.match import Plan, play_match
from bellhop.lab.statistics import Interval, interval

RESULTS = Path(__file__).parent / "results" / "levels.json"
GAMES_AT_ONCE = 400
ILLEGAL = -1e9
CASUAL = "casual"  # plays inside the batch; the levels above it are networks

Found = tuple[int, Interval, float]  # games, the level's share of the victory, its points


class Player:
    """A level of a game, for many games at once."""

    def __init__(self, game: Game, level: str, seed: int) -> None:
        network = network_of(game)
        assert network is not None
        self._network, self._temperature = network, temperatures_of(game)[level]
        self._chance = np.random.default_rng(seed)

    def choose(self, cells: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """A move for every row."""
        preferences = self._network.prefer(self._network.think(cells))
        if self._temperature:
            noise = -np.log(-np.log(self._chance.random(preferences.shape) + 1e-20))
            preferences = preferences / self._temperature + noise.astype(np.float32)
        moves: NDArray[np.int64] = np.where(masks > 0, preferences, ILLEGAL).argmax(1)
        return moves


def match(game: Game, level: str, below: str, players: int) -> Found:
    """A level at one seat, the one below at the others."""
    one = Player(game, level, 1)
    other = None if below == CASUAL else Player(game, below, 2)
    batch = Batch(game, GAMES_AT_ONCE, players, seed=20_000)
    mine = np.arange(GAMES_AT_ONCE) % players
    if other is None:
        batch.learners[:] = mine
        batch.reset(20_000)
    over, shares = np.zeros(GAMES_AT_ONCE, bool), np.zeros(GAMES_AT_ONCE)
    points = np.zeros(GAMES_AT_ONCE)
    while not over.all():
        moves = batch.masks.argmax(1)  # any legal move will do where a game is over
        for player, seats in ((one, batch.turns == mine), (other, batch.turns != mine)):
            rows = np.flatnonzero(seats & ~over)
            if player is not None and len(rows):
                moves[rows] = player.choose(batch.observations[rows], batch.masks[rows])
        batch.advance(moves)
        new = (batch.done > 0) & ~over
        shares[new] = batch.shares[new, mine[new]]
        points[new] = batch.points[new, mine[new]]
        over |= new
    return GAMES_AT_ONCE, interval(shares), float(points.mean())


def match_of_advice(game: Game, level: str, below: str, players: int) -> Found:
    """The same for two levels that follow the advice; each deal is played from every seat."""
    plan = Plan(game.name, level, below, players, -(-GAMES_AT_ONCE // players), mirrored=False)
    outcome = play_match(plan, Processes())
    return outcome.games, outcome.share, float(np.mean([p.mean for _, _, p in outcome.by_seat()]))


def measure(game: Game, level: str, below: str, players: int) -> dict[str, Any]:
    """One match, for the record."""
    play = match_of_advice if level == CASUAL else match
    games, share, points = play(game, level, below, players)
    return {
        "level": level,
        "below": below,
        "players": players,
        "games": games,
        "chance": round(1 / players, 3),
        "share": [round(share.mean, 3), round(share.half, 3)],
        "pairwise": round(pairwise_share(share.mean, players), 3),
        "points": round(points, 1),
        **circumstances(game),
        "network": digest_of_file(shipped_network(game)),
        "temperatures": [temperatures_of(game).get(one) for one in (level, below)],
    }


def pairwise_share(share: float, players: int) -> float:
    """How often one player would beat a single other, with this share against several of them.

    As if everybody won with a chance in proportion to a weight (Bradley and Terry, Luce).
    """
    weight = share * (players - 1)
    return weight / (weight + 1 - share)


def place(row: dict[str, Any]) -> tuple[int, int]:
    """Where a match stands in the record: by players, then by level."""
    return row["players"], LEVELS.index(row["level"])


def main(*names: str) -> None:
    """Measure the named games and levels, or all, and keep the results."""
    numbers = [int(name) for name in names if name.isdecimal()]
    if unknown := {*names} - {*LEVELS[1:], *map(str, numbers), *(game.name for game in GAMES)}:
        sys.exit(f"neither a game nor a level above another: {', '.join(unknown)}")
    kept = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    games = [game for game in GAMES if network_of(game) is not None]
    games = [game for game in games if game.name in names] or games
    pairs = [pair for pair in pairwise(LEVELS) if pair[1] in names] or [*pairwise(LEVELS)]
    for game in games:
        rows = {place(row): row for row in kept.get(game.name, ())}
        for players in (n for n in game.players if n in numbers or not numbers):
            for below, level in pairs:
                row = measure(game, level, below, players)
                rows[place(row)] = row
                print(game.name, json.dumps(row), flush=True)
                kept[game.name] = [rows[key] for key in sorted(rows)]
                RESULTS.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
