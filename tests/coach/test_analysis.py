"""The analysis of a finished game: what is in it, what adds up, and what stays closed."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from bellhop.bots.rollouts import dice_word
from bellhop.bots.simulating import Loops
from bellhop.coach.analysis import Candidate, Moment, Stage, Value, analysis_of
from bellhop.coach.analyst import OTHER_DICE, analyse
from bellhop.coach.highlights import revealed_to
from bellhop.coach.judging import SeatView
from bellhop.coach.played import PlayedMove, played_game
from bellhop.coach.values import ALL_DEALS, SimulatingCoach, views_of
from bellhop.coach.weighing import Question
from bellhop.engine.dice import set_dice
from bellhop.engine.errors import BellhopError, NotationError
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import SPECTATOR
from bellhop.games import GAMES, game_named
from bellhop.table.file import GameFile, parse_game, start_at
from bellhop.table.sitting import REDO, UNDO, Sitting
from coach.sittings import Guess, analysed, play_to_the_end, sit_down

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@every_game
def test_the_parts_add_up_to_the_result(game: Game) -> None:
    saved = play_to_the_end(sit_down(game, game.players[-1], 5), 5)
    analysis = analysed(saved)
    assert len(analysis.skills) == len(saved.seats)
    for seat, skill in enumerate(analysis.skills):
        parts = skill.start + skill.luck + skill.own + skill.others + skill.correction
        assert parts.chance == pytest.approx(skill.result.chance, abs=1e-9)
        assert parts.points == pytest.approx(saved.points[seat], abs=1e-9)
        for before, moment in pairwise(analysis.moments):
            change = moment.known[seat] - before.known[seat]
            assert moment.changes[seat].total.chance == pytest.approx(change.chance, abs=1e-9)
            assert moment.changes[seat].own.chance <= 0
            assert moment.changes[seat].own.points <= 0


def test_the_best_move_is_worth_what_the_curve_shows() -> None:
    game = game_named("night-porter")
    saved = play_to_the_end(sit_down(game, 2, 5), 5)
    coach = SimulatingCoach(game, 0, Loops(game, compiled=False))
    decided = 0
    for before, moment in pairwise(analysed(saved, coach).moments):
        if moment.decision and moment.decision.candidates:
            best, shown = moment.decision.candidates[0].value, before.known[moment.seat]
            assert best.chance == pytest.approx(shown.chance, abs=2e-4), "but for rounding twice"
            assert best.points == pytest.approx(shown.points, abs=0.02)
            assert moment.decision.loss.chance <= shown.chance + 2e-4
            decided += 1
    assert decided


@every_game
def test_every_change_has_one_seat_that_decided(game: Game) -> None:
    analysis = analysed(play_to_the_end(sit_down(game, game.players[0], 6), 6))
    assert analysis.moments
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
        '{"format": 5}',
        '{"format": 5, "moments": 3}',
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
    verdicts = next(step for step in progress if step.stage == Stage.EXPLAINING).analysis
    whole = progress[-1].analysis
    assert progress[-1].stage == Stage.DONE
    assert verdicts
    assert whole
    assert verdicts.skills == whole.skills
    assert [without_reasons(one) for one in whole.moments] == list(verdicts.moments)
    assert [one.row for one in verdicts.highlights] == [one.row for one in whole.highlights]
    assert any(one.decision and one.decision.reasons for one in whole.moments)
    assert all(0 <= step.done <= step.total for step in progress)
    percent = [step.percent for step in progress]
    assert percent == sorted(percent)
    assert percent[-1] == 100


def without_reasons(moment: Moment) -> Moment:
    """A moment whose decision nobody has explained."""
    decision = moment.decision and replace(moment.decision, reasons=None)
    return replace(moment, decision=decision)


class Counting(Guess):
    """Notes which deals of which views are judged, and judges differently on other deals."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.judged: list[tuple[SeatView, range]] = []

    def judge(self, views: Sequence[SeatView], deals: range = ALL_DEALS) -> list[Value]:
        """The value of every view."""
        self.judged += [(view, deals) for view in views]
        return [value + Value(deals.start / 1_000) for value in super().judge(views, deals)]


@every_game
def test_the_first_curve_takes_few_deals_and_no_deal_is_judged_twice(game: Game) -> None:
    saved = play_to_the_end(sit_down(game, game.players[-1], 4), 4)
    coach, deals = Counting(game), dict[str, int]()
    for made in analyse(saved, 0, coach):
        if made.analysis:
            came = {(view.seat, view.seen.to_bytes()) for view in _views(saved)}
            seen = [(view.seat, view.seen.to_bytes()) for view, _ in coach.judged]
            deals[made.stage] = sum(len(some) for _, some in coach.judged)
            assert came <= set(seen)
    assert deals[Stage.JUDGING] <= 4 * len(_views(saved))
    for view in _views(saved):
        some = [deals for found, deals in coach.judged if found == view]
        assert {number for deals in some for number in deals} == set(ALL_DEALS)


def _views(saved: GameFile) -> list[SeatView]:
    return [view for one in played_game(saved).positions for view in views_of(saved.game, one)]


@every_game
def test_whoever_sees_no_difference_has_no_luck(game: Game) -> None:
    saved = play_to_the_end(sit_down(game, game.players[-1], 5), 5)
    played, analysis = played_game(saved), analysed(saved, Counting(game))
    unseen = 0
    for made, moment in zip(played.moves, analysis.moments[1:], strict=True):
        for seat, change in enumerate(moment.changes):
            views = {
                game.view(one, seat).to_bytes() for one in [made.after, *roll_again(game, made)]
            }
            if made.rolled and len(views) == 1 and not revealed_to(game, made, seat):
                assert change.luck == Value()
                unseen += 1
    assert unseen or game.name != "perfect-hotel", "there, others do not see what is drawn"


def roll_again(game: Game, made: PlayedMove) -> Iterator[Position]:
    """What other dice would have made of a move, with the dice of an analysis."""
    for number in range(OTHER_DICE):
        other = made.before.copy()
        set_dice(other, dice_word(made.row, number))
        game.rules.play(other, made.move)
        yield other


@pytest.mark.parametrize("kept", [None, SPECTATOR])
def test_a_game_that_goes_on_from_a_position_has_no_luck_in_a_deal_that_was_none(
    kept: int | None,
) -> None:
    game, sitting = GAMES[0], sit_down(GAMES[0], 2, 6)
    for _ in range(12):
        sitting.move(game.legal_moves(sitting.position)[0])
    on = Sitting(game, game.undealt(2, {}), sitting.seats, sitting.shaker, start_at(sitting, kept))
    analysis = analysed(play_to_the_end(on, 6), Counting(game))
    luck = [change.luck for change in analysis.moments[0].changes]
    assert (luck == [Value(), Value()]) == (kept is None)


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
    moves = played_game(saved).moves
    if row:
        assert row in [step.row for step in moves]
        assert len(moves) == len(saved.acts) - 2
    assert moves[-1].after == sitting.position
    for one, following in pairwise(moves):
        assert one.after == following.before


@every_game
def test_a_plan_is_the_rest_of_a_turn_that_could_be_foreseen(game: Game) -> None:
    played = played_game(play_to_the_end(sit_down(game, 2, 8), 8))
    asked: list[Question] = []

    class Listening(Guess):
        def weigh(self, questions: Sequence[Question]) -> list[list[Candidate]]:
            asked.extend(questions)
            return super().weigh(questions)

    analysed(played.saved, Listening(game))
    decided = [step for step in played.moves if len(game.legal_moves(step.before)) > 1]
    for number, (question, step) in enumerate(zip(asked, decided, strict=True)):
        rest = decided[number : number + len(question.plan)]
        assert list(question.plan) == [one.move for one in rest]
        assert {one.seat for one in rest} == {step.seat}
        assert not any(one.rolled for one in rest[:-1])
    if game.name == "grand-austria-hotel":
        assert any(len(question.plan) > 2 for question in asked)
