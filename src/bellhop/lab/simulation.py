"""Hundreds of thousands of random games on all cores, and a summary of their results."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellhop.engine import playout, twin
from bellhop.engine.dice import check_seed
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.twin import Twin

CHUNK = 2_000  # games per call; the progress bar moves once per chunk
SLOW_CHUNK = 20  # the same for interpreted rules


@dataclass(frozen=True)
class Results:
    """The results of many games."""

    scores: NDArray[np.int64]  # one row per game, one column per seat
    point: int
    moves: int

    @property
    def points(self) -> NDArray[np.int64]:
        """The points of every seat in every game."""
        return self.scores // self.point

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.scores)

    def win_shares(self) -> NDArray[np.float64]:
        """The share of games won by each seat; a shared victory is divided equally."""
        best = self.scores == self.scores.max(axis=1, keepdims=True)
        shares: NDArray[np.float64] = (best / best.sum(axis=1, keepdims=True)).mean(axis=0)
        return shares


def prepare(game: Game, announce: Callable[[str], None]) -> Twin:
    """Random play of a game, compiled if possible."""
    return twin.fastest(playout, game.rules, lambda made: _first_call(game, made), announce)


def simulate(
    game: Game,
    undealt: Position,
    games: int,
    seed: int,
    player: Twin,
    progress: Callable[[int], None] | None = None,
) -> Results:
    """Play random games, one per seed; the number of cores does not affect the results."""
    check_seed(seed)
    size = CHUNK if player.is_compiled else SLOW_CHUNK
    chunks = [range(first, min(first + size, games)) for first in range(0, games, size)]
    scores = np.zeros((games, undealt.seats), np.int64)

    def play(chunk: range) -> int:
        states, moves = play_chunk(game, undealt, seed + chunk.start, len(chunk), player)
        player.loops.score_many(player.take(states), scores[chunk.start : chunk.stop])
        if progress:
            progress(len(chunk))
        return moves

    workers = (os.cpu_count() or 1) if player.is_compiled else 1
    with ThreadPoolExecutor(workers) as pool:
        moves = sum(pool.map(play, chunks))
    return Results(scores, game.rules.POINT, moves)


def play_chunk(
    game: Game, undealt: Position, seed: int, games: int, player: Twin
) -> tuple[Any, int]:
    """Play games from consecutive seeds; returns the final positions and the number of moves."""
    states = game.array(games)
    mask = player.mask(len(game.moves))
    moves = player.loops.play_many(player.take(states), player.take(undealt), seed, mask)
    return states, int(moves)


def _first_call(game: Game, made: Twin) -> None:
    undealt = game.undealt(game.players[0])
    states, _ = play_chunk(game, undealt, 0, 1, made)
    made.loops.score_many(made.take(states), np.zeros((1, undealt.seats), np.int64))
