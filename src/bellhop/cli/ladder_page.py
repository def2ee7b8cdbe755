"""A ladder as one self-contained HTML page."""

from html import escape

from bellhop.cli.figures import elo, percent
from bellhop.engine.words import Words
from bellhop.lab.standings import Standings


def ladder_page(standings: Standings, title: str, shell: Words) -> str:
    """Ratings, and who beat whom how often."""
    entries = standings.entries()
    heads = [shell.say("rate.bot"), shell.say("rate.rating"), shell.say("ladder.games"),
             shell.say("ladder.violations"), *(entry.name for entry in entries)]  # fmt: skip
    rows = []
    for entry in entries:
        shares = (standings.share(entry.name, other.name) for other in entries)
        cells = [elo(entry.rating), str(entry.games), str(entry.violations),
                 *(percent(share) if share else "·" for share in shares)]  # fmt: skip
        rows.append(
            f"<tr><th scope=row>{escape(entry.name)}</th>"
            + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
            + "</tr>"
        )
    options = ", ".join(f"{name}={choice}" for name, choice in standings.options.items())
    return PAGE.format(
        language=shell.language,
        title=escape(title),
        about=escape(shell.say("ladder.about", players=standings.players, options=options)),
        heads="".join(f"<th scope=col>{escape(head)}</th>" for head in heads),
        rows="".join(rows),
    )


PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport"
content="width=device-width"><title>{title}</title><style>
:root{{color-scheme:light dark}}body{{font:16px/1.5 system-ui,sans-serif;max-width:72rem;
margin:2rem auto;padding:0 1rem}}div{{overflow-x:auto}}table{{border-collapse:collapse}}
th,td{{text-align:right;padding:.2rem .8rem;white-space:nowrap}}th:first-child{{text-align:left}}
tr+tr{{border-top:1px solid #8884}}
</style></head><body><h1>{title}</h1><p>{about}</p>
<div tabindex=0><table><tr>{heads}</tr>{rows}</table></div></body></html>
"""
