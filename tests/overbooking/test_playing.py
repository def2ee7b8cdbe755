"""Phase 1: sections playing cards, doors and lines, hotel rules."""

import pytest

from bellhop.engine.seats import SPECTATOR
from bellhop.engine.words import LANGUAGES
from bellhop.games.overbooking import GAME
from bellhop.games.overbooking.rules.vocabulary import Event, Phase, Refusal
from overbooking.proofs import do, given, kind_of, refusal


@pytest.mark.rule("play_cards")
def test_a_card_goes_face_down_to_the_end_of_a_line() -> None:
    game = given("4f 1b", "2l", line="B5f C6b")
    story = do(game, "nobles:fish > 1 line")
    hotel = game.hotels[0]
    assert hotel.lined_up == 3
    guests = hotel.line[2]
    assert (guests.owner, guests.kind, guests.is_open) == (0, kind_of("4f"), 0)
    assert game.players[0].held == 1
    assert game.turn == 1
    assert [told.event for told in story if told.is_for(0)] == [Event.PLAYED]
    assert [told.event for told in story if told.is_for(1)] == [Event.PLAYED_UNSEEN]
    assert refusal(game, "nobles:fish > 1 line") == Refusal.CARD_NOT_HELD


@pytest.mark.rule("play_cards")
def test_each_plays_one_card_in_turn_until_all_have_played_five() -> None:
    game = GAME.new(3, {"hotels": "plain"}, seed=1)
    turns: list[int] = []
    while game.phase == Phase.PLAYING and game.round == 0 and len(turns) < 15:
        turns.append(game.turn)
        GAME.play(game, GAME.legal_moves(game)[0])
    assert turns == [(game.start - (game.round > 0) + i) % 3 for i in range(15)]
    assert game.phase == Phase.CHECKING or game.round == 1


@pytest.mark.rule("play_cards")
@pytest.mark.ruling("Q18")
def test_only_the_last_player_may_keep_their_fifth_card() -> None:
    game = given("1b", "2b", "3b")
    game.start = 1
    for played in range(15):
        game.turns_taken, game.turn = played, (1 + played) % 3
        allowed = Refusal.ALLOWED if played == 14 else Refusal.NOT_THE_LAST_CARD
        assert refusal(game, "decline") == allowed
    assert game.turn == 0, "to the right of the start player"


@pytest.mark.ruling("Q20")
def test_a_player_who_cannot_place_a_card_passes_and_keeps_it() -> None:
    """Only small groups are admitted, and the hand has large ones."""
    small = given("4b 5b", rule="small_groups", players=2)
    for place in range(2):
        small.hotels[0].back_door[place].owner = 1
    small.hotels[0].waiting = 2
    assert refusal(small, "pass") == Refusal.CAN_PLAY
    small.hotels[1].lined_up, small.hotels[1].waiting = 4, 2
    assert [GAME.moves[move] for move in GAME.legal_moves(small)] == ["pass"]
    do(small, "pass")
    assert small.players[0].held == 2
    assert small.turn == 1
    small.turns_taken, small.turn = 9, 0
    assert [GAME.moves[move] for move in GAME.legal_moves(small)] == ["decline"]
    assert refusal(small, "pass") == Refusal.MAY_DECLINE


@pytest.mark.ruling("Q20")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_prompt_asks_for_a_move_that_is_allowed(language: str) -> None:
    """If no card can be placed, the last player skips the fifth card, and all others pass."""
    words, game = GAME.words(language), given("4b 5b", rule="small_groups", players=2)
    for hotel in list(game.hotels)[:2]:
        hotel.lined_up, hotel.waiting = 4, 2
    assert GAME.speech.say_task(words, game) == words.say("task.passing")
    game.turns_taken = 9
    assert [GAME.moves[move] for move in GAME.legal_moves(game)] == ["decline"]
    assert GAME.speech.say_task(words, game) == words.say("task.declining")
    assert GAME.cite_rule(language, Refusal.MAY_DECLINE).endswith("Q20")


@pytest.mark.rule("play_cards")
@pytest.mark.ruling("E4")
def test_a_players_face_down_cards_may_be_looked_at_unless_the_option_forbids_it() -> None:
    game = given("1b", line="A5f B4b")
    assert GAME.show(game, 0).hotels[0].line[0].kind == kind_of("5f")
    forbidden = given("1b", line="A5f B4b", peeking="forbidden")
    assert GAME.view(forbidden, 0).hotels[0].line[0].kind == kind_of("5f"), "the bot remembers"
    assert GAME.show(forbidden, 0).hotels[0].line[0].kind == 0
    story = do(forbidden, "monk:bird > 2 line")
    assert {told.event for told in story} == {Event.PLAYED_UNSEEN}
    assert story[0].is_for(0)
    assert story[0].is_for(SPECTATOR)


@pytest.mark.rule("doors_and_lines")
def test_a_line_takes_four_cards_and_a_back_door_two() -> None:
    game = given("1b 2b", line="B1b B2b B3b B4b", back="C1b C2b")
    assert refusal(game, "monk:bird > 1 line") == Refusal.LINE_FULL
    assert refusal(game, "monk:bird > 1 back") == Refusal.BACK_DOOR_FULL
    assert refusal(game, "monk:bird > 2 line") == Refusal.ALLOWED
    assert refusal(game, "monk:bird > 4 line") == Refusal.NO_SUCH_HOTEL
    assert refusal(game, "choose 1") == Refusal.MUST_PLAY
    assert refusal(game, "no") == Refusal.MUST_PLAY


@pytest.mark.rule("doors_and_lines")
@pytest.mark.ruling("E5")
def test_the_first_card_at_a_back_door_takes_its_point_tile_at_once() -> None:
    game = given("1b", "2b", "3b")
    story = do(game, "monk:bird > 2 back, merchants:bird > 2 back")
    assert [player.point_tiles for player in game.players][:3] == [1, 0, 0]
    assert game.hotels[1].has_point_tile == 0
    assert [told.event for told in story].count(Event.TILE_TAKEN) == 1
    do(game, "maids:bird > 2 line")
    assert game.players[2].point_tiles == 0
    second = given("1b", "2b", "3b")
    do(second, "monk:bird > 2 line, merchants:bird > 2 back")
    assert [player.point_tiles for player in second.players][:3] == [0, 1, 0]


SMALL, LARGE = ("monk", "merchants", "maids"), ("nobles", "soldiers", "workers")
HAND = "1b 2b 3b 4b 5b 6b"


@pytest.mark.rule("hotel_rules")
@pytest.mark.ruling("Q13")
@pytest.mark.parametrize(
    ("rule", "taken", "refused", "reason"),
    [
        ("small_groups", SMALL, LARGE, Refusal.SMALL_GROUPS),
        ("large_groups", LARGE, SMALL, Refusal.LARGE_GROUPS),
        ("no_soldiers", (*SMALL, "nobles", "workers"), ("soldiers",), Refusal.NO_SOLDIERS),
        ("none", (*SMALL, *LARGE), (), Refusal.ALLOWED),
    ],
)
def test_some_hotels_take_only_certain_guests_into_their_line(
    rule: str, taken: tuple[str, ...], refused: tuple[str, ...], reason: Refusal
) -> None:
    game = given(HAND, rule=rule)
    for guest in taken:
        assert refusal(game, f"{guest}:bird > 1 line") == Refusal.ALLOWED
    for guest in refused:
        assert refusal(game, f"{guest}:bird > 1 line") == reason
    for guest in (*SMALL, *LARGE):
        assert refusal(game, f"{guest}:bird > 1 back") == Refusal.ALLOWED


@pytest.mark.rule("hotel_rules")
@pytest.mark.ruling("Q12")
@pytest.mark.ruling("Q15")
def test_a_third_family_is_closed_out_of_the_line_but_not_of_the_back_door() -> None:
    hand = "1b 1f 1l 1s"
    crests = ("bird", "fish", "lion", "stag")
    two = given(hand, line="B5f C6b B4f", back="B1s", rule="two_crests")
    reasons = [refusal(two, f"monk:{crest} > 1 line") for crest in crests]
    assert reasons == [Refusal.ALLOWED, Refusal.ALLOWED, Refusal.TWO_CRESTS, Refusal.TWO_CRESTS]
    assert all(refusal(two, f"monk:{crest} > 1 back") == Refusal.ALLOWED for crest in crests)
    early = given(hand, line="B5f C6b", rule="two_crests")
    assert refusal(early, "monk:lion > 1 line") == Refusal.TWO_CRESTS
    for line in ("", "B5f", "B5f C6f"):
        game = given(hand, line=line, back="B1s", rule="two_crests")
        assert all(refusal(game, f"monk:{crest} > 1 line") == Refusal.ALLOWED for crest in crests)


@pytest.mark.rule("hotel_rules")
@pytest.mark.ruling("Q17")
@pytest.mark.parametrize(
    ("rule", "open_place"), [("first_open", 0), ("second_open", 1), ("none", 9)]
)
def test_the_first_or_the_second_card_lies_open(rule: str, open_place: int) -> None:
    game = given("1b", "2b", "3b", rule=rule)
    game.round = len(rule) % 4  # in any round
    story = do(game, "monk:bird > 1 line, merchants:bird > 1 line, maids:bird > 1 line")
    assert [guests.is_open for guests in game.hotels[0].line][:3] == [
        int(place == open_place) for place in range(3)
    ]
    opened = [told for told in story if told.event == Event.PLAYED_OPEN]
    assert all(told.is_for(seat) for told in opened for seat in range(SPECTATOR, 3))
    assert len(opened) == (open_place < 3)
    back = given("1b", rule=rule)
    do(back, "monk:bird > 1 back")
    assert back.hotels[0].back_door[0].is_open == 0


@pytest.mark.rule("hotel_rules")
def test_without_a_back_door_five_stand_in_line() -> None:
    game = given("1b", line="B1b B2b B3b B4b", rule="no_back_door")
    assert refusal(game, "monk:bird > 1 back") == Refusal.NO_BACK_DOOR
    do(game, "monk:bird > 1 line")
    assert game.hotels[0].lined_up == 5
    game.turn = 0
    game.players[0].place[kind_of("2b")] = 1
    assert refusal(game, "merchants:bird > 1 line") == Refusal.LINE_FULL


@pytest.mark.ruling("Q16")
def test_places_only_get_fewer_within_a_round() -> None:
    game = GAME.new(4, seed=8)
    places = [(0, 0)] * 4
    while game.phase == Phase.PLAYING and game.turns_taken < 19:
        now = [(hotel.lined_up, hotel.waiting) for hotel in game.hotels]
        for (line, door), (line_before, door_before) in zip(now, places, strict=True):
            assert line >= line_before
            assert door >= door_before
        places = now
        GAME.play(game, GAME.legal_moves(game)[0])
