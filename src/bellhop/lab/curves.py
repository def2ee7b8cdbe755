"""How a training run went, as a plot: its shares against others, over time."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bellhop.lab.plots import (
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    axis_of_shares,
    frame,
    height_of,
    label,
)

SHARES = ("random", "casual", "strong", "rival", "self_at_10", "self_at_40")
DASHES = ("", "2 3", "7 3", "7 3 2 3", "12 4", "1 5")  # so that lines differ without colour
Row = Mapping[str, Any]


def plot_run(folder: Path) -> None:
    """Write the plot of a run beside its record."""
    record = json.loads((folder / "record.json").read_text("utf-8"))
    title = f"Trained for {round(sum(run['seconds'] for run in record['runs']))} s"
    (folder / "record.svg").write_text(plot_curve(title, record["curve"]) + "\n", "utf-8")


def plot_curve(title: str, curve: Sequence[Row]) -> str:
    """The shares of a curve over its seconds; every line says what it is."""
    last = max([1.0, *(float(row["seconds"]) for row in curve)])
    names = sorted({name for row in curve for name in row if name.rpartition("_")[0] in SHARES})

    def x(seconds: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT - 150) * seconds / last

    parts = [*axis_of_shares(), label(x(last), HEIGHT - 12, f"{last:.0f} s", "end")]
    heights = list[float]()
    for name in names:
        seen = [(float(row["seconds"]), float(row[name])) for row in curve if name in row]
        points = " ".join(f"{x(seconds):.1f},{height_of(share):.1f}" for seconds, share in seen)
        dashes = DASHES[SHARES.index(name.rpartition("_")[0])]
        parts.append(f'<polyline class="line" stroke-dasharray="{dashes}" points="{points}"/>')
        heights.append(height_of(seen[-1][1]))
    for name, height in zip(names, spread(heights), strict=True):
        parts.append(label(x(last) + 8, height + 4, say(name), "start"))
    return frame(title, parts)


def say(name: str) -> str:
    """What a line is about: `self_at_40_2` is the share against itself at 40 %, two players."""
    what, _, players = name.rpartition("_")
    return f"{what.replace('_at_', ' at ')}{' %' if '_at_' in what else ''}, {players} players"


def spread(heights: Sequence[float], gap: float = 13.0) -> list[float]:
    """Heights of labels, moved apart so that none covers another."""
    placed = dict[int, float]()
    floor = float(TOP)
    for number in sorted(range(len(heights)), key=lambda number: heights[number]):
        placed[number] = floor = max(heights[number], floor)
        floor += gap
    return [placed[number] for number in range(len(heights))]
