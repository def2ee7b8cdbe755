"""Night Porter in words: moves, events and refusals, from the catalogues in `words`."""

from collections.abc import Collection, Mapping, Sequence

from bellhop.engine.telling import Told
from bellhop.engine.words import Words

from .rules.state import Position
from .rules.vocabulary import MOVE_KEY, MOVE_KIND, NAMES, Event, Item, Move, Refusal

REFUSED_BY: Mapping[str, Collection[int]] = {  # by section of the rules
    "turn": (Refusal.KEY_NOT_HELD,),
    "winning": (Refusal.GAME_OVER,),
}
RULED_BY: Mapping[int, str] = {}  # the ruling, if the rulebook leaves the case open


def say_move(words: Words, _seen: Position, move: int) -> str:
    """A move as a choice."""
    key = NAMES[MOVE_KEY[move]]
    return words.say("move.hang" if MOVE_KIND[move] == Move.HANG else "move.hide", key=key)


def say_task(words: Words, _seen: Position) -> str:
    """What the seat on turn must do now."""
    return words.say("task")


def say_event(words: Words, told: Told, names: Sequence[str]) -> str:
    """A line of the log."""
    a, b, c, *_ = told.numbers
    match told.event:
        case Event.DREW:
            return words.say("event.drew", player=names[a], key=NAMES[b])
        case Event.DREW_UNSEEN:
            return words.say("event.drew_unseen", player=names[a])
        case Event.HUNG:
            return words.say("event.hung", player=names[a], key=NAMES[b])
        case Event.HID:
            return words.say("event.hid", player=names[a], key=NAMES[b])
        case Event.HID_UNSEEN:
            return words.say("event.hid_unseen", player=names[a])
        case Event.SCORED:
            item = say_item(words, Item(b).name.lower())
            return words.count(
                "event.scored", abs(c), player=names[a], points=write_points(c), item=item
            )
    return words.say("event.game_ended")


def write_points(points: int) -> str:
    """Points gained or lost, with their sign."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def say_item(words: Words, item: str) -> str:
    """The name of a scoring item."""
    return words.say(f"item.{item}")


def list_keys(seen: Position, place: int) -> list[str]:
    """The keys that are known to be in a place, by name."""
    return [name for name, where in zip(NAMES, seen.keys, strict=True) if where == place]
