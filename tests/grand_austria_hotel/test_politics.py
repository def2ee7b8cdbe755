"""Politics cards: every condition met and not met, places, and when a disc may be placed."""

from typing import Any

import pytest

from bellhop.games.grand_austria_hotel.rules.cards import POLITICS_CARDS
from bellhop.games.grand_austria_hotel.rules.state import Position
from bellhop.games.grand_austria_hotel.rules.vocabulary import Refusal, Room
from grand_austria_hotel.proofs import do, face_emperor, given, points, refusal

ONE_FLOOR = "1.1 1.2 1.3 1.4 1.5"
SECOND_FLOOR = "2.1 2.2 2.3 2.4 2.5"
COLUMN_1, COLUMN_2 = "1.1 2.1 3.1 4.1", "1.2 2.2 3.2 4.2"
BLUE, RED, YELLOW = "1.1 1.5 3.1 3.3 4.1 4.3 4.5", "1.3 1.4 2.3 2.4 3.2 4.2 4.4", "1.2 2.1 2.2 2.5"
GROUPS = "1.1 1.5 4.4 4.5 3.1 4.1"  # five of them
STAFF = "chef groom butler porter checker gardener"

# Card, letter, what is just enough, and what is just not enough.
CONDITIONS: list[tuple[int, str, str, dict[str, object], dict[str, object]]] = [
    (105, "full-purse", "a", {"krone": 20}, {"krone": 19}),
    (106, "twelve-rooms", "a", {"vacant": f"{ONE_FLOOR} {SECOND_FLOOR}", "occupied": "3.1 3.2"},
     {"vacant": f"{ONE_FLOOR} {SECOND_FLOOR}", "occupied": "3.1"}),
    (107, "six-staff", "a", {"played": STAFF}, {"played": STAFF[: STAFF.rindex(" ")]}),
    (108, "high-favour", "a", {"emperor": 10}, {"emperor": 9}),
    (109, "two-floors", "b", {"occupied": f"{ONE_FLOOR} {SECOND_FLOOR}", "vacant": ""},
     {"occupied": f"{ONE_FLOOR} 2.1 2.2 2.3 2.4", "vacant": "2.5"}),
    (110, "six-groups", "b", {"occupied": f"{GROUPS} 3.2 4.2"}, {"occupied": f"{GROUPS} 3.2"}),
    (111, "one-colour", "b", {"occupied": BLUE, "vacant": ""},
     {"occupied": BLUE[: BLUE.rindex(" ")], "vacant": "4.5"}),
    (112, "two-columns", "b", {"occupied": f"{COLUMN_1} {COLUMN_2}", "vacant": ""},
     {"occupied": f"{COLUMN_1} 1.2 2.2 3.2", "vacant": "4.2"}),
    (113, "three-of-each", "c", {"occupied": "1.1 1.5 3.1 1.3 1.4 2.3 1.2 2.1 2.2", "vacant": ""},
     {"occupied": "1.1 1.5 3.1 1.3 1.4 2.3 1.2 2.1", "vacant": "2.2"}),
    (114, "red-and-yellow", "c", {"occupied": "1.3 1.4 2.3 2.4 1.2 2.1 2.2"},
     {"occupied": "1.3 1.4 2.3 1.2 2.1 2.2"}),
    (115, "yellow-and-blue", "c", {"occupied": f"{YELLOW} 1.1 1.5 3.1", "vacant": ""},
     {"occupied": f"{YELLOW} 1.1 1.5", "vacant": "3.1"}),
    (116, "blue-and-red", "c", {"occupied": "1.1 1.5 3.1 3.3 1.3 1.4 2.3", "vacant": ""},
     {"occupied": "1.1 1.5 3.1 1.3 1.4 2.3", "vacant": "3.3"}),
]  # fmt: skip
FIRST = {"a": "full-purse", "b": "two-floors", "c": "three-of-each"}


def position(name: str, letter: str, more: dict[str, Any], **others: Any) -> Position:
    """A position with a politics card in the place of its letter."""
    cards = " ".join(name if key == letter else first for key, first in FIRST.items())
    return given(politics=cards, **{**more, **others})


@pytest.mark.rule("politics")
@pytest.mark.parametrize("entry", CONDITIONS, ids=lambda entry: entry[1])
def test_a_condition_met_and_not_met(
    entry: tuple[int, str, str, dict[str, object], dict[str, object]],
) -> None:
    number, name, letter, enough, too_little = entry
    card = next(card for card in POLITICS_CARDS if card.id == name)
    assert (card.number, card.letter.lower()) == (number, letter)
    game = position(name, letter, enough)
    do(game, f"politics {letter}")
    assert points(game, "politics") == 15
    assert game.players[0].discs["abc".index(letter)] == 1
    failed = position(name, letter, too_little)
    assert refusal(failed, f"politics {letter}") == Refusal.CONDITION_NOT_MET


def test_all_twelve_cards_are_tried() -> None:
    assert sorted(entry[0] for entry in CONDITIONS) == list(range(105, 117))


@pytest.mark.rule("politics")
def test_vacant_rooms_do_not_count_as_occupied() -> None:
    game = given(politics="full-purse two-floors three-of-each", vacant=f"{BLUE} {RED} {YELLOW}")
    assert refusal(game, "politics c") == Refusal.CONDITION_NOT_MET


@pytest.mark.rule("politics")
@pytest.mark.rule("staff")
def test_staff_counts_as_played_also_when_it_was_used_in_this_round() -> None:
    used = "barkeeper chef groom butler porter checker"
    game = given(politics="six-staff two-floors three-of-each", played=used)
    do(game, "staff barkeeper,politics a")
    assert points(game, "politics") == 15
    scored = given(tiles="A1 B1 C3", emperor=3, played="barkeeper chef")
    do(scored, "staff barkeeper")
    face_emperor(scored, 2)
    assert points(scored, "emperor-tiles") == 4


@pytest.mark.rule("politics")
@pytest.mark.ruling("L1")
def test_places_bring_15_10_and_5_points_and_the_fourth_player_nothing() -> None:
    game = given(players=4, krone=20)
    for place, seat in enumerate((0, 1, 2, 3)):
        game.turn, game.begun, game.die_taken = seat, 0, 0
        game.players[seat].krone = 20
        if place == 3:
            assert refusal(game, "politics a") == Refusal.NO_PLACE_LEFT
        else:
            do(game, "politics a")
            assert points(game, "politics", seat) == (15, 10, 5)[place]
            assert refusal(game, "politics a") == Refusal.DISC_PLACED
        game.players[seat].krone = 0  # the condition need not stay true
    assert [player.discs[0] for player in game.players] == [1, 2, 3, 0]


@pytest.mark.rule("politics")
@pytest.mark.ruling("L1")
def test_a_disc_is_placed_only_on_the_players_turn_and_not_during_emperor_scoring() -> None:
    game = given(krone=20, dice=(1, 0, 0, 0, 0, 0), round_=7, tiles="A1 B1 C4", hand="chef")
    for player in game.players:
        player.covered, player.emperor = 1, 13
    do(game, "die 1")
    do(game, "end")
    assert game.turn == 0
    assert refusal(game, "politics a") == Refusal.MUST_ANSWER


@pytest.mark.rule("politics")
def test_a_condition_may_be_met_in_the_middle_of_a_turn() -> None:
    game = given(occupied="1.1 1.5 3.1 1.3 1.4 2.3 1.2 2.1", vacant="2.2", cafe="composer=")
    assert refusal(game, "politics c") == Refusal.CONDITION_NOT_MET
    do(game, "check-in 1 > 2.2,politics c")
    assert points(game, "politics") == 15
    assert game.players[0].rooms[6] == Room.OCCUPIED
