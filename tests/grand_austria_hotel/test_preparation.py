"""Before the rounds: what everybody has, three ways to deal staff, first guests and rooms."""

import random

import pytest

from bellhop.engine.questions import top
from bellhop.engine.seats import SPECTATOR
from bellhop.engine.telling import listening
from bellhop.games.grand_austria_hotel import GAME
from bellhop.games.grand_austria_hotel.rules.boards import GROUP_SIZE, GROUPS, ROOM_COLOUR, ROOMS
from bellhop.games.grand_austria_hotel.rules.cards import CARDS, STAFF_CARDS
from bellhop.games.grand_austria_hotel.rules.state import NO_GUEST, Position
from bellhop.games.grand_austria_hotel.rules.vocabulary import (
    Event,
    GuestPlace,
    Phase,
    Place,
    Refusal,
    Room,
    Step,
)
from grand_austria_hotel.proofs import choices, do, events, hand, kitchen, refusal, rooms


def until(game: Position, what: int) -> None:
    """Give any answers until a question of this kind is asked."""
    chance = random.Random(1)
    while top(game).what != what:
        GAME.play(game, chance.choice(GAME.legal_moves(game)))


@pytest.mark.rule("setup")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_with_the_same(players: int) -> None:
    game = GAME.new(players, seed=players)
    for seat in range(players):
        me = game.players[seat]
        assert (me.krone, me.emperor, sum(me.points), me.held) == (10, 0, 0, 6)
        assert kitchen(game, seat) == "strudel cake wine coffee"
        assert all(table.guest == NO_GUEST for table in me.cafe)
        assert set(me.rooms) == {Room.UNPREPARED}
    assert game.pile == 48 - 6 * players
    assert NO_GUEST not in list(game.row)
    assert [p // 4 for p in game.politics] == [0, 1, 2]
    assert [t // 4 for t in game.tiles] == [0, 1, 2]
    until(game, Step.OPENING_ROOM)
    while game.phase == Phase.ROOMS:
        do(game, "done")
    assert sum(game.spaces) == (10, 12, 14)[players - 2]
    assert (game.turn, game.phase) == (game.start, Phase.TURNS)


@pytest.mark.rule("setup")
def test_cards_and_tiles_and_start_player_vary() -> None:
    games = [GAME.new(4, seed=seed) for seed in range(60)]
    for letter in range(3):
        assert {game.politics[letter] % 4 for game in games} == {0, 1, 2, 3}
        assert {game.tiles[letter] % 4 for game in games} == {0, 1, 2, 3}
    assert {game.start for game in games} == {0, 1, 2, 3}


@pytest.mark.rule("setup")
def test_first_guests_are_chosen_for_free_from_the_last_player_backwards() -> None:
    game = GAME.new(4, seed=3)
    order = []
    while top(game).what == Step.OPENING_GUEST:
        seat = game.turn
        order.append(seat)
        chosen = game.row[2]
        assert refusal(game, "done") == Refusal.MUST_CHOOSE
        do(game, "guest 3")
        assert game.players[seat].cafe[0].guest == chosen
        assert game.players[seat].krone == 10
        assert game.guests[chosen] == GuestPlace.CAFE
        assert NO_GUEST not in list(game.row)
    assert order == [(game.start + 3 - step) % 4 for step in range(4)]


@pytest.mark.rule("setup")
@pytest.mark.ruling("B4")
def test_zero_to_three_first_rooms_from_the_bottom_left() -> None:
    game = GAME.new(2, seed=5)
    until(game, Step.OPENING_ROOM)
    seat = game.turn
    assert refusal(game, "room 1.2") == Refusal.BOTTOM_LEFT_FIRST
    do(game, "room 1.1,room 2.1")
    assert refusal(game, "room 1.3") == Refusal.NOT_ADJACENT
    do(game, "room 3.1")
    assert game.players[seat].krone == 10 - 0 - 1 - 2
    assert refusal(game, "room 1.2") == Refusal.ENOUGH_ROOMS
    assert choices(game) == {"done"}
    do(game, "done")
    do(game, "done")
    assert rooms(game, Room.VACANT, 1 - seat) == ""
    assert game.phase == Phase.TURNS


@pytest.mark.rule("setup")
@pytest.mark.ruling("B3")
def test_nobody_sees_the_first_rooms_of_others_before_all_are_done() -> None:
    game = GAME.new(3, seed=6)
    until(game, Step.OPENING_ROOM)
    first = game.turn
    with listening() as story:
        GAME.play(game, GAME.move_named("room 1.1"))
        GAME.play(game, GAME.move_named("room 2.1"))
        GAME.play(game, GAME.move_named("done"))
    heard = [Event(told.event) for told in story if told.is_for(SPECTATOR)]
    assert heard == [Event.ROOMS_CHOSEN]
    for other in (SPECTATOR, *range(3)):
        seen = GAME.view(game, other).players[first]
        assert (set(seen.rooms) == {Room.UNSEEN}) == (other != first)
        assert seen.krone == (9 if other == first else 10)
    do(game, "done")
    story = do(game, "done")
    shown = [told for told in story if told.event == Event.ROOM_PREPARED]
    assert len(shown) == 2
    assert all(told.is_for(SPECTATOR) and not told.is_for(first) for told in shown)
    assert rooms(GAME.view(game, SPECTATOR), Room.VACANT, first) == "1.1 2.1"


@pytest.mark.rule("setup")
@pytest.mark.ruling("B1")
def test_back_boards_are_dealt_and_all_different() -> None:
    for seed in range(20):
        game = GAME.new(4, {"boards": "back"}, seed)
        assert sorted(player.board for player in game.players) == [1, 2, 3, 4]
    assert len({GAME.new(2, {"boards": "back"}, s).players[0].board for s in range(40)}) == 4
    assert {player.board for player in GAME.new(4, seed=1).players} == {0}


@pytest.mark.rule("hotel")
def test_every_hotel_has_20_rooms_in_10_groups_of_at_most_four() -> None:
    sizes = {0: [1, 3, 4, 1, 3, 2, 2, 2, 1, 1], 1: [1, 4, 2, 1, 3, 3, 2, 1, 2, 1]}
    colours = {0: (7, 7, 6), 1: (8, 6, 6), 2: (8, 7, 5), 3: (6, 7, 7), 4: (7, 7, 6)}
    for board in range(5):
        found = list(GROUP_SIZE[board * GROUPS : (board + 1) * GROUPS])
        assert (len(found), sum(found), max(found)) == (10, 20, 4)
        assert found == sizes.get(board, found)
        rooms_ = list(ROOM_COLOUR[board * ROOMS : (board + 1) * ROOMS])
        assert tuple(rooms_.count(colour) for colour in range(3)) == colours[board]


@pytest.mark.rule("introductory")
@pytest.mark.ruling("K1")
def test_the_start_player_gets_set_a_and_everybody_knows() -> None:
    game = GAME.new(3, {"staff": "introductory"}, seed=8)
    for place, letter in enumerate("ABC"):
        seat = (game.start + place) % 3
        names = {card.id for card in STAFF_CARDS if card.set == letter}
        assert set(hand(game, seat).split()) == names
        for other in (SPECTATOR, 0, 1, 2):
            assert set(hand(GAME.view(game, other), seat).split()) == names
    assert game.pile == 30, "the unused set is in the pile"


@pytest.mark.rule("draft")
@pytest.mark.ruling("B2")
def test_in_the_draft_one_card_is_kept_and_the_rest_goes_left() -> None:
    game = GAME.new(3, {"staff": "draft"}, seed=9)
    packs = [{c for c in range(48) if game.staff[c] == Place.ASIDE + seat} for seat in range(3)]
    assert [len(pack) for pack in packs] == [6, 6, 6]
    kept: list[set[int]] = [set(), set(), set()]
    for _ in range(3):
        seat = game.turn
        card = min(packs[seat])
        before = GAME.view(game, (seat + 1) % 3)
        story = do(game, GAME.moves[GAME.legal_moves(game)[0]])
        kept[seat].add(card)
        packs[seat].remove(card)
        told = [t for t in story if t.event == Event.DRAFTED]
        assert [t.numbers[:2] for t in told] == [(seat, card)]
        assert not told[0].is_for((seat + 1) % 3)
        if len(events(story, Event.PACKS_PASSED)) == 0:
            after = GAME.view(game, (seat + 1) % 3)
            assert list(after.staff) == list(before.staff), "others see nothing"
    for seat in range(3):
        left = {c for c in range(48) if game.staff[c] == Place.ASIDE + seat}
        assert left == packs[(seat - 1) % 3]
        held = {c for c in range(48) if game.staff[c] == Place.HAND + seat}
        assert held == kept[seat]
    until(game, Step.OPENING_GUEST)
    assert [player.held for player in list(game.players)[:3]] == [6, 6, 6]
    assert not any(player.aside for player in game.players)


@pytest.mark.rule("draft")
def test_a_card_that_is_not_in_the_pack_cannot_be_kept() -> None:
    game = GAME.new(2, {"staff": "draft"}, seed=4)
    other = next(c for c in range(48) if game.staff[c] == Place.ASIDE + 1 - game.turn)
    assert refusal(game, f"staff {STAFF_CARDS[other].id}") == Refusal.STAFF_NOT_DRAWN
    assert refusal(game, "done") == Refusal.MUST_CHOOSE


def test_what_is_not_from_the_rulebook_says_where_it_is_from() -> None:
    sources = {(kind, key) for kind, _, key in CARDS.sources}
    assert sources == {("board", "floors"), ("staff", "set")}
