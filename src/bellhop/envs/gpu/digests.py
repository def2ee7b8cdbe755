"""One number that stands for how a game went, the same on a processor and on a GPU.

It is made of every byte of the last position, the dice among them, and of the number of moves.
`xp` is NumPy or CuPy.
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
class Block:
    """Games from consecutive seeds at one table."""

    seats: int
    options: dict[str, str]
    first_seed: int
    games: int


def blocks(game: Game, count: int, games: int) -> Iterator[Block]:
    """Blocks of games, the first as the box has it, then at tables of all sizes and options."""
    for number in range(count):
        chance = random.Random(number)
        seats = game.players[number % len(game.players)]
        options = {o.name: chance.choice(o.choices) for o in game.options} if number else {}
        yield Block(seats, options, number * games, games)


def digest_games(xp: Any, states: Any, moves: Any) -> Any:
    """A number for each game, from the bytes of its position and the number of its moves."""
    words = states.view(xp.uint64)
    weights = xp.asarray(_weights(words.shape[1] + 1))
    sums = (words * weights[:-1]).sum(axis=1) + moves.astype(xp.uint64) * weights[-1]
    sums ^= sums >> xp.uint64(29)
    sums *= xp.asarray(_weights(1))
    return sums ^ sums >> xp.uint64(32)


def digest_block(xp: Any, states: Any, moves: Any) -> str:
    """One text for many games, in their order."""
    digests = digest_games(xp, states, moves)
    places = 2 * xp.arange(len(digests), dtype=xp.uint64) + xp.uint64(1)
    return f"{int((digests * places).sum()) & LOW_64:016x}"


def _weights(count: int) -> "np.ndarray[Any, np.dtype[np.uint64]]":
    """Odd numbers of 64 bits without a pattern."""
    numbers = [scramble(2 * i + 1) << 32 | scramble(2 * i + 2) | 1 for i in range(count)]
    return np.array(numbers, np.uint64)
