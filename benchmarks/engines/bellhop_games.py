"""Bellhop: random play of all games, in the same ways as the other engines."""

import copy
import random
from collections.abc import Callable
from functools import partial
from itertools import count

import pyspiel
from loops import deal_spiel, play_aec, play_spiel, walk_aec, walk_spiel
from stopwatch import Count, Figures, Stopwatch, report, watch_from_command

from bellhop.engine import playout, twin
from bellhop.engine.game import Game
from bellhop.engine.seats import is_over
from bellhop.envs import aec
from bellhop.envs.batch import Batch
from bellhop.envs.spiel import name_of
from bellhop.games import GAMES
from bellhop.lab.simulation import play_chunk

PLAYERS = 4
CHUNK = 200  # games per call
BATCH = 1024
CLONES = 64
FIRST_MOVE = """
from bellhop.games import GAMES
from bellhop.lab.simulation import prepare
prepare(GAMES[0], print)
"""


def measure_one_call(game: Game, watch: Stopwatch) -> Figures:
    """Whole games in compiled code, including the deal."""
    undealt, player = game.undealt(PLAYERS), twin.compiled(playout, game.rules)
    seeds = count(0, CHUNK)

    def play() -> Count:
        _, moves = play_chunk(game, undealt, next(seeds), CHUNK, player)
        return moves, CHUNK

    copies, original = player.take(game.array(CLONES)), player.take(undealt)
    clone = watch.cost(lambda: player.loops.clone_many(copies, original, 100), 100 * CLONES)
    return {**watch.rate(play), "clone_us": clone}


def measure_batch(game: Game, watch: Stopwatch) -> Figures:
    """Many games in parallel, with masks and observations after every move."""
    batch = Batch(game, BATCH, PLAYERS, threads=1)

    def play() -> Count:
        batch.advance(batch.draw())
        return BATCH, int(batch.done.sum())

    rate = watch.rate(play)
    return {
        **rate,
        "clone_us": watch.cost(batch.copy, BATCH),
        "reset_us": watch.cost(partial(batch.reset, 1), BATCH),
    }


def measure_pettingzoo(game: Game, watch: Stopwatch) -> Figures:
    """Through the PettingZoo environment."""
    env, chance = aec.env(game, PLAYERS), random.Random(1)
    rate = watch.rate(partial(play_aec, env, chance))
    reset = watch.cost(lambda: env.reset(seed=chance.getrandbits(30)))
    walk_aec(env, chance, int(rate["moves_per_game"] / 2))
    return {**rate, "reset_us": reset, "clone_us": watch.cost(lambda: copy.deepcopy(env))}


def measure_openspiel(game: Game, watch: Stopwatch) -> Figures:
    """Through OpenSpiel's interface, which drives our rules from Python."""
    wrapped = pyspiel.load_game(f"{name_of(game)}(players={PLAYERS})")
    chance = random.Random(1)
    rate = watch.rate(partial(play_spiel, wrapped, chance))
    middle = walk_spiel(wrapped, chance, int(rate["moves_per_game"] / 2))
    return {
        **rate,
        "reset_us": watch.cost(partial(deal_spiel, wrapped, chance)),
        "clone_us": watch.cost(middle.clone),
    }


def measure_move_by_move(game: Game, watch: Stopwatch) -> Figures:
    """With the rules in plain Python, checking each move before it is made."""
    chance, seeds = random.Random(1), count()

    def play() -> Count:
        position = game.new(PLAYERS, seed=next(seeds))
        moves = 0
        while not is_over(position):
            game.play(position, chance.choice(game.legal_moves(position)))
            moves += 1
        return moves, 1

    return {
        **watch.rate(play),
        "reset_us": watch.cost(lambda: game.new(PLAYERS, seed=next(seeds))),
        "clone_us": watch.cost(game.new(PLAYERS).copy),
    }


WAYS: dict[str, Callable[[Game, Stopwatch], Figures]] = {
    "one call": measure_one_call,
    "batch": measure_batch,
    "pettingzoo": measure_pettingzoo,
    "openspiel": measure_openspiel,
    "move by move": measure_move_by_move,
}


def main() -> None:
    """Measure and print."""
    watch = watch_from_command()
    figures = [
        {"game": game.name, "way": way, **measure(game, watch)}
        for way, measure in WAYS.items()
        for game in GAMES
    ]
    packages = ("bellhop", "numba", "numpy", "pettingzoo", "open-spiel")
    report(figures, packages, "import bellhop.games", FIRST_MOVE)


if __name__ == "__main__":
    main()
