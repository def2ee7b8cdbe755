"""Are positions judged 70 % won in 70 % of the games?  And the correction that makes it so.

    python benchmarks/calibration.py [--fit | --masters] [--games N] [--looks N] [GAME …]

Games among the trained levels are played, and random moments of them judged from the view of a
random seat, and many more from the view of the seat on turn, which is quick.  With `--fit`, the
correction beside the network is fitted first, to other games; it must be fitted again whenever the
network changes.  Figures and plots go to `results`.  With `--masters` only one figure is measured
and added to those that are there: how far expected points are off when masters play each other.
"""

import argparse
import json
import os
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported

import numpy as np

from bellhop.bots.calibration import (
    FILE,
    Correction,
    progress_of,
    read_calibration,
    write_calibration,
)
from bellhop.bots.evaluators import evaluator_of
from bellhop.bots.levels import FOLDER, network_of
from bellhop.bots.simulating import loops_of
from bellhop.coach import judge_all
from bellhop.coach.calibrating import (
    Matrix,
    Reliability,
    Sample,
    expected_error,
    fit,
    measure,
    play_mixed_levels,
    turned,
)
from bellhop.engine.game import Game
from bellhop.games import GAMES
from bellhop.lab.plots import HEIGHT, LEFT, TOP, frame, label

RESULTS = Path(__file__).parent / "results"
FIT_SEED, TEST_SEED = 1_000_000, 2_000_000
PANEL, GAP = 190, 70  # of a plot, in its own units


def fit_game(game: Game, games: int) -> None:
    """Fit the corrections of a game's network, one for each number of players."""
    network, layout = network_of(game), game.observation.LAYOUT
    assert network is not None
    corrections = dict[int, Correction]()
    for players in game.players:
        seeds = range(FIT_SEED, FIT_SEED + games)
        samples = play_mixed_levels(loops_of(game), players, seeds, samples_per_game=12)
        cells = np.stack([sample.cells for sample in samples])
        shares = np.concatenate(
            [
                network.judge(network.think(cells[first : first + 512]), players).shares
                for first in range(0, len(cells), 512)
            ]
        )
        won = turned([m.shares for m in samples], [m.turn for m in samples])
        progress = progress_of(layout, cells).astype(float)
        corrections[players] = fit(shares.astype(float), progress, won)
        print(game.name, players, len(samples), corrections[players], flush=True)
    write_calibration(game.folder / FOLDER / FILE, network, corrections)
    evaluator_of.cache_clear()


def judge_on_turn(game: Game, players: int, samples: list[Sample]) -> Matrix:
    """What the seats on turn expect, by sample and seat."""
    evaluator = evaluator_of(game, players)
    assert evaluator is not None
    chances = []
    for first in range(0, len(samples), 512):
        part = samples[first : first + 512]
        cells = np.stack([sample.cells for sample in part])
        turns = np.array([sample.turn for sample in part], np.int8)
        chances.append(evaluator.judge(evaluator.think(cells), cells, turns).shares)
    return np.concatenate(chances).astype(float)


def test_game(
    game: Game, players: int, games: int, looks: int
) -> tuple[dict[str, Any], Reliability]:
    """Judge samples of new games from the view of one seat, and compare with the results."""
    start = time.process_time()
    seeds = range(TEST_SEED, TEST_SEED + games)
    every = play_mixed_levels(loops_of(game), players, seeds, samples_per_game=12)
    samples = every[:: max(1, len(every) // looks)]
    played = time.process_time()
    judged = judge_all(game, [sample.view for sample in samples])
    chances, games_of = np.array([one.chances for one in judged]), [m.game for m in samples]
    won = np.array([sample.shares for sample in samples])
    points = np.array([one.points for one in judged]) - np.array([m.points for m in samples])
    reliability = measure(chances.ravel(), won.ravel())
    direct = np.array([one.tries == 0 for one in judged])
    expected, came = judge_on_turn(game, players, every), np.array([m.shares for m in every])
    on_turn = measure(expected.ravel(), came.ravel())
    network = network_of(game)
    assert network is not None
    corrections = read_calibration(game.folder / FOLDER / FILE, network)
    return {
        "players": players,
        "games": games,
        "judgements": len(judged),
        "error": round(reliability.error, 4),
        "error_by_chance": round(expected_error(chances, games_of), 4),
        "moments_on_turn": len(every),
        "error_on_turn": round(on_turn.error, 4),
        "error_on_turn_by_chance": round(expected_error(expected, [m.game for m in every]), 4),
        "error_off_turn": round(measure(chances[~direct].ravel(), won[~direct].ravel()).error, 4),
        "surprise": round(float(-(won * np.log(np.maximum(chances, 1e-6))).sum(1).mean()), 4),
        "surprise_knowing_nothing": round(float(np.log(players)), 4),
        "points_bias": round(float(points.mean()), 2),
        "points_error": round(float(np.sqrt(np.square(points).mean())), 2),
        "bins": _bins(reliability),
        "bins_on_turn": _bins(on_turn),
        "is_corrected": players in corrections,
        "seconds_playing": round(played - start, 1),
        "seconds_judging": round(time.process_time() - played, 1),
    }, reliability


def test_masters(game: Game, players: int, games: int) -> dict[str, Any]:
    """How far the points that seats on turn expect are off if everybody plays like the master."""
    seeds = range(TEST_SEED, TEST_SEED + games)
    samples = play_mixed_levels(
        loops_of(game), players, seeds, samples_per_game=12, levels=("master",)
    )
    evaluator = evaluator_of(game, players)
    assert evaluator is not None
    off = []
    for first in range(0, len(samples), 512):
        part = samples[first : first + 512]
        cells = np.stack([sample.cells for sample in part])
        turns = np.array([sample.turn for sample in part], np.int8)
        found = evaluator.judge(evaluator.think(cells), cells, turns).points
        off.append(found - np.array([sample.points for sample in part]))
    every = np.concatenate(off)
    return {
        "games_of_masters": games,
        "points_bias_of_masters": round(float(every.mean()), 2),
        "points_error_of_masters": round(float(np.sqrt(np.square(every).mean())), 2),
    }


def add_masters(game: Game, games: int) -> None:
    """Add the figures of masters to those that were measured before."""
    path = RESULTS / f"calibration-{game.name}.json"
    kept = json.loads(path.read_text("utf-8"))
    for row in kept["results"]:
        row.update(test_masters(game, row["players"], games))
        print(game.name, {k: v for k, v in row.items() if "points" in k}, flush=True)
    path.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


def _bins(reliability: Reliability) -> list[dict[str, float]]:
    rows = zip(reliability.counts, reliability.judged, reliability.won, strict=True)
    return [
        {"count": count, "judged": round(one, 3), "won": round(other, 3)}
        for count, one, other in rows
    ]


def draw(title: str, panels: list[tuple[str, Reliability]]) -> str:
    """One panel per number of players: won over judged, the area of a dot by the count."""
    parts = []
    for number, (name, reliability) in enumerate(panels):
        left = LEFT + number % 2 * (PANEL + 2 * GAP)
        top = TOP + 24 + number // 2 * (PANEL + GAP)
        bottom = top + PANEL
        most = max(reliability.counts)
        parts += [
            label(left + PANEL / 2, top - 8, f"{name}: {100 * reliability.error:.1f} %"),
            f'<path class="axis" fill="none" d="M{left} {top}V{bottom}H{left + PANEL}"/>',
            f'<path class="mark" d="M{left} {bottom}L{left + PANEL} {top}"/>',
        ]
        for count, judged, won in zip(
            reliability.counts, reliability.judged, reliability.won, strict=True
        ):
            if count:
                at = f'cx="{left + PANEL * judged:.1f}" cy="{bottom - PANEL * won:.1f}"'
                parts.append(f'<circle class="bar" {at} r="{2 + 6 * (count / most) ** 0.5:.1f}"/>')
        for share in (0.0, 0.5, 1.0):
            parts.append(label(left - 8, bottom - PANEL * share + 4, f"{100 * share:.0f} %", "end"))
            parts.append(label(left + PANEL * share, bottom + 18, f"{100 * share:.0f} %"))
    height = TOP + 24 + (len(panels) + 1) // 2 * (PANEL + GAP)
    return frame(title, parts, max(HEIGHT, height))


def main() -> None:
    """Fit if wanted, measure, and keep the results."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--masters", action="store_true")
    parser.add_argument("--games", type=int, default=1_500)
    parser.add_argument("--looks", type=int, default=4_000)
    parser.add_argument("names", nargs="*")
    wanted = parser.parse_args()
    for game in GAMES:
        if network_of(game) is None or (wanted.names and game.name not in wanted.names):
            continue
        if wanted.masters:
            add_masters(game, wanted.games)
            continue
        if wanted.fit:
            fit_game(game, wanted.games)
        found, panels = [], []
        for players in game.players:
            row, reliability = test_game(game, players, wanted.games, wanted.looks)
            found.append(row)
            panels.append((f"{players} players", reliability))
            print(
                game.name, json.dumps({k: v for k, v in row.items() if "bins" not in k}), flush=True
            )
        kept = json.dumps({"game": game.name, "results": found}, indent=1)
        (RESULTS / f"calibration-{game.name}.json").write_text(kept + "\n", "utf-8")
        title = f"{game.title}: share of games won over the chance judged, and the error"
        (RESULTS / f"calibration-{game.name}.svg").write_text(draw(title, panels), "utf-8")


if __name__ == "__main__":
    main()
