"""Selections on the table page: small moves that are chosen together and sent as one request."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from bellhop.engine.errors import Refused
from bellhop.engine.game import Game
from bellhop.engine.parts import ALLOWED, Selection
from bellhop.engine.records import Position

MAX_FIRST = 60  # moves that one request may make before its last one


def describe_selection(game: Game, seen: Position, *, can_be_final: bool) -> dict[str, Any] | None:
    """What the page needs to know about a selection: its elements, and when it may be closed.

    Nothing is final where every move may be taken back, as in lessons and practice.
    """
    selection = game.page.select(seen)
    if selection is None:
        return None
    (button,) = game.page.path(seen, selection.closing)
    return {
        "button": button,
        "act": game.moves[selection.closing],
        "final": can_be_final and bool(game.finality.find_final(seen, [selection.closing])),
        "items": [
            {"id": choice.id, "act": game.moves[choice.move], "chosen": choice.is_chosen}
            for choice in selection.choices
        ],
        "allowed": [" ".join(map(str, counts)) for counts in _count_allowed(game, seen, selection)],
    }


def _count_allowed(game: Game, seen: Position, selection: Selection) -> Iterator[tuple[int, ...]]:
    """How many choices of each kind may be made before closing, in the order of the kinds."""
    held = Counter(choice.move for choice in selection.choices)
    for counts in product(*(range(number + 1) for number in held.values())):
        moves = [move for move, number in zip(held, counts, strict=True) for _ in range(number)]
        if find_refusal(game, seen, moves, selection.closing) == ALLOWED:
            yield counts


def find_refusal(game: Game, seen: Position, first: Sequence[int], last: int) -> int:
    """ALLOWED, or the reason against making these moves and then a last one."""
    ahead = seen.copy()
    try:
        for move in first:
            game.play(ahead, move)
    except Refused as error:
        return error.reason
    return game.rules.why_not(ahead, last)
