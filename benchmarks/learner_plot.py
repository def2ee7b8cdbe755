"""The plot of `learners.py`: one panel for each game and rival, one line for each learner."""

from collections.abc import Mapping
from typing import Any

from bellhop.games import game_named
from bellhop.lab.plots import frame, label

WIDE, HIGH = 150, 90  # of a panel
LEFT, TOP = 112, 78
PITCH_X, PITCH_Y = WIDE + 24, HIGH + 26
DASHES = {"ppo": "", "linear": "4 3"}  # so that lines differ without colour
NAMES = {"ppo": "MaskablePPO", "linear": "linear policy"}
Runs = list[Mapping[str, Any]]


def draw(games: Mapping[str, Mapping[str, Any]]) -> str:
    """Shares of victories by steps: means of all seeds, in a band from the least to the most."""
    rivals = list(next(iter(next(iter(games.values())).values()))["at_the_end"])
    parts = legend()
    for column, (game, kinds) in enumerate(games.items()):
        x = LEFT + PITCH_X * column
        parts.append(label(x + WIDE / 2, TOP - 10, game_named(game).title))
        for row, rival in enumerate(rivals):
            runs = {kind: result["runs"] for kind, result in kinds.items()}
            parts += panel(x, TOP + PITCH_Y * row, runs, rival)
    for row, rival in enumerate(rivals):
        top = TOP + PITCH_Y * row
        parts.append(label(8, top + HIGH / 2 + 4, rival, "start"))
        parts += [label(LEFT - 6, top + HIGH * (1 - share) + 4, f"{share:.0%}", "end")
                  for share in (0.0, 0.5, 1.0)]  # fmt: skip
    return frame("Shares of victories against our bots, by steps of training", parts,
                 TOP + PITCH_Y * len(rivals) + 8)  # fmt: skip


def legend() -> list[str]:
    """Which line is whose."""
    parts = []
    for number, (kind, dashes) in enumerate(DASHES.items()):
        x = LEFT + 160 * number
        parts.append(f'<line class="line" x1="{x}" x2="{x + 30}" y1="40" y2="40"'
                     f' stroke-dasharray="{dashes}"/>')  # fmt: skip
        parts.append(label(x + 38, 44, NAMES[kind], "start"))
    return parts


def panel(left: float, top: float, kinds: Mapping[str, Runs], rival: str) -> list[str]:
    """The curves of all learners against one rival in one game."""
    last = max(point["steps"] for runs in kinds.values() for point in runs[0]["curve"])

    def place(steps: float, share: float) -> str:
        return f"{left + WIDE * steps / last:.1f},{top + HIGH * (1 - share):.1f}"

    parts = [f'<line class="grid" x1="{left}" x2="{left + WIDE}" y1="{y}" y2="{y}"/>'
              for y in (top, top + HIGH / 2, top + HIGH)]  # fmt: skip
    parts.append(label(left + WIDE, top + HIGH + 14, f"{last:,}", "end"))
    for kind, runs in kinds.items():
        points = [(point["steps"], [run["curve"][number][rival] for run in runs])
                  for number, point in enumerate(runs[0]["curve"])]  # fmt: skip
        upper = [place(steps, max(shares)) for steps, shares in points]
        lower = [place(steps, min(shares)) for steps, shares in points]
        mean = [place(steps, sum(shares) / len(shares)) for steps, shares in points]
        parts.append(f'<polygon class="band" points="{" ".join(upper + lower[::-1])}"/>')
        parts.append(f'<polyline class="line" stroke-dasharray="{DASHES[kind]}"'
                     f' points="{" ".join(mean)}"/>')  # fmt: skip
    return parts
