"""Many games at once by any contestants, with what was seen and decided on the way."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bellhop.bots import Bot
from bellhop.bots.networks import softmax
from bellhop.bots.trained import network_at
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.seats import NOBODY
from bellhop.envs.arrays import IDLE, Task
from bellhop.envs.batch import Batch
from bellhop.envs.many import Setup
from bellhop.envs.rivals import NetworkPlayer, network_player
from bellhop.lab import contestants
from bellhop.lab.contestants import NETWORK_NAME, seed_of
from bellhop.lab.statistics import leads_of

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


class _WholeGames(Batch):
    """Games that are played to their ends, and then left as they are."""

    def play(self, moves: NDArray[np.int64]) -> None:
        self._moves[:] = moves
        self._work(self._arrays, PLAY)


class Step(NamedTuple):
    """What is decided at once, in all games that are not over."""

    rows: NDArray[np.intp]  # of these games
    seats: NDArray[Any]
    by: NDArray[np.int64]  # the indices of the contestants
    choices: Choices


def record(
    game: Game, setup: Setup, by: Sequence[str], first: int, last: int, seed: int
) -> Decisions:
    """Play the games from `first` to `last` - 1 of a dataset; the same seed gives the same games.

    Contestant number (seat + game) modulo the number of contestants plays a seat.
    """
    batch, numbers = deal_games(game, setup, first, last, seed), np.arange(first, last)
    rows: list[tuple[NDArray[Any], ...]] = []
    for number, step in enumerate(play_on(batch, setup, by, numbers, seed)):
        cells, masks = batch.observations[step.rows], batch.masks[step.rows]
        rows.append((step.rows, np.full(len(step.rows), number), step.seats, step.by, cells, masks,
                     *step.choices))  # fmt: skip
    return _in_order(batch, numbers, rows)


def moves_of(
    game: Game, setup: Setup, by: Sequence[str], first: int, last: int, seed: int
) -> NDArray[np.int16]:
    """The moves of the same games, a row per game; what follows its end means nothing."""
    batch, numbers = deal_games(game, setup, first, last, seed), np.arange(first, last)
    columns = []
    for step in play_on(batch, setup, by, numbers, seed):
        column = np.zeros(len(numbers), np.int16)
        column[step.rows] = step.choices.moves
        columns.append(column)
    return np.stack(columns, axis=1)


def check(by: Iterable[str]) -> None:
    """Refuse contestants that cannot play many games at once."""
    for name in by:
        contestants.check(name)
        if contestants.is_outside(name):
            raise BellhopError("lab.many_outside", name=name)


def deal_games(game: Game, setup: Setup, first: int, last: int, seed: int) -> _WholeGames:
    """The games from `first` to `last` - 1, dealt."""
    return _WholeGames(game, last - first, setups=[setup], seed=seed + first, auto_reset=False)


def play_on(
    batch: _WholeGames, setup: Setup, by: Sequence[str], numbers: NDArray[np.int64], seed: int
) -> Iterator[Step]:
    """Play all games to their ends; each step is yielded before its moves are made."""
    game = batch.game
    chance = np.random.default_rng(seed_of("selfplay", seed, int(numbers[0]), *by))
    players = [Contestant(name, game, setup.seats) for name in by]
    while len(active := np.flatnonzero(batch.turns != NOBODY)):
        seats = batch.turns[active].copy()
        chosen = (seats + numbers[active]) % len(by)
        made = Choices(
            np.zeros(len(active), np.int64),
            np.zeros((len(active), len(game.moves)), np.float32),
            np.full(len(active), np.nan, np.float32),
        )
        for index, player in enumerate(players):
            here = np.flatnonzero(chosen == index)
            if len(here):
                choices = player.choose(batch, active[here], chance)
                made.moves[here], made.policies[here], made.values[here] = choices
        yield Step(active, seats, chosen, made)
        moves = np.full(batch.games, IDLE, np.int64)
        moves[active] = made.moves
        batch.play(moves)


class Contestant:
    """Decides in many games at once if it is a network, and game by game otherwise."""

    def __init__(self, name: str, game: Game, seats: int) -> None:
        self.name, self._game, self._seats = name, game, seats
        found = NETWORK_NAME.fullmatch(name)
        if found:
            temperature = float(found["temperature"] or 0)
            self._network: NetworkPlayer | None = NetworkPlayer(
                network_at(game, Path(found["path"])), temperature
            )
        else:
            self._network = network_player(name, game)
        self._bots: dict[tuple[int, int], Bot] = {}  # by row and seat

    def choose(self, batch: Batch, rows: NDArray[np.intp], chance: np.random.Generator) -> Choices:
        """Decide in some games."""
        if self._network is not None:
            return self._weigh(self._network, batch, rows, chance)
        masks = batch.masks[rows]
        if self.name == RANDOM:
            policies = (masks / masks.sum(axis=1, keepdims=True)).astype(np.float32)
            moves = (masks * chance.random(masks.shape)).argmax(axis=1)
        else:
            moves = np.array([self._ask(batch, row) for row in rows.tolist()], np.int64)
            policies = np.eye(masks.shape[1], dtype=np.float32)[moves]
        return Choices(moves, policies, np.full(len(rows), np.nan, np.float32))

    def _weigh(
        self,
        player: NetworkPlayer,
        batch: Batch,
        rows: NDArray[np.intp],
        chance: np.random.Generator,
    ) -> Choices:
        masks = batch.masks[rows]
        features = player.network.think(batch.observations[rows])
        preferences = np.where(masks == 1, player.network.prefer(features), -np.inf)
        if player.temperature:
            policies = softmax(preferences, player.temperature)
            noise = chance.gumbel(size=policies.shape)
            moves = (preferences / player.temperature + noise).argmax(axis=1)
        else:
            moves = preferences.argmax(axis=1)
            policies = np.eye(masks.shape[1], dtype=np.float32)[moves]
        values = player.network.judge(features, self._seats).shares[:, 0]
        return Choices(moves, policies, values)

    def _ask(self, batch: Batch, row: int) -> int:
        """The choice of a bot, from its own view."""
        position = batch.position(row)
        key = (row, position.turn)
        if key not in self._bots:
            seed = seed_of("selfplay bot", int(batch.seeds[row]), position.turn, self.name)
            self._bots[key] = contestants.make(self.name, seed)
        return self._bots[key].choose(self._game, self._game.view(position, position.turn))


def _in_order(
    batch: Batch, numbers: NDArray[np.int64], rows: list[tuple[NDArray[Any], ...]]
) -> Decisions:
    """All decisions, game by game, with the results of the games."""
    columns = [np.concatenate(column) for column in zip(*rows, strict=True)]
    order = np.lexsort((columns[1], columns[0]))
    row, number, seat, by, cells, masks, moves, policies, values = (c[order] for c in columns)
    points = batch.points
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
        share=batch.shares[row, seat],
        points=points[row, seat],
        margin=leads_of(points)[row, seat],
    )
