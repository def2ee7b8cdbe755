"""Batches play exactly the games of the interpreted rules, and a refusal changes nothing."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from bellhop.engine import twin
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.seats import is_over
from bellhop.envs import loops
from bellhop.envs.batch import Batch, parts_of
from bellhop.envs.errors import IllegalAction
from bellhop.games import GAMES
from support import every_compiled_game, more, random_options

pytestmark = pytest.mark.xdist_group("compiled")
ARRAYS = ("states", "seeds", "masks", "observations", "rewards", "done")


def content(batch: Batch) -> list[bytes]:
    """Everything in a batch, as bytes."""
    return [getattr(batch, name).tobytes() for name in ARRAYS]


def slow_loops(game: Game) -> twin.Twin:
    """The same loops, interpreted."""
    return twin.interpreted(loops, game.rules, **parts_of(game))


@every_compiled_game
def test_interpreted_and_compiled_batches_are_the_same_bytes(game: Game) -> None:
    chance = random.Random(1)
    for seed in range(more(2, 40)):
        seats, options = chance.choice(game.players), random_options(game, chance)
        fast = Batch(game, 3, seats, options, seed=seed, reward="margin")
        slow = Batch(game, 3, seats, options, seed=seed, reward="margin", made=slow_loops(game))
        for _ in range(more(60, 400)):
            assert content(fast) == content(slow)
            actions = fast.draw()
            assert actions.tolist() == slow.draw().tolist()
            fast.advance(actions)
            slow.advance(actions)


@every_compiled_game
def test_a_batch_plays_the_games_that_the_rules_play_alone(game: Game) -> None:
    """Positions, masks, observations and rewards agree over several games each."""
    batch = Batch(game, 4, seed=77, reward="score")
    alone = [game.new(game.players[0], None, int(seed)) for seed in batch.seeds]
    ended = 0
    while ended < more(6, 60):
        for number, position in enumerate(alone):
            assert batch.position(number) == position
            allowed = np.flatnonzero(batch.masks[number]).tolist()
            assert allowed == game.legal_moves(position)
            assert batch.turns[number] == position.turn
        actions = batch.draw()
        batch.advance(actions)
        for number, position in enumerate(alone):
            game.play(position, int(actions[number]))
            assert batch.done[number] == (is_over(position))
            if is_over(position):
                ended += 1
                assert batch.rewards[number].tolist() == game.points(position)
                alone[number] = game.new(game.players[0], None, int(batch.seeds[number]))
            else:
                assert not batch.rewards[number].any()
    assert sorted(int(seed) % 4 for seed in batch.seeds) == [0, 1, 2, 3]


@every_compiled_game
def test_one_call_or_three_on_one_thread_or_two_come_to_the_same(game: Game) -> None:
    whole = Batch(game, 512, threads=1)
    parts = Batch(game, 512, threads=2)
    masks: NDArray[np.int8] = np.zeros_like(parts.masks)
    cells: NDArray[np.int8] = np.zeros_like(parts.observations)
    for _ in range(30):
        actions = whole.draw()
        whole.advance(actions)
        parts.step(actions)
        assert parts.mark_legal(masks) is masks
        assert parts.observe(cells) is cells
        assert whole.states.tobytes() == parts.states.tobytes()
        assert whole.masks.tobytes() == masks.tobytes()
        assert whole.observations.tobytes() == cells.tobytes()
    parts.reset()
    assert parts.seeds.tolist() == list(range(512))


@every_compiled_game
def test_a_refused_action_changes_nothing_in_any_game(game: Game) -> None:
    batch = Batch(game, 300, threads=2)
    batch.advance(batch.draw())
    before = content(batch)
    for wrong in (-1, len(game.moves), int(np.argmin(batch.masks[288]))):
        actions = batch.draw()
        actions[288] = wrong
        with pytest.raises(
            IllegalAction, match=rf"{game.title}, game 288: action {wrong} .*Allowed: "
        ):
            batch.advance(actions)
        assert content(batch) == before
    with pytest.raises(TypeError, match="integers, not float64"):
        batch.step(np.zeros(300))
    with pytest.raises(ValueError, match="expected 300 actions"):
        batch.step(np.zeros(299, np.int64))
    with pytest.raises(ValueError, match="int8 with shape"):
        batch.mark_legal(np.zeros((300, 2), np.int8))
    assert content(batch) == before


def test_bad_tables_are_refused_with_what_is_allowed() -> None:
    game = GAMES[0]
    with pytest.raises(BellhopError, match="at least one game"):
        Batch(game, 0)
    with pytest.raises(BellhopError, match="win, margin, score"):
        Batch(game, 1, reward="glory")
    with pytest.raises(BellhopError, match="2 to 5 players"):
        Batch(game, 1, 9)


@every_compiled_game
def test_a_game_that_is_over_takes_no_more_actions(game: Game) -> None:
    batch = Batch(game, 1, auto_reset=False)
    while batch.turns[0] >= 0:
        batch.advance(batch.draw())
    before = content(batch)
    assert batch.rewards.sum() == 1
    assert not batch.masks.any()
    with pytest.raises(IllegalAction, match="after the end of the game"):
        batch.step([0])
    assert content(batch) == before


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_casual_bots_reply_where_a_batch_names_its_learners(game: Game) -> None:
    seats = game.players[-1]
    batch = Batch(game, 2 * seats, seats, made=slow_loops(game))
    mine = np.arange(batch.games) % seats
    batch.learners[:] = mine
    batch.reset(5)
    for _ in range(20):
        assert (batch.turns == mine).all()
        number = int(np.argmin(batch.done))
        position = batch.position(number)
        assert np.flatnonzero(batch.masks[number]).tolist() == game.legal_moves(position)
        batch.advance(batch.draw())


@every_compiled_game
def test_casual_bots_also_begin_the_games_that_are_dealt_again(game: Game) -> None:
    """The learner's turn, view and moves are what a batch shows, whoever starts."""
    seats = game.players[-1]
    batch, games = Batch(game, 2 * seats, seats), np.zeros(2 * seats, np.int64)
    batch.learners[:] = np.arange(batch.games) % seats
    batch.reset(5)
    while games.min() < 2:
        batch.advance(batch.draw())
        games += batch.done
        assert (batch.turns == batch.learners).all()
        for number in np.flatnonzero(batch.done):
            position, seat = batch.position(int(number)), int(batch.learners[number])
            assert np.flatnonzero(batch.masks[number]).tolist() == game.legal_moves(position)
            cells = np.zeros(batch.layout.size, np.int8)
            game.observation.observe(game.view(position, seat), seat, cells)
            assert batch.observations[number].tolist() == cells.tolist()


@every_compiled_game
def test_copies_go_on_by_themselves(game: Game) -> None:
    batch = Batch(game, 8, reward="margin")
    for _ in range(20):
        batch.advance(batch.draw())
    before, copy = content(batch), batch.copy()
    other = [batch.copy(), copy]
    for _ in range(50):
        for one in other:
            one.advance(one.draw())
    assert content(batch) == before
    assert content(other[0]) == content(other[1]) != before


@every_compiled_game
def test_arrays_are_handed_over_without_copies(game: Game) -> None:
    batch = Batch(game, 4)
    named = batch.layout.named(batch.observations)
    shared = np.from_dlpack(batch.observations)
    batch.advance(batch.draw())
    assert named
    assert all(np.shares_memory(part, batch.observations) for part in named.values())
    assert np.shares_memory(shared, batch.observations)
    assert shared.tolist() == batch.observations.tolist()
    assert np.shares_memory(batch.turns, batch.states)


@every_compiled_game
def test_every_cell_stays_within_its_bounds_and_every_slice_is_used(game: Game) -> None:
    layout = game.observation.LAYOUT
    low, high = layout.bounds()
    least, most = np.zeros((2, layout.size), np.int8)
    chance = random.Random(5)
    for seats in game.players:
        ended, games = 0, more(400, 1_000_000) // len(game.players)
        while ended < games:
            batch = Batch(game, 256, seats, random_options(game, chance))
            for _ in range(1_000):
                batch.advance(batch.draw())
                np.minimum(least, batch.observations.min(axis=0), out=least)
                np.maximum(most, batch.observations.max(axis=0), out=most)
                ended += int(batch.done.sum())
    beyond = np.flatnonzero((least < low) | (most > high))
    names = {s.name for s in layout.slices if np.any((s.start <= beyond) & (beyond < s.stop))}
    assert not names
    for entry in layout.slices:
        if not entry.name.startswith("option"):
            used = (least != most)[entry.start : entry.stop]
            assert used.any(), f"{entry.name} never changes"
