"""Turns: the rulebook's examples, the six actions, additional actions, passing and re-rolling."""

import pytest

from bellhop.engine.dice import shake
from bellhop.engine.seats import NOBODY
from bellhop.games.grand_austria_hotel import GAME
from bellhop.games.grand_austria_hotel.rules.state import NO_GUEST
from bellhop.games.grand_austria_hotel.rules.vocabulary import Event, GuestPlace, Refusal, Room
from grand_austria_hotel.proofs import (
    check_conserved,
    choices,
    do,
    events,
    given,
    guest,
    kitchen,
    points,
    refusal,
    rooms,
)


@pytest.mark.rule("rounds")
@pytest.mark.rule("take_die")
@pytest.mark.rule("additional_actions")
def test_the_sample_turn() -> None:
    """Page 9: three dice and a boost, the baroness served and checked in, a group completed."""
    game = given(cafe="baroness poet major", vacant="1.1", dice=(2, 3, 2, 1, 1, 1), krone=5)
    assert refusal(game, "guest 5") == Refusal.CAFE_FULL
    do(game, "die 2 boost,amount 2")
    do(game, "wine > 1,wine > 1,coffee > 1,coffee > 1")
    assert (game.players[0].krone, kitchen(game)) == (4, "")
    do(game, "check-in 1 > 1.1")
    assert (points(game, "guests"), points(game, "groups")) == (5, 2)
    assert rooms(game, Room.OCCUPIED) == "1.1"
    assert game.players[0].aside == 3
    do(game, "done,end")
    assert game.guests[guest("baroness")] == GuestPlace.DISCARDED
    assert game.turn == 1


@pytest.mark.rule("take_die")
def test_the_example_of_action_1() -> None:
    """Page 7: three dice are three strudels, or two and a cake."""
    game = given(dice=(3, 1, 1, 1, 1, 1))
    do(game, "die 1")
    assert choices(game) == {"amount 0", "amount 1"}
    assert refusal(game, "amount 2") == Refusal.TOO_MUCH
    do(game, "amount 1")
    assert kitchen(game) == "strudel strudel cake"


@pytest.mark.rule("take_die")
def test_the_example_of_action_4() -> None:
    """Page 8: two dice are two fields, two krone, or one of each."""
    for amount, found in ((0, (10, 2)), (1, (11, 1)), (2, (12, 0))):
        game = given()
        do(game, f"die 4,amount {amount}")
        assert (game.players[0].krone, game.players[0].emperor) == found
    assert refusal(given(), "amount 3") == Refusal.NOT_ASKED


@pytest.mark.rule("take_die")
def test_the_example_of_action_5() -> None:
    """Page 8: with four dice, a card of 6 krone costs 2, and one of 4 is free."""
    game = given(dice=(1, 1, 1, 1, 4, 1), hand="waitress groom")
    do(game, "die 5,staff waitress")
    assert game.players[0].krone == 8
    free = given(dice=(1, 1, 1, 1, 4, 1), hand="waitress groom", krone=0)
    do(free, "die 5")
    assert refusal(free, "staff waitress") == Refusal.NOT_ENOUGH_KRONE
    assert refusal(free, "staff chef") == Refusal.STAFF_NOT_HELD
    do(free, "staff groom")
    assert free.players[0].krone == 0


@pytest.mark.rule("take_die")
@pytest.mark.ruling("T5")
def test_the_example_of_action_6() -> None:
    """Page 8: four dice on 6 and two on 2; a krone buys four drinks."""
    game = given(dice=(1, 2, 1, 1, 1, 4))
    do(game, "die 6,as 2,amount 2")
    assert (kitchen(game), game.players[0].krone) == ("wine wine coffee coffee", 9)
    boosted = given(dice=(1, 2, 1, 1, 1, 4), krone=2)
    do(boosted, "die 6 boost,as 4,amount 0")
    assert (boosted.players[0].krone, boosted.players[0].emperor) == (0, 5)
    assert refusal(given(krone=0), "die 6") == Refusal.NOT_ENOUGH_KRONE
    assert refusal(given(krone=1), "die 6 boost") == Refusal.BOOST_TOO_MUCH
    assert refusal(given(krone=0), "die 1 boost") == Refusal.BOOST_TOO_MUCH


@pytest.mark.rule("group_bonus")
def test_the_example_of_the_group_bonus() -> None:
    """Page 10: the count moves into the last room of a blue group of two, worth 5 points."""
    game = given(cafe="count=", vacant="4.1", occupied="3.1")
    do(game, "check-in 1 > 4.1")
    assert points(game, "groups") == 5


@pytest.mark.rule("group_bonus")
@pytest.mark.ruling("H2")
@pytest.mark.ruling("G1")
def test_red_groups_pay_krone_and_yellow_ones_favour_once_and_by_any_means() -> None:
    red = given(cafe="major=", vacant="2.4", occupied="1.3 1.4 2.3", krone=3)
    do(red, "check-in 1 > 2.4")
    assert red.players[0].krone == 3 + 10 + 3
    yellow = given(hand="page-boy", vacant="2.1 2.2", occupied="1.2")
    do(yellow, "die 5,staff page-boy,room 2.1,room 2.2")
    assert yellow.players[0].emperor == 6
    again = given(cafe="knight-of-the-empire=", vacant="1.1")
    again.players[0].bonuses[0] = 1
    do(again, "check-in 1 > 1.1")
    assert points(again, "groups") == 0, "removed, prepared and occupied again"
    full = given(cafe="major=", vacant="2.4", occupied="1.3 1.4 2.3", krone=15)
    do(full, "check-in 1 > 2.4")
    assert full.players[0].krone == 20


@pytest.mark.rule("passing")
def test_the_example_of_passing() -> None:
    """Page 9: no three is left; after the other player's turns two threes are rolled."""
    game = given(dice=(0, 0, 0, 4, 0, 0))
    game.players[1].covered = 1
    for word in range(1, 1000):
        trial = game.copy()
        shake(trial, word)
        do(trial, "pass")
        assert trial.turn == 1
        do(trial, "die 4,amount 0,end")
        assert (trial.turn, trial.in_bin, sum(trial.spaces)) == (0, 1, 2)
        if trial.spaces[2] == 2:
            break
    do(trial, "die 3,room 1.2,room 2.1")
    assert rooms(trial, Room.VACANT) == "1.1 1.2 2.1"


@pytest.mark.rule("passing")
@pytest.mark.rule("end_of_turn")
@pytest.mark.ruling("P2")
def test_players_who_passed_wait_and_then_roll_all_dice_but_one() -> None:
    game = given(players=3, dice=(3, 3, 0, 3, 3, 0))
    do(game, "pass")
    order = []
    while game.players[0].passed:
        order.append(game.turn)
        story = do(game, "die 1" if game.spaces[0] else "die 2")
        if game.asked:
            do(game, "amount 0")
        story = do(game, "end")
    assert order == [1, 2, 2, 1]
    assert len(events(story, Event.REROLLED)) == 1
    assert (sum(game.spaces), game.in_bin, game.turn) == (7, 1, 0)
    check_conserved(game)


@pytest.mark.rule("passing")
@pytest.mark.ruling("P3")
def test_the_round_ends_when_the_last_die_is_gone() -> None:
    game = given(dice=(1, 0, 0, 0, 0, 0))
    game.players[0].covered, game.players[1].covered = 1, 1
    do(game, "pass")
    assert game.turn == 1
    story = do(game, "pass")
    assert len(events(story, Event.LAST_DIE_GONE)) == 1
    assert game.round == 1
    used = given(dice=(1, 0, 0, 0, 0, 0))
    do(used, "die 1,end")
    assert used.round == 1, "turns without a die are lost"


@pytest.mark.rule("passing")
@pytest.mark.ruling("P1")
@pytest.mark.parametrize("first", ["guest 5", "wine > 1", "politics a", "staff barkeeper"])
def test_nobody_passes_in_the_middle_of_a_turn(first: str) -> None:
    game = given(cafe="actress", kitchen="wine", krone=20, played="barkeeper")
    assert "pass" in choices(game)
    do(game, first)
    while game.asked:
        do(game, "done")
    assert refusal(game, "pass") == Refusal.TURN_BEGUN


@pytest.mark.rule("end_of_turn")
@pytest.mark.parametrize(("players", "order"), [(2, [0, 1, 1, 0]), (3, [0, 1, 2, 2, 1, 0]),
                                                (4, [0, 1, 2, 3, 3, 2, 1, 0])])  # fmt: skip
def test_turns_go_up_and_back_down(players: int, order: list[int]) -> None:
    game = given(players=players, dice=(1, 0, 0, 13, 0, 0))
    found = []
    while game.round == 0:
        found.append(game.turn)
        do(game, "die 4,amount 0,end")
    assert found == order
    assert game.start == 1


@pytest.mark.rule("take_guest")
@pytest.mark.ruling("T2")
def test_a_guest_costs_more_on_the_left_and_the_row_moves_up() -> None:
    row = "earl apothecary mr-horsa composer dame"
    for place, price in enumerate((3, 2, 1, 0, 0)):
        game = given(row=row)
        before = list(game.row)
        do(game, f"guest {place + 1}")
        assert game.players[0].krone == 10 - price
        assert game.players[0].cafe[0].guest == before[place]
        assert list(game.row)[1:] == before[:place] + before[place + 1 :]
        assert refusal(game, "guest 4") == Refusal.GUEST_TAKEN
    poor = given(krone=1)
    assert refusal(poor, "guest 2") == Refusal.NOT_ENOUGH_KRONE
    late = given()
    do(late, "die 4,amount 0")
    assert refusal(late, "guest 5") == Refusal.GUEST_BEFORE_DIE
    gap = given()
    gap.row[0] = NO_GUEST
    assert refusal(gap, "guest 1") == Refusal.NO_GUEST_THERE


@pytest.mark.rule("take_guest")
@pytest.mark.ruling("D1")
def test_discarded_guests_are_shuffled_when_one_is_needed() -> None:
    game = given()
    for number in range(len(game.guests)):
        if game.guests[number] == GuestPlace.DECK:
            game.guests[number] = GuestPlace.DISCARDED
    game.guests_left = 0
    story = do(game, "guest 5")
    assert len(events(story, Event.GUESTS_SHUFFLED)) == 1
    assert GuestPlace.DISCARDED not in list(game.guests)
    empty = given(cafe="composer=", vacant="1.2", row="earl apothecary mr-horsa dame duchess")
    for number in range(len(empty.guests)):
        if empty.guests[number] == GuestPlace.DECK:
            empty.guests[number] = GuestPlace.CAFE  # all others are in cafés
    empty.guests_left = 0
    do(empty, "guest 5")
    assert empty.row[0] == NO_GUEST
    do(empty, "check-in 1 > 1.2")
    assert empty.row[0] == guest("composer"), "the first card laid off fills the gap"
    himself = given(cafe="medicinal-councillor=", vacant="1.3")
    for number in range(len(himself.guests)):
        if himself.guests[number] == GuestPlace.DECK:
            himself.guests[number] = GuestPlace.CAFE
    himself.guests_left = 0
    do(himself, "check-in 1 > 1.3,guest 5")
    assert himself.row[0] == NO_GUEST, "who moves in is laid off after the reward"
    do(himself, "guest 5")
    assert himself.row[0] == NO_GUEST
    assert himself.row[1] == guest("medicinal-councillor")


@pytest.mark.rule("take_die")
@pytest.mark.ruling("T3")
def test_rooms_are_prepared_next_to_others_and_paid_by_floor() -> None:
    game = given(vacant="1.1 2.1 3.1", dice=(0, 0, 4, 0, 0, 0), krone=6)
    do(game, "die 3")
    assert refusal(game, "room 1.1") == Refusal.ROOM_IS_PREPARED
    assert refusal(game, "room 1.3") == Refusal.NOT_ADJACENT
    do(game, "room 1.2,room 2.2,room 3.2,room 4.1")
    assert game.players[0].krone == 6 - 0 - 1 - 2 - 3
    assert game.asked == 0
    none = given()
    do(none, "die 3,done")
    assert rooms(none, Room.VACANT) == "1.1"


@pytest.mark.rule("take_die")
def test_the_end_of_a_floor_is_not_next_to_the_beginning_of_another() -> None:
    right = given(vacant="1.5")
    do(right, "die 3")
    assert choices(right) == {"room 1.4", "room 2.5", "done"}
    left = given(vacant="2.1")
    do(left, "die 3")
    assert choices(left) == {"room 1.1", "room 2.2", "room 3.1", "done"}
    top_right = given(vacant="4.5")
    do(top_right, "die 3")
    assert choices(top_right) == {"room 4.4", "room 3.5", "done"}


@pytest.mark.rule("hotel")
@pytest.mark.rule("group_bonus")
def test_a_back_board_has_its_own_colours_groups_and_prices() -> None:
    """On the first one, 1.1 is red and alone, the second column yellow, 3.3 red, 3.2 yellow."""
    red = given(cafe="apothecary=", vacant="1.1")
    assert refusal(red, "check-in 1 > 1.1") == Refusal.WRONG_COLOUR
    red.players[0].board = 1
    do(red, "check-in 1 > 1.1")
    assert (red.players[0].krone, points(red, "groups")) == (10 + 1 + 1, 0)
    yellow = given(cafe="composer=", vacant="4.2", occupied="1.2 2.2 3.2")
    yellow.players[0].board = 1
    do(yellow, "check-in 1 > 4.2")
    assert yellow.players[0].emperor == 10
    free = given(vacant="2.3 2.2", played="chauffeur")
    free.players[0].board = 1
    do(free, "die 3,room 3.3")
    assert free.players[0].krone == 10
    do(free, "room 3.2")
    assert free.players[0].krone == 8


@pytest.mark.rule("take_die")
def test_printed_points_are_scored_when_the_tile_is_laid() -> None:
    game = given(vacant="3.3 4.2 2.4 2.5", dice=(0, 0, 6, 0, 0, 0), krone=20)
    do(game, "die 3,room 3.4,room 3.5,room 4.3,room 4.4,room 4.5,room 3.2")
    assert points(game, "rooms") == 1 + 1 + 2 + 2 + 2


@pytest.mark.rule("take_die")
@pytest.mark.ruling("H1")
def test_an_empty_hotel_begins_at_the_bottom_left() -> None:
    game = given(vacant="")
    do(game, "die 3")
    assert choices(game) == {"room 1.1", "done"}
    assert refusal(game, "room 1.2") == Refusal.BOTTOM_LEFT_FIRST


@pytest.mark.rule("take_die")
@pytest.mark.ruling("T4")
@pytest.mark.ruling("G3")
def test_as_much_food_as_the_strength_from_an_endless_supply() -> None:
    game = given(kitchen=" ".join(["strudel"] * 40), dice=(5, 0, 0, 0, 0, 0))
    do(game, "die 1,amount 2")
    assert kitchen(game).split().count("strudel") == 43
    assert kitchen(game).split().count("cake") == 2


@pytest.mark.rule("take_die")
@pytest.mark.ruling("T1")
def test_a_dead_end_with_only_sixes_and_no_krone() -> None:
    game = given(krone=3, dice=(0, 0, 0, 0, 0, 2), row="earl apothecary mr-horsa composer dame")
    do(game, "guest 1")
    assert game.players[0].krone == 0
    assert choices(game) == {"die 6"}
    story = do(game, "die 6")
    assert len(events(story, Event.NO_ACTION)) == 1
    assert (game.asked, game.spaces[5], game.players[0].covered) == (0, 1, 1)
    fresh = given(krone=0, dice=(0, 0, 0, 0, 0, 2))
    assert refusal(fresh, "die 6") == Refusal.NOT_ENOUGH_KRONE
    assert "pass" in choices(fresh)


@pytest.mark.rule("additional_actions")
@pytest.mark.ruling("A1")
def test_a_boost_comes_with_the_die() -> None:
    game = given()
    do(game, "die 4 boost,amount 3")
    assert game.players[0].krone == 10 - 1 + 3
    assert refusal(game, "die 1 boost") == Refusal.DIE_TAKEN


@pytest.mark.rule("additional_actions")
@pytest.mark.ruling("A2")
def test_a_krone_carries_three_pieces_one_right_after_the_other() -> None:
    game = given(cafe="actress poet", kitchen="wine wine wine coffee strudel", krone=3)
    do(game, "wine > 1,wine > 1,wine > 1")
    assert game.players[0].krone == 2
    do(game, "coffee > 1")
    assert game.players[0].krone == 1
    do(game, "guest 5,strudel > 2")
    assert game.players[0].krone == 0, "the guest in between ended the carrying"
    assert refusal(game, "strudel > 2") == Refusal.NO_SUCH_FOOD
    assert refusal(game, "cake > 2") == Refusal.NOT_ORDERED
    empty = given(kitchen="wine")
    assert refusal(empty, "wine > 1") == Refusal.TABLE_EMPTY
    poor = given(cafe="actress", kitchen="wine", krone=0)
    assert refusal(poor, "wine > 1") == Refusal.NOT_ENOUGH_KRONE


@pytest.mark.rule("additional_actions")
@pytest.mark.ruling("C1")
def test_a_guest_moves_in_only_when_told_to() -> None:
    game = given(cafe="composer", kitchen="wine", vacant="1.2")
    assert refusal(game, "check-in 1 > 1.2") == Refusal.ORDER_NOT_READY
    do(game, "wine > 1,die 4,amount 0,end")
    assert game.players[0].cafe[0].guest == guest("composer")
    do(game, "die 4,amount 0,end,pass")
    assert game.turn == 0
    do(game, "check-in 1 > 1.2")
    assert points(game, "guests") == 1
    assert refusal(given(), "check-in 1 > 1.1") == Refusal.TABLE_EMPTY
    full = given(cafe="composer=", vacant="", occupied="1.2")
    assert refusal(full, "check-in 1 > 1.2") == Refusal.ROOM_NOT_VACANT


@pytest.mark.rule("additional_actions")
@pytest.mark.ruling("C2")
def test_moving_in_turns_the_room_pays_staff_and_points_then_the_reward() -> None:
    game = given(cafe="major= poet photographer", vacant="4.4", played="custodian groom", krone=0)
    story = do(game, "check-in 1 > 4.4")
    told = [
        Event(t.event)
        for t in story
        if t.event in (Event.CHECKED_IN, Event.ROOM_OCCUPIED, Event.GROUP_COMPLETED,
                       Event.STAFF_WORKS, Event.SCORED_NOW)
    ]  # fmt: skip
    assert told == [
        Event.CHECKED_IN, Event.ROOM_OCCUPIED, Event.GROUP_COMPLETED,
        Event.STAFF_WORKS, Event.STAFF_WORKS, Event.SCORED_NOW,
    ]  # fmt: skip
    assert game.players[0].krone == 1 + 1 + 2 + 3


@pytest.mark.rule("additional_actions")
def test_staff_that_cannot_be_used() -> None:
    game = given(hand="barkeeper", played="chef")
    assert refusal(game, "staff barkeeper") == Refusal.STAFF_NOT_PLAYED
    assert refusal(game, "staff chef") == Refusal.NOT_ONCE_PER_ROUND


@pytest.mark.rule("rounds")
@pytest.mark.ruling("A3")
def test_nothing_comes_between_the_rooms_of_an_action() -> None:
    game = given(cafe="composer=", vacant="1.1 1.2", krone=20)
    do(game, "die 3")
    assert refusal(game, "check-in 1 > 1.2") == Refusal.MUST_ANSWER
    assert refusal(game, "politics a") == Refusal.MUST_ANSWER
    do(game, "done,politics a,check-in 1 > 1.2")
    assert game.asked == 0


@pytest.mark.rule("end_of_turn")
def test_a_turn_ends_after_its_die() -> None:
    game = given()
    assert refusal(game, "end") == Refusal.DIE_FIRST
    assert refusal(game, "die 1") == Refusal.ALLOWED
    bare = given(dice=(0, 0, 0, 2, 0, 0))
    assert refusal(bare, "die 1") == Refusal.NO_DIE_THERE


@pytest.mark.rule("rounds")
def test_nothing_is_asked_and_nothing_allowed_when_the_game_is_over() -> None:
    game = given(dice=(1, 0, 0, 0, 0, 0), round_=7)
    game.players[0].covered = game.players[1].covered = 1
    game.players[0].emperor = game.players[1].emperor = 8
    do(game, "die 1,end")
    assert game.turn == NOBODY
    assert refusal(game, "end") == Refusal.GAME_OVER
    assert GAME.legal_moves(game) == []
