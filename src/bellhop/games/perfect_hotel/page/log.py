"""The log of Perfect Hotel: entries for turns, scorings and rounds; cards as symbols."""

from collections.abc import Collection, Iterator

from markupsafe import Markup

from bellhop.drawing.environments import symbol
from bellhop.engine.telling import Told
from bellhop.engine.words import Words

from ..rules.vocabulary import FACILITIES, TAG_NAMES, TAGS, TOURIST, Event, is_starred, tag_of
from ..speech import say_card, say_tag

HEADINGS: Collection[int] = (Event.ROUND_STARTED, Event.SCORED)
DEEDS: Collection[int] = (
    *(Event.ROUND_STARTED, Event.PLACED, Event.HOSTED, Event.BUILT, Event.HIGH_SEASON),
    *(Event.ROUND_ENDED, Event.GAME_ENDED),
)
ABOUT_A_TAG = {Event.HOSTED: 1, Event.TOOK: 1, Event.TOURIST_TAKEN: 1, Event.BUILT: 1}


def symbols(words: Words, told: Told) -> Iterator[tuple[str, Markup]]:
    """The card or the floor of an event, by its value."""
    if told.event in (Event.DREW, Event.PLACED):
        kind = told.numbers[1]
        text = say_card(words, kind)
        if kind == TOURIST:
            yield text, symbol(text, ("icon-tourist",), "tourist")
        else:
            yield text, _floor(text, tag_of(kind), "★" if is_starred(kind) else "")
    elif told.event in ABOUT_A_TAG or told.event == Event.HIGH_SEASON:
        tag = told.numbers[ABOUT_A_TAG.get(Event(told.event), 0)]
        text = say_tag(words, tag)
        yield text, _floor(text, tag)


def _floor(text: str, tag: int, star: str = "") -> Markup:
    icons = (f"icon-{FACILITIES[tag].name}",)
    return symbol(text, icons, f"floor-{tag}", f"{TAG_NAMES[tag]}{star}")


def places(told: Told) -> Iterator[str]:
    """The pile, the supply, the floor or the player that an event is about."""
    a, b, c, *_ = told.numbers
    match told.event:
        case Event.DREW | Event.DREW_UNSEEN:
            yield "pile"
        case Event.PLACED if b != TOURIST:
            yield f"tag-{TAG_NAMES[tag_of(b)]}"
        case Event.HOSTED | Event.TOOK | Event.TOURIST_TAKEN:
            yield f"tag-{TAG_NAMES[b]}"
        case Event.BUILT:
            yield f"floor-{a}-{TAG_NAMES[b]}"
        case Event.HIGH_SEASON:
            yield f"tag-{TAG_NAMES[a]}"
        case Event.SCORED:
            yield f"floor-{a}-{TAG_NAMES[c]}" if c < TAGS else f"lot-{a}"
            yield f"person-{a}"
