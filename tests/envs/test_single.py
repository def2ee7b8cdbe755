"""A single game: compiled and interpreted the same, refusing without a trace, copied whole."""

import random

import pytest

from bellhop.engine import twin
from bellhop.engine.game import Game
from bellhop.engine.telling import SPECTATOR
from bellhop.envs import loops
from bellhop.envs.batch import REWARDS, loops_of, parts_of
from bellhop.envs.errors import IllegalAction
from bellhop.envs.single import Single
from support import every_compiled_game

pytestmark = pytest.mark.xdist_group("compiled")
WIN = REWARDS["win"]


def dealt(game: Game, made: twin.Twin, seed: int) -> Single:
    single = Single(game, game.table(game.players[-1]), made)
    single.deal(seed)
    return single


@every_compiled_game
def test_compiled_and_interpreted_it_is_the_game_that_the_rules_play(game: Game) -> None:
    slow = dealt(game, twin.interpreted(loops, game.module, **parts_of(game)), 5)
    fast = dealt(game, loops_of(game), 5)
    expected, chance = game.new(game.players[-1], seed=5), random.Random(5)
    while expected.turn >= 0:
        move = chance.choice(game.legal_moves(expected))
        seat = chance.randrange(expected.seats)
        assert fast.observe(seat).tobytes() == slow.observe(seat).tobytes()
        for single in (fast, slow):
            assert single.position == expected
            assert single.legal_moves() == game.legal_moves(expected)
            for eyes in (seat, SPECTATOR):
                assert single.view(eyes) == game.view(expected, eyes)
            seen = game.view(expected, seat)
            assert single.imagine(seat, 7).position == game.imagine(seen, 7)
            assert not any(single.rewards(WIN))
            single.play(move)
        game.play(expected, move)
    for single in (fast, slow):
        assert single.legal_moves() == []
        assert sum(single.rewards(WIN)) == pytest.approx(1.0)
    assert fast.rewards(WIN) == slow.rewards(WIN)


@every_compiled_game
def test_refused_moves_change_nothing_and_say_what_is_allowed(game: Game) -> None:
    single = dealt(game, loops_of(game), 3)
    legal, before = single.legal_moves(), single.position.copy()
    illegal = next(move for move in range(len(game.moves)) if move not in legal)
    for move, said in ((illegal, "refused"), (-1, "does not exist"), (10**6, "does not exist")):
        with pytest.raises(IllegalAction, match=f"{said}.*; allowed: {legal[0]} "):
            single.play(move)
        assert single.position == before
    while single.position.turn >= 0:
        single.play(single.legal_moves()[0])
    with pytest.raises(IllegalAction, match="after the end of the game; allowed: nothing"):
        single.play(0)


@every_compiled_game
def test_a_copy_goes_on_by_itself(game: Game) -> None:
    single = dealt(game, loops_of(game), 4)
    other, before = single.copy(), single.position.copy()
    other.play(other.legal_moves()[0])
    assert single.position == before != other.position
