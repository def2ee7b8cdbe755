"""Bots: each chooses moves from what one seat knows.

People can choose among six levels, the same in every game: *newcomer* follows the game's advice but
makes mistakes, *casual* follows it, and the others play by a network that was trained by self-play,
*regular* rather wildly and *master* always the move that it likes best.  For programs there are
also *random*, *search*, which simulates games that follow the advice, and *rollout*, which
simulates games that the master plays.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.records import Position

if TYPE_CHECKING:
    from bellhop.bots.searching import Searcher

LEVELS = ("newcomer", "casual", "regular", "strong", "expert", "master")
OLD_NAMES = {"easy": "newcomer"}  # in stored tables and saved games
KINDS = (*LEVELS, "rollout", "search", "random")
ACCEPTED = (*KINDS, *OLD_NAMES)
AT_ONCE = 3  # players at a table that is opened at once, if the game allows it
GENTLEST = LEVELS[0]
DEFAULT = "casual"  # for newcomers, and for playing in place of someone who is away


def count_rivals(game: Game) -> int:
    """The number of bots at a table that is opened at once."""
    return min(max(game.players[0], AT_ONCE), game.players[-1]) - 1


class Bot(Protocol):
    """Anything that plays a seat."""

    def choose(self, game: Game, seen: Position, /) -> int:
        """Choose a move for the player whose turn it is, from that player's view."""


class Draw(NamedTuple):
    """A move that a bot has chosen, and how likely each of its moves was, where that is known."""

    move: int
    distribution: Mapping[int, float] | None = None


@runtime_checkable
class HasDistribution(Protocol):
    """A bot that can say how likely each of its moves is."""

    def draw(self, game: Game, seen: Position, /) -> Draw:
        """Choose the move that `choose` would choose, and state the distribution."""


def draw(bot: Bot, game: Game, seen: Position) -> Draw:
    """Let any bot choose; without the distribution if it cannot say."""
    if isinstance(bot, HasDistribution):
        return bot.draw(game, seen)
    return Draw(bot.choose(game, seen))


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
        case "rollout":
            from bellhop.bots.rollout_bot import RolloutBot

            return RolloutBot(seed, seconds)
        case "search":
            from bellhop.bots.searching import SearchBot, searcher_of

            return SearchBot(searcher_for or searcher_of, "master", seed, seconds)
        case level if level in LEVELS:
            from bellhop.bots.levels import LevelBot

            return LevelBot(level, seed, seconds, searcher_for)
    raise BellhopError("bot", kinds=KINDS, kind=kind)
