"""A bar chart with a logarithmic scale."""

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

from bellhop.lab.plots import TOP, WIDTH, frame, label


def magnitudes(title: str, groups: Sequence[tuple[str, Sequence[tuple[str, float, bool]]]]) -> str:
    """Bars on a logarithmic scale, in groups with headings; our own are filled."""
    values = [value for _, entries in groups for _, value, _ in entries]
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    left, right = 270.0, WIDTH - 64.0

    def x(value: float) -> float:
        return left + (right - left) * (log10(value) - low) / max(1, high - low)

    parts, y = [], TOP + 20
    for heading, entries in groups:
        parts.append(f'<text class="title" x="8" y="{y + 8}">{escape(heading)}</text>')
        y += 18
        for name, value, is_own in entries:
            parts.append(label(left - 8, y + 11, name, "end"))
            parts.append(
                f'<rect class="{"bar" if is_own else "other"}" x="{left}" y="{y + 1}"'
                f' width="{x(value) - left:.1f}" height="11"/>'
            )
            parts.append(label(x(value) + 6, y + 11, _short(value), "start"))
            y += 18
        y += 14
    marks = []
    for power in range(low, high + 1):
        place = f'x1="{x(10**power):.1f}" x2="{x(10**power):.1f}"'
        marks.append(f'<line class="grid" {place} y1="{TOP + 8}" y2="{y - 8}"/>')
        marks.append(label(x(10**power), TOP + 4, _short(10**power)))
    return frame(title, marks + parts, y)


def _short(value: float) -> str:
    """A number with at most three digits, and k or M for thousands or millions."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"
