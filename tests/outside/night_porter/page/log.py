"""The log of Night Porter: an entry for each turn and one for the scoring; keys as symbols."""

from collections.abc import Collection, Iterator

from markupsafe import Markup

from bellhop.drawing.environments import symbol
from bellhop.engine.telling import Told
from bellhop.engine.words import Words

from ..rules.vocabulary import NAMES, Event

HEADINGS: Collection[int] = (Event.SCORED,)
DEEDS: Collection[int] = (Event.HUNG, Event.HID, Event.HID_UNSEEN, Event.GAME_ENDED)
PLACES = {Event.HUNG: "rack", Event.HID: "mat", Event.HID_UNSEEN: "mat"}


def symbols(_words: Words, told: Told) -> Iterator[tuple[str, Markup]]:
    """The key of an event."""
    if told.event in (Event.DREW, Event.HUNG, Event.HID):
        key = NAMES[told.numbers[1]]
        yield key, symbol(key, ("icon-key",), "key", key)


def places(told: Told) -> Iterator[str]:
    """The rack, the mat or the row of a player."""
    if told.event != Event.GAME_ENDED:
        yield f"{PLACES.get(Event(told.event), 'person')}-{told.numbers[0]}"
