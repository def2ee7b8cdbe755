"""Figures of Grand Austria Hotel: staff cards that were played, guests who were checked in."""

from bellhop.engine.parts import FIGURE_LIMIT, Group
from bellhop.engine.records import Cells
from bellhop.engine.words import Words

from .card_text import name_guest, name_staff
from .rules.cards import GUESTS, STAFF
from .rules.staff import works_for
from .rules.state import Position
from .rules.vocabulary import MOVE_KIND, MOVE_WHAT, Move

OWN = COUNT = STAFF + GUESTS


def watch(game: Position, move: int, row: Cells) -> None:
    """Count guests when they check in: their cards are reused, so the end does not show them."""
    if MOVE_KIND[move] == Move.CHECK_IN:
        guest = game.players[game.turn].cafe[MOVE_WHAT[move]].guest
        row[STAFF + guest] = min(FIGURE_LIMIT - 1, row[STAFF + guest] + 1)


def note(game: Position, seat: int, row: Cells) -> None:
    """Note the staff cards that the seat has played."""
    for card in range(STAFF):
        row[card] = 1 if works_for(game, seat, card) else 0


def groups(words: Words) -> list[Group]:
    """The names of the cards."""
    staff = [name_staff(words, card) for card in range(STAFF)]
    guests = [name_guest(words, guest) for guest in range(GUESTS)]
    return [Group(words.say("figures.staff"), staff), Group(words.say("figures.guests"), guests)]
