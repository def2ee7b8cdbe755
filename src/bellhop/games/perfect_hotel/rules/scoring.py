"""Scoring a round, in the order of the rulebook. Sections: scoring to winning."""

from bellhop.engine.rulebook import rule
from bellhop.engine.scores import ScoreEntry
from bellhop.engine.telling import EVERYONE, Told, tell

from .state import Hotelier, Position
from .vocabulary import (
    BEST_VIEW,
    BEST_VIEW_AWARD,
    BUDGET,
    BUDGET_HOTEL,
    PENTHOUSE,
    PENTHOUSE_AWARD,
    STARS_ITEM,
    TAG_NAMES,
    TAGS,
    TOURIST,
    TOURIST_LOSS,
    TOURISTS_ITEM,
    VALUES,
    Event,
)

POINT = 1  # ties are shared, so a score is just points
BEST_VIEW_ALONE, BEST_VIEW_TIED = BEST_VIEW_AWARD
PENTHOUSE_ALONE, PENTHOUSE_TIED = PENTHOUSE_AWARD
BUDGET_FLOORS, BUDGET_LOSS = BUDGET_HOTEL


@rule("scoring")
def score_round(game: Position) -> None:
    """Score floors from the lowest value up, tourists, stars, and then the three bonus tiles."""
    for tag in range(TAGS):
        score_floor(game, tag)
    for seat in range(game.seats):
        score_tourists(game, seat)
    for seat in range(game.seats):
        score_stars(game, seat)
    score_best_view(game)
    score_penthouse(game)
    for seat in range(game.seats):
        score_budget(game, seat)


def forecast_gains(game: Position) -> tuple[int, ...]:
    """The points that the round would bring every player if it were scored now."""
    scored = game.copy()
    score_round(scored)
    return tuple(
        scored.players[seat].points - game.players[seat].points for seat in range(game.seats)
    )


@rule("floors")
def score_floor(game: Position, tag: int) -> None:
    """The largest floor of a value earns that value; those tied earn one point per card."""
    award(game, tag, VALUES[tag], largest(game, tag))


@rule("tourists")
def score_tourists(game: Position, seat: int) -> None:
    """Every tourist in the hotel and in hand costs its owner three points."""
    me = game.players[seat]
    tourists = me.hand[TOURIST]
    for floor in me.floors:
        tourists += floor.tourists
    gain(game, seat, TOURISTS_ITEM, -TOURIST_LOSS * tourists)


@rule("stars")
def score_stars(game: Position, seat: int) -> None:
    """Every starred card in the hotel earns a point; cards in hand do not."""
    stars = 0
    for floor in game.players[seat].floors:
        stars += floor.starred
    gain(game, seat, STARS_ITEM, stars)


@rule("best_view")
def score_best_view(game: Position) -> None:
    """The tallest hotel, by floors or by option rows, earns five points, those tied one each."""
    award(game, BEST_VIEW, BEST_VIEW_ALONE, BEST_VIEW_TIED)


@rule("penthouse")
def score_penthouse(game: Position) -> None:
    """The largest top floor earns three points; a tie earns nothing (rulings Q15, Q16)."""
    award(game, PENTHOUSE, PENTHOUSE_ALONE, PENTHOUSE_TIED)


@rule("budget_hotel")
def score_budget(game: Position, seat: int) -> None:
    """A hotel with fewer than four different floors costs three points (ruling Q17)."""
    if game.players[seat].height < BUDGET_FLOORS:
        gain(game, seat, BUDGET, -BUDGET_LOSS)


@rule("paying")
def gain(game: Position, seat: int, item: int, points: int) -> None:
    """Add or take points; nobody falls below zero (ruling Q18)."""
    me = game.players[seat]
    change = max(points, -me.points)
    me.points += change
    if points != 0:
        tell(EVERYONE, Event.SCORED, seat, game.round, item, change)


@rule("winning")
def score(game: Position, seat: int) -> int:
    """The most points win; tied players share the victory."""
    return game.players[seat].points


def award(game: Position, item: int, alone: int, tied: int) -> None:
    """Pay the leader of a comparison, or those tied; a hotel without floors never leads."""
    best = largest(game, item)
    if best == 0:
        return
    leaders = 0
    for seat in range(game.seats):
        leaders += measure(game, seat, item) == best
    for seat in range(game.seats):
        if measure(game, seat, item) == best:
            gain(game, seat, item, alone if leaders == 1 else tied)


def largest(game: Position, item: int) -> int:
    """The best measure among all players."""
    best = 0
    for seat in range(game.seats):
        best = max(best, measure(game, seat, item))
    return best


def measure(game: Position, seat: int, item: int) -> int:
    """The number that players are compared by: cards on a floor, height, or cards on top."""
    me = game.players[seat]
    if item < TAGS:
        return me.floors[item].cards
    if item == BEST_VIEW:
        return rows_high(me) if game.count_rows else me.height
    return me.floors[me.storeys[me.height - 1]].cards if me.height > 0 else 0


def rows_high(me: Hotelier) -> int:
    """The number of rows in a hotel."""
    high = 0
    for floor in me.floors:
        high += floor.rows
    return high


BY_ROUND = True
SHEET = (*TAG_NAMES, "tourists", "stars", "best_view", "penthouse", "budget_hotel")  # by item


def scored(told: Told) -> ScoreEntry | None:
    """The entry on the score sheet that an event makes, if any."""
    if told.event != Event.SCORED:
        return None
    seat, round_, item, points, _ = told.numbers
    return ScoreEntry(seat, round_, SHEET[item], points)
