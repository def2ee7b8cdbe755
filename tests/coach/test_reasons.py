"""Reasons: the score sheets of imagined deals, and what can be read off their differences."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bellhop.bots.evaluators import evaluator_of
from bellhop.bots.rollouts import dice_word
from bellhop.bots.simulating import Loops
from bellhop.bots.trained import observe
from bellhop.coach import reasons
from bellhop.coach.analysis import TOTAL, Reason
from bellhop.coach.grades import ERRORS
from bellhop.coach.reasons import Comparison, reasons_for
from bellhop.coach.sheets import Sheet, Tried, expected_sheets
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over
from bellhop.games import GAMES, game_named
from coach.sittings import analysed, play_to_the_end, sit_down

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
SHIPPED = [game for game in GAMES if game.name != "night-porter"]
SEED, DEALS = 1, 2


def first_decision(game: Game, seats: int) -> Position:
    """What the first seat knows that has to decide something."""
    position = game.new(seats, seed=3)
    while len(legal := game.legal_moves(position)) == 1:
        game.play(position, legal[0])
    return game.view(position, position.turn)


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)
def test_a_sheet_is_what_the_network_scores_in_the_deal_move_by_move(game: Game) -> None:
    seen = first_decision(game, game.players[0])
    evaluator, loops = evaluator_of(game, seen.seats), Loops(game, compiled=False)
    assert evaluator
    move, tried = game.legal_moves(seen)[-1], []
    [sheets] = expected_sheets(loops, [Tried(seen, move)], range(DEALS), SEED)
    [next_ones] = expected_sheets(loops, [Tried(seen, move)], range(DEALS), SEED, next_only=True)
    for number in range(DEALS):
        position = game.imagine(seen, dice_word(SEED, number))
        game.play(position, move)
        while not is_over(position):
            legal = game.legal_moves(position)
            cells = observe(game, game.view(position, position.turn))
            likes = evaluator.prefer(evaluator.think(cells[None]))[0, legal]
            game.play(position, legal[int(likes.argmax())])
        tried.append(position)
    for number, position in enumerate(tried):
        sheet, near = sheets[number], next_ones[number]
        totals = [
            sum(points for (one, _), points in sheet.items() if one == seat)
            for seat in range(seen.seats)
        ]
        assert totals == game.points(position)
        assert near
        if game.scoring.BY_ROUND:
            assert near.keys() <= sheet.keys()
            assert near != sheet
        else:
            assert near == sheet


@every_game
def test_moves_are_explained_together_as_one_by_one(game: Game) -> None:
    seen, loops = first_decision(game, game.players[0]), Loops(game, compiled=False)
    tried = [Tried(seen, move) for move in game.legal_moves(seen)[:2]]
    together = expected_sheets(loops, tried, range(DEALS), SEED)
    assert together == [expected_sheets(loops, [one], range(DEALS), SEED)[0] for one in tried]


class Sheets:
    """Score sheets by a formula, instead of played ones; notes how many deals were asked for."""

    def __init__(self, gains: Sequence[tuple[int, str, float, float]]) -> None:
        self.gains, self.deals = gains, 0  # of the better move: seat, item, mean, spread
        self._noise = np.random.default_rng(5)

    def __call__(
        self, _: Loops, tried: Sequence[Tried], deals: range, *__: object, **___: object
    ) -> list[list[Sheet]]:
        """The sheets of a better and a played move."""
        assert len(tried) == 2
        self.deals = deals.stop
        found: list[list[Sheet]] = []
        for is_better in (True, False):
            sheets = [Sheet() for _ in deals]
            for seat, item, mean, spread in self.gains if is_better else ():
                noise = self._noise.normal(0.0, spread, len(deals))
                for sheet, points in zip(sheets, mean + noise - noise.mean(), strict=True):
                    sheet[seat, item] += points
            found.append(sheets)
        return found


def kept_loops(game: Game, *, is_compiled: bool) -> Any:
    """Loops that nobody runs."""
    return SimpleNamespace(game=game, is_compiled=is_compiled)


@pytest.mark.parametrize(
    ("gains", "deals", "expected"),
    [
        ([(0, 0, 4.0, 1.0)], 32, [(0, 0, 4.0)]),
        ([(0, 0, 4.0, 9.0)], 64, [(0, 0, 4.0)]),
        ([(0, 0, 2.0, 9.0), (0, 1, 2.0, 9.0)], 128, [(0, TOTAL, 4.0)]),
        ([(1, 0, -2.0, 9.0), (1, 1, -2.0, 9.0)], 128, [(1, TOTAL, -4.0)]),
        ([(0, 0, 0.6, 9.0)], 128, []),
        ([(0, 0, -4.0, 1.0)], 128, []),
        ([(0, 0, -4.0, 1.0), (0, 1, 5.5, 20.0), (0, 2, 5.5, 20.0)], 128, [(0, TOTAL, 7.0)]),
    ],
)
def test_no_line_no_total_no_reason(
    monkeypatch: pytest.MonkeyPatch,
    gains: Sequence[tuple[int, int, float, float]],
    deals: int,
    expected: Sequence[tuple[int, int | str, float]],
) -> None:
    game = game_named("grand-austria-hotel")
    items = game.scoring.SHEET
    seen = first_decision(game, 2)
    seats = seen.turn, 1 - seen.turn
    lines = [(seats[seat], items[item], mean, spread) for seat, item, mean, spread in gains]
    sheets = Sheets(lines)
    monkeypatch.setattr(reasons, "expected_sheets", sheets)
    asked = [Comparison(seen, *game.legal_moves(seen)[:2])]
    [found] = reasons_for(kept_loops(game, is_compiled=True), asked)
    wanted = [
        (seats[seat], item if isinstance(item, str) else items[item], points)
        for seat, item, points in expected
    ]
    assert sheets.deals == deals
    assert found is not None
    assert [(one.seat, one.item, round(one.points, 1)) for one in found] == wanted


def test_interpreted_rules_look_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_named("grand-austria-hotel")
    seen, sheets = first_decision(game, 2), Sheets([])
    monkeypatch.setattr(reasons, "expected_sheets", sheets)
    asked = [Comparison(seen, *game.legal_moves(seen)[:2])]
    assert reasons_for(kept_loops(game, is_compiled=False), asked) == [()]
    assert sheets.deals == 32


def test_without_time_nobody_has_looked() -> None:
    game = game_named("night-porter")
    seen = first_decision(game, game.players[0])
    asked = [Comparison(seen, *game.legal_moves(seen)[:2])]
    assert reasons_for(Loops(game, compiled=False), asked, deadline=0.0) == [None]


@every_game
def test_every_mistake_and_blunder_is_explained(game: Game) -> None:
    analysis = analysed(play_to_the_end(sit_down(game, game.players[-1], 5), 5))
    errors = [one.decision for one in analysis.moments if one.decision]
    errors = [one for one in errors if one.grade in ERRORS]
    assert errors
    assert all(one.reasons for one in errors)
    for found in analysis.errors:
        if found.change <= -0.025:
            assert isinstance(found.reasons[0], Reason)
