"""Train two learners on every game, with fixed seeds and steps, and keep what they reach.

    python benchmarks/learners.py [GAME …]

`make bench-learners` installs what it needs.  Both learners play two-player tables against casual
bots and are paid the margin at the end of a game.  They are tested against random, casual and
strong bots, always on the same deals, and draw their moves as in training.  The curves of all runs
go to `results/learners.json`, and `results/learners.svg` shows them.
"""

import json
import platform
import sys
import time
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from learner_kinds import KINDS
from learner_plot import draw
from learner_tables import win_share

from bellhop.games import GAMES, game_named

RESULTS = Path(__file__).parent / "results"
SEEDS = (1, 2)
CHUNK = 65_536  # steps: decisions of the learner, forced moves included
CHUNKS = (0, 1, 2, 4)  # numbers of chunks after which a learner is tested
RIVALS = ("random", "casual", "strong")
GAMES_ON_THE_WAY, GAMES_AT_THE_END = 100, 500  # against each rival
PACKAGES = ("numpy", "gymnasium", "torch", "stable-baselines3", "sb3-contrib")


def train(game: str, kind: str, seed: int) -> dict[str, Any]:
    """Train one learner; returns its curve and the processor time of its training."""
    learner, curve, spent = KINDS[kind](game, seed), [], 0.0
    for before, chunks in zip((0, *CHUNKS), CHUNKS, strict=False):
        start = time.process_time()
        learner.learn((chunks - before) * CHUNK)
        spent += time.process_time() - start
        games = GAMES_AT_THE_END if chunks == CHUNKS[-1] else GAMES_ON_THE_WAY
        shares = {rival: win_share(learner.choose, game, rival, games) for rival in RIVALS}
        curve.append({"steps": chunks * CHUNK} | {r: round(s, 3) for r, s in shares.items()})
        print(f"{game}, {kind}, seed {seed}, {spent:.0f} s: {curve[-1]}", flush=True)
    return {"seed": seed, "cpu_s": round(spent, 1), "curve": curve}


def summarise(runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The shares of the runs at their ends, against each rival: the mean, the least, the most."""
    ends = {rival: [run["curve"][-1][rival] for run in runs] for rival in RIVALS}
    return {
        rival: {"mean": round(sum(ours) / len(ours), 3), "least": min(ours), "most": max(ours)}
        for rival, ours in ends.items()
    }


def main(*names: str) -> None:
    """Train, print and save; games that are not named keep the results they have."""
    path = RESULTS / "learners.json"
    kept = json.loads(path.read_text("utf-8"))["games"] if path.exists() else {}
    for game in [game_named(name) for name in names] or GAMES:
        runs = {kind: [train(game.name, kind, seed) for seed in SEEDS] for kind in KINDS}
        kept[game.name] = {k: {"at_the_end": summarise(r), "runs": r} for k, r in runs.items()}
        found: dict[str, Any] = {
            "shares": "of victories of two players, half of the games in each seat, moves drawn",
            "trained": "against casual bots, paid by the margin",
            "games_per_rival": {"on_the_way": GAMES_ON_THE_WAY, "at_the_end": GAMES_AT_THE_END},
            "python": platform.python_version(),
            **{name: version(name) for name in PACKAGES},
            "games": {game.name: kept[game.name] for game in GAMES if game.name in kept},
        }
        path.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
        path.with_suffix(".svg").write_text(draw(found["games"]) + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
