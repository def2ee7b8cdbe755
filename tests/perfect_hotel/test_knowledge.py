"""What a seat knows and imagines."""

import itertools
from collections import Counter

import pytest

from bellhop.engine.seats import SPECTATOR
from bellhop.games.perfect_hotel import GAME
from bellhop.games.perfect_hotel.rules.vocabulary import CARD_NAMES, TOURIST, Event, Phase
from perfect_hotel.proofs import do, given


@pytest.mark.rule("setup")
@pytest.mark.ruling("Q25")
def test_only_the_size_and_tourists_of_another_hand_are_visible() -> None:
    game = given("5 6* tourist", "7 8 tourist tourist", deck="tourist 9 9")
    seen = GAME.view(game, 0)
    assert list(seen.players[0].hand) == list(game.players[0].hand)
    assert seen.players[1].held == 4
    assert seen.players[1].hand[TOURIST] == 2
    assert sum(seen.players[1].hand) == 2
    assert seen.deck[TOURIST] == 1
    assert sum(seen.deck) == 1
    watched = GAME.view(game, SPECTATOR)
    assert sum(watched.players[0].hand) == 1


@pytest.mark.rule("setup")
def test_everything_else_is_seen_as_it_is() -> None:
    """A view is the position with its hidden fields blanked, and nothing else changed."""
    game = given("5 6* tourist", "7 8", hotels=("8:x*/xt 5:xx", "6:xxx"), points=(3, 4),
                 supply="9 tourist:9", busy="10", high_season="yes", stars="low",
                 extension="first-edition", tourist="joins", best_view="rows",
                 season_count="floor-cards", rounds="1")  # fmt: skip
    game.round, game.start, game.turn = 1, 1, 1
    blanked = game.copy()
    blanked.dice = 0
    for kind in range(TOURIST):
        blanked.deck[kind] = 0
        blanked.players[1].hand[kind] = 0
    assert GAME.view(game, 0) == blanked


@pytest.mark.rule("setup")
@pytest.mark.ruling("Q25")
def test_the_back_on_top_of_the_pile_is_decided_before_it_is_drawn() -> None:
    game = given("5", deck="tourist 9 9 9")
    for on_top in (0, 1):
        game.tourist_on_top = on_top
        drawn = game.copy()
        story = do(drawn, "research")
        first = next(told for told in story if told.event == Event.DREW)
        assert (first.numbers[1] == TOURIST) == bool(on_top)
        assert GAME.view(game, 1).tourist_on_top == on_top


@pytest.mark.rule("setup")
def test_only_its_builder_sees_a_set_being_formed() -> None:
    game = given("5 5", "6")
    before = GAME.view(game, 1)
    do(game, "build 5, add plain")
    assert GAME.view(game, 1) == before
    assert GAME.view(game, SPECTATOR).phase == Phase.CHOOSING
    assert GAME.view(game, 0).chosen[0] == 1


@pytest.mark.rule("research")
def test_a_drawn_card_is_told_to_its_owner_and_its_back_to_the_others() -> None:
    game = given("5", deck="9 9 9 9")
    story = do(game, "research")
    own = [told for told in story if told.event == Event.DREW]
    backs = [told for told in story if told.event == Event.DREW_UNSEEN]
    assert all(told.is_for(0) and not told.is_for(1) and not told.is_for(SPECTATOR) for told in own)
    assert all(not told.is_for(0) and told.is_for(1) and told.is_for(SPECTATOR) for told in backs)
    assert len(own) == len(backs) == 2


def test_imagined_deals_have_the_right_distribution() -> None:
    """Two of six unseen floor cards are in the other hand: compare with all 15 ways."""
    unseen = ["5", "5", "5*", "8", "8", "9"]
    game = given("", "5 8", deck="5 5* 8 9")
    others = Counter(CARD_NAMES[kind] for kind in range(TOURIST) for _ in range(copies(kind)))
    others.subtract(unseen)
    for kind in range(TOURIST):  # everything else is known
        game.supply[kind] = others[CARD_NAMES[kind]]
    expected = Counter(tuple(sorted(pair)) for pair in itertools.combinations(unseen, 2))
    deals = 30_000
    found: Counter[tuple[str, ...]] = Counter()
    seen = GAME.view(game, 0)
    for word in range(1, deals + 1):
        hand = GAME.imagine(seen, word * 104_729_000_003).players[1].hand
        cards = [CARD_NAMES[kind] for kind in range(TOURIST) for _ in range(hand[kind])]
        found[tuple(sorted(cards))] += 1
    assert set(found) == set(expected)
    chi_square = sum(
        (found[pair] - deals * ways / 15) ** 2 / (deals * ways / 15)
        for pair, ways in expected.items()
    )
    assert chi_square < 24.3  # 0.1 % of right samplers exceed this at 7 degrees of freedom


def copies(kind: int) -> int:
    """The number of cards of a kind in the box, with the default stars."""
    return int(GAME.new(2).deck[kind] + sum(p.hand[kind] for p in GAME.new(2).players))
