"""Interpreted, compiled and bounds-checked rules play byte-identical games."""

import random

import pytest

from bellhop.engine import playout, twin
from bellhop.engine.game import Game
from bellhop.games import GAMES
from bellhop.lab.simulation import play_chunk, simulate
from support import every_compiled_game, more, proofs_of, random_options

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
pytestmark = pytest.mark.xdist_group("compiled")


@every_game
def test_interpreted_and_compiled_games_are_the_same_bytes(game: Game) -> None:
    slow, fast = twin.interpreted(playout, game.rules), twin.compiled(playout, game.rules)
    for players in game.players:
        undealt = game.undealt(players)
        expected, moves = play_chunk(game, undealt, 1, more(40, 4_000), slow)
        found, same_moves = play_chunk(game, undealt, 1, more(40, 4_000), fast)
        assert bytes(found) == bytes(expected)
        assert same_moves == moves


@every_compiled_game
def test_checked_games_are_the_same_bytes_under_any_options(game: Game) -> None:
    slow = twin.interpreted(playout, game.rules)
    fast = twin.compiled(playout, game.rules)
    checked = twin.compiled(playout, game.rules, checked=True)
    chance = random.Random(7)
    for seed in range(more(10, 600)):
        undealt = game.undealt(chance.choice(game.players), random_options(game, chance))
        games = [
            play_chunk(game, undealt, 1_000 * seed, 8, player) for player in (slow, fast, checked)
        ]
        assert bytes(games[0][0]) == bytes(games[1][0]) == bytes(games[2][0])


@every_game
def test_every_variant_compiles_to_the_same_scores(game: Game) -> None:
    slow, fast = twin.interpreted(playout, game.rules), twin.compiled(playout, game.rules)
    for variant in proofs_of(game).VARIANTS:
        undealt = game.undealt(game.players[-1], variant)
        expected = simulate(game, undealt, more(10, 30), 5, slow)
        found = simulate(game, undealt, more(10, 30), 5, fast)
        assert found.scores.tolist() == expected.scores.tolist()
        assert found.moves == expected.moves
        assert found.win_shares().sum() == pytest.approx(1)
