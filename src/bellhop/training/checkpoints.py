"""Checkpoints of a training run: what was learnt, and how."""

import os
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from bellhop.bots.networks import FORMAT, check_fit, fit_of
from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.training.devices import is_out_of_memory
from bellhop.training.settings import Settings

NAME = "checkpoint.pt"
SIZES = ("width", "layers")  # the settings that determine the shape of a network


def write_checkpoint(folder: Path, game: Game, settings: Settings, content: dict[str, Any]) -> None:
    """Write a checkpoint; the previous one stays until the new one is complete."""
    written = {
        "format": FORMAT,
        "game": game.name,
        "fit": fit_of(game),
        "settings": asdict(settings),
        **content,
    }
    part = folder / f"{NAME}.part"
    torch.save(written, part)
    os.replace(part, folder / NAME)


def read_checkpoint(
    folder: Path, game: Game, settings: Settings, device: torch.device
) -> dict[str, Any] | None:
    """The checkpoint of a folder, or None.

    It is refused if it is damaged, or does not fit the game or the settings.
    """
    path = folder / NAME
    if not path.exists():
        return None
    try:
        with zipfile.ZipFile(path) as archive:
            if archive.testzip():  # PyTorch would read damaged weights
                raise damaged(path)
        content: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
    except Exception as error:
        if is_out_of_memory(error):
            raise
        raise damaged(path) from None
    check_fit(path, content, game)
    try:
        sizes = {name: int(content["settings"][name]) for name in SIZES}
        content["learner"], content["runs"]
    except (KeyError, TypeError, ValueError):
        raise damaged(path) from None
    if any(getattr(settings, name) != size for name, size in sizes.items()):
        changes = " ".join(f"--set {name}={size}" for name, size in sizes.items())
        raise PlainError(
            f"{path} has a network of another size: go on with {changes},"
            " or forget it with --start-over"
        )
    return content


def damaged(path: Path) -> PlainError:
    """The error for a file that is not a whole checkpoint."""
    return PlainError(f"{path} cannot be read: it is damaged or no checkpoint")
