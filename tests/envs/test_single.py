"""A single game: the same compiled and interpreted, unchanged by refusals, copied completely."""

import random

import pytest

from bellhop.engine import twin
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.seats import SPECTATOR, is_over
from bellhop.envs import loops
from bellhop.envs.arrays import ON_TURN
from bellhop.envs.batch import Batch, loops_of, parts_of
from bellhop.envs.errors import IllegalAction
from bellhop.envs.many import REWARDS
from bellhop.envs.single import Single
from support import every_compiled_game

pytestmark = pytest.mark.xdist_group("compiled")
WIN = REWARDS["win"]


def dealt(game: Game, made: twin.Twin, seed: int) -> Single:
    single = Single(game, game.undealt(game.players[-1]), made)
    single.deal(seed)
    return single


@every_compiled_game
def test_compiled_and_interpreted_it_is_the_game_that_the_rules_play(game: Game) -> None:
    slow = dealt(game, twin.interpreted(loops, game.rules, **parts_of(game)), 5)
    fast = dealt(game, loops_of(game), 5)
    expected, chance = game.new(game.players[-1], seed=5), random.Random(5)
    while not is_over(expected):
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
    points = game.points(expected)
    for single in (fast, slow):
        assert single.legal_moves() == []
        assert single.rewards(REWARDS["score"]) == points
        for seat, margin in enumerate(single.rewards(REWARDS["margin"])):
            assert margin == points[seat] - max(points[:seat] + points[seat + 1 :])
        shares = single.rewards(WIN)
        winners = game.winners(expected)
        assert shares == [(seat in winners) / len(winners) for seat in range(expected.seats)]


@every_compiled_game
def test_refused_moves_change_nothing_and_say_what_is_allowed(game: Game) -> None:
    single = dealt(game, loops_of(game), 3)
    legal, before = single.legal_moves(), single.position.copy()
    illegal = next(move for move in range(len(game.moves)) if move not in legal)
    for move, said in ((illegal, "refused"), (-1, "does not exist"), (10**6, "does not exist")):
        with pytest.raises(IllegalAction, match=f"{said}.* Allowed: {legal[0]} "):
            single.play(move)
        assert single.position == before
    while not is_over(single.position):
        single.play(single.legal_moves()[0])
    before = single.position.copy()
    with pytest.raises(IllegalAction, match=r"after the end of the game\. Allowed: nothing"):
        single.play(0)
    assert single.position == before


@every_compiled_game
def test_only_those_at_the_table_and_watchers_see_anything(game: Game) -> None:
    single = dealt(game, loops_of(game), 3)
    for seat in (game.players[-1], 99, SPECTATOR - 1):
        for ask in (single.view, single.observe, lambda seat: single.imagine(seat, 1)):
            with pytest.raises(BellhopError, match=f"seats are 0 to .*, not {seat}"):
                ask(seat)
        if seat != ON_TURN:
            with pytest.raises(BellhopError, match=f"seats are 0 to .*, not {seat}"):
                Batch(game, 2, game.players[-1]).observe(seat=seat)


@every_compiled_game
def test_a_copy_goes_on_by_itself(game: Game) -> None:
    single = dealt(game, loops_of(game), 4)
    other, before = single.copy(), single.position.copy()
    other.play(other.legal_moves()[0])
    assert single.position == before != other.position


@every_compiled_game
def test_a_log_begins_the_same_game_and_every_copy_has_its_own(game: Game) -> None:
    single, again = (Single.dealt(game, game.players[-1], None) for _ in range(2))
    single.deal(6)
    for _ in range(5):
        single.play(single.legal_moves()[-1])
    log, other = single.log(), single.copy()
    other.play(other.legal_moves()[0])
    assert other.log().moves[:-1] == single.log().moves == log.moves
    again.deal_as(log)
    for move in log.moves:
        again.play(move)
    assert again.position == single.position
    with pytest.raises(BellhopError, match="this log is of a different table"):
        Single.dealt(game, game.players[0], None).deal_as(log)
    with pytest.raises(BellhopError, match="seed"):
        again.deal_as(single.imagine(0, 7).log())
