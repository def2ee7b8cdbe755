"""Perfect Hotel in words: moves, events and refusals, from the catalogues in `words`."""

from collections.abc import Collection, Mapping, Sequence

from bellhop.engine.telling import Told
from bellhop.engine.words import Words, signed

from .rules.scoring import SHEET
from .rules.state import Position
from .rules.vocabulary import (
    DRAWN,
    FACILITIES,
    MOVE_ABOUT,
    MOVE_KIND,
    TAG_NAMES,
    TOURIST,
    Event,
    Move,
    Phase,
    Refusal,
    is_starred,
    tag_of,
)

ADDED = ("plain", "star", "tourist")
REFUSED_BY: Mapping[str, Collection[int]] = {  # by section of the rules
    "gameplay": (Refusal.MUST_CHOOSE,),
    "research": (
        Refusal.MUST_PLACE,
        Refusal.CARD_NOT_HELD,
        Refusal.TOURIST_NOT_HELD,
        Refusal.TAG_HAS_TOURIST,
    ),
    "build": (
        Refusal.MUST_FINISH,
        Refusal.FLOOR_COVERED,
        Refusal.NO_FLOOR_CARD,
        Refusal.TOO_FEW_CARDS,
        Refusal.SUPPLY_EMPTY,
        Refusal.ONLY_TOURIST_BELOW,
        Refusal.EXTENDED_ALREADY,
        Refusal.EXTENSION_SIZE,
        Refusal.NO_MORE_OF_THESE,
        Refusal.SET_OF_TOURISTS,
        Refusal.SET_TOO_SMALL,
    ),
    "winning": (Refusal.GAME_OVER,),
    "high_season": (Refusal.HIGH_SEASON,),
}
RULED_BY: Mapping[int, str] = {  # the ruling, if the rulebook leaves the case open
    Refusal.ONLY_TOURIST_BELOW: "Q3",
    Refusal.EXTENDED_ALREADY: "Q6",
    Refusal.EXTENSION_SIZE: "Q6",
}


def say_tag(words: Words, tag: int) -> str:
    """A floor by its facility and value, such as bedroom (10)."""
    return words.say("floor", facility=say_facility(words, tag), value=FACILITIES[tag].value)


def say_facility(words: Words, tag: int) -> str:
    """The facility of a floor value."""
    name = FACILITIES[tag].name
    return words.find(f"facility.{name}", name)


def say_card(words: Words, kind: int) -> str:
    """A card, with its star if it has one."""
    if kind == TOURIST:
        return words.say("card.tourist")
    return say_tag(words, tag_of(kind)) + ("★" if is_starred(kind) else "")


def say_move(words: Words, seen: Position, move: int) -> str:
    """A move in words, as one of the choices."""
    about = MOVE_ABOUT[move]
    match MOVE_KIND[move]:
        case Move.RESEARCH:
            return words.say("move.research", drawn=DRAWN)
        case Move.PLACE:
            return words.say("move.place", card=say_card(words, about))
        case Move.HOST:
            return words.say("move.host", floor=say_tag(words, about))
        case Move.BUILD:
            return words.say("move.build", floor=say_tag(words, about))
        case Move.TAKE:
            return words.say("move.take", floor=say_tag(words, about))
        case Move.ADD:
            return words.say(f"move.add.{ADDED[about]}", floor=say_tag(words, seen.site))
    return words.say("move.done")


def say_task(words: Words, seen: Position) -> str:
    """What the seat on turn must do now."""
    if seen.phase == Phase.PLACING:
        return words.say("task.placing")
    return words.say("task.building" if seen.phase == Phase.BUILDING else "task.choosing")


def say_event(words: Words, told: Told, names: Sequence[str]) -> str:
    """A line of the log; the back of the pile's top card is only shown, not logged."""
    a, b, c, d, e = told.numbers
    match told.event:
        case Event.ROUND_STARTED:
            return words.say("event.round_started", round=a + 1, player=names[b])
        case Event.DREW:
            return words.say("event.drew", player=names[a], card=say_card(words, b))
        case Event.DREW_UNSEEN:
            return words.say(f"event.drew.{'tourist' if b else 'floor'}", player=names[a])
        case Event.PLACED:
            return words.say("event.placed", player=names[a], card=say_card(words, b))
        case Event.HOSTED:
            return words.say("event.hosted", player=names[a], floor=say_tag(words, b))
        case Event.TOOK:
            if c == 2:
                return words.say("event.took.both", player=names[a], floor=say_tag(words, b))
            return words.count("event.took", c, player=names[a], floor=say_tag(words, b))
        case Event.TOURIST_TAKEN:
            return words.say("event.tourist_taken", player=names[a], floor=say_tag(words, b))
        case Event.BUILT:
            built = words.count("event.built", c, player=names[a], floor=say_tag(words, b))
            tourists = words.count("event.built.tourists", d) if d else ""
            stars = words.count("event.built.stars", e) if e else ""
            return f"{built}{tourists}{stars}."
        case Event.HIGH_SEASON:
            return words.say("event.high_season", floor=say_tag(words, a))
        case Event.SCORED:
            item = say_item(words, SHEET[c])
            return words.count("event.scored", abs(d), player=names[a], item=item, points=signed(d))
        case Event.ROUND_ENDED:
            return words.say("event.round_ended", round=a + 1)
        case Event.GAME_ENDED:
            return words.say("event.game_ended")
    return ""


def say_item(words: Words, name: str) -> str:
    """The name of a scoring item."""
    if name in TAG_NAMES:
        tag = TAG_NAMES.index(name)
        return words.say(
            "item.floor", facility=say_facility(words, tag), value=FACILITIES[tag].value
        )
    return words.say(f"item.{name}")
