"""Bots: each chooses moves from what one seat knows.

People can choose among four levels, the same in every game: *easy* follows the game's advice but
makes mistakes, *casual* follows it, *strong* and *master* search.  *random* is for programs.
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
DEFAULT = "casual"  # for newcomers, and for playing in place of someone who is away


class Bot(Protocol):
    """Anything that plays a seat."""

    def choose(self, game: Game, seen: Position, /) -> int:
        """Choose a move for the player whose turn it is, from that player's view."""


def make_bot(
    kind: str,
    seed: int | None = None,
    seconds: float | None = None,
    searcher_for: "Callable[[Game], Searcher] | None" = None,
) -> Bot:
    """Make a bot of the given kind; `seconds` limits its thinking time per move."""
    # Imported here, because many importers only need the names of the kinds.
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
