"""Trained networks, with NumPy alone: files, and what a network makes of an observation.

A file holds the weights as 8-bit integers with one scale per column, and a record of how the
network was trained.  A network fits a game if it was trained with the same layout of observations
and the same list of moves; other rules do not matter to it, though it may play worse.
"""

import hashlib
import io
import json
import re
from collections.abc import Iterable, Mapping
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
        content = path.read_bytes()
    except FileNotFoundError:
        raise NetworkError(f"there is no network {path}") from None
    except OSError as error:
        raise NetworkError(f"{path} cannot be read: {error.strerror}") from None
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            packed = {name: file[name] for name in file.files}
        about = json.loads(packed.pop(ABOUT).tobytes())
    except Exception as error:  # damaged archives raise almost anything, zlib.error for instance
        reason = str(error).partition("\n")[0]
        raise NetworkError(f"{path} is damaged or no network: {reason}") from None
    check_fit(path, about, game)
    try:
        _check_formats(packed, game)
        return TrainedNetwork(_unpacked(packed), about)
    except ValueError as error:
        raise NetworkError(f"{path} is damaged or no network: {error}") from None


def read_player(path: Path, game: Game) -> TrainedNetwork:
    """Read a network that chooses moves; a critic is refused."""
    network = read_network(path, game)
    if network.is_critic:
        raise NetworkError(f"{path} is a critic: it sees everything and chooses nothing")
    return network


def check_fit(path: Path, about: object, game: Game) -> None:
    """Refuse what was learnt for another game, layout or list of moves."""
    if not isinstance(about, dict) or not isinstance(about.get("runs", []), list):
        raise NetworkError(f"{path} is damaged or no network: it does not say how it was trained")
    kind, name = about.get("format"), about.get("game")
    if kind != FORMAT:
        raise NetworkError(f"{path} has format {kind}; this version reads format {FORMAT}")
    if name != game.name:
        raise NetworkError(f"{path} is of {name}, not of {game.name}")
    if about.get("fit") != fit_of(game):
        raise NetworkError(
            f"{path} was trained with another layout or list of moves: train it again"
        )


def _check_formats(packed: Mapping[str, NDArray[Any]], game: Game) -> None:
    """Raise a ValueError if an array is missing, unknown, or of the wrong type or shape."""
    first = packed.get("inputs")
    if first is None or first.ndim != 2 or not first.shape[1]:
        raise ValueError("inputs are not a table of weights")
    wanted = _formats(packed, game, width=first.shape[1])
    if packed.keys() != wanted.keys():
        odd = sorted(packed.keys() ^ wanted.keys())
        raise ValueError(f"{odd[0]} is {'unknown' if odd[0] in packed else 'missing'}")
    for name, array in packed.items():
        if (array.dtype, array.shape) != wanted[name]:
            kind, shape = wanted[name]
            found = f"{array.dtype} {array.shape}"
            raise ValueError(f"{name} should be {kind} {shape}, not {found}")


def _formats(
    names: Iterable[str], game: Game, width: int
) -> dict[str, tuple[np.dtype[Any], tuple[int, ...]]]:
    """The type and shape of every array in the file of a network of this width.

    How many layers there are, and whether there are preferences, is told by the names in the file.
    """
    tables = {
        "inputs": (game.observation.LAYOUT.size, width),
        **{f"layer{number}": (width, width) for number in range(count_layers(names))},
        "outlook": (width, 1 + 2 * game.players[-1]),
    }
    if "preferences" in names:
        tables["preferences"] = (width, len(game.moves))
    small, exact = np.dtype(np.int8), np.dtype(np.float32)
    formats: dict[str, tuple[np.dtype[Any], tuple[int, ...]]] = {}
    for name, (rows, columns) in tables.items():
        formats[name] = (small, (rows, columns))
        formats[f"{name}_scale"] = formats[f"{name}_bias"] = (exact, (columns,))
    return formats


def count_layers(names: Iterable[str]) -> int:
    """The number of residual layers, from the names of the arrays in a file."""
    return sum(re.fullmatch(r"layer\d+", name) is not None for name in names)


def _unpacked(packed: Mapping[str, NDArray[Any]]) -> dict[str, Floats]:
    """The weights as floating-point numbers; raises a ValueError if any is not finite."""
    arrays = {}
    for name, array in packed.items():
        if name.endswith("_scale"):
            continue
        weights = array.astype(np.float32)
        if array.ndim > 1:
            with np.errstate(all="ignore"):
                weights *= packed[f"{name}_scale"]
        if not np.isfinite(weights).all():
            raise ValueError(f"{name} is not finite")
        arrays[name] = np.ascontiguousarray(weights)
    return arrays
