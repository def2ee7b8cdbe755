"""Bots: each chooses a move from what one seat knows.

People meet four levels, the same in every game: *easy* follows the game's page of advice and slips
now and then, *casual* follows it, *strong* and *master* search.  *random* is for programs.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.records import Position

if TYPE_CHECKING:
    from bellhop.bots.searching import Searcher

LEVELS = ("easy", "casual", "strong", "master")
KINDS = (*LEVELS, "random")
DEFAULT = "casual"  # what a newcomer meets, and what plays for somebody who is away


class Bot(Protocol):
    """Anything that plays a seat."""

    def choose(self, game: Game, seen: Position, /) -> int:
        """A move for the seat on turn, from that seat's own view."""


def make_bot(
    kind: str,
    seed: int | None = None,
    seconds: float | None = None,
    searcher_for: "Callable[[Game], Searcher] | None" = None,
) -> Bot:
    """A bot of a kind; with `seconds` it stops thinking when they are over."""
    # Imported here, because many only want to know which kinds there are.
    from bellhop.bots.advised import AdvisedBot
    from bellhop.bots.random_bot import RandomBot
    from bellhop.bots.searching import SearchBot, searcher_of

    match kind:
        case "random":
            return RandomBot(seed)
        case "easy":
            return AdvisedBot(seed, slips=True)
        case "casual":
            return AdvisedBot(seed)
        case "strong" | "master":
            return SearchBot(searcher_for or searcher_of, kind, seed, seconds)
    raise BellhopError("bot", kinds=KINDS, kind=kind)
