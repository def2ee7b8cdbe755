"""Tools for the pictures in a handbook, which show positions played by the rules themselves.

A game's `page` draws the pictures with them; the text of the handbook refers to them by name.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from markupsafe import Markup

from bellhop.drawing.pages import environment
from bellhop.engine.game import Game
from bellhop.engine.scores import tabulate
from bellhop.engine.seats import SPECTATOR
from bellhop.engine.telling import Told
from bellhop.engine.words import Words

ID = re.compile(r' id="[^"]*"')


def freeze(kind: str, *pieces: object) -> Markup:
    """Pieces of a drawing to look at: not interactive, and without ids, which must be unique."""
    html = "".join(str(piece) for piece in pieces)
    return Markup('<div class="drawn {}" inert>{}</div>').format(kind, Markup(ID.sub("", html)))


def list_events(
    game: Game[Any], words: Words, names: Sequence[str], story: Iterable[Told]
) -> Markup:
    """The public events of a story, as a list."""
    lines = [game.speech.say_event(words, told, names) for told in story if told.is_for(SPECTATOR)]
    return Markup(_scoring(game).events([line for line in lines if line]))


def score_table(
    game: Game[Any], words: Words, names: Sequence[str], story: Iterable[Told]
) -> Markup:
    """A scoring as an HTML table: one row per item, one column per player."""
    entries = (game.scoring.scored(told) for told in story)
    [scored] = tabulate(entries, game.scoring.SHEET, len(names))
    rows = [
        (game.speech.say_item(words, i), cells) for i, cells in scored.without_empty_rows().rows
    ]
    return Markup(_scoring(game).scores(names, rows))


def _scoring(game: Game[Any]) -> Any:
    return environment(game).get_template("scoring.html").module
