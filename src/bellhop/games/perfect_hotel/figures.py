"""Figures of Perfect Hotel: the hotels at the end of the last round."""

from bellhop.engine.parts import FIGURE_LIMIT, Group
from bellhop.engine.records import Cells
from bellhop.engine.words import Words

from .rules.scoring import SHEET, largest, measure
from .rules.state import Position
from .rules.vocabulary import BEST_VIEW, BUDGET, PENTHOUSE, STARS_ITEM, TAGS, TOURIST, TOURISTS_ITEM
from .speech import say_item

OWN = COUNT = len(SHEET)  # one figure per scoring item


def watch(_game: Position, _move: int, _row: Cells) -> None:
    """Note nothing: the final position is enough."""


def note(game: Position, seat: int, row: Cells) -> None:
    """Note whether the seat leads on each floor, in height and on top; tourists, stars, floors."""
    me = game.players[seat]
    for item in range(COUNT):
        row[item] = 0
    for tag in range(TAGS):
        row[tag] = in_front(game, seat, tag)
        row[TOURISTS_ITEM] += me.floors[tag].tourists
        row[STARS_ITEM] += me.floors[tag].starred
    row[BEST_VIEW] = in_front(game, seat, BEST_VIEW)
    row[PENTHOUSE] = in_front(game, seat, PENTHOUSE)
    row[BUDGET] = me.height
    row[TOURISTS_ITEM] = min(FIGURE_LIMIT - 1, row[TOURISTS_ITEM] + me.hand[TOURIST])
    row[STARS_ITEM] = min(FIGURE_LIMIT - 1, row[STARS_ITEM])


def in_front(game: Position, seat: int, item: int) -> int:
    """Does nobody have more of an item?"""
    most = largest(game, item)
    return 1 if most > 0 and measure(game, seat, item) == most else 0


def groups(words: Words) -> list[Group]:
    """The names of the scoring items."""
    items = [say_item(words, item) for item in SHEET]
    return [Group(words.say("figures.items"), items)]
