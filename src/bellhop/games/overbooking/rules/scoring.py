"""The end of the game. Section: scoring."""

from bellhop.engine.rulebook import rule
from bellhop.engine.scores import NO_ROUND, ScoreEntry
from bellhop.engine.telling import EVERYONE, Told, tell

from .state import Position
from .vocabulary import (
    BONUS,
    COINS,
    COINS_ITEM,
    CREST_NAMES,
    CRESTS,
    KINDS,
    TIE_COINS,
    TILES_ITEM,
    TYPES,
    Event,
    Place,
    kind_of,
)

POINT = KINDS + 1  # more than the largest possible tie-breaker


@rule("scoring")
def score_game(game: Position) -> None:
    """Everybody scores coins, point tiles and the bonus of each family."""
    for seat in range(game.seats):
        tell(EVERYONE, Event.SCORED, seat, COINS_ITEM, coins(game, seat))
        tell(EVERYONE, Event.SCORED, seat, TILES_ITEM, game.players[seat].point_tiles)
        for crest in range(CRESTS):
            if bonus(game, seat, crest) > 0:
                tell(EVERYONE, Event.SCORED, seat, crest, bonus(game, seat, crest))


@rule("scoring")
def score(game: Position, seat: int) -> int:
    """The most points win; booked cards with three coins break ties."""
    points = coins(game, seat) + game.players[seat].point_tiles
    for crest in range(CRESTS):
        points += bonus(game, seat, crest)
    return POINT * points + dearest(game, seat)


@rule("scoring")
def coins(game: Position, seat: int) -> int:
    """Every coin on a booked card is a point."""
    points = 0
    for kind in range(KINDS):
        if game.players[seat].place[kind] == Place.BOOKED:
            points += COINS[game.coins][kind]
    return points


@rule("scoring")
def bonus(game: Position, seat: int, crest: int) -> int:
    """A family earns one bonus, by its number of booked cards (ruling Q23)."""
    return BONUS[game.scoring][booked(game, seat, crest)]


def booked(game: Position, seat: int, crest: int) -> int:
    """Booked cards of a family."""
    cards = 0
    for guest in range(TYPES):
        cards += game.players[seat].place[kind_of(guest, crest)] == Place.BOOKED
    return cards


@rule("scoring")
def dearest(game: Position, seat: int) -> int:
    """Booked cards with three coins."""
    cards = 0
    for kind in range(KINDS):
        dear = COINS[game.coins][kind] == TIE_COINS
        cards += dear and game.players[seat].place[kind] == Place.BOOKED
    return cards


BY_ROUND = False
SHEET = ("coins", "point_tiles", *CREST_NAMES)


def item_name(item: int) -> str:
    """The name of an item on the score sheet."""
    return CREST_NAMES[item] if item < CRESTS else SHEET[item - COINS_ITEM]


def scored(told: Told) -> ScoreEntry | None:
    """The entry on the score sheet that an event makes, if any."""
    if told.event != Event.SCORED:
        return None
    seat, item, points, *_ = told.numbers
    return ScoreEntry(seat, NO_ROUND, item_name(item), points)
