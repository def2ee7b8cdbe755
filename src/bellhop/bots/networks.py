"""Trained networks, with NumPy alone: files, and what a network makes of an observation.

A file holds the weights as 8-bit integers with one scale per column, and a record of how the
network was trained.  A network fits a game if it was trained with the same layout of observations
and the same list of moves; other rules do not matter to it, though it may play worse.
"""

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game

Floats = NDArray[np.float32]

FORMAT = 1
ABOUT = "about"
LARGEST = 127  # of a weight as an integer
POINTS_UNIT = 50.0  # networks learn points in this unit
STABILITY = 1e-5  # added to a variance, as PyTorch does it


class NetworkError(PlainError):
    """A network cannot be read, or does not fit the game."""


@dataclass(frozen=True)
class Outlook:
    """What a network expects, for the observer and the seats after it."""

    shares: Floats  # of the victory, by seat; they add up to one
    points: Floats  # at the end, by seat


def fit_of(game: Game) -> str:
    """The identity of what a network is bound to: the layout of observations, the list of moves."""
    layout = game.observation.LAYOUT
    slices = [(s.name, s.shape, s.low, s.high) for s in layout.slices]
    told = json.dumps([game.name, layout.version, slices, list(game.moves)])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


class TrainedNetwork:
    """The weights of a network; a critic has no preferences for moves."""

    def __init__(self, arrays: Mapping[str, Floats], about: Mapping[str, Any]) -> None:
        self.about, self.arrays = dict(about), arrays
        self._inputs, self._inputs_bias = arrays["inputs"], arrays["inputs_bias"]
        self._layers: list[tuple[Floats, Floats]] = []
        while f"layer{len(self._layers)}" in arrays:
            name = f"layer{len(self._layers)}"
            self._layers.append((arrays[name], arrays[f"{name}_bias"]))
        self._outlook, self._outlook_bias = arrays["outlook"], arrays["outlook_bias"]
        self._preferences = arrays.get("preferences")
        self._preferences_bias = arrays.get("preferences_bias")

    @property
    def is_critic(self) -> bool:
        """Is this a network that sees the whole position, and only judges it?"""
        return self._preferences is None

    def think(self, cells: NDArray[np.int8]) -> Floats:
        """The last layer, for one row of cells or several."""
        x = self._read(cells)
        for weights, bias in self._layers:
            x = x + np.maximum(_normalised(x) @ weights + bias, 0.0)
        return _normalised(x)

    def _read(self, cells: NDArray[np.int8]) -> Floats:
        """The first layer; only the weights of cells that are not zero in every row are read."""
        used = np.flatnonzero(cells if cells.ndim == 1 else cells.any(0))
        summed = cells[..., used].astype(np.float32) @ self._inputs[used]
        read: Floats = np.maximum(summed + self._inputs_bias, 0.0)
        return read

    def prefer(self, features: Floats) -> Floats:
        """The preference for every move; the probabilities are their softmax over legal moves."""
        if self._preferences is None or self._preferences_bias is None:
            raise NetworkError("this network is a critic: it sees everything and chooses nothing")
        preferences: Floats = features @ self._preferences + self._preferences_bias
        return preferences

    def judge(self, features: Floats, players: int) -> Outlook:
        """The expected shares of the victory and points, for the seats that are taken."""
        worth = features @ self._outlook + self._outlook_bias
        seats = (worth.shape[-1] - 1) // 2
        points = worth[..., 1 + seats : 1 + seats + players] * POINTS_UNIT
        return Outlook(softmax(worth[..., 1 : 1 + players]), points)


def softmax(logits: Floats, temperature: float = 1.0) -> Floats:
    """Chances that add up to one in every row; a high temperature makes them more equal."""
    odds = np.exp((logits - logits.max(-1, keepdims=True)) / temperature)
    chances: Floats = odds / odds.sum(-1, keepdims=True)
    return chances


def _normalised(x: Floats) -> Floats:
    centred = x - x.mean(-1, keepdims=True)
    variance = np.square(centred).mean(-1, keepdims=True)
    normalised: Floats = centred / np.sqrt(variance + STABILITY)
    return normalised


def write_network(path: Path, arrays: Mapping[str, Floats], about: Mapping[str, Any]) -> None:
    """Write a network's file; an existing one is replaced only when the new one is complete."""
    packed: dict[str, NDArray[Any]] = {}
    for name, array in arrays.items():
        if array.ndim == 1:
            packed[name] = array.astype(np.float32)
        else:
            scale = np.maximum(np.abs(array).max(0), 1e-12) / LARGEST
            packed[name] = np.round(array / scale).astype(np.int8)
            packed[f"{name}_scale"] = scale.astype(np.float32)
    told = json.dumps({"format": FORMAT, **about}, indent=1, sort_keys=True)
    packed[ABOUT] = np.frombuffer(told.encode(), np.uint8)
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez_compressed(file, **packed)  # type: ignore[arg-type]  # mypy thinks of its options
    part.replace(path)


def read_network(path: Path, game: Game) -> TrainedNetwork:
    """Read a network; refused with one line if the file is damaged or does not fit the game."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            packed = {name: file[name] for name in file.files}
        about = json.loads(packed.pop(ABOUT).tobytes())
        arrays = _unpacked(packed)
    except FileNotFoundError:
        raise NetworkError(f"there is no network {path}") from None
    except (ValueError, KeyError, TypeError, OSError, EOFError, zipfile.BadZipFile) as error:
        raise NetworkError(f"{path} is damaged or no network: {error}") from None
    check_fit(path, about, game)
    return TrainedNetwork(arrays, about)


def check_fit(path: Path, about: Mapping[str, Any], game: Game) -> None:
    """Refuse what was learnt for another game, layout or list of moves."""
    kind, name = about.get("format"), about.get("game")
    if kind != FORMAT:
        raise NetworkError(f"{path} has format {kind}; this version reads format {FORMAT}")
    if name != game.name:
        raise NetworkError(f"{path} is of {name}, not of {game.name}")
    if about.get("fit") != fit_of(game):
        raise NetworkError(
            f"{path} was trained with another layout or list of moves: train it again"
        )


def _unpacked(packed: Mapping[str, NDArray[Any]]) -> dict[str, Floats]:
    """The weights as floating-point numbers; refused if any is not finite."""
    arrays = {}
    for name, array in packed.items():
        if name.endswith("_scale"):
            continue
        weights = array.astype(np.float32)
        if array.ndim > 1:
            weights *= packed[f"{name}_scale"]
        if not np.isfinite(weights).all():
            raise ValueError(f"{name} is not finite")
        arrays[name] = np.ascontiguousarray(weights)
    return arrays
