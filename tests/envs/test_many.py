"""Batches mix numbers of players and options, start anywhere, and tell all results at once."""

import random

import numpy as np
import pytest

from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over
from bellhop.envs.arrays import ON_TURN
from bellhop.envs.batch import Batch
from bellhop.envs.many import Setup
from bellhop.games import game_named
from support import every_compiled_game, random_options

pytestmark = pytest.mark.xdist_group("compiled")


def setups_of(game: Game) -> list[Setup]:
    """Every number of players, each with random options."""
    chance = random.Random(4)
    return [Setup(players, random_options(game, chance)) for players in game.players]


@every_compiled_game
def test_a_batch_mixes_players_and_options(game: Game) -> None:
    setups = setups_of(game)
    batch = Batch(game, 2 * len(setups) + 1, setups=setups, seed=5)
    for number in range(batch.games):
        setup = setups[number % len(setups)]
        assert batch.position(number) == game.new(setup.seats, setup.options, 5 + number)
        assert batch.players[number] == setup.seats
    assert batch.points.shape == (batch.games, game.players[-1])
    ended = np.zeros(batch.games, bool)
    while not ended.all():
        batch.advance(batch.draw())
        ended |= batch.done > 0
        for number in np.flatnonzero(batch.done).tolist():  # dealt again, with its setup
            setup = setups[number % len(setups)]
            seed = int(batch.seeds[number])
            assert batch.position(number) == game.new(setup.seats, setup.options, seed)


@every_compiled_game
def test_points_shares_and_margins_agree_with_the_rules(game: Game) -> None:
    setups = [Setup(players) for players in game.players]
    batch = Batch(game, len(setups), setups=setups, seed=2, reward="margin")
    alone = [batch.position(number) for number in range(batch.games)]
    ended = set[int]()
    while len(ended) < batch.games:
        moves = batch.draw().tolist()
        batch.step(moves)
        for number, position in enumerate(alone):
            game.play(position, moves[number])
            told = [array[number].tolist() for array in (batch.points, batch.shares, batch.rewards)]
            assert told == expected_results(game, position, batch.points.shape[1])
            if is_over(position):
                ended.add(number)
                alone[number] = batch.position(number)


def expected_results(game: Game, position: Position, columns: int) -> list[list[float]]:
    """Points, shares and margins by seat, straight from the rules; 0 before the end."""
    if not is_over(position):
        return [[0.0] * columns] * 3
    empty = [0.0] * (columns - position.seats)
    scores = [game.rules.score(position, seat) for seat in range(position.seats)]
    points = [float(score // game.rules.POINT) for score in scores]
    share = float(np.float32(1 / scores.count(max(scores))))
    shares = [share if score == max(scores) else 0.0 for score in scores]
    leads = [own - max(points[:s] + points[s + 1 :]) for s, own in enumerate(points)]
    return [points + empty, shares + empty, leads + empty]


@every_compiled_game
def test_a_batch_goes_on_from_given_positions(game: Game) -> None:
    source = Batch(game, 6, game.players[-1], seed=8)
    for _ in range(12):
        source.advance(source.draw())
    batch = Batch(game, 10, game.players[-1], seed=1)
    given = [source.position(number) for number in range(6)]
    batch.place(given, first=3)
    assert batch.masks[3:9].tolist() == source.masks.tolist()
    assert batch.observations[3:9].tolist() == source.observations.tolist()
    assert batch.position(0) == game.new(game.players[-1], None, 1)


def test_positions_of_other_games_or_in_other_places_are_refused() -> None:
    game, other = game_named("perfect-hotel"), game_named("overbooking")
    batch = Batch(game, 2, 3, seed=1)
    before = batch.states.copy()
    for positions, first in (
        ([other.new(2)], 0),
        ([game.new(3)] * 3, 0),
        ([game.new(3)], 2),
        ([game.new(5)], 0),
    ):
        with pytest.raises(BellhopError):
            batch.place(positions, first)
    with pytest.raises(BellhopError, match="either"):
        Batch(game, 2, 3, setups=[Setup(2)])
    assert (batch.states == before).all()


@every_compiled_game
def test_the_whole_position_is_observed_only_when_asked_for(game: Game) -> None:
    """What it adds is hidden from the seat; what the seat sees stays as it is."""
    batch = Batch(game, 32, game.players[-1], seed=3)
    for _ in range(9):
        batch.advance(batch.draw())
    seen = batch.observations.copy()
    whole = batch.observe(np.zeros_like(seen), whole=True)
    if game.package.startswith("bellhop."):
        assert (whole != seen).any()
    assert batch.observe(np.zeros_like(seen)).tolist() == seen.tolist()
    for number in range(batch.games):
        position = batch.position(number)
        out = memoryview(bytearray(batch.layout.size)).cast("b")
        game.observation.observe(position, position.turn, out)
        assert whole[number].tobytes() == bytes(out)


@every_compiled_game
def test_observations_may_go_into_longer_rows(game: Game) -> None:
    batch = Batch(game, 5, seed=3)
    size = batch.layout.size
    wide = np.full((5, size + 7), 9, np.int8)
    batch.observe(wide, ON_TURN)
    assert wide[:, :size].tolist() == batch.observations.tolist()
    assert not wide[:, size:].any()
    for wrong in (np.zeros((4, size), np.int8), np.zeros((5, size - 1), np.int8)):
        with pytest.raises(ValueError, match="or wider"):
            batch.observe(wrong)


@every_compiled_game
def test_staggered_games_are_at_different_stages(game: Game) -> None:
    """Dealt again one after the other: the last has just begun, the others have gone on."""
    batch, fresh = Batch(game, 16, seed=3), Batch(game, 16, seed=3)
    batch.stagger(16)
    for number in range(16):
        position = fresh.position(number)
        assert (batch.position(number) == position) == (number == 15)
    assert batch.masks[15].tolist() == fresh.masks[15].tolist()
    batch.step(batch.draw())
