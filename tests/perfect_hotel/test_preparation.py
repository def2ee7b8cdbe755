"""Sections setup and next round."""

import re
from pathlib import Path

import pytest

from bellhop.engine.dice import shake
from bellhop.engine.errors import CardError
from bellhop.engine.seats import NOBODY
from bellhop.games.perfect_hotel import GAME
from bellhop.games.perfect_hotel.rules.preparation import draw, show_top
from bellhop.games.perfect_hotel.rules.vocabulary import CARDS, CARDS_IN_ALL, DECKS, TOURIST, Phase
from perfect_hotel.proofs import do, given
from support import with_cards


@pytest.mark.rule("components")
def test_the_cards_are_those_of_the_box() -> None:
    """11 fives, 10 sixes, 9 sevens, 8 eights, 7 nines, 12 tens and 5 tourists."""
    deck = DECKS[0]
    floors = [deck[2 * tag] + deck[2 * tag + 1] for tag in range(6)]
    assert floors == [11, 10, 9, 8, 7, 12]
    assert deck[TOURIST] == 5
    assert {sum(deck) for deck in DECKS} == {62}
    stars = [[deck[2 * tag + 1] for tag in range(6)] for deck in DECKS]
    assert stars == [[2] * 6, [2, 2, 2, 2, 1, 3], [3, 3, 2, 2, 1, 1], [0] * 6]


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
def test_the_start_player_is_random() -> None:
    starts = [GAME.new(3, seed=seed).start for seed in range(300)]
    assert all(starts.count(seat) > 70 for seat in range(3))


@pytest.mark.rule("next_round")
@pytest.mark.ruling("Q20")
@pytest.mark.ruling("Q19")
def test_the_next_round_is_a_new_deal_and_the_left_neighbour_begins() -> None:
    for start in range(3):
        game = given(
            "5 5 5", "6", "6", hotels=("8:x*", "7:xx", ""), points=(9, 4, 0), deck="10 10",
            busy="9", supply="7 tourist:8",
        )  # fmt: skip
        game.start = start
        do(game, "research, place 5")
        assert game.round == 1
        assert game.start == game.turn == (start + 1) % 3
        assert [player.held for player in game.players][:3] == [2, 2, 2]
        assert all(floor.cards == floor.starred == 0 for p in game.players for floor in p.floors)
        assert [player.height for player in game.players][:3] == [0, 0, 0]
        assert sum(game.supply) == sum(game.busy) == sum(game.lodgers) == 0
        assert game.pile == 56
        assert game.players[0].points == 9 + 8 + 1 + 1 - 3


@pytest.mark.ruling("Q28")
def test_three_rounds_or_one() -> None:
    assert GAME.option("rounds").choices == ("3", "1")
    short = given("5", deck="10 10", rounds="1")
    do(short, "research, place 5")
    assert short.turn == NOBODY
    for round_, over in ((0, False), (1, False), (2, True)):
        long = given("5", deck="10 10")
        long.round = round_
        do(long, "research, place 5")
        assert (long.turn == NOBODY) == over


@pytest.mark.rule("research")
def test_every_card_of_the_pile_is_equally_likely_to_lie_on_top() -> None:
    """One of four cards is a tourist and two are sixes: compare 4,000 draws."""
    drawn = [0, 0, 0]
    for seed in range(4_000):
        game = given("5", deck="6 6 7 tourist")
        shake(game, seed)
        show_top(game)
        draw(game, 0)
        hand = game.players[0].hand
        drawn = [drawn[0] + hand[2], drawn[1] + hand[4], drawn[2] + hand[TOURIST]]
    expected = [2_000, 1_000, 1_000]
    chi_square = sum((a - b) ** 2 / b for a, b in zip(drawn, expected, strict=True))
    assert chi_square < 13.9  # 0.1 % of right dice exceed this at 2 degrees of freedom


@pytest.mark.parametrize(
    ("wrong", "right", "complaint"),
    [
        ("copies = 12", "copies = 99", "expected 11 to 127 cards in total, not 149"),
        ("drawn = 2", "drawn = 0", "Research must draw at least one card"),
        ("rounds = 3", "rounds = 1", "expected at least 2"),
        ("value = 6", "value = 5", "values must rise"),
        ("tourists = 5", "tourists = 7", "expected at most 6: a tag holds one tourist"),
        ("value = [2, 2, 2, 2, 2, 2]", "value = [2]", "expected 6 numbers, one per facility"),
        ("value = [2, 2, 2, 2, 2, 2]", "value = [2, 2, 2, 2, 2, 20]", "10 has 12 cards"),
    ],
)
def test_a_card_file_that_cannot_be_played_is_refused(
    tmp_path: Path, wrong: str, right: str, complaint: str
) -> None:
    text = CARDS.path.read_text("utf-8")
    assert wrong in text
    with pytest.raises(CardError, match=re.escape(complaint)):
        with_cards(GAME, tmp_path, text.replace(wrong, right, 1))
