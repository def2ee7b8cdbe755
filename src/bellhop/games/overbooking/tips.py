"""When learners are given a tip at a real table of Overbooking."""

from collections.abc import Iterator, Mapping, Sequence

from .rules.state import Position
from .rules.vocabulary import MOVE_KIND, Move, Phase

GOALS: Mapping[str, int] = {}


def find_tips(seen: Position, legal: Sequence[int]) -> Iterator[str]:
    """The tips for the player on turn, whose view this is."""
    kinds = {MOVE_KIND[move] for move in legal}
    if seen.phase == Phase.CHECKING:
        yield "power"
    elif kinds == {Move.PASS}:
        yield "pass"
    elif Move.DECLINE in kinds:
        yield "decline"
    if any(hotel.has_point_tile for hotel in seen.hotels):
        yield "tile"
