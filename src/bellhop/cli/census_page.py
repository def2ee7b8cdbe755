"""The report on a census: one self-contained HTML page."""

from collections.abc import Iterator
from html import escape

import numpy as np

from bellhop.engine.words import Words
from bellhop.lab import plots
from bellhop.lab.census import ADVICE, Census
from bellhop.lab.contestants import code_version

CLASSES = 40  # bars of the distribution of points


def report_page(census: Census, words: Words, shell: Words) -> str:
    """The page, with plots and the numbers behind them."""
    plan = census.plan
    game, places = plan.game, range(plan.players)
    title = shell.say("stats.title", game=game.title)
    about = shell.count("stats.about", plan.games, players=plan.players, version=code_version(game))
    is_advice = plan.by == ADVICE
    by = shell.say("stats.by_advice") if is_advice else shell.say("stats.by", bot=plan.by)
    names = [shell.say("stats.place", number=place + 1) for place in places]
    wins = "".join(
        f"<tr><th scope=row>{escape(name)}</th><td>{100 * share.mean:.2f} ± {100 * share.half:.2f}"
        f" %</td><td>{mean:.2f}</td></tr>"
        for name, share, mean in zip(names, census.win_shares(), census.mean_points(), strict=True)
    )
    columns = (shell.say("stats.seat"), shell.say("stats.wins"), shell.say("stats.points"))
    heads = "".join(f"<th scope=col>{escape(column)}</th>" for column in columns)
    return PAGE.format(
        language=shell.language,
        title=escape(title),
        about=escape(f"{about} {by}"),
        heads=heads,
        wins=wins,
        points=_points_plot(census, shell.say("stats.spread")),
        worths="".join(_worth_plots(census, words)),
        caution=escape(shell.say("stats.caution")),
    )


def _worth_plots(census: Census, words: Words) -> Iterator[str]:
    """One plot per group of figures, the best first; figures that never vary are left out."""
    figures = iter(zip(census.means(), census.worths(), strict=True))
    for heading, names in census.plan.game.figures.groups(words):
        known = [
            (f"{name} · {mean:.2f}", worth)
            for name, (mean, worth) in zip(names, figures, strict=False)
            if worth
        ]
        known.sort(key=lambda entry: -entry[1].mean)
        yield plots.rows(heading, known)


def _points_plot(census: Census, title: str) -> str:
    counts = np.asarray(census.tallies.spread).sum(axis=0)
    last = int(np.flatnonzero(counts)[-1])
    width = max(1, -(-(last + 1) // CLASSES))
    classes = [int(counts[at : at + width].sum()) for at in range(0, last + 1, width)]
    return plots.histogram(title, classes, 0, width)


PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport"
content="width=device-width"><title>{title}</title><style>
:root{{color-scheme:light dark}}body{{font:16px/1.5 system-ui,sans-serif;max-width:44rem;
margin:2rem auto;padding:0 1rem}}table{{border-collapse:collapse}}th,td{{text-align:right;
padding:.2rem .8rem}}th[scope=row]{{text-align:left}}svg{{margin:1rem 0}}
</style></head><body><h1>{title}</h1><p>{about}</p>
<table><tr>{heads}</tr>{wins}</table>
{points}{worths}<p>{caution}</p></body></html>
"""
