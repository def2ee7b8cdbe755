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
    say_krone,
    say_reward,
    say_step,
    say_tile_penalty,
    say_timing,
)
from bellhop.games.grand_austria_hotel.page.board import action_spaces
from bellhop.games.grand_austria_hotel.rules.cards import GUESTS, STAFF
from bellhop.games.grand_austria_hotel.rules.tables import (
    CHOOSE_PENALTY,
    EDITION_NAMES,
    GUEST_POINTS,
    OR_LOSE,
    ORDER_SIZE,
    STAFF_COST,
    STAFF_SETS,
    STEPS,
    TILE_NAMES,
    penalty_of,
)
from bellhop.games.grand_austria_hotel.rules.vocabulary import Space
from grand_austria_hotel.proofs import given

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


@every_language
def test_the_second_half_of_a_penalty_is_a_choice_only_where_one_may_choose(language: str) -> None:
    words, tile = GAME.words(language), TILE_NAMES.index("A1")
    for edition, may_choose in enumerate(CHOOSE_PENALTY):
        key = "penalty.or" if may_choose else "penalty.else"
        penalty = say_step(words, STEPS[penalty_of(edition, tile)])
        points = words.count("penalty.points", OR_LOSE[tile])
        said = say_tile_penalty(words, edition, tile)
        assert said == words.say(key, penalty=penalty, points=points)
    assert set(CHOOSE_PENALTY) == {0, 1}


@every_language
def test_a_six_without_its_krone_does_not_promise_an_action(language: str) -> None:
    words, take, boost = (
        GAME.words(language),
        GAME.move_named("die 6"),
        GAME.move_named("die 6 boost"),
    )
    action = words.say("space.any")
    for krone, promised in ((0, [False, False]), (1, [True, False]), (2, [True, True])):
        game = given(krone=krone)
        said = [GAME.speech.say_move(words, game, move) for move in (take, boost)]
        assert [action in text for text in said] == promised, said
    assert action in GAME.speech.say_move(words, given(krone=0, played="kitchen-hand"), take)


@every_language
def test_the_fifth_space_makes_a_card_cheaper_with_the_checker_even_more(language: str) -> None:
    words, move = GAME.words(language), GAME.move_named("die 5")
    for played, less in (("", 2), ("checker", 4)):
        game = given(played=played)
        text = words.say("page.less", krone=say_krone(words, less))
        assert GAME.speech.say_move(words, game, move).endswith(text)
        assert text in action_spaces(words, game, 0).made()[Space.STAFF].made().label
