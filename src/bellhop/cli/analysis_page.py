"""An analysis as one self-contained HTML page: the curve, luck and skill, and the sentences."""

from html import escape

from bellhop.cli.analysis_report import sentences_of
from bellhop.coach.analysis import Analysis
from bellhop.coach.figures import tell_skills
from bellhop.engine.words import shell_words
from bellhop.table.file import GameFile

WIDTH, HEIGHT = 800, 240
DASHES = ("", "8 4", "2 4", "12 4 2 4", "4 4")  # so that colour is not alone
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")


def analysis_page(saved: GameFile, analysis: Analysis, language: str) -> str:
    """The page."""
    shell = shell_words(language)
    heads = "".join(
        f"<th scope=col>{_sample(seat)} {escape(name)}</th>"
        for seat, name in enumerate(analysis.players)
    )
    rows = "".join(
        f"<tr{' class=sum' if line.is_sum else ''}><th scope=row>{escape(line.label)}</th>"
        + "".join(f"<td>{escape(figure)}</td>" for figure in line.figures)
        + "</tr>"
        for part in tell_skills(shell, analysis.skills)
        for line in part
    )
    said = "".join(f"<li>{escape(line)}</li>" for line in sentences_of(saved, analysis, language))
    return PAGE.format(
        language=shell.language,
        title=escape(f"{saved.game.title}: {shell.say('analysis.title')}"),
        curve=_curve(analysis, shell.say("analysis.curve")),
        heads=heads,
        rows=rows,
        moments=escape(shell.say("analysis.turnings")),
        said=said,
    )


def _curve(analysis: Analysis, title: str) -> str:
    """Everybody's chance to win after every move, as they knew it."""
    last = max(1, len(analysis.moments) - 1)
    lines = "".join(
        f'<polyline {_stroke(seat)} points="'
        + " ".join(
            f"{WIDTH * number / last:.1f},{HEIGHT * (1 - moment.known[seat].chance):.1f}"
            for number, moment in enumerate(analysis.moments)
        )
        + '"/>'
        for seat in range(len(analysis.players))
    )
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
        f'<path class="grid" d="M0 {HEIGHT // 2}H{WIDTH}M0 0H{WIDTH}M0 {HEIGHT}H{WIDTH}"/>'
        f"{lines}</svg>"
    )


def _stroke(seat: int) -> str:
    colour, dash = COLOURS[seat], DASHES[seat]
    return f'fill="none" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dash}"'


def _sample(seat: int) -> str:
    return f'<svg class="sample" viewBox="0 0 40 6"><path {_stroke(seat)} d="M0 3H40"/></svg>'


PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport"
content="width=device-width"><title>{title}</title><style>
:root{{color-scheme:light dark}}body{{font:16px/1.5 system-ui,sans-serif;max-width:60rem;
margin:2rem auto;padding:0 1rem}}.table{{overflow-x:auto}}table{{border-collapse:collapse}}
th,td{{text-align:right;padding:.2rem .6rem}}th[scope=row]{{text-align:left}}
.sum>*{{border-top:1px solid}}
svg{{width:100%;height:auto;margin:1rem 0}}.grid{{stroke:#888;stroke-width:.5}}
.sample{{width:2.5rem;margin:0;vertical-align:middle}}
</style></head><body><h1>{title}</h1>{curve}
<div class="table"><table><tr><td></td>{heads}</tr>{rows}</table></div>
<h2>{moments}</h2><ul>{said}</ul></body></html>
"""
