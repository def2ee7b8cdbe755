"""A network that plays and judges for simulations, its chances corrected by its calibration."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from bellhop.bots.calibration import (
    FILE,
    NO_CORRECTION,
    Correction,
    progress_of,
    read_calibration,
)
from bellhop.bots.levels import FOLDER, network_of
from bellhop.bots.networks import Floats, TrainedNetwork
from bellhop.bots.settings_files import SettingsError
from bellhop.engine.features import Layout
from bellhop.engine.game import Game

Cells = NDArray[np.int8]


@dataclass(frozen=True)
class Results:
    """What is expected, or what became, of many positions, by seat."""

    shares: Floats  # of the victory; each row adds up to one
    points: Floats  # at the end


@dataclass(frozen=True, eq=False)
class Evaluator:
    """Plays and judges many positions at once, each from the observation of the seat on turn."""

    network: TrainedNetwork
    layout: Layout
    players: int
    correction: Correction = NO_CORRECTION

    def think(self, cells: Cells) -> Floats:
        """The network's last layer, for several rows of cells."""
        return self.network.think(cells)

    def prefer(self, features: Floats) -> Floats:
        """The preference for every move."""
        return self.network.prefer(features)

    def judge(self, features: Floats, cells: Cells, turns: Cells) -> Results:
        """What every seat may expect, by seat instead of in turn order from the observer."""
        outlook = self.network.judge(features, self.players)
        shares = outlook.shares
        if self.correction is not NO_CORRECTION:
            shares = self.correction.correct(shares, progress_of(self.layout, cells))
        order = (np.arange(self.players) - turns[:, None]) % self.players
        return Results(
            np.take_along_axis(shares, order, 1), np.take_along_axis(outlook.points, order, 1)
        )


@cache
def evaluator_of(game: Game, players: int) -> Evaluator | None:
    """The evaluator that comes with a game; None if no network fits."""
    network = network_of(game)
    if network is None:
        return None
    correction = _corrections_of(game, network).get(players, NO_CORRECTION)
    return Evaluator(network, game.observation.LAYOUT, players, correction)


@cache
def _corrections_of(game: Game, network: TrainedNetwork) -> Mapping[int, Correction]:
    """The corrections beside a game's network; a file that cannot be read is reported once."""
    try:
        return read_calibration(game.folder / FOLDER / FILE, network)
    except SettingsError as error:
        logging.getLogger(__name__).warning("%s; chances are not corrected", error)
        return {}
