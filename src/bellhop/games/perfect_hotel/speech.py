"""Perfect Hotel in words: moves, events and refusals, from the catalogues in `words`."""

from collections.abc import Collection, Mapping, Sequence

from bellhop.engine.parts import ScoreEntry
from bellhop.engine.telling import Told
from bellhop.engine.words import Words

from .rules.state import Position
from .rules.vocabulary import (
    ADD,
    BEST_VIEW,
    BUDGET,
    BUILD,
    DONE,
    DRAWN,
    FACILITIES,
    HOST,
    PENTHOUSE,
    PLACE,
    RESEARCH,
    STARS_ITEM,
    TAGS,
    TAKE,
    TOURIST,
    TOURISTS_ITEM,
    Event,
    Phase,
    Refusal,
)

ITEMS = {
    TOURISTS_ITEM: "tourists",
    STARS_ITEM: "stars",
    BEST_VIEW: "best_view",
    PENTHOUSE: "penthouse",
    BUDGET: "budget_hotel",
}
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
RULED_BY: Mapping[int, str] = {  # the ruling, where the case is doubtful
    Refusal.ONLY_TOURIST_BELOW: "Q3",
    Refusal.EXTENDED_ALREADY: "Q6",
    Refusal.EXTENSION_SIZE: "Q6",
}


def say_tag(words: Words, tag: int) -> str:
    """A floor value with its facility, such as 10 bedroom."""
    facility = FACILITIES[tag]
    return f"{facility.value} {words.find(f'facility.{facility.name}', facility.name)}"


def say_card(words: Words, kind: int) -> str:
    """A card, with its star if it has one."""
    if kind == TOURIST:
        return words.say("card.tourist")
    return say_tag(words, kind // 2) + ("★" if kind % 2 else "")


def say_move(words: Words, seen: Position, move: int) -> str:
    """A move as a choice."""
    if move == RESEARCH:
        return words.say("move.research", drawn=DRAWN)
    if move < HOST:
        return words.say("move.place", card=say_card(words, move - PLACE))
    if move < BUILD:
        return words.say("move.host", floor=say_tag(words, move - HOST))
    if move < TAKE:
        return words.say("move.build", floor=say_tag(words, move - BUILD))
    if move < ADD:
        return words.say("move.take", floor=say_tag(words, move - TAKE))
    if move < DONE:
        return words.say(f"move.add.{ADDED[move - ADD]}", floor=say_tag(words, seen.site))
    return words.say("move.done")


def say_task(words: Words, seen: Position) -> str:
    """What the seat on turn must do now."""
    if seen.phase == Phase.PLACING:
        return words.say("task.placing")
    return words.say("task.building" if seen.phase == Phase.BUILDING else "task.choosing")


def say_event(words: Words, told: Told, names: Sequence[str]) -> str:
    """A line of the log; the back of the pile's top card is for the eye alone."""
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
            item = say_item(words, item_name(c))
            return words.count("event.scored", abs(d), player=names[a], item=item, points=f"{d:+d}")
        case Event.ROUND_ENDED:
            return words.say("event.round_ended", round=a + 1)
        case Event.GAME_ENDED:
            return words.say("event.game_ended")
    return ""


def scored(told: Told) -> ScoreEntry | None:
    """The line of the score sheet that an event stands for."""
    if told.event != Event.SCORED:
        return None
    seat, round_, item, points, _ = told.numbers
    return ScoreEntry(seat, round_, item_name(item), points)


def item_name(item: int) -> str:
    """The name of an item of the scoring: a floor's value, or the heading in the rulebook."""
    return str(FACILITIES[item].value) if item < TAGS else ITEMS[item]


def say_item(words: Words, name: str) -> str:
    """An item of the scoring in words."""
    for tag, facility in enumerate(FACILITIES):
        if name == str(facility.value):
            return say_tag(words, tag)
    return words.say(f"item.{name}")


def score_items() -> tuple[str, ...]:
    """All items of the scoring, in order."""
    return tuple(item_name(item) for item in range(BUDGET + 1))
