"""The log of Overbooking: entries for turns, hotels being checked and rounds; cards as symbols."""

from collections.abc import Collection, Iterator

from markupsafe import Markup

from bellhop.drawing.environments import symbol
from bellhop.engine.telling import Told
from bellhop.engine.words import Words

from ..rules.vocabulary import (
    BEDS,
    CREST_NAMES,
    GUEST_NAMES,
    Event,
    crest_of,
    crest_on,
    guest_of,
    is_large_on,
)
from ..speech import say_back, say_card

HEADINGS: Collection[int] = (Event.ROUND_STARTED, Event.HOTEL_CHECKED, Event.SCORED)
DEEDS: Collection[int] = (
    *(Event.ROUND_STARTED, Event.PLAYED, Event.PLAYED_UNSEEN, Event.PLAYED_OPEN, Event.TILE_TAKEN),
    *(Event.DECLINED, Event.PASSED, Event.HOTEL_CHECKED, Event.REFUSED, Event.GAME_ENDED),
)
SECOND_CARDS = {  # by event: which number is its second card
    Event.REPLACED_OWN: 2,
    Event.MARKED_FIRST: 2,
    Event.PUSHED_OUT: 3,
}
WITHOUT_CARDS = (
    *(Event.ROUND_STARTED, Event.HOTEL_OPENED, Event.DREW_UNSEEN, Event.PLAYED_UNSEEN),
    *(Event.TILE_TAKEN, Event.DECLINED, Event.PASSED, Event.HOTEL_CHECKED),
    *(Event.SCORED, Event.GAME_ENDED),
)


def symbols(words: Words, told: Told) -> Iterator[tuple[str, Markup]]:
    """The cards of an event: beds, guests and family, or the back."""
    if told.event == Event.PLAYED_UNSEEN:
        back = told.numbers[1]
        crest, text = CREST_NAMES[crest_on(back)], say_back(words, back)
        size = "large" if is_large_on(back) else "small"
        yield text, symbol(text, (f"icon-{crest}",), f"face-down {crest} {size}")
    if told.event in WITHOUT_CARDS:
        return
    second = SECOND_CARDS.get(Event(told.event))
    for number in (1, second) if second else (1,):
        kind = told.numbers[number]
        crest, guest, text = CREST_NAMES[crest_of(kind)], guest_of(kind), say_card(words, kind)
        icons = f"icon-{GUEST_NAMES[guest]}", f"icon-{crest}"
        yield text, symbol(text, icons, crest, f"{BEDS[guest]}")


def places(told: Told) -> Iterator[str]:
    """The hotel or the player that an event is about."""
    a, b, c, *_ = told.numbers
    match told.event:
        case Event.HOTEL_OPENED | Event.HOTEL_CHECKED:
            yield f"hotel-{a + 1}"
        case Event.TILE_TAKEN:
            yield f"hotel-{b + 1}"
        case (
            Event.PLAYED
            | Event.PLAYED_UNSEEN
            | Event.PLAYED_OPEN
            | Event.REVEALED
            | Event.JOINED_LINE
        ):
            yield f"hotel-{c + 1}"
        case Event.BOOKED:
            yield f"booked-{a}-{b}"
            yield f"person-{a}"
        case Event.ROUND_STARTED | Event.GAME_ENDED:
            pass
        case _:
            yield f"person-{a}"
