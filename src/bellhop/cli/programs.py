"""Commands for programs and their authors: compiling beforehand, datasets, ratings of bots."""

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from bellhop.cli.app import (
    GameName,
    Language,
    Memory,
    Options,
    Players,
    SecondsPerGame,
    SecondsPerMove,
    Seed,
    Workers,
    app,
    lab_plan,
    undealt_position,
)
from bellhop.engine.words import shell_words
from bellhop.games import NAMED, game_named


@app.command()
def warm(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Games; all by default.")
    ] = None,
    language: Language = "",
) -> None:
    """Compile the rules beforehand, so that nothing has to wait for it later."""
    from bellhop.lab.warming import warm as compile_all

    shell = shell_words(language)
    for game in [game_named(name) for name in games or NAMED]:
        start = time.perf_counter()
        compile_all(game, lambda line: print(line, file=sys.stderr, flush=True))
        spent = f"{time.perf_counter() - start:.1f}"
        print(shell.say("warm.done", game=game.title, seconds=spent), flush=True)


@app.command()
def selfplay(
    game: GameName,
    out: Annotated[Path, typer.Option(help="The folder of the dataset.")],
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Number of games.")] = 1_000,
    by: Annotated[
        list[str] | None,
        typer.Option(help="A player: a level, random, a search or a network file; repeatable."),
    ] = None,
    players: Players = 2,
    option: Options = None,
    seed: Seed = 0,
    on: Workers = "cores",
    shard: Annotated[int, typer.Option(min=1, help="Games per file.")] = 250,
    language: Language = "",
) -> None:
    """Let bots play, and write every decision as Parquet; needs the extra `data`."""
    from bellhop.cli.reports import progress_bar
    from bellhop.lab.dataset import DataPlan, write_dataset
    from bellhop.lab.executors import executor_named

    chosen = game_named(game)
    agreed = tuple(chosen.options_of(undealt_position(chosen, players, option)).items())
    names = tuple(by or ("master",))
    plan = DataPlan(chosen.name, games, names, players, agreed, seed, shard)
    plan.check()
    start = time.perf_counter()
    with progress_bar(chosen.title, games) as advance:
        written = write_dataset(plan, out, executor_named(on), advance)
    rate = written.decisions / (time.perf_counter() - start)
    each = written.bytes / max(1, written.decisions)
    told = {"games": f"{written.games:,}", "bytes": f"{each:.1f}", "rate": f"{rate:,.0f}"}
    print(shell_words(language).say("selfplay.kept", folder=out,
                                    decisions=f"{written.decisions:,}", **told))  # fmt: skip


@app.command()
def rate(
    game: GameName,
    games: Annotated[
        int, typer.Option("--games", "-n", min=2, help="Games per pair of bots.")
    ] = 400,
    players: Players = 2,
    bot: Annotated[
        list[str] | None, typer.Option(help="A bot to rate, repeatable; all by default.")
    ] = None,
    option: Options = None,
    seconds_per_move: SecondsPerMove = 10.0,
    seconds_per_game: SecondsPerGame = None,
    memory: Memory = 2_000,
    seed: Seed = 0,
    on: Workers = "cores",
    folder: Annotated[Path, typer.Option(help="The folder for the ratings.")] = Path(
        "benchmarks/results"
    ),
    language: Language = "",
) -> None:
    """Rate bots against each other, all levels by default, and save the result."""
    from bellhop.bots import KINDS
    from bellhop.bots.outside import BotLimits
    from bellhop.cli.lab import run_rating
    from bellhop.lab.executors import executor_named

    rated = tuple(bot or ("random", *(kind for kind in KINDS if kind != "random")))
    plan = lab_plan(game, (rated[-1], rated[0]), games, players, option, seed)
    limits = BotLimits(move_seconds=seconds_per_move, game_seconds=seconds_per_game, memory=memory)
    run_rating(replace(plan, limits=limits), rated, executor_named(on), language, folder)


@app.command()
def ladder(
    game: GameName,
    bots: Annotated[
        list[str] | None,
        typer.Argument(metavar="[BOT]...", help="Bots that join: levels, networks, ./programs."),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=4, help="Games per pair of bots.")
    ] = 200,
    players: Players = 2,
    option: Options = None,
    forget: Annotated[
        list[str] | None, typer.Option(help="A bot to take off the ladder; repeatable.")
    ] = None,
    folder: Annotated[Path, typer.Option(help="The folder of the ladder and its page.")] = Path(
        "ladder"
    ),
    seconds_per_move: SecondsPerMove = 10.0,
    seconds_per_game: SecondsPerGame = None,
    memory: Memory = 2_000,
    seed: Seed = 0,
    on: Workers = "cores",
    language: Language = "",
) -> None:
    """Keep a ladder of bots: those who join play everybody on it, once."""
    from bellhop.bots.outside import BotLimits
    from bellhop.cli.lab import run_ladder
    from bellhop.lab.executors import executor_named

    plan = lab_plan(game, ("random", "casual"), games, players, option, seed)
    limits = BotLimits(move_seconds=seconds_per_move, game_seconds=seconds_per_game, memory=memory)
    plan, path = replace(plan, limits=limits), folder / f"{plan.game}-{players}.json"
    run_ladder(plan, path, bots or (), forget or (), executor_named(on), language)
