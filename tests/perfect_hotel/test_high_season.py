"""The high-season variant."""

from typing import Any

import pytest

from bellhop.games.perfect_hotel.rules.vocabulary import Event, Refusal
from perfect_hotel.proofs import do, given, refusal


@pytest.mark.rule("high_season")
def test_taking_a_supply_turns_its_tag_for_the_round() -> None:
    game = given("9", "6", supply="8 8", high_season="yes")
    story = do(game, "take 8, done")
    assert list(game.busy) == [0, 0, 0, 1, 0, 0]
    assert Event.HIGH_SEASON in [told.event for told in story]
    options: tuple[Any, ...] = ({"tourist": "joins"}, {"extension": "first-edition"})
    for option in options:
        game = given("9", "6", supply="8 8", high_season="yes", **option)
        do(game, "take 8, done")
        assert game.busy[3] == 1
    standard = given("9", "6", supply="8 8")
    do(standard, "take 8, done")
    assert sum(standard.busy) == 0


@pytest.mark.rule("high_season")
def test_a_busy_tag_gives_its_cards_only_from_two_on() -> None:
    game = given("8 8", supply="8", busy="8", high_season="yes")
    assert refusal(game, "take 8") == Refusal.HIGH_SEASON
    assert refusal(game, "build 8") == Refusal.ALLOWED
    assert refusal(given("8", supply="8 8", busy="8", high_season="yes"), "take 8") == (
        Refusal.ALLOWED
    )
    assert refusal(given("8", supply="8", high_season="yes"), "take 8") == Refusal.ALLOWED
    first = given("8", supply="8", busy="8", high_season="yes", extension="first-edition")
    assert refusal(first, "take 8") == Refusal.HIGH_SEASON


@pytest.mark.ruling("Q22")
def test_a_tourist_counts_among_the_two_or_by_option_does_not() -> None:
    below: Any = {"supply": "8 tourist:8", "busy": "8", "high_season": "yes"}
    assert refusal(given("8", **below), "take 8") == Refusal.ALLOWED
    assert refusal(given("8", tourist="joins", **below), "take 8") == Refusal.ALLOWED
    strict = given("8", season_count="floor-cards", **below)
    assert refusal(strict, "take 8") == Refusal.HIGH_SEASON


@pytest.mark.ruling("Q23")
def test_a_set_of_the_hand_alone_turns_nothing() -> None:
    game = given("8 8", supply="8 8", high_season="yes")
    do(game, "build 8, add plain, add plain, done")
    assert sum(game.busy) == 0


@pytest.mark.ruling("Q24")
def test_a_busy_tag_taken_again_stays_busy() -> None:
    game = given("", supply="8 8", busy="8", high_season="yes")
    story = do(game, "take 8, done")
    assert game.busy[3] == 1
    assert Event.HIGH_SEASON not in [told.event for told in story]


@pytest.mark.rule("high_season")
def test_tags_are_turned_back_at_the_start_of_a_round() -> None:
    game = given("8", deck="9 9", busy="5 6 7", high_season="yes")
    do(game, "research, place 8")
    assert game.round == 1
    assert sum(game.busy) == 0
