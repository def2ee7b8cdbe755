"""Exercises: made from self-play, clear in what is best, and read back from their file."""

import dataclasses
import random
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from bellhop.bots.simulating import Loops, loops_of
from bellhop.coach import exercises as making
from bellhop.coach.answers import say_why
from bellhop.coach.exercises import (
    IMAGINED,
    LUCKY_TURNS,
    RANDOM_TURNS,
    begins_well,
    count_lucky,
    find_turns,
    make_exercises,
    shorten,
)
from bellhop.coach.explaining import explain_exercise
from bellhop.coach.sheets import Tried, expected_sheets
from bellhop.coach.weighing import Weighed, Weighing, origin_of, weigh
from bellhop.engine import exercises
from bellhop.engine.errors import BellhopError
from bellhop.engine.exercises import (
    TOLERANCE,
    Exercise,
    attempt,
    count_sound,
    open_exercises,
    progress_of,
    read_origin,
    write_exercises,
)
from bellhop.engine.game import Game
from bellhop.engine.lessons import LessonError
from bellhop.engine.words import LANGUAGES, shell_words
from bellhop.games import GAMES, game_named

PORTER = "night-porter"
SHIPPED = [game for game in GAMES if game.name != PORTER]
DEALS = 512
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@pytest.fixture(scope="module")
def made() -> list[Exercise]:
    """Two exercises of the smallest game, made by interpreted rules."""
    game = game_named(PORTER)
    return make_exercises(game, 2, 3, 12, lambda _: None, Loops(game, compiled=False))


def test_one_move_is_clearly_better_than_those_that_do_not_solve_it(made: list[Exercise]) -> None:
    game = game_named(PORTER)
    assert len(made) == 2
    for exercise in made:
        assert sorted(exercise.chances) == game.legal_moves(exercise.view)
        losses = [exercise.loss(move) for move in exercise.chances]
        assert min(losses) == 0
        assert exercise.is_solved_by(exercise.best)
        assert not all(exercise.is_solved_by(move) for move in exercise.chances)
        hidden = game.show(exercise.view, exercise.view.turn)
        assert game.legal_moves(hidden) == game.legal_moves(exercise.view)


def test_exercises_are_read_back_and_mistakes_are_reported(
    made: list[Exercise], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_named(PORTER)
    file = tmp_path / "exercises.toml"
    monkeypatch.setattr(exercises, "FILE", str(file))

    def reread(text: str) -> tuple[Exercise, ...]:
        file.write_text(text, "utf-8")
        open_exercises.cache_clear()
        return open_exercises(game)

    text = write_exercises(game, made, {"network": "none", "format": 1, "keep": 0.5})
    assert reread(text) == tuple(made)
    assert all(exercise.why for exercise in made)
    bare = re.sub(r"\n\[exercise.why\]\n(.+\n)+", "", text)
    assert reread(bare) == tuple(exercise._replace(why={}) for exercise in made)
    assert read_origin(game) == {"network": "none", "format": 1, "keep": 0.5}
    best = game.moves[made[0].best]
    why = r"exercise 1, why: expected seat, item and points for every move"
    for old, new, error in (
        ('kind = "key"', 'kind = "lock"', r"exercise 1, kind: 'lock' is unknown"),
        (f'"{best}"', '"dance"', r"exercise 1: .*“dance” is not a move"),
        (f'"{best}" =', '# "x" =', r"exercise 1, chances: these are not the legal moves"),
        ("view =", "sight =", r"exercise 1: expected the keys kind, view and chances"),
        ("[[exercise]]", "[[exercise", r"not valid TOML"),
        (f'why]\n"{best}" = [', f'why]\n"{best}" = [[7, "rising", 1.0], ', why),
        (f'why]\n"{best}" = [', f'why]\n"{best}" = [[0, "luck", 1.0], ', why),
        (f'why]\n"{best}" = [', f'why]\n"{best}" = [3, ', why),
        (f'why]\n"{best}" = ', 'why]\n"dance" = [] #', why),
    ):
        with pytest.raises(LessonError, match=error):
            reread(text.replace(old, new, 1))
    open_exercises.cache_clear()


def test_an_answer_that_other_deals_do_not_confirm_makes_no_exercise(
    made: list[Exercise], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, exercise = game_named(PORTER), made[0]
    loops = Loops(game, compiled=False)

    def weighing(chances: Mapping[int, float]) -> Weighing:
        best = max(chances.values())
        ranked = sorted(chances, key=lambda move: -chances[move])
        moves = [
            Weighed(move, chances[move] / 100, 0.0, (best - chances[move]) / 100, 0.0, 9, (), ())
            for move in ranked
        ]
        return Weighing(exercise.seat, tuple(moves), is_enough=True)

    def find(*answers: Mapping[int, float]) -> Exercise | None:
        given = iter(map(weighing, answers))
        monkeypatch.setattr(making, "weigh", lambda *_, **__: next(given))
        kinds = [exercise.kind]
        return making.weigh_twice(game, exercise.view, kinds, (1, 2), 12, loops)

    clear = exercise.chances
    best, worst = exercise.best, min(clear, key=lambda move: clear[move])
    lower = {move: round(max(0.0, chance - 1), 1) for move, chance in clear.items()}
    kept = exercise._replace(chances=lower, why=exercises.UNEXPLAINED)
    assert find(clear, lower) == kept, "the second look is kept"
    assert find(clear, clear | {worst: clear[best] + 20}) is None
    assert find(clear, dict.fromkeys(clear, clear[best])) is None


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)
def test_stored_exercises_were_weighed_as_the_coach_weighs_today(game: Game) -> None:
    assert read_origin(game) == origin_of(game), "run bellhop exercises"
    kinds = Counter(exercise.kind.id for exercise in open_exercises(game))
    assert set(kinds) == {kind.id for kind in game.lessons.exercises}, "every kind is asked"


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)
def test_every_answer_to_a_stored_exercise_has_reasons(game: Game) -> None:
    for number, exercise in enumerate(open_exercises(game), 1):
        assert exercise.why.keys() == exercise.chances.keys(), f"{number}: run with --explain"
        for move, changes in exercise.why.items():
            gains = [c.points if c.seat == exercise.seat else -c.points for c in changes]
            is_good = exercise.is_solved_by(move)
            assert not changes or (sum(gains) > 0) == is_good, (number, game.moves[move])


def test_reasons_are_what_the_score_sheets_of_many_deals_differ_by(made: list[Exercise]) -> None:
    game, (exercise, _) = game_named(PORTER), made
    loops = Loops(game, compiled=False)
    explained = explain_exercise(loops, exercise._replace(why={}), 5, 64)
    assert explained == explain_exercise(loops, exercise, 5, 64), "the same seed, the same reasons"
    for move, changes in explained.why.items():
        rival = exercise.rival_of(move)
        assert exercise.is_solved_by(move) != exercise.is_solved_by(rival)
        tried = [Tried(exercise.view, one) for one in (move, rival)]
        mine, theirs = expected_sheets(loops, tried, range(64), 5, next_only=True)
        for change in changes:
            line = change.seat, change.item
            totals = [sum(sheet[line] for sheet in sheets) for sheets in (mine, theirs)]
            assert abs((totals[0] - totals[1]) / 64 - change.points) < 0.051


@pytest.mark.prove
@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)
def test_stored_answers_are_still_good_on_many_other_deals(game: Game) -> None:
    for number, exercise in enumerate(open_exercises(game), 1):
        if exercise.line:
            assert begins_well(game, exercise, 7, DEALS, loops_of(game)), number
            continue
        found = weigh(game, exercise.view, seed=7, deals=DEALS)
        for one in found.moves:
            if exercise.is_solved_by(one.move):
                assert 100 * one.loss <= TOLERANCE, (number, game.moves[one.move])
            else:
                assert 100 * (one.loss + one.loss_half) > TOLERANCE, (number, game.moves[one.move])


def test_a_game_without_kinds_of_exercises_says_so() -> None:
    game = game_named(PORTER)
    people = game.for_people()
    lessons = people.lessons
    bare = type(lessons)(lessons.path)
    bare.exercises = ()
    without = dataclasses.replace(game, for_people=lambda: people._replace(lessons=bare))
    with pytest.raises(BellhopError, match="declares no kinds of exercises"):
        make_exercises(without, 1, 1, 1, lambda _: None)


def test_the_same_seed_gives_the_same_turns() -> None:
    game = game_named("grand-austria-hotel")
    kinds = [kind for kind in game.lessons.exercises if kind.goal]
    first, again = (list(find_turns(game, random.Random(1), kinds)) for _ in range(2))
    assert first == again


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_about_a_solution(game: Game, language: str) -> None:
    words, shell = game.words(language), shell_words(language)
    shown = open_exercises(game)
    assert shown or game.name == PORTER
    for exercise in shown:
        assert words.say(f"exercise.{exercise.kind.id}")
        if exercise.line:
            line = exercises.say_line(game, exercise, words, shell)
            assert line.count(" → ") == len(exercise.line) - 1
            continue
        worst = min(exercise.chances, key=lambda move: exercise.chances[move])
        told = {
            exercises.say_result(game, exercise, move, words, shell)
            for move in (exercise.best, worst, None)
        }
        assert len(told) == 3
        assert all("{" not in text for text in told)


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_why_is_said_of_every_answer_in_the_terms_of_the_game(game: Game, language: str) -> None:
    words, players = game.words(language), ["Klara", "Gustav", "Emil", "Moritz", "Jan"]
    for exercise in open_exercises(game):
        shown = progress_of(game, exercise, is_shown=True)
        assert say_why(progress_of(game, exercise), language, players) == ""
        assert say_why(shown, language, players)
        for move, changes in exercise.why.items():
            said = say_why(progress_of(game, exercise, [move]), language, players)
            assert said
            assert "{" not in said
            for change in changes:
                points = f"{abs(change.points):.1f}".replace(".", "." if language == "en" else ",")
                assert f"{points} ({game.speech.say_item(words, change.item)})" in said
                assert change.seat == exercise.seat or players[change.seat] in said


def test_a_turn_without_its_goal_is_told_what_is_missing_and_how_far_it_was_right() -> None:
    game = game_named("grand-austria-hotel")
    exercise = next(one for one in open_exercises(game) if one.kind.id == "two-guests")
    players = ["Klara", "Gustav"]
    missed = progress_of(game, exercise, [game.move_named("pass")])
    assert missed.turn
    assert missed.turn.is_over
    assert say_why(missed, "en", players).endswith("– guest moved in: 0 of 2.")
    for number in range(1, len(exercise.line)):
        right = exercise.line[:number]
        assert count_sound(game, exercise, right) == number
    tried = attempt(game, exercise, exercise.line[:2])
    ways = [m for m in game.legal_moves(tried.position) if m not in exercise.line]
    dead = [m for m in ways if count_sound(game, exercise, (*exercise.line[:2], m)) < 3]
    assert all(count_sound(game, exercise, (*exercise.line[:2], m)) == 2 for m in dead)


def test_turns_of_a_game_are_found_and_keep_only_what_the_goal_needs() -> None:
    game, found = game_named("grand-austria-hotel"), set()
    kinds = [kind for kind in game.lessons.exercises if kind.goal]
    for kind, view, line in find_turns(game, random.Random(1), kinds):
        played = Exercise(kind, view, {}, line)
        if not attempt(game, played, line).is_solved:
            continue  # it drew a card that is hidden
        short = shorten(game, played).line
        tried = attempt(game, played, short)
        assert tried.is_solved
        assert tried.moves == short
        assert not Counter(short) - Counter(line)
        for place in range(len(short)):
            without = (*short[:place], *short[place + 1 :])
            tried = attempt(game, played, without)
            assert not (tried.is_solved and tried.moves == without), "each move is needed"
        found.add(kind.id)
    assert found


@every_game
def test_a_turn_reaches_its_goal_whatever_is_hidden_and_seldom_by_chance(game: Game) -> None:
    turns = [exercise for exercise in open_exercises(game) if exercise.line]
    assert bool(turns) == any(kind.goal for kind in game.lessons.exercises)
    for exercise in turns:
        for deal in range(1, IMAGINED + 1):
            assert attempt(game, exercise, exercise.line, deal).is_solved
        for number in range(len(exercise.line)):
            tried = attempt(game, exercise, exercise.line[:number])
            assert not tried.is_solved
            assert not tried.is_over
        assert count_lucky(game, exercise, random.Random(1), RANDOM_TURNS) <= 3 * LUCKY_TURNS
