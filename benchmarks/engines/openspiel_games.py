"""OpenSpiel: its C++ and Python games driven from Python, and random play that stays in C++.

The latter uses the evaluator of its tree search: one simulation makes many random rollouts from the
first decision.  The deal is not included, and the number of moves is estimated as the number of
games times their mean length.
"""

import random
from functools import partial

import open_spiel.python.games  # noqa: F401  # registers the Python games
import pyspiel
from loops import deal_spiel, play_spiel, walk_spiel
from stopwatch import Count, Figures, Stopwatch, report, watch_from_command

IN_CPP = ("tic_tac_toe", "leduc_poker", "hanabi", "gin_rummy", "hearts", "backgammon")
IN_PYTHON = ("python_kuhn_poker", "python_tic_tac_toe", "python_block_dominoes")
NO_ROLLOUTS = {"hanabi"}  # it gives rewards before the end, which the search refuses
ROLLOUTS = 100
FIRST_MOVE = """
import random, loops, pyspiel
loops.play_spiel(pyspiel.load_game("leduc_poker"), random.Random(1))
"""


def measure_loop(name: str, watch: Stopwatch) -> Figures:
    """A game driven from Python, one move at a time."""
    game, chance = pyspiel.load_game(name), random.Random(1)
    rate = watch.rate(partial(play_spiel, game, chance))
    middle = walk_spiel(game, chance, int(rate["moves_per_game"] / 2))
    return {
        "game": name,
        "way": "openspiel",
        **rate,
        "reset_us": watch.cost(partial(deal_spiel, game, chance)),
        "clone_us": watch.cost(middle.clone),
    }


def measure_rollouts(name: str, moves_per_game: float, watch: Stopwatch) -> Figures:
    """Random play in C++, many games per call."""
    game, chance = pyspiel.load_game(name), random.Random(1)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=1)
    simulations = 1
    bot = pyspiel.MCTSBot(
        game, evaluator, 2.0, simulations, max_memory_mb=1, solve=False, seed=1, verbose=False
    )
    deals = [deal_spiel(game, chance) for _ in range(50)]

    def roll_out() -> Count:
        bot.mcts_search(chance.choice(deals))
        return round(ROLLOUTS * moves_per_game), ROLLOUTS

    return {"game": name, "way": "one call", **watch.rate(roll_out)}


def main() -> None:
    """Measure and print."""
    watch = watch_from_command()
    figures = [measure_loop(name, watch) for name in IN_CPP + IN_PYTHON]
    lengths = {one["game"]: one["moves_per_game"] for one in figures}
    figures += [
        measure_rollouts(name, lengths[name], watch) for name in IN_CPP if name not in NO_ROLLOUTS
    ]
    report(figures, ("open-spiel", "numpy"), "import pyspiel", FIRST_MOVE)


if __name__ == "__main__":
    main()
