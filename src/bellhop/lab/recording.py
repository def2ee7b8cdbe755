"""Games of a dataset: many at once, with everything that was seen and decided on the way."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bellhop.bots import Bot
from bellhop.bots.trained import network_at
from bellhop.engine.game import Game
from bellhop.envs.arrays import IDLE, Task
from bellhop.envs.batch import Batch
from bellhop.envs.many import Setup
from bellhop.envs.rivals import Mind, mind_of
from bellhop.lab import contestants
from bellhop.lab.contestants import NETWORK, seed_of

PLAY = Task(plays=True, marks=True, looks=True)
RANDOM = "random"

Floats = NDArray[np.float32]


class Decisions(NamedTuple):
    """One row per decision, in the order of the games and their moves."""

    game: NDArray[np.int64]  # its number in the dataset
    number: NDArray[np.int32]  # of the move in its game
    seat: NDArray[np.int8]
    by: NDArray[np.int8]  # the index of the contestant
    observation: NDArray[np.int8]
    mask: NDArray[np.int8]
    move: NDArray[np.int16]
    policy: Floats  # the chance of every move
    value: Floats  # the share of the victory that the contestant expects; NaN if it does not say
    share: Floats  # that the seat got in the end
    points: Floats  # likewise
    margin: Floats  # the seat's lead over its best opponent


class Choices(NamedTuple):
    """The decisions of a contestant in several games."""

    moves: NDArray[np.int64]
    policies: Floats
    values: Floats


class _Tables(Batch):
    """Games that are played to their ends, and then left as they are."""

    def play(self, moves: NDArray[np.int64]) -> None:
        self._moves[:] = moves
        self._work(self._arrays, PLAY)


def record(
    game: Game, setup: Setup, by: Sequence[str], first: int, last: int, seed: int
) -> Decisions:
    """Play the games from `first` to `last` - 1 of a dataset; the same seed gives the same games.

    Contestant number (seat + game) modulo the number of contestants plays a seat.
    """
    tables = _Tables(game, last - first, setups=[setup], seed=seed + first, auto_reset=False)
    numbers = np.arange(first, last)
    chance = np.random.default_rng(seed_of("selfplay", seed, first, *by))
    rows: list[tuple[NDArray[Any], ...]] = []
    players = [Contestant(name, game, setup.seats) for name in by]
    step = 0
    while len(active := np.flatnonzero(tables.turns >= 0)):
        seats = tables.turns[active].copy()
        chosen = (seats + numbers[active]) % len(by)
        moves = np.full(tables.games, IDLE, np.int64)
        policies = np.zeros((len(active), len(game.moves)), np.float32)
        values = np.full(len(active), np.nan, np.float32)
        for index, player in enumerate(players):
            here = np.flatnonzero(chosen == index)
            if len(here):
                made = player.choose(tables, active[here], chance)
                moves[active[here]] = made.moves
                policies[here], values[here] = made.policies, made.values
        cells, masks = tables.observations[active], tables.masks[active]
        rows.append((active, np.full(len(active), step), seats, chosen, cells, masks,
                     moves[active], policies, values))  # fmt: skip
        tables.play(moves)
        step += 1
    return _in_order(tables, numbers, rows)


class Contestant:
    """Decides in many games at once if it is a network, and game by game otherwise."""

    def __init__(self, name: str, game: Game, seats: int) -> None:
        self.name, self._game, self._seats = name, game, seats
        found = NETWORK.fullmatch(name)
        if found:
            temperature = float(found["temperature"] or 0)
            self._mind: Mind | None = Mind(network_at(game, Path(found["path"])), temperature)
        else:
            self._mind = mind_of(name, game)
        self._bots: dict[tuple[int, int], Bot] = {}  # by row and seat

    def choose(self, tables: Batch, rows: NDArray[np.intp], chance: np.random.Generator) -> Choices:
        """Decide in some games."""
        if self._mind is not None:
            return self._weigh(self._mind, tables, rows, chance)
        masks = tables.masks[rows]
        if self.name == RANDOM:
            policies = (masks / masks.sum(axis=1, keepdims=True)).astype(np.float32)
            moves = (masks * chance.random(masks.shape)).argmax(axis=1)
        else:
            moves = np.array([self._ask(tables, row) for row in rows.tolist()], np.int64)
            policies = np.eye(masks.shape[1], dtype=np.float32)[moves]
        return Choices(moves, policies, np.full(len(rows), np.nan, np.float32))

    def _weigh(
        self, mind: Mind, tables: Batch, rows: NDArray[np.intp], chance: np.random.Generator
    ) -> Choices:
        masks = tables.masks[rows]
        thought = mind.network.think(tables.observations[rows])
        preferences = np.where(masks == 1, mind.network.prefer(thought), -np.inf)
        if mind.temperature:
            weights = np.exp((preferences - preferences.max(1, keepdims=True)) / mind.temperature)
            policies = (weights / weights.sum(1, keepdims=True)).astype(np.float32)
            noise = chance.gumbel(size=policies.shape)
            moves = (preferences / mind.temperature + noise).argmax(axis=1)
        else:
            moves = preferences.argmax(axis=1)
            policies = np.eye(masks.shape[1], dtype=np.float32)[moves]
        values = mind.network.judge(thought, self._seats).shares[:, 0]
        return Choices(moves, policies, values)

    def _ask(self, tables: Batch, row: int) -> int:
        """The choice of a bot, from its own view."""
        position = tables.position(row)
        key = (row, position.turn)
        if key not in self._bots:
            seed = seed_of("selfplay bot", int(tables.seeds[row]), position.turn, self.name)
            self._bots[key] = contestants.make(self.name, seed)
        return self._bots[key].choose(self._game, self._game.view(position, position.turn))


def _in_order(
    tables: Batch, numbers: NDArray[np.int64], rows: list[tuple[NDArray[Any], ...]]
) -> Decisions:
    """All decisions, game by game, with the results of the games."""
    columns = [np.concatenate(column) for column in zip(*rows, strict=True)]
    order = np.lexsort((columns[1], columns[0]))
    row, number, seat, by, cells, masks, moves, policies, values = (c[order] for c in columns)
    points = tables.points
    best = np.sort(points, axis=1)
    leads = points - np.where(points == best[:, -1:], best[:, -2:-1], best[:, -1:])
    return Decisions(
        game=numbers[row],
        number=number.astype(np.int32),
        seat=seat.astype(np.int8),
        by=by.astype(np.int8),
        observation=cells,
        mask=masks,
        move=moves.astype(np.int16),
        policy=policies,
        value=values,
        share=tables.shares[row, seat],
        points=points[row, seat],
        margin=leads[row, seat],
    )
