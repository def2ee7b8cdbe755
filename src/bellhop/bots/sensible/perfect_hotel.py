"""Perfect Hotel for beginners: collect one or two values, build large, keep tourists away."""

from bellhop.perfect_hotel.legality import below, set_size
from bellhop.perfect_hotel.state import Position
from bellhop.perfect_hotel.vocabulary import (
    ADD,
    BUILD,
    DONE,
    GUEST,
    HOST,
    PLACE,
    RESEARCH,
    SMALLEST_SET,
    STARRED,
    TAGS,
    TAKE,
    TOURIST,
    VALUES,
)

LATE = 12  # cards in the pile when it is time to build whatever one has


def rate(seen: Position, move: int) -> float:
    """How good a move looks."""
    if move == RESEARCH:
        return 10.0
    if move < HOST:
        return _rate_placing(seen, (move - PLACE) // 2, (move - PLACE) % 2)
    if move < BUILD:
        return _rate_hosting(seen, move - HOST)
    if move < ADD:
        taking = move >= TAKE
        return _rate_site(seen, move - (TAKE if taking else BUILD), taking)
    if move < DONE:
        return _rate_card(seen, move - ADD)
    return 1.0


def _rate_site(seen: Position, tag: int, taking: bool) -> float:
    """A floor is worth its value if it is the largest, and a new one brings the hotel up."""
    me = seen.players[seen.turn]
    size = me.hand[2 * tag] + me.hand[2 * tag + 1] + (below(seen, tag) if taking else 0)
    others = [p.floors[tag].cards for seat, p in enumerate(seen.players) if seat != seen.turn]
    floor = me.floors[tag].cards + size
    worth = VALUES[tag] * (1.0 if floor > max(others) else 0.35)
    if me.floors[tag].cards == 0:
        worth += 3.0 if me.height < 4 else 1.5
    worth += size - 3.0 * (taking and seen.lodgers[tag])
    if size < SMALLEST_SET:
        worth -= 6.0  # a tourist would have to make up the number
    is_good_size = size >= 4 or (size >= 3 and VALUES[tag] <= 7)
    return worth if is_good_size or seen.pile <= LATE else worth - 6.0


def _rate_card(seen: Position, card: int) -> float:
    """Lay every card of the value, stars first; tourists only to make up the number."""
    if card == GUEST:
        return 2.0 if set_size(seen) < SMALLEST_SET else 0.0
    return 4.0 if card == STARRED else 3.0


def _rate_placing(seen: Position, tag: int, starred: int) -> float:
    """Give away what one has least of, and where little lies for the others to take."""
    me = seen.players[seen.turn]
    held = me.hand[2 * tag] + me.hand[2 * tag + 1]
    is_closed = me.floors[tag].cards > 0 and me.storeys[me.height - 1] != tag
    return 5.0 + 6.0 * is_closed - 2.0 * held - 1.5 * below(seen, tag) - starred


def _rate_hosting(seen: Position, tag: int) -> float:
    """A tourist in hand costs points: send it where the others would like to take cards."""
    me = seen.players[seen.turn]
    own = me.hand[2 * tag] + me.hand[2 * tag + 1]
    return 6.0 + 2.0 * me.hand[TOURIST] + below(seen, tag) - 2.0 * own + 0.1 * (TAGS - tag)
