"""Bots: each chooses moves from what one seat knows.

People can choose among six levels, the same in every game: *newcomer* follows the game's advice but
makes mistakes, *casual* follows it, and the others play by a network that was trained by self-play,
*regular* rather wildly and *master* always the move that it likes best.  For programs there are
also *random* and *search*, which simulates games that follow the advice.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.records import Position

if TYPE_CHECKING:
    from bellhop.bots.searching import Searcher

LEVELS = ("newcomer", "casual", "regular", "strong", "expert", "master")
OLD_NAMES = {"easy": "newcomer"}  # in stored tables and saved games
KINDS = (*LEVELS, "search", "random")
ACCEPTED = (*KINDS, *OLD_NAMES)
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

    match OLD_NAMES.get(kind, kind):
        case "random":
            return RandomBot(seed)
        case "newcomer":
            return AdvisedBot(seed, slips=True)
        case "casual":
            return AdvisedBot(seed)
        case "search":
            from bellhop.bots.searching import SearchBot, searcher_of

            return SearchBot(searcher_for or searcher_of, "master", seed, seconds)
        case level if level in LEVELS:
            from bellhop.bots.levels import LevelBot

            return LevelBot(level, seed, seconds, searcher_for)
    raise BellhopError("bot", kinds=KINDS, kind=kind)
