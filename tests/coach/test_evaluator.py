"""The evaluator: chances and points from what a seat knows, and what each move is worth."""

import math
import random

import pytest

from bellhop.bots.levels import network_of
from bellhop.bots.rollout_bot import Simulation
from bellhop.bots.simulating import Loops
from bellhop.bots.worker import HINT_SEPARATOR, hint
from bellhop.coach import Judgement, SeatView, judge, judge_all, weigh, weighing
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import SPECTATOR, is_over
from bellhop.games import GAMES, game_named
from support import proofs_of

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
TRAINED = [game for game in GAMES if network_of(game)]
DEALS = 4


@pytest.fixture(autouse=True)
def _look_less_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpreted rules take long to play to the end."""
    monkeypatch.setattr(weighing, "simulation_of", lambda _: Simulation(2, 4, 3, 2, 0.5))


def interpreted(game: Game) -> Loops:
    return Loops(game, compiled=False)


def some_position(game: Game, seats: int, seed: int, moves: int = 6) -> Position:
    """A position of a random game in which somebody has a choice."""
    chance = random.Random(seed)
    position: Position = game.new(seats, seed=seed)
    while moves > 0 or len(game.legal_moves(position)) == 1:
        game.play(position, chance.choice(game.legal_moves(position)))
        moves -= 1
    return position


@every_game
def test_every_seat_can_judge_at_any_moment(game: Game) -> None:
    loops = interpreted(game)
    for seats in (game.players[0], game.players[-1]):
        position = some_position(game, seats, seats)
        for seat in (*range(seats), SPECTATOR):
            found = judge(game, game.view(position, seat), seat, deals=DEALS, loops=loops)
            assert len(found.chances) == len(found.points) == seats
            assert sum(found.chances) == pytest.approx(1, abs=1e-5)
            assert min(found.chances) >= 0
            is_direct = network_of(game) is not None and seat == position.turn
            assert found.tries == (0 if is_direct else DEALS)


@every_game
def test_many_views_are_judged_as_one_by_one(game: Game) -> None:
    loops, seats = interpreted(game), 2
    positions = [some_position(game, seats, seed, 3 * seed) for seed in range(3)]
    views = [SeatView(game.view(position, s), s) for position in positions for s in range(seats)]
    together = judge_all(game, views, deals=range(DEALS), loops=loops)
    for view, found in zip(views, together, strict=True):
        alone = judge(game, view.seen, view.seat, deals=DEALS, loops=loops)
        assert found.chances == pytest.approx(alone.chances, abs=1e-4)
        assert found.points == pytest.approx(alone.points, abs=1e-2)


@every_game
def test_a_finished_game_is_judged_by_its_result(game: Game) -> None:
    chance, position = random.Random(1), game.new(2, seed=1)
    while not is_over(position):
        game.play(position, chance.choice(game.legal_moves(position)))
    found = judge(game, game.view(position, 0), 0)
    winners = game.winners(position)
    assert found.chances == tuple((s in winners) / len(winners) for s in range(2))
    assert list(found.points) == game.points(position)


@every_game
def test_nothing_that_the_seat_cannot_know_goes_in(game: Game) -> None:
    loops, chance = interpreted(game), random.Random(5)
    position = some_position(game, 2, 7)
    other = position.copy()
    proofs_of(game).scramble(other, position.turn, chance, eyes=False)
    for seat in (position.turn,):
        seen, scrambled = game.view(position, seat), game.view(other, seat)
        assert judge(game, seen, seat, deals=DEALS, loops=loops) == judge(
            game, scrambled, seat, deals=DEALS, loops=loops
        )
        assert weigh(game, seen, deals=DEALS, loops=loops) == weigh(
            game, scrambled, deals=DEALS, loops=loops
        )


@every_game
def test_all_moves_are_weighed_the_best_first(game: Game) -> None:
    position = some_position(game, 2, 3)
    seen = game.view(position, position.turn)
    found = weigh(game, seen, deals=DEALS, loops=interpreted(game))
    assert sorted(one.move for one in found.moves) == game.legal_moves(seen)
    chances = [one.chance for one in found.moves]
    assert chances == sorted(chances, reverse=True)
    assert found.best.loss == 0
    assert found.of(found.moves[-1].move) is found.moves[-1]
    for one in found.moves:
        assert one.loss == pytest.approx(found.best.chance - one.chance, abs=1e-6)


@every_game
def test_a_position_is_worth_its_best_move(game: Game) -> None:
    """The hint tells the same chance as the chance bar, and no move costs more than that."""
    loops = interpreted(game)
    for seats in (game.players[0], game.players[-1]):
        position = some_position(game, seats, 3 + seats)
        seen, seat = game.view(position, position.turn), position.turn
        found = weigh(game, seen, seed=2, deals=16, loops=loops)
        judged = judge(game, seen, seed=2, loops=loops)
        assert found.best.chance == judged.chances[seat]
        assert found.best.all_points == judged.points
        for one in found.moves:
            assert 0 <= one.loss <= one.loss + one.loss_half <= judged.chances[seat] + 1e-9
            assert one.chances[seat] == one.chance
            assert one.all_points[seat] == one.points
            assert sum(one.chances) == pytest.approx(1, abs=1e-5)
            assert min(one.chances) >= 0
            assert one.loss or one.chances == pytest.approx(judged.chances, abs=1e-5)


@pytest.mark.parametrize(
    "game", [game for game in GAMES if network_of(game)], ids=lambda game: game.name
)
def test_a_hint_without_the_coach_tells_the_same_chance(game: Game) -> None:
    """When the coach is busy, the master answers: with the judgement that the chance bar shows."""
    seats = game.players[-1]
    position = some_position(game, seats, 5, 20)
    seen = game.view(position, position.turn)
    told, *_ = hint(game, seen).split(HINT_SEPARATOR)
    assert float(told) == pytest.approx(judge(game, seen).chances[seen.turn], abs=0.001)


def test_a_loss_changes_the_judged_odds_and_never_exceeds_the_chance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = game_named("overbooking")
    position = some_position(game, 2, 3)
    seen, loops = game.view(position, position.turn), interpreted(game)

    def losses(judged: float) -> dict[int, float]:
        shares = (judged, 1 - judged) if position.turn == 0 else (1 - judged, judged)
        opinion = Judgement(position.turn, shares, (20.0, 10.0), 0.0, 0)
        monkeypatch.setattr(weighing, "judge_all", lambda *_, **__: [opinion])
        return {one.move: one.loss for one in weigh(game, seen, deals=32, loops=loops).moves}

    def log_odds(chance: float) -> float:
        return math.log(chance / (1 - chance))

    even, little = losses(0.5), losses(0.05)
    assert 0 < max(little.values()) < 0.05
    assert sorted(even, key=lambda move: even[move]) == sorted(
        little, key=lambda move: little[move]
    ), "the order stays"
    assert [move for move in even if not even[move]]
    for move, loss in even.items():
        assert bool(loss) == bool(little[move])
        changes = (
            log_odds(0.5) - log_odds(0.5 - loss),
            log_odds(0.05) - log_odds(0.05 - little[move]),
        )
        assert changes[0] == pytest.approx(changes[1], rel=0.3), "but for the deal that is added"


def test_out_of_time_it_says_that_the_tries_mean_nothing() -> None:
    game = game_named("overbooking")
    position = some_position(game, 2, 3)
    seen = game.view(position, position.turn)
    rushed = weigh(game, seen, seconds=0.0, loops=interpreted(game))
    assert not rushed.is_enough
    judged = judge(game, seen).chances[seen.turn]
    for one in rushed.moves:
        assert (one.chance, one.loss, one.tries) == (judged, 0, 0)
    for one in rushed.moves[1:]:
        assert one.loss_half == judged, "it may cost nothing or everything"
    assert weigh(game, seen, deals=16, loops=interpreted(game)).is_enough
