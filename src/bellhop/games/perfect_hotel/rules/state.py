"""The records of Perfect Hotel."""

from bellhop.engine.records import Record, int8, int16, int64, option, record, rows

from .vocabulary import CARD_NAMES, KINDS, ROUNDS, SEATS, STARS, TAG_NAMES, TAGS, TOURIST, Phase


@record
class Floor(Record):
    """All rows of one value in a hotel."""

    cards = int8()  # tourists included
    starred = int8()
    tourists = int8()
    rows = int8()


@record
class Hotelier(Record):
    """A player: points, hand and hotel."""

    points = int16()
    held = int8()  # cards in hand; only this and the tourists are known of other hands
    hand = int8(KINDS, labels=CARD_NAMES)
    height = int8()  # different floors
    storeys = int8(TAGS)  # their tags, from the ground up
    floors = rows(Floor, TAGS)  # by tag


@record
class Position(Record):
    """The whole game at one moment."""

    dice = int64()
    players = rows(Hotelier, SEATS)
    seats = int8()
    high_season = option("high-season")
    short = option("rounds", str(ROUNDS[0]), "1")
    stars = option("stars", *(stars.id for stars in STARS))
    first_edition = option("extension", "any", "first-edition")
    tourist_joins = option("tourist", "to-hand", "joins")
    count_rows = option("best-view", "floors", "rows")
    season_floor_cards = option("season-count", "cards", "floor-cards")
    round = int8()
    start = int8()  # the seat that begins this round
    turn = int8()  # the seat to move, or NOBODY
    phase = int8(labels=tuple(phase.name.lower() for phase in Phase))
    pile = int8()  # cards left to draw
    tourist_on_top = int8()  # does the top card of the pile show a tourist's back?
    deck = int8(KINDS, labels=CARD_NAMES)  # the pile by kind; its order is decided when drawn
    supply = int8(TOURIST, labels=CARD_NAMES[:TOURIST])  # floor cards below the tags
    lodgers = int8(TAGS, labels=TAG_NAMES)  # tourists below the tags
    busy = int8(TAGS, labels=TAG_NAMES)  # tags in high season
    site = int8()  # the tag of the set being formed
    taking = int8()  # does that set use the supply?
    chosen = int8(3, labels=("plain", "star", "tourist"))  # cards chosen from the hand for it
