"""Whom a run learns to beat: a network file, a level, or a bot that needs no network."""

import math
from pathlib import Path
from typing import NamedTuple

from bellhop.bots import KINDS, OLD_NAMES
from bellhop.bots.levels import FOLDER, NETWORK, temperatures_of
from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.envs import rivals

CASUAL = "casual"


class Opponent(NamedTuple):
    """Who plays all seats but the learner's: a network at a temperature, or a bot without one."""

    name: str
    network: Path | None = None
    temperature: float = 0.0

    @property
    def is_casual(self) -> bool:
        """Does the batch itself play this one's moves, by the game's advice?"""
        return self.name == CASUAL


def parse_opponent(game: Game, text: str, *, on_gpu: bool) -> Opponent | None:
    """The opponent that was named, such as casual, strong or network.npz@1.0; None by default."""
    name = OLD_NAMES.get(text, text)
    if not name:
        return None
    if name in KINDS:
        return _bot_named(game, name, on_gpu=on_gpu)
    path, _, temperature = text.partition("@")
    if not path.endswith(rivals.NETWORK_SUFFIX):
        known = ", ".join(_usable(game, on_gpu=on_gpu))
        files = "network.npz or network.npz@TEMPERATURE"
        raise PlainError(f"one can learn to beat {known} or a file such as {files}, not {text!r}")
    return Opponent(Path(text).name, Path(path), _parse_temperature(temperature or "0"))


def _usable(game: Game, *, on_gpu: bool) -> list[str]:
    """The bots that play thousands of games at once."""
    compiled = [kind for kind in rivals.COMPILED if kind != CASUAL or not on_gpu]
    return [kind for kind in KINDS if kind in compiled or kind in temperatures_of(game)]


def _bot_named(game: Game, name: str, *, on_gpu: bool) -> Opponent:
    usable = _usable(game, on_gpu=on_gpu)
    if name not in usable:
        why = "chooses game by game, which is too slow to learn from"
        if name == CASUAL:
            why = "plays on processor cores only (--device cores)"
        raise PlainError(f"{name} {why}; one can learn to beat {', '.join(usable)}")
    temperatures = temperatures_of(game)
    if name in temperatures:
        return Opponent(name, game.folder / FOLDER / NETWORK, temperatures[name])
    return Opponent(name)


def _parse_temperature(text: str) -> float:
    try:
        temperature = float(text)
    except ValueError:
        temperature = math.nan
    if not 0 <= temperature < math.inf:
        raise PlainError(f"a temperature must be a number from 0 on, not {text!r}")
    return temperature
