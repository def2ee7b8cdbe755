"""The emperor: the track, the scorings, every reward and penalty and what cannot be carried out."""

from typing import Any

import pytest

from bellhop.engine.questions import top
from bellhop.games.grand_austria_hotel.rules.state import Position
from bellhop.games.grand_austria_hotel.rules.tables import TILE_NAMES
from bellhop.games.grand_austria_hotel.rules.vocabulary import (
    ITEM_NAMES,
    Event,
    Phase,
    Place,
    Refusal,
    Room,
    Step,
)
from grand_austria_hotel.proofs import (
    choices,
    do,
    events,
    face_emperor,
    given,
    hand,
    kitchen,
    points,
    refusal,
    rooms,
    staff,
)


def facing(tile: str, field: int, **more: Any) -> Position:
    """The first player faces a tile on a field; the second is where nothing happens."""
    letter = "ABC".index(tile[0])
    tiles = ["A1", "B1", "C1"]
    tiles[letter] = tile
    game = given(tiles=" ".join(tiles), emperor=field, round_=(3, 5, 7)[letter], **more)
    game.players[1].emperor = 1
    face_emperor(game, letter)
    return game


@pytest.mark.rule("emperor_track")
def test_fields_beyond_the_last_are_points() -> None:
    game = given(emperor=12, dice=(0, 0, 0, 3, 0, 0))
    do(game, "die 4,amount 0")
    assert game.players[0].emperor == 13
    assert points(game, "emperor-track") == 2


@pytest.mark.rule("emperor_scoring")
@pytest.mark.ruling("E3")
@pytest.mark.parametrize(("round_", "retreat"), [(3, 3), (5, 5), (7, 7)])
def test_all_score_their_field_and_go_back_then_face_the_tile_from_the_start_player(
    round_: int, retreat: int
) -> None:
    game = given(players=3, round_=round_, dice=(1, 0, 0, 0, 0, 0), tiles="A4 B4 C4", krone=0)
    game.start = 1
    for seat, field in enumerate((13, 6, 4)):
        game.players[seat].emperor, game.players[seat].covered = field, 1
    game.players[0].points[5] = 0
    story = do(game, "die 1,end")
    scored = events(story, Event.EMPEROR_SCORED)
    assert [(seat, worth, field) for seat, worth, field, *_ in scored] == [
        (0, 9, 13), (1, 4, 6), (2, 3, 4),
    ]  # fmt: skip
    assert [after for *_, after, _ in scored] == [max(0, f - retreat) for f in (13, 6, 4)]
    faced = [t.numbers[0] for t in story if t.event in (Event.REWARDED, Event.PUNISHED)]
    expected = [seat for seat in (1, 2, 0) if scored[seat][3] >= 3 or scored[seat][3] == 0]
    assert faced == expected[: len(faced)]
    assert faced


@pytest.mark.rule("end_of_round")
@pytest.mark.parametrize("round_", [1, 2, 4, 6])
def test_after_other_rounds_the_emperor_is_not_scored(round_: int) -> None:
    game = given(round_=round_, dice=(1, 0, 0, 0, 0, 0), emperor=5)
    game.players[0].covered = 1
    story = do(game, "die 1,end")
    assert events(story, Event.EMPEROR_SCORED) == []
    assert game.players[0].emperor == 5
    assert (game.round, game.start, sum(game.spaces)) == (round_, 1, 10)


@pytest.mark.rule("emperor_scoring")
@pytest.mark.parametrize("field", [1, 2])
@pytest.mark.parametrize("tile", TILE_NAMES)
def test_on_fields_1_and_2_nothing_happens(tile: str, field: int) -> None:
    before = given(kitchen="wine", vacant="1.1 1.2", hand="chef", played="liftboy")
    game = facing(tile, field, kitchen="wine", vacant="1.1 1.2", hand="chef", played="liftboy")
    assert game.asked == 0
    assert list(game.players[0].points) == list(before.players[0].points)
    assert game.players[0].krone == 10
    assert kitchen(game) == "wine"


@pytest.mark.rule("emperor_tiles")
@pytest.mark.ruling("E2")
def test_a1_three_krone_or_five_points() -> None:
    assert facing("A1", 3).players[0].krone == 13
    game = facing("A1", 0, krone=3)
    assert choices(game) == {"suffer", "lose"}
    do(game, "suffer")
    assert (game.players[0].krone, points(game, "emperor-tiles")) == (0, 0)
    poor = facing("A1", 0, krone=2)
    assert (poor.asked, poor.players[0].krone, points(poor, "emperor-tiles")) == (0, 2, -5)
    lost = facing("A1", 0, krone=3)
    do(lost, "lose")
    assert (lost.players[0].krone, points(lost, "emperor-tiles")) == (3, -5)


@pytest.mark.rule("emperor_tiles")
@pytest.mark.ruling("E9")
@pytest.mark.ruling("E10")
def test_a2_two_food_of_your_choice_or_the_whole_kitchen() -> None:
    game = facing("A2", 3, cafe="earl=coffee")
    do(game, "take coffee,take strudel,coffee > 1")
    assert kitchen(game) == "strudel"
    assert sum(game.players[0].cafe[0].wants) == 0
    assert game.phase == Phase.SCORING, "nobody moves in now"
    lost = facing("A2", 0, kitchen="wine cake", cafe="earl=coffee")
    assert (lost.asked, kitchen(lost)) == (0, "")
    assert list(lost.players[0].cafe[0].wants) == [0, 0, 0, 1], "what was served stays"
    nothing = facing("A2", 0)
    assert (nothing.asked, points(nothing, "emperor-tiles")) == (0, 0)


@pytest.mark.rule("emperor_tiles")
def test_a3_a_drawn_card_cheaper_or_two_cards_under_the_pile() -> None:
    game = facing("A3", 3)
    assert game.players[0].aside == 3
    assert top(game).what == Step.PLAY_DRAWN
    assert top(game).a == 3
    do(game, "done")
    assert (game.players[0].aside, game.put_under) == (0, 3)
    lost = facing("A3", 0, hand="chef groom butler")
    do(lost, "suffer,staff groom,staff chef")
    assert hand(lost) == "butler"
    assert [lost.under[0] - 1, lost.under[1] - 1] == [staff("groom"), staff("chef")]
    one = facing("A3", 0, hand="chef")
    assert (one.asked, points(one, "emperor-tiles"), hand(one)) == (0, -5, "chef")


@pytest.mark.rule("emperor_tiles")
def test_a4_a_free_room_or_a_vacant_one_from_the_top() -> None:
    game = facing("A4", 3, krone=0, vacant="1.1 2.1 3.1")
    do(game, "room 4.1")
    assert rooms(game, Room.VACANT) == "1.1 2.1 3.1 4.1"
    full = facing("A4", 3, vacant=" ".join(f"{f}.{c}" for f in range(1, 5) for c in range(1, 6)))
    assert full.asked == 0
    lost = facing("A4", 0, vacant="1.1 2.1 2.2", occupied="3.1")
    do(lost, "suffer")
    assert choices(lost) == {"room 2.1", "room 2.2"}
    assert refusal(lost, "room 1.1") == Refusal.NOT_THE_HIGHEST
    assert refusal(lost, "room 3.1") == Refusal.ROOM_NOT_VACANT
    do(lost, "room 2.2")
    assert rooms(lost, Room.VACANT) == "1.1 2.1"
    none = facing("A4", 0, vacant="", occupied="1.1")
    assert (none.asked, points(none, "emperor-tiles")) == (0, -5)


@pytest.mark.rule("emperor_tiles")
def test_b1_one_of_each_food_or_all_of_it_that_on_guests_too() -> None:
    assert kitchen(facing("B1", 4)) == "strudel cake wine coffee"
    lost = facing("B1", 0, kitchen="wine", cafe="earl=coffee composer=")
    assert (lost.asked, kitchen(lost)) == (0, "")
    assert list(lost.players[0].cafe[0].wants) == [0, 1, 0, 2]
    assert list(lost.players[0].cafe[1].wants) == [0, 0, 1, 0], "served, and hungry again"


@pytest.mark.rule("emperor_tiles")
def test_b2_five_krone_or_seven_points() -> None:
    assert facing("B2", 3, krone=17).players[0].krone == 20
    game = facing("B2", 0, krone=5)
    do(game, "suffer")
    assert game.players[0].krone == 0
    poor = facing("B2", 0, krone=4)
    assert (poor.players[0].krone, points(poor, "emperor-tiles")) == (4, -7)


@pytest.mark.rule("emperor_tiles")
def test_b3_a_drawn_card_free_or_three_cards_under_the_pile() -> None:
    game = facing("B3", 3, krone=0)
    drawn = [move for move in choices(game) if move != "done"]
    assert len(drawn) == 3
    do(game, sorted(drawn)[0])
    assert game.put_under == 2
    lost = facing("B3", 0, hand="chef groom butler porter")
    do(lost, "suffer,staff chef,staff groom,staff porter")
    assert (hand(lost), lost.put_under) == ("butler", 3)
    two = facing("B3", 0, hand="chef groom")
    assert (points(two, "emperor-tiles"), hand(two)) == (-7, "groom chef")


@pytest.mark.rule("emperor_tiles")
@pytest.mark.ruling("E8")
def test_b4_a_room_occupied_at_once_or_two_vacant_ones_from_the_top() -> None:
    game = facing("B4", 3, krone=0, vacant="1.1", occupied="1.2 2.1")
    assert refusal(game, "room 3.1") == Refusal.FLOOR_TOO_HIGH
    do(game, "room 2.2")
    assert "2.2" in rooms(game, Room.OCCUPIED)
    assert game.players[0].emperor == 3 + 6, "it completed the yellow group of three"
    lower = " ".join(f"{floor}.{column}" for floor in (1, 2) for column in range(1, 6))
    assert facing("B4", 3, vacant=lower).asked == 0
    lost = facing("B4", 0, vacant="1.1 1.2 2.1 3.1")
    do(lost, "suffer,room 3.1")
    assert choices(lost) == {"room 2.1"}
    do(lost, "room 2.1")
    assert rooms(lost, Room.VACANT) == "1.1 1.2"
    one = facing("B4", 0, vacant="1.1", occupied="1.2")
    assert (rooms(one, Room.VACANT), points(one, "emperor-tiles")) == ("1.1", -7)


@pytest.mark.rule("emperor_tiles")
@pytest.mark.ruling("G2")
def test_c1_eight_points_more_or_less_even_below_zero() -> None:
    assert points(facing("C1", 3), "emperor-tiles") == 8
    assert points(facing("C1", 0), "emperor-tiles") == -8


@pytest.mark.rule("emperor_tiles")
@pytest.mark.ruling("E8")
@pytest.mark.ruling("E6")
def test_c2_an_occupied_room_anywhere_or_two_of_one_column() -> None:
    game = facing("C2", 6, krone=0, vacant="1.1 2.1 3.1 4.1 4.2")
    do(game, "room 4.3")
    assert (rooms(game, Room.OCCUPIED), points(game, "rooms")) == ("4.3", 2)
    lost = facing("C2", 0, occupied="1.1 2.1 1.2 2.2 3.1 3.2 1.3", vacant="4.1")
    assert choices(lost) == {"room 3.1", "room 3.2"}
    do(lost, "room 3.2")
    assert choices(lost) == {"room 1.2", "room 2.2"}
    assert refusal(lost, "room 2.1") == Refusal.NOT_THAT_COLUMN
    do(lost, "room 1.2")
    assert rooms(lost, Room.OCCUPIED) == "1.1 1.3 2.1 2.2 3.1"
    single = facing("C2", 0, occupied="1.1 2.2", vacant="")
    do(single, "room 2.2")
    assert (single.asked, rooms(single, Room.OCCUPIED)) == (0, "1.1")
    last = facing("C2", 0, occupied="1.2", vacant="1.1")
    assert choices(last) == {"room 1.2"}, "one room is less than two, and still lost"
    do(last, "room 1.2")
    assert (last.asked, rooms(last, Room.VACANT), rooms(last, Room.OCCUPIED)) == (0, "1.1", "")
    none = facing("C2", 0)
    assert (none.asked, points(none, "emperor-tiles")) == (0, 0)


@pytest.mark.rule("emperor_tiles")
@pytest.mark.ruling("E6")
def test_c2_revised_takes_one_room_each_from_the_two_highest_floors() -> None:
    lost = facing("C2", 0, occupied="1.1 2.1 1.2 3.1 3.2 1.3", vacant="", edition="revised")
    assert choices(lost) == {"room 3.1", "room 3.2"}
    do(lost, "room 3.2")
    assert choices(lost) == {"room 2.1"}
    do(lost, "room 2.1")
    assert rooms(lost, Room.OCCUPIED) == "1.1 1.2 1.3 3.1"


@pytest.mark.rule("emperor_tiles")
def test_c3_two_points_for_each_card_played_or_against_it() -> None:
    assert points(facing("C3", 3, played="chef groom butler"), "emperor-tiles") == 6
    assert points(facing("C3", 0, played="chef groom butler"), "emperor-tiles") == -6
    assert points(facing("C3", 0), "emperor-tiles") == 0


@pytest.mark.rule("emperor_tiles")
@pytest.mark.ruling("E5")
def test_c4_a_free_card_of_the_hand_or_an_end_card_out_of_the_game() -> None:
    game = facing("C4", 3, hand="waitress", krone=0)
    do(game, "staff waitress")
    assert game.staff[staff("waitress")] == Place.PLAYED
    lost = facing("C4", 0, played="liftboy chef operator")
    do(lost, "suffer")
    assert choices(lost) == {"staff liftboy", "staff operator"}
    assert refusal(lost, "staff chef") == Refusal.NOT_AN_END_CARD
    do(lost, "staff liftboy")
    assert lost.staff[staff("liftboy")] == Place.GONE
    none = facing("C4", 0, played="chef")
    assert (none.asked, points(none, "emperor-tiles")) == (0, -10)


@pytest.mark.rule("emperor_tiles")
@pytest.mark.ruling("E1")
def test_the_revised_edition_requires_the_first_half_if_it_can_be_carried_out() -> None:
    game = facing("A1", 0, krone=3, edition="revised")
    assert (game.asked, game.players[0].krone, points(game, "emperor-tiles")) == (0, 0, 0)
    poor = facing("A1", 0, krone=2, edition="revised")
    assert points(poor, "emperor-tiles") == -5
    excused = facing("A1", 0, krone=3, played="conference-manager", edition="revised")
    assert choices(excused) == {"suffer", "excuse"}
    assert refusal(excused, "lose") == Refusal.MUST_SUFFER


@pytest.mark.rule("emperor_scoring")
@pytest.mark.ruling("E7")
def test_the_field_is_judged_once() -> None:
    """A reward that completes a yellow group moves the disc, which changes nothing else."""
    game = facing("B4", 3, occupied="1.2 2.1", vacant="1.1")
    do(game, "room 2.2")
    assert (game.players[0].emperor, game.asked) == (9, 0)


@pytest.mark.rule("emperor_tiles")
@pytest.mark.ruling("E11")
@pytest.mark.parametrize("tile", ["A3", "B3", "C4"])
def test_a_gardener_played_with_a_reward_does_not_score_for_it(tile: str) -> None:
    game = given(tiles="A1 B1 C1", hand="gardener", emperor=3)
    number = "ABC".index(tile[0])
    game.tiles[number] = TILE_NAMES.index(tile)
    if tile != "C4":
        game.staff[staff("gardener")] = Place.PILE
        game.players[0].held = 0
        game.pile += 1
        for card in range(48):
            if game.pile > 3 and card != staff("gardener") and game.staff[card] == Place.PILE:
                game.staff[card] = Place.GONE
                game.pile -= 1
    face_emperor(game, number)
    do(game, "staff gardener")
    assert points(game, "staff") == 0


@pytest.mark.rule("emperor_tiles")
@pytest.mark.ruling("E12")
def test_printed_points_are_kept_and_can_be_scored_again() -> None:
    game = facing("A4", 0, vacant="3.3 3.4")
    game.players[0].points[ITEM_NAMES.index("rooms")] = 1
    do(game, "suffer,room 3.4")
    assert points(game, "rooms") == 1
    game.phase, game.die_taken, game.turn = Phase.TURNS, 0, 0
    do(game, "die 3,room 3.4")
    assert points(game, "rooms") == 2


@pytest.mark.rule("emperor_tiles")
@pytest.mark.ruling("E13")
def test_tiles_that_cost_staff_take_cards_of_the_hand_and_leave_those_played() -> None:
    game = facing("A3", 0, hand="chef groom", played="butler liftboy")
    do(game, "suffer")
    assert choices(game) == {"staff chef", "staff groom"}
    assert refusal(game, "staff butler") == Refusal.STAFF_NOT_HELD
    played = facing("B3", 0, hand="chef", played="butler liftboy")
    assert points(played, "emperor-tiles") == -7


@pytest.mark.rule("emperor_tiles")
@pytest.mark.ruling("H3")
def test_a_split_hotel_can_grow_from_every_part() -> None:
    game = given(occupied="1.1 1.2 1.3 2.3", vacant="")
    game.players[0].rooms[2] = Room.UNPREPARED
    do(game, "die 3")
    assert {"room 2.1", "room 3.3", "room 1.3"} <= choices(game)
