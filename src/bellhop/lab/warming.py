"""Compiling beforehand: everything that bots, learners and the lab need of a game."""

from bellhop.bots import simulating
from bellhop.bots.searching import searcher_of
from bellhop.engine.compiling import Announce, announcing
from bellhop.engine.game import Game
from bellhop.envs.batch import loops_of
from bellhop.lab import census
from bellhop.lab.simulation import prepare


def warm(game: Game, announce: Announce) -> None:
    """Compile all loops of a game, or find them in the cache."""
    with announcing(announce):
        loops_of(game)
        searcher_of(game)
        prepare(game, announce)
        simulating.loops_of(game)
        census.play_part(game.name, game.players[0], 0, 1, census.ADVICE)
