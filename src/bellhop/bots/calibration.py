"""The correction of a network's chances, fitted to games that it did not learn from.

A file beside the network holds, by number of players, two temperatures and two biases: for the
first and the last round, interpolated linearly in between.  A temperature above 1 says that the
network was too sure of itself; a bias below 0, that it thought too well of the seat that looks.
The file names the network that it was fitted to; for any other nothing is corrected.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellhop.bots.networks import Floats, TrainedNetwork, softmax
from bellhop.bots.settings_files import read_settings
from bellhop.engine.features import Layout

FILE = "calibration.toml"
ROUND = "round"  # the slice of an observation that says how far a game has gone
LEAST_CHANCE = 1e-6
LEAST_TEMPERATURE = 1e-3

Numbers = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Correction:
    """The correction for one number of players, at the beginning and at the end of a game."""

    temperatures: tuple[float, float] = (1.0, 1.0)
    biases: tuple[float, float] = (0.0, 0.0)

    def correct(self, shares: Numbers, progress: Numbers) -> Floats:
        """Corrected shares, the observer's first; progress goes from 0 to 1."""
        logits = np.log(np.maximum(shares, LEAST_CHANCE))
        logits /= _between(self.temperatures, progress)[:, None]
        logits[:, 0] += _between(self.biases, progress)
        return softmax(logits)


def _between(ends: tuple[float, float], progress: Numbers) -> Numbers:
    between: Numbers = ends[0] + (ends[1] - ends[0]) * progress
    return between


NO_CORRECTION = Correction()


def progress_of(layout: Layout, cells: NDArray[np.int8]) -> Floats:
    """How far games have gone, from 0 in the first round to 1 in the last."""
    rounds = next((one for one in layout.slices if one.name == ROUND), None)
    if rounds is None or rounds.shape == (1,):
        return np.zeros(len(cells), np.float32)
    first, count = layout.at(ROUND), rounds.shape[0]
    marked = cells[:, first : first + count].argmax(1)
    progress: Floats = (marked / (count - 1)).astype(np.float32)
    return progress


def identify(network: TrainedNetwork) -> str:
    """A digest of a network's weights."""
    digest = hashlib.sha256()
    for name in sorted(network.arrays):
        digest.update(network.arrays[name].tobytes())
    return digest.hexdigest()[:16]


def read_calibration(path: Path, network: TrainedNetwork) -> Mapping[int, Correction]:
    """The corrections by number of players; none if the file is missing or of another network."""
    if not path.exists():
        return {}
    settings, name, found = read_settings(path), identify(network), dict[int, Correction]()
    for players in settings.keys:
        if not players.isdecimal():
            settings.refuse(players, "expected a number of players")
        row = settings.table(players)
        row.check_keys(("network", "temperatures", "biases"))
        temperatures = row.pair("temperatures", LEAST_TEMPERATURE)
        correction = Correction(temperatures, row.pair("biases"))
        if row.text("network") == name:
            found[int(players)] = correction
    return found


def write_calibration(
    path: Path, network: TrainedNetwork, corrections: Mapping[int, Correction]
) -> None:
    """Write a network's corrections."""
    lines = ["# Fitted by benchmarks/calibration.py: at the first and at the last round."]
    for players, one in sorted(corrections.items()):
        lines += [
            f"[{players}]",
            f"network = {json.dumps(identify(network))}",
            f"temperatures = {[round(value, 3) for value in one.temperatures]}",
            f"biases = {[round(value, 3) for value in one.biases]}",
        ]
    path.write_text("\n".join(lines) + "\n", "utf-8")
