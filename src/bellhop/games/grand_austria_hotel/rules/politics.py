"""Politics cards. Section: politics."""

from bellhop.engine.rulebook import rule
from bellhop.engine.telling import EVERYONE, tell

from .gains import gain_points
from .hotel import count_of
from .state import Position
from .tables import (
    CONDITION_COUNT,
    condition_enough,
    condition_measure,
)
from .vocabulary import FOR_POLITICS, POLITICS_POINTS, Event


@rule("politics")
def meets_condition(game: Position, seat: int, card: int) -> bool:
    """There must be enough of everything that a card counts."""
    for number in range(CONDITION_COUNT[card]):
        count = count_of(game, seat, condition_measure(card, number))
        if count < condition_enough(card, number):
            return False
    return True


@rule("politics")
def places_taken(game: Position, letter: int) -> int:
    """The number of players with a disc on a card."""
    taken = 0
    for seat in range(game.seats):
        taken += game.players[seat].discs[letter] > 0
    return taken


@rule("politics")
def claim(game: Position, seat: int, letter: int) -> None:
    """A disc goes on the highest free place, which earns its points at once."""
    place = places_taken(game, letter)
    game.players[seat].discs[letter] = place + 1
    tell(EVERYONE, Event.CLAIMED, seat, game.politics[letter], POLITICS_POINTS[place])
    gain_points(game, seat, POLITICS_POINTS[place], FOR_POLITICS)
