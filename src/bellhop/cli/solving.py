"""Exercises in a terminal: making them, and solving them."""

from pathlib import Path

from rich.console import Console

from bellhop.bots.simulating import loops_of
from bellhop.cli.reports import progress_bar
from bellhop.cli.terminal import list_moves, read_move
from bellhop.coach.answers import say_why
from bellhop.coach.exercises import make_exercises
from bellhop.coach.explaining import explain_exercise
from bellhop.coach.weighing import origin_of
from bellhop.engine.errors import BellhopError, NotFound, Refused
from bellhop.engine.exercises import (
    FILE,
    Exercise,
    Progress,
    open_exercises,
    progress_of,
    read_origin,
    write_exercises,
)
from bellhop.engine.game import Game
from bellhop.engine.words import shell_words


def make_file(
    game: Game, count: int, seed: int, deals: int, out: Path | None, language: str
) -> None:
    """Make exercises, and write them to a file."""
    with progress_bar(game.title, count) as advance:
        made = make_exercises(game, count, seed, deals, advance)
    file = out or game.folder / FILE
    file.write_text(write_exercises(game, made, origin_of(game)), "utf-8")
    print(shell_words(language).say("exercise.made", n=len(made), file=file))


def explain_file(game: Game, seed: int, deals: int, out: Path | None, language: str) -> None:
    """Work out again what the moves of the stored exercises change, and write it to a file."""
    found, loops, explained = open_exercises(game), loops_of(game), list[Exercise]()
    with progress_bar(game.title, len(found)) as advance:
        for exercise in found:
            explained.append(explain_exercise(loops, exercise, seed, deals))
            advance(1)
    file = out or game.folder / FILE
    file.write_text(write_exercises(game, explained, read_origin(game)), "utf-8")
    print(shell_words(language).say("exercise.made", n=len(explained), file=file))


def solve_exercises(game: Game, language: str) -> None:
    """Ask one exercise after another, until the last or until the learner leaves."""
    found, shell = open_exercises(game), shell_words(language)
    if not found:
        raise NotFound("exercises", game=game.title)
    try:
        for number in range(len(found)):
            _Trial(game, number, language).run()
    except (EOFError, KeyboardInterrupt):
        print()
        return
    print(shell.say("exercise.done"))


class _Trial:
    """One exercise, tried until it is solved or skipped."""

    def __init__(self, game: Game, number: int, language: str) -> None:
        self.game, self.number, self.language = game, number, language
        self.exercise = open_exercises(game)[number]
        self.shell, self.words = shell_words(language), game.words(language)
        self.console = Console(highlight=False)
        self.progress = progress_of(game, self.exercise)

    def run(self) -> None:
        """Ask, and say at once whether the answer is right."""
        self._draw()
        prompt = f"{self.shell.say('exercise.prompt')} "
        while not self._answer(self.console.input(prompt, markup=False).strip()):
            pass
        self._print(self.words.say(f"exercise.{self.exercise.kind.id}.why"))

    def _answer(self, line: str) -> bool:
        """Whether a line of the learner ends the exercise."""
        if line.casefold() in ("quit", "exit", "q"):
            raise EOFError
        if line.casefold() in ("", "skip", "s"):
            shown = self.progress._replace(is_shown=True)
            self._tell(shown)
            return True
        try:
            seen = self.progress.seen
            move = read_move(self.game, seen, line)
            if reason := self.game.rules.why_not(seen, move):
                raise Refused(self.game, move, reason)
        except BellhopError as error:
            self._print(error.say(self.language))
            return False
        return self._go_on(move)

    def _go_on(self, move: int) -> bool:
        """Make a move of a turn, or answer a decision."""
        tried = self.progress.after(move)
        self._tell(tried)
        self.progress = tried.resumed()
        if tried.turn and not tried.is_solved:
            self._draw()
        return tried.is_solved

    def _tell(self, progress: Progress) -> None:
        """Print whether an answer is right, and why."""
        self._print(progress.say(self.words, self.shell))
        names = self._say_names(self.exercise.view.seats)
        self._print(say_why(progress, self.language, names))

    def _draw(self) -> None:
        """Show the table, the question and the moves."""
        view, seat = self.progress.seen, self.exercise.seat
        names = self._say_names(view.seats)
        self._print(f"\n{self.game.terminal.draw_text(self.words, view, seat, names)}")
        question = self.words.say(f"exercise.{self.exercise.kind.id}")
        self._print(f"\n{self.number + 1}/{len(open_exercises(self.game))}  {question}")
        list_moves(self.console, self.game, self.words, view, self.shell)

    def _say_names(self, seats: int) -> list[str]:
        names = [*self.shell.say("bots.names").split(", ")][:seats]
        names[self.exercise.seat] = self.shell.say("web.player")
        return names

    def _print(self, text: str) -> None:
        if text:
            self.console.print(text, markup=False)
