"""What a seat knows and imagines."""

import itertools
import re
from collections import Counter
from pathlib import Path

import pytest

from bellhop.engine.errors import CardError
from bellhop.engine.seats import SPECTATOR
from bellhop.engine.telling import listening
from bellhop.games.overbooking import GAME
from bellhop.games.overbooking.rules.vocabulary import Event, Place, back_of
from overbooking.proofs import check_story, do, given, kind_of, name_of
from support import play_some, with_cards


@pytest.mark.ruling("Q24")
@pytest.mark.ruling("Q29")
@pytest.mark.rule("play_cards")
def test_backs_are_public_and_faces_hands_and_decks_are_not() -> None:
    game = given("1b", "2l 3l", line="B5f A4b", back="B1s", booked=("", "6s"), gone=("", "6b"))
    game.hotels[0].line[1].is_open = 1
    for seat in (SPECTATOR, 0, 2):
        seen = GAME.view(game, seat)
        first, second = seen.hotels[0].line[0], seen.hotels[0].line[1]
        assert (first.owner, first.back, first.kind, first.is_open) == (1, 3, 0, 0)
        assert (second.kind, second.is_open) == (kind_of("4b"), 1)
        assert (seen.players[1].held, seen.players[1].in_deck) == (2, 18)
        known = {kind: place for kind, place in enumerate(seen.players[1].place) if place != 5}
        assert known == {kind_of("6s"): Place.BOOKED, kind_of("6b"): Place.GONE}
        assert seen.dice == 0
    assert GAME.view(game, 2).players[0].place[kind_of("4b")] == Place.TABLE


@pytest.mark.rule("doors_and_lines")
def test_a_player_knows_their_own_cards() -> None:
    game = given("1b", "2l 3l", line="B5f A4b")
    seen = GAME.view(game, 1)
    assert list(seen.players[1].place) == list(game.players[1].place)
    assert seen.hotels[0].line[0].kind == kind_of("5f")


@pytest.mark.ruling("Q30")
def test_the_other_side_of_a_tile_is_shown() -> None:
    game = given("1b")
    drawn = GAME.terminal.draw_text(GAME.words("en"), GAME.show(game, 1), 1, ("A", "B", "C"))
    assert "other side: 15 beds, only two families in line" in drawn
    assert "start player" in drawn


@pytest.mark.rule("check_bookings")
def test_what_a_check_turns_up_is_known_to_all_afterwards() -> None:
    game = given(line="B6f", back="B2f", beds=3)
    check_story(game)
    places = GAME.view(game, 0).players[1].place
    assert places[kind_of("6f")] == Place.BOOKED
    assert places[kind_of("2f")] == Place.GONE


@pytest.mark.ruling("Q20")
def test_a_forced_pass_reveals_nothing_about_the_hand() -> None:
    game = given("4b 5b", rule="small_groups", players=2)
    game.hotels[0].waiting = 2
    for place in range(2):
        game.hotels[0].back_door[place].owner = 1
    game.hotels[1].lined_up, game.hotels[1].waiting = 4, 2
    before = GAME.view(game, 1)
    do(game, "pass")
    after = GAME.view(game, 1)
    before.turn, before.turns_taken = after.turn, after.turns_taken
    assert before == after


@pytest.mark.ruling("E4")
@pytest.mark.rule("play_cards")
def test_without_peeking_the_log_does_not_give_away_a_players_own_cards() -> None:
    """The log does not name cards drawn or played; only the hand and cards turned up are shown."""
    with listening() as story:
        game = GAME.new(2, {"peeking": "forbidden", "hotels": "plain"}, seed=4)
        for _ in range(9):
            GAME.play(game, GAME.legal_moves(game)[0])
    events = {Event(told.event) for told in story}
    assert not events & {Event.DREW, Event.PLAYED}
    shown = GAME.show(game, 0)
    known = {kind for kind, place in enumerate(shown.players[0].place) if place != Place.UNSEEN}
    hand = {kind for kind, place in enumerate(game.players[0].place) if place == Place.HAND}
    assert known == hand
    opened = given("1b", line="A5f A4b", peeking="forbidden")
    opened.hotels[0].line[1].is_open = 1
    places = GAME.show(opened, 0).players[0].place
    assert places[kind_of("4b")] == Place.TABLE
    assert places[kind_of("5f")] == Place.UNSEEN
    GAME.imagine(GAME.show(opened, 0), 12345)


@pytest.mark.rule("setup")
def test_a_drawn_card_is_told_to_its_owner_and_to_others_only_how_many() -> None:
    with listening() as story:
        GAME.new(3, seed=2)
    drawn = [told for told in story if told.event == Event.DREW]
    assert len(drawn) == 27
    for told in drawn:
        seats = [seat for seat in range(SPECTATOR, 3) if told.is_for(seat)]
        assert seats == [told.numbers[0]]
    unseen = [told for told in story if told.event == Event.DREW_UNSEEN]
    assert [told.numbers[1] for told in unseen] == [9, 9, 9]
    assert all(not told.is_for(told.numbers[0]) and told.is_for(SPECTATOR) for told in unseen)


@pytest.mark.ruling("Q13")
def test_a_back_shows_the_family_and_small_up_to_three_beds() -> None:
    for beds in range(1, 7):
        for number, crest in enumerate("bfls"):
            assert back_of(kind_of(f"{beds}{crest}")) == 2 * number + (beds > 3)


@pytest.mark.ruling("Q14")
def test_imagined_deals_have_the_right_distribution() -> None:
    """Compare with all ways to place six unseen cards under two backs, in hand and in the deck.

    Two large fish are face down, one of them in a line that takes no soldiers; three cards are in
    hand and one is in the deck.
    """
    unseen = ["4f", "5f", "6f", "1f", "2b", "4b"]
    others = [f"{beds}{crest}" for beds in range(1, 7) for crest in "bfls"]
    gone = " ".join(card for card in others if card not in unseen)
    game = given("", "1f 2b 5f", line="B4f", back="B6f", rule="no_soldiers", players=2,
                 gone=("", gone))  # fmt: skip
    assert (game.players[1].held, game.players[1].in_deck) == (3, 1)
    expected: Counter[tuple[str, ...]] = Counter()
    for line, back in itertools.permutations(("4f", "5f", "6f"), 2):
        if line != "5f":
            rest = [card for card in unseen if card not in (line, back)]
            for hand in itertools.combinations(sorted(rest), 3):
                expected[(line, back, *hand)] += 1
    found: Counter[tuple[str, ...]] = Counter()
    seen, deals = GAME.view(game, 0), 24_000
    for word in range(1, deals + 1):
        imagined = GAME.imagine(seen, word * 104_729_000_003)
        hotel = imagined.hotels[0]
        on_table = [name_of(0, hotel.line[0].kind)[1:], name_of(0, hotel.back_door[0].kind)[1:]]
        places = enumerate(imagined.players[1].place)
        in_hand = sorted(name_of(0, kind)[1:] for kind, place in places if place == Place.HAND)
        found[*on_table, *in_hand] += 1
    assert set(found) == set(expected)
    assert len(expected) == 16
    mean = deals / len(expected)
    assert sum((found[deal] - mean) ** 2 / mean for deal in expected) < 37.7  # 0.1 %, 15 degrees


MINIATURE = """
[game]
players = 2
rounds = 2
dealt = 3
drawn = 2
plays = 2
line = 2
back_door = 1
long_line = 2
small = 1
tie_coins = 2
"""


def miniature() -> str:
    """A card file with three guests and two families, small enough to solve exactly."""
    text = MINIATURE
    for guest, beds, power, added in (
        ("monk", 1, "join_line", 0), ("maids", 3, "replace_own", 0), ("workers", 6, "add_beds", -2)
    ):  # fmt: skip
        text += f'[[guest]]\nid = "{guest}"\nbeds = {beds}\npower = "{power}"\n'
        text += f'beds_added = {added}\nreplaces = ""\n'
    text += "".join(f'[[crest]]\nid = "{name}"\nname = "{name}"\n' for name in ("bird", "fish"))
    text += '[[coins]]\nid = "only"\n'
    for guest in ("monk", "maids", "workers"):
        text += "".join(f'[[card]]\nid = "{guest}:{c}"\ncoins = [2]\n' for c in ("bird", "fish"))
    text += '[[bonus]]\nid = "pairs"\npoints = [0, 0, 3, 4]\n[[hotels]]\nid = "small"\n'
    for number, rule in enumerate(("none", "monks_first", "no_back_door", "two_crests")):
        text += f'[[hotel]]\nid = "{number}"\nset = "small"\nbeds = {6 + number}\nrule = "{rule}"\n'
    return text


def test_a_custom_card_file_makes_a_miniature_game(tmp_path: Path) -> None:
    game = with_cards(GAME, tmp_path, miniature())
    position = play_some(game, 50)
    assert len(game.moves) == 30
    assert game.moves[0] == "monk:bird > 1 line"
    assert position.round == 1
    assert len(GAME.moves) > 30


@pytest.mark.parametrize(
    ("wrong", "right", "complaint"),
    [
        ('power = "add_beds"', 'power = "sing"', "guest, workers, power: 'sing' is unknown"),
        ('rule = "two_crests"', 'rule = "quiet"', "hotel, 3, rule: 'quiet' is unknown"),
        ("coins = [2]", "coins = [2, 2]", "card, monk:bird, coins: expected 1 numbers"),
        ("points = [0, 0, 3, 4]", "points = [0]", "bonus, pairs, points: expected 4 numbers"),
        ('id = "monk:bird"', 'id = "monk:cat"', "card, id: expected, in this order: monk:"),
        ("dealt = 3", "dealt = 9", "game, dealt: a deck has 6 cards"),
        ("rounds = 2", "rounds = 4", "hotels, small: expected at least 8 sides of tiles"),
        ("plays = 2", "plays = 3", "game, line: every hotel needs room for the 3 cards"),
    ],
)
def test_a_wrong_card_file_is_refused_by_name(
    tmp_path: Path, wrong: str, right: str, complaint: str
) -> None:
    text = miniature()
    assert wrong in text
    with pytest.raises(CardError, match=re.escape(f"cards.toml: {complaint}")):
        with_cards(GAME, tmp_path, text.replace(wrong, right))
