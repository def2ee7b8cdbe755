"""When learners are given a tip at a real table of Night Porter."""

from collections.abc import Iterator, Mapping, Sequence

from .rules.state import Position

GOALS: Mapping[str, int] = {}


def find_tips(seen: Position, legal: Sequence[int]) -> Iterator[str]:
    """The tips for the player on turn, whose view this is."""
    if legal and seen.pile == 0:
        yield "empty"
