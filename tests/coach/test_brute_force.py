"""The evaluator against brute force: a miniature, where every deal that fits can be played."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from bellhop.bots.evaluators import Evaluator
from bellhop.bots.networks import TrainedNetwork
from bellhop.bots.simulating import TO_THE_END, Crowd, Horizon, Loops, follow
from bellhop.bots.trained import TrainedBot
from bellhop.bots.trials import PLAN, Trial
from bellhop.coach import Judgement, Weighing, judge, weigh, weighing
from bellhop.coach.weighing import TEMPERATURE
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over
from bellhop.games.overbooking.miniatures import open_miniature
from miniature.solving import deals

DEALS = 400
SEEDS = 12
NEARLY_NOTHING = 0.02
TOLERANCE = 0.1  # four standard errors of a chance over that number of deals

Choose = Callable[[Position], int]


@dataclass(frozen=True)
class Exact:
    """What is true in a miniature: the mean over all deals that fit a view, all equally likely."""

    game: Game
    choose: Choose  # how everybody plays on

    def worlds(self, seen: Position, seat: int, played: int) -> list[Position]:
        """Every position that looks like this to a seat after that many moves, in any deal."""
        reached = {position.to_bytes(): position for position in deals(self.game)}
        for _ in range(played):
            after = [self._play(p, m) for p in reached.values() for m in self.game.legal_moves(p)]
            reached = {position.to_bytes(): position for position in after}
        found = [p for p in reached.values() if self.game.view(p, seat) == seen]
        assert len(found) > 1
        return found

    def _play(self, position: Position, move: int) -> Position:
        after: Position = position.copy()
        self.game.rules.play(after, move)
        return after

    def shares(self, worlds: list[Position], move: int | None = None) -> Any:
        """The mean shares of the victory, after a move if one is given."""
        total = np.zeros(2)
        for world in worlds:
            position = world.copy()
            if move is not None:
                self.game.play(position, move)
            while not is_over(position):
                self.game.play(position, self.choose(self.game.view(position, position.turn)))
            winners = self.game.winners(position)
            total[winners] += 1 / len(winners)
        return total / len(worlds)


def moments(game: Game) -> list[Position]:
    """The positions after none, one and two moves of one deal."""
    position: Position = list(deals(game))[5]
    found = [position.copy()]
    for number in (1, 0):
        game.play(position, game.legal_moves(position)[number])
        found.append(position.copy())
    return found


@pytest.mark.parametrize("name", ["a", "b"])
def test_judgements_and_moves_agree_with_brute_force(name: str) -> None:
    game = open_miniature(name)
    loops, rate = Loops(game, compiled=False), game.advice.rate
    exact = Exact(game, lambda seen: max(game.legal_moves(seen), key=lambda m: rate(seen, m)))
    for played, position in enumerate(moments(game)):
        for seat in range(2):
            seen = game.view(position, seat)
            worlds = exact.worlds(seen, seat, played)
            found = judge(game, seen, seat, deals=DEALS, loops=loops)
            assert found.chances == pytest.approx(exact.shares(worlds), abs=TOLERANCE)
            if seat == position.turn:
                check_losses(
                    weigh(game, seen, deals=DEALS // 4, loops=loops),
                    {m: exact.shares(worlds, m)[seat] for m in game.legal_moves(seen)},
                    exact.shares(worlds)[seat],
                )


def carried(judged: float, best: float, other: float) -> float:
    """The judged chance after a move whose chance is another one than that of the best."""

    def odds(chance: float) -> float:
        near = min(max(chance, 0.001), 0.999)
        return near / (1 - near)

    after: float = odds(judged) * (odds(other) / odds(best)) ** (1 / TEMPERATURE)
    return after / (1 + after)


def check_losses(found: Weighing, true: dict[int, float], judged: float) -> None:
    """The interval of every loss holds what the move truly gives away of the judged chance."""
    best = max(true.values())
    for one in found.moves:
        lost = judged - carried(judged, best, true[one.move])
        assert one.loss - TOLERANCE <= lost <= one.loss + 2 * one.loss_half + TOLERANCE
        assert one.chance == pytest.approx(judged - one.loss, abs=TOLERANCE)


def test_a_loss_is_no_more_than_what_a_move_gives_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best of noisy values is too high; measured against it, every move would seem to lose."""
    game = open_miniature("a")
    even = Judgement(0, (0.5, 0.5), (0.0, 0.0), 0.0, 0)
    monkeypatch.setattr(weighing, "judge_all", lambda *_, **__: [even])
    loops, rate = Loops(game, compiled=False), game.advice.rate
    exact = Exact(game, lambda seen: max(game.legal_moves(seen), key=lambda m: rate(seen, m)))
    position = moments(game)[0]
    seen = game.view(position, position.turn)
    worlds = exact.worlds(seen, position.turn, 0)
    true = {move: exact.shares(worlds, move)[position.turn] for move in game.legal_moves(seen)}
    found: dict[int, list[float]] = {move: [] for move in true}
    for seed in range(SEEDS):
        for one in weigh(game, seen, seed=seed, deals=16, loops=loops).moves:
            found[one.move].append(one.loss)
    for move, losses in found.items():
        lost = 0.5 - carried(0.5, max(true.values()), true[move])
        assert np.mean(losses) <= lost + NEARLY_NOTHING
    assert max(np.mean(losses) for losses in found.values()) > NEARLY_NOTHING


def random_network(game: Game, seed: int) -> TrainedNetwork:
    """A network that has learnt nothing, but plays and judges as any other."""
    chance = np.random.default_rng(seed)

    def weights(*shape: int) -> Any:
        return chance.normal(0, 1 / np.sqrt(shape[0]), shape).astype(np.float32)

    cells, moves = game.observation.LAYOUT.size, len(game.moves)
    arrays = {"inputs": weights(cells, 16), "inputs_bias": np.zeros(16, np.float32)}
    arrays |= {"preferences": weights(16, moves), "preferences_bias": np.zeros(moves, np.float32)}
    arrays |= {"outlook": weights(16, 5), "outlook_bias": np.zeros(5, np.float32)}
    return TrainedNetwork(arrays, {})


def test_simulations_with_a_network_agree_with_brute_force() -> None:
    game = open_miniature("a")
    network, loops = random_network(game, 3), Loops(game, compiled=False)
    evaluator, bot = Evaluator(network, game.observation.LAYOUT, 2), TrainedBot(lambda _: network)
    exact = Exact(game, lambda seen: bot.choose(game, seen))
    for played, position in enumerate(moments(game)):
        seat = position.turn
        seen = game.view(position, seat)
        worlds = exact.worlds(seen, seat, played)
        legal = game.legal_moves(seen)
        trial = Trial(loops, evaluator, seen, legal, key=7, horizon=TO_THE_END)
        trial.run(legal, range(DEALS))
        for move in legal:
            true = exact.shares(worlds, move)
            assert trial.results(move).shares.mean(0) == pytest.approx(true, abs=TOLERANCE)


def test_the_network_judges_at_the_next_decision_of_the_seat() -> None:
    game = open_miniature("a")
    network, loops = random_network(game, 3), Loops(game, compiled=False)
    evaluator = Evaluator(network, game.observation.LAYOUT, 2)
    position = moments(game)[1]
    seat = 1 - position.turn
    crowd = Crowd(loops, 20, 2)
    crowd.imagine([game.view(position, seat)], range(20), 1)
    crowd.look()
    found = follow(crowd, evaluator, np.full(20, seat, np.int8))
    decided = crowd.choices > 0  # the others were over before
    assert (crowd.turns[decided] == seat).all()
    features = evaluator.think(crowd.cells[decided])
    outlook = network.judge(features, 2)
    assert found.shares[decided][:, seat] == pytest.approx(outlook.shares[:, 0], abs=1e-5)


def test_a_verdict_is_shared_between_judgements_and_result() -> None:
    game = open_miniature("a")
    network, loops = random_network(game, 3), Loops(game, compiled=False)
    evaluator, position = Evaluator(network, game.observation.LAYOUT, 2), moments(game)[0]
    seen, seat = game.view(position, position.turn), position.turn

    def shares(horizon: Horizon) -> Any:
        crowd = Crowd(loops, 20, 2)
        crowd.imagine([seen], range(20), 1)
        crowd.moves[:] = game.legal_moves(seen)[0]
        crowd.play(np.arange(20))
        return follow(crowd, evaluator, np.full(20, seat, np.int8), horizon).shares

    first, ended = shares(Horizon()), shares(TO_THE_END)
    assert shares(Horizon(0, 1.0)) == pytest.approx(ended)
    half = shares(Horizon(0, 0.5))
    assert half.sum(1) == pytest.approx(np.ones(20))
    assert not np.allclose(half, first)
    assert not np.allclose(half, ended)


def test_a_plan_is_what_the_seat_does_first_if_it_can() -> None:
    game = open_miniature("a")
    network, loops = random_network(game, 3), Loops(game, compiled=False)
    evaluator, position = Evaluator(network, game.observation.LAYOUT, 2), moments(game)[0]
    seen = game.view(position, position.turn)
    move, *others = game.legal_moves(seen)

    def results(*plan: int) -> Any:
        trial = Trial(loops, evaluator, seen, [move], 7, TO_THE_END, plan)
        trial.run([move, PLAN], range(40))
        return trial.results(move).points.tolist(), trial.results(PLAN).points.tolist()

    alone, planned = results(move)
    assert alone == planned
    alone, planned = results(move, move)  # a card cannot be played twice
    assert alone == planned
    followed = [results(move, other) for other in others]
    assert any(alone != planned for alone, planned in followed)
