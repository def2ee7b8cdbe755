"""The rows of the handbook's lists of cards, as the printed cards say it."""

from bellhop.engine.words import Words

from .card_text import amount_of_food, name_guest, name_staff, say_effect, say_reward
from .rules.cards import FOODS, GUESTS, STAFF, Colour, Timing, names_of
from .rules.tables import (
    EDITION_NAMES,
    GUEST_COLOUR,
    GUEST_POINTS,
    STAFF_TIMING,
    pieces_ordered,
    staff_cost,
)

PRINTED = EDITION_NAMES.index("cards")


def list_cards(words: Words) -> dict[str, str]:
    """Every list by its name, in Markdown: the staff by timing, the guests by colour."""
    staff = {
        f"staff_{name}": [_staff(words, card) for card in range(STAFF) if STAFF_TIMING[card] == n]
        for n, name in enumerate(names_of(Timing))
    }
    guests = {
        f"guests_{name}": [_guest(words, g) for g in range(GUESTS) if GUEST_COLOUR[g] == n]
        for n, name in enumerate(names_of(Colour))
    }
    return {name: "\n".join(rows) for name, rows in (staff | guests).items()}


def _staff(words: Words, card: int) -> str:
    name, cost = name_staff(words, card), staff_cost(PRINTED, card)
    return f"- **{name}** ({cost}): {say_effect(words, PRINTED, card)}"


def _guest(words: Words, guest: int) -> str:
    pieces = {food: pieces_ordered(guest, food) for food in range(FOODS)}
    order = ", ".join(amount_of_food(words, food, n) for food, n in pieces.items() if n)
    reward = say_reward(words, PRINTED, guest)
    return f"| {name_guest(words, guest)} | {order} | {GUEST_POINTS[guest]} | {reward} |"
