"""Which moves cannot be undone, known in advance from what a seat is shown.

Everybody can see what this depends on: how many cards are still to be played, which hotels want
cards face up, and the guests at the hotel being checked.
"""

from collections.abc import Iterable

from bellhop.engine.questions import close, has_step, is_asking, top

from .rules.bookings import answer, use_power
from .rules.legality import is_answer
from .rules.state import Position, hotel_of, place_of
from .rules.turns import shows_card
from .rules.vocabulary import AT_LINE, MOVE_KIND, MOVE_SIDE, MOVE_WHERE, PLAYS, Move, Step


def find_final(seen: Position, moves: Iterable[int]) -> set[int]:
    """The moves among these that cannot be undone."""
    return {move for move in moves if _is_final(seen, move)}


def _is_final(seen: Position, move: int) -> bool:
    """Does a move turn a card up, or end the round (with new cards) or the game?"""
    if is_answer(move):
        return not is_followed_by_question(seen, move)
    if seen.turns_taken == PLAYS * seen.seats - 1:
        return True
    is_at_line = MOVE_KIND[move] == Move.PLAY and MOVE_SIDE[move] == AT_LINE
    return is_at_line and bool(shows_card(seen, seen.hotels[MOVE_WHERE[move]]))


def is_followed_by_question(seen: Position, move: int) -> bool:
    """Will other guests at this hotel ask a question before the next hotel is checked?"""
    ahead = seen.copy()
    answer(ahead, move)
    while has_step(ahead) and top(ahead).what == Step.USE_POWER:
        number, place = hotel_of(top(ahead)), place_of(top(ahead))
        close(ahead)
        use_power(ahead, number, place)
    return is_asking(ahead)
