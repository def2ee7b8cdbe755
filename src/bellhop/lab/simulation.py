"""Random play by the hundred thousand, on all cores, summed up for a reader."""

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

CHUNK = 2_000  # games of one call; a progress bar moves once a chunk
SLOW_CHUNK = 20  # likewise, interpreted


@dataclass(frozen=True)
class Results:
    """What very many games came to."""

    scores: NDArray[np.int64]  # a row for each game, a column for each seat
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
        """The part of all games each seat won; a shared victory is shared out."""
        best = self.scores == self.scores.max(axis=1, keepdims=True)
        shares: NDArray[np.float64] = (best / best.sum(axis=1, keepdims=True)).mean(axis=0)
        return shares


def prepare(game: Game, announce: Callable[[str], None]) -> Twin:
    """Random play of a game, as fast as it goes here."""
    return twin.fastest(playout, game.rules, lambda made: _first_call(game, made), announce)


def simulate(
    game: Game,
    table: Position,
    games: int,
    seed: int,
    player: Twin,
    progress: Callable[[int], None] | None = None,
) -> Results:
    """Play so many games at random, one from each seed; the same whatever the number of cores."""
    check_seed(seed)
    size = CHUNK if player.is_compiled else SLOW_CHUNK
    chunks = [range(first, min(first + size, games)) for first in range(0, games, size)]
    scores = np.zeros((games, table.seats), np.int64)

    def play(chunk: range) -> int:
        states, moves = play_chunk(game, table, seed + chunk.start, len(chunk), player)
        player.loops.score_many(player.take(states), scores[chunk.start : chunk.stop])
        if progress:
            progress(len(chunk))
        return moves

    workers = (os.cpu_count() or 1) if player.is_compiled else 1
    with ThreadPoolExecutor(workers) as pool:
        moves = sum(pool.map(play, chunks))
    return Results(scores, game.rules.POINT, moves)


def play_chunk(game: Game, table: Position, seed: int, games: int, player: Twin) -> tuple[Any, int]:
    """Play games from consecutive seeds; their last positions, and the moves made."""
    states = (game.position * games)()
    mask = player.mask(len(game.moves))
    moves = player.loops.play_many(player.take(states), player.take(table), seed, mask)
    return states, int(moves)


def _first_call(game: Game, made: Twin) -> None:
    table = game.table(game.players[0])
    states, _ = play_chunk(game, table, 0, 1, made)
    made.loops.score_many(made.take(states), np.zeros((1, table.seats), np.int64))
