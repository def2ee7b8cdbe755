"""Can the coach's losses be trusted?  What it says of players who play like itself, and of levels.

    python benchmarks/trust.py [GAME …] [--positions N]

Positions are taken from games of two players of random levels.  In each of them every level says
what it would play, and the moves are weighed as in an analysis.  The rows:

- a level: what its moves give away on average, and how many of them are called blunders;
- `coach`: what the coach's own best move, found with some deals, gives away in its eyes on others;
- `noise`: the same without fresh deals, with the value of the best move as the measure on those
  deals that chose it: as much of a loss would be nothing but noise;
- `hints`: how far the chance of the best move in a hint is from that of the chance bar, and how far
  a loss exceeds that chance, at most.

Decisions with one legal move are left out.  The results are added to `results/coach-trust.json`.
"""

import json
import os
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported

import numpy as np

from bellhop.bots import make_bot
from bellhop.bots.evaluators import evaluator_of
from bellhop.bots.rollout_bot import favourites
from bellhop.bots.simulating import TO_THE_END, Loops, loops_of
from bellhop.bots.trials import Trial, half_interval
from bellhop.coach import judge, weigh
from bellhop.coach.analysis import Grade
from bellhop.coach.grades import grade_of
from bellhop.coach.weighing import Question, weigh_all
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over
from bellhop.games import GAMES

RESULTS = Path(__file__).parent / "results" / "coach-trust.json"
LEVELS = ("newcomer", "casual", "regular", "strong", "expert", "master")
POSITIONS = 48
PER_GAME = 4
TOGETHER = 16
KEYS = (1, 987_654_321_987_654_321)  # far apart: neighbours have the same deals
DEALS_BEFORE = 16  # that chose the best move and measured the loss as well


def positions(game: Game, count: int) -> list[Position]:
    """What players saw before their decisions, some from each of several games."""
    chance, found = random.Random(7), list[Position]()
    while len(found) < count:
        position, seen = game.new(2, seed=chance.getrandbits(40)), list[Position]()
        bots = [make_bot(chance.choice(LEVELS), chance.getrandbits(20)) for _ in range(2)]
        while not is_over(position):
            view = game.view(position, position.turn)
            if len(game.legal_moves(view)) > 1:
                seen.append(view)
            game.play(position, bots[position.turn].choose(game, view))
        found += chance.sample(seen, min(PER_GAME, len(seen)))
    return found[:count]


def weighed(
    loops: Loops, asked: Sequence[tuple[int, int]], seen: Sequence[Position], key: int
) -> dict[tuple[int, int], tuple[float, int]]:
    """For moves in positions, by number: what they give away, and the best moves."""
    found = {}
    for first in range(0, len(asked), TOGETHER):
        part = asked[first : first + TOGETHER]
        questions = [Question(seen[number], move) for number, move in part]
        answers = weigh_all(loops.game, questions, seed=key, loops=loops)
        for entry, answer in zip(part, answers, strict=True):
            found[entry] = answer.of(entry[1]).loss, answer.best.move
    return found


def noise(loops: Loops, seen: Sequence[Position]) -> list[float]:
    """What the best move of one set of deals seems to lose to the best one of another set."""
    lost = []
    for view in seen:
        evaluator = evaluator_of(loops.game, view.seats)
        assert evaluator
        moves = favourites(loops.game, evaluator, view, 6, certain=1.0)
        trials = [Trial(loops, evaluator, view, moves, key, TO_THE_END) for key in KEYS]
        for trial in trials:
            trial.run(moves, range(DEALS_BEFORE))
        lost.append(trials[1].loss(trials[0].best(), trials[1].best())[0])
    return lost


def hints(game: Game, seen: Sequence[Position]) -> dict[str, Any]:
    """What hints and the chance bar tell about the same positions."""
    differences, beyond, moves = list[float](), list[float](), 0
    for view in seen:
        found, judged = weigh(game, view), judge(game, view).chances[view.turn]
        differences.append(abs(found.best.chance - judged))
        beyond.append(max(one.loss for one in found.moves) - judged)
        moves += len(found.moves)
    return {
        "positions": len(seen),
        "moves": moves,
        "largest_difference": max(differences),
        "beyond_chance": round(max(beyond), 4),
    }


def summed_up(lost: list[float]) -> dict[str, Any]:
    """The mean loss with its interval, and the large ones."""
    grades = [grade_of(loss) for loss in lost]
    return {
        "decisions": len(lost),
        "loss": round(float(np.mean(lost)), 4),
        "half": round(half_interval(np.array(lost, np.float32)), 4),
        "mistakes": grades.count(Grade.MISTAKE),
        "blunders": grades.count(Grade.BLUNDER),
        "largest": round(max(lost), 3),
    }


def measure(game: Game, count: int) -> dict[str, Any]:
    """All rows of one game."""
    loops, seen, rows = loops_of(game), positions(game, count), dict[str, Any]()
    began = time.process_time()
    chosen = {
        level: [make_bot(level, number).choose(game, view) for number, view in enumerate(seen)]
        for level in LEVELS
    }
    asked = sorted({(n, move) for moves in chosen.values() for n, move in enumerate(moves)})
    found = weighed(loops, asked, seen, KEYS[0])
    for level, moves in chosen.items():
        rows[level] = summed_up([found[entry][0] for entry in enumerate(moves)])
        print(game.name, level, rows[level], flush=True)
    rows["cpu_s_per_move"] = round((time.process_time() - began) / len(asked), 3)
    best = [(n, found[n, move][1]) for n, move in enumerate(chosen["master"])]
    rows["coach"] = summed_up([one for one, _ in weighed(loops, best, seen, KEYS[1]).values()])
    rows["noise"] = summed_up(noise(loops, seen[: count // 4]))
    rows["hints"] = hints(game, seen[: count // 4])
    print(game.name, rows, flush=True)
    return rows


def main() -> None:
    """Measure the games that the arguments name, or all."""
    names = [one for one in sys.argv[1:] if not one.startswith("--") and not one.isdecimal()]
    count = int(sys.argv[-1]) if "--positions" in sys.argv else POSITIONS
    for game in GAMES:
        if evaluator_of(game, 2) is None or (names and game.name not in names):
            continue
        found = measure(game, count)
        results = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
        RESULTS.write_text(json.dumps({**results, game.name: found}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
