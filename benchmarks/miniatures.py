"""How far what our training learns can be exploited, in games that are small enough to solve.

    python benchmarks/miniatures.py [a b c] [--iterations 900]

Needs the extra `train`.  A network learns by self-play for the lead in points, as `bellhop train`
does on processor cores.  Every few iterations its policy is written out for the whole tree; the
plans are averaged, later ones with more weight, and a best response to the average is computed.
The figures are kept in `results/miniatures-learnt.json`.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from circumstances import circumstances

from bellhop.games.overbooking.miniatures import SOLVED, open_miniature
from bellhop.training.learner import Learner
from bellhop.training.rollout import Player

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from miniature.learning import Reader, learn
from miniature.solving import build, exploitability_of_plans

RESULTS = Path(__file__).parent / "results" / "miniatures-learnt.json"
EVERY = 5  # iterations between two plans
TOLD = 50  # iterations between two figures; a multiple of it


def average(name: str, iterations: int) -> dict[str, Any]:
    """Train on a miniature; the exploitability of the last and of the averaged policy."""
    game, value = open_miniature(name), SOLVED[name].value
    tree = build(game)
    readers = [Reader(tree, side) for side in tree.sides]
    sums, curve = [np.zeros(side.sequences) for side in tree.sides], list[Any]()
    weights, start = 0, time.process_time()

    def look(learner: Learner, number: int) -> None:
        nonlocal sums, weights
        if number % EVERY and number < iterations:
            return
        plans = [reader.plan(Player(learner.network)) for reader in readers]
        weights += number**2
        sums = [total + number**2 * plan for total, plan in zip(sums, plans, strict=True)]
        if number % TOLD == 0 or number == iterations:
            last = exploitability_of_plans(tree, value, *plans)
            averaged = exploitability_of_plans(tree, value, *(one / weights for one in sums))
            curve.append([number, round(last, 4), round(averaged, 4)])
            print(name, *curve[-1], flush=True)

    learner = learn(name, iterations, told=look)
    return {
        "nodes": tree.nodes,
        "value": value,
        "last": curve[-1][1],
        "averaged": curve[-1][2],
        "curve": curve,
        "moves": learner.moves,
        "processor_seconds": round(time.process_time() - start, 1),
        **circumstances(game),
    }


def main() -> None:
    """Learn, print and keep."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", default=list(SOLVED))
    parser.add_argument("--iterations", type=int, default=900)
    asked = parser.parse_args()
    torch.set_num_threads(1)
    kept = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    for name in asked.names:
        kept[name] = average(name, asked.iterations)
        RESULTS.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
