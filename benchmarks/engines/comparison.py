"""Our results and theirs: ratios, tables and a plot for each way of playing."""

from collections.abc import Iterable, Mapping
from typing import Any

from magnitudes import magnitudes
from rich.console import Console
from rich.table import Table as Grid

from bellhop.games import GAMES

Figures = dict[str, Any]  # results for one game in one way
Report = dict[str, Any]  # for one engine: versions, start-up times, and the figures of its games
Ratios = dict[str, Any]  # between one of their games and each of ours

OURS = "Bellhop"
COSTS = ("reset_us", "clone_us")
WAYS = {
    "one call": "Random play that stays in compiled code",
    "batch": "1,024 games per call, with masks and observations",
    "pettingzoo": "PettingZoo's interface, with masks and observations",
    "openspiel": "OpenSpiel's interface, driven from Python",
    "move by move": "Interpreted rules, one move per call",
}
NOTES = (
    "Our games have four players. Games differ in size, so moves are compared, not games.",
    "OpenSpiel in compiled code: rollouts of its search from the first decision, without deals.",
    "Hanabi is missing there: it gives rewards before the end, which the search refuses.",
    "Pgx computes observations in every step.",
    "Copying a state is free in Pgx and boardgame.io, because their states are immutable.",
    "RLCard's steps give observations; boardgame.io's and our interpreted rules do not.",
)


def compare(ours: Report, theirs: Mapping[str, Report]) -> list[Ratios]:
    """How many times better each of our games does than each of theirs, in the same way."""
    return [
        {
            "engine": engine,
            "game": figures["game"],
            "way": figures["way"],
            "moves_per_s": _times(ours, figures, "moves_per_s", more_is_better=True),
            **{cost: _times(ours, figures, cost, more_is_better=False) for cost in COSTS},
        }
        for engine, report in theirs.items()
        for figures in report["figures"]
    ]


def _times(
    ours: Report, other: Figures, what: str, *, more_is_better: bool
) -> dict[str, float | None]:
    """The ratio for each of our games; None if one side was not measured or is free."""
    times: dict[str, float | None] = {}
    for mine in in_way(ours, other["way"]):
        better, worse = mine.get(what), other.get(what)
        if not more_is_better:
            better, worse = worse, better
        times[mine["game"]] = float(f"{better / worse:.3g}") if better and worse else None
    return times


def in_way(report: Report, way: str) -> list[Figures]:
    """The figures of an engine for one way of playing."""
    return [figures for figures in report["figures"] if figures["way"] == way]


def print_tables(found: dict[str, Any]) -> None:
    """Print moves, costs and start-up times, ours and theirs."""
    console = Console(highlight=False, width=120)
    engines: dict[str, Report] = found["engines"]
    for way, title in WAYS.items():
        console.print(tabulate_moves(way, title, engines, found["ratios"]))
    console.print(tabulate_costs(engines, found["ratios"]))
    console.print(tabulate_starts(engines))
    for note in found["notes"]:
        console.print(note)
    for name, reason in found["absent"].items():
        console.print(f"{name} was not measured: {reason}")


def tabulate_moves(
    way: str, title: str, engines: Mapping[str, Report], ratios: Iterable[Ratios]
) -> Grid:
    """The rates of all engines in one way, and the ratios of ours to theirs."""
    times = {(row["engine"], row["game"]): row for row in ratios if row["way"] == way}
    grid = Grid(title=title)
    for heading in ("engine", "game"):
        grid.add_column(heading, no_wrap=True)
    for heading in ("moves/s", "moves/game"):
        grid.add_column(heading, justify="right", no_wrap=True)
    for game in GAMES:
        grid.add_column(f"× {game.title}", justify="right")
    for engine, report in engines.items():
        for figures in in_way(report, way):
            row = times.get((engine, figures["game"]))
            ours = [write(row["moves_per_s"].get(game.name)) for game in GAMES] if row else []
            rates = (write(figures["moves_per_s"]), write(figures["moves_per_game"]))
            grid.add_row(engine, figures["game"], *rates, *ours)
        if engine == OURS:
            grid.add_section()
    return grid


def tabulate_costs(engines: Mapping[str, Report], ratios: Iterable[Ratios]) -> Grid:
    """The costs of a new game and of a copy, and the ratios of theirs to ours."""
    times = {(row["engine"], row["game"], row["way"]): row for row in ratios}
    grid = Grid(title=f"Costs in µs (× {', '.join(game.title for game in GAMES)})")
    for heading in ("way", "engine", "game"):
        grid.add_column(heading, no_wrap=True)
    for heading in ("reset", "×", "clone", "×"):
        grid.add_column(heading, justify="right", no_wrap=True)
    for way in WAYS:
        for engine, report in engines.items():
            for figures in in_way(report, way):
                row = times.get((engine, figures["game"], way))
                cells = [
                    text
                    for cost in COSTS
                    for text in (write(figures.get(cost)), write_times(row[cost]) if row else "")
                ]
                if any(cost in figures for cost in COSTS):
                    grid.add_row(way, engine, figures["game"], *cells)
        grid.add_section()
    return grid


def tabulate_starts(engines: Mapping[str, Report]) -> Grid:
    """How long a new process takes to import an engine and to make its first move."""
    grid = Grid(title="Start of a process, in seconds (ours with rules already compiled)")
    for heading in ("engine", "versions"):
        grid.add_column(heading)
    for heading in ("import", "× ours", "first move", "× ours"):
        grid.add_column(heading, justify="right")
    ours = engines[OURS]
    for engine, report in engines.items():
        cells = [
            text
            for what in ("import_s", "first_move_s")
            for text in (f"{report[what]:.3f}", write(report[what] / ours[what]))
        ]
        versions = ", ".join(f"{name} {number}" for name, number in report["versions"].items())
        grid.add_row(engine, versions, *cells)
    return grid


def write(number: float | None) -> str:
    """A number with a sensible number of digits."""
    if number is None:
        return "–"
    if number >= 1000:
        return f"{float(f'{number:.3g}'):,.0f}"
    return f"{number:.3g}" if number >= 1 else f"{number:.2g}"


def write_times(times: Mapping[str, float | None]) -> str:
    """The ratios for each of our games, in order."""
    known = [time for game in GAMES if (time := times.get(game.name))]
    return "  ".join("<0.01" if time < 0.01 else write(time) for time in known)


def draw(engines: Mapping[str, Report]) -> str:
    """A plot of the moves per second of all engines, grouped by way."""
    groups = [
        (
            title,
            [
                (f"{engine}: {figures['game']}", float(figures["moves_per_s"]), engine == OURS)
                for engine, report in engines.items()
                for figures in in_way(report, way)
            ],
        )
        for way, title in WAYS.items()
    ]
    return magnitudes("Random moves per second of one core: ours filled, theirs outlined", groups)
