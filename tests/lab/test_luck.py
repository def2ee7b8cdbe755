"""Luck in matches: zero on average whatever the critic thinks, and taken out of the result."""

import math
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bellhop.bots import Bot, Draw, HasDistribution, draw, make_bot
from bellhop.bots.advised import AdvisedBot
from bellhop.bots.critics import Critic, SeatsCritic, TrainedCritic, critic_of
from bellhop.bots.evaluators import Results, evaluator_of
from bellhop.bots.levels import network_of
from bellhop.bots.random_bot import RandomBot
from bellhop.bots.simulating import Crowd, Loops, loops_of
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over
from bellhop.games import GAMES, game_named
from bellhop.games.overbooking.miniatures import open_miniature
from bellhop.lab import luck
from bellhop.lab.executors import InProcess
from bellhop.lab.luck import Luck, LuckMeter, Weights, check_critic, weights_of
from bellhop.lab.match import Block, Plan, play_match
from bellhop.lab.statistics import leads_of
from support import more

GAME = game_named("overbooking")
LOOPS = Loops(GAME, compiled=False)
SMALL = game_named("night-porter")
SMALL_LOOPS = Loops(SMALL, compiled=False)
PLAYERS = 3
TRAINED = [game for game in GAMES if network_of(game)]


class BadCritic:
    """Thinks something different of every position, and always the wrong thing."""

    sees_whole = False

    def judge(self, crowd: Crowd, count: int | None = None) -> Results:
        """Large random numbers that depend on the position alone."""
        rows = [self.think(crowd.position(row)) for row in range(count or crowd.rows)]
        shares, points = np.array(rows, np.float32).transpose(1, 0, 2)
        return Results(shares, points)

    def think(self, position: Position) -> tuple[list[float], list[float]]:
        """Shares and points of every seat."""
        position.dice = 1
        chance, seats = random.Random(position.to_bytes()), range(position.seats)
        return [chance.gauss(5, 3) for _ in seats], [chance.gauss(100, 60) for _ in seats]


class ExactCritic:
    """Knows what comes of a position without chance if everybody plays at random."""

    sees_whole = False

    def __init__(self, game: Game) -> None:
        self._game, self._known = game, dict[bytes, Any]()

    def judge(self, crowd: Crowd, count: int | None = None) -> Results:
        """What every seat gets on average."""
        rows = [self.think(crowd.position(row)) for row in range(count or crowd.rows)]
        shares, points = np.array(rows).transpose(1, 0, 2)
        return Results(shares, points)

    def think(self, position: Position) -> Any:
        """Mean shares and points over all ways to play on."""
        position.dice = 1
        key = position.to_bytes()
        if key not in self._known:
            if is_over(position):
                winners = self._game.winners(position)
                won = [(seat in winners) / len(winners) for seat in range(2)]
                self._known[key] = np.array([won, self._game.points(position)], float)
            else:
                after = [position.copy() for _ in self._game.legal_moves(position)]
                for one, move in zip(after, self._game.legal_moves(position), strict=True):
                    self._game.rules.play(one, move)
                self._known[key] = np.mean([self.think(one) for one in after], 0)
        return self._known[key]


def play_metered(meter: LuckMeter, game: Game, seed: int) -> None:
    """Play a game with fresh dice for every move, as in a match."""
    chance = random.Random(seed)
    bots: list[Bot] = [AdvisedBot(seed, slips=True), RandomBot(seed), SecretiveBot(seed)]
    position = game.undealt(len(bots))
    game.deal(position, chance.getrandbits(62))
    row = 0
    while not is_over(position):
        position.dice = chance.getrandbits(62)
        drawn = draw(bots[position.turn], game, game.view(position, position.turn))
        if len(game.legal_moves(position)) > 1:
            meter.note_decision(position, drawn, (seed, row))
        game.rules.play(position, drawn.move)
        row += 1
    meter.finish(position)


class SecretiveBot:
    """Plays at random, and does not say how."""

    def __init__(self, seed: int) -> None:
        self._bot = RandomBot(seed)

    def choose(self, game: Game, seen: Position) -> int:
        """Choose a move."""
        return self._bot.choose(game, seen)


def assert_no_luck_on_average(game: Game, games: int, critic: Critic, loops: Loops) -> None:
    found = []
    for seed in range(games):
        meter = LuckMeter(game, PLAYERS, critic, loops)
        play_metered(meter, game, seed)
        found.append([*meter.shares.ravel(), *meter.margins.ravel()])
    means, errors = np.mean(found, 0), np.std(found, 0) / np.sqrt(len(found))
    assert (errors > 0).all()
    assert (np.abs(means) < 4 * errors).all(), (means, errors)


def test_luck_is_zero_on_average_whatever_the_critic_thinks() -> None:
    assert_no_luck_on_average(SMALL, more(60, 2_000), BadCritic(), SMALL_LOOPS)


@pytest.mark.prove
@pytest.mark.parametrize("game", TRAINED, ids=lambda game: game.name)
def test_luck_is_zero_on_average_with_our_critics(game: Game) -> None:
    critic = critic_of(game, PLAYERS)
    assert critic is not None
    assert_no_luck_on_average(game, 100, critic, loops_of(game))


def test_the_luck_of_a_bad_critic_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what could have come about, the test above fails."""
    monkeypatch.setattr(LuckMeter, "_weigh", lambda *_: None)
    meter = LuckMeter(SMALL, PLAYERS, BadCritic(), SMALL_LOOPS)
    for seed in range(3):
        play_metered(meter, SMALL, seed)
    assert (meter.shares[luck.CHANCE] > 10).all()


def test_a_certain_move_without_chance_brings_no_luck() -> None:
    meter = LuckMeter(GAME, 2, BadCritic(), LOOPS)
    position = GAME.new(2, seed=1)
    for drawn in (Draw(GAME.legal_moves(position)[0]), draw(make_bot("master", 1), GAME, position)):
        meter.note_decision(position, drawn, ())
        GAME.play(position, drawn.move)
    meter.finish(position)
    assert meter.luck_of(0)[:2] == ((0.0, 0.0), (0.0, 0.0))


def test_a_draw_is_worth_what_it_is_above_the_mean_of_all() -> None:
    critic, position = BadCritic(), GAME.new(2, seed=1)
    distribution = dict(draw(AdvisedBot(1, slips=True), GAME, position).distribution or {})
    worth = {}
    for move in distribution:
        after = position.copy()
        GAME.play(after, move)
        worth[move] = np.array(critic.think(after)[0])
    mean = sum(chance * worth[move] for move, chance in distribution.items())
    for move in distribution:
        meter = LuckMeter(GAME, 2, critic, LOOPS)
        meter.note_decision(position, Draw(move, distribution), ())
        meter.finish(position)
        assert meter.shares[luck.DRAWS] == pytest.approx(worth[move] - mean, abs=1e-4)
        assert not meter.shares[luck.CHANCE].any()


def test_with_an_exact_critic_nothing_but_the_deal_is_left() -> None:
    game = open_miniature("a")
    critic, loops = ExactCritic(game), Loops(game, compiled=False)
    results = set()
    for seed in range(4):
        position, bot = game.new(2, seed=3), RandomBot(seed)
        meter = LuckMeter(game, 2, critic, loops)
        while not is_over(position):
            drawn = bot.draw(game, game.view(position, position.turn))
            if len(game.legal_moves(position)) > 1:
                meter.note_decision(position, drawn, (seed,))
            game.play(position, drawn.move)
        meter.finish(position)
        first, second = game.points(position)
        results.add(first - second)
        expected = np.diff(critic.think(game.new(2, seed=3))[1])
        assert first - second - sum(meter.luck_of(0).margins) == pytest.approx(-expected[0])
    assert len(results) > 1


@pytest.mark.parametrize("game", TRAINED, ids=lambda game: game.name)
def test_bots_state_how_likely_their_moves_are(game: Game) -> None:
    position = game.new(game.players[0], seed=2)
    while len(game.legal_moves(position)) < 4:
        game.play(position, game.legal_moves(position)[0])
    seen = game.view(position, position.turn)
    for kind in ("random", "newcomer", "casual", "regular", "master"):
        stated = draw(make_bot(kind, 1), game, seen)
        assert stated.move == make_bot(kind, 1).choose(game, seen)
        assert stated.distribution
        assert sum(stated.distribution.values()) == pytest.approx(1)
        tries = more(300, 5_000)
        bots = [make_bot(kind, seed) for seed in range(tries)]
        found = Counter(bot.choose(game, seen) for bot in bots)
        assert found.keys() <= stated.distribution.keys()
        for move, chance in stated.distribution.items():
            error = math.sqrt(chance * (1 - chance) / tries)
            assert abs(found[move] / tries - chance) <= 4.5 * error + 2 / tries


def test_a_bot_that_searches_states_nothing() -> None:
    assert not isinstance(make_bot("search", 1), HasDistribution)
    assert draw(SecretiveBot(1), GAME, GAME.view(GAME.new(2, seed=1), 0)).distribution is None


@pytest.mark.parametrize("game", TRAINED, ids=lambda game: game.name)
def test_critics_judge_whole_positions_of_every_game(game: Game) -> None:
    for players in (game.players[0], game.players[-1]):
        crowd = Crowd(Loops(game, compiled=False), 2, players)
        crowd.place([game.new(players, seed=seed) for seed in range(2)])
        evaluator = evaluator_of(game, players)
        assert evaluator is not None
        trained = critic_of(game, players)
        assert isinstance(trained, TrainedCritic)
        for critic in (trained, SeatsCritic(evaluator)):
            crowd.look(whole=critic.sees_whole)
            judged = critic.judge(crowd)
            assert judged.shares.shape == judged.points.shape == (2, players)
            assert judged.shares.sum(1) == pytest.approx(1, abs=1e-4)


def test_adjusting_changes_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(luck, "loops_of", lambda _: LOOPS)
    plan = Plan(GAME.name, "regular", "random", blocks=2)
    raw = play_match(plan, InProcess())
    found = play_match(replace(plan, adjust_luck=True), InProcess())
    assert [b.margins for b in found.blocks] == [b.margins for b in raw.blocks]
    assert raw.adjusted is None
    adjusted = found.adjusted
    assert adjusted
    assert 0 < adjusted.adjusting_seconds < adjusted.total_seconds
    assert adjusted.margin.mean != found.margin.mean
    assert found.to_json()["adjusted"]["fewer_games"] == adjusted.fewer_games


def test_luck_is_subtracted_by_its_weights() -> None:
    lucks = [Luck((0.2, 0.1), (4.0, 2.0), 0.0), Luck((0.0, 0.1), (0.0, 0.0), 0.0)]
    block = Block([1.0, 0.0], [10.0, -4.0], [30.0, 20.0], [], [], [], lucks=lucks)
    assert block.without_luck(Weights()) == pytest.approx((0.5 - 0.2, 3.0 - 3.0))
    weights = Weights(shares=(0.5, 0.0), margins=(0.0, 1.0))
    assert block.without_luck(weights) == pytest.approx((0.5 - 0.05, 3.0 - 1.0))


@pytest.mark.parametrize("game", TRAINED, ids=lambda game: game.name)
def test_every_critic_has_weights(game: Game) -> None:
    weights = weights_of(game)
    assert weights != Weights()
    assert all(0 <= one <= 1 for one in (*weights.shares, *weights.margins))


def test_what_cannot_be_adjusted_is_refused() -> None:
    with pytest.raises(BellhopError) as refused:
        check_critic(open_miniature("a"), 2)
    assert refused.value.key == "lab.no_critic"
    plan = Plan(GAME.name, "casual", "random", prefixes=True, adjust_luck=True)
    with pytest.raises(BellhopError) as refused:
        plan.check()
    assert refused.value.key == "lab.luck_prefixes"


def test_leads_are_over_the_best_opponent() -> None:
    assert leads_of(np.array([[5.0, 3.0, 9.0]])).tolist() == [[-4.0, -6.0, 4.0]]
