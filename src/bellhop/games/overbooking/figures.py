"""Figures of Overbooking: the cards that were booked, and the hotel tiles that were drawn."""

from bellhop.engine.parts import Group
from bellhop.engine.records import Cells
from bellhop.engine.words import Words

from .rules.state import Position
from .rules.vocabulary import HOTEL_RULES, KINDS, TILES, Place, side_of
from .speech import say_card, say_rule

OWN = KINDS
COUNT = OWN + TILES


def watch(_game: Position, _move: int, _row: Cells) -> None:
    """Note nothing: the final position is enough."""


def note(game: Position, seat: int, row: Cells) -> None:
    """Note the booked cards and the tiles that were drawn."""
    for kind in range(KINDS):
        row[kind] = game.players[seat].place[kind] == Place.BOOKED
    for tile in range(TILES):
        row[OWN + tile] = game.used[tile]


def groups(words: Words) -> list[Group]:
    """The names of cards, and of tiles by the rules on their two sides (of the first set)."""
    tiles = [
        " / ".join(say_rule(words, HOTEL_RULES[0][side_of(tile, side)]) for side in (0, 1))
        for tile in range(TILES)
    ]
    cards = [say_card(words, kind) for kind in range(KINDS)]
    return [Group(words.say("figures.guests"), cards), Group(words.say("figures.hotels"), tiles)]
