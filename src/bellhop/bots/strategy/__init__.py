"""How to play each game well: a page of advice for each, that happens to run.

Every game has a module here, named like its package: rules of thumb in the game's own terms.  They
are plain functions over what the seat on turn knows, so that they advise the casual bot, and,
compiled, the players that a search imagines.
"""

from importlib import import_module
from types import ModuleType
from typing import NamedTuple, Protocol, cast

from bellhop.engine.game import Game, Position


class Search(NamedTuple):
    """How hard a level thinks: a number of simulations, and what happens in each."""

    simulations: int
    wild: int = 0  # in a hundred moves of a simulation, so many are made at random
    curiosity: int = 0  # hundredths of a point that an untried move is worth in a tree; 0: no tree
    turns: int = 0  # so many whole turns are tried; 0: single moves
    width: int = 0  # so many beginnings of turns are followed at once to find them


class Advice(Protocol):
    """What a page of advice answers."""

    SLIP: float  # how far off a beginner's ratings are, as a rule
    STRONG: Search
    MASTER: Search

    def rate(self, seen: Position, move: int, /) -> float:
        """How good a move looks to the seat on turn; only the order of ratings matters."""

    def worth(self, game: Position, seat: int, /) -> int:
        """What a seat has at the end of a simulation, counted as the game counts its score."""

    def has_seen_enough(self, game: Position, start: Position, /) -> bool:
        """Is this a good moment to stop a simulation that began at `start`?"""

    def ends_turn(self, game: Position, start: Position, move: int, /) -> bool:
        """Has this last move ended the turn in which `start` was? Only where turns are planned."""

    def has_shown(self, game: Position, start: Position, /) -> bool:
        """Has something been shown since `start`? Only where whole turns are planned."""


UNBOUND_ADVICE = cast("Advice", None)  # stands in modules of loops until `twin` binds a page


def advice_module(game: Game) -> ModuleType:
    """A game's page of advice as a module, for the compiled twin."""
    return import_module(f"{__name__}.{game.package.rpartition('.')[2]}")


def advice_on(game: Game) -> Advice:
    """A game's page of advice."""
    return cast("Advice", advice_module(game))
