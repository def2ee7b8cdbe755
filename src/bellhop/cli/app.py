"""All commands, with their options and help."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bellhop.bots import DEFAULT, LEVELS
from bellhop.cli.language import choose_language
from bellhop.engine.dice import check_seed
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import SPECTATOR
from bellhop.engine.words import LANGUAGES, shell_words
from bellhop.games import NAMED, game_named

if TYPE_CHECKING:
    from bellhop.lab.match import Plan

app = typer.Typer(
    name="bellhop",
    help="One table for three hotel board games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

GameName = Annotated[str, typer.Argument(help="A game: " + ", ".join(NAMED))]
Players = Annotated[int, typer.Option("--players", "-p", help="Number of players.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="A table option, such as high-season=yes; repeatable."),
]
Workers = Annotated[
    str, typer.Option("--on", help="Where to run: cores, ray, or here (one process).")
]
Language = Annotated[
    str,
    typer.Option(
        "--language", "-l", help=", ".join(LANGUAGES), callback=choose_language, is_eager=True
    ),
]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games.")]
Database = Annotated[str, typer.Option(help="An SQLite file, or the URL of a PostgreSQL database.")]
KeepFinished = Annotated[
    float | None, typer.Option(min=0, help="Days after which finished games are deleted.")
]
KeepAbandoned = Annotated[
    float | None,
    typer.Option(min=0, help="Days without a move after which unfinished games are deleted."),
]
SecondsPerMove = Annotated[
    float, typer.Option(min=0.01, help="Seconds that an outside bot may think about a move.")
]
SecondsPerGame = Annotated[
    float | None,
    typer.Option(min=0.01, help="Seconds that an outside bot may think in a whole game."),
]
Memory = Annotated[
    int, typer.Option(min=1, help="Megabytes of memory that an outside bot may use.")
]
SavedGame = Annotated[Path, typer.Argument(help="A saved game.")]


@app.command()
def games(language: Language = "") -> None:
    """List the games, with their options."""
    for game in map(game_named, NAMED):
        words = game.words(language)
        print(f"{game.name}  ({game.credit}; {game.players[0]}-{game.players[-1]})")
        print(f"  {words.say('pitch')}")
        for option in game.options:
            choices = "|".join(option.choices)
            print(f"  -o {option.name}={choices}  {words.say(f'option.{option.name}.help')}")


@app.command()
def play(
    game: GameName,
    players: Players = 3,
    people: Annotated[
        int, typer.Option(help="How many of the players are people at this keyboard.")
    ] = 1,
    name: Annotated[
        list[str] | None, typer.Option("--name", "-n", help="A person's name; repeatable.")
    ] = None,
    bots: Annotated[
        str, typer.Option(help=f"How well the bots play: {', '.join(LEVELS)}.")
    ] = DEFAULT,
    option: Options = None,
    language: Language = "",
    save: Annotated[Path | None, typer.Option(help="Save the game to this file.")] = None,
) -> None:
    """Play in the terminal, with people at one keyboard and bots."""
    from bellhop.cli.terminal import TerminalSession

    chosen = game_named(game)
    undealt = undealt_position(chosen, players, option)
    names = tuple(name or ())
    TerminalSession(chosen, undealt, people, names, language, save, bots).run()


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Number of games.")] = 10_000,
    players: Players = 4,
    option: Options = None,
    seed: Seed = 0,
    language: Language = "",
) -> None:
    """Play many random games and print a summary."""
    from bellhop.cli.reports import run_simulation

    chosen = game_named(game)
    undealt = undealt_position(chosen, players, option)
    check_seed(seed)
    run_simulation(chosen, undealt, games, seed, language)


@app.command()
def replay(
    file: SavedGame,
    seat: Annotated[
        int, typer.Option(help="The seat whose view to show, from 1; 0 for a spectator.")
    ] = 0,
    language: Language = "",
) -> None:
    """Replay a saved game, move by move."""
    from bellhop.cli.reports import show_replay
    from bellhop.table.file import read_game

    saved = read_game(file)
    if not 0 <= seat <= len(saved.seats):
        raise BellhopError("seat_or_spectator", last=len(saved.seats), seat=seat)
    show_replay(saved, seat - 1 if seat else SPECTATOR, language)


@app.command()
def verify(file: SavedGame, language: Language = "") -> None:
    """Verify that the shuffles and dice of a saved game were fair."""
    from bellhop.cli.reports import show_verification
    from bellhop.table.file import read_game

    show_verification(read_game(file), language)


@app.command()
def convert(
    file: SavedGame,
    out: Annotated[Path, typer.Argument(help="The new file: .json, or .bellhop for notation.")],
    language: Language = "",
) -> None:
    """Convert a saved game between JSON and the notation of docs/notation.md."""
    from bellhop.table.file import RECORD_SUFFIX, read_game

    if out.suffix not in (RECORD_SUFFIX, ".json"):
        raise BellhopError("convert", file=out)
    if out.exists():
        raise BellhopError("file_exists", file=out)
    read_game(file).write(out)
    print(shell_words(language).say("convert.done", file=out))


@app.command()
def bench(
    game: GameName,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Measure how fast a game's rules run here."""
    from bellhop.lab.speed import measure

    figures = measure(game_named(game), lambda stage: print(f"… {stage}", file=sys.stderr))
    if as_json:
        print(json.dumps(figures, indent=1))
        return
    for key, value in figures.items():
        print(
            f"{key:26} {value:>16,}" if isinstance(value, int | float) else f"{key:26} {value:>16}"
        )


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 lets others in.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="The port; by default 8000, or the next free one."),
    ] = None,
    database: Database = "",
    public_url: Annotated[
        str, typer.Option(help="The public address of this server, if it is behind a proxy.")
    ] = "",
    patience: Annotated[
        float,
        typer.Option(min=0, help="Minutes after which a bot may play for someone who is away."),
    ] = 10.0,
    keep_finished: KeepFinished = None,
    keep_abandoned: KeepAbandoned = None,
    metrics: Annotated[bool, typer.Option("--metrics", help="Serve /metrics, for Prometheus.")] = (
        False
    ),
    limit: Annotated[
        list[str] | None,
        typer.Option(help="A limit as name=number; docs/hosting.md lists them. Repeatable."),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(help="An outside bot for tables, as name=./program. Repeatable."),
    ] = None,
    show: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    language: Language = "",
) -> None:
    """Serve the table to browsers."""
    from bellhop.cli.serving import Hosting, run_server
    from bellhop.table.limits import read_limits
    from bellhop.table.outside_bots import read_bots
    from bellhop.table.retention import Retention

    kept, limits = Retention(keep_finished, keep_abandoned), read_limits(limit or ())
    bots = read_bots(bot or ())
    chosen = Hosting(host, port, database, public_url, 60 * patience, kept, metrics, limits, bots)
    run_server(chosen, show, language)


@app.command()
def tables(database: Database = "", language: Language = "") -> None:
    """List the tables of a database, the newest first."""
    from bellhop.cli.hosting import list_tables

    list_tables(database, language)


@app.command()
def link(
    table: Annotated[str, typer.Argument(help="A table by its id.")],
    seat: Annotated[
        int, typer.Argument(help="A seat, counted from 1; without it, the link is the host's.")
    ] = 0,
    database: Database = "",
    public_url: Annotated[str, typer.Option(help="Where others reach the server.")] = (
        "http://127.0.0.1:8000"
    ),
    language: Language = "",
) -> None:
    """Make a link to a seat or to hosting a table, for somebody who has lost their device."""
    from bellhop.cli.hosting import make_link

    make_link(database, table, seat, public_url, language)


@app.command()
def delete(
    table: Annotated[list[str], typer.Argument(help="The ids of the tables.")],
    database: Database = "",
    language: Language = "",
) -> None:
    """Delete tables permanently; with SQLite the server must be stopped first."""
    from bellhop.cli.hosting import delete_tables

    delete_tables(database, table, language)


@app.command()
def repair(
    database: Database = "",
    carry_over: Annotated[
        bool,
        typer.Option(
            "--carry-over", help="Let games that replay the same continue under the new rules."
        ),
    ] = False,
    language: Language = "",
) -> None:
    """Replay every running game of other rules, and report which ones would differ."""
    from bellhop.cli.hosting import repair_tables

    repair_tables(database, carry_over, language)


@app.command()
def purge(
    keep_finished: KeepFinished = None,
    keep_abandoned: KeepAbandoned = None,
    database: Database = "",
    language: Language = "",
) -> None:
    """Delete old tables permanently; with SQLite the server must be stopped first."""
    from bellhop.cli.hosting import purge_tables
    from bellhop.table.retention import Retention

    purge_tables(database, Retention(keep_finished, keep_abandoned), language)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="A new file for the copy.")],
    database: Database = "",
    language: Language = "",
) -> None:
    """Back up all tables to a file; the server may be running."""
    from bellhop.cli.hosting import back_up

    back_up(database, file, language)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file made by `bellhop backup`.")],
    database: Database = "",
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace existing tables.")
    ] = False,
    language: Language = "",
) -> None:
    """Restore a SQLite or PostgreSQL database from a backup; its server must be stopped."""
    from bellhop.cli.hosting import restore as fill

    fill(database, file, overwrite, language)


@app.command()
def match(
    game: GameName,
    candidate: Annotated[
        str,
        typer.Argument(help="A level, a search, a program (./mybot) or a class (module:Class)."),
    ],
    baseline: Annotated[str, typer.Argument(help="The opponent.")],
    games: Annotated[
        int, typer.Option("--games", "-n", min=2, help="The maximum number of games.")
    ] = 1_000,
    players: Players = 2,
    option: Options = None,
    seed: Seed = 0,
    test: Annotated[
        str, typer.Option(help="Stop when the result is clear: win shares, such as 0.50:0.55.")
    ] = "",
    prefixes: Annotated[bool, typer.Option("--prefixes", help="Begin with random moves.")] = False,
    adjust_luck: Annotated[
        bool, typer.Option("--adjust-luck", help="Also subtract luck, as a critic judges it.")
    ] = False,
    seconds_per_move: SecondsPerMove = 10.0,
    seconds_per_game: SecondsPerGame = None,
    memory: Memory = 2_000,
    on: Workers = "cores",
    as_json: Annotated[
        Path | None, typer.Option("--json", help="Write the results to this file.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Write a plot to this file, as SVG.")] = None,
    language: Language = "",
) -> None:
    """Play two bots against each other on the same deals from every seat."""
    from bellhop.bots.outside import BotLimits
    from bellhop.cli.lab import run_match
    from bellhop.lab.executors import executor_named

    plan = lab_plan(game, (candidate, baseline), games, players, option, seed)
    limits = BotLimits(move_seconds=seconds_per_move, game_seconds=seconds_per_game, memory=memory)
    plan = replace(plan.with_test(test, prefixes), limits=limits, adjust_luck=adjust_luck)
    run_match(plan, executor_named(on), language, as_json, plot)


@app.command("check-bot")
def check_bot(
    bot: Annotated[str, typer.Argument(help="A program (./mybot) or a class (module:Class).")],
    game: Annotated[
        list[str] | None, typer.Option(help="A game to play, repeatable; all by default.")
    ] = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="Games per game and number of players.")
    ] = 1,
    seconds_per_move: SecondsPerMove = 10.0,
    memory: Memory = 2_000,
    seed: Seed = 0,
    language: Language = "",
) -> None:
    """Play whole games with an outside bot, and list every violation of the protocol."""
    from bellhop.bots.outside import BotLimits
    from bellhop.cli.lab import run_check

    check_seed(seed)
    limits = BotLimits(move_seconds=seconds_per_move, memory=memory)
    run_check(bot, [game_named(name) for name in game or NAMED], games, seed, limits, language)


@app.command()
def stats(
    game: GameName,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", "-n", min=1, help="Number of games: a million of a fast bot, else 10,000."
        ),
    ] = None,
    by: Annotated[
        str, typer.Option(help="Who plays: advice (a fast bot), a level, or a network file.")
    ] = "advice",
    players: Players = 2,
    seed: Seed = 0,
    on: Workers = "cores",
    file: Annotated[Path | None, typer.Option(help="The HTML file to write.")] = None,
    language: Language = "",
) -> None:
    """Let a bot play against itself many times, and write a page of statistics."""
    from bellhop.cli.lab import run_census
    from bellhop.lab.census import ADVICE, Plan
    from bellhop.lab.executors import executor_named
    from bellhop.lab.recording import check

    chosen = game_named(game)
    chosen.undealt(players)
    check_seed(seed)
    if by != ADVICE:
        check([by])
    plan = Plan(chosen, players, games or (1_000_000 if by == ADVICE else 10_000), seed, by)
    page = file or Path(f"{chosen.name}-{players}.html")
    run_census(plan, executor_named(on), language, page)


def lab_plan(
    game: str,
    bots: tuple[str, str],
    games: int,
    players: int,
    options: list[str] | None,
    seed: int,
) -> "Plan":
    """The plan of a match from the command line; games are rounded to whole blocks."""
    from bellhop.lab.match import Plan

    chosen = game_named(game)
    check_seed(seed)
    agreed = tuple(chosen.options_of(undealt_position(chosen, players, options)).items())
    block = players if players == 2 else 2 * players
    plan = Plan(chosen.name, *bots, players, max(2, games // block), agreed, seed)
    plan.check()
    return plan


def undealt_position(game: Game, players: int, options: list[str] | None) -> Position:
    """An undealt position with the players and options from the command line."""
    chosen = {}
    for text in options or ():
        name, equals, choice = text.partition("=")
        if not equals:
            raise BellhopError("option_text", text=text)
        chosen[name] = choice
    return game.undealt(players, chosen)
