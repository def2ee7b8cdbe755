"""The yardstick: the master before there were networks, kept as it was with its advice.

    cd benchmarks && bellhop match overbooking master yardstick:Master

The advice in `bellhop.games` may get better; what is measured against this player stays comparable.
"""

from functools import cache
from types import ModuleType

from bellhop.bots.searching import SearchBot, Searcher
from bellhop.engine import twin
from bellhop.engine.game import Game

from . import grand_austria_hotel, overbooking, perfect_hotel

NAME = "yardstick:Master"
ADVICE: dict[str, ModuleType] = {
    "perfect-hotel": perfect_hotel,
    "overbooking": overbooking,
    "grand-austria-hotel": grand_austria_hotel,
}


@cache
def searcher_of(game: Game) -> Searcher:
    """The compiled search with the advice of that time; the first call may take long."""
    searcher = Searcher(game, twin.has_compiler(), ADVICE[game.name])
    searcher.warm_up()
    return searcher


class Master(SearchBot):
    """Thinks as long as its simulations take, without a limit on time."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(searcher_of, "master", seed)
