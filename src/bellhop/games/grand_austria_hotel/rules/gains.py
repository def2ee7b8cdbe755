"""Krone, points and the emperor's track. Sections: emperor's track, points track, cards."""

from bellhop.engine.rulebook import rule
from bellhop.engine.telling import EVERYONE, tell

from .state import Position
from .tables import STEP_AMOUNT, STEP_VERB
from .verbs import VERB_GAINS, Verb
from .vocabulary import FOR_TRACK, LAST_FIELD, MAX_KRONE, Event


@rule("hotel")
def gain_money(game: Position, seat: int, krone: int) -> None:
    """Money is kept on a track that ends at 20; any more is lost (ruling G1)."""
    me = game.players[seat]
    before = me.krone
    me.krone = min(MAX_KRONE, me.krone + krone)
    tell(EVERYONE, Event.MONEY, seat, me.krone - before, me.krone)


def pay(game: Position, seat: int, krone: int) -> None:
    """Krone are paid by moving back on the track; legality has checked that there are enough."""
    game.players[seat].krone -= krone


@rule("emperor_track")
def advance(game: Position, seat: int, fields: int) -> None:
    """Move forward on the emperor's track; every field beyond the last is a point instead."""
    me = game.players[seat]
    beyond = max(0, me.emperor + fields - LAST_FIELD)
    me.emperor += fields - beyond
    tell(EVERYONE, Event.ADVANCED, seat, fields - beyond, me.emperor)
    if beyond > 0:
        gain_points(game, seat, beyond, FOR_TRACK)


@rule("points_track")
def gain_points(game: Position, seat: int, points: int, item: int) -> None:
    """Points are counted by item; they may fall below zero (ruling G2)."""
    game.players[seat].points[item] += points
    if points != 0:
        tell(EVERYONE, Event.SCORED_NOW, seat, item, points)


@rule("points_track")
def points_of(game: Position, seat: int) -> int:
    """All points of a seat so far."""
    points = 0
    for scored in game.players[seat].points:
        points += scored
    return points


def is_gain(step: int) -> bool:
    """Is a step a gain, which takes effect at once?"""
    return VERB_GAINS[STEP_VERB[step]] == 1


@rule("guest_list")
def gain(game: Position, seat: int, step: int, item: int) -> None:
    """Krone, points and fields are gained at once."""
    amount = STEP_AMOUNT[step]
    match STEP_VERB[step]:
        case Verb.GAIN_MONEY:
            gain_money(game, seat, amount)
        case Verb.GAIN_POINTS:
            gain_points(game, seat, amount, item)
        case Verb.ADVANCE:
            advance(game, seat, amount)
