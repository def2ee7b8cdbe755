"""The legend of Grand Austria Hotel: what the symbols on cards, tiles, dice and rooms stand for."""

from collections.abc import Iterator

from markupsafe import Markup

from bellhop.drawing.environments import icon
from bellhop.engine.parts import Sign
from bellhop.engine.words import Words

from ..card_text import name_food, say_action
from ..rules.cards import Timing, names_of
from ..rules.vocabulary import Space
from .board import ACTION_ICONS
from .houses import COLOUR_NAMES, FOOD_NAMES

GAINS = (
    "point",
    "coin",
    "crown",
    "cloche",
    "cards",
    "staff",
    "room",
    "stairs",
    "key",
    "suitcase",
    "again",
)
STATES = ("unprepared", "secret", "vacant", "occupied")


def legend(words: Words) -> Iterator[Sign]:
    """What brings something, food first; then the dice, guests, rooms, and when staff works."""
    for food, name in enumerate(FOOD_NAMES):
        yield Sign(icon(name), name_food(words, food))
    for name in GAINS:
        yield Sign(icon(name), words.say(f"sign.{name}"))
    yield Sign(icon("die-5") + Markup("<b>+1</b>"), words.say("sign.action"))
    yield Sign(icon(*ACTION_ICONS[Space.ANY]), say_action(words, Space.ANY))
    for name in names_of(Timing):
        yield Sign(
            icon(f"when-{name}"), words.say("sign.worker", timing=words.say(f"timing.{name}"))
        )
    for colour in COLOUR_NAMES:
        portrait = _draw(f"portrait tone-0 {colour}", f"guest-{colour}", 48)
        yield Sign(portrait, words.say(f"guest_colour.{colour}"))
    for state in STATES:
        room = _draw(COLOUR_NAMES[0], f"room-{state}", 40)
        yield Sign(room, words.say(f"sign.room.{state}"))


def _draw(kind: str, name: str, size: int) -> Markup:
    """A drawing of the table, by the name of its symbol."""
    drawn = Markup('<span class="{}"><svg viewBox="0 0 {} {}"><use href="#{}"/></svg></span>')
    return drawn.format(kind, size, size, name)
