"""How to play Perfect Hotel.

Collect two or three values and build each floor once, and large, because only the largest floor of
a value pays.  Build at least four floors.  Take a supply that others have filled.  What is in your
hand is safe there, and the others do not see it: build it with the last cards of the pile, when
nobody can answer with a larger floor.  Give away cards that you will never build, and send tourists
where others would like to take cards.
"""

from bellhop.engine.parts import Search
from bellhop.engine.seats import is_over

from .rules.legality import below, set_size
from .rules.scoring import BUDGET_FLOORS, score
from .rules.state import Hotelier, Position
from .rules.vocabulary import (
    GUEST,
    MOVE_ABOUT,
    MOVE_KIND,
    PLAIN,
    SMALLEST_SET,
    STARRED,
    TAGS,
    TOURIST,
    TOURIST_LOSS,
    VALUES,
    Move,
    floor_card,
    is_starred,
    tag_of,
)

SLIP = 2.0
STRONG = Search(simulations=100)
MASTER = Search(simulations=6_000)

RESEARCH_WORTH = 10.0  # a floor worth less than this can wait
EARLY, LATE, LAST = 30, 12, 8  # cards left in the pile


def rate(seen: Position, move: int) -> float:
    """How good a move looks."""
    about = MOVE_ABOUT[move]
    match MOVE_KIND[move]:
        case Move.RESEARCH:
            return RESEARCH_WORTH
        case Move.PLACE:
            return rate_placing(seen, tag_of(about), is_starred(about))
        case Move.HOST:
            return rate_hosting(seen, about)
        case Move.BUILD:
            return rate_site(seen, about, 0) if seen.pile <= LAST else 0.0
        case Move.TAKE:
            return rate_site(seen, about, below(seen, about))
        case Move.ADD:
            return rate_card(seen, about)
    return 1.0


def rate_site(seen: Position, tag: int, taken: int) -> float:
    """A floor is worth its value if it is the largest, and a new one makes the hotel taller."""
    me = seen.players[seen.turn]
    cards = held(me, tag) + taken
    floor = me.floors[tag].cards + cards
    worth = float(cards)
    if floor > largest_other(seen, tag):
        worth += VALUES[tag]
    else:
        worth += 0.35 * VALUES[tag]
    if me.floors[tag].cards == 0:
        worth += 3.0 if me.height < BUDGET_FLOORS else 1.5
    if taken > 0:
        worth -= TOURIST_LOSS * seen.lodgers[tag]
    if cards < SMALLEST_SET:
        worth -= 6.0  # a tourist would have to complete the set
    return worth if cards >= wanted_size(seen) else worth - 8.0


def wanted_size(seen: Position) -> int:
    """Wait for four cards early on and for three later; near the end, two are enough."""
    if seen.pile > EARLY:
        return 4
    return 3 if seen.pile > LATE else SMALLEST_SET


def rate_card(seen: Position, card: int) -> float:
    """Lay every card of the value, stars first; use tourists only to complete the set."""
    if card == GUEST:
        return 2.0 if set_size(seen) < SMALLEST_SET else 0.0
    return 4.0 if card == STARRED else 3.0


def rate_placing(seen: Position, tag: int, starred: int) -> float:
    """Give away cards that can no longer be built, the rarest in hand, and those of no use."""
    me = seen.players[seen.turn]
    worth = 5.0 - 2.0 * held(me, tag) - 1.5 * below(seen, tag) - starred
    return worth + 6.0 if is_covered(me, tag) else worth


def rate_hosting(seen: Position, tag: int) -> float:
    """A tourist in hand costs points: send it where the others would like to take cards."""
    me = seen.players[seen.turn]
    return (
        6.0 + 2.0 * me.hand[TOURIST] + below(seen, tag) - 2.0 * held(me, tag) + 0.1 * (TAGS - tag)
    )


def held(me: Hotelier, tag: int) -> int:
    """The number of cards of a value in the hand."""
    return me.hand[floor_card(tag, PLAIN)] + me.hand[floor_card(tag, STARRED)]


def is_covered(me: Hotelier, tag: int) -> bool:
    """Are there floors above this one, so that nothing can be added to it?"""
    return me.floors[tag].cards > 0 and me.storeys[me.height - 1] != tag


def largest_other(seen: Position, tag: int) -> int:
    """The most cards that another player has on this floor."""
    cards = 0
    for seat in range(seen.seats):
        if seat != seen.turn:
            cards = max(cards, seen.players[seat].floors[tag].cards)
    return cards


def worth(game: Position, seat: int) -> int:
    """Points only, because nothing else lasts beyond a round."""
    return score(game, seat)


def has_seen_enough(game: Position, start: Position) -> bool:
    """A simulation runs to the end of the round."""
    return is_over(game) or game.round != start.round
