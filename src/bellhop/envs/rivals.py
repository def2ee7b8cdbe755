"""The rivals of learners: who chooses in compiled code, who by a network, and who one by one."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bellhop.bots import KINDS, OLD_NAMES, Bot, make_bot
from bellhop.bots.levels import network_of, temperatures_of
from bellhop.bots.networks import TrainedNetwork
from bellhop.bots.trained import FileBot, network_at
from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.envs.arrays import ADVISED, ELSEWHERE, RANDOM

COMPILED = {"casual": ADVISED, "random": RANDOM}
NETWORK_SUFFIX = ".npz"


def rivals_at(rivals: str | Sequence[str], seats: int) -> list[str]:
    """The kinds of bots for the other seats, in order of play after the learner."""
    found = [rivals] * (seats - 1) if isinstance(rivals, str) else list(rivals)
    found = [OLD_NAMES.get(kind, kind) for kind in found]
    is_known = all(kind in KINDS or kind.endswith(NETWORK_SUFFIX) for kind in found)
    if len(found) != seats - 1 or not is_known:
        wanted = f"one or {seats - 1} of {', '.join(KINDS)}, or network files (…{NETWORK_SUFFIX})"
        raise PlainError(f"rivals must be {wanted}, not {rivals!r}")
    return found


def policies_of(kinds: Sequence[str]) -> NDArray[np.int64]:
    """How the seats after the learner choose, for compiled code."""
    return np.array([COMPILED.get(kind, ELSEWHERE) for kind in kinds], np.int64)


def make_rival(kind: str, seed: int) -> Bot:
    """A bot that plays a rival's seat by itself."""
    return FileBot(Path(kind), seed) if kind.endswith(NETWORK_SUFFIX) else make_bot(kind, seed)


class NetworkPlayer(NamedTuple):
    """A network that chooses for many games at once."""

    network: TrainedNetwork
    temperature: float

    def choose(
        self, cells: NDArray[np.int8], masks: NDArray[np.int8], chance: np.random.Generator
    ) -> NDArray[np.int64]:
        """A legal move for every row; drawn if there is a temperature, otherwise the best."""
        preferences = self.network.prefer(self.network.think(cells))
        if self.temperature:
            preferences = preferences / self.temperature
            preferences += chance.gumbel(size=preferences.shape)
        preferences[masks == 0] = -np.inf
        best: NDArray[np.int64] = preferences.argmax(axis=1)
        return best


def network_player(kind: str, game: Game) -> NetworkPlayer | None:
    """The network that plays a kind of rival; None if a bot has to choose game by game."""
    if kind.endswith(NETWORK_SUFFIX):
        return NetworkPlayer(network_at(game, Path(kind)), 0.0)
    network, temperatures = network_of(game), temperatures_of(game)
    if network is None or kind not in temperatures:
        return None
    return NetworkPlayer(network, temperatures[kind])
