"""Observations show what a view shows: nothing more, and nothing is lost without saying so."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellhop.engine.game import Game
from bellhop.engine.records import Position, Record, field_names
from bellhop.engine.seats import SPECTATOR, is_over
from bellhop.games import GAMES
from support import moments, more, proofs_of, random_game

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
seeds = st.integers(0, 2**62 - 1)


def observed(game: Game, seen: Position, seat: int) -> bytes:
    """An observation, made by the interpreted rules."""
    observation = game.observation
    out = memoryview(bytearray(observation.LAYOUT.size)).cast("b")
    observation.observe(seen, seat, out)
    return bytes(out)


def blanked(seen: Position, lossy: dict[str, str]) -> bytes:
    """A view without the fields that observations show only in part."""
    copy: Position = seen.copy()
    for holder in (copy, *(list(copy.players) if hasattr(copy, "players") else [])):
        for name in set(lossy) & set(field_names(holder)):
            blank(holder, name)
    return copy.to_bytes()


def blank(holder: Record, name: str) -> None:
    kind = type(getattr(holder, name))
    setattr(holder, name, kind())


@every_game
@given(seed=seeds)
def test_scrambled_secrets_leave_observations_equal(game: Game, seed: int) -> None:
    chance = random.Random(seed)
    for position, _ in moments(game, seed):
        for seat in range(SPECTATOR, position.seats):
            scrambled = position.copy()
            proofs_of(game).scramble(scrambled, seat, chance, eyes=False)
            expected = observed(game, game.view(position, seat), seat)
            assert observed(game, game.view(scrambled, seat), seat) == expected


@every_game
def test_different_views_give_different_observations(game: Game) -> None:
    """After every move of whole games, a change in a view is a change in its observation."""
    lossy = game.observation.LOSSY
    shown: dict[tuple[int, int, bytes], bytes] = {}
    for seed in range(more(3, 100)):
        for position, _ in random_game(game, seed):
            for seat in range(position.seats):
                seen = game.view(position, seat)
                key = (position.seats, seat, observed(game, seen, seat))
                assert shown.setdefault(key, blanked(seen, lossy)) == blanked(seen, lossy)
    assert len(shown) > 30


@every_game
@given(seed=seeds)
def test_the_observers_seat_comes_first(game: Game, seed: int) -> None:
    layout = game.observation.LAYOUT
    at = layout.at("turn")
    for position, _ in moments(game, seed):
        for seat in range(position.seats):
            cells = observed(game, game.view(position, seat), seat)
            turn = [steps for steps in range(game.players[-1]) if cells[at + steps]]
            over = is_over(position)
            assert turn == ([] if over else [(position.turn - seat) % position.seats])


def test_slices_follow_one_another_and_have_names_of_their_own() -> None:
    for game in GAMES:
        layout = game.observation.LAYOUT
        edges = [0, *(entry.stop for entry in layout.slices)]
        assert edges[:-1] == [entry.start for entry in layout.slices]
        assert edges[-1] == layout.size
