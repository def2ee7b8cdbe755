"""RLCard: rules in plain Python, driven by its environments."""

import copy
import random
from functools import partial
from typing import Any

import rlcard
from stopwatch import Count, Figures, Stopwatch, report, watch_from_command

NAMES = ("leduc-holdem", "uno", "doudizhu")
FIRST_MOVE = """
import random, rlcard, rlcard_games
rlcard_games.play(rlcard.make("leduc-holdem"), random.Random(1))
"""


def play(env: Any, chance: random.Random, max_moves: int = 1_000_000) -> Count:
    """Play one game, but at most a number of moves."""
    state, _ = env.reset()
    moves = 0
    while moves < max_moves and not env.is_over():
        state, _ = env.step(chance.choice(list(state["legal_actions"])))
        moves += 1
    return moves, 1


def measure(name: str, watch: Stopwatch) -> Figures:
    """All figures of a game; copies are deep copies of the game, as there is no other way."""
    env, chance = rlcard.make(name, config={"seed": 1}), random.Random(1)
    rate = watch.rate(partial(play, env, chance))
    reset = watch.cost(env.reset)
    play(env, chance, int(rate["moves_per_game"] / 2))
    return {
        "game": name,
        "way": "move by move",
        **rate,
        "reset_us": reset,
        "clone_us": watch.cost(lambda: copy.deepcopy(env.game)),
    }


def main() -> None:
    """Measure and print."""
    watch = watch_from_command()
    figures = [measure(name, watch) for name in NAMES]
    report(figures, ("rlcard", "numpy"), "import rlcard", FIRST_MOVE)


if __name__ == "__main__":
    main()
