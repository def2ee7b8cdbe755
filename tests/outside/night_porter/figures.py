"""Figures of Night Porter: how many keys a player hung in order, hung out of order, and hid."""

from bellhop.engine.parts import FIGURE_LIMIT, Group
from bellhop.engine.records import Cells
from bellhop.engine.words import Words

from .rules.scoring import ITEMS, SHEET, is_rising
from .rules.state import Position
from .rules.vocabulary import Item
from .speech import say_item

OWN = COUNT = ITEMS


def watch(_game: Position, _move: int, _row: Cells) -> None:
    """Note nothing: the final position is enough."""


def note(game: Position, seat: int, row: Cells) -> None:
    """Note the number of keys that each scoring item counts."""
    me = game.players[seat]
    rising = 0
    for hook in range(me.hung):
        rising += is_rising(me, hook)
    row[Item.RISING] = min(FIGURE_LIMIT - 1, rising)
    row[Item.FALLING] = min(FIGURE_LIMIT - 1, me.hung - rising)
    row[Item.HIDDEN] = min(FIGURE_LIMIT - 1, me.hidden)


def groups(words: Words) -> list[Group]:
    """The names of the scoring items."""
    return [Group(words.say("figures.items"), [say_item(words, item) for item in SHEET])]
