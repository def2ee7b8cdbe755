"""Pictures for the rules, drawn from positions that the rules themselves have made.

A game's `page` draws them with what is here; the handbook's text names them.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from markupsafe import Markup

from bellhop.drawing.pages import environment
from bellhop.engine.game import Game
from bellhop.engine.telling import SPECTATOR, Told
from bellhop.engine.words import Words

ID = re.compile(r' id="[^"]*"')


def freeze(kind: str, *pieces: object) -> Markup:
    """Pieces of a drawing to look at: nothing can be touched, and no id stands on a page twice."""
    html = "".join(str(piece) for piece in pieces)
    return Markup('<div class="drawn {}" inert>{}</div>').format(kind, Markup(ID.sub("", html)))


def tell_steps(game: Game, words: Words, names: Sequence[str], story: Iterable[Told]) -> Markup:
    """What everybody heard, as a list."""
    lines = [game.speech.say_event(words, told, names) for told in story if told.is_for(SPECTATOR)]
    return Markup(_scoring(game).steps([line for line in lines if line]))


def score_table(game: Game, words: Words, names: Sequence[str], story: Iterable[Told]) -> Markup:
    """A scoring as a table: an item a row, a player a column."""
    entries = [entry for told in story if (entry := game.speech.scored(told))]
    points = {(entry.item, entry.seat): entry.points for entry in entries}
    rows = [
        (game.speech.say_item(words, item), [points.get((item, n)) for n in range(len(names))])
        for item in game.speech.score_items()
        if any(entry.item == item for entry in entries)
    ]
    return Markup(_scoring(game).scores(names, rows))


def _scoring(game: Game) -> Any:
    return environment(game).get_template("scoring.html").module
