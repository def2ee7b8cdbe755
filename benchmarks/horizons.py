"""How far simulations should look ahead: what the choice of each horizon gives away.

    python benchmarks/horizons.py GAME POSITIONS DEALS

At decisions from games of the best players, the network's favourite moves are tried on many
imagined deals to the end of the game, which gives the truth under the network's own play.  Then
every horizon chooses on other deals; so does the network alone.  What a choice gives away is the
mean difference to the best move.  The results are added to `results/horizons.json`.
"""

import json
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported

import numpy as np

from bellhop.bots.evaluators import Evaluator, evaluator_of
from bellhop.bots.simulating import END, TO_THE_END, Crowd, Horizon, Loops, loops_of
from bellhop.bots.trained import observe
from bellhop.bots.trials import Trial, half_interval
from bellhop.engine.records import Position
from bellhop.games import game_named

RESULTS = Path(__file__).parent / "results" / "horizons.json"
HORIZONS = (0, 1, 2, 4, 8, 16, END)  # own decisions before the network judges
MOVES = 6  # the network's favourites
TRUTH, OTHER = 1, 2  # keys of the deals


def positions(loops: Loops, evaluator: Evaluator, players: int, count: int) -> list[Position]:
    """Decisions that the network is not sure of, one from each of some games."""
    game, chance = loops.game, np.random.default_rng(7)
    crowd, found = Crowd(loops, count, players), dict[int, Position]()
    crowd.place([game.new(players, seed=5_000 + number) for number in range(count)])
    crowd.look()
    alive, seen = np.arange(count), np.zeros(count)
    while len(alive):
        preferences = evaluator.prefer(evaluator.think(crowd.cells[alive]))
        legal = np.where(crowd.masks[alive] > 0, preferences, -np.inf)
        weights = np.exp(legal - legal.max(1, keepdims=True))
        unsure = weights.max(1) < 0.9 * weights.sum(1)
        for row in alive[unsure]:
            seen[row] += 1
            if chance.random() < 1 / seen[row]:  # each is as likely to be kept
                found[int(row)] = crowd.position(int(row))
        crowd.choose(alive, preferences)
        crowd.play(alive)
        alive = alive[crowd.choices[alive] > 0]
    return list(found.values())


def main(name: str, count: str, deals: str, players: str = "2") -> None:
    """Measure one game, and keep the results."""
    game = game_named(name)
    loops, evaluator = loops_of(game), evaluator_of(game, int(players))
    assert evaluator is not None
    lost: dict[str, list[float]] = {}
    seconds: dict[str, float] = {}
    for position in positions(loops, evaluator, int(players), int(count)):
        seen = game.view(position, position.turn)
        legal = game.legal_moves(seen)
        preferences = evaluator.prefer(evaluator.think(observe(game, seen)[None]))[0, legal]
        moves = [legal[number] for number in np.argsort(-preferences)[:MOVES]]
        truth = Trial(loops, evaluator, seen, moves, TRUTH, TO_THE_END)
        for part in truth.parts(moves, 4 * int(deals)):
            truth.run(part, range(4 * int(deals)))
        worth = {move: float(truth.shares(move).mean()) for move in moves}
        chosen = {"network": moves[0]}
        for ahead in HORIZONS:
            start = time.process_time()
            trial = Trial(loops, evaluator, seen, moves, OTHER, Horizon(ahead))
            trial.run(moves, range(int(deals)))
            label = "end" if ahead == END else str(ahead)
            seconds[label] = seconds.get(label, 0.0) + time.process_time() - start
            chosen[label] = trial.best()
        for label, move in chosen.items():
            lost.setdefault(label, []).append(max(worth.values()) - worth[move])
        told = {label: f"{np.mean(values):.4f}" for label, values in lost.items()}
        print(len(lost["network"]), told, flush=True)
    found = {
        label: {
            "lost": round(float(np.mean(values)), 4),
            "half": round(half_interval(np.array(values, np.float32)), 4),
            "seconds": round(seconds.get(label, 0.0) / len(values), 3),
        }
        for label, values in lost.items()
    }
    kept = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    kept[f"{name} {players}"] = {"positions": len(lost["network"]), "deals": int(deals), **found}
    RESULTS.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
