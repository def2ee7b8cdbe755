"""PettingZoo: its classic games, each driven by the loop in its documentation."""

import copy
import random
from functools import partial
from importlib import import_module

from loops import play_aec, walk_aec
from stopwatch import Figures, Stopwatch, report, watch_from_command

NAMES = ("tictactoe_v3", "leduc_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5")
FIRST_MOVE = """
import random, loops
from pettingzoo.classic import leduc_holdem_v4
loops.play_aec(leduc_holdem_v4.env(), random.Random(1))
"""


def measure(name: str, watch: Stopwatch) -> Figures:
    """All figures of a game; copies are deep copies, as there is no other way."""
    env, chance = import_module(f"pettingzoo.classic.{name}").env(), random.Random(1)
    rate = watch.rate(partial(play_aec, env, chance))
    reset = watch.cost(lambda: env.reset(seed=chance.getrandbits(30)))
    walk_aec(env, chance, int(rate["moves_per_game"] / 2))
    return {
        "game": name,
        "way": "pettingzoo",
        **rate,
        "reset_us": reset,
        "clone_us": watch.cost(lambda: copy.deepcopy(env)),
    }


def main() -> None:
    """Measure and print."""
    watch = watch_from_command()
    report(
        [measure(name, watch) for name in NAMES],
        ("pettingzoo", "rlcard", "open-spiel", "numpy"),
        "from pettingzoo.classic import leduc_holdem_v4",
        FIRST_MOVE,
    )


if __name__ == "__main__":
    main()
