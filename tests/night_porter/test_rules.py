"""All of Night Porter: setup, a turn, what seats know, scoring, winning."""

from pathlib import Path

import pytest

from bellhop.engine.errors import CardError
from bellhop.engine.seats import NOBODY, SPECTATOR
from night_porter.proofs import do, given, refusal
from outside.night_porter import GAME
from outside.night_porter.rules.vocabulary import HIDE, KEYS, Event, Refusal
from support import with_cards

CARDS = (GAME.folder / "cards.toml").read_text("utf-8")


@pytest.mark.rule("setup")
@pytest.mark.parametrize("seats", GAME.players)
def test_everybody_is_dealt_three_keys_and_the_rest_is_the_pile(seats: int) -> None:
    starts = set()
    for seed in range(40):
        game = GAME.new(seats, seed=seed)
        assert [player.held for player in game.players] == [3] * seats + [0] * (4 - seats)
        assert game.pile == KEYS - 3 * seats
        starts.add(game.turn)
    assert starts == set(range(seats))


@pytest.mark.rule("turn")
def test_a_key_is_hung_to_the_right_and_a_key_is_drawn() -> None:
    game = given("3 7 9", "1 2 4", racks=("5",), pile="6 8")
    story = do(game, "hang 3")
    me = game.players[0]
    assert [GAME.moves[key] for key in list(me.rack)[: me.hung]] == ["hang 5", "hang 3"]
    assert (me.held, game.pile, game.turn) == (3, 1, 1)
    assert [told.event for told in story if told.is_for(0)] == [Event.HUNG, Event.DREW]
    assert [told.event for told in story if told.is_for(1)] == [Event.HUNG, Event.DREW_UNSEEN]


@pytest.mark.rule("turn")
def test_only_its_player_knows_a_hidden_key() -> None:
    game = given("3 7", "1 2")
    story = do(game, "hide 7")
    assert [told.event for told in story if told.is_for(0)] == [Event.HID]
    assert [told.event for told in story if told.is_for(SPECTATOR)] == [Event.HID_UNSEEN]
    assert "7" not in GAME.write(GAME.view(game, 1)).partition("keys=")[2].partition("]")[0]
    assert GAME.view(game, 0).keys[6] == game.keys[6]


@pytest.mark.rule("turn")
def test_only_keys_of_the_hand_are_hung_or_hidden() -> None:
    game = given("3 7", "1 2", racks=("5",))
    for move in ("hang 1", "hide 5", "hang 4"):
        assert refusal(game, move) == Refusal.KEY_NOT_HELD
    assert refusal(game, "hide 3") == refusal(game, "hang 7") == Refusal.ALLOWED


@pytest.mark.rule("turn")
def test_a_player_without_keys_is_passed_over() -> None:
    game = given("3", "", "1 2")
    do(game, "hang 3")
    assert game.turn == 2
    do(game, "hang 1")
    assert game.turn == 2


@pytest.mark.rule("scoring")
def test_a_key_higher_than_the_one_to_its_left_scores_its_value() -> None:
    game = given(racks=("3 7 5 9", "2"))
    assert GAME.points(game) == [3 + 7 - 1 + 9, 2]


@pytest.mark.rule("scoring")
@pytest.mark.ruling("N1")
def test_a_key_is_compared_with_its_neighbour_even_if_that_one_costs_a_point() -> None:
    assert GAME.points(given(racks=("12 1 2 3",)))[0] == 12 - 1 + 2 + 3


@pytest.mark.rule("scoring")
def test_hidden_keys_score_by_option() -> None:
    racks = ("1 2 3 4 5 6", "7 8 9")
    assert GAME.points(given(racks=racks)) == [21, 24]
    assert GAME.points(given(racks=racks, tips="yes")) == [21 + 3, 24]


@pytest.mark.rule("winning")
def test_the_last_key_ends_the_game_and_each_item_is_told() -> None:
    game = given("3", racks=("5", "7"), tips="yes")
    story = do(game, "hang 3")
    entries = [entry for told in story if (entry := GAME.scoring.scored(told))]
    assert [(entry.seat, entry.item, entry.points) for entry in entries] == [
        (0, "rising", 5),
        (1, "rising", 7),
        (0, "falling", -1),
        (0, "hidden", 9),
    ]
    assert game.turn == NOBODY
    assert refusal(game, "hang 3") == Refusal.GAME_OVER


@pytest.mark.rule("winning")
def test_fewer_hidden_keys_break_a_tie() -> None:
    game = given(racks=("1 9", "2 8", "4 6"), pile="3 5 7 10 11 12")
    assert GAME.winners(game) == [0, 1, 2]
    game.players[1].hidden = 1
    assert GAME.points(game) == [10, 10, 10]
    assert GAME.winners(game) == [0, 2]


def test_moves_are_named_after_keys() -> None:
    assert GAME.moves[0] == "hang 1"
    assert GAME.moves[HIDE + 11] == "hide 12"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("value = 7", "value = 3", "values must rise"),
        ("value = 1\n", "value = 0\n", "values must rise"),
        ("dealt = 3", "dealt = 4", "expected at least 16 keys, not 12"),
    ],
)
def test_keys_that_cannot_be_played_with_are_refused(
    tmp_path: Path, old: str, new: str, complaint: str
) -> None:
    assert old in CARDS
    with pytest.raises(CardError, match=complaint):
        with_cards(GAME, tmp_path, CARDS.replace(old, new))
