"""Night Porter as text, from a view: everybody's rack, then the seat's keys."""

from collections.abc import Iterator, Sequence

from bellhop.engine.words import Words

from .rules.scoring import POINT, score
from .rules.state import Position
from .rules.vocabulary import HAND, MAT, NAMES
from .speech import list_keys

ON_TURN, NOTHING = "▶", "·"


def draw_text(words: Words, seen: Position, seat: int, names: Sequence[str]) -> str:
    """The table as a seat, or SPECTATOR, sees it."""
    return "\n".join(_lines(words, seen, seat, names))


def _lines(words: Words, seen: Position, seat: int, names: Sequence[str]) -> Iterator[str]:
    yield words.count("draw.pile", seen.pile)
    for other in range(seen.seats):
        me = seen.players[other]
        facts = [
            names[other],
            words.count("draw.points", score(seen, other) // POINT),
            words.count("draw.held", me.held),
            words.count("draw.hidden", me.hidden),
        ]
        yield f"{ON_TURN if other == seen.turn else ' '} {' · '.join(facts)}"
        yield f"    {' '.join(NAMES[me.rack[hook]] for hook in range(me.hung)) or NOTHING}"
    if 0 <= seat < seen.seats:
        yield words.say("draw.hand", keys=", ".join(list_keys(seen, HAND + seat)) or NOTHING)
        yield words.say("draw.mat", keys=", ".join(list_keys(seen, MAT + seat)) or NOTHING)
