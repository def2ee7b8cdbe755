"""The commands for learners; importing this module adds them to the others."""

from pathlib import Path
from typing import Annotated

import typer

from bellhop.cli.app import GameName, Language, Seed, app
from bellhop.engine.dice import check_seed
from bellhop.engine.exercises import MAX_EXERCISES
from bellhop.games import game_named


@app.command()
def learn(
    game: GameName,
    from_start: Annotated[
        bool, typer.Option("--from-start", help="Begin again instead of where you left off.")
    ] = False,
    exercises: Annotated[
        bool, typer.Option("--exercises", help="Solve exercises instead of the guided game.")
    ] = False,
    language: Language = "",
) -> None:
    """Learn a game: a guided first game, step by step, or exercises."""
    if exercises:
        from bellhop.cli.solving import solve_exercises

        solve_exercises(game_named(game), language)
        return
    from bellhop.cli.learning import LessonSession

    LessonSession(game_named(game), language, from_start=from_start).run()


@app.command()
def exercises(
    game: GameName,
    count: Annotated[
        int, typer.Option("--count", "-n", min=1, max=MAX_EXERCISES, help="Number of exercises.")
    ] = MAX_EXERCISES,
    seed: Seed = 1,
    deals: Annotated[
        int, typer.Option(min=1, help="Imagined deals on which every move is tried.")
    ] = 512,
    out: Annotated[
        Path | None, typer.Option(help="The file to write; by default, the game's own.")
    ] = None,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain", help="Keep the exercises, and only work out their reasons again."
        ),
    ] = False,
    language: Language = "",
) -> None:
    """Make new exercises from self-play, weighed by the coach."""
    from bellhop.cli.solving import explain_file, make_file

    check_seed(seed)
    if explain:
        explain_file(game_named(game), seed, deals, out, language)
        return
    make_file(game_named(game), count, seed, deals, out, language)
