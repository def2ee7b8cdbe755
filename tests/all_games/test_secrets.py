"""The secrets law: a seat receives only what its view shows, and its view only what it knows.

The tests of each game have the list of hidden fields (`proofs.scramble`).  Seat -1 is a spectator.
"""

import random
from collections import defaultdict
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import SPECTATOR, is_over
from bellhop.engine.telling import Told, listening
from bellhop.games import GAMES
from support import moments, more, proofs_of, random_game

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
seeds = st.integers(0, 2**62 - 1)
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve")


def seats(position: Position) -> range:
    return range(SPECTATOR, position.seats)


def given_to(game: Game, position: Position, seat: int) -> tuple[object, ...]:
    """Everything a person gets of a position: view, text, drawing, legal moves, refusals."""
    seen = game.show(position, seat)
    words = game.words("en")
    given_: tuple[object, ...] = (
        seen.to_bytes(),
        game.write(seen),
        game.terminal.draw_text(words, seen, seat, NAMES),
    )
    if seat == position.turn:
        reasons = tuple(game.rules.why_not(seen, move) for move in range(len(game.moves)))
        texts = [game.speech.say_move(words, seen, move) for move in game.legal_moves(seen)]
        given_ += (reasons, tuple(texts))
    return given_


@every_game
@given(seed=seeds)
def test_scrambled_secrets_change_nothing_that_a_seat_is_given(game: Game, seed: int) -> None:
    chance = random.Random(seed)
    for position, _ in moments(game, seed):
        for seat in seats(position):
            scrambled = position.copy()
            proofs_of(game).scramble(scrambled, seat, chance, eyes=False)
            assert game.view(scrambled, seat) == game.view(position, seat)
            proofs_of(game).scramble(scrambled, seat, chance, eyes=True)
            assert given_to(game, scrambled, seat) == given_to(game, position, seat)


@every_game
@given(seed=seeds)
def test_the_seat_on_turn_sees_all_it_needs_to_decide(game: Game, seed: int) -> None:
    for position, _ in moments(game, seed):
        if not is_over(position):
            for seen in (game.view(position, position.turn), game.show(position, position.turn)):
                assert game.legal_moves(seen) == game.legal_moves(position)


@every_game
@given(seed=seeds)
def test_a_view_of_a_view_is_the_same_view(game: Game, seed: int) -> None:
    for position, _ in moments(game, seed):
        for seat in seats(position):
            seen = game.view(position, seat)
            assert game.view(seen, seat) == seen


@every_game
@given(seed=seeds)
def test_imagined_games_are_consistent_with_what_a_seat_knows(game: Game, seed: int) -> None:
    chance = random.Random(seed)
    for position, _ in moments(game, seed):
        for seat in seats(position):
            seen = game.view(position, seat)
            imagined = game.imagine(seen, chance.getrandbits(60))
            proofs_of(game).check_conserved(imagined)
            assert game.view(imagined, seat) == seen


@every_game
def test_every_hidden_field_varies_over_imagined_games(game: Game) -> None:
    chance, hidden = random.Random(3), set[str]()
    for seed in range(more(4, 40)):
        for step, (position, _) in enumerate(random_game(game, seed)):
            if step % 37:
                continue
            for seat in seats(position):
                seen = game.view(position, seat)
                found: dict[str, set[Any]] = defaultdict(set)
                for _ in range(40):
                    imagined = game.imagine(seen, chance.getrandbits(60))
                    for name, value in proofs_of(game).hidden(imagined, seat).items():
                        found[name].add(value)
                still = list(proofs_of(game).hidden(position, seat))
                assert all(len(found[name]) > 1 for name in still), (seed, step, seat)
                hidden.update(still)
    assert hidden


@every_game
def test_what_is_told_to_others_does_not_depend_on_secrets(game: Game) -> None:
    """Another deal with the same backs and dice is told to the others in the same words."""
    compared = 0

    @given(seed=seeds)
    def check(seed: int) -> None:
        nonlocal compared
        compared += compare_told(game, seed)

    check()
    assert compared > 50


def compare_told(game: Game, seed: int) -> int:
    """Compare what is told of the moves of a game and of other deals; how often that could be."""
    chance, compared = random.Random(seed), 0
    for position, move in moments(game, seed):
        for seat in seats(position):
            if move < 0 or seat == position.turn:
                continue
            redealt = game.imagine(game.view(position, seat), chance.getrandbits(60))
            redealt.dice = position.dice
            if proofs_of(game).resume(redealt, position) and move in game.legal_moves(redealt):
                one, other = (heard(game, start, move, seat) for start in (position, redealt))
                assert one.told_with_others == other.told_with_others
                if one.told_alone == other.told_alone:  # the cards it draws itself were secret
                    assert one.seen == other.seen
                compared += 1
    return compared


class Heard(NamedTuple):
    """What a seat hears of a move, and what it knows afterwards."""

    told_with_others: list[Told]
    told_alone: list[Told]
    seen: Position


def heard(game: Game, position: Position, move: int, seat: int) -> Heard:
    after = position.copy()
    with listening() as story:
        game.rules.play(after, move)
    told = [line for line in story if line.is_for(seat)]
    alone = [line for line in told if line.to == seat]
    return Heard([line for line in told if line.to != seat], alone, game.view(after, seat))
