"""Phase 2: the worked examples, the order of checking, every power with its choices."""

import pytest

from bellhop.games.overbooking import GAME
from bellhop.games.overbooking.rules.vocabulary import (
    HOTEL_BEDS,
    HOTEL_RULES,
    SIDES,
    Event,
    HotelRule,
    Phase,
    Place,
    Refusal,
)
from overbooking.proofs import (
    begin_check,
    bookings,
    check,
    check_story,
    do,
    given,
    kind_of,
    refusal,
)


@pytest.mark.rule("check_bookings")
@pytest.mark.ruling("E1")
def test_t1_the_largest_first_the_nearer_of_equals_and_a_refusal_does_not_stop_the_check() -> None:
    """Example 1: 13 beds, no rule; orange (A) 5, blue (B) 5, a 4, and last orange 2."""
    game = given(line="A5f B5b C4b A2l", beds=13)
    assert check(game) == ["A5f 8", "B5b 3", "C4b -", "A2l 1"]


@pytest.mark.rule("check_bookings")
@pytest.mark.ruling("E1")
def test_the_number_decides_and_nearness_only_among_equals() -> None:
    game = given(line="A2b B6f C4b A4l", beds=16)
    assert check(game) == ["B6f 10", "C4b 6", "A4l 2", "A2b 0"]


@pytest.mark.rule("check_bookings")
def test_t2_monks_first_and_merchants_at_the_back_door() -> None:
    """Example 2: 8 beds and 3 from the merchants; the monk books first, then 4, 3 and 2."""
    game = given(line="A1f B4b C3b A2l", back="C2f", rule="monks_first", beds=8)
    assert check(game) == ["A1f 10", "B4b 6", "C3b 3", "A2l 1"]


@pytest.mark.rule("check_bookings")
@pytest.mark.rule("powers")
def test_t3_nobles_choose_and_a_monk_joins_the_line() -> None:
    """Example 3: 15 beds, two crests; back door orange (A) nobles, then blue (B) monk."""
    game = given(line="A3b C6f C5b B4f", back="A4l B1s", rule="two_crests", beds=15)
    assert check(game, "choose 1") == ["A3b 12", "C6f 6", "C5b 1", "B4f -", "B1s 0"]


@pytest.mark.rule("powers")
@pytest.mark.ruling("Q27")
@pytest.mark.parametrize(
    ("back", "beds"), [("A2b", 11), ("A6b", 5), ("A2b B6b", 8), ("A2b B2b", 14), ("A6b B6b", 2)]
)
def test_t4_merchants_bring_three_beds_and_workers_take_three(back: str, beds: int) -> None:
    game = given(line="A1f", back=back, beds=8)
    story = check_story(game)
    assert bookings(story) == [f"A1f {beds - 1}"]
    changes = [told.numbers[2] for told in story if told.event == Event.BEDS_ADDED]
    assert changes == [3 if card[1] == "2" else -3 for card in back.split()]


@pytest.mark.rule("check_bookings")
def test_booked_cards_go_to_their_owners_and_all_others_leave_the_game() -> None:
    game = given(line="A6f B5b", back="C2f", beds=4)
    game.hotels[0].beds = 3
    story = check_story(game)
    assert bookings(story) == ["A6f 0", "B5b -"]
    places = game.players[0].place, game.players[1].place, game.players[2].place
    assert places[0][kind_of("6f")] == Place.BOOKED
    assert places[1][kind_of("5b")] == Place.GONE
    assert places[2][kind_of("2f")] == Place.GONE
    assert (game.hotels[0].lined_up, game.hotels[0].waiting) == (0, 0)


@pytest.mark.rule("check_bookings")
@pytest.mark.ruling("Q25")
def test_hotels_are_opened_from_the_top_down_one_after_the_other() -> None:
    """While the first hotel's nobles wait for an answer, the second's cards are face down."""
    game = given("1l", "2l", "3l", line="A3b", back="A4b")
    second = game.hotels[1]
    second.lined_up = 1
    second.line[0].owner, second.line[0].kind, second.line[0].back = 1, kind_of("6f"), 3
    game.players[1].place[kind_of("6f")] = Place.TABLE
    game.players[1].in_deck -= 1
    game.turns_taken, game.turn = 14, 2
    story = do(game, "decline")
    assert [t.numbers[0] for t in story if t.event == Event.HOTEL_CHECKED] == [0]
    assert game.phase == Phase.CHECKING
    assert game.turn == 0
    assert game.hotels[0].line[0].is_open == 1
    assert second.line[0].is_open == 0
    assert GAME.view(game, 2).hotels[1].line[0].kind == 0
    assert refusal(game, "decline") == Refusal.MUST_ANSWER
    story = do(game, "no")
    assert [t.numbers[0] for t in story if t.event == Event.HOTEL_CHECKED] == [1, 2]
    assert game.players[1].place[kind_of("6f")] == Place.BOOKED
    assert game.round == 1


@pytest.mark.rule("check_bookings")
def test_the_check_is_told_step_by_step() -> None:
    game = given(line="A3b B6f", back="B2f A1s", beds=7)
    events = [Event(told.event).name for told in check_story(game)]
    assert events == [
        "HOTEL_CHECKED", "REVEALED", "REVEALED", "REVEALED", "REVEALED", "BEDS_ADDED",
        "JOINED_LINE", "BOOKED", "BOOKED", "BOOKED", "DISCARDED",
    ]  # fmt: skip


@pytest.mark.rule("check_bookings")
@pytest.mark.ruling("E6")
def test_cards_that_lay_open_are_not_revealed_again() -> None:
    game = given(line="A3b", rule="first_open")
    game.hotels[0].line[0].is_open = 1
    game.hotels[0].lined_up = 1
    story = check_story(game)
    assert Event.REVEALED not in [told.event for told in story]
    assert bookings(story) == ["A3b 7"]


@pytest.mark.rule("contents")
@pytest.mark.parametrize(
    ("hotel", "beds", "rule"),
    [("8A", 13, "NONE"), ("2A", 8, "MONKS_FIRST"), ("4B", 15, "TWO_CRESTS")],
)
def test_the_hotels_of_the_examples_are_in_the_box(hotel: str, beds: int, rule: str) -> None:
    side = [found.id for found in SIDES[0]].index(f"full {hotel}")
    assert (HOTEL_BEDS[0][side], HotelRule(HOTEL_RULES[0][side]).name) == (beds, rule)


@pytest.mark.rule("hotel_rules")
def test_only_the_hotels_that_say_so_have_a_priority() -> None:
    for rule in ("none", "small_groups", "no_soldiers", "two_crests", "first_open"):
        assert check(given(line="A1b B3b", rule=rule, beds=10)) == ["B3b 7", "A1b 6"]


@pytest.mark.rule("hotel_rules")
def test_soldiers_first() -> None:
    game = given(line="A6f B5b C5l", rule="soldiers_first", beds=12)
    assert check(game) == ["B5b 7", "C5l 2", "A6f -"]


@pytest.mark.rule("hotel_rules")
def test_priority_gives_no_beds_that_are_not_there() -> None:
    game = given(line="A4f B5b", rule="soldiers_first", beds=8)
    game.hotels[0].beds = 4
    assert check(game) == ["B5b -", "A4f 0"]


@pytest.mark.rule("powers")
@pytest.mark.ruling("Q11")
def test_the_monk_goes_to_the_end_of_the_line_by_himself_even_beyond_four() -> None:
    game = given(line="A2b A3b B2b B3b", back="A1b B1b", beds=12)
    assert check(game) == ["A3b 9", "B3b 6", "A2b 4", "B2b 2", "A1b 1", "B1b 0"]


@pytest.mark.rule("powers")
@pytest.mark.ruling("Q1")
def test_maids_may_replace_their_owners_card_and_stand_in_its_place() -> None:
    game = given(line="B3f A6b A3l", back="A3b", beds=10)
    begin_check(game)
    assert game.turn == 0
    assert refusal(game, "choose 1") == Refusal.NOT_YOUR_GUEST
    assert refusal(game, "choose 5") == Refusal.NO_SUCH_GUEST
    story = do(game, "choose 2")
    assert bookings(story) == ["B3f 7", "A3b 4", "A3l 1"]
    assert game.players[0].place[kind_of("6b")] == Place.GONE
    assert game.players[0].place[kind_of("3b")] == Place.BOOKED


@pytest.mark.rule("powers")
def test_maids_may_replace_any_card_of_their_owner_even_maids_and_a_joined_monk() -> None:
    maids = given(line="A3f", back="A3b A3l", beds=8)
    assert check(maids, "choose 1, choose 1") == ["A3l 5"]
    monk = given(line="B2b", back="A1b A3l", beds=8)
    assert check(monk, "choose 2") == ["A3l 5", "B2b 3"]
    small = given(line="A1f A2f", back="A3l", beds=8)
    assert check(small, "choose 1") == ["A3l 5", "A2f 3"]


@pytest.mark.rule("powers")
def test_powers_bring_guests_into_a_line_that_would_not_take_them() -> None:
    large = given(line="A5f B6f", back="A3b B1b", rule="large_groups", beds=16)
    assert check(large, "choose 1") == ["B6f 10", "A3b 7", "B1b 6"]


@pytest.mark.rule("powers")
@pytest.mark.ruling("E7")
@pytest.mark.parametrize("back", ["A3b", "A4b", "A5b"])
def test_maids_nobles_and_soldiers_may_be_declined(back: str) -> None:
    game = given(line="A6b", back=back, beds=7)
    assert check(game, "no") == ["A6b 1"]
    kind = kind_of(back[1:])
    assert game.players[0].place[kind] == Place.GONE


@pytest.mark.rule("powers")
@pytest.mark.parametrize("back", ["A3b", "A4b", "A5b"])
def test_nobody_is_asked_where_there_is_nobody_to_act_upon(back: str) -> None:
    game = given(line="B1b", back=back, beds=7)
    story = check_story(game)
    assert Event.POWER_IDLE in [told.event for told in story]
    assert bookings(story) == ["B1b 6"]
    assert game.players[0].place[kind_of(back[1:])] == Place.GONE


@pytest.mark.rule("powers")
@pytest.mark.ruling("Q2")
def test_a_chosen_card_that_does_not_fit_is_refused_like_any_other() -> None:
    game = given(line="A6b A2b B1b", back="A4b", beds=5)
    assert check(game, "choose 1") == ["A6b -", "A2b 3", "B1b 2"]


@pytest.mark.ruling("Q3")
def test_a_choice_is_lost_with_its_card() -> None:
    maids = given(line="A6b A5b", back="A4b A3b", beds=8)
    assert check(maids, "choose 1, choose 1") == ["A5b 3", "A3b 0"]
    soldiers = given(line="A6b B6f", back="A4b B5f", beds=11)
    assert check(soldiers, "choose 1, choose 1") == ["B6f 5", "B5f 0"]


@pytest.mark.ruling("Q4")
def test_nobles_may_choose_a_card_that_came_from_the_back_door() -> None:
    game = given(line="B6b", back="A1b A4b", beds=6)
    assert check(game, "choose 2") == ["A1b 5", "B6b -"]


@pytest.mark.rule("powers")
@pytest.mark.ruling("Q5")
def test_two_nobles_choose_different_cards_and_the_nearer_ones_first() -> None:
    game = given(line="A2b A1b B6b", back="A4b A4f", beds=8)
    begin_check(game)
    do(game, "choose 2")
    assert refusal(game, "choose 2") == Refusal.ALREADY_MARKED
    assert bookings(do(game, "choose 1")) == ["A1b 7", "A2b 5", "B6b -"]


@pytest.mark.rule("powers")
@pytest.mark.ruling("Q26")
@pytest.mark.ruling("E2")
def test_two_players_choose_in_the_order_of_the_back_door() -> None:
    game = given(line="A2b B1b C6b", back="B4b A4f", beds=8)
    begin_check(game)
    assert game.turn == 1
    do(game, "choose 2")
    assert game.turn == 0
    assert game.hotels[0].line[1].mark == 1
    assert bookings(do(game, "choose 1")) == ["B1b 7", "A2b 5", "C6b -"]


@pytest.mark.ruling("Q6")
def test_nobles_come_before_a_hotels_own_priority() -> None:
    game = given(line="B1b A6b", back="A4b", rule="monks_first", beds=8)
    game.hotels[0].beds = 6
    assert check(game, "choose 2") == ["A6b 0", "B1b -"]


@pytest.mark.rule("powers")
@pytest.mark.ruling("Q7")
@pytest.mark.ruling("Q8")
@pytest.mark.parametrize(
    ("answer", "result"),
    [
        ("choose 1", ["B6f 4", "A5l -", "A2b 2"]),
        ("choose 2", ["A6b 4", "A5l -", "A2b 2"]),
        ("no", ["A6b 4", "B6f -", "A2b 2"]),
    ],
)
def test_soldiers_may_replace_any_workers_of_their_owners_choice(
    answer: str, result: list[str]
) -> None:
    game = given(line="A6b B6f A2b", back="A5l", beds=10)
    begin_check(game)
    assert refusal(game, "choose 3") == Refusal.NOT_REPLACEABLE
    assert bookings(do(game, answer)) == result
    replaced = {"choose 1": (0, "6b"), "choose 2": (1, "6f")}.get(answer)
    if replaced:
        assert game.players[replaced[0]].place[kind_of(replaced[1])] == Place.GONE


@pytest.mark.ruling("Q9")
def test_workers_at_the_back_door_are_no_target() -> None:
    game = given(line="B1b", back="B6f A5l", beds=10)
    story = check_story(game)
    assert Event.POWER_IDLE in [told.event for told in story]


@pytest.mark.ruling("Q10")
def test_guests_who_enter_by_a_power_have_the_priority_of_their_kind() -> None:
    monks = given(line="A6b B1b", back="C1b", rule="monks_first", beds=8)
    assert check(monks) == ["B1b 7", "C1b 6", "A6b 0"]
    soldiers = given(line="A6f B6b C5b", back="B5f", rule="soldiers_first", beds=16)
    assert check(soldiers, "choose 2") == ["B5f 11", "C5b 6", "A6f 0"]
    banned = given(line="A6f", back="B5f", rule="no_soldiers", beds=8)
    assert check(banned, "choose 1") == ["B5f 3"]
