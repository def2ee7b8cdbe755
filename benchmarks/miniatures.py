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
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from bellhop.bots.trained import observe
from bellhop.envs.many import Setup
from bellhop.games.overbooking.miniatures import SOLVED, open_miniature
from bellhop.training.learner import Learner
from bellhop.training.rollout import ILLEGAL
from bellhop.training.settings import Settings
from bellhop.training.tensors import GameTensors

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from miniature.solving import Side, Tree, build, exploitability_of_plans

RESULTS = Path(__file__).parent / "results" / "miniatures-learnt.json"
EVERY = 5  # iterations between two plans
TOLD = 50  # iterations between two figures
SEED = 1
SETTINGS = replace(
    Settings(),
    games=1_024,
    steps=16,
    minibatch=2_048,
    width=128,
    layers=2,
    rate=(1e-3, 1e-4),
    entropy=(0.2, 0.02),  # moves that are rarely made must stay known: a best response makes them
    victory=0.0,
    margin=8.0,
    critic_every=0,
    stagger=32,
)


class Reader:
    """Writes a network's policy out as a plan for one side of a tree."""

    def __init__(self, tree: Tree, side: Side) -> None:
        self._side = side
        seen = [decision.seen for decision in side.decisions]
        self._cells = torch.from_numpy(np.stack([observe(tree.game, one) for one in seen]))
        self._masks = torch.zeros(len(seen), len(tree.game.moves), dtype=torch.bool)
        for row, decision in enumerate(side.decisions):
            self._masks[row, decision.moves] = True

    def plan(self, learner: Learner) -> Any:
        """The weight of every sequence."""
        with torch.no_grad():
            preferences = learner.network(self._cells, learner.dtype)[0]
        chances = torch.softmax(preferences.masked_fill(~self._masks, ILLEGAL), 1).numpy()
        plan = np.zeros(self._side.sequences)
        plan[0] = 1.0
        for decision, row in zip(self._side.decisions, chances, strict=True):
            moves = slice(decision.first, decision.first + len(decision.moves))
            plan[moves] = plan[decision.parent] * row[decision.moves]
        return plan


def learn(name: str, iterations: int) -> dict[str, Any]:
    """Train on a miniature; the exploitability of the last and of the averaged policy."""
    game, value = open_miniature(name), SOLVED[name].value
    tree = build(game)
    readers = [Reader(tree, side) for side in tree.sides]
    tensors = GameTensors(game, SETTINGS.games, [Setup(2)], SEED << 40)
    tensors.batch.stagger(SETTINGS.stagger)
    learner = Learner(game, tensors, SETTINGS, SEED)
    sums, weights, curve = [np.zeros(side.sequences) for side in tree.sides], 0, []
    start = time.process_time()
    for number in range(1, iterations + 1):
        learner.iterate(number / iterations)
        if number % EVERY == 0:
            plans = [reader.plan(learner) for reader in readers]
            weights += number**2
            sums = [total + number**2 * plan for total, plan in zip(sums, plans, strict=True)]
        if number % TOLD == 0 or number == iterations:
            last = exploitability_of_plans(tree, value, *plans)
            averaged = exploitability_of_plans(tree, value, *(one / weights for one in sums))
            curve.append([number, round(last, 4), round(averaged, 4)])
            print(name, *curve[-1], flush=True)
    return {
        "nodes": tree.nodes,
        "value": value,
        "last": curve[-1][1],
        "averaged": curve[-1][2],
        "curve": curve,
        "moves": learner.moves,
        "processor_seconds": round(time.process_time() - start, 1),
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
        kept[name] = learn(name, asked.iterations)
        RESULTS.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
