"""Bots: each chooses a move from what one seat knows."""

from typing import Protocol

from bellhop.bots.random_bot import RandomBot
from bellhop.bots.sensible import SensibleBot
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game, Position

KINDS = ("sensible", "random")


class Bot(Protocol):
    """Anything that plays a seat."""

    def choose(self, game: Game, seen: Position, /) -> int:
        """A move for the seat on turn, from that seat's own view."""


def make_bot(kind: str, seed: int | None = None) -> Bot:
    """A bot of a kind."""
    if kind == "random":
        return RandomBot(seed)
    if kind == "sensible":
        return SensibleBot(seed)
    raise BellhopError(f"a bot is {' or '.join(KINDS)}, not {kind!r}")
