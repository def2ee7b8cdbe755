"""Every step of the scoring, with the clamp at zero."""

from typing import Any

import pytest

from bellhop.games.perfect_hotel import GAME
from bellhop.games.perfect_hotel.rules.state import Position
from bellhop.games.perfect_hotel.rules.vocabulary import BUDGET
from perfect_hotel.proofs import do, given, scored

FOUR_FLOORS = "5:xx 6:xx 7:xx 8:xx"


def finish(game: Position) -> list[tuple[int, str, int]]:
    """Let the first seat draw the last cards and place one; return what was scored."""
    return scored(do(game, "research, place 5"))


def end(*hands: str, **given_: Any) -> Position:
    """The last turn of a round: the first seat holds a five to place."""
    hand, *others = hands or ("",)
    return given(f"5 {hand}", *others, deck="9 9", **given_)


def of(entries: list[tuple[int, str, int]], item: str) -> dict[int, int]:
    return {seat: points for seat, name, points in entries if name == item}


@pytest.mark.rule("floors")
def test_the_largest_floor_earns_its_value() -> None:
    entries = finish(end("", "", hotels=("10:xxx", "10:xx")))
    assert of(entries, "10") == {0: 10}


@pytest.mark.rule("floors")
@pytest.mark.ruling("Q12")
def test_all_who_are_tied_earn_a_point_per_card() -> None:
    entries = finish(end("", "", "", hotels=("10:xxx", "10:xxx", "10:xxx")))
    assert of(entries, "10") == {0: 3, 1: 3, 2: 3}
    assert of(finish(end("", "", hotels=("7:xx", "7:xx"))), "7") == {0: 2, 1: 2}
    third = finish(end("", "", "", hotels=("10:xxx", "10:xxx", "10:xx")))
    assert of(third, "10") == {0: 3, 1: 3}


@pytest.mark.rule("floors")
def test_the_rows_of_an_extended_floor_count_together() -> None:
    """Rulebook example of building: the 5 floor of two rows is 4 cards for scoring."""
    assert of(finish(end("", "", hotels=("5:xx/xx", "5:xxx"))), "5") == {0: 5}


@pytest.mark.rule("floors")
@pytest.mark.ruling("Q16")
def test_tourists_count_for_the_size_of_a_floor_and_of_the_penthouse() -> None:
    entries = finish(end("", "", hotels=("8:xxt", "8:xx")))
    assert of(entries, "8") == {0: 8}
    assert of(entries, "penthouse") == {0: 3}


@pytest.mark.rule("tourists")
def test_t3_the_largest_bedroom_floor_and_two_tourists() -> None:
    """Rulebook example: 10 points for the bedrooms, minus 6 for two tourists."""
    entries = finish(end("tourist", "", hotels=("10:xxt", "")))
    assert of(entries, "10") == {0: 10}
    assert of(entries, "tourists") == {0: -6}


@pytest.mark.rule("tourists")
@pytest.mark.ruling("Q19")
@pytest.mark.ruling("Q21")
def test_tourists_cost_in_hotel_and_hand_but_not_in_the_supply() -> None:
    game = end("", "tourist", points=(20, 20), supply="tourist:6 tourist:7")
    assert of(finish(game), "tourists") == {1: -3}
    for option in ("to-hand", "joins"):
        game = end("tourist tourist", "", hotels=("8:xt 9:xx",), points=(20, 0), tourist=option)
        assert of(finish(game), "tourists") == {0: -9}


@pytest.mark.rule("stars")
def test_stars_earn_in_the_hotel_and_not_in_hand() -> None:
    entries = finish(end("6* 6*", "7*", hotels=("8:x* 9:**", "")))
    assert of(entries, "stars") == {0: 3}
    assert of(finish(end("", "", hotels=("8:x*",), stars="low")), "stars") == {0: 1}


@pytest.mark.rule("best_view")
def test_the_tallest_hotel_earns_five_and_tied_ones_one_each() -> None:
    assert of(finish(end("", "", hotels=("5:xx 6:xx", "7:xx"))), "best_view") == {0: 5}
    tied = finish(end("", "", "", hotels=("5:xx 6:xx", "7:xx", "8:xx 9:xx")))
    assert of(tied, "best_view") == {0: 1, 2: 1}


@pytest.mark.ruling("Q13")
def test_the_best_view_counts_floors_or_by_option_rows() -> None:
    hotels = ("5:xx/xx/xx", "6:xx 7:xx")
    assert of(finish(end("", "", hotels=hotels)), "best_view") == {1: 5}
    assert of(finish(end("", "", hotels=hotels, best_view="rows")), "best_view") == {0: 5}
    spread = ("5:xx/xx 6:xx", "7:xx/xx/xx")
    assert of(finish(end("", "", hotels=spread, best_view="rows")), "best_view") == {0: 1, 1: 1}


@pytest.mark.ruling("Q14")
def test_nobody_has_a_view_from_an_empty_site() -> None:
    entries = finish(end("", "", points=(9, 9)))
    assert entries == [(0, "budget_hotel", -3), (1, "budget_hotel", -3)]


@pytest.mark.rule("penthouse")
@pytest.mark.ruling("Q15")
def test_the_largest_top_floor_earns_three_with_all_its_rows() -> None:
    entries = finish(end("", "", hotels=("9:xxxxx 5:xx/xx", "6:xxx")))
    assert of(entries, "penthouse") == {0: 3}
    below = finish(end("", "", hotels=("9:xxxxx 5:xx", "6:xxx")))
    assert of(below, "penthouse") == {1: 3}


@pytest.mark.rule("penthouse")
def test_a_tie_for_the_penthouse_earns_nothing() -> None:
    assert of(finish(end("", "", hotels=("5:xx", "6:xx"))), "penthouse") == {}


@pytest.mark.rule("budget_hotel")
@pytest.mark.ruling("Q17")
def test_fewer_than_four_different_floors_cost_three_points() -> None:
    hotels = (FOUR_FLOORS, "9:xx 10:xx/xx/xx", "5:xx 6:xx 7:xx")
    for counted in ("floors", "rows"):
        game = end("", "", "", hotels=hotels, points=(9, 9, 9), best_view=counted)
        assert of(finish(game), "budget_hotel") == {1: -3, 2: -3}


@pytest.mark.rule("paying")
@pytest.mark.ruling("Q18")
def test_t4_a_loss_stops_at_zero() -> None:
    game = end("", "tourist", points=(0, 2))
    assert of(finish(game), "tourists") == {1: -2}
    assert game.players[1].points == 0


@pytest.mark.rule("scoring")
@pytest.mark.rule("paying")
@pytest.mark.ruling("Q18")
def test_the_order_decides_what_is_lost() -> None:
    """Tourists cost points before stars and tiles earn any, so part of the cost may be waived."""
    game = end("tourist tourist", "", hotels=("5:x* 6:xx 7:xx", "5:xxx 6:xxx 7:xxx 8:xxx"))
    entries = [entry for entry in finish(game) if entry[0] == 0]
    assert entries == [(0, "tourists", 0), (0, "stars", 1), (0, "budget_hotel", -1)]
    assert game.players[0].points == 0


@pytest.mark.rule("scoring")
def test_the_steps_come_in_the_printed_order() -> None:
    game = end("tourist", "tourist", hotels=("5:x* 10:xxt/xx", "6:xx 8:**"), points=(50, 50))
    items = [item for _, item, _ in finish(game)]
    order = GAME.scoring.SHEET
    assert items == sorted(items, key=order.index)
    assert len(order) == BUDGET + 1
    assert set(items) == {
        "5", "6", "8", "10", "tourists", "stars", "best_view", "penthouse", "budget_hotel",
    }  # fmt: skip


@pytest.mark.rule("winning")
def test_most_points_win_and_ties_are_shared() -> None:
    game = given("", "", "", points=(7, 12, 12))
    assert GAME.points(game) == [7, 12, 12]
    assert GAME.winners(game) == [1, 2]


@pytest.mark.ruling("Q26")
def test_the_bank_of_points_never_runs_out() -> None:
    """156 points are in the box; a player may have more."""
    game = end("", "", hotels=("10:xxx", ""), points=(190, 190))
    finish(game)
    assert game.players[0].points > 190
