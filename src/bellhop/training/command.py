"""What `bellhop train` does: find a device, train, and show how it goes."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.games import game_named
from bellhop.training.devices import find_kernels, is_out_of_memory
from bellhop.training.opponents import parse_opponent
from bellhop.training.settings import HIGHEST, LEAST, Settings, settings_of

PLACES = ("here", "ray")
MAX_SEED = 4_000_000  # a run derives the seeds of its games from it, which have 62 bits
TOO_LITTLE_MEMORY = "too little memory for {games:,} games at once: use --set games=… with fewer"


@dataclass(frozen=True)
class Request:
    """What was asked for on the command line."""

    game: str
    seconds: float
    players: str
    out: Path | None
    kernels: Path | None
    device: str
    seed: int
    changes: Sequence[str]
    start_over: bool
    start: Path | None = None
    against: str = ""  # a bot, a network file, or one with a temperature: network.npz@1.0
    on: str = "here"  # or on a Ray cluster
    workers: int = 2  # that learn together there


def train(asked: Request) -> Path:
    """Train a player and return the folder of the run; Ctrl-C stops early and loses nothing."""
    game = game_named(asked.game)
    if asked.on not in PLACES:
        raise PlainError(f"training runs on one of {', '.join(PLACES)}, not {asked.on!r}")
    if not 0 <= asked.seed <= MAX_SEED:
        raise PlainError(f"a seed of training is a number from 0 to {MAX_SEED}, not {asked.seed}")
    kernels = find_kernels(game, asked.kernels, asked.device)
    folder = asked.out or Path("training") / game.name
    from bellhop.training.run import Plan, Run

    plan = Plan(
        game=game,
        settings=change(settings_of(game, on_gpu=kernels is not None), asked.changes),
        players=parse_players(game, asked.players),
        seconds=asked.seconds,
        folder=folder,
        seed=asked.seed,
        kernels=kernels,
        starts_over=asked.start_over,
        start=asked.start,
        rival=parse_opponent(game, asked.against, on_gpu=kernels is not None),
        workers=asked.workers if asked.on == "ray" else 1,
        kernel_folder=asked.kernels,
    )
    ended = "Done"
    try:
        run = Run(plan, show)
        try:
            run.work()
        except KeyboardInterrupt:
            ended = "Stopped"
    except OSError as error:  # the folder is a file, or the disk is full
        raise PlainError(f"{error.filename or folder}: {error.strerror or error}") from None
    except Exception as error:
        if is_out_of_memory(error):
            raise PlainError(TOO_LITTLE_MEMORY.format(games=plan.settings.games)) from None
        raise
    print(f"{ended}: {run.learner.moves:,} moves in all; the network is in {folder}")
    return folder


def parse_players(game: Game, text: str) -> tuple[int, ...]:
    """The numbers of players to train for: all of the game's unless some are named."""
    if not text:
        return tuple(game.players)
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise PlainError(f"players must be numbers such as 2,3,4, not {text!r}") from None


def change(settings: Settings, changes: Sequence[str]) -> Settings:
    """The settings with some changed, each given as NAME=VALUE."""
    known = {entry.name: getattr(settings, entry.name) for entry in fields(settings)}
    for text in changes:
        name, _, value = text.partition("=")
        if name not in known:
            raise PlainError(f"settings are {', '.join(known)}, not {name!r}")
        settings = replace(settings, **{name: _parse_value(name, known[name], value)})
    return settings


def _parse_value(name: str, before: Any, text: str) -> Any:
    """A setting's new value, or its two values, of the same kind as before."""
    try:
        parts = [float(part) for part in text.split(",")]
    except ValueError:
        raise PlainError(f"{name} must be a number, not {text!r}") from None
    if len(parts) != (2 if isinstance(before, tuple) else 1):
        raise PlainError(f"{name} is set like {name}={_show_value(before)}, not to {text!r}")
    least, highest = LEAST.get(name, 0.0), HIGHEST.get(name, sys.float_info.max)
    if not all(least <= part <= highest for part in parts):
        limit = f" to {highest:g}" if name in HIGHEST else " on"
        raise PlainError(f"{name} must be a number from {least:g}{limit}, not {text!r}")
    return tuple(parts) if isinstance(before, tuple) else type(before)(parts[0])


def _show_value(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def show(row: dict[str, Any]) -> None:
    """One line about how it goes."""
    parts = [f"{name} {value:,}" for name, value in row.items()]
    print("  ".join(parts), flush=True)
