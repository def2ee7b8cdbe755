"""The curve of everybody's chances along a game, as numbers for its drawing."""

from collections.abc import Sequence
from typing import NamedTuple

from bellhop.coach.analysis import Analysis, Cause, Grade, Moment, Value

WIDTH, HEIGHT = 1000, 100  # of the drawing's own units; it is stretched to the page
SIGNS = {Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}
MARKED = (Grade.MISTAKE, Grade.BLUNDER)
LUCKY, UNLUCKY = "▲", "▼"
LABELS = 2  # letters along a line


class Sign(NamedTuple):
    """A mark on the curve, which leads to its moment; places are percentages of the drawing."""

    x: float
    known: float
    open: float
    row: int  # that it leads to
    seat: int
    sign: str
    kind: str  # "error", "lucky" or "unlucky"
    change: float


class Letter(NamedTuple):
    """A player's letter on their line."""

    x: float
    known: float
    open: float


class CurveLine(NamedTuple):
    """One seat's line, with what it knew and with open hands, and its letters."""

    seat: int
    name: str
    known: str
    open: str
    letters: list[Letter]


class Curve(NamedTuple):
    """The whole drawing."""

    lines: list[CurveLine]
    signs: list[Sign]


def draw_curve(analysis: Analysis, last: int) -> Curve:
    """The curve of a game with `last` rows."""
    lines = [
        CurveLine(
            seat=seat,
            name=name,
            known=_points(analysis.moments, [m.known[seat] for m in analysis.moments], last),
            open=_points(analysis.moments, [m.open[seat] for m in analysis.moments], last),
            letters=_letters(analysis.moments, seat, len(analysis.players), last),
        )
        for seat, name in enumerate(analysis.players)
    ]
    return Curve(lines, _find_signs(analysis, last))


def _points(moments: Sequence[Moment], values: Sequence[Value], last: int) -> str:
    return " ".join(
        f"{WIDTH * moment.row / max(last, 1):.1f},{HEIGHT - HEIGHT * value.chance:.1f}"
        for moment, value in zip(moments, values, strict=True)
    )


def _letters(moments: Sequence[Moment], seat: int, seats: int, last: int) -> list[Letter]:
    """Places for a player's letter, different for every player so that none covers another."""
    spots = [(n * seats + seat + 0.7) / (LABELS * seats + 0.4) for n in range(LABELS)]
    chosen = [moments[min(len(moments) - 1, int(spot * len(moments)))] for spot in spots]
    return [Letter(*_place(moment, seat, last)) for moment in chosen]


def _place(moment: Moment, seat: int, last: int) -> tuple[float, float, float]:
    """Where a moment of a seat is on the drawing, in percent."""
    x = 100 * moment.row / max(last, 1)
    known, opened = moment.known[seat].chance, moment.open[seat].chance
    return round(x, 2), round(100 - 100 * known, 1), round(100 - 100 * opened, 1)


def _find_signs(analysis: Analysis, last: int) -> list[Sign]:
    """The mistakes of everybody, and the strokes of luck that decided the game."""
    by_row = {moment.row: moment for moment in analysis.moments}
    signs = [
        Sign(
            *_place(moment, moment.seat, last),
            row=moment.row - 1,
            seat=moment.seat,
            sign=SIGNS[moment.decision.grade],
            kind="error",
            change=-moment.decision.loss.chance,
        )
        for moment in analysis.moments
        if moment.decision and moment.decision.grade in MARKED
    ]
    for one in analysis.highlights:
        if one.kind in (Cause.LUCK, Cause.REVEAL):
            is_good = one.change > 0
            signs.append(
                Sign(
                    *_place(by_row[one.row], one.seat, last),
                    row=one.row,
                    seat=one.seat,
                    sign=LUCKY if is_good else UNLUCKY,
                    kind="lucky" if is_good else "unlucky",
                    change=one.change,
                )
            )
    return sorted(signs, key=lambda sign: (sign.row, sign.seat))
