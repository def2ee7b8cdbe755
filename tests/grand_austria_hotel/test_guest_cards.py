"""Every guest: colour, order, points, and the effect of the reward."""

import pytest

from bellhop.engine.questions import top
from bellhop.engine.words import LANGUAGES
from bellhop.games.grand_austria_hotel import GAME
from bellhop.games.grand_austria_hotel.rules.cards import GUEST_CARDS
from bellhop.games.grand_austria_hotel.rules.state import Position
from bellhop.games.grand_austria_hotel.rules.vocabulary import (
    GuestPlace,
    Place,
    Refusal,
    Room,
    Step,
)
from grand_austria_hotel.proofs import do, given, guest, hand, kitchen, points, refusal, rooms

# Number, name, colour, order (S strudel, C cake, W wine, K coffee), points, reward.
CARDS = """
49 sculptor yellow W 0 room free floors 2
50 musician yellow W 0 draw 1 + room full
51 composer yellow W 1 food strudel
52 tailor yellow WK 0 krone 2 + food strudel
53 flamenco-dancer yellow SW 0 emperor 2 + food coffee
54 portrait-painter yellow WW 0 krone 2 + choose 1
55 photographer yellow WWW 7 draw 2
56 vocalist yellow SWW 0 food cake | staff 3
57 architect yellow WWK 1 room 1 & room 1
58 actress yellow WWWK 7 occupy 1
59 poet yellow SSSW 5 food cake | staff 2
60 jewelry-designer yellow CCWW 5 krone 3 + food coffee
61 painter yellow SWWW 2 room 1 | room full
62 opera-singer yellow SCWW 4 emperor 3 + guest 1
63 dame blue K 0 guest 1
64 duchess blue K 0 staff 1
65 knight-of-the-empire blue K 3 nothing
66 landgrave blue CK 3 staff 1 | room full
67 sovereign blue KK 2 draw 2 + emperor 2
68 princess blue SSK 4 emperor 3
69 countess blue CCK 7 krone 3
70 elector blue SWK 1 emperor 3 + staff 1
71 baron blue SKK 4 room free
72 prince blue SCK 7 occupy 1
73 count blue WKK 4 staff 1 & staff 1
74 earl blue CKK 10 krone 1
75 baroness blue WWKK 5 drawn 3
76 duke blue SSKK 4 drawn free
77 apothecary red C 1 krone 1
78 post-councillor red C 0 guest 1
79 privy-councillor red C 0 krone 1 + emperor 1
80 professor-emeritus red CW 4 guest 1
81 general red CC 0 krone 3 + food wine
82 senior-councillor red CWK 7 occupy 1
83 councillor-of-commerce red SCW 0 krone 5
84 court-councillor red CCW 2 krone 3 + guest 1
85 major red SSC 3 krone 3
86 veterinary-councillor red CWW 3 staff 3
87 medicinal-councillor red CCKK 3 krone 3 + guest 2
88 procurator red CWWW 0 room free & room free
89 lord-high-commissioner red SSCW 5 krone 4
90 senior-legal-secretary red SCCC 7 krone 3 + food wine
91 tezcatlipoca green S 0 draw 3
92 capt-goldhaken green S 0 krone 1
93 mr-horsa green S 0 emperor 1
94 m-ingalls green SS 0 staff 1
95 mr-boydell green SC 2 emperor 2
96 mr-oundo green SK 0 staff 3
97 e-gizia green SSW 4 turn
98 m-polo green SSS 0 krone 4
99 cramersopholus green SCC 5 draw 1 + emperor 2
100 farmer-franz green SKKK 4 emperor 3 + occupy 1
101 brother-uwe green SSSK 3 emperor 3 + guest 1
102 conductor green SK 0 emperor 1 + occupy 1
103 durgoing green SW 4 draw 2
104 macleod green SSCC 2 staff free
"""
LINES = [line.split(" ", 5) for line in CARDS.strip().splitlines()]
FOOD = {"S": "strudel", "C": "cake", "W": "wine", "K": "coffee"}
ROOM_FOR = {"blue": "3.1", "red": "1.3", "yellow": "1.2", "green": "1.3"}
OTHERS = "photographer poet major m-polo countess princess"


def position(name: str) -> Position:
    """A guest who has been served, rooms of every colour, krone, and two cards in hand."""
    row = [other for other in OTHERS.split() if other != name][:5]
    return given(
        cafe=f"{name}=",
        vacant="1.1 1.2 1.3 3.1",
        hand="chauffeur florist",
        row=" ".join(row),
        krone=10,
    )


@pytest.mark.rule("guests")
def test_there_are_56_guests_14_of_each_colour() -> None:
    assert [int(line[0]) for line in LINES] == list(range(49, 105))
    for colour in ("blue", "red", "yellow", "green"):
        assert [line[2] for line in LINES].count(colour) == 14


@pytest.mark.rule("guests")
@pytest.mark.rule("guest_list")
@pytest.mark.parametrize("line", LINES, ids=lambda line: line[1])
def test_a_guest_orders_moves_in_scores_and_rewards(line: list[str]) -> None:
    number, name, colour, order, worth, reward = line
    card = GUEST_CARDS[guest(name)]
    assert (card.number, card.colour) == (int(number), colour)
    assert "".join(order) == "".join(
        letter for letter in "SCWK" for _ in range(card.order.count(FOOD[letter]))
    )
    game = position(name)
    for other, room in ROOM_FOR.items():
        if colour not in (other, "green") and room != ROOM_FOR[colour]:
            assert refusal(game, f"check-in 1 > {room}") == Refusal.WRONG_COLOUR
    do(game, f"check-in 1 > {ROOM_FOR[colour]}")
    assert points(game, "guests") == int(worth)
    assert ROOM_FOR[colour] in rooms(game, Room.OCCUPIED).split()
    gains, choices, is_asked = split(reward)
    check_gains(game, gains)
    if is_asked:
        assert top(game).what == Step.CHOOSE_PART
        do(game, "part 1")
    for choice in choices:
        carry_out(game, choice)
    assert game.asked == 0
    assert game.guests[guest(name)] == GuestPlace.DISCARDED
    assert (game.turn, game.begun) == (0, 1)


def split(reward: str) -> tuple[list[str], list[str], bool]:
    """Gains, choices in order, and whether the order is asked for."""
    parts = [part.strip() for part in reward.replace("&", "+").replace("|", "+").split("+")]
    gains = [p for p in parts if p.split()[0] in ("krone", "emperor", "draw", "turn", "nothing")]
    return gains, [part for part in parts if part not in gains], "|" in reward


def check_gains(game: Position, gains: list[str]) -> None:
    """Check what is gained without a choice."""
    words = dict(gain.split() for gain in gains if " " in gain)
    me = game.players[0]
    assert me.krone == 10 + int(words.get("krone", 0))
    assert me.emperor == int(words.get("emperor", 0))
    assert me.held == 2 + int(words.get("draw", 0))
    assert len(hand(game).split()) == me.held
    assert game.extra_turns == ("turn" in gains)


def carry_out(game: Position, choice: str) -> None:
    """Use a part of a reward, and check its effect."""
    what, amount, *more = choice.split()
    less = {"full": 0, "free": 9}.get(amount, 0) if not amount.isdecimal() else int(amount)
    match what:
        case "food":
            assert kitchen(game).split() == [amount]
        case "choose":
            assert "done" not in legal(game)
            do(game, "take wine")
            assert kitchen(game) == "wine"
        case "room":
            prepare(game, less, more)
        case "staff":
            hire(game, less)
        case "drawn":
            play_drawn(game, less)
        case "occupy":
            do(game, "room 1.1")
            assert "1.1" in rooms(game, Room.OCCUPIED).split()
        case "guest":
            take_guests(game, int(amount))


def legal(game: Position) -> set[str]:
    return {GAME.moves[move] for move in GAME.legal_moves(game)}


def prepare(game: Position, less: int, more: list[str]) -> None:
    """Prepare the most expensive adjacent room, in the attic only if all floors are allowed."""
    before = game.players[0].krone
    assert "done" in legal(game)
    if more == ["floors", "2"]:
        assert refusal(game, "room 4.1") == Refusal.FLOOR_TOO_HIGH
        name, price = "2.1", 1
    elif "4.1" not in rooms(game, Room.VACANT).split():
        name, price = "4.1", 3
    else:
        name, price = "3.2", 2
    do(game, f"room {name}")
    assert name in rooms(game, Room.VACANT).split()
    assert game.players[0].krone == before - max(0, price - less)


def hire(game: Position, less: int) -> None:
    """Play a card that costs 5 krone, with a discount."""
    before = game.players[0].krone
    assert "done" in legal(game)
    name = hand(game).split()[0]
    do(game, f"staff {name}")
    assert name in ("chauffeur", "florist")
    assert game.players[0].krone == before - max(0, 5 - less)


def play_drawn(game: Position, less: int) -> None:
    """Play one of three drawn cards; the others go under the pile."""
    assert game.players[0].aside == 3
    assert game.players[0].held == 2
    drawn = [move for move in legal(game) if move.startswith("staff ")]
    assert len(drawn) == 3
    assert "done" in legal(game)
    assert refusal(game, "staff florist") == Refusal.STAFF_NOT_DRAWN
    before = game.players[0].krone
    do(game, drawn[0])
    assert game.players[0].krone >= before - max(0, 6 - less)
    assert (game.players[0].aside, game.put_under) == (0, 2)
    assert list(game.staff).count(Place.UNDER) == 2
    while game.asked:
        do(game, sorted(legal(game))[0])


def take_guests(game: Position, number: int) -> None:
    """Take guests from any place in the row for free."""
    before = game.players[0].krone
    for _ in range(number):
        first = game.row[0]
        do(game, "guest 1")
        assert first in [table.guest for table in game.players[0].cafe]
        assert game.guests[first] == GuestPlace.CAFE
    assert game.players[0].krone == before


@pytest.mark.rule("guest_list")
@pytest.mark.ruling("R1")
def test_a_reward_that_cannot_be_used_is_lost() -> None:
    """Page 15: the sculptor's room on the lower floors, when all of those are prepared."""
    lower = " ".join(f"{floor}.{column}" for floor in (1, 2) for column in range(1, 6))
    game = given(cafe="sculptor=", vacant=lower)
    do(game, "check-in 1 > 1.2")
    assert game.asked == 0
    empty = given(cafe="duchess=", vacant="3.1")
    do(empty, "check-in 1 > 3.1")
    assert empty.asked == 0, "no card in hand"
    full = given(
        cafe="dame= poet major", vacant="3.1", row="earl apothecary mr-horsa composer duke"
    )
    do(full, "check-in 1 > 3.1")
    assert top(full).what == Step.TAKE_GUEST, "the guest's own table is free (ruling C2)"


@pytest.mark.rule("guest_list")
@pytest.mark.ruling("R2")
def test_the_player_chooses_the_order_of_the_parts_of_a_reward() -> None:
    game = given(cafe="landgrave=", vacant="1.1 3.1", hand="chauffeur", krone=5)
    do(game, "check-in 1 > 3.1,part 2,room 4.1")
    assert top(game).what == Step.PLAY_STAFF
    assert refusal(game, "staff chauffeur") == Refusal.NOT_ENOUGH_KRONE
    do(game, "done")
    assert game.asked == 0
    other = given(cafe="landgrave=", vacant="1.1 3.1", hand="chauffeur", krone=5)
    do(other, "check-in 1 > 3.1,part 1,staff chauffeur,room 3.2")
    assert other.players[0].krone == 1, "4 for the chauffeur, who then prepares red for free"


@pytest.mark.rule("guest_list")
@pytest.mark.ruling("R3")
def test_the_row_is_refilled_between_two_free_guests() -> None:
    game = given(cafe="medicinal-councillor=", vacant="1.3", row="poet major m-polo countess earl")
    do(game, "check-in 1 > 1.3,guest 5")
    assert game.row[4] == guest("countess")
    assert game.row[0] not in (guest("poet"), -1)
    newcomer = game.row[0]
    do(game, "guest 1")
    assert newcomer in [table.guest for table in game.players[0].cafe]


@pytest.mark.rule("guest_list")
@pytest.mark.ruling("R5")
@pytest.mark.parametrize(("name", "room"), [("baroness", "3.1"), ("dame", "3.1"), ("baron", "3.1")])
def test_a_usable_reward_may_be_skipped(name: str, room: str) -> None:
    """Page 16 says "play one", "take a guest", "prepare a room", where the tiles say "may"."""
    game = given(cafe=f"{name}=", vacant=f"1.1 {room}", row="poet major m-polo countess earl")
    do(game, f"check-in 1 > {room}")
    assert "done" in legal(game)
    do(game, "done")
    assert (game.asked, game.players[0].aside) == (0, 0)
    assert game.put_under == (3 if name == "baroness" else 0)


@pytest.mark.ruling("R4")
@pytest.mark.rule("guest_list")
@pytest.mark.parametrize("name", ["actress", "prince", "senior-councillor", "farmer-franz"])
def test_the_turn_over_symbol_turns_a_room_of_any_colour(name: str) -> None:
    game = position(name)
    colour = GUEST_CARDS[guest(name)].colour
    do(game, f"check-in 1 > {ROOM_FOR[colour]}")
    turnable = {move for move in legal(game) if move.startswith("room ")}
    left = {"1.1", "1.2", "1.3", "3.1"} - {ROOM_FOR[colour]}
    assert turnable == {f"room {room}" for room in left}
    assert refusal(game, "room 2.1") == Refusal.ROOM_NOT_VACANT


@pytest.mark.rule("guest_list")
def test_food_of_your_choice_may_go_straight_to_a_guest() -> None:
    game = given(
        cafe="portrait-painter= earl=coffee", vacant="1.2", row="poet major m-polo dame duke"
    )
    do(game, "check-in 1 > 1.2,take coffee,coffee > 2")
    assert kitchen(game) == ""
    assert sum(game.players[0].cafe[1].wants) == 0


@pytest.mark.ruling("A3")
@pytest.mark.rule("additional_actions")
@pytest.mark.parametrize("language", LANGUAGES)
def test_additional_actions_wait_until_all_parts_of_a_reward_are_done(language: str) -> None:
    """The councillor's krone come too late for the architect's first room."""
    game = given(cafe="architect= councillor-of-commerce=", vacant="1.1 1.2 1.3", krone=0)
    assert "check-in 2 > 1.3" in legal(game)
    do(game, "check-in 1 > 1.2")
    assert top(game).what == Step.PREPARE
    assert refusal(game, "check-in 2 > 1.3") == Refusal.MUST_ANSWER
    assert GAME.cite_rule(language, Refusal.MUST_ANSWER).endswith("A3")
    while game.asked:
        assert refusal(game, "check-in 2 > 1.3") == Refusal.MUST_ANSWER
        do(game, "done")
    do(game, "check-in 2 > 1.3")
    assert game.players[0].krone == 5
