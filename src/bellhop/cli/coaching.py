"""The coach's command: finished games from files are analysed, on all cores or on Ray."""

from collections.abc import Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bellhop.cli.app import Language, Seed, Workers, app
from bellhop.engine.errors import BellhopError, NotationError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bellhop.coach.analysis import Analysis
    from bellhop.table.file import GameFile


@app.command()
def analyse(
    files: Annotated[list[Path], typer.Argument(help="Saved games that are over.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the analyses as JSON.")] = False,
    as_html: Annotated[
        bool, typer.Option("--html", help="Write a page beside each file, called FILE.html.")
    ] = False,
    seed: Seed = 0,
    on: Workers = "cores",
    language: Language = "",
) -> None:
    """Analyse finished games: luck and skill, and the moments that decided them."""
    from bellhop.cli.analysis_page import analysis_page
    from bellhop.cli.analysis_report import print_analysis, print_json

    saved = [_read(file) for file in files]
    found = _analysed(saved, seed, on, language)
    for file, game, analysis in zip(files, saved, found, strict=True):
        if as_html:
            _write(file.with_name(f"{file.name}.html"), analysis_page(game, analysis, language))
        if not as_json:
            print_analysis(file, game, analysis, language)
    if as_json:
        print_json(found)


def _read(file: Path) -> "GameFile":
    """A game that is over and sound; anything else is refused in one line that names the file."""
    from bellhop.coach.played import played_game
    from bellhop.table.file import read_game

    saved = read_game(file)
    with _named(file):
        played_game(saved)
    return saved


@contextmanager
def _named(file: Path) -> "Iterator[None]":
    try:
        yield
    except BellhopError as error:
        raise NotationError("file", file=file, error=error) from None


def _analysed(saved: "Sequence[GameFile]", seed: int, on: str, language: str) -> "list[Analysis]":
    """The analyses, in the order of the games; one game alone shows how far it is."""
    from bellhop.cli.reports import progress_bar
    from bellhop.coach.analysis import analysis_of
    from bellhop.coach.analyst import analyse as steps_of
    from bellhop.coach.analyst import analyse_data
    from bellhop.engine.words import shell_words
    from bellhop.lab.executors import executor_named

    title, found = shell_words(language).say("analysis.analysing"), list["Analysis"]()
    if len(saved) == 1:
        with progress_bar(title, 100) as advance:
            shown = 0
            for step in steps_of(saved[0], seed):
                advance(step.percent - shown)
                shown, last = step.percent, step.analysis
        return [last] if last else []
    executor = executor_named(on)
    tasks = [(one.to_json().encode(), seed) for one in saved]
    with progress_bar(title, len(saved)) as advance:
        for text in executor.results(analyse_data, tasks):
            found.append(analysis_of(text))
            advance(1)
    return found


def _write(path: Path, page: str) -> None:
    try:
        path.write_text(page, "utf-8")
    except OSError as error:
        raise BellhopError("write", file=path, reason=error.strerror) from None
