"""Every staff card: price, timing, and its effect in a position."""

import pytest

from bellhop.engine.questions import top
from bellhop.games.grand_austria_hotel.rules.cards import FREE, STAFF_CARDS
from bellhop.games.grand_austria_hotel.rules.scoring import score_game
from bellhop.games.grand_austria_hotel.rules.state import Position
from bellhop.games.grand_austria_hotel.rules.vocabulary import Place, Refusal, Room, Step
from grand_austria_hotel.proofs import (
    choices,
    do,
    face_emperor,
    given,
    hand,
    kitchen,
    points,
    refusal,
    rooms,
    staff,
)

# Number, name, price, timing, letter of the introductory set.
CARDS = """
1 breakfast-server 4 round B
2 waitress 6 round D
3 barkeeper 4 round A
4 sous-chef 6 round C
5 groom 4 permanent -
6 stableman 1 permanent A
7 masseuse 1 permanent D
8 tour-guide 2 permanent -
9 butler 5 permanent A
10 chauffeur 5 permanent D
11 florist 5 permanent C
12 executive-housekeeper 2 permanent -
13 restaurant-manager 2 permanent B
14 decorator 2 permanent -
15 bootblack 4 permanent -
16 laundress 2 permanent -
17 kitchen-hand 3 permanent -
18 checker 2 permanent -
19 interior-architect 3 permanent -
20 detective 2 permanent -
21 chef 3 once -
22 staff-manager 3 permanent -
23 custodian 5 permanent -
24 chief-waiter 1 permanent C
25 delivery-boy 6 permanent B
26 conference-manager 5 permanent -
27 booking-manager 4 end C
28 concierge 4 end D
29 secretary 5 end -
30 reception-clerk 4 end B
31 chambermaid 4 end -
32 assistant-manager 4 end B
33 male-floor-housekeeper 5 permanent -
34 receptionist 5 end -
35 page-boy 2 once -
36 sommelier 2 once D
37 room-service 3 end -
38 porter 5 once A
39 confectioner 3 once A
40 marketing-director 2 end C
41 operator 3 end D
42 gardener 3 permanent -
43 barista 3 once C
44 larder-cook 2 once B
45 pool-attendant 1 once -
46 female-floor-housekeeper 2 end -
47 liftboy 4 end -
48 hotel-manager 4 end A
"""
LINES = [line.split() for line in CARDS.strip().splitlines()]


@pytest.mark.rule("staff")
@pytest.mark.rule("take_die")
@pytest.mark.parametrize("line", LINES, ids=lambda line: line[1])
def test_a_card_is_hired_for_its_price_less_the_strength(line: list[str]) -> None:
    number, name, price, timing, letter = line
    card = STAFF_CARDS[staff(name)]
    assert (card.number, card.cost, card.timing) == (int(number), int(price), timing)
    assert card.set == letter.removeprefix("-")
    game = given(hand=name, vacant="1.1 1.2", cafe="poet")
    do(game, f"die 5,staff {name}")
    assert game.players[0].krone == 10 - max(0, int(price) - 2)
    assert game.staff[staff(name)] == Place.PLAYED
    assert game.players[0].held == 0


def test_every_card_is_listed_once() -> None:
    assert [int(line[0]) for line in LINES] == list(range(1, 49))


@pytest.mark.rule("staff")
@pytest.mark.rule("additional_actions")
@pytest.mark.ruling("S1")
@pytest.mark.parametrize(
    ("name", "food"),
    [
        ("breakfast-server", "strudel"),
        ("waitress", "cake"),
        ("barkeeper", "wine"),
        ("sous-chef", "coffee"),
    ],
)
def test_once_per_round_a_card_brings_food(name: str, food: str) -> None:
    game = given(hand=name)
    do(game, f"die 5,staff {name}")
    do(game, f"staff {name}")
    assert kitchen(game) == food
    assert game.staff[staff(name)] == Place.USED
    assert refusal(game, f"staff {name}") == Refusal.STAFF_IS_USED
    do(game, "end,pass,pass,pass,pass")
    while game.round == 0:
        do(game, "pass")
    assert game.staff[staff(name)] == Place.PLAYED


@pytest.mark.rule("staff_list")
@pytest.mark.parametrize(
    ("name", "food"),
    [
        ("larder-cook", "strudel strudel strudel strudel"),
        ("confectioner", "cake cake cake cake"),
        ("sommelier", "wine wine wine wine"),
        ("barista", "coffee coffee coffee coffee"),
        ("chef", "strudel cake wine coffee"),
    ],
)
def test_when_hired_a_card_brings_food(name: str, food: str) -> None:
    game = given(hand=name)
    do(game, f"die 5,staff {name}")
    assert kitchen(game) == food
    assert game.asked == 0


@pytest.mark.rule("take_die")
def test_food_of_a_hired_card_may_go_straight_to_guests() -> None:
    game = given(hand="sommelier", cafe="actress")
    do(game, "die 5,staff sommelier,wine > 1,wine > 1,wine > 1")
    assert kitchen(game) == "wine"
    assert list(game.players[0].cafe[0].wants) == [0, 0, 0, 1]


@pytest.mark.rule("staff_list")
def test_pool_attendant_advances_three_fields() -> None:
    game = given(hand="pool-attendant")
    do(game, "die 5,staff pool-attendant")
    assert game.players[0].emperor == 3


@pytest.mark.rule("staff_list")
def test_page_boy_turns_up_to_two_rooms_of_any_colour() -> None:
    game = given(hand="page-boy", vacant="1.2 1.3 2.1")
    do(game, "die 5,staff page-boy,room 1.2,room 1.3")
    assert rooms(game, Room.OCCUPIED) == "1.2 1.3"
    assert game.asked == 0
    assert points(game, "guests") == 0
    other = given(hand="page-boy", vacant="1.2 1.3")
    do(other, "die 5,staff page-boy,room 1.3,done")
    assert rooms(other, Room.OCCUPIED) == "1.3"


@pytest.mark.rule("staff_list")
@pytest.mark.ruling("S4")
def test_porter_fills_one_order_and_the_guest_stays() -> None:
    game = given(hand="porter", cafe="poet actress= major", vacant="1.2")
    do(game, "die 5,staff porter")
    assert choices(game) == {"fill 1", "fill 3"}
    assert refusal(game, "fill 2") == Refusal.ORDER_IS_READY
    assert refusal(game, "done") == Refusal.MUST_CHOOSE
    do(game, "fill 1")
    assert sum(game.players[0].cafe[0].wants) == 0
    assert game.players[0].cafe[0].guest >= 0
    do(game, "check-in 1 > 1.2")
    idle = given(hand="porter", cafe="actress=")
    do(idle, "die 5,staff porter")
    assert idle.asked == 0


@pytest.mark.rule("staff_list")
@pytest.mark.parametrize(
    ("name", "guests", "gain"),
    [
        ("groom", "major poet countess m-polo", (2, 0, 0)),
        ("stableman", "countess poet major m-polo", (0, 1, 0)),
        ("masseuse", "photographer major countess durgoing", (1, 0, 0)),
        ("tour-guide", "durgoing photographer major countess", (0, 0, 2)),
        ("male-floor-housekeeper", "senior-legal-secretary major countess m-polo", (0, 0, 4)),
    ],
)
def test_staff_reacts_to_its_own_guests_moving_in(
    name: str, guests: str, gain: tuple[int, int, int]
) -> None:
    for number, guest in enumerate(guests.split()):
        without, having = (
            given(cafe=f"{guest}=", vacant="1.2 1.3 3.1", played=played) for played in ("", name)
        )
        room = next(m for m in sorted(choices(without)) if m.startswith("check-in"))
        do(without, room)
        do(having, room)
        found = (
            having.players[0].krone - without.players[0].krone,
            having.players[0].emperor - without.players[0].emperor,
            points(having, "staff"),
        )
        assert found == (gain if number == 0 else (0, 0, 0)), guest


@pytest.mark.rule("staff_list")
@pytest.mark.rule("take_die")
@pytest.mark.parametrize(
    ("name", "free", "paid"),
    [("butler", "3.1", "2.3"), ("chauffeur", "2.3", "3.1"), ("florist", "2.2", "3.1")],
)
def test_rooms_of_one_colour_are_free(name: str, free: str, paid: str) -> None:
    game = given(vacant="1.1 1.2 1.3 2.1", played=name)
    do(game, f"die 3,room {free}")
    assert game.players[0].krone == 10
    do(game, f"room {paid}")
    assert game.players[0].krone == (8 if paid == "3.1" else 9)


@pytest.mark.rule("staff_list")
@pytest.mark.parametrize(
    ("name", "scores"),
    [
        ("executive-housekeeper", {3: 2, 4: 2}),
        ("laundress", {4: 4}),
        ("interior-architect", {3: 5}),
    ],
)
def test_dice_that_score(name: str, scores: dict[int, int]) -> None:
    for space in range(1, 7):
        game = given(played=name)
        do(game, f"die {space}")
        assert points(game, "staff") == scores.get(space, 0)


@pytest.mark.rule("staff_list")
def test_detective_advances_two_fields_with_a_five() -> None:
    game = given(played="detective", hand="chef")
    do(game, "die 5")
    assert game.players[0].emperor == 2
    do(game, "staff chef")
    other = given(played="detective")
    do(other, "die 4,amount 2")
    assert other.players[0].emperor == 0


@pytest.mark.rule("staff_list")
def test_restaurant_manager_takes_one_more_within_the_same_limits() -> None:
    game = given(played="restaurant-manager", dice=(3, 2, 1, 1, 1, 1))
    do(game, "die 1")
    assert choices(game) == {"amount 0", "amount 1", "amount 2"}
    do(game, "amount 2")
    assert kitchen(game) == "strudel strudel cake cake"
    drinks = given(played="restaurant-manager", dice=(3, 2, 1, 1, 1, 1))
    do(drinks, "die 2,amount 1")
    assert kitchen(drinks) == "wine wine coffee"
    assert refusal(given(played="restaurant-manager"), "amount 1") == Refusal.NOT_ASKED


@pytest.mark.rule("staff_list")
def test_decorator_also_prepares_a_room_at_full_price() -> None:
    for die in (1, 2):
        game = given(played="decorator", vacant="1.1 2.1")
        do(game, f"die {die},amount 0")
        assert top(game).what == Step.PREPARE
        do(game, "room 3.1")
        assert game.players[0].krone == 8
        assert game.asked == 0


@pytest.mark.rule("staff_list")
@pytest.mark.ruling("S5")
def test_bootblack_gains_on_both_tracks() -> None:
    game = given(played="bootblack", dice=(1, 1, 1, 3, 1, 1))
    do(game, "die 4")
    assert (game.players[0].krone, game.players[0].emperor) == (13, 3)
    boosted = given(played="bootblack", dice=(1, 1, 1, 3, 1, 1))
    do(boosted, "die 4 boost")
    assert (boosted.players[0].krone, boosted.players[0].emperor) == (13, 4)


@pytest.mark.rule("staff_list")
@pytest.mark.ruling("V5")
def test_kitchen_hand_uses_the_sixth_space_free_and_stronger() -> None:
    game = given(played="kitchen-hand", krone=0, dice=(0, 0, 0, 0, 0, 2))
    do(game, "die 6,as 4,amount 3")
    assert game.players[0].krone == 3
    boosted = given(played="kitchen-hand", krone=1, dice=(0, 0, 0, 0, 0, 2))
    do(boosted, "die 6 boost,as 4,amount 4")
    assert boosted.players[0].krone == 4
    revised = given(hand="kitchen-hand", edition="revised")
    do(revised, "die 5,staff kitchen-hand")
    assert revised.players[0].krone == 10 - (5 - 2)


@pytest.mark.rule("staff_list")
def test_checker_makes_cards_two_krone_cheaper_with_a_five() -> None:
    game = given(played="checker", hand="waitress delivery-boy", dice=(1, 1, 1, 1, 1, 3))
    do(game, "die 5,staff waitress")
    assert game.players[0].krone == 10 - 3
    cheap = given(played="checker", hand="chef")
    do(cheap, "die 5,staff chef")
    assert cheap.players[0].krone == 10


@pytest.mark.rule("staff_list")
@pytest.mark.ruling("A3")
def test_staff_manager_allows_hiring_before_or_after_the_rooms() -> None:
    first = given(played="staff-manager", hand="florist", vacant="1.1")
    do(first, "die 3")
    assert choices(first) == {"part 1", "part 2"}
    do(first, "part 2,staff florist,room 1.2,room 2.1")
    assert first.players[0].krone == 5
    later = given(played="staff-manager", hand="page-boy", vacant="1.1")
    do(later, "die 3,part 1,room 1.2,done")
    assert top(later).what == Step.PLAY_STAFF
    do(later, "staff page-boy,room 1.2,done")
    assert later.players[0].krone == 8
    empty = given(played="staff-manager")
    do(empty, "die 3,room 1.2,done")
    assert empty.asked == 0


@pytest.mark.rule("staff_list")
@pytest.mark.rule("group_bonus")
def test_custodian_pays_for_every_room_that_becomes_occupied() -> None:
    game = given(played="custodian", hand="page-boy", vacant="1.2 1.3 2.1", cafe="composer=")
    do(game, "check-in 1 > 1.2")
    assert game.players[0].krone == 11
    do(game, "die 5,staff page-boy,room 1.3,room 2.1")
    assert game.players[0].krone == 13


@pytest.mark.rule("staff_list")
@pytest.mark.rule("additional_actions")
def test_chief_waiter_carries_food_for_free() -> None:
    game = given(played="chief-waiter", cafe="actress poet", kitchen="wine wine wine wine strudel")
    do(game, "wine > 1,wine > 1,wine > 1,wine > 2,strudel > 2")
    assert game.players[0].krone == 10
    assert game.service_left == 0


@pytest.mark.rule("staff_list")
@pytest.mark.rule("take_guest")
def test_delivery_boy_brings_guests_for_free() -> None:
    game = given(played="delivery-boy", krone=0)
    do(game, "guest 1")
    assert game.players[0].krone == 0


@pytest.mark.rule("staff_list")
@pytest.mark.rule("emperor_tiles")
def test_conference_manager_pays_a_krone_against_a_penalty() -> None:
    game = given(played="conference-manager", tiles="A1 B1 C1", krone=4)
    face_emperor(game)
    assert choices(game) == {"suffer", "lose", "excuse"}
    do(game, "excuse")
    assert game.players[0].krone == 3
    assert points(game, "emperor-tiles") == 0
    single = given(played="conference-manager", tiles="A1 B1 C1", kitchen="wine")
    face_emperor(single, 1)
    assert choices(single) == {"suffer", "excuse"}
    poor = given(played="conference-manager", tiles="A1 B1 C1", krone=0)
    face_emperor(poor)
    assert points(poor, "emperor-tiles") == -5


@pytest.mark.rule("staff_list")
@pytest.mark.ruling("E4")
def test_gardener_scores_five_for_every_reward_even_one_of_no_use() -> None:
    game = given(played="gardener", emperor=3, tiles="A1 B1 C1")
    face_emperor(game)
    assert (points(game, "staff"), game.players[0].krone) == (5, 13)
    useless = given(played="gardener", emperor=3, tiles="A1 B1 C4")
    face_emperor(useless, 2)
    assert points(useless, "staff") == 5
    low = given(played="gardener", emperor=2, tiles="A1 B1 C1")
    face_emperor(low)
    assert points(low, "staff") == 0


HOTEL = "1.1 1.2 1.3 1.4 1.5 2.1 2.2 3.1 4.1"  # occupied; B 4, R 2, Y 3; one floor, one column
END = {
    "booking-manager": 6,
    "concierge": 12,
    "reception-clerk": 9,
    "chambermaid": 9,
    "assistant-manager": 4,
    "receptionist": 11,
    "room-service": 8,
    "marketing-director": 10,
    "operator": 8,
    "female-floor-housekeeper": 5,
    "liftboy": 5,
    "hotel-manager": 8,
    "secretary": 0,
}


def hotel_with(name: str, others: str = "") -> Position:
    """The hotel above, with two vacant rooms, two discs and field 4."""
    game = given(
        occupied=HOTEL, vacant="2.3 2.4", played=f"{name} chef", emperor=4, krone=0, others=others
    )
    game.players[0].discs[0] = 1
    game.players[0].discs[2] = 2
    return game


@pytest.mark.rule("staff_list")
@pytest.mark.rule("final_scoring")
@pytest.mark.parametrize("name", END)
def test_a_card_scores_at_the_end(name: str) -> None:
    game = hotel_with(name)
    score_game(game)
    assert points(game, "staff-at-end") == END[name]


@pytest.mark.rule("staff_list")
@pytest.mark.ruling("S6")
def test_secretary_copies_the_best_end_card_of_others_for_her_own_hotel() -> None:
    game = hotel_with("secretary", others="liftboy concierge gardener")
    score_game(game)
    assert points(game, "staff-at-end") == 12
    assert points(game, "staff-at-end", 1) == 0
    own = hotel_with("secretary concierge")
    score_game(own)
    assert points(own, "staff-at-end") == 12, "her own concierge is not copied"
    both = given(players=3, played="secretary", others="chambermaid", occupied=HOTEL)
    score_game(both)
    assert points(both, "staff-at-end") == 9


@pytest.mark.rule("final_scoring")
def test_hotel_manager_counts_each_room_in_one_set() -> None:
    """Page 13: 3 red, 4 blue and 6 yellow occupied rooms are three sets, 12 points."""
    red, blue = "1.3 1.4 2.3", "1.1 1.5 3.1 3.3"
    yellow = "1.2 2.1 2.2 2.5 3.4 3.5"
    game = given(played="hotel-manager", occupied=f"{red} {blue} {yellow}", vacant="")
    score_game(game)
    assert points(game, "staff-at-end") == 12


@pytest.mark.rule("staff_list")
@pytest.mark.ruling("S3")
def test_dice_staff_does_not_react_to_a_six_used_as_its_action() -> None:
    played = "bootblack laundress executive-housekeeper"
    game = given(played=played, dice=(0, 0, 0, 2, 0, 2))
    do(game, "die 6,as 4,amount 0")
    assert (game.players[0].emperor, points(game, "staff")) == (2, 0)
    rooms_too = given(played="interior-architect staff-manager", hand="chef")
    do(rooms_too, "die 6,as 3,done")
    assert rooms_too.asked == 0
    food = given(played="restaurant-manager decorator")
    do(food, "die 6,as 1,amount 0")
    assert (kitchen(food), food.asked) == ("strudel strudel", 0)


@pytest.mark.rule("staff")
@pytest.mark.ruling("S7")
def test_there_is_no_limit_to_cards() -> None:
    names = " ".join(line[1] for line in LINES[:30])
    game = given(hand=names, cafe="tezcatlipoca=", vacant="1.2")
    do(game, "check-in 1 > 1.2")
    assert len(hand(game).split()) == 33


@pytest.mark.rule("staff")
def test_a_price_never_falls_below_zero() -> None:
    game = given(hand="stableman", dice=(0, 0, 0, 0, 4, 0))
    do(game, "die 5,staff stableman")
    assert game.players[0].krone == 10
    assert max(card.cost for card in STAFF_CARDS) < FREE
