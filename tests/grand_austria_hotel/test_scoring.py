"""The end of the game: every item of the sheet, ties, and what the editions change."""

import pytest

from bellhop.engine.seats import is_over
from bellhop.engine.telling import EVERYONE, Told, listening
from bellhop.engine.words import LANGUAGES
from bellhop.games.grand_austria_hotel import GAME
from bellhop.games.grand_austria_hotel.card_text import say_points, steps_of_guest, steps_of_staff
from bellhop.games.grand_austria_hotel.rules.cards import STAFF_CARDS
from bellhop.games.grand_austria_hotel.rules.scoring import score_game
from bellhop.games.grand_austria_hotel.rules.tables import REWARD_STEP, STEPS
from bellhop.games.grand_austria_hotel.rules.verbs import Verb
from bellhop.games.grand_austria_hotel.rules.vocabulary import ITEM_NAMES, Event
from grand_austria_hotel.proofs import do, events, given, points


@pytest.mark.rule("final_scoring")
@pytest.mark.rule("points_track")
def test_rooms_krone_food_and_guests_without_a_room() -> None:
    game = given(
        occupied="1.1 2.1 3.1 4.1 1.2",
        vacant="2.2",
        krone=7,
        kitchen="wine wine cake",
        cafe="actress=coffee poet=",
    )
    with listening() as story:
        score_game(game)
    assert points(game, "occupied") == 1 + 2 + 3 + 4 + 1
    assert points(game, "krone") == 7
    assert points(game, "food") == 3, "what lies on orders does not count"
    assert points(game, "cafe") == -10
    assert GAME.points(game)[0] == 11 + 7 + 3 - 10
    told = [numbers for numbers in events(story, Event.SCORED) if numbers[0] == 0]
    assert [ITEM_NAMES[item] for _, item, *_ in told] == list(ITEM_NAMES)
    assert sum(worth for _, _, worth, *_ in told) == GAME.points(game)[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_loss_is_said_with_its_sign_whatever_digits_the_name_contains(language: str) -> None:
    words = GAME.words(language)
    told = Told(EVERYONE, Event.SCORED, (0, ITEM_NAMES.index("cafe"), -5, 0, 0))
    said = GAME.speech.say_event(words, told, ["Agent 5"])
    assert said.startswith("Agent 5: −5")
    assert say_points(words, -12).startswith("−12")


@pytest.mark.rule("final_scoring")
def test_the_sheet_adds_up_in_whole_games() -> None:
    import random

    for seed in range(6):
        chance = random.Random(seed)
        game = GAME.new(3, seed=seed)
        with listening() as story:
            while not is_over(game):
                GAME.play(game, chance.choice(GAME.legal_moves(game)))
        entries = [entry for told in story if (entry := GAME.scoring.scored(told))]
        for seat in range(3):
            assert sum(e.points for e in entries if e.seat == seat) == GAME.points(game)[seat]
            assert [e.item for e in entries if e.seat == seat] == list(GAME.scoring.SHEET)


@pytest.mark.rule("final_scoring")
@pytest.mark.ruling("F1")
@pytest.mark.ruling("F2")
def test_krone_and_food_decide_a_tie_then_it_is_shared() -> None:
    game = given(krone=5, kitchen="wine")
    game.players[1].krone = 0  # and one of each food
    game.players[1].points[0] = 2
    score_game(game)
    assert GAME.points(game) == [6, 6]
    assert GAME.winners(game) == [0]
    game.players[1].krone = 2
    assert GAME.winners(game) == [0, 1]


@pytest.mark.ruling("V1")
@pytest.mark.rule("staff_list")
@pytest.mark.parametrize(("edition", "each"), [("cards", 2), ("rulebook", 4), ("revised", 2)])
def test_assistant_manager_by_edition(edition: str, each: int) -> None:
    game = given(played="assistant-manager chef groom", edition=edition)
    score_game(game)
    assert points(game, "staff-at-end") == 3 * each


@pytest.mark.ruling("V2")
@pytest.mark.rule("staff_list")
@pytest.mark.parametrize(("edition", "krone"), [("cards", 0), ("rulebook", 1), ("revised", 0)])
def test_masseuse_for_other_than_yellow_guests(edition: str, krone: int) -> None:
    game = given(played="masseuse", cafe="princess=", vacant="3.1", edition=edition)
    do(game, "check-in 1 > 3.1")
    assert game.players[0].krone == 10 + krone


@pytest.mark.ruling("V3")
@pytest.mark.rule("staff_list")
@pytest.mark.parametrize(("edition", "before"), [("cards", 0), ("rulebook", 2), ("revised", 0)])
def test_groom_when_the_order_is_complete_or_the_guest_moves_in(edition: str, before: int) -> None:
    game = given(
        played="groom stableman chief-waiter",
        cafe="professor-emeritus=wine princess=coffee",
        kitchen="wine coffee",
        vacant="1.3 3.1",
        edition=edition,
    )
    do(game, "wine > 1,coffee > 2")
    assert game.players[0].krone == 10 + before
    assert game.players[0].emperor == before // 2
    do(game, "check-in 1 > 1.3,done,check-in 2 > 3.1")
    assert game.players[0].krone == 12
    assert game.players[0].emperor == 1 + 3


@pytest.mark.ruling("V3")
@pytest.mark.rule("staff_list")
@pytest.mark.parametrize(("edition", "krone"), [("cards", 0), ("rulebook", 2), ("revised", 0)])
def test_an_order_completed_by_the_porter_is_complete(edition: str, krone: int) -> None:
    game = given(
        played="groom", hand="porter", cafe="major", dice=(0,) * 4 + (5, 0), edition=edition
    )
    do(game, "die 5,staff porter,fill 1")
    assert game.players[0].krone == 10 + krone


@pytest.mark.ruling("V4")
@pytest.mark.rule("staff_list")
@pytest.mark.parametrize(("edition", "turned"), [("cards", 1), ("rulebook", 0), ("revised", 1)])
def test_custodian_by_edition(edition: str, turned: int) -> None:
    game = given(played="custodian", hand="page-boy", vacant="1.2 1.3", edition=edition)
    do(game, "die 5,staff page-boy,room 1.3,done")
    assert game.players[0].krone == 10 + turned
    guest = given(played="custodian", cafe="composer=", vacant="1.2", edition=edition)
    do(guest, "check-in 1 > 1.2")
    assert guest.players[0].krone == 11


@pytest.mark.ruling("V6")
@pytest.mark.rule("staff_list")
@pytest.mark.parametrize(("edition", "most"), [("cards", 12), ("rulebook", 12), ("revised", 18)])
def test_operator_by_edition(edition: str, most: int) -> None:
    game = given(played="operator", emperor=9, edition=edition)
    score_game(game)
    assert points(game, "staff-at-end") == most
    low = given(played="operator", emperor=5, edition=edition)
    score_game(low)
    assert points(low, "staff-at-end") == 10


def test_fewer_than_one_staff_card_in_five_has_a_function_of_its_own() -> None:
    """An odd card has a verb that no other card of the game uses; `pytest -rP` shows them."""
    uses: dict[int, set[str]] = {}
    for edition in range(3):
        for card in range(48):
            for step in steps_of_staff(edition, card):
                uses.setdefault(step.verb, set()).add(f"staff {card}")
        for guest in range(56):
            for step in steps_of_guest(edition, guest):
                uses.setdefault(step.verb, set()).add(f"guest {guest}")
    for tile, step_number in enumerate(REWARD_STEP):
        uses.setdefault(STEPS[step_number].verb, set()).add(f"tile {tile % 12}")
    odd = {
        STAFF_CARDS[int(card.split()[1])].id: Verb(verb).name.lower()
        for verb, cards in uses.items()
        if len(cards) == 1
        for card in cards
        if card.startswith("staff")
    }
    print(f"odd staff cards: {len(odd)} of 48: {odd}")
    assert len(odd) * 5 < 48
