"""How the trained levels compare: each against the one below, by number of players.

    python benchmarks/levels.py [GAME …]

Thousands of games are played in batches, one level at one seat and another at the others; the
seats take turns.  The results are kept in `results/levels.json`.
"""

import json
import os
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported

import numpy as np
from numpy.typing import NDArray

from bellhop.bots import LEVELS
from bellhop.bots.levels import network_of, temperatures_of
from bellhop.engine.game import Game
from bellhop.envs.batch import Batch
from bellhop.games import GAMES
from bellhop.lab.statistics import interval

RESULTS = Path(__file__).parent / "results" / "levels.json"
GAMES_AT_ONCE = 400
ILLEGAL = -1e9
CASUAL = "casual"  # plays inside the batch; the levels above it are networks


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


def match(game: Game, level: str, below: str, players: int) -> dict[str, Any]:
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
        moves = one.choose(batch.observations, batch.masks)
        theirs = batch.turns != mine
        if other is not None and theirs.any():
            moves[theirs] = other.choose(batch.observations[theirs], batch.masks[theirs])
        batch.advance(moves)
        new = (batch.done > 0) & ~over
        shares[new] = batch.shares[new, mine[new]]
        points[new] = batch.points[new, mine[new]]
        over |= new
    share = interval(shares)
    return {
        "level": level,
        "below": below,
        "players": players,
        "games": GAMES_AT_ONCE,
        "chance": round(1 / players, 3),
        "share": [round(share.mean, 3), round(share.half, 3)],
        "points": round(float(points.mean()), 1),
    }


def main(*names: str) -> None:
    """Measure the named games, or all, and keep the results."""
    kept = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    for game in GAMES:
        if network_of(game) is None or (names and game.name not in names):
            continue
        ladder = LEVELS[LEVELS.index(CASUAL) :]
        kept[game.name] = []
        for players in game.players:
            for below, level in pairwise(ladder):
                kept[game.name].append(match(game, level, below, players))
                print(game.name, json.dumps(kept[game.name][-1]), flush=True)
        RESULTS.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
