"""What commands print: summaries, replays, verifications, score sheets."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.scores import NO_ROUND
from bellhop.engine.words import Words, plain, shell_words, signed
from bellhop.table.file import GameFile
from bellhop.table.sitting import Sitting

QUANTILES = (5, 50, 95)


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr, so that stdout can be redirected to a file."""
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    errors = Console(stderr=True, highlight=False)
    with Progress(TextColumn(title), *columns, console=errors) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.update(task, advance=done)


def run_simulation(game: Game, undealt: Position, games: int, seed: int, language: str) -> None:
    """Play games with a progress bar, and print the points and the wins by seat."""
    from bellhop.lab.simulation import prepare, simulate

    shell = shell_words(language)
    console, errors = Console(highlight=False), Console(stderr=True, highlight=False)
    player = prepare(game, errors.print)
    with progress_bar(game.title, games) as advance:
        results = simulate(game, undealt, games, seed, player, advance)
    report = Table(title=shell.count("simulate.title", games, game=game.title))
    report.add_column(shell.say("simulate.seat"))
    report.add_column(shell.say("simulate.wins"), justify="right")
    report.add_column(shell.say("simulate.mean"), justify="right")
    report.add_column(shell.say("simulate.spread"), justify="right")
    for quantile in QUANTILES:
        report.add_column(f"{quantile} %", justify="right")
    for seat, share in enumerate(results.win_shares()):
        points = results.points[:, seat]
        quantiles = np.percentile(points, QUANTILES)
        report.add_row(
            str(seat + 1),
            f"{100 * share:.1f} %",
            f"{points.mean():.2f}",
            f"{points.std():.2f}",
            *(f"{value:.0f}" for value in quantiles),
        )
    console.print(report)
    console.print(shell.say("simulate.moves", moves=f"{results.moves / games:.1f}"))


def show_replay(saved: GameFile, seat: int, language: str) -> None:
    """Print the log of a game as one seat saw it, then draw its last position."""
    words, shell, console = (
        saved.game.words(language),
        shell_words(language),
        Console(highlight=False),
    )
    told = 0
    for sitting in saved.replay():
        for line in sitting.lines[told:]:
            if line.told.is_for(seat):
                text = saved.game.speech.say_event(words, line.told, sitting.names)
                if text:
                    console.print(f"{line.row:4}  {text}", markup=False, soft_wrap=True)
        told = len(sitting.lines)
    view = sitting.show(seat)
    drawn = saved.game.terminal.draw_text(words, view, seat, sitting.names)
    console.print("\n" + drawn, markup=False, soft_wrap=True)
    if sitting.is_over:
        console.print(score_table(sitting, words, shell))
        console.print(winners_line(sitting, shell))


def show_verification(saved: GameFile, language: str) -> None:
    """Verify a saved game and print what was checked."""
    shell = shell_words(language)
    last = saved.verify()
    print(shell.say("verify.secret", digest=saved.commitment))
    print(shell.count("verify.acts", len(saved.acts)))
    print(shell.say("verify.finished" if last.is_over else "verify.abandoned"))
    if saved.start:
        key = "start.on" if saved.start.kept is None else "start.on.again"
        print(shell.say(key, row=saved.start.row))
    if saved.is_practice:
        print(shell.say("practice.on"))


def score_table(sitting: Sitting, words: Words, shell: Words) -> Table:
    """The score sheet: one row per item of each scoring, one column per player."""
    sheet = Table(title=shell.say("sheet.title"))
    sheet.add_column("")
    for name in sitting.names:
        sheet.add_column(name, justify="right")
    for part in sitting.score_sheet():
        sheet.add_section()
        if part.round != NO_ROUND:
            sheet.add_row(shell.say("sheet.round", round=part.round + 1), style="bold")
        for item, cells in part.rows:
            texts = ("·" if points is None else signed(points) for points in cells)
            sheet.add_row(sitting.game.speech.say_item(words, item), *texts)
    sheet.add_section()
    points = sitting.game.points(sitting.position)
    sheet.add_row(shell.say("sheet.total"), *map(plain, points), style="bold")
    return sheet


def winners_line(sitting: Sitting, shell: Words) -> str:
    """Who has won, or who shares the victory."""
    winners = [sitting.names[seat] for seat in sitting.game.winners(sitting.position)]
    return shell.count("sheet.winners", len(winners), winners=shell.join(winners))
