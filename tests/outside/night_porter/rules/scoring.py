"""The end of the game. Sections: scoring, winning."""

from bellhop.engine.rulebook import rule
from bellhop.engine.scores import NO_ROUND, ScoreEntry
from bellhop.engine.telling import EVERYONE, Told, tell

from .state import Porter, Position
from .vocabulary import KEYS, LOSS, TIP, VALUES, Event, Item

POINT = KEYS + 1  # more than anybody can hide, so that hidden keys only break ties
ITEMS = len(Item)


@rule("scoring")
def score_game(game: Position) -> None:
    """Everybody scores the points that their keys earn and cost."""
    for item in range(ITEMS):
        for seat in range(game.seats):
            points = earned(game, seat, item)
            if points != 0:
                tell(EVERYONE, Event.SCORED, seat, item, points)


@rule("scoring")
def earned(game: Position, seat: int, item: int) -> int:
    """The points for keys in order, for those out of order or, by option, for hidden ones."""
    me = game.players[seat]
    if item == Item.HIDDEN:
        return TIP * me.hidden * game.tips
    points = 0
    for hook in range(me.hung):
        if is_rising(me, hook) == (item == Item.RISING):
            points += worth_of(me, hook)
    return points


@rule("scoring")
def worth_of(me: Porter, hook: int) -> int:
    """A key in order scores its value, any other costs a point."""
    return VALUES[me.rack[hook]] if is_rising(me, hook) else -LOSS


@rule("scoring")
def is_rising(me: Porter, hook: int) -> bool:
    """The first key is in order, and so is each that is higher than its left neighbour (N1)."""
    return hook == 0 or VALUES[me.rack[hook]] > VALUES[me.rack[hook - 1]]


@rule("winning")
def score(game: Position, seat: int) -> int:
    """The most points win; the fewest hidden keys break ties."""
    points = 0
    for item in range(ITEMS):
        points += earned(game, seat, item)
    return POINT * points + KEYS - game.players[seat].hidden


BY_ROUND = False
SHEET = tuple(item.name.lower() for item in Item)


def scored(told: Told) -> ScoreEntry | None:
    """The entry on the score sheet that an event makes, if any."""
    if told.event != Event.SCORED:
        return None
    seat, item, points, *_ = told.numbers
    return ScoreEntry(seat, NO_ROUND, SHEET[item], points)
