"""What `bellhop train` does: find a device, train, and show how it goes."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.games import game_named
from bellhop.training.devices import find_kernels, is_out_of_memory
from bellhop.training.settings import Settings, settings_of

if TYPE_CHECKING:
    from bellhop.training.run import Opponent

PLACES = ("here", "ray")
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
    against: str = ""  # a network file, or one with a temperature: network.npz@1.0
    on: str = "here"  # or on a Ray cluster
    workers: int = 2  # that learn together there


def train(asked: Request) -> Path:
    """Train a player and return the folder of the run; Ctrl-C stops early and loses nothing."""
    game = game_named(asked.game)
    if asked.on not in PLACES:
        raise PlainError(f"training runs on one of {', '.join(PLACES)}, not {asked.on!r}")
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
        rival=parse_opponent(asked.against),
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


def parse_opponent(text: str) -> "Opponent | None":
    """The network to learn to beat, such as master.npz or master.npz@1.0; none by default."""
    from bellhop.training.run import Opponent

    if not text:
        return None
    path, _, temperature = text.partition("@")
    try:
        return Opponent(Path(path), float(temperature or 0))
    except ValueError:
        raise PlainError(f"a temperature must be a number, not {temperature!r}") from None


def change(settings: Settings, changes: Sequence[str]) -> Settings:
    """The settings with some changed, each given as NAME=VALUE."""
    known = {entry.name: getattr(settings, entry.name) for entry in fields(settings)}
    for text in changes:
        name, _, value = text.partition("=")
        if name not in known:
            raise PlainError(f"settings are {', '.join(known)}, not {name!r}")
        before = known[name]
        try:
            parts = [float(part) for part in value.split(",")]
            new: Any = tuple(parts) if isinstance(before, tuple) else type(before)(parts[0])
        except ValueError:
            raise PlainError(f"{name} must be a number, not {value!r}") from None
        if isinstance(before, tuple) and len(new) != len(before):
            raise PlainError(f"{name} has {len(before)} values, such as {before}, not {value!r}")
        settings = replace(settings, **{name: new})
    return settings


def show(row: dict[str, Any]) -> None:
    """One line about how it goes."""
    parts = [f"{name} {value:,}" for name, value in row.items()]
    print("  ".join(parts), flush=True)
