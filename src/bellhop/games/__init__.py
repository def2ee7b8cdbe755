"""The only list of games; everything else loops over it.

A game is a folder whose package has a `GAME`.  BELLHOP_GAMES names packages of further games
elsewhere, separated by spaces.
"""

import os
from typing import TYPE_CHECKING, Any

from bellhop.engine.errors import NotFound
from bellhop.engine.game import Game, open_game

PACKAGES = (
    "bellhop.games.perfect_hotel",
    "bellhop.games.overbooking",
    "bellhop.games.grand_austria_hotel",
    *os.environ.get("BELLHOP_GAMES", "").split(),
)
NAMED = {package.rpartition(".")[2].replace("_", "-"): package for package in PACKAGES}

GAMES: tuple[Game, ...]  # all of them, in this order, imported when first used


def game_named(name: str) -> Game:
    """Find a game by its name, such as perfect-hotel, without importing the others."""
    wanted = name.casefold().replace("_", "-")
    if wanted not in NAMED:
        raise NotFound("game", game=name, games=list(NAMED))
    return open_game(NAMED[wanted])


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name != "GAMES":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return globals().setdefault(name, tuple(open_game(package) for package in PACKAGES))
