"""Bots play by the rules, only from their view, and the same again with the same seed."""

import random
import subprocess
import sys

import pytest

from bellhop.bots import KINDS, LEVELS, make_bot
from bellhop.bots.searching import Searcher, searcher_of, think
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.parts import Search
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over
from bellhop.games import GAMES
from support import every_compiled_game, more

pytestmark = pytest.mark.xdist_group("compiled")
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
SEARCHING = ("search",)
ENOUGH = 60  # positions, from one long game or several short ones


def positions(game: Game, seed: int, players: int = 3) -> list[Position]:
    """The positions of whole games between casual bots in which somebody has a choice."""
    bot, found = make_bot("casual", seed), list[Position]()
    while len(found) < ENOUGH:
        position = game.new(players, seed=seed)
        while not is_over(position):
            if len(game.legal_moves(position)) > 1:
                found.append(position.copy())
            game.play(position, bot.choose(game, game.view(position, position.turn)))
        seed += 1
    return found


def with_other_secrets(game: Game, position: Position, seed: int) -> Position:
    """Another game that looks the same to the seat on turn."""
    seen = game.view(position, position.turn)
    other: Position = game.imagine(seen, random.Random(seed).getrandbits(62))
    assert game.view(other, other.turn) == seen
    return other


@every_game
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in (*SEARCHING, "rollout")])
def test_a_bot_never_looks_at_what_its_seat_cannot_know(game: Game, kind: str) -> None:
    check_firewall(game, kind)


@every_compiled_game
@pytest.mark.parametrize("kind", SEARCHING)
def test_a_search_never_looks_at_what_its_seat_cannot_know(game: Game, kind: str) -> None:
    check_firewall(game, kind)


def check_firewall(game: Game, kind: str) -> None:
    """The choice stays the same, with the same seed, when everything hidden is dealt again."""
    differ = 0
    for number, position in enumerate(positions(game, 7)[:: more(14, 9)]):
        other = with_other_secrets(game, position, number)
        differ += other != position
        views = [game.view(p, p.turn) for p in (position, other)]
        first, second = (make_bot(kind, number).choose(game, view) for view in views)
        assert first == second
        assert first in game.legal_moves(position)
    assert differ > more(2, 5)


@every_compiled_game
def test_a_bot_that_looks_under_the_cards_is_caught_by_that_test(game: Game) -> None:
    """A planted cheater thinks about the true position, and the test notices."""
    searcher, search, differ = searcher_of(game), Search(200, wild=100), 0
    for number, position in enumerate(positions(game, 7)):
        other = with_other_secrets(game, position, number)
        first, second = (think(searcher, p, search, number)[0].move for p in (position, other))
        differ += first != second
    assert differ > 0


@every_game
def test_advice_is_about_what_the_seat_knows(game: Game) -> None:
    searcher = Searcher(game, compiled=False)
    for position in positions(game, 3)[::5]:
        assert searcher.ratings(position) == searcher.ratings(game.view(position, position.turn))


@every_compiled_game
def test_searches_choose_the_same_interpreted_and_compiled(game: Game) -> None:
    slow, fast = Searcher(game, compiled=False), searcher_of(game)
    for number, position in enumerate(positions(game, 5)[3::40]):
        seen = game.view(position, position.turn)
        assert slow.ratings(seen) == fast.ratings(seen)
        for wild in (0, 100):
            search = Search(simulations=16, wild=wild)
            assert think(slow, seen, search, number) == think(fast, seen, search, number)


@every_compiled_game
@pytest.mark.parametrize("level", ["strong", "master"])
def test_the_choice_does_not_depend_on_the_number_of_threads(
    game: Game, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = searcher_of(game).search(level)._replace(simulations=600)
    for number, position in enumerate(positions(game, 5)[3::20]):
        seen = game.view(position, position.turn)
        found = []
        for threads in ("1", "2"):
            monkeypatch.setenv("BELLHOP_THREADS", threads)
            found.append(think(searcher_of(game), seen, search, number))
        assert found[0] == found[1]
        assert {opinion.move for opinion in found[0]} <= set(game.legal_moves(position))


@every_compiled_game
def test_a_search_out_of_time_still_chooses(game: Game) -> None:
    for compiled in (False, True):
        searcher = searcher_of(game) if compiled else Searcher(game, compiled=False)
        position = positions(game, 5)[9]
        seen = game.view(position, position.turn)
        for search in (searcher.advice.STRONG, searcher.advice.MASTER):
            assert think(searcher, seen, search, 1, seconds=0.0)[0].move in game.legal_moves(seen)


def test_levels_are_the_same_in_every_game_and_others_are_refused() -> None:
    assert LEVELS == ("newcomer", "casual", "regular", "strong", "expert", "master")
    with pytest.raises(BellhopError, match="master, rollout, search, or random, not “clever”"):
        make_bot("clever")


def test_bots_play_where_numba_is_missing() -> None:
    """Each level plays a whole turn, interpreted and so weaker, in a process without Numba."""
    code = """
import sys
sys.modules["numba"] = None
from bellhop.bots import KINDS, make_bot
from bellhop.bots.searching import ready_searcher
from bellhop.games import GAMES
for game in GAMES:
    position = game.new(3)
    while len(game.legal_moves(position)) == 1:
        game.play(position, game.legal_moves(position)[0])
    for kind in KINDS:
        bot = make_bot(kind, 1, 0.2, ready_searcher)
        assert bot.choose(game, game.view(position, position.turn)) in game.legal_moves(position)
print("played")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "played\n", done.stderr
