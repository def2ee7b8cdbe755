"""Sections setup, gameplay and phase 3."""

import pytest

from bellhop.engine.seats import is_over
from bellhop.games.overbooking import GAME
from bellhop.games.overbooking.rules.vocabulary import (
    BACK_DOOR,
    CARDS,
    COINS,
    CRESTS,
    HOTEL_BEDS,
    HOTEL_RULES,
    KINDS,
    LINE,
    LONG_LINE,
    TILES,
    TYPES,
    Event,
    HotelRule,
    Phase,
    Place,
)
from overbooking.proofs import do, given


@pytest.mark.rule("contents")
def test_a_deck_has_each_of_six_guests_in_each_of_four_families() -> None:
    assert (TYPES, CRESTS, KINDS, TILES) == (6, 4, 24, 8)
    assert [sum(coins) for coins in COINS] == [48, 48, 48, 48]
    assert {coin for coins in COINS for coin in coins} == {1, 2, 3}
    assert sorted(HOTEL_BEDS[0])[0] == 8
    assert sorted(HOTEL_BEDS[0])[-1] == 17
    assert set(HOTEL_RULES[0]) == set(HotelRule)


@pytest.mark.ruling("E10")
def test_plain_hotels_have_the_same_beds_and_no_rule() -> None:
    assert HOTEL_BEDS[1] == HOTEL_BEDS[0]
    assert set(HOTEL_RULES[1]) == {HotelRule.NONE}


def test_what_the_rulebooks_do_not_print_says_so() -> None:
    printed = {"full 2A", "full 4B", "full 8A"}
    for number in range(1, TILES + 1):
        for side in "AB":
            known = ("hotel", f"full {number}{side}", "beds") not in CARDS.sources
            assert known == (f"full {number}{side}" in printed)
    assert CARDS.sources["card", "monk:fish", "coins"].source == "reconstructed"
    assert CARDS.sources["crest", "lion", "name"].source == "reconstructed"
    assert ("crest", "fish", "name") not in CARDS.sources


@pytest.mark.rule("setup")
@pytest.mark.ruling("Q28")
@pytest.mark.parametrize("players", GAME.players)
def test_as_many_hotels_as_players_nine_cards_each_a_tile_at_each_back_door(players: int) -> None:
    for seed in range(20):
        game = GAME.new(players, seed=seed)
        hotels = list(game.hotels)[:players]
        assert len({hotel.side // 2 for hotel in hotels}) == players
        assert sum(game.used) == players
        for hotel in hotels:
            has_door = HOTEL_RULES[0][hotel.side] != HotelRule.NO_BACK_DOOR
            assert hotel.has_point_tile == has_door
            assert hotel.beds == HOTEL_BEDS[0][hotel.side]
        assert [player.held for player in game.players][:players] == [9] * players
        assert [player.in_deck for player in game.players][:players] == [15] * players
        assert game.turn == game.start
        rooms = [LINE + BACK_DOOR if hotel.has_point_tile else LONG_LINE for hotel in hotels]
        assert sum(rooms) >= 5 * players


@pytest.mark.rule("setup")
@pytest.mark.ruling("E9")
def test_start_player_tiles_and_sides_are_random() -> None:
    games = [GAME.new(3, seed=seed) for seed in range(400)]
    starts = [game.start for game in games]
    assert all(starts.count(seat) > 90 for seat in range(3))
    sides = [hotel.side for game in games for hotel in list(game.hotels)[:3]]
    assert all(sides.count(side) > 40 for side in range(2 * TILES))


@pytest.mark.rule("gameplay")
@pytest.mark.ruling("Q19")
def test_t5_four_rounds_draw_the_whole_deck_and_play_twenty_cards_at_most() -> None:
    """Draws are 9 + 5 + 5 + 5 = 24."""
    game = GAME.new(2, seed=5)
    played = 0
    while not is_over(game):
        legal = GAME.legal_moves(game)
        move = legal[-1] if game.phase == Phase.CHECKING else legal[0]
        played += game.phase == Phase.PLAYING and "decline" != GAME.moves[move] != "pass"
        GAME.play(game, move)
    assert game.round == 3
    assert [player.in_deck for player in game.players][:2] == [0, 0]
    assert played <= 40


@pytest.mark.rule("prepare")
@pytest.mark.ruling("Q19")
def test_tiles_are_flipped_the_marker_moves_on_and_five_cards_are_drawn() -> None:
    game = given("1b", "2b", "3b")
    sides = [hotel.side for hotel in game.hotels][:3]
    game.turns_taken, game.turn = 14, 2
    story = do(game, "decline")
    assert [hotel.side for hotel in game.hotels][:3] == [side ^ 1 for side in sides]
    assert (game.round, game.start, game.turn, game.turns_taken) == (1, 1, 1, 0)
    assert [player.held for player in game.players][:3] == [6, 6, 6]
    assert game.players[2].place[8] == Place.HAND, "the card that was kept"
    assert [told.event for told in story].count(Event.HOTEL_OPENED) == 3
    assert all(hotel.beds == HOTEL_BEDS[0][hotel.side] for hotel in list(game.hotels)[:3])


@pytest.mark.ruling("Q19")
def test_hands_have_no_limit() -> None:
    full = given("1b 2b 3b 4b 5b 6b 1f 2f 3f", "1b", "1b 2b 3b 4b 5b 6b 1f 2f 3f")
    full.turns_taken, full.turn = 14, 2
    do(full, "decline")
    assert [player.held for player in full.players][:3] == [14, 6, 14]


@pytest.mark.rule("setup")
def test_decks_are_shuffled() -> None:
    """Every card is in the opening hand of nine in about 9 of 24 games."""
    hands = [list(GAME.new(2, seed=seed).players[0].place) for seed in range(960)]
    for kind in range(KINDS):
        held = sum(hand[kind] == Place.HAND for hand in hands)
        assert 290 < held < 430


@pytest.mark.rule("prepare")
@pytest.mark.ruling("E3")
def test_before_the_third_round_the_tiles_are_replaced_by_unused_ones() -> None:
    for seed in range(30):
        game = GAME.new(4, seed=seed)
        first = {hotel.side // 2 for hotel in game.hotels}
        game.round, game.turns_taken, game.turn = 1, 19, 3
        do(game, "decline")
        second = {hotel.side // 2 for hotel in game.hotels}
        assert game.round == 2
        assert not first & second
        assert len(second) == 4
        game.turns_taken, game.turn = 19, 3
        do(game, "decline")
        assert {hotel.side // 2 for hotel in game.hotels} == second


@pytest.mark.rule("prepare")
@pytest.mark.ruling("Q22")
@pytest.mark.parametrize("round_", [0, 1])
def test_a_point_tile_left_over_stays_and_is_not_doubled(round_: int) -> None:
    game = given("1b", "2b", "3b", "4b", players=4)
    game.round, game.turns_taken, game.turn = round_, 19, 3
    for tile, hotel in enumerate(game.hotels):
        hotel.has_point_tile = int(hotel is not game.hotels[0])
        hotel.side = 2 * (tile + 3)
        game.used[tile + 3] = 1
    do(game, "decline")
    for hotel in game.hotels:
        assert hotel.has_point_tile == (HOTEL_RULES[0][hotel.side] != HotelRule.NO_BACK_DOOR)


@pytest.mark.ruling("Q21")
def test_a_tile_left_over_goes_back_where_the_next_hotel_has_no_back_door() -> None:
    game = given("1b", "2b", "3b")
    closed = HOTEL_RULES[0].index(HotelRule.NO_BACK_DOOR)
    game.hotels[1].side = closed ^ 1
    game.turns_taken, game.turn = 14, 2
    assert game.hotels[1].has_point_tile == 1
    do(game, "decline")
    assert game.hotels[1].side == closed
    assert game.hotels[1].has_point_tile == 0
    assert game.hotels[0].has_point_tile == 1
