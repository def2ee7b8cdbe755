"""The end of the game. Sections: final scoring, the list of staff."""

from bellhop.engine.rulebook import rule
from bellhop.engine.scores import NO_ROUND, ScoreEntry
from bellhop.engine.telling import EVERYONE, Told, tell

from .boards import ROOMS, floor_of
from .cards import STAFF, Timing
from .gains import points_of
from .staff import works_for
from .state import NO_GUEST, Position
from .steps import score_step
from .tables import STAFF_TIMING, STEP_VERB, staff_step
from .verbs import Verb
from .vocabulary import (
    FLOOR_POINTS,
    FOR_CAFE,
    FOR_FOOD,
    FOR_KRONE,
    FOR_OCCUPIED,
    FOR_STAFF_AT_END,
    GUEST_LOSS,
    ITEM_NAMES,
    ITEMS,
    Event,
    Room,
)

POINT = 1024  # more than anybody's krone and food together, which break ties


@rule("final_scoring")
def score_game(game: Position) -> None:
    """Staff, occupied rooms, krone and food score points; guests without a room cost points."""
    for seat in range(game.seats):
        me = game.players[seat]
        me.points[FOR_STAFF_AT_END] = score_staff(game, seat)
        me.points[FOR_OCCUPIED] = score_rooms(game, seat)
        me.points[FOR_KRONE] = me.krone
        me.points[FOR_FOOD] = food_of(game, seat)
        me.points[FOR_CAFE] = -GUEST_LOSS * guests_in_cafe(game, seat)
        for item in range(ITEMS):
            tell(EVERYONE, Event.SCORED, seat, item, me.points[item])


@rule("final_scoring")
def score(game: Position, seat: int) -> int:
    """The most points win; krone and food break ties (ruling F1)."""
    return POINT * points_of(game, seat) + game.players[seat].krone + food_of(game, seat)


@rule("final_scoring")
def score_rooms(game: Position, seat: int) -> int:
    """The higher an occupied room is, the more points it brings."""
    points = 0
    for room in range(ROOMS):
        if game.players[seat].rooms[room] == Room.OCCUPIED:
            points += FLOOR_POINTS[floor_of(room)]
    return points


def food_of(game: Position, seat: int) -> int:
    """Food left in the kitchen counts; food on orders does not."""
    pieces = 0
    for food in game.players[seat].kitchen:
        pieces += food
    return pieces


def guests_in_cafe(game: Position, seat: int) -> int:
    """Guests who never moved into a room, served or not."""
    guests = 0
    for table in game.players[seat].cafe:
        guests += table.guest != NO_GUEST
    return guests


@rule("staff_list")
def score_staff(game: Position, seat: int) -> int:
    """Every card for the end of the game is scored."""
    points = 0
    for card in range(STAFF):
        if works_for(game, seat, card) and STAFF_TIMING[card] == Timing.END:
            scored = score_card(game, seat, card)
            tell(EVERYONE, Event.STAFF_SCORED, seat, card, scored)
            points += scored
    return points


@rule("staff_list")
def score_card(game: Position, seat: int, card: int) -> int:
    """The points of a card for a seat, from that seat's hotel, staff and discs."""
    step = staff_step(game.edition, card, 0)
    if STEP_VERB[step] == Verb.COPY_STAFF:
        return copy_best(game, seat)
    return score_step(game, seat, step)


@rule("staff_list")
def copy_best(game: Position, seat: int) -> int:
    """The secretary counts as the best end card that another player has (ruling S6)."""
    best = 0
    for card in range(STAFF):
        if STAFF_TIMING[card] == Timing.END and is_others(game, seat, card):
            step = staff_step(game.edition, card, 0)
            if STEP_VERB[step] == Verb.SCORE_PER:
                best = max(best, score_step(game, seat, step))
    return best


def is_others(game: Position, seat: int, card: int) -> bool:
    """Has another player played this card?"""
    found = False
    for other in range(game.seats):
        found = found or (other != seat and works_for(game, other, card))
    return found


BY_ROUND = False
SHEET: tuple[str, ...] = ITEM_NAMES


def scored(told: Told) -> ScoreEntry | None:
    """The entry on the score sheet that an event makes, if any."""
    if told.event != Event.SCORED:
        return None
    seat, item, points, *_ = told.numbers
    return ScoreEntry(seat, NO_ROUND, SHEET[item], points)
