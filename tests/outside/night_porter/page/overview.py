"""The overview of Night Porter: which keys are unseen, and what the racks are worth now."""

from collections.abc import Iterator, Sequence
from typing import Any

from bellhop.drawing.environments import icon
from bellhop.engine.parts import Sign
from bellhop.engine.words import Words

from ..rules.scoring import POINT, earned, score
from ..rules.state import Position
from ..rules.vocabulary import LOSS, PILE, TIP, Item
from ..speech import list_keys, say_item, write_points


def legend(words: Words) -> Iterator[Sign]:
    """The keys are the only symbol."""
    yield Sign(icon("key"), words.say("sign.key"))


def context(words: Words, seen: Position, _seat: int, _names: Sequence[str]) -> dict[str, Any]:
    """The values that the template draws for a seat, or SPECTATOR."""
    seats = range(seen.seats)
    items = [item for item in Item if item != Item.HIDDEN or seen.tips]
    return {
        "unseen": ", ".join(list_keys(seen, PILE)) or "–",
        "pile": words.count("draw.pile", seen.pile),
        "rows": [
            (
                say_item(words, item.name.lower()),
                [write_points(earned(seen, seat, item)) for seat in seats],
            )
            for item in items
        ],
        "totals": [score(seen, seat) // POINT for seat in seats],
        "scoring": [
            words.say("overview.rising"),
            words.say("overview.falling", points=write_points(-LOSS)),
            words.say("overview.hidden", points=write_points(TIP) if seen.tips else "0"),
        ],
    }
