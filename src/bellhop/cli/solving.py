"""Exercises in a terminal: making them, and solving them."""

from pathlib import Path

from rich.console import Console

from bellhop.cli.reports import progress_bar
from bellhop.cli.terminal import list_moves, read_move
from bellhop.coach.exercises import make_exercises
from bellhop.coach.weighing import origin_of
from bellhop.engine.errors import BellhopError, NotFound, Refused
from bellhop.engine.exercises import (
    FILE,
    attempt,
    open_exercises,
    say_attempt,
    say_line,
    say_result,
    write_exercises,
)
from bellhop.engine.game import Game
from bellhop.engine.records import Position
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
        self.made: tuple[int, ...] = ()  # the moves of a turn so far

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
            self._print(self._solution())
            return True
        try:
            move = read_move(self.game, self._view(), line)
            if reason := self.game.rules.why_not(self._view(), move):
                raise Refused(self.game, move, reason)
        except BellhopError as error:
            self._print(error.say(self.language))
            return False
        return self._go_on(move) if self.exercise.line else self._judge(move)

    def _judge(self, move: int) -> bool:
        """Answer a decision."""
        self._print(say_result(self.game, self.exercise, move, self.words, self.shell))
        return self.exercise.is_solved_by(move)

    def _go_on(self, move: int) -> bool:
        """Make a move of a turn; a turn that is over without its goal begins again."""
        tried = attempt(self.game, self.exercise, (*self.made, move))
        self._print(say_attempt(self.shell, tried))
        self.made = () if tried.is_over else tried.moves
        if not tried.is_solved:
            self._draw()
        return tried.is_solved

    def _solution(self) -> str:
        if self.exercise.line:
            return say_line(self.game, self.exercise, self.words, self.shell)
        return say_result(self.game, self.exercise, None, self.words, self.shell)

    def _view(self) -> Position:
        """What the learner sees now."""
        if not self.exercise.line:
            return self.exercise.view.copy()
        tried = attempt(self.game, self.exercise, self.made)
        seen: Position = self.game.show(tried.position, self.exercise.seat)
        return seen

    def _draw(self) -> None:
        """Show the table, the question and the moves."""
        view, seat = self._view(), self.exercise.seat
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
