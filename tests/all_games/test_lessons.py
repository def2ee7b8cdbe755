"""The lesson of every game: it can be played, left and resumed, and answers every other move."""

import dataclasses
import random
import re
from pathlib import Path

import pytest

from bellhop.drawing.lessons import check_pointers
from bellhop.engine.errors import Refused
from bellhop.engine.game import Game
from bellhop.engine.guide import LEARNER, Guide, Place, Scene, open_guide
from bellhop.engine.lessons import LessonError, LessonFile
from bellhop.engine.words import LANGUAGES
from bellhop.games import GAMES, game_named

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def places(guide: Guide) -> list[Place]:
    """Every place on the suggested way through a lesson, also between the moves of a step."""
    found = [Place()]
    while not guide.is_last(found[-1]):
        expected = guide.look(found[-1]).expected
        after = guide.answer(found[-1], expected[0]).place if expected else guide.go_on(found[-1])
        found.append(after)
    return found


def with_lessons(game: Game, folder: Path, old: str, new: str) -> Game:
    """The game with another file of lessons: some of its text is replaced."""
    text = game.lessons.path.read_text("utf-8")
    assert old in text
    file = folder / "lessons.toml"
    file.write_text(text.replace(old, new, 1), "utf-8")
    people = game.for_people()
    changed = people._replace(lessons=LessonFile(file))
    return dataclasses.replace(game, for_people=lambda: changed)


@every_game
def test_a_lesson_points_only_at_what_is_on_the_page(game: Game) -> None:
    guide = check_pointers(game)
    assert any(step.point for chapter in guide.chapters for step in chapter.step)
    assert any(step.then for chapter in guide.chapters for step in chapter.step)


@every_game
def test_every_place_is_written_found_again_and_left_backwards(game: Game) -> None:
    guide = open_guide(game)
    for place in places(guide):
        assert guide.find(*guide.write(place)) == place
        steps = 0
        back = place
        while back != Place():
            back, steps = guide.go_back(back), steps + 1
            assert steps < 200
        assert guide.look(place).position.turn == LEARNER or not guide.look(place).expected


@every_game
def test_skipping_leads_through_every_step(game: Game) -> None:
    guide = open_guide(game)
    place, seen = Place(), [0]
    while not guide.is_last(place):
        place = guide.go_on(place)
        seen.append(guide.steps_before(place))
    assert seen == list(range(guide.length))
    assert guide.go_on(place) == place


@every_game
def test_every_legal_move_gets_an_answer_and_other_moves_change_nothing(game: Game) -> None:
    guide, kinds = open_guide(game), set()
    for place in places(guide):
        scene = guide.look(place)
        for move in game.legal_moves(scene.position) if scene.expected else ():
            answer = guide.answer(place, move)
            kinds.add(answer.kind)
            assert (answer.kind == "other") == (move not in scene.expected)
            assert (answer.place == place) == (answer.kind == "other")
        if scene.expected:
            legal = set(game.legal_moves(scene.position))
            illegal = next(move for move in range(len(game.moves)) if move not in legal)
            with pytest.raises(Refused):
                guide.answer(place, illegal)
    assert kinds == {"expected", "also", "other"}


@every_game
def test_every_answer_is_given_to_some_move(game: Game) -> None:
    guide, given = open_guide(game), set()
    for place in places(guide):
        scene = guide.look(place)
        for move in game.legal_moves(scene.position) if scene.expected else ():
            given.add(guide.answer(place, move).key)
    words = game.words("en")
    declared = {f"answer.{answer.id}" for answer in guide.file.answers}
    written = {key for key in guide.optional_keys() if words.find(key, "")}
    assert written | declared <= given
    assert written


@every_game
def test_a_lesson_can_be_played_by_any_accepted_moves(game: Game) -> None:
    guide, chance = open_guide(game), random.Random(5)
    for _ in range(10):
        place = Place()
        while not guide.is_last(place):
            expected = guide.look(place).expected
            move = chance.choice(expected) if expected else 0
            place = guide.answer(place, move).place if expected else guide.go_on(place)
            assert guide.find(*guide.write(place)) == place


def end_of_chapter(guide: Guide, place: Place) -> Scene:
    """The last scene of a chapter, by the suggested moves from a place on."""
    last = len(guide.chapters[place.chapter].step) - 1
    while place.step < last:
        place = guide.go_on(place)
    return guide.look(place)


def scored_in(guide: Guide, scene: Scene) -> dict[tuple[int, str], int]:
    """What the learner and the rival have scored in a chapter, by item, and their points."""
    scored = (guide.game.scoring.scored(told) for told in scene.story)
    totals = dict(enumerate(guide.game.points(scene.position)))
    return {(seat, ""): points for seat, points in totals.items()} | {
        (entry.seat, entry.item): entry.points for entry in scored if entry
    }


@every_game
def test_what_is_said_of_scores_is_true_of_every_accepted_way(game: Game) -> None:
    guide, words = open_guide(game), game.words("en")
    for place in places(guide):
        suggested = end_of_chapter(guide, place)
        before = scored_in(guide, suggested)
        for move in guide.look(place).expected[1:]:
            other = end_of_chapter(guide, guide.answer(place, move).place)
            after = scored_in(guide, other)
            depends = {str(abs(n)) for item, n in before.items() if after.get(item) != n}
            steps = suggested.chapter.step[place.step + 1 :]
            texts = [words.say(f"lesson.{suggested.chapter.id}.{s.id}", rival="") for s in steps]
            assert not [text for text in texts if depends & set(re.findall(r"\d+", text))]


@every_game
def test_an_unknown_place_leads_to_the_nearest_known_one(game: Game) -> None:
    guide = open_guide(game)
    chapter = guide.chapters[-1]
    assert guide.find("", "") == guide.find("nowhere.at-all", "dance") == Place()
    assert guide.find(chapter.id, "") == Place(len(guide.chapters) - 1)
    far = guide.find(f"{chapter.id}.{chapter.step[-1].id}", "dance,sing")
    assert far.step == len(chapter.step) - 1


@every_game
def test_what_a_lesson_says_is_short_and_complete(game: Game) -> None:
    guide = open_guide(game)
    for language in LANGUAGES:
        words = game.words(language)
        for place in places(guide):
            said = guide.say(words, guide.look(place), "Gustav")
            assert said.count("**") % 2 == 0
            assert "{" not in said
        answers = [key for key in guide.optional_keys() if words.find(key, "")]
        assert answers


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("hang 2 |", "hang 7 |", r"lessons.toml: keys, hang, do: hang 7: This key is not in"),
        ("hang 2 |", "dance |", r"lessons.toml: keys, hang, do: .*“dance” is not a move"),
        ("hang 4", "hang 5", r"lessons.toml: keys, hang, then: hang 5: This key is not in"),
        ('then = ["hang 4"]', "", r"lessons.toml: keys, hide, do: it is not the learner's turn"),
        ("rack-0", "shelf-0", r"lessons.toml: keys, tip, point: there is no element 'shelf-0'"),
        ('rule = "turn"', 'rule = "nap"', r"keys, hang, rule: there is no section 'nap'"),
        ('id = "hide"', 'id = "hidden"', r"keys, hidden, id: no message 'lesson.keys.hidden' in"),
        ("night-porter dice", "chess dice", r"lessons.toml: keys, position: "),
        ('id = "hide"', 'id = "hang"', r"lessons.toml: keys, hang, id: two tables have this id"),
        ('rule = "turn"', 'rules = "turn"', r"lessons.toml: keys, hang, rules: unknown key"),
        ("point = [", "point = 3 #", r"keys, tip, point: expected a list of strings, not 3"),
        ('id = "welcome"', "", r"lessons.toml: keys, step 1, id: is missing"),
        ("[[tip]]", "[[joke]]", r"lessons.toml: joke: unknown table"),
        ("[[chapter]]", "[[chapter", r"lessons.toml: not valid TOML"),
    ],
)
def test_a_mistake_is_reported_with_file_chapter_step_and_key(
    tmp_path: Path, old: str, new: str, error: str
) -> None:
    with pytest.raises(LessonError, match=error):
        check_pointers(with_lessons(game_named("night-porter"), tmp_path, old, new))
