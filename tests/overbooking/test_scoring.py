"""The end of the game."""

import pytest

from bellhop.games.overbooking import GAME
from bellhop.games.overbooking.rules.vocabulary import Phase
from overbooking.proofs import do, given

SIX_BIRDS = "1b 2b 3b 4b 5b 6b"


@pytest.mark.rule("scoring")
def test_coins_and_point_tiles_count_one_each() -> None:
    game = given("3l 4l", booked=("1b 2f 6l", ""), gone=("1s",), players=2)
    game.players[0].point_tiles = 2
    assert GAME.points(game) == [3 + 3 + 1 + 2, 0]


@pytest.mark.rule("scoring")
@pytest.mark.ruling("Q23")
@pytest.mark.parametrize(
    ("mode", "bonuses"), [("beginner", [0, 2, 4, 6]), ("expert", [0, 2, 5, 10]), ("none", [0] * 4)]
)
def test_a_family_of_four_or_more_earns_one_bonus(mode: str, bonuses: list[int]) -> None:
    for cards, bonus in zip((3, 4, 5, 6), bonuses, strict=True):
        booked = " ".join(SIX_BIRDS.split()[:cards])
        game = given(booked=(booked,), players=2, scoring=mode)
        assert GAME.points(game)[0] == sum([3, 3, 2, 2, 1, 1][:cards]) + bonus


@pytest.mark.rule("scoring")
def test_every_family_counts_by_itself() -> None:
    game = given(booked=("1b 2b 3b 4b 1f 2f 3f 4f 1l 2s",), players=2, scoring="expert")
    assert GAME.points(game)[0] == 10 + 10 + 3 + 3 + 2 + 2


@pytest.mark.rule("scoring")
@pytest.mark.ruling("E8")
def test_a_tie_is_decided_by_three_coin_cards_and_then_shared() -> None:
    game = given(booked=("1b 1f", "3b 4f 5b 6b", "3b 3f 5b 6b"), players=3, scoring="none")
    assert GAME.points(game) == [6, 6, 6]
    assert GAME.winners(game) == [0]
    shared = given(booked=("1b 5f", "2b 6f", "3b"), players=3, scoring="none")
    assert GAME.points(shared) == [4, 4, 2]
    assert GAME.winners(shared) == [0, 1]
    unbooked = given("1b 2b", booked=("3b 3f", "1f 5b"), gone=("1l",), players=2, scoring="none")
    assert GAME.points(unbooked) == [4, 4]
    assert GAME.winners(unbooked) == [1], "only booked cards count"
    rising = given(booked=("5b", "3b 1b"), players=2, scoring="none", coins="rising")
    assert GAME.points(rising) == [3, 3]
    assert GAME.winners(rising) == [0]


@pytest.mark.rule("scoring")
def test_no_number_of_three_coin_cards_is_worth_a_point() -> None:
    game = given(booked=("1b 1f 1l 1s 2b 2f 2l 2s", "1b 1f 1l 1s 2b 2f 2l 3b 3f"), players=2,
                 scoring="none")  # fmt: skip
    assert GAME.points(game) == [24, 25]
    assert GAME.winners(game) == [1]


@pytest.mark.rule("scoring")
@pytest.mark.parametrize(
    ("profile", "coins"),
    [
        ("falling", [3, 3, 2, 2, 1, 1]),
        ("soft-falling", [2, 3, 3, 2, 1, 1]),
        ("hump", [1, 2, 3, 3, 2, 1]),
        ("rising", [1, 1, 2, 2, 3, 3]),
    ],
)
def test_coin_profiles(profile: str, coins: list[int]) -> None:
    for card, points in zip(SIX_BIRDS.split(), coins, strict=True):
        assert GAME.points(given(booked=(card,), players=2, coins=profile))[0] == points


@pytest.mark.rule("scoring")
@pytest.mark.rule("gameplay")
def test_after_the_fourth_round_the_game_is_scored_without_phase_three() -> None:
    game = given("1b", "2b", "3b", booked=(SIX_BIRDS.replace("1b ", ""),))
    game.round, game.turns_taken, game.turn = 3, 14, 2
    held = [player.held for player in game.players]
    story = do(game, "decline")
    assert (game.phase, game.turn) == (Phase.OVER, -1)
    assert [player.held for player in game.players] == held
    entries = [entry for told in story if (entry := GAME.scoring.scored(told))]
    assert [(e.seat, e.item, e.points) for e in entries if e.points] == [
        (0, "coins", 9), (0, "bird", 4),
    ]  # fmt: skip
