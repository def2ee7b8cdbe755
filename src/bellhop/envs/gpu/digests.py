"""Digests of games, to check that a CPU and a GPU play them identically.

A digest covers every byte of the last position, including the dice, and the number of moves.  `xp`
is NumPy or CuPy.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from bellhop.engine.dice import scramble
from bellhop.engine.game import Game

LOW_64 = (1 << 64) - 1


@dataclass(frozen=True)
class SeedBlock:
    """Games from consecutive seeds, with the same seats and options."""

    seats: int
    options: dict[str, str]
    first_seed: int
    games: int


def blocks(game: Game, count: int, games: int) -> Iterator[SeedBlock]:
    """Blocks of games: the first with default options, then with various seats and options."""
    for number in range(count):
        chance = random.Random(number)
        seats = game.players[number % len(game.players)]
        options = {o.name: chance.choice(o.choices) for o in game.options} if number else {}
        yield SeedBlock(seats, options, number * games, games)


def digest_games(xp: Any, states: Any, moves: Any) -> Any:
    """One digest per game, of its position and its number of moves."""
    words = states.view(xp.uint64)
    weights = xp.asarray(_weights(words.shape[1] + 1))
    sums = (words * weights[:-1]).sum(axis=1) + moves.astype(xp.uint64) * weights[-1]
    sums ^= sums >> xp.uint64(29)
    sums *= xp.asarray(_weights(1))
    return sums ^ sums >> xp.uint64(32)


def digest_block(xp: Any, states: Any, moves: Any) -> str:
    """One digest for many games, in order."""
    digests = digest_games(xp, states, moves)
    places = 2 * xp.arange(len(digests), dtype=xp.uint64) + xp.uint64(1)
    return f"{int((digests * places).sum()) & LOW_64:016x}"


def _weights(count: int) -> "np.ndarray[Any, np.dtype[np.uint64]]":
    """Odd 64-bit numbers without a pattern."""
    numbers = [scramble(2 * i + 1) << 32 | scramble(2 * i + 2) | 1 for i in range(count)]
    return np.array(numbers, np.uint64)
