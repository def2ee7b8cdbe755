"""Checkpoints of a training run: what was learnt, and how."""

import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from bellhop.bots.networks import FORMAT, check_fit, fit_of
from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.training.settings import Settings

NAME = "checkpoint.pt"


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


def read_checkpoint(folder: Path, game: Game, device: torch.device) -> dict[str, Any] | None:
    """The checkpoint of a folder, or None; refused if it is damaged or does not fit the game."""
    path = folder / NAME
    if not path.exists():
        return None
    try:
        content: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
    except Exception as error:
        raise PlainError(f"{path} cannot be read: it is damaged or no checkpoint") from error
    check_fit(path, content, game)
    return content
