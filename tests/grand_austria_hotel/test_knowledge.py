"""What a seat knows: hands, the pile, cards under it, and what it may learn from questions."""

import pytest

from bellhop.engine.questions import top
from bellhop.engine.seats import SPECTATOR
from bellhop.games.grand_austria_hotel import GAME
from bellhop.games.grand_austria_hotel.rules.vocabulary import Event, Place, Step
from grand_austria_hotel.proofs import do, events, face_emperor, given, hand, staff


@pytest.mark.rule("staff")
def test_a_hand_is_seen_by_its_owner_alone() -> None:
    game = given(hand="chef groom")
    assert hand(GAME.view(game, 0)) == "groom chef"
    for other in (SPECTATOR, 1):
        seen = GAME.view(game, other)
        assert hand(seen) == ""
        assert seen.players[0].held == 2
        assert list(seen.staff).count(Place.UNSEEN) == 48
        assert not any(seen.known), "nor who knows a card"


@pytest.mark.rule("staff")
@pytest.mark.rule("emperor_tiles")
@pytest.mark.ruling("K2")
@pytest.mark.ruling("K3")
def test_cards_under_the_pile_are_known_to_the_player_who_put_them_there() -> None:
    game = given(cafe="duke=", vacant="3.1")
    do(game, "check-in 1 > 3.1")
    drawn = sorted(c for c in range(48) if game.staff[c] == Place.ASIDE)
    story = do(game, "done")
    assert [game.under[n] - 1 for n in range(3)] == drawn
    assert list(GAME.view(game, 0).under)[:3] == [card + 1 for card in drawn]
    assert list(GAME.view(game, 1).under)[:3] == [0, 0, 0]
    assert GAME.view(game, 1).put_under == 3
    told = [t for t in story if t.event == Event.PUT_UNDER]
    assert all(t.is_for(0) and not t.is_for(1) and not t.is_for(SPECTATOR) for t in told)
    assert events(story, Event.PUT_UNDER_UNSEEN)[0][1] == 3


@pytest.mark.ruling("K2")
@pytest.mark.rule("introductory")
def test_after_cards_left_a_known_hand_face_down_the_rest_is_not_known() -> None:
    game = GAME.new(2, {"staff": "introductory"}, seed=2)
    seat = game.start
    assert hand(GAME.view(game, 1 - seat), seat) != ""
    game.asked = 0
    game.tiles[0] = 2  # A3
    face_emperor(game, 0, seat)
    do(game, "suffer")
    card = next(c for c in range(48) if game.staff[c] == Place.HAND + seat)
    GAME.play(game, GAME.move_named(f"staff {hand(game, seat).split()[0]}"))
    assert game.staff[card] == Place.UNDER
    assert hand(GAME.view(game, 1 - seat), seat) == ""
    assert len(hand(GAME.view(game, seat), seat).split()) == 5


@pytest.mark.rule("setup")
@pytest.mark.ruling("S2")
@pytest.mark.ruling("K6")
def test_the_pile_runs_out_then_the_cards_under_it() -> None:
    game = given(cafe="tezcatlipoca= durgoing=", vacant="1.1 1.2")
    for card in range(48):
        game.staff[card] = Place.GONE
        game.known[card] = 16
    game.pile = 0
    for number, name in enumerate(("chef", "groom")):
        game.staff[staff(name)] = Place.UNDER
        game.known[staff(name)] = 2
        game.under[number] = staff(name) + 1
    game.put_under = 2
    story = do(game, "check-in 1 > 1.2")
    assert hand(game) == "groom chef"
    assert (game.put_under, list(game.under)[:2]) == (0, [0, 0])
    assert events(story, Event.DREW_UNSEEN)[0][1] == 2
    assert hand(GAME.view(game, 1), 0) == "groom chef", "who put them there knows who drew them"
    assert hand(GAME.view(game, SPECTATOR), 0) == ""
    do(game, "check-in 2 > 1.1")
    assert game.players[0].held == 2


@pytest.mark.rule("emperor_tiles")
@pytest.mark.ruling("K2")
def test_a_card_put_under_the_pile_again_is_known_only_to_the_last_player_who_did_so() -> None:
    game = given(cafe="duke=", vacant="3.1")
    for card in range(48):
        game.staff[card], game.known[card] = Place.GONE, 16
    game.pile = 0
    game.staff[staff("chef")], game.known[staff("chef")] = Place.UNDER, 2
    game.under[0], game.put_under = staff("chef") + 1, 1
    assert GAME.view(game, 1).under[0] == staff("chef") + 1
    do(game, "check-in 1 > 3.1,done")
    assert game.staff[staff("chef")] == Place.UNDER
    assert GAME.view(game, 0).under[0] == staff("chef") + 1
    assert GAME.view(game, 1).under[0] == 0


@pytest.mark.rule("draft")
@pytest.mark.ruling("K4")
def test_packs_passed_on_are_forgotten() -> None:
    game = GAME.new(2, {"staff": "draft"}, seed=3)
    first = {c for c in range(48) if game.staff[c] == Place.ASIDE}
    for _ in range(2):
        GAME.play(game, GAME.legal_moves(game)[0])
    seen = GAME.view(game, 0)
    passed = [card for card in first if game.staff[card] == Place.ASIDE + 1]
    assert len(passed) == 5
    assert all(seen.staff[card] == Place.UNSEEN for card in passed)


@pytest.mark.rule("rounds")
@pytest.mark.ruling("K5")
def test_no_question_is_skipped_because_of_a_hand() -> None:
    game = given(hand="waitress", krone=0)
    do(game, "die 5")
    assert top(game).what == Step.PLAY_STAFF
    assert [GAME.moves[move] for move in GAME.legal_moves(game)] == ["done"]
    empty = given(krone=0)
    story = do(empty, "die 5")
    assert len(events(story, Event.NO_ACTION)) == 1
    assert empty.asked == 0
    dear = given(cafe="baroness=", vacant="3.1", krone=0)
    for card in range(48):
        if card not in (staff("waitress"), staff("sous-chef"), staff("delivery-boy")):
            dear.staff[card], dear.known[card] = Place.GONE, 16
    dear.pile = 3
    do(dear, "check-in 1 > 3.1")
    assert top(dear).what == Step.PLAY_DRAWN
    assert [GAME.moves[move] for move in GAME.legal_moves(dear)] == ["done"]
    do(dear, "done")
    assert (dear.players[0].aside, dear.put_under) == (0, 3)


@pytest.mark.rule("staff")
def test_imagined_hands_are_equally_likely() -> None:
    game = given(hand="chef")
    seen = GAME.view(game, 1)
    found = [0] * 48
    for word in range(1, 4801):
        imagined = GAME.imagine(seen, word * 104_729_000_003)
        found[next(c for c in range(48) if imagined.staff[c] == Place.HAND)] += 1
    assert sum((count - 100) ** 2 / 100 for count in found) < 83  # 0.1 %, 47 degrees
