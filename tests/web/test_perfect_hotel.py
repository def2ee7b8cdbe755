"""The table of Perfect Hotel as it is drawn: the cards of the supply, and the windows of hotels."""

import re
from html import unescape

from bellhop.drawing.pages import draw_html
from bellhop.games.perfect_hotel import GAME
from bellhop.games.perfect_hotel.rules.vocabulary import (
    PLAIN,
    STARRED,
    TAG_NAMES,
    TOURIST,
    floor_card,
)

NAMES = ("Anna", "Ben", "Kim")
POOL, BEDROOM = TAG_NAMES.index("8"), TAG_NAMES.index("10")


def test_a_starred_card_of_the_supply_shows_its_value_too() -> None:
    game = GAME.new(3, seed=1)
    game.supply[floor_card(POOL, STARRED)] = game.supply[floor_card(POOL, PLAIN)] = 1
    board = unescape(draw_html(GAME, GAME.words("en"), GAME.show(game, 0), 0, NAMES)["board"])
    chips = dict(re.findall(r'<span id="(supply-[^"]*)"[^>]*>(.*?)</span>', board))
    assert chips["supply-8-0"] == "8"
    assert re.sub("<.*?>", "", chips["supply-8s-0"]) == "8★"


def test_the_windows_of_a_floor_are_in_its_rows() -> None:
    game = GAME.new(3, seed=1)
    me = game.players[1]
    me.height, me.storeys[0] = 1, BEDROOM
    floor = me.floors[BEDROOM]
    floor.cards, floor.starred, floor.tourists, floor.rows = 8, 2, 1, 3
    board = unescape(draw_html(GAME, GAME.words("en"), GAME.show(game, 0), 0, NAMES)["board"])
    rows = re.findall(r"<span>((?:<i id=\"window-.*?</i>)+)</span>", board, re.DOTALL)
    assert [row.count("<i id=") for row in rows] == [2, 3, 3]
    ids = re.findall(r'id="(window-[^"]*)"', board)
    assert ids == [f"window-1-10-{number + 1}" for number in range(8)]
    assert board.count("★") == 2


def test_tourists_of_a_player_are_a_symbol_with_their_number() -> None:
    game = GAME.new(3, seed=1)
    game.players[0].hand[TOURIST] = 2
    words, seen = GAME.words("en"), GAME.show(game, 0)
    players = unescape(draw_html(GAME, words, seen, 0, NAMES)["players"])
    assert '<span class="with-icon" title="2 tourists">' in players
    shown = re.sub(r'<span class="visually-hidden">.*?</span>', "", players)
    assert ">2 tourists<" not in shown
    assert '<b aria-hidden="true">2</b>' in shown
