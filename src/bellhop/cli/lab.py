"""What the commands of the lab print: matches, ratings and censuses."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bellhop.bots.outside import BotLimits, check_program
from bellhop.cli.census_page import report_page
from bellhop.cli.figures import elo, number, percent
from bellhop.cli.ladder_page import ladder_page
from bellhop.cli.reports import progress_bar
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.words import Words, shell_words
from bellhop.games import game_named
from bellhop.lab import census, plots
from bellhop.lab.checking import Checker
from bellhop.lab.contestants import is_outside
from bellhop.lab.executors import Executor
from bellhop.lab.match import Outcome, Plan, play_match
from bellhop.lab.ratings import rate_all
from bellhop.lab.standings import Standings
from bellhop.lab.statistics import Interval, interval

FIRST_BOTS = ("random", "casual", "strong", "master")  # of a new ladder
MAX_VIOLATIONS = 10  # printed; the JSON file has them all


def run_match(
    plan: Plan, executor: Executor, language: str, as_json: Path | None, plot: Path | None
) -> None:
    """Play a match and report it: as text, and optionally as a JSON file and a plot."""
    shell = shell_words(language)
    plan.try_all((plan.candidate, plan.baseline))
    with progress_bar(f"{plan.candidate} – {plan.baseline}", plan.blocks) as advance:
        outcome = play_match(plan, executor, advance)
    console = Console(highlight=False)
    console.print(match_table(outcome, shell))
    print_findings(console, outcome, shell)
    if as_json:
        as_json.write_text(json.dumps(outcome.to_json(), indent=1) + "\n", "utf-8")
    if plot:
        plot.write_text(draw(outcome), "utf-8")


def match_table(outcome: Outcome, shell: Words) -> Table:
    """The result of a match, by the candidate's seat and in all."""
    plan = outcome.plan
    report = Table(
        title=shell.count("match.title", outcome.games, a=plan.candidate, b=plan.baseline)
    )
    report.add_column(shell.say("match.seat"), justify="right")
    report.add_column(shell.say("match.share"), justify="right")
    report.add_column(shell.say("match.margin"), justify="right")
    report.add_column(shell.say("match.points"), justify="right")
    for seat, (share, margin, points) in enumerate(outcome.by_seat()):
        report.add_row(str(seat + 1), percent(share), number(margin), number(points))
    report.add_section()
    report.add_row(shell.say("match.all"), percent(outcome.share), number(outcome.margin), "")
    return report


def print_findings(console: Console, outcome: Outcome, shell: Words) -> None:
    """Print what the table of a match does not show: the other way round, luck, test and times."""
    plan = outcome.plan
    if plan.players > 2:
        console.print(shell.say("match.mirrored", share=percent(outcome.mirrored)))
    if adjusted := outcome.adjusted:
        without = {"margin": number(adjusted.margin), "share": percent(adjusted.share)}
        console.print(shell.say("match.adjusted", **without))
        times = {"games": f"{adjusted.fewer_games:.1f}", "seconds": f"{adjusted.gain:.1f}"}
        console.print(shell.say("match.fewer", **times))
    if plan.test:
        say_decision(console, outcome, shell)
    for who, (mean, longest) in outcome.thinking().items():
        name = plan.candidate if who == "candidate" else plan.baseline
        mean_ms, longest_ms = f"{1000 * mean:.1f}", f"{1000 * longest:.0f}"
        console.print(shell.say("match.time", bot=name, mean=mean_ms, longest=longest_ms))
    if outcome.violations:
        console.print(shell.count("match.violations", len(outcome.violations)))
        for violation in outcome.violations[:MAX_VIOLATIONS]:
            console.print(f"  {violation}", markup=False, soft_wrap=True)


def run_check(
    bot: str, games: list[Game], repeats: int, seed: int, limits: BotLimits, language: str
) -> None:
    """Check an outside bot: print every violation in one line, and fail if there is one."""
    if not is_outside(bot):
        check_program(bot)
        raise BellhopError("lab.outside", name=bot)
    shell = shell_words(language)
    report = Checker(bot, limits, lambda violation: print(violation, flush=True)).check(
        games, repeats, seed
    )
    if report.is_full:
        print(shell.say("check.ended"))
    if report.violations:
        print(shell.count("check.failed", len(report.violations)))
        sys.exit(1)
    mean = 1000 * sum(report.seconds) / max(1, len(report.seconds))
    longest = 1000 * max(report.seconds, default=0.0)
    print(shell.count("check.passed", report.games, mean=f"{mean:.1f}", longest=f"{longest:.0f}"))


def say_decision(console: Console, outcome: Outcome, shell: Words) -> None:
    """Print the decision of the test; one that ran out of games counts as failed."""
    test = outcome.plan.test
    assert test
    limits = {"low": f"{100 * test.low:.1f}", "high": f"{100 * test.high:.1f}"}
    match outcome.decision:
        case "accepted":
            console.print(shell.say("match.accepted", **limits))
        case "rejected":
            console.print(shell.say("match.rejected", **limits))
        case _:
            console.print(shell.say("match.undecided", **limits))


def draw(outcome: Outcome) -> str:
    """A plot of how the share of victories converged."""
    scores = [block.score for block in outcome.blocks]
    counts = range(2, len(scores) + 1, max(1, len(scores) // 200))
    plan = outcome.plan
    title = f"{plan.game}: {plan.candidate} – {plan.baseline}, {percent(outcome.share)}"
    return plots.running_share(title, [interval(scores[:n]) for n in counts], 1 / plan.players)


def run_rating(plan: Plan, contestants: tuple[str, ...], executor: Executor, language: str,
               folder: Path) -> None:  # fmt: skip
    """Rate contestants, then print and save the ratings."""
    shell = shell_words(language)
    plan.try_all(contestants)
    pairs = len(contestants) * (len(contestants) - 1) // 2
    with progress_bar(plan.game, pairs * plan.blocks) as advance:
        ladder = rate_all(plan, contestants, executor, advance)
    report = Table(title=shell.say("rate.title", game=plan.game))
    report.add_column(shell.say("rate.bot"))
    report.add_column(shell.say("rate.rating"), justify="right")
    for name in contestants:
        report.add_column(name, justify="right")
    shares = {(m.plan.candidate, m.plan.baseline): m.share for m in ladder.matches}
    for name, rating in zip(contestants, ladder.ratings, strict=True):
        cells = [
            percent(shares[name, other])
            if (name, other) in shares
            else percent(turned(shares[other, name]))
            if (other, name) in shares and plan.players == 2
            else "·"
            for other in contestants
        ]
        report.add_row(name, elo(rating), *cells)
    Console(highlight=False).print(report)
    print(shell.say("rate.kept", file=ladder.save(folder)))


def run_census(plan: census.Plan, executor: Executor, language: str, file: Path) -> None:
    """Take a census of many games and write the report."""
    with progress_bar(plan.game.title, plan.games) as advance:
        found = census.take(plan, executor, advance)
    shell = shell_words(language)
    file.write_text(report_page(found, plan.game.words(language), shell), "utf-8")
    print(shell.say("stats.kept", file=file))


def run_ladder(
    plan: Plan,
    path: Path,
    bots: Iterable[str],
    forgotten: Iterable[str],
    executor: Executor,
    language: str,
) -> None:
    """Take bots off a ladder, let others join it, play what is missing, and write its page."""
    standings, is_new = Standings.open(path, plan), not path.exists()
    if is_new:
        standings.bots += FIRST_BOTS
    for name in forgotten:
        standings.forget(name)
    joining = [name for name in dict.fromkeys(bots) if not (is_new and name in FIRST_BOTS)]
    plan.try_all(joining)
    for name in joining:
        standings.join(name)
    with progress_bar(plan.game, plan.blocks * len(standings.missing())) as advance:
        standings.play(plan, executor, path, advance)
    standings.save(path)
    shell = shell_words(language)
    title = shell.say("ladder.title", game=game_named(plan.game).title)
    show_ladder(standings, title, shell)
    page = path.with_suffix(".html")
    page.write_text(ladder_page(standings, title, shell), "utf-8")
    print(shell.say("stats.kept", file=page))


def show_ladder(standings: Standings, title: str, shell: Words) -> None:
    """Print the ratings of a ladder."""
    report = Table(title=title)
    for head in ("rate.bot", "rate.rating", "ladder.games", "ladder.violations"):
        report.add_column(shell.say(head), justify="left" if head == "rate.bot" else "right")
    for entry in standings.entries():
        report.add_row(entry.name, elo(entry.rating), str(entry.games), str(entry.violations))
    Console(highlight=False).print(report)


def turned(share: Interval) -> Interval:
    """The opponent's share in a two-player match."""
    return Interval(1 - share.mean, share.half)
