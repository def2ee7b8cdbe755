"""The levels that play by a game's network; without one, the older bots take their places."""

import logging
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from bellhop.bots import Draw, draw
from bellhop.bots.advised import AdvisedBot
from bellhop.bots.networks import NetworkError, TrainedNetwork, read_player
from bellhop.bots.settings_files import SettingsError, read_settings
from bellhop.bots.trained import TrainedBot
from bellhop.engine.game import Game
from bellhop.engine.records import Position

if TYPE_CHECKING:
    from bellhop.bots import Bot
    from bellhop.bots.searching import Searcher

FOLDER = "networks"  # in a game's folder
NETWORK, CRITIC, RECORD = "all.npz", "critic.npz", "record.json"
TEMPERATURES = "levels.toml"
OLDER = {"regular": "casual", "strong": "strong", "expert": "strong", "master": "master"}


@cache
def network_of(game: Game) -> TrainedNetwork | None:
    """The network that comes with a game, read when first needed; None if there is none that fits.

    One that does not fit is reported once, in one line.
    """
    path = game.folder / FOLDER / NETWORK
    if not path.exists():
        return None
    try:
        return read_player(path, game)
    except NetworkError as error:
        logging.getLogger(__name__).warning("%s; the older bots play instead", error)
        return None


def _fitting_network(game: Game) -> TrainedNetwork:
    """The network of a game that has one; not a lambda, so that bots can be pickled."""
    network = network_of(game)
    assert network
    return network


@cache
def temperatures_of(game: Game) -> Mapping[str, float]:
    """How wildly each level of a game plays; empty without a network.

    A file that cannot be read is reported once, in one line.
    """
    if network_of(game) is None:
        return {}
    try:
        return _read_temperatures(game.folder / FOLDER / TEMPERATURES)
    except SettingsError as error:
        logging.getLogger(__name__).warning("%s; the older bots play instead", error)
        return {}


def _read_temperatures(path: Path) -> dict[str, float]:
    settings = read_settings(path)
    settings.check_keys(OLDER)
    return {level: settings.number(level, least=0) for level in settings.keys}


class LevelBot:
    """Plays at a level, in any game."""

    def __init__(
        self,
        level: str,
        seed: int | None,
        seconds: float | None,
        searcher_for: "Callable[[Game], Searcher] | None",
    ) -> None:
        self._level, self._seed = level, seed
        self._seconds, self._searcher_for = seconds, searcher_for
        self._bots: dict[Game, Bot] = {}

    def choose(self, game: Game, seen: Position) -> int:
        """Choose a move for the player whose turn it is, from that player's view."""
        return self._bot_for(game).choose(game, seen)

    def draw(self, game: Game, seen: Position) -> Draw:
        """Choose a move, and state the distribution if it is known."""
        return draw(self._bot_for(game), game, seen)

    def _bot_for(self, game: Game) -> "Bot":
        if game not in self._bots:
            self._bots[game] = self._make_bot_for(game)
        return self._bots[game]

    def _make_bot_for(self, game: Game) -> "Bot":
        network, temperatures = network_of(game), temperatures_of(game)
        if network is not None and self._level in temperatures:
            return TrainedBot(_fitting_network, self._seed, temperatures[self._level])
        older = OLDER[self._level]
        if older == "casual":
            return AdvisedBot(self._seed)
        from bellhop.bots.searching import SearchBot, searcher_of

        return SearchBot(self._searcher_for or searcher_of, older, self._seed, self._seconds)
