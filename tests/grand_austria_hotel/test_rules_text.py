"""The lists of cards in the rules say what the cards say."""

import re

import pytest

from bellhop.drawing.handbook import LIST, fill_lists
from bellhop.engine.handbook import read_texts
from bellhop.engine.words import LANGUAGES
from bellhop.games.grand_austria_hotel import GAME
from bellhop.games.grand_austria_hotel.card_text import (
    name_guest,
    name_staff,
    say_effect,
    say_reward,
    say_timing,
)
from bellhop.games.grand_austria_hotel.rules.cards import GUESTS, STAFF
from bellhop.games.grand_austria_hotel.rules.tables import (
    EDITION_NAMES,
    GUEST_POINTS,
    ORDER_SIZE,
    STAFF_COST,
    STAFF_SETS,
)

PRINTED = EDITION_NAMES.index("cards")


def filled(language: str, section: str) -> str:
    """The text of a section with its lists of cards."""
    text = read_texts(GAME.folder, language)[1][section][1]
    return fill_lists(text, GAME.pictures.list_cards(GAME.words(language)))


every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_language
def test_every_staff_card_is_listed_with_price_and_effect_below_when_it_works(
    language: str,
) -> None:
    words = GAME.words(language)
    text = filled(language, "staff_list")
    for card in range(STAFF):
        line = f"- **{name_staff(words, card)}** ({STAFF_COST[card]}): "
        line += say_effect(words, PRINTED, card)
        before, found, _ = text.partition(f"{line}\n")
        assert found, line
        heading = next(row for row in reversed(before.split("\n")) if row.startswith("**"))
        assert heading.strip("*").casefold() == say_timing(words, card).casefold()


@every_language
def test_every_guest_is_listed_with_order_points_and_reward(language: str) -> None:
    words = GAME.words(language)
    rows = filled(language, "guest_list").split("\n")
    for guest in range(GUESTS):
        (row,) = (row for row in rows if row.startswith(f"| {name_guest(words, guest)} |"))
        points, reward = GUEST_POINTS[guest], say_reward(words, PRINTED, guest)
        assert row.endswith(f"| {points} | {reward} |")
        order = row.split("|")[2]
        assert sum(map(int, re.findall(r"\d+", order))) == ORDER_SIZE[guest]


@every_language
def test_every_list_of_cards_has_its_place(language: str) -> None:
    texts = read_texts(GAME.folder, language)[1].values()
    named = [name for _, text in texts for name in LIST.findall(text)]
    assert sorted(named) == sorted(GAME.pictures.list_cards(GAME.words(language)))


@every_language
def test_the_introductory_sets_are_listed(language: str) -> None:
    words = GAME.words(language)
    text = read_texts(GAME.folder, language)[1]["introductory"][1]
    for letter, cards in zip("ABCD", STAFF_SETS, strict=True):
        names = ", ".join(name_staff(words, card) for card in cards)
        assert f"- **{letter}:** {names}." in text
