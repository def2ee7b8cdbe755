"""What a player looks up in mid-game: what is public and countable, and what everything does.

Every game has a module and a template here, named like its package; both see a seat's view only.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from markupsafe import Markup

from bellhop.drawing.html import environment, name_of
from bellhop.engine.game import Game, Position
from bellhop.engine.words import Words


class Overview(Protocol):
    """What a game's overview is made of."""

    def context(
        self, words: Words, seen: Position, seat: int, names: Sequence[str], /
    ) -> dict[str, Any]:
        """What the game's template needs to draw the overview of a view."""


def draw_overview(
    game: Game, words: Words, seen: Position, seat: int, names: Sequence[str]
) -> Markup:
    """The overview of a view as HTML."""
    module = import_module(f"bellhop.drawing.html.overview.{name_of(game)}")
    values = cast("Overview", module).context(words, seen, seat, names)
    template = environment().get_template(f"overview/{name_of(game)}.html")
    return Markup(template.render(words=words, seat=seat, names=names, **values))
