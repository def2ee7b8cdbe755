"""Grand Austria Hotel: every staff card that was played, every guest who was checked in."""

from bellhop.engine.records import Cells
from bellhop.engine.words import Words
from bellhop.grand_austria_hotel.card_text import name_guest, name_staff
from bellhop.grand_austria_hotel.cards import GUESTS, STAFF
from bellhop.grand_austria_hotel.staff import works_for
from bellhop.grand_austria_hotel.state import Position
from bellhop.grand_austria_hotel.tables import ROOMS
from bellhop.grand_austria_hotel.vocabulary import CHECK_IN, CHOOSE_STAFF
from bellhop.lab.figures import MOST, Group

OWN = COUNT = STAFF + GUESTS


def watch(game: Position, move: int, row: Cells) -> None:
    """Guests leave the café for good: a card comes again, and could be anybody's."""
    if CHECK_IN <= move < CHOOSE_STAFF:
        guest = game.players[game.turn].cafe[(move - CHECK_IN) // ROOMS].guest
        row[STAFF + guest] = min(MOST - 1, row[STAFF + guest] + 1)


def note(game: Position, seat: int, row: Cells) -> None:
    """Played or not."""
    for card in range(STAFF):
        row[card] = 1 if works_for(game, seat, card) else 0


def groups(words: Words) -> list[Group]:
    """The cards by their names."""
    staff = [name_staff(words, card) for card in range(STAFF)]
    guests = [name_guest(words, guest) for guest in range(GUESTS)]
    return [Group("staff", staff), Group("guests", guests)]
