"""The bot that tries the network's favourites on imagined deals."""

import random

import pytest

from bellhop.bots import make_bot, rollout_bot
from bellhop.bots.evaluators import evaluator_of
from bellhop.bots.rollout_bot import Simulation, favourites, halve, simulation_of
from bellhop.bots.simulating import END, Loops
from bellhop.bots.trials import Trial
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.games import GAMES, game_named

GAME = game_named("overbooking")
LOOPS = Loops(GAME, compiled=False)


@pytest.fixture(autouse=True)
def _few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollout_bot, "loops_of", lambda _: LOOPS)
    monkeypatch.setattr(rollout_bot, "simulation_of", lambda _: Simulation(END, 2, 4, 4))


def decisions(count: int) -> list[Position]:
    """Positions of random games in which the seat on turn has a choice."""
    chance, found = random.Random(1), list[Position]()
    for seed in range(count):
        position = GAME.new(2, seed=seed)
        for _ in range(3 * seed):
            GAME.play(position, chance.choice(GAME.legal_moves(position)))
        found.append(position)
    return [position for position in found if len(GAME.legal_moves(position)) > 1]


def test_it_chooses_by_its_seed_and_by_what_its_seat_knows() -> None:
    for position in decisions(6):
        seen = GAME.view(position, position.turn)
        other = GAME.imagine(seen, 12345)
        chosen = make_bot("rollout", 3).choose(GAME, seen)
        assert chosen in GAME.legal_moves(seen)
        assert make_bot("rollout", 3).choose(GAME, GAME.view(other, other.turn)) == chosen


def test_a_move_that_the_network_is_sure_of_is_not_doubted() -> None:
    evaluator = evaluator_of(GAME, 2)
    assert evaluator is not None
    seen = GAME.view(decisions(1)[0], decisions(1)[0].turn)
    best, *_ = favourites(GAME, evaluator, seen, 4, certain=1.0)
    assert favourites(GAME, evaluator, seen, 4, certain=0.0) == [best]


def test_halving_tries_the_better_moves_on_more_deals() -> None:
    position = decisions(1)[0]
    seen = GAME.view(position, position.turn)
    moves = GAME.legal_moves(seen)[:8]
    trial = Trial(LOOPS, evaluator_of(GAME, 2), seen, moves, key=1)
    best = halve(trial, deals=16)
    tries = sorted(trial.tries(move) for move in moves)
    assert tries == [4, 4, 4, 4, 8, 8, 16, 16]
    assert trial.tries(best) == 16


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_says_how_it_is_simulated(game: Game) -> None:
    simulation = simulation_of(game)
    assert simulation.deals >= 16
    assert simulation.moves >= 4
    assert simulation.weigh_ahead >= 2
    assert 0 <= simulation.keep <= 1
    assert simulation.ahead > 0
