"""Laws that hold for every game in the list, after every move of random games."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellhop.engine.errors import BellhopError, NotationError, Refused
from bellhop.engine.game import Game
from bellhop.engine.parts import ALLOWED
from bellhop.engine.seats import is_over
from bellhop.games import GAMES, game_named
from support import moments, more, proofs_of, random_game, random_options

seeds = st.integers(0, 2**62 - 1)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@every_game
@given(seed=seeds)
def test_random_play_never_gets_stuck_and_loses_nothing(game: Game, seed: int) -> None:
    moves = 0
    for position, move in random_game(game, seed):
        proofs_of(game).check_conserved(position)
        moves += move >= 0
        assert moves < 20_000
    assert game.winners(position)
    assert game.legal_moves(position) == []


@every_game
@given(seed=seeds)
def test_a_move_is_legal_exactly_when_there_is_no_reason_against_it(game: Game, seed: int) -> None:
    for position, _ in moments(game, seed):
        mask = bytearray(len(game.moves))
        count = game.rules.legal(position, mask)
        reasons = [game.rules.why_not(position, move) for move in range(len(game.moves))]
        assert [reason == ALLOWED for reason in reasons] == [bool(cell) for cell in mask]
        assert count == sum(mask)
        assert set(mask) <= {0, 1}


@every_game
@given(seed=seeds, pick=st.integers(0, 10_000))
def test_illegal_moves_are_refused_with_a_reason_and_change_nothing(
    game: Game, seed: int, pick: int
) -> None:
    reasons = set()
    for position, _ in moments(game, seed):
        legal = set(game.legal_moves(position))
        illegal = [move for move in range(len(game.moves)) if move not in legal]
        before = position.to_bytes()
        with pytest.raises(Refused) as refused:
            game.play(position, illegal[pick % len(illegal)])
        reasons.add(refused.value.reason)
        assert position.to_bytes() == before
    for language in ("en", "pl", "ru"):
        words = game.words(language)
        assert all(game.say_refusal(words, reason) for reason in reasons)


@every_game
@given(seed=seeds)
def test_positions_and_moves_are_written_and_read_back(game: Game, seed: int) -> None:
    for position, move in moments(game, seed):
        text = game.write(position)
        assert "\n" not in text
        assert game.read(text) == position
        assert type(position).from_bytes(position.to_bytes()) == position
        if move >= 0:
            assert game.move_named(game.moves[move]) == move
            assert game.move_named(f"  {game.moves[move].upper()} ") == move


@every_game
def test_every_move_has_one_name(game: Game) -> None:
    assert len(set(game.moves)) == len(game.moves)
    assert all(name == " ".join(name.split()).casefold() for name in game.moves)


@every_game
@given(seed=seeds)
def test_the_same_seed_gives_the_same_game(game: Game, seed: int) -> None:
    first = [(position.to_bytes(), move) for position, move in random_game(game, seed)]
    again = [(position.to_bytes(), move) for position, move in random_game(game, seed)]
    other = [(position.to_bytes(), move) for position, move in random_game(game, seed ^ 1)]
    assert first == again
    assert first != other


@every_game
def test_every_choice_of_every_option_is_a_table(game: Game) -> None:
    assert game.options
    for option in game.options:
        for choice in option.choices:
            undealt = game.undealt(game.players[0], {option.name: choice})
            assert game.options_of(undealt)[option.name] == choice
            if choice == option.choices[0]:
                assert undealt == game.undealt(game.players[0])


@every_game
def test_bad_input_gets_a_clear_error(game: Game) -> None:
    with pytest.raises(BellhopError, match=r"players, not 99"):
        game.undealt(99)
    with pytest.raises(BellhopError, match="has no option “weather”; it has"):
        game.undealt(game.players[0], {"weather": "fine"})
    name = game.options[0].name
    with pytest.raises(BellhopError, match=f"“{name}” is .* not “perhaps”"):
        game.undealt(game.players[0], {name: "perhaps"})
    with pytest.raises(BellhopError, match="A seed is a number"):
        game.new(game.players[0], seed=-1)
    position = game.new(game.players[0])
    with pytest.raises(NotationError, match="Moves have numbers"):
        game.play(position, len(game.moves))
    with pytest.raises(NotationError, match="Moves have numbers"):
        game.play(position, -1)
    with pytest.raises(NotationError, match="“dance” is not a move"):
        game.move_named("dance")


@every_game
def test_events_are_said_in_every_language(game: Game) -> None:
    from bellhop.engine.telling import listening

    names = [f"P{seat}" for seat in range(game.players[-1])]
    for seed in range(more(6, 60)):
        chance = random.Random(seed)
        with listening() as story:
            position = game.new(chance.choice(game.players), random_options(game, chance), seed)
            while not is_over(position):
                view = game.view(position, position.turn)
                moves = game.legal_moves(view)
                for language in ("en", "pl", "ru") if seed == 0 else ():
                    words = game.words(language)
                    texts = [game.speech.say_move(words, view, move) for move in moves]
                    assert len(set(texts)) == len(texts)
                game.play(position, chance.choice(moves))
        for language in ("en", "pl", "ru"):
            words = game.words(language)
            for told in set(story):
                assert "{" not in game.speech.say_event(words, told, names)
                if told.event not in game.impersonal:
                    assert 0 <= told.numbers[0] < position.seats, told


def test_games_are_found_by_name() -> None:
    for game in GAMES:
        assert game_named(game.name) is game
        assert game_named(game.name.upper().replace("-", "_")) is game
    with pytest.raises(BellhopError, match="no game “chess”; choose perfect-hotel"):
        game_named("chess")
