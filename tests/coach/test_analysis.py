"""The analysis of a finished game: what is in it, what adds up, and what stays closed."""

import json
from collections.abc import Sequence
from itertools import pairwise

import pytest

from bellhop.coach.analysis import Candidate, Stage, Value, analysis_of
from bellhop.coach.analyst import analyse
from bellhop.coach.line import line_of
from bellhop.coach.weighing import Question
from bellhop.engine.errors import BellhopError, NotationError
from bellhop.engine.game import Game
from bellhop.games import GAMES
from bellhop.table.file import GameFile, parse_game
from bellhop.table.sitting import REDO, UNDO, Sitting
from coach.sittings import Guess, analysed, play_to_the_end, sit_down

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@every_game
def test_the_parts_add_up_to_the_result(game: Game) -> None:
    saved = play_to_the_end(sit_down(game, game.players[-1], 5), 5)
    analysis = analysed(saved)
    for seat, skill in enumerate(analysis.skills):
        parts = skill.start + skill.luck + skill.own + skill.others + skill.correction
        assert parts.chance == pytest.approx(skill.result.chance, abs=1e-9)
        assert parts.points == pytest.approx(saved.points[seat], abs=1e-9)
        for before, moment in pairwise(analysis.moments):
            change = moment.known[seat] - before.known[seat]
            assert moment.changes[seat].total.chance == pytest.approx(change.chance, abs=1e-9)
            assert moment.changes[seat].own.chance <= 0
            assert moment.changes[seat].own.points <= 0


@every_game
def test_every_change_has_one_seat_that_decided(game: Game) -> None:
    analysis = analysed(play_to_the_end(sit_down(game, game.players[0], 6), 6))
    for moment in analysis.moments:
        for seat, change in enumerate(moment.changes):
            if seat == moment.seat:
                assert change.others == Value()
            else:
                assert change.own == change.correction == Value()


@every_game
def test_an_analysis_is_written_and_read(game: Game) -> None:
    analysis = analysed(play_to_the_end(sit_down(game, game.players[0], 1), 1))
    assert analysis_of(analysis.to_json()) == analysis


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"format": 1}',
        '{"format": 2}',
        '{"format": 2, "moments": 3}',
        "[" * 100_000,
    ],
)
def test_a_damaged_analysis_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        analysis_of(text)
    assert "\n" not in str(caught.value)


@every_game
def test_the_curve_comes_first_and_everything_is_counted(game: Game) -> None:
    saved = play_to_the_end(sit_down(game, game.players[0], 2), 2)
    progress = list(analyse(saved, 0, Guess(game)))
    first = next(step for step in progress if step.analysis)
    assert first.stage == Stage.JUDGING
    assert first.analysis
    assert not first.analysis.is_complete
    assert len(first.analysis.moments) == len(saved.acts) + 1
    assert progress[-1].stage == Stage.DONE
    assert all(0 <= step.done <= step.total for step in progress)


@every_game
def test_the_same_seed_gives_the_same_analysis(game: Game) -> None:
    saved = play_to_the_end(sit_down(game, game.players[0], 3), 3)
    assert analysed(saved, seed=4) == analysed(saved, seed=4)


@every_game
def test_a_game_that_is_not_over_stays_closed(game: Game) -> None:
    sitting = sit_down(game, 2, 1)
    sitting.move(game.legal_moves(sitting.position)[0])
    with pytest.raises(BellhopError) as caught:
        next(analyse(GameFile.of(sitting)))
    assert caught.value.key == "unfinished"


def test_a_forged_game_is_refused() -> None:
    game = GAMES[0]
    content = json.loads(play_to_the_end(sit_down(game, 2, 1), 1).to_json())
    content["points"][0] += 1
    with pytest.raises(BellhopError):
        next(analyse(parse_game(json.dumps(content).encode())))


def undo_once(sitting: Sitting) -> int:
    """Play until a move can be undone, undo it, redo it; return the row of the redo."""
    while not sitting.is_over:
        mover = sitting.turn
        sitting.move(sitting.game.legal_moves(sitting.position)[0])
        if sitting.can_undo(mover):
            sitting.repeat(UNDO)
            sitting.repeat(REDO)
            return len(sitting.acts)
    return 0


@every_game
def test_moves_that_were_undone_are_left_out(game: Game) -> None:
    sitting = sit_down(game, 2, 7, "person")
    row = undo_once(sitting)
    saved = play_to_the_end(sitting, 7)
    steps = line_of(saved).steps
    if row:
        assert row in [step.row for step in steps]
        assert len(steps) == len(saved.acts) - 2
    assert steps[-1].after == sitting.position
    for one, following in pairwise(steps):
        assert one.after == following.before


@every_game
def test_a_plan_is_the_rest_of_a_turn_that_could_be_foreseen(game: Game) -> None:
    line = line_of(play_to_the_end(sit_down(game, 2, 8), 8))
    asked: list[Question] = []

    class Listening(Guess):
        def weigh(self, questions: Sequence[Question]) -> list[list[Candidate]]:
            asked.extend(questions)
            return super().weigh(questions)

    analysed(line.saved, Listening(game))
    decided = [step for step in line.steps if len(game.legal_moves(step.before)) > 1]
    for number, (question, step) in enumerate(zip(asked, decided, strict=True)):
        rest = decided[number : number + len(question.plan)]
        assert list(question.plan) == [one.move for one in rest]
        assert {one.seat for one in rest} == {step.seat}
        assert not any(one.rolled for one in rest[:-1])
    if game.name == "grand-austria-hotel":
        assert any(len(question.plan) > 2 for question in asked)
