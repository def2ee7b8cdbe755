"""Luck and skill: luck averages zero, dice alone bring it, and errors are found and named."""

import math
import random
from dataclasses import fields
from statistics import mean, stdev
from typing import Any

import pytest

from bellhop.bots import make_bot
from bellhop.bots.simulating import loops_of
from bellhop.coach import weigh
from bellhop.coach.analysis import Grade, Value
from bellhop.coach.grades import grade_of
from bellhop.coach.highlights import revealed_to
from bellhop.coach.played import played_game
from bellhop.coach.sentences import say_highlight
from bellhop.coach.values import SimulatingCoach
from bellhop.coach.weighing import Question, weigh_all
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.words import LANGUAGES
from bellhop.games import GAMES, game_named
from bellhop.games.overbooking.miniatures import open_miniature
from bellhop.table.file import GameFile
from bellhop.table.sitting import Sitting
from coach.sittings import analysed, play_to_the_end, sit_down

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
SMALL = game_named("night-porter")
LARGE = [game for game in GAMES if game is not SMALL]
STANDARD_ERRORS = 3.3


def assert_zero_on_average(values: list[float]) -> None:
    error = stdev(values) / math.sqrt(len(values))
    assert abs(mean(values)) <= STANDARD_ERRORS * error, (mean(values), error)


@pytest.mark.parametrize(
    ("game", "games"),
    [(SMALL, 150), *(pytest.param(game, 60, marks=pytest.mark.prove) for game in LARGE)],
    ids=lambda value: getattr(value, "name", value),
)
def test_luck_of_deal_and_dice_averages_zero_whatever_the_evaluator_thinks(
    game: Game, games: int
) -> None:
    luck: list[list[Value]] = [[], []]
    for seed in range(games):
        saved = play_to_the_end(sit_down(game, 2, seed), seed)
        analysis, played = analysed(saved, seed=seed), played_game(saved)
        for seat in (0, 1):
            total = analysis.moments[0].changes[seat].luck
            for step, moment in zip(played.moves, analysis.moments[1:], strict=True):
                if not revealed_to(game, step, seat):
                    total += moment.changes[seat].luck
            luck[seat].append(total)
    for values in luck:
        assert any(value.chance for value in values)
        assert_zero_on_average([value.chance for value in values])
        assert_zero_on_average([value.points for value in values])


@every_game
def test_without_dice_and_hidden_cards_there_is_no_luck(game: Game) -> None:
    saved = play_to_the_end(sit_down(game, game.players[0], 9), 9)
    analysis, played = analysed(saved), played_game(saved)
    still = 0
    for step, moment in zip(played.moves, analysis.moments[1:], strict=True):
        for seat, change in enumerate(moment.changes):
            if not step.rolled and not revealed_to(game, step, seat):
                assert change.luck == Value()
                still += 1
    assert still


class Open(Game[Any]):
    """A game in which everybody sees everything, so that nothing is ever revealed."""

    def view(self, position: Position, seat: int) -> Position:  # noqa: ARG002  # all see the same
        """What a seat knows: the whole position."""
        return position.copy()


@pytest.mark.parametrize("name", ["a", "b"])
def test_in_an_open_game_without_chance_there_is_no_luck(name: str) -> None:
    """Only the deal is luck."""
    miniature = open_miniature(name)
    parts = {one.name: getattr(miniature, one.name) for one in fields(miniature)}
    game = Open(**(parts | {"reveals": frozenset()}))
    for seed in range(8):
        saved = play_to_the_end(sit_down(game, 2, seed), seed)
        analysis = analysed(saved, seed=seed)
        dealt, *moments = analysis.moments
        assert any(change.luck != Value() for change in dealt.changes)
        assert all(change.luck == Value() for moment in moments for change in moment.changes)
        assert any(change.others != Value() for moment in moments for change in moment.changes)


def play_masters(sitting: Sitting, moves: int | None = None) -> None:
    """Let masters play, to the end or for some moves."""
    bot = make_bot("master", 1)
    while not sitting.is_over and moves != 0:
        sitting.move(bot.choose(sitting.game, sitting.view(sitting.turn)))
        moves = None if moves is None else moves - 1


def plant_blunder(sitting: Sitting) -> int:
    """Let masters play until a move would be a blunder, and make it; return its row."""
    chance = random.Random(1)
    while not sitting.is_over:
        seen = sitting.view(sitting.turn)
        if len(sitting.game.legal_moves(seen)) > 3 and chance.random() < 0.3:
            worst = max(weigh(sitting.game, seen).moves, key=lambda one: one.loss)
            if worst.loss > 0.06:
                sitting.move(worst.move)
                return len(sitting.acts)
        play_masters(sitting, 1)
    raise AssertionError("nothing here would be a blunder")


@pytest.mark.prove
@pytest.mark.parametrize("game", LARGE, ids=lambda game: game.name)
def test_a_planted_blunder_is_found_and_named(game: Game) -> None:
    sitting = sit_down(game, 2, 4)
    play_masters(sitting, 10)
    row = plant_blunder(sitting)
    play_masters(sitting)
    analysis = analysed(GameFile.of(sitting), SimulatingCoach(game, 0))
    decision = analysis.moments[row].decision
    assert decision
    assert decision.grade in (Grade.MISTAKE, Grade.BLUNDER)
    assert row in [error.row for error in analysis.errors]
    found = next(one for one in analysis.highlights if one.row == row and one.move)
    for language in LANGUAGES:
        seen = game.view(played_game(GameFile.of(sitting)).moves[row - 1].before, found.seat)
        said = game.speech.say_move(game.words(language), seen, game.move_named(found.move))
        assert said in say_highlight(game, language, analysis.players, found)


@pytest.mark.prove
@pytest.mark.parametrize("game", LARGE, ids=lambda game: game.name)
def test_errors_of_better_levels_are_smaller(game: Game) -> None:
    errors: dict[str, list[float]] = {"newcomer": [], "master": []}
    for seed in range(3):
        sitting = sit_down(game, 2, seed)
        bots = {level: make_bot(level, seed) for level in errors}
        order = list(errors) if seed % 2 else list(reversed(errors))
        while not sitting.is_over:
            bot = bots[order[sitting.turn]]
            sitting.move(bot.choose(game, sitting.view(sitting.turn)))
        analysis = analysed(GameFile.of(sitting), SimulatingCoach(game, 0))
        for seat, level in enumerate(order):
            errors[level].append(analysis.skills[seat].error.chance)
    assert mean(errors["master"]) < mean(errors["newcomer"])


@pytest.mark.prove
@pytest.mark.parametrize("game", LARGE, ids=lambda game: game.name)
def test_the_coach_finds_no_fault_with_its_own_moves(game: Game) -> None:
    """What it thought best on some deals is no mistake on others, and costs next to nothing."""
    seen, chance = [], random.Random(3)
    for seed in range(4):
        sitting = sit_down(game, 2, 20 + seed)
        play_masters(sitting, chance.randrange(2, 30))
        while len(game.legal_moves(sitting.position)) < 2:
            play_masters(sitting, 1)
        seen.append(sitting.view(sitting.turn))
    loops = loops_of(game)
    liked = [Question(view, game.legal_moves(view)[0]) for view in seen]
    best = [found.best.move for found in weigh_all(game, liked, seed=1, loops=loops)]
    again = [Question(view, move) for view, move in zip(seen, best, strict=True)]
    judged = weigh_all(game, again, seed=10**15, loops=loops)
    losses = [found.of(move).loss for found, move in zip(judged, best, strict=True)]
    assert grade_of(max(losses)) not in (Grade.MISTAKE, Grade.BLUNDER)
    assert mean(losses) < 0.01
