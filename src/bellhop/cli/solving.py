"""Exercises in a terminal: making them, and solving them."""

from pathlib import Path

from rich.console import Console

from bellhop.cli.reports import progress_bar
from bellhop.cli.terminal import list_moves, read_move
from bellhop.coach.exercises import make_exercises
from bellhop.engine.errors import BellhopError, NotFound
from bellhop.engine.exercises import FILE, open_exercises, say_result, write_exercises
from bellhop.engine.game import Game
from bellhop.engine.words import shell_words


def make_file(
    game: Game, count: int, seed: int, deals: int, out: Path | None, language: str
) -> None:
    """Make exercises, and write them to a file."""
    with progress_bar(game.title, count) as advance:
        made = make_exercises(game, count, seed, deals, advance)
    file = out or game.folder / FILE
    file.write_text(write_exercises(game, made), "utf-8")
    print(shell_words(language).say("exercise.made", n=len(made), file=file))


def solve_exercises(game: Game, language: str) -> None:
    """Ask one exercise after another, until the last or until the learner leaves."""
    found, shell = open_exercises(game), shell_words(language)
    if not found:
        raise NotFound("exercises", game=game.title)
    try:
        for number in range(len(found)):
            _solve(game, number, language)
    except (EOFError, KeyboardInterrupt):
        print()
        return
    print(shell.say("exercise.done"))


def _solve(game: Game, number: int, language: str) -> None:
    """Ask until the exercise is solved or skipped."""
    exercise, shell, words = (
        open_exercises(game)[number],
        shell_words(language),
        game.words(language),
    )
    console = Console(highlight=False)
    names = [*shell.say("bots.names").split(", ")][: exercise.view.seats]
    names[exercise.view.turn] = shell.say("web.player")
    drawn = game.terminal.draw_text(words, exercise.view, exercise.view.turn, names)
    console.print(f"\n{drawn}", markup=False)
    question = words.say(f"exercise.{exercise.kind.id}")
    console.print(f"\n{number + 1}/{len(open_exercises(game))}  {question}", markup=False)
    list_moves(console, game, words, exercise.view, shell)
    move = -1
    while move < 0 or not exercise.is_solved_by(move):
        line = console.input(f"{shell.say('exercise.prompt')} ", markup=False).strip()
        if line.casefold() in ("quit", "exit", "q"):
            raise EOFError
        if line.casefold() in ("", "skip", "s"):
            console.print(say_result(game, exercise, -1, words, shell), markup=False)
            break
        try:
            move = read_move(game, exercise.view, line)
            if move not in exercise.chances:
                game.play(exercise.view.copy(), move)  # says why it is refused
            console.print(say_result(game, exercise, move, words, shell), markup=False)
        except BellhopError as error:
            move = -1
            console.print(error.say(language), markup=False)
    console.print(words.say(f"exercise.{exercise.kind.id}.why"), markup=False)
