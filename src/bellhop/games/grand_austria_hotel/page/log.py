"""The log of Grand Austria Hotel: entries for turns, scorings and rounds; cards as symbols."""

from collections.abc import Callable, Collection, Iterator
from functools import partial

from markupsafe import Markup

from bellhop.drawing.environments import symbol
from bellhop.engine.telling import Told
from bellhop.engine.words import Words, plain

from ..card_text import (
    count_food,
    name_guest,
    name_staff,
    say_krone,
    say_points,
    what_food,
    whom_guest,
    whom_staff,
)
from ..rules.tables import GUEST_COLOUR, STAFF_NAMES
from ..rules.vocabulary import Event
from .board import politics_id, tile_id
from .houses import COLOUR_NAMES, FOOD_NAMES, room_id

HEADINGS: Collection[int] = (Event.ROUND_STARTED, Event.EMPEROR_SCORED, Event.SCORED)
DEEDS: Collection[int] = (
    *(Event.ROUND_STARTED, Event.REROLLED, Event.GUEST_TAKEN, Event.DIE_TAKEN, Event.SPACE_USED),
    *(Event.USED_AS, Event.PASSED, Event.CHECKED_IN, Event.STAFF_PLAYED, Event.STAFF_USED),
    *(Event.CLAIMED, Event.EMPEROR_SCORED, Event.REWARDED, Event.PUNISHED, Event.EXCUSED),
    *(Event.ROOMS_CHOSEN, Event.DRAFTED, Event.DRAFTED_UNSEEN, Event.EXTRA_TURN),
    *(Event.GAME_ENDED,),
)
Sayer = Callable[[Words, int], str]
GUESTS: dict[int, tuple[int, Sayer]] = {  # by event: which number is a guest, and how it is said
    Event.GUEST_ARRIVED: (0, name_guest),
    Event.GUEST_TAKEN: (1, whom_guest),
    Event.FOOD_SERVED: (2, name_guest),
    Event.ORDER_READY: (1, name_guest),
    Event.ORDER_FILLED: (1, name_guest),
    Event.CHECKED_IN: (1, whom_guest),
}
STAFF: dict[int, Sayer] = {
    Event.STAFF_PLAYED: whom_staff,
    **dict.fromkeys(
        (
            *(Event.STAFF_USED, Event.STAFF_WORKS, Event.DREW, Event.PUT_UNDER),
            *(Event.DRAFTED, Event.STAFF_DISCARDED, Event.STAFF_SCORED),
        ),
        name_staff,
    ),
}
KRONE = {  # by event: which number is an amount of money
    Event.GUEST_TAKEN: 2,
    Event.SERVICE_PAID: 1,
    Event.ROOM_PREPARED: 2,
    Event.MONEY: 1,
    Event.STAFF_PLAYED: 2,
    Event.EXCUSED: 1,
    Event.SIXTH_PAID: 1,
}
POINTS = {Event.CLAIMED: 2, Event.EMPEROR_SCORED: 1, Event.STAFF_SCORED: 2}


def symbols(words: Words, told: Told) -> Iterator[tuple[str, Markup]]:
    """The guests, staff, food, money and points of an event."""
    numbers, event = told.numbers, told.event
    if event in GUESTS:
        place, say = GUESTS[event]
        colour = COLOUR_NAMES[GUEST_COLOUR[numbers[place]]]
        text = say(words, numbers[place])
        yield text, symbol(text, (f"guest-{colour}",), f"guest {colour}", text)
    if event in STAFF:
        text = STAFF[event](words, numbers[1])
        yield text, symbol(text, ("icon-staff",), "staff", text)
    if event in (Event.FOOD_TAKEN, Event.FOOD_STORED):
        yield _amount(partial(count_food, words, numbers[1]), FOOD_NAMES[numbers[1]], numbers[2])
    if event == Event.FOOD_SERVED:
        text = what_food(words, numbers[1])
        yield text, symbol(text, (f"icon-{FOOD_NAMES[numbers[1]]}",))
    if event in KRONE and numbers[KRONE[Event(event)]]:
        krone = abs(numbers[KRONE[Event(event)]])
        yield _amount(partial(say_krone, words), "coin", krone)
    if event in POINTS:
        yield _amount(partial(say_points, words), "point", numbers[POINTS[Event(event)]])


def _amount(say: Callable[[int], str], icon: str, number: int) -> tuple[str, Markup]:
    """An amount as it is said, and as a number with a symbol."""
    text = say(number)
    return text, symbol(text, (f"icon-{icon}",), "", plain(number))


def places(told: Told) -> Iterator[str]:
    """The space, tile, room or player that an event is about.

    What only a player's own house shows is named after the player's seat, as in `2:room-1-1`.
    """
    a, b, c, *_ = told.numbers
    match told.event:
        case Event.DIE_TAKEN | Event.SPACE_USED | Event.USED_AS:
            yield f"die-{b + 1}"
        case Event.CLAIMED:
            yield politics_id(b)
        case Event.ADVANCED:
            yield "track"
        case Event.REWARDED | Event.PUNISHED:
            yield tile_id(b)
            yield f"person-{a}"
        case Event.EMPEROR_SCORED:
            yield "track"
            yield f"person-{a}"
        case Event.ROOM_PREPARED | Event.ROOM_OCCUPIED | Event.ROOM_REMOVED:
            yield f"{a}:{room_id(b)}"
        case Event.CHECKED_IN:
            yield f"{a}:{room_id(c)}"
        case Event.STAFF_PLAYED | Event.STAFF_USED | Event.STAFF_WORKS | Event.DREW:
            yield f"{a}:staff-{STAFF_NAMES[b]}"
        case Event.ROUND_STARTED | Event.GUEST_ARRIVED | Event.GUESTS_SHUFFLED:
            pass
        case Event.PACKS_PASSED | Event.SET_UP | Event.GAME_ENDED:
            pass
        case _:
            yield f"person-{a}"
