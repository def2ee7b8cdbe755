"""Lessons in a terminal: walked whole at 80 columns, left and resumed, patient with nonsense."""

import io
import re
from pathlib import Path

import pytest

from bellhop.bots import count_rivals
from bellhop.cli import learning
from bellhop.cli.learning import LessonSession
from bellhop.cli.solving import solve_exercises
from bellhop.engine.exercises import open_exercises
from bellhop.engine.game import Game
from bellhop.engine.guide import LEARNER, Place, open_guide
from bellhop.engine.words import LANGUAGES, shell_words
from bellhop.games import GAMES, game_named

WIDTH = 80


class Terminal:
    """Answers a lesson with lines, as somebody at a keyboard would."""

    def __init__(
        self, folder: Path, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self._patch, self._capsys = patch, capsys
        patch.setattr(learning, "_places", lambda: folder / "lessons.json")
        patch.setenv("COLUMNS", str(WIDTH))

    def learn(self, game: Game, lines: list[str], language: str = "en") -> str:
        """What is printed until the lines end."""
        self._patch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        LessonSession(game, language, from_start=False).run()
        return self._capsys.readouterr().out


@pytest.fixture
def terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Terminal:
    """A terminal of 80 columns that remembers its own places."""
    return Terminal(tmp_path, monkeypatch, capsys)


@pytest.mark.parametrize(
    ("game", "language"), [(game, LANGUAGES[number % 3]) for number, game in enumerate(GAMES)]
)
def test_a_lesson_is_walked_in_few_lines(terminal: Terminal, game: Game, language: str) -> None:
    guide, place, lines = open_guide(game), Place(), list[str]()
    while not guide.is_last(place):
        expected = guide.look(place).expected
        lines.append(game.moves[expected[0]] if expected else "")
        place = guide.answer(place, expected[0]).place if expected else guide.go_on(place)
    said = terminal.learn(game, lines, language)
    command = f"bellhop play {game.name} --players {1 + count_rivals(game)} --bots newcomer"
    shell, printed = shell_words(language), " ".join(said.split())
    bots = shell.count("learn.rivals", count_rivals(game))
    assert " ".join(f"{shell.say('learn.next', command=command)} {bots}".split()) in printed
    assert all(f" {number}/{guide.length}\n" in said for number in range(1, guide.length + 1))
    assert max(map(len, said.splitlines())) <= WIDTH
    seen = game.show(guide.look(Place()).position, LEARNER)
    names = ["P", *"QRST"[: seen.seats]]
    first = game.terminal.draw_text(game.words(language), seen, LEARNER, names).splitlines()[0]
    told = next(number for number, line in enumerate(lines, 1) if line)
    before, _, _ = said.partition(f" {told}/{guide.length}\n")
    assert before.count(f"{first}\n") == 1  # not again for every sentence


def test_it_is_left_and_resumed_and_answers_everything(terminal: Terminal) -> None:
    game = game_named("perfect-hotel")
    words, shell = game.words("en"), shell_words("en")
    lines = ["", "", "", "", "dance", "build 10", "research", "place 8", "quit"]
    said = " ".join(terminal.learn(game, lines).split())
    assert shell.say("learn.your_move") in said
    assert "dance" in said
    assert words.say("lesson.first-floor.place.other") in said
    said, length = terminal.learn(game, ["back", "skip", "place 10"]), open_guide(game).length
    assert f"5/{length}\n" in said
    assert f"4/{length}\n" in said
    assert f"6/{length}\n" in said


def test_a_terminal_shows_the_forecast_that_the_lesson_speaks_of() -> None:
    game = game_named("perfect-hotel")
    guide, words = open_guide(game), game.words("en")
    scene = guide.look(guide.find("score.forecast", ""))
    drawn = game.terminal.draw_text(words, game.show(scene.position, LEARNER), LEARNER, ["P", "Q"])
    (forecast,) = re.findall(r"\*\*(≈ .+?)\*\*", words.say("lesson.score.forecast"))
    assert f"P · 0 points ({forecast}) ·" in drawn


def test_exercises_are_solved_in_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game, shell = game_named("grand-austria-hotel"), shell_words("en")
    exercises = open_exercises(game)
    lines = list[str]()
    for exercise in exercises:
        if exercise.line:  # a turn that begins again, and then reaches its goal
            lines += ["dance", "pass", *(game.moves[move] for move in exercise.line)]
        else:
            lines += ["dance", game.moves[exercise.best]]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    solve_exercises(game, "en")
    said = " ".join(capsys.readouterr().out.split())
    turns = sum(1 for exercise in exercises if exercise.line)
    assert said.count(shell.say("exercise.unreached")) == turns > 0
    assert said.count(shell.say("exercise.reached")) == turns
    assert said.count("★") == len(exercises)
    assert shell.say("exercise.done") in said
    decisions = [exercise for exercise in exercises if not exercise.line]
    assert said.count("Why? ") == len(decisions)
    assert "Why? Compared with" in said
    assert said.count("What did it: ") == turns
