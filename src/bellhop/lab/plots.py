"""Plots for reports, as plain SVG: for light and dark mode, and readable without colour."""

from collections.abc import Sequence
from html import escape

from bellhop.engine.words import MINUS
from bellhop.lab.statistics import Interval

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 34, 36
LETTER = 7.2  # width of a letter in the names beside bars
STYLE = """<style>
svg{font:13px system-ui,sans-serif;max-width:100%;height:auto;color-scheme:light dark}
text{fill:#333}.axis{stroke:#888;stroke-width:1}.band{fill:#3a6ea5;fill-opacity:.22}
.line{fill:none;stroke:#3a6ea5;stroke-width:2}.bar{fill:#3a6ea5}.mark{stroke:#b5482f;stroke-width:2;
stroke-dasharray:5 4}.other{fill:none;stroke:#3a6ea5;stroke-width:1.5}.grid{stroke:#888;
stroke-opacity:.35}.interval{stroke:#333;stroke-width:1.5}.title{font-weight:600}
@media(prefers-color-scheme:dark){text{fill:#ddd}.interval{stroke:#ddd}.line,.other{stroke:#8bb8e8}
.bar,.band{fill:#8bb8e8}}
</style>"""


def running_share(title: str, shares: Sequence[Interval], chance: float) -> str:
    """How a share and its interval converge, block by block; the dashed line is chance."""
    last = max(1, len(shares) - 1)

    def x(block: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * block / last

    upper = [f"{x(i):.1f},{height_of(s.high):.1f}" for i, s in enumerate(shares)]
    lower = [f"{x(i):.1f},{height_of(s.low):.1f}" for i, s in enumerate(shares)]
    middle = " ".join(f"{x(i):.1f},{height_of(s.mean):.1f}" for i, s in enumerate(shares))
    level = f'y1="{height_of(chance):.1f}" y2="{height_of(chance):.1f}"'
    parts = [
        f'<polygon class="band" points="{" ".join(upper + lower[::-1])}"/>',
        f'<polyline class="line" points="{middle}"/>',
        f'<line class="mark" x1="{LEFT}" x2="{WIDTH - RIGHT}" {level}/>',
        *axis_of_shares(),
    ]
    parts.append(label(WIDTH - RIGHT, HEIGHT - 12, str(len(shares)), "end"))
    return frame(title, parts)


def histogram(title: str, counts: Sequence[int], first: int, width: int) -> str:
    """How often values fall into each class; classes have a width and start at `first`."""
    most = max([1, *counts])
    pitch = (WIDTH - LEFT - RIGHT) / max(1, len(counts))
    parts = []
    for number, count in enumerate(counts):
        high = (HEIGHT - TOP - BOTTOM) * count / most
        parts.append(
            f'<rect class="bar" x="{LEFT + pitch * number:.1f}" y="{HEIGHT - BOTTOM - high:.1f}"'
            f' width="{max(0.5, pitch - 1):.1f}" height="{high:.1f}"/>'
        )
        if number % max(1, len(counts) // 8) == 0:
            parts.append(
                label(LEFT + pitch * (number + 0.5), HEIGHT - 14, str(first + width * number))
            )
    parts.append(label(LEFT - 8, TOP + 4, f"{100 * most / max(1, sum(counts)):.1f} %", "end"))
    return frame(title, parts)


def rows(title: str, entries: Sequence[tuple[str, Interval]]) -> str:
    """One bar per name, from zero, with its interval."""
    height = TOP + 20 * len(entries) + 12
    left = LETTER * max([20, *(len(name) for name, _ in entries)])
    right = WIDTH - 64.0
    low = min([0.0, *(entry.low for _, entry in entries)])
    high = max([0.1, *(entry.high for _, entry in entries)])

    def x(value: float) -> float:
        return left + 10 + (right - left - 10) * (value - low) / (high - low)

    zero = f'x1="{x(0):.1f}" x2="{x(0):.1f}"'
    parts = [f'<line class="axis" {zero} y1="{TOP - 6}" y2="{height - 8}"/>']
    for number, (name, entry) in enumerate(entries):
        y = TOP + 20 * number
        start, end = sorted((x(0), x(entry.mean)))
        bar = f'x="{start:.1f}" width="{end - start:.1f}"'
        interval = f'x1="{x(entry.low):.1f}" x2="{x(entry.high):.1f}"'
        parts += [
            label(left, y + 12, name, "end"),
            f'<rect class="bar" {bar} y="{y + 2}" height="12"/>',
            f'<line class="interval" {interval} y1="{y + 8}" y2="{y + 8}"/>',
            label(WIDTH - 4, y + 12, f"{entry.mean:+.2f}".replace("-", MINUS), "end"),
        ]
    return frame(title, parts, height)


def height_of(share: float) -> float:
    """Where a share is on a plot whose axis goes from 0 to 1."""
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * min(1.0, max(0.0, share))


def axis_of_shares() -> list[str]:
    """The labels of that axis."""
    quarters = (0.0, 0.25, 0.5, 0.75, 1.0)
    return [label(LEFT - 8, height_of(q) + 4, f"{100 * q:.0f} %", "end") for q in quarters]


def label(x: float, y: float, text: str, anchor: str = "middle") -> str:
    """A text in a plot."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def frame(title: str, parts: Sequence[str], height: int = HEIGHT) -> str:
    """A complete plot, with its title and style."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        f' aria-label="{escape(title)}">{STYLE}'
        f'<text class="title" x="8" y="18">{escape(title)}</text>{"".join(parts)}</svg>'
    )
