"""A bot that tries the network's favourite moves on imagined deals, and plays the best of them.

How far it looks ahead, and on how many deals, is in a file beside the network.
"""

import logging
import random
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

import numpy as np

from bellhop.bots.deadlines import deadline_in, is_late
from bellhop.bots.evaluators import Evaluator, evaluator_of
from bellhop.bots.levels import FOLDER
from bellhop.bots.networks import softmax
from bellhop.bots.settings_files import SettingsError, read_settings
from bellhop.bots.simulating import END, Horizon, loops_of, ready_loops
from bellhop.bots.trained import observe
from bellhop.bots.trials import Trial
from bellhop.engine.dice import WORD_BITS
from bellhop.engine.game import Game
from bellhop.engine.records import Position

FILE = "simulation.toml"
CERTAIN = 0.95  # a move that the network plays this often is not doubted


@dataclass(frozen=True)
class Simulation:
    """How a game is simulated; looking ahead is counted in the seat's own decisions."""

    ahead: int = END
    deals: int = 64
    moves: int = 8  # favourites
    weigh_ahead: int = 2  # for weighing moves: decisions before the network has its say
    keep: float = 1.0  # of a verdict, from then on, from one decision of the seat to the next


@cache
def simulation_of(game: Game) -> Simulation:
    """How a game is simulated, by the file beside its network.

    A file that cannot be read is reported once, in one line.
    """
    path = game.folder / FOLDER / FILE
    if not path.exists():
        return Simulation()
    try:
        return _read_simulation(path)
    except SettingsError as error:
        logging.getLogger(__name__).warning("%s; simulations go as in any game", error)
        return Simulation()


def _read_simulation(path: Path) -> Simulation:
    settings = read_settings(path)
    settings.check_keys(field.name for field in fields(Simulation))
    keep = settings.number("keep", least=0)
    if keep > 1:
        settings.refuse("keep", f"expected a number up to 1, not {keep:g}")
    return Simulation(
        ahead=settings.whole("ahead", least=0) or END,
        deals=settings.whole("deals", least=1),
        moves=settings.whole("moves", least=1),
        weigh_ahead=settings.whole("weigh_ahead", least=0),
        keep=keep,
    )


class RolloutBot:
    """Simulates with the game's network, or its advice; the same seed gives the same choices.

    The time limit is only for tables where people are waiting.
    """

    def __init__(self, seed: int | None = None, seconds: float | None = None) -> None:
        self._random, self._seconds = random.Random(seed), seconds

    def choose(self, game: Game, seen: Position) -> int:
        """Choose a move for the player whose turn it is, from that player's view."""
        deadline = deadline_in(self._seconds)
        moves, key = game.legal_moves(seen), self._random.getrandbits(WORD_BITS)
        evaluator, simulation = evaluator_of(game, seen.seats), simulation_of(game)
        if evaluator is not None:
            moves = favourites(game, evaluator, seen, simulation.moves)
        if len(moves) == 1:
            return moves[0]
        loops = loops_of(game) if deadline is None else ready_loops(game)
        trial = Trial(loops, evaluator, seen, moves, key, Horizon(simulation.ahead))
        return halve(trial, simulation.deals, deadline)


def favourites(
    game: Game,
    evaluator: Evaluator,
    seen: Position,
    count: int,
    certain: float = CERTAIN,
    least: float = 0.0,
) -> list[int]:
    """The moves that the network likes best; only one if it is certain.

    Moves that it would play less often than `least` are left out.
    """
    legal = game.legal_moves(seen)
    preferences = evaluator.prefer(evaluator.think(observe(game, seen)[None]))[0, legal]
    order = np.argsort(-preferences, kind="stable")
    weights = softmax(preferences)
    if weights[order[0]] >= certain:
        return [legal[order[0]]]
    return [legal[number] for number in order[:count] if weights[number] >= least]


def halve(trial: Trial, deals: int, deadline: float | None = None) -> int:
    """Sequential halving: try all moves on some deals, the better half on twice as many …"""
    alive, first = trial.moves, 0
    rounds = (len(alive) - 1).bit_length()
    for number in range(rounds):
        last = max(first + 1, deals >> (rounds - 1 - number))
        while first < last:
            end = min(last, first + trial.deals_per_look) if deadline else last
            if is_late(deadline):
                return trial.best()
            for part in trial.parts(alive, end - first):
                trial.run(part, range(first, end))
            first = end
        alive = sorted(alive, key=lambda move: -float(trial.shares(move).mean()))
        alive = alive[: (len(alive) + 1) // 2]
    return alive[0]
