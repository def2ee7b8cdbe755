"""What `bellhop train` does: find a device, train, and show how it goes."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.games import game_named
from bellhop.training.settings import Settings, settings_of

DEVICES = ("auto", "gpu", "cores")
MISSING = "training needs PyTorch: install bellhop's extra `train`, or PyTorch for your CUDA"


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


def train(asked: Request) -> None:
    """Train a player of a game; Ctrl-C stops early and keeps what was learnt."""
    game = game_named(asked.game)
    loaded = find_kernels(game, asked.kernels, asked.device)
    settings = change(settings_of(game, on_gpu=loaded is not None), asked.changes)
    players = parse_players(game, asked.players)
    folder = asked.out or Path("training") / game.name
    from bellhop.training.run import Plan, Run

    plan = Plan(
        game,
        settings,
        players,
        asked.seconds,
        folder,
        asked.seed,
        loaded,
        asked.start_over,
        asked.start,
    )
    run = Run(plan, show)
    try:
        run.work()
    except KeyboardInterrupt:
        print("Stopped.")
    print(f"{run.learner.moves:,} moves in all; the network is in {folder}")


def find_kernels(game: Game, folder: Path | None, device: str) -> Any:
    """The kernels for the GPU, or None for the processor cores."""
    try:
        import torch
    except ImportError:
        raise PlainError(MISSING) from None
    if device not in DEVICES:
        raise PlainError(f"device must be one of {', '.join(DEVICES)}, not {device!r}")
    if device == "cores":
        return None
    if not torch.cuda.is_available():
        if device == "gpu" or folder is not None:
            raise PlainError("PyTorch finds no GPU here; without one, use --device cores")
        return None
    from bellhop.envs.gpu.loading import Kernels, compiled_here

    return Kernels(game, folder / game.name) if folder else compiled_here(game, print)


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
