"""OpenSpiel's own suites on our games, its searches, and what the suites miss."""

import copy
import math
import os
import pickle
import random
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

from bellhop.engine import twin
from bellhop.engine.game import Game
from bellhop.engine.options import Option
from bellhop.envs import loops, single, spiel
from bellhop.envs.batch import loops_of, parts_of
from bellhop.games import GAMES, game_named
from miniature.spiel import solve
from support import every_compiled_game, is_proving, more, proofs_of, takes_long_to_compile

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
pytestmark = pytest.mark.xdist_group("compiled")
TESTS = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def large_games_are_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """In `make test` only; `make prove` compiles every game, as users of OpenSpiel do."""

    def chosen_loops(game: Game) -> twin.Twin:
        is_large = takes_long_to_compile(game) and not is_proving()
        return slow_loops(game) if is_large else loops_of(game)

    monkeypatch.setattr(single, "loops_of", chosen_loops)


@cache
def slow_loops(game: Game) -> twin.Twin:
    """The loops over a game's rules, interpreted."""
    return twin.interpreted(loops, game.rules, **parts_of(game))


def load(game: Game, **parameters: Any) -> Any:
    return pyspiel.load_game(spiel.name_of(game), parameters)


def random_states(game: Any, seed: int) -> Any:
    """The states of a random game in which it is somebody's turn."""
    chance = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(chance.randrange(game.max_chance_outcomes()))
            continue
        yield state
        state.apply_action(chance.choice(state.legal_actions()))


@every_game
def test_random_games_keep_every_promise(game: Game) -> None:
    """With every number of players, and with options other than the defaults.

    In `make test` only with the fewest and the most players, and with all options changed at once;
    games with the fewest players are also written and read back after every move.
    """
    for players in game.players if is_proving() else (game.players[0], game.players[-1]):
        loaded = load(game, players=players, samples=16)
        is_written = is_proving() or players == game.players[0]
        pyspiel.random_sim_test(loaded, num_sims=1, serialize=is_written, verbose=False)
    unusual = {key: last_choice(option) for option, key in spiel.option_keys(game)}
    assert unusual
    for options in ({key: unusual[key]} for key in unusual) if is_proving() else [unusual]:
        loaded = load(game, samples=16, reward="win", **options)
        pyspiel.random_sim_test(loaded, num_sims=1, serialize=False, verbose=False)


def last_choice(option: Option) -> int | str:
    choice = option.choices[-1]
    return int(choice) if choice.isdecimal() else choice


@every_compiled_game
def test_the_partial_tree_of_its_suite(game: Game) -> None:
    named = {"game": load(game), "game_name": spiel.name_of(game)}
    case = type("PartialTree", (api_test.EnforceAPIOnPartialTreeBase,), named)
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        found = unittest.TextTestRunner(nowhere).run(suite)
    assert found.testsRun >= 5
    assert [text for _, text in (*found.failures, *found.errors)] == []


@every_compiled_game
def test_a_playthrough_can_be_replayed(game: Game, tmp_path: Path) -> None:
    flags.FLAGS.mark_as_parsed()
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(spiel.name_of(game), None, seed=7), "utf-8")
    original, replayed = generate_playthrough.replay(str(file))
    assert original == replayed


@every_compiled_game
def test_its_searches_choose_legal_moves(game: Game) -> None:
    loaded = load(game, samples=16)
    searched = 0
    for state in random_states(loaded, seed=3):
        if len(state.legal_actions()) > 1:
            evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
            blind = ismcts.ISMCTSBot(
                game=loaded, evaluator=evaluator, uct_c=20.0, max_simulations=8,
                random_state=np.random.RandomState(2),
            )  # fmt: skip
            assert blind.step(state) in state.legal_actions()
            seeing = mcts.MCTSBot(loaded, 20.0, 8, evaluator)
            best = seeing.mcts_search(state).best_child().action
            assert best in state.legal_actions()
            searched += 1
        if searched == more(2, 20):
            return
    raise AssertionError("nobody had a choice")


@every_game
def test_a_resampled_state_is_one_that_the_seat_cannot_tell_apart(game: Game) -> None:
    differs = False
    draw = random.Random(5).random
    for state in random_states(load(game, samples=16), seed=4):
        player = state.current_player()
        other = state.resample_from_infostate(player, draw)
        for what in ("information_state_string", "observation_string", "observation_tensor"):
            assert getattr(other, what)(player) == getattr(state, what)(player)
        assert other.current_player() == player
        assert other.legal_actions() == state.legal_actions()
        differs |= str(other) != str(state)
    assert differs, "what is hidden is dealt again"


def chance_nodes(game: Any, seed: int) -> Any:
    """The chance nodes of a random game."""
    for state in random_states(game, seed):
        for action in state.legal_actions():
            after = state.child(action)
            if after.is_chance_node():
                yield after
                break


@every_game
def test_copies_of_every_kind_go_on_with_the_same_dice_and_memories(game: Game) -> None:
    loaded, copied = load(game, samples=16), 0
    for number, state in enumerate(chance_nodes(loaded, seed=11)):
        if number % more(7, 1):
            continue
        copies = [
            state.clone(),
            pickle.loads(pickle.dumps(state)),
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, state))[1],
        ]
        outcome = number % 16
        after = state.child(outcome)
        for other in copies:
            other.apply_action(outcome)
            assert str(other) == str(after)
            for seat in range(loaded.num_players()):
                told = other.information_state_string(seat)
                assert told == after.information_state_string(seat)
            copied += 1
    assert copied


@every_game
def test_what_is_resampled_while_chance_decides_can_go_on(game: Game) -> None:
    draw = random.Random(12).random
    nodes = list(chance_nodes(load(game, samples=16), seed=12))
    assert nodes
    for number, state in enumerate(nodes):
        for seat in range(state.num_players()):
            state.resample_from_infostate(seat, draw).apply_action(number % 16)


def test_clones_remember_the_same_on_many_threads() -> None:
    """Views are written without Python's global lock."""
    state = list(random_states(load(GAMES[0], samples=16), seed=13))[-1]
    expected = state.clone().information_state_string(0)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            clones = [state.clone() for _ in range(more(60, 600))]
            told = set(pool.map(lambda clone: clone.information_state_string(0), clones))
    finally:
        sys.setswitchinterval(before)
    assert told == {expected}


@every_game
def test_outcomes_of_chance_are_the_callers_to_change(game: Game) -> None:
    state = load(game, samples=16).new_initial_state()
    state.chance_outcomes().clear()
    assert len(state.chance_outcomes()) == 16


@every_game
def test_a_seat_is_told_nothing_that_is_hidden_from_it(game: Game) -> None:
    """Scrambling what a seat cannot know changes nothing that it is told."""
    chance = random.Random(6)
    states = [s.clone() for s in random_states(load(game, samples=16), 5) if chance.random() < 0.2]
    assert states
    for state in states:
        for seat in range(state.num_players()):
            told = [state.observation_string(seat), state.observation_tensor(seat)]
            scrambled = state.clone()
            proofs_of(game).scramble(scrambled.progress.now.position, seat, chance, eyes=False)
            assert [scrambled.observation_string(seat), scrambled.observation_tensor(seat)] == told


@every_game
def test_clones_go_their_own_ways_and_refusals_change_nothing(game: Game) -> None:
    moved = 0
    for state in random_states(load(game, samples=16), seed=8):
        before = str(state), state.information_state_string(state.current_player())
        illegal = next(n for n in range(len(game.moves)) if n not in state.legal_actions())
        other = state.clone()
        with pytest.raises(Exception, match=r"refused|legal"):
            other.apply_action(illegal)
        assert (str(other), other.information_state_string(state.current_player())) == before
        other.apply_action(state.legal_actions()[0])
        assert (str(state), state.information_state_string(state.current_player())) == before
        moved += 1
    assert moved


def test_what_was_told_before_is_part_of_the_information_state() -> None:
    """Two branches to the same view are two information states: recall is perfect."""
    game = load(GAMES[0], samples=16)
    told = set()
    for state in random_states(game, seed=9):
        for seat in range(state.num_players()):
            text = state.information_state_string(seat)
            assert text not in told
            told.add(text)
    assert len(told) > 20


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"players": 9}, "players, not 9"),
        ({"reward": "glory"}, "reward must be one of win, margin, score, not 'glory'"),
        ({"deals": "three"}, "deals must be seeds"),
        ({"rounds": "seven"}, "rounds"),
    ],
)
def test_bad_parameters_are_refused_in_words(parameters: dict[str, Any], said: str) -> None:
    with pytest.raises(Exception, match=said):
        load(GAMES[0], **parameters)


@pytest.mark.prove
def test_counterfactual_regret_solves_a_miniature() -> None:
    found = solve("a", 100)
    assert found["deals"] == 16
    assert found["exploitability"] < 0.01
    assert found["value"] == pytest.approx(found["exact"], abs=2 * found["exploitability"])


def test_sums_are_declared_where_they_are_constant() -> None:
    game, kinds = GAMES[0], pyspiel.GameType.Utility
    for parameters, kind, total in (
        ({"players": 2, "reward": "margin"}, kinds.ZERO_SUM, 0.0),
        ({"players": 2, "reward": "win"}, kinds.CONSTANT_SUM, 1.0),
        ({"players": 3, "reward": "win"}, kinds.CONSTANT_SUM, 1.0),
        ({"players": 3, "reward": "margin"}, kinds.GENERAL_SUM, None),
        ({"players": 2, "reward": "score"}, kinds.GENERAL_SUM, None),
    ):
        loaded = load(game, **parameters)
        assert (loaded.get_type().utility, loaded.utility_sum()) == (kind, total)
        state = loaded.new_initial_state()
        chance = random.Random(1)
        while not state.is_terminal():
            allowed = [0] if state.is_chance_node() else state.legal_actions()
            state.apply_action(chance.choice(allowed))
        if total is not None:
            assert sum(state.returns()) == pytest.approx(total)


def test_games_are_pickled_by_name_and_states_with_them() -> None:
    for name in (spiel.name_of(GAMES[0]), spiel.name_of(GAMES[1])):
        game = pyspiel.load_game(name, {"players": 3, "samples": 16})
        for other in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
            assert str(other) == str(game)
            assert other.num_players() == 3


def test_miniatures_are_registered_with_every_deal_once() -> None:
    reduced = game_named("overbooking").miniatures
    assert reduced
    registered = {kind.short_name for kind in pyspiel.registered_games()}
    for name, solved in reduced.SOLVED.items():
        assert f"bellhop_overbooking_miniature_{name}" in registered
        loaded = pyspiel.load_game(f"bellhop_overbooking_miniature_{name}")
        assert loaded.exact_value == solved.value
        assert loaded.max_chance_outcomes() == len(solved.deals)
        assert str(pickle.loads(pickle.dumps(loaded))) == str(loaded)
        game = reduced.open_miniature(name)
        dealt = [game.new(2, seed=seed) for seed in solved.deals]
        hands = {tuple(tuple(player.place) for player in one.players) for one in dealt}
        kinds = len(dealt[0].players[0].place)
        assert len(hands) == len(dealt) == math.comb(kinds, 3) ** 2
        assert {one.turn for one in dealt} == {0}
        assert len({tuple(hotel.side for hotel in one.hotels) for one in dealt}) == 1
