"""When learners are given a tip at a real table of Perfect Hotel."""

from collections.abc import Iterator, Mapping, Sequence

from .rules.state import Position
from .rules.vocabulary import MOVE_ABOUT, MOVE_KIND, TOURIST, Move, Phase

GOALS: Mapping[str, int] = {}
LAST_CARDS = 2  # a Research draws this many


def find_tips(seen: Position, legal: Sequence[int]) -> Iterator[str]:
    """The tips for the player on turn, whose view this is."""
    me = seen.players[seen.turn]
    if seen.phase == Phase.CHOOSING and seen.pile <= LAST_CARDS:
        yield "last"
    if any(one.height for one in seen.players):
        yield "forecast"
    if me.hand[TOURIST]:
        yield "tourist"
    if seen.phase == Phase.CHOOSING and seen.tourist_on_top:
        yield "top"
    sets = {MOVE_ABOUT[move] for move in legal if MOVE_KIND[move] in (Move.BUILD, Move.TAKE)}
    if me.height and me.storeys[me.height - 1] in sets:
        yield "extend"
    if any(seen.lodgers[MOVE_ABOUT[move]] for move in legal if MOVE_KIND[move] == Move.TAKE):
        yield "lodger"
