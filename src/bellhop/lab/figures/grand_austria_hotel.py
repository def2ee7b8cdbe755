"""Grand Austria Hotel: every staff card that was played."""

from bellhop.engine.records import Cells
from bellhop.engine.words import Words
from bellhop.grand_austria_hotel.card_text import name_staff
from bellhop.grand_austria_hotel.cards import STAFF
from bellhop.grand_austria_hotel.staff import works_for
from bellhop.grand_austria_hotel.state import Position

COUNT = STAFF


def note(game: Position, seat: int, row: Cells) -> None:
    """Played or not."""
    for card in range(STAFF):
        row[card] = 1 if works_for(game, seat, card) else 0


def names(words: Words) -> list[str]:
    """The cards by their names."""
    return [name_staff(words, card) for card in range(STAFF)]
