"""E. Gizia: another turn, or in the revised edition another action."""

from typing import Any

import pytest

from bellhop.engine.questions import top
from bellhop.games.grand_austria_hotel.rules.state import Position
from bellhop.games.grand_austria_hotel.rules.vocabulary import Refusal, Step
from grand_austria_hotel.proofs import (
    do,
    given,
    kitchen,
    points,
    refusal,
)


def gizia(**more: Any) -> Position:
    """E. Gizia has been checked in, and the turn is over."""
    game = given(cafe="e-gizia=", vacant="1.2", **more)
    do(game, "check-in 1 > 1.2")
    return game


@pytest.mark.rule("guest_list")
@pytest.mark.rule("end_of_turn")
@pytest.mark.ruling("Z1")
def test_e_gizia_gives_another_whole_turn_that_takes_no_die() -> None:
    game = gizia(played="laundress")
    do(game, "guest 5,die 4,amount 0,end")
    assert (game.turn, game.is_extra, points(game, "staff")) == (0, 1, 4)
    assert refusal(game, "pass") == Refusal.NO_PASS_NOW
    do(game, "guest 5,die 4 boost,amount 0")
    assert (game.spaces[3], game.players[0].covered) == (1, 1)
    assert game.players[0].emperor == 2 + 1 + 1
    assert points(game, "staff") == 4, "no die was taken (ruling Z2)"
    do(game, "end")
    assert game.turn == 1
    early = gizia()
    do(early, "die 4,amount 0,end,end")
    assert early.turn == 1
    sixes = gizia(dice=(1, 0, 0, 0, 0, 2), krone=0)
    do(sixes, "die 1,end,guest 5")
    assert refusal(sixes, "die 6") == Refusal.NOT_ENOUGH_KRONE, "no dead end: just end the turn"
    do(sixes, "end")
    assert sixes.turn == 1


@pytest.mark.rule("guest_list")
@pytest.mark.ruling("Z2")
def test_kitchen_hand_works_in_the_extra_turn_and_dice_staff_does_not() -> None:
    game = gizia(played="kitchen-hand restaurant-manager", dice=(2, 0, 0, 0, 0, 2), krone=0)
    do(game, "die 1,amount 0,end,die 6,as 4,amount 0")
    assert game.players[0].emperor == 3
    manager = gizia(played="restaurant-manager bootblack", dice=(2, 0, 0, 0, 0, 0))
    do(manager, "die 1,amount 0,end,die 1")
    assert kitchen(manager) == "strudel strudel strudel strudel"
    bootblack = gizia(played="bootblack", dice=(0, 0, 0, 3, 0, 0))
    do(bootblack, "die 4,end,die 4")
    assert top(bootblack).what == Step.SPLIT
    do(bootblack, "amount 2")
    assert (bootblack.players[0].krone, bootblack.players[0].emperor) == (10 + 3 + 2, 3)


@pytest.mark.rule("guest_list")
@pytest.mark.ruling("Z3")
def test_e_gizia_revised_is_one_further_action_at_once() -> None:
    game = gizia(edition="revised", played="bootblack kitchen-hand", krone=1)
    assert top(game).what == Step.ANOTHER_ACTION
    assert refusal(game, "die 4 boost") == Refusal.MUST_ANSWER
    do(game, "die 6,as 4")
    assert game.players[0].krone == 0
    do(game, "amount 0")
    assert (game.players[0].emperor, sum(game.spaces), game.players[0].covered) == (2, 12, 0)
    assert game.die_taken == 0
    plain = gizia(edition="revised", played="bootblack restaurant-manager laundress")
    do(plain, "die 4,amount 0")
    assert (plain.players[0].krone, plain.players[0].emperor, points(plain, "staff")) == (10, 2, 0)
    poor = gizia(edition="revised", krone=0)
    assert refusal(poor, "die 6") == Refusal.NOT_ENOUGH_KRONE
    do(poor, "done")
    assert poor.asked == 0
