"""Bots that were trained by self-play: a network's preferences, and nothing else.

Only the view goes in.  They need NumPy alone, and nothing is compiled before the first move.
"""

import random
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bellhop.bots import Draw
from bellhop.bots.networks import TrainedNetwork, read_player, softmax
from bellhop.engine.game import Game
from bellhop.engine.records import Position


@cache
def network_at(game: Game, path: Path) -> TrainedNetwork:
    """A network from a file."""
    return read_player(path, game)


def observe(game: Game, seen: Position) -> NDArray[np.int8]:
    """The observation of the player whose turn it is, from that player's view."""
    observation = game.observation
    cells: NDArray[np.int8] = np.zeros(observation.LAYOUT.size, np.int8)
    observation.observe(seen, seen.turn, cells.data)
    return cells


class TrainedBot:
    """Plays the move that a network prefers.

    With a temperature it draws a move instead; at 1 as often as in training, above that more
    wildly.
    """

    def __init__(
        self,
        find: Callable[[Game], TrainedNetwork],
        seed: int | None = None,
        temperature: float = 0.0,
    ) -> None:
        self._find, self._temperature = find, temperature
        self._random = random.Random(seed)

    def choose(self, game: Game, seen: Position) -> int:
        """Choose a move for the player whose turn it is, from that player's view."""
        return self.draw(game, seen).move

    def draw(self, game: Game, seen: Position) -> Draw:
        """Choose a move, and state the distribution."""
        legal = game.legal_moves(seen)
        if len(legal) == 1:
            return _certain(legal[0])
        network = self._find(game)
        preferences = network.prefer(network.think(observe(game, seen)))[legal]
        if not self._temperature:
            return _certain(legal[int(np.argmax(preferences))])
        weights = softmax(preferences, self._temperature)
        distribution = dict(zip(legal, weights.tolist(), strict=True))
        return Draw(self._random.choices(legal, [*distribution.values()])[0], distribution)


def _certain(move: int) -> Draw:
    return Draw(move, {move: 1.0})


class FileBot(TrainedBot):
    """Plays like the network in a file."""

    def __init__(self, path: Path, seed: int | None = None, temperature: float = 0.0) -> None:
        super().__init__(partial(network_at, path=path), seed, temperature)
