"""The lists of cards in the rules say what the cards say."""

import pytest

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
    STAFF_COST,
    STAFF_SETS,
)

PRINTED = EDITION_NAMES.index("cards")
every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_language
def test_every_staff_card_is_listed_with_price_and_effect_below_when_it_works(
    language: str,
) -> None:
    words = GAME.words(language)
    text = read_texts(GAME.folder, language)[1]["staff_list"][1]
    for card in range(STAFF):
        line = f"- **{name_staff(words, card)}** ({STAFF_COST[card]}): "
        line += say_effect(words, PRINTED, card)
        before, found, _ = text.partition(f"{line}\n")
        assert found, line
        heading = next(row for row in reversed(before.split("\n")) if row.startswith("**"))
        assert heading.strip("*").casefold() == say_timing(words, card).casefold()


@every_language
def test_every_guest_is_listed_with_points_and_reward(language: str) -> None:
    words = GAME.words(language)
    rows = read_texts(GAME.folder, language)[1]["guest_list"][1].split("\n")
    for guest in range(GUESTS):
        (row,) = (row for row in rows if row.startswith(f"| {name_guest(words, guest)} |"))
        points, reward = GUEST_POINTS[guest], say_reward(words, PRINTED, guest)
        assert row.endswith(f"| {points} | {reward} |")


@every_language
def test_the_introductory_sets_are_listed(language: str) -> None:
    words = GAME.words(language)
    text = read_texts(GAME.folder, language)[1]["introductory"][1]
    for letter, cards in zip("ABCD", STAFF_SETS, strict=True):
        names = ", ".join(name_staff(words, card) for card in cards)
        assert f"- **{letter}:** {names}." in text
