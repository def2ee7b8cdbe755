"""What is the result without luck worth?  Matches with `--adjust-luck`, and the weights they use.

    python benchmarks/luck.py [--fit] [--seconds N] [GAME …]

Neighbouring levels play each other for about N seconds of processor time per match.  Reported are
how many times fewer games give the same interval of the margin, and the same per second of
processor time.  With `--fit`, the weights of chance and draws are fitted first, to other games, and
kept beside the networks: those that leave the least variance of the blocks' margins and shares.
Figures go to `results/luck.json`.
"""

import argparse
import json
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported

import numpy as np
from numpy.typing import NDArray

from bellhop.bots.levels import FOLDER, network_of
from bellhop.bots.simulating import loops_of
from bellhop.engine.game import Game
from bellhop.games import GAMES, game_named
from bellhop.lab.contestants import code_version
from bellhop.lab.luck import FILE, weights_of
from bellhop.lab.match import Block, Outcome, Plan, play_block
from bellhop.lab.statistics import MIN_BLOCKS

RESULTS = Path(__file__).parent / "results" / "luck.json"
MATCHES = (
    ("expert", "strong", 2),
    ("strong", "regular", 2),
    ("master", "expert", 2),
    ("expert", "strong", 3),
)
FIT_SEED, TEST_SEED = 1, 2
RESAMPLES = 2_000
PRIOR = 20  # as many blocks, in which luck explains nothing, are added to a fit

Rows = NDArray[np.float64]


def play(game: Game, match: tuple[str, str, int], seed: int, seconds: float) -> Outcome:
    """Play blocks of a match until the time is spent."""
    candidate, baseline, players = match
    plan = Plan(
        game.name, candidate, baseline, players, seed=seed, mirrored=False, adjust_luck=True
    )
    outcome, end = Outcome(plan, code_version(game)), time.process_time() + seconds
    while time.process_time() < end:
        outcome.blocks.append(play_block(plan, outcome.version, len(outcome.blocks)))
    return outcome


def fit(outcomes: Sequence[Outcome], what: str) -> Rows:
    """The weights of chance and draws that leave the least variance, over all matches together."""
    lucks, results = list[Rows](), list[Rows]()
    for outcome in outcomes:
        luck = np.array([_mean_luck(block, what) for block in outcome.blocks])
        result = np.array([np.mean(getattr(block, what)) for block in outcome.blocks])
        if result.std() > 0:  # somebody may have won every game
            lucks.append((luck - luck.mean(0)) / result.std())
            results.append((result - result.mean()) / result.std())
    luck, result = np.concatenate(lucks), np.concatenate(results)
    prior = PRIOR * np.diag(np.square(luck).mean(0))
    weights: Rows = np.linalg.solve(luck.T @ luck + prior, luck.T @ result)
    return weights.clip(0.0, 1.0)


def _mean_luck(block: Block, what: str) -> Rows:
    mean: Rows = np.mean([getattr(luck, what) for luck in block.lucks], 0)
    return mean


def fit_game(game: Game, seconds: float) -> None:
    """Fit a game's weights to matches of two players of their own, and keep them."""
    outcomes = [play(game, match, FIT_SEED, seconds) for match in MATCHES if match[2] == 2]
    lines = ["# Fitted by benchmarks/luck.py: how much of each kind of luck a match subtracts."]
    for name, what in (("share", "shares"), ("margin", "margins")):
        chance, draws = fit(outcomes, what)
        lines += [f"[{name}]", f"chance = {chance:.2f}", f"draws = {draws:.2f}"]
    (game.folder / FOLDER / FILE).write_text("\n".join(lines) + "\n", "utf-8")
    weights_of.cache_clear()
    print(game.name, weights_of(game), flush=True)


def uncertainty(outcome: Outcome) -> list[float] | None:
    """The 95 % interval of how many times fewer games are needed, by drawing blocks again."""
    if len(outcome.blocks) < MIN_BLOCKS:
        return None
    weights, chance = weights_of(game_named(outcome.plan.game)), np.random.default_rng(1)
    raw = np.array([np.mean(block.margins) for block in outcome.blocks])
    adjusted = np.array([block.without_luck(weights)[1] for block in outcome.blocks])
    drawn = chance.integers(len(raw), size=(RESAMPLES, len(raw)))
    ratios = raw[drawn].var(1) / adjusted[drawn].var(1)
    return [round(float(end), 2) for end in np.percentile(ratios, (2.5, 97.5))]


def figures(outcome: Outcome) -> dict[str, Any]:
    """What a match's result without luck is worth."""
    adjusted, raw = outcome.adjusted, outcome.share
    assert adjusted is not None
    share = round((raw.half / adjusted.share.half) ** 2, 2) if adjusted.share.half else None
    return {
        "match": [outcome.plan.candidate, outcome.plan.baseline],
        "players": outcome.plan.players,
        "blocks": len(outcome.blocks),
        "games": outcome.games,
        "margin": [round(outcome.margin.mean, 2), round(outcome.margin.half, 2)],
        "adjusted": [round(adjusted.margin.mean, 2), round(adjusted.margin.half, 2)],
        "fewer_games": round(adjusted.fewer_games, 2),
        "fewer_games_interval": uncertainty(outcome),
        "fewer_games_for_the_share": share,
        "gain_per_second": round(adjusted.gain, 2),
        "seconds": round(adjusted.total_seconds, 1),
        "of_them_adjusting": round(adjusted.adjusting_seconds, 1),
    }


def main() -> None:
    """Fit if wanted, measure, and keep the results."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("names", nargs="*")
    wanted = parser.parse_args()
    kept = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    for game in GAMES:
        if network_of(game) is None or (wanted.names and game.name not in wanted.names):
            continue
        loops_of(game)  # compiled before any time is measured
        if wanted.fit:
            fit_game(game, wanted.seconds)
        weights = vars(weights_of(game))
        kept[game.name] = {"weights": weights, "matches": (rows := list[dict[str, Any]]())}
        for match in MATCHES:
            rows.append(figures(play(game, match, TEST_SEED, wanted.seconds)))
            print(game.name, json.dumps(rows[-1]), flush=True)
            RESULTS.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
