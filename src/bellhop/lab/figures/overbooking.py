"""Overbooking: every card that found beds, the point tiles, and the hotels on the table."""

from bellhop.engine.records import Cells
from bellhop.engine.words import Words
from bellhop.overbooking.speech import item_name, say_card, say_item, say_rule
from bellhop.overbooking.state import Position
from bellhop.overbooking.vocabulary import HOTEL_RULES, KINDS, TILES, TILES_ITEM, Place

POINT_TILES = KINDS
HOTELS = KINDS + 1  # + tile
COUNT = HOTELS + TILES


def note(game: Position, seat: int, row: Cells) -> None:
    """Booked cards, point tiles, and which tiles were drawn."""
    me = game.players[seat]
    for kind in range(KINDS):
        row[kind] = me.place[kind] == Place.BOOKED
    row[POINT_TILES] = min(7, me.point_tiles)
    for tile in range(TILES):
        row[HOTELS + tile] = game.used[tile]


def names(words: Words) -> list[str]:
    """Cards, point tiles, and tiles by the rules of their two sides (of the first set)."""
    tiles = [
        " / ".join(say_rule(words, HOTEL_RULES[0][2 * tile + side]) for side in (0, 1))
        for tile in range(TILES)
    ]
    cards = [say_card(words, kind) for kind in range(KINDS)]
    return [*cards, say_item(words, item_name(TILES_ITEM)), *tiles]
