"""Games that tell apart the ways through their rules, so that those on the same way go on together.

Such a game has a module `ways.py`.  It decides what is done first, never what comes of it.
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Protocol, cast

from bellhop.engine.game import Game, Position


class Ways(Protocol):
    """The ways of a game, numbered from 0 to before COUNT."""

    COUNT: int

    def way_to_choose(self, game: Position, /) -> int:
        """The way on which the allowed moves are found."""

    def way_to_act(self, game: Position, move: int, /) -> int:
        """The way of a move."""


UNBOUND_WAYS = cast("Ways", None)


def ways_module(game: Game) -> ModuleType | None:
    """A game's ways, if it tells them apart."""
    name = f"{game.package}.ways"
    return import_module(name) if find_spec(name) else None
