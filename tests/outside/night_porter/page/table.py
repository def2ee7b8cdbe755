"""The page of Night Porter: everybody's rack and mat, with the player's keys below."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from bellhop.engine.parts import select_nothing
from bellhop.engine.telling import Told
from bellhop.engine.words import Words

from ..rules.scoring import POINT, score, worth_of
from ..rules.state import Position
from ..rules.vocabulary import HAND, MAT, MOVE_KEY, MOVE_KIND, NAMES, Event, Move
from ..speech import list_keys, write_points

UNSAID: Collection[int] = ()
select = select_nothing


class Person(NamedTuple):
    """A player with rack and mat."""

    seat: int
    name: str
    letter: str
    on_turn: bool
    own: bool
    points_text: str
    held_text: str
    hidden_text: str
    hooks: tuple[tuple[str, str], ...]  # the keys on the rack, and what each scores there
    mat: tuple[str, ...]  # the keys under it; empty strings if only their number is known


def context(words: Words, seen: Position, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """The values that the template draws for a seat, or SPECTATOR."""
    is_player = 0 <= seat < seen.seats
    return {
        "pile": words.count("draw.pile", seen.pile),
        "people": [_person(words, seen, other, seat, names[other]) for other in range(seen.seats)],
        "is_player": is_player,
        "hand": list_keys(seen, HAND + seat) if is_player else [],
    }


def _person(words: Words, seen: Position, other: int, seat: int, name: str) -> Person:
    me = seen.players[other]
    known = list_keys(seen, MAT + other)
    return Person(
        other,
        name,
        name[:1].upper(),
        other == seen.turn,
        other == seat,
        words.count("draw.points", score(seen, other) // POINT),
        words.count("draw.held", me.held),
        words.count("draw.hidden", me.hidden),
        tuple((NAMES[me.rack[n]], write_points(worth_of(me, n))) for n in range(me.hung)),
        (*known, *[""] * (me.hidden - len(known))),
    )


def texts(words: Words) -> dict[str, str]:
    """The fixed texts on the table."""
    return {
        "on_turn": words.say("page.on_turn"),
        "rack": words.say("page.rack"),
        "mat": words.say("page.mat"),
        "hand": words.say("page.hand"),
        "empty": words.say("page.hand.empty"),
    }


def path(seen: Position, move: int) -> tuple[str, ...]:
    """The elements to touch for a move: a key, then the rack or the mat."""
    place = "rack" if MOVE_KIND[move] == Move.HANG else "mat"
    return f"key-{NAMES[MOVE_KEY[move]]}", f"{place}-{seen.turn}"


def warning(_words: Words, _seen: Position, _move: int) -> str:
    """No move needs a warning."""
    return ""


def animation_of(told: Told) -> tuple[int, ...] | None:
    """The steps of the scoring: one per item, for all players."""
    return (told.numbers[1],) if told.event == Event.SCORED else None


def spots(_seen: Position, told: Told) -> Iterator[str]:
    """The rack and the points of the player who scores."""
    yield f"desk-{told.numbers[0]}"
    yield f"person-{told.numbers[0]}"
