"""Sections gameplay, research, build, end of round, and the rulings on them."""

from typing import Any

import pytest

from bellhop.engine.seats import NOBODY
from bellhop.games.perfect_hotel import GAME
from bellhop.games.perfect_hotel.rules.legality import below
from bellhop.games.perfect_hotel.rules.vocabulary import TOURIST, Event, Phase, Refusal
from perfect_hotel.proofs import do, given, refusal, scored

FIVE, SIX, SEVEN, EIGHT, TEN = 0, 1, 2, 3, 5


def names(moves: list[int]) -> list[str]:
    return [GAME.moves[move] for move in moves]


@pytest.mark.rule("gameplay")
@pytest.mark.ruling("Q10")
def test_a_turn_is_a_research_or_a_build_and_building_is_never_compulsory() -> None:
    game = given("5 5 6")
    assert names(GAME.legal_moves(game)) == ["research", "build 5"]
    assert refusal(game, "place 5") == Refusal.MUST_CHOOSE
    assert refusal(game, "done") == Refusal.MUST_CHOOSE


@pytest.mark.rule("gameplay")
def test_players_take_turns_clockwise() -> None:
    game = given("5 5", "6", "7")
    do(game, "build 5, add plain, add plain, done")
    assert game.turn == 1
    do(game, "research, place 6")
    assert game.turn == 2
    do(game, "research, place 7")
    assert game.turn == 0


@pytest.mark.rule("research")
def test_a_research_draws_two_cards_and_puts_any_card_of_the_hand_into_the_supply() -> None:
    """Rulebook example: a restaurant card from the hand goes below its tag."""
    game = given("7", deck="5 5 6 6")
    do(game, "research")
    assert game.players[0].held == 3
    assert game.phase == Phase.PLACING
    assert refusal(game, "research") == Refusal.MUST_PLACE
    assert refusal(game, "place 9") == Refusal.CARD_NOT_HELD
    assert refusal(game, "place tourist 9") == Refusal.TOURIST_NOT_HELD
    do(game, "place 7")
    assert below(game, SEVEN) == 1
    assert game.players[0].held == 2


@pytest.mark.rule("research")
def test_a_tourist_goes_below_any_tag_that_has_none() -> None:
    game = given("tourist", supply="tourist:8", deck="5 5 6 6")
    do(game, "research")
    assert refusal(game, "place tourist 8") == Refusal.TAG_HAS_TOURIST
    do(game, "place tourist 9")
    assert list(game.lodgers) == [0, 0, 0, 1, 1, 0]
    assert game.players[0].hand[TOURIST] == 0


@pytest.mark.ruling("Q11")
def test_a_place_for_the_last_tourist_is_always_left() -> None:
    game = given("tourist", supply="tourist:5 tourist:6 tourist:7 tourist:8", deck="5 6")
    do(game, "research")
    assert "place tourist 9" in names(GAME.legal_moves(game))
    assert "place tourist 10" in names(GAME.legal_moves(game))


@pytest.mark.rule("build")
@pytest.mark.ruling("Q29")
def test_t1_the_supply_and_the_hand_make_one_row_on_top() -> None:
    """Rulebook example: 2 bedrooms from the supply and 3 from the hand are the second floor."""
    game = given("10 10 10", hotels=("5:xx",), supply="10 10")
    do(game, "take 10, add plain, add plain, add plain, done")
    me = game.players[0]
    assert (me.floors[TEN].cards, me.floors[TEN].rows) == (5, 1)
    assert list(me.storeys)[: me.height] == [FIVE, TEN]
    assert below(game, TEN) == 0
    assert me.held == 0


@pytest.mark.rule("build")
@pytest.mark.ruling("Q8")
def test_t2_only_the_top_floor_is_extended_and_its_rows_are_one_floor() -> None:
    """Rulebook example: an 8 floor below a 5 floor of 2; two more fives make it 4."""
    game = given("5 5 8 8", hotels=("8:xx 5:xx",))
    assert refusal(game, "build 8") == Refusal.FLOOR_COVERED
    do(game, "build 5, add plain, add plain, done")
    me = game.players[0]
    assert (me.floors[FIVE].cards, me.floors[FIVE].rows) == (4, 2)
    assert me.height == 2
    assert game.turn == 1


@pytest.mark.rule("build")
def test_a_set_has_two_cards_or_more_and_is_never_tourists_alone() -> None:
    game = given("5 tourist tourist")
    assert refusal(game, "build 6") == Refusal.NO_FLOOR_CARD
    assert refusal(given("5"), "build 5") == Refusal.TOO_FEW_CARDS
    do(game, "build 5")
    assert refusal(game, "done") == Refusal.SET_TOO_SMALL
    assert refusal(game, "research") == Refusal.MUST_FINISH
    do(game, "add tourist, add tourist")
    assert refusal(game, "done") == Refusal.SET_OF_TOURISTS
    assert refusal(game, "add tourist") == Refusal.NO_MORE_OF_THESE
    assert refusal(game, "add star") == Refusal.NO_MORE_OF_THESE
    do(game, "add plain, done")
    floor = game.players[0].floors[FIVE]
    assert (floor.cards, floor.tourists) == (3, 2)


@pytest.mark.rule("build")
def test_a_set_may_come_from_the_supply_alone() -> None:
    game = given("", supply="8 8*")
    do(game, "take 8, done")
    floor = game.players[0].floors[EIGHT]
    assert (floor.cards, floor.starred, floor.rows) == (2, 1, 1)
    assert refusal(given("", supply="8"), "take 8") == Refusal.TOO_FEW_CARDS
    assert refusal(given("8 8"), "take 8") == Refusal.SUPPLY_EMPTY


@pytest.mark.rule("build")
def test_a_card_of_the_supply_and_a_tourist_of_the_hand_are_a_set() -> None:
    game = given("tourist", supply="8")
    do(game, "take 8, add tourist, done")
    assert game.players[0].floors[EIGHT].cards == 2


@pytest.mark.rule("build")
def test_the_lengths_of_rows_do_not_matter() -> None:
    for hotel in ("5:xx", "5:xxxxx"):
        game = given("8 8 8", hotels=(hotel,))
        do(game, "build 8, add plain, add plain, add plain, done")
        assert game.players[0].height == 2


@pytest.mark.rule("research")
def test_any_card_of_a_large_hand_may_be_placed() -> None:
    game = given("5 6 7* 8 9 10* tourist", deck="5 5")
    do(game, "research")
    placed = {"place 5", "place 6", "place 7*", "place 8", "place 9", "place 10*"}
    tourists = {f"place tourist {value}" for value in range(5, 11)}
    assert set(names(GAME.legal_moves(game))) == placed | tourists


@pytest.mark.rule("build")
def test_starred_cards_keep_their_stars() -> None:
    game = given("9 9*")
    do(game, "build 9, add star, add plain, done")
    assert game.players[0].floors[4].starred == 1


@pytest.mark.ruling("Q1")
@pytest.mark.ruling("Q2")
def test_a_tourist_of_the_supply_goes_to_the_hand_or_by_option_joins_the_set() -> None:
    game = given("", supply="8 8 tourist:8")
    do(game, "take 8")
    assert refusal(game, "add tourist") == Refusal.NO_MORE_OF_THESE
    story = do(game, "done")
    me = game.players[0]
    assert (me.hand[TOURIST], me.held, me.floors[EIGHT].cards) == (1, 1, 2)
    assert Event.TOURIST_TAKEN in [told.event for told in story]

    assert refusal(given("", supply="8 tourist:8"), "take 8") == Refusal.TOO_FEW_CARDS
    game = given("", supply="8 tourist:8", tourist="joins")
    do(game, "take 8")
    assert refusal(game, "done") == Refusal.SET_TOO_SMALL
    do(game, "add tourist, done")
    me = game.players[0]
    assert (me.held, me.floors[EIGHT].cards, me.floors[EIGHT].tourists) == (0, 2, 1)


@pytest.mark.ruling("Q3")
@pytest.mark.parametrize("choice", ["to-hand", "joins"])
def test_a_supply_of_a_tourist_alone_cannot_be_taken(choice: str) -> None:
    game = given("8 8", supply="tourist:8", tourist=choice)
    assert refusal(game, "take 8") == Refusal.ONLY_TOURIST_BELOW
    assert refusal(game, "build 8") == Refusal.ALLOWED


@pytest.mark.ruling("Q4")
def test_the_supply_need_not_be_used() -> None:
    game = given("8 8", supply="8 8")
    do(game, "build 8, add plain, add plain, done")
    assert game.players[0].floors[EIGHT].cards == 2
    assert below(game, EIGHT) == 2


@pytest.mark.ruling("Q5")
@pytest.mark.ruling("Q30")
def test_a_supply_that_is_used_is_taken_whole_whatever_its_order() -> None:
    first = given("10", supply="8 8* 8")
    second = given("10", supply="8* 8 8")
    assert first == second
    do(first, "take 8, done")
    assert below(first, EIGHT) == 0
    assert first.players[0].floors[EIGHT].cards == 3


@pytest.mark.ruling("Q6")
@pytest.mark.ruling("Q7")
def test_an_extension_is_any_set_any_number_of_times() -> None:
    game = given("5 5 5 5", "6", hotels=("5:xxx/xx",))
    do(game, "build 5, add plain, add plain, done, research, place 6")
    do(game, "build 5, add plain, add plain, done")
    assert game.players[0].floors[FIVE].rows == 4


@pytest.mark.ruling("Q6")
@pytest.mark.ruling("Q7")
def test_the_first_edition_extends_once_by_as_many_cards() -> None:
    first: Any = {"extension": "first-edition"}
    assert refusal(given("5 5", hotels=("5:xxx",), **first), "build 5") == Refusal.EXTENSION_SIZE
    assert refusal(given("5 5", hotels=("5:xx/xx",), **first), "build 5") == (
        Refusal.EXTENDED_ALREADY
    )
    many = given("", hotels=("5:xx",), supply="5 5 5", **first)
    assert refusal(many, "take 5") == Refusal.EXTENSION_SIZE
    game = given("5 5 5 5", hotels=("5:xxx",), **first)
    do(game, "build 5, add plain, add plain")
    assert refusal(game, "done") == Refusal.EXTENSION_SIZE
    do(game, "add plain")
    assert refusal(game, "add plain") == Refusal.EXTENSION_SIZE
    do(game, "done")
    assert game.players[0].floors[FIVE].cards == 6


@pytest.mark.ruling("Q6")
def test_in_the_first_edition_tourists_never_fill_an_extension_alone() -> None:
    game = given("5 tourist tourist tourist", hotels=("5:xx",), extension="first-edition")
    do(game, "build 5, add tourist")
    assert refusal(game, "add tourist") == Refusal.SET_OF_TOURISTS
    do(game, "add plain, done")
    assert game.players[0].floors[FIVE].cards == 4


@pytest.mark.ruling("Q1")
@pytest.mark.ruling("Q6")
def test_a_joining_tourist_counts_for_an_extension_of_the_first_edition() -> None:
    both: Any = {"extension": "first-edition", "tourist": "joins", "high_season": "yes"}
    game = given("", hotels=("8:xxx",), supply="8 8 tourist:8", **both)
    do(game, "take 8, add tourist, done")
    assert game.players[0].floors[EIGHT].cards == 6
    assert game.busy[EIGHT] == 1
    hand_only = given("8 8", hotels=("8:xxx",), supply="tourist:8", **both)
    assert refusal(hand_only, "build 8") == Refusal.EXTENSION_SIZE
    without: Any = {"extension": "first-edition"}
    alone = given("", hotels=("8:xxx",), supply="8 8 tourist:8", **without)
    assert refusal(alone, "take 8") == Refusal.EXTENSION_SIZE
    new_floor = given("8 8 8", hotels=("5:xx",), **without)
    do(new_floor, "build 8, add plain, add plain, add plain, done")
    assert new_floor.players[0].floors[EIGHT].cards == 3


@pytest.mark.rule("end_of_round")
def test_the_last_draw_still_places_a_card_and_then_the_round_is_scored_at_once() -> None:
    game = given("8", "5 5", hotels=("5:xx", "6:xx"), deck="8 8")
    do(game, "research")
    assert game.round == 0
    story = do(game, "place 8")
    assert game.round == 1
    assert (0, "5", 5) in scored(story)
    assert (1, "6", 6) in scored(story)


@pytest.mark.ruling("Q9")
def test_with_an_odd_pile_the_last_card_is_drawn_and_the_round_ends() -> None:
    game = given("8", deck="9")
    do(game, "research")
    assert game.players[0].held == 2
    do(game, "place 8")
    assert game.round == 1


@pytest.mark.rule("winning")
def test_after_the_last_round_it_is_nobodys_turn() -> None:
    game = given("8", deck="9 9", rounds="1")
    do(game, "research, place 8")
    assert game.phase == Phase.OVER
    assert game.turn == NOBODY
    assert GAME.legal_moves(game) == []
    assert {refusal(game, move) for move in GAME.moves} == {Refusal.GAME_OVER}
