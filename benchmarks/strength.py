"""Measure the searches and what the levels give away, and save the results as JSON.

    python benchmarks/strength.py [GAME …] [PART …]

The parts are simulations (per second of processor time, of every search) and miniatures (what a
best response wins against each level in the solved games).  How the levels do against each other
is measured by levels.py.
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import imagining as imagining_loops

from bellhop.bots import LEVELS, make_bot
from bellhop.bots.searching import Searcher, searcher_of, think
from bellhop.engine import twin
from bellhop.engine.game import Game
from bellhop.engine.parts import Search
from bellhop.engine.seats import is_over
from bellhop.games import GAMES

RESULTS = Path(__file__).parent / "results"
TESTS = Path(__file__).parents[1] / "tests"


def speed(game: Game) -> dict[str, Any]:
    """Simulations per second of CPU time, and how their time is divided."""
    os.environ["BELLHOP_THREADS"] = "1"
    searcher = searcher_of(game)
    wild = searcher.advice.MASTER.wild
    searches = {
        "flat_random": Search(2_000, wild=100),
        "flat_advised": Search(2_000, wild=0),
        "flat": Search(2_000, wild=wild),
        "tree": Search(2_000, wild=wild, curiosity=100),
    }
    spent = {name: _time(searcher, search) for name, search in searches.items()}
    imagining = _imagining(game)
    tree = spent["tree"]
    rules = max(0.0, spent["flat"])
    return {
        "simulations_per_core_second": {name: round(1e6 / us) for name, us in spent.items()},
        "imagining_us": round(imagining, 2),
        "share_of_a_tree_simulation": {
            "imagining": round(imagining / tree, 3),
            "rules_and_advice": round(min(1.0, rules / tree), 3),
            "tree": round(max(0.0, tree - rules - imagining) / tree, 3),
        },
    }


def _positions(game: Game) -> list[Any]:
    """Views from one game between casual bots, at points where there is a choice."""
    bot, position, found = make_bot("casual", 1), game.new(game.players[0], seed=1), []
    while not is_over(position):
        seen = game.view(position, position.turn)
        if len(game.legal_moves(seen)) > 1:
            found.append(seen)
        game.play(position, bot.choose(game, seen))
    return found[::3]


def _time(searcher: Searcher, search: Search) -> float:
    tries, spent, views = 0, 0.0, _positions(searcher.game)
    think(searcher, views[0], search._replace(simulations=8), 1)  # compiles the search
    for seen in views:
        start = time.process_time()
        estimates = think(searcher, seen, search, 1)
        spent += time.process_time() - start
        tries += sum(estimate.tries for estimate in estimates)
    return 1e6 * spent / tries


def _imagining(game: Game) -> float:
    made, spent, deals = twin.compiled(imagining_loops, game.rules), 0.0, 2_000
    room = game.array(1)
    views = _positions(game)
    made.loops.imagine_many(made.take(views[0]), made.take(room), 1, 1)
    for seen in views:
        start = time.process_time()
        made.loops.imagine_many(made.take(seen), made.take(room), deals, 1)
        spent += time.process_time() - start
    return 1e6 * spent / deals / len(views)


def exploitability(name: str) -> dict[str, Any]:
    """The value of a solved miniature, and what a best response wins against each level."""
    sys.path.insert(0, str(TESTS))
    from miniature.solving import examine

    return examine(name, "random", *LEVELS)


def save(name: str, figures: Any) -> None:
    """Write results to a file in `results`, and print them."""
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    print(name, json.dumps(figures))


SIMULATIONS, MINIATURES = PARTS = ("simulations", "miniatures")


def main(*names: str) -> None:
    """Measure everything, or only the named parts and games."""
    games = [game for game in GAMES if game.name in names] or GAMES
    parts = [part for part in PARTS if part in names] or PARTS
    if SIMULATIONS in parts:
        for game in games:
            save(f"{SIMULATIONS}-{game.name}", speed(game))
    if MINIATURES in parts:
        save(MINIATURES, {name: exploitability(name) for name in ("a", "b", "c")})


if __name__ == "__main__":
    main(*sys.argv[1:])
