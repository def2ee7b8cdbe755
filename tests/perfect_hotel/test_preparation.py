"""Sections setup and next round."""

import pytest

from bellhop.perfect_hotel import GAME
from bellhop.perfect_hotel.vocabulary import CARDS, CARDS_IN_ALL, DECKS, TOURIST, Phase
from perfect_hotel.proofs import do, given


@pytest.mark.rule("components")
def test_the_cards_are_those_of_the_box() -> None:
    """11 fives, 10 sixes, 9 sevens, 8 eights, 7 nines, 12 tens and 5 tourists."""
    deck = DECKS[0]
    floors = [deck[2 * tag] + deck[2 * tag + 1] for tag in range(6)]
    assert floors == [11, 10, 9, 8, 7, 12]
    assert deck[TOURIST] == 5
    assert {sum(deck) for deck in DECKS} == {62}


def test_what_the_rulebook_does_not_print_says_so() -> None:
    assert CARDS.sources["stars", "even", "copies"].source == "reconstructed"
    assert CARDS.sources["facility", "9", "name"].source == "reconstructed"
    assert CARDS.sources["facility", "6", "name"].source == "found"
    assert ("facility", "10", "name") not in CARDS.sources


@pytest.mark.rule("setup")
@pytest.mark.ruling("Q9")
@pytest.mark.ruling("Q27")
@pytest.mark.parametrize("players", GAME.players)
def test_everybody_is_dealt_two_cards_and_the_pile_is_even(players: int) -> None:
    game = GAME.new(players, seed=1)
    assert [player.held for player in game.players] == [2] * players + [0] * (5 - players)
    assert game.pile == CARDS_IN_ALL - 2 * players
    assert game.pile % 2 == 0
    assert game.turn == game.start
    assert game.phase == Phase.CHOOSING


@pytest.mark.rule("setup")
def test_the_start_player_is_drawn_by_lot() -> None:
    starts = [GAME.new(3, seed=seed).start for seed in range(300)]
    assert all(starts.count(seat) > 70 for seat in range(3))


@pytest.mark.rule("next_round")
@pytest.mark.ruling("Q20")
@pytest.mark.ruling("Q19")
def test_the_next_round_is_dealt_anew_and_the_left_neighbour_begins() -> None:
    game = given("5 5 5", "6", hotels=("8:xx", "7:xx"), points=(9, 4), deck="10 10", busy="9")
    game.start = 0
    do(game, "research, place 5")
    assert game.round == 1
    assert game.start == game.turn == 1
    assert [player.held for player in game.players][:2] == [2, 2]
    assert [player.height for player in game.players][:2] == [0, 0]
    assert sum(game.supply) == sum(game.busy) == 0
    assert game.pile == 58
    assert game.players[0].points >= 9


@pytest.mark.ruling("Q28")
def test_three_rounds_or_one() -> None:
    assert GAME.option("rounds").choices == ("3", "1")
    short = given("5", deck="10 10", rounds="1")
    do(short, "research, place 5")
    assert short.turn == -1
    long = given("5", deck="10 10")
    do(long, "research, place 5")
    assert long.turn >= 0
    assert long.round == 1
