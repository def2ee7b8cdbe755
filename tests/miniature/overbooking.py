"""Overbooking reduced to games that can be solved: the real rules, fewer moves, other cards."""

import sys
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bellhop.engine import twin
from bellhop.engine.game import Game
from bellhop.games.overbooking import GAME
from miniature import restricted

CHAPTERS = ("legality", "preparation", "vocabulary")


class Miniature(NamedTuple):
    """A game with one crest; a small back means three beds or fewer."""

    deck: tuple[tuple[int, int], ...]  # beds and coins of each card
    hotels: tuple[int, ...]  # beds of each
    line: int
    back_door: int
    value: float  # for the first player, exact


SMALL_DECK = ((1, 1), (2, 2), (4, 2), (6, 3))
LARGE_DECK = ((1, 1), (2, 2), (3, 3), (4, 2), (5, 1), (6, 3))
MINIATURES = {
    "A": Miniature(SMALL_DECK, (7,), 3, 1, 0.531250),
    "B": Miniature(SMALL_DECK, (5, 6), 3, 1, -0.083333),
    "C": Miniature(LARGE_DECK, (8,), 4, 2, 0.149751),
}
POWERS = {1: ("join_line", 0), 2: ("add_beds", 3), 6: ("add_beds", -3)}


def make_cards(mini: Miniature) -> str:
    """Write a card file; a rule marks the hotels that `restricted` keeps empty."""
    text = f"""
[game]
players = 2
rounds = 1
dealt = 3
drawn = 0
plays = 2
line = {mini.line}
back_door = {mini.back_door}
long_line = {mini.line}
small = 3
tie_coins = 9
[[crest]]
id = "bird"
name = "bird"
[[coins]]
id = "as printed"
[[bonus]]
id = "none"
points = [{", ".join("0" for _ in range(len(mini.deck) + 1))}]
[[hotels]]
id = "miniature"
"""
    for beds, coins in mini.deck:
        power, added = POWERS.get(beds, ("add_beds", 0))
        text += f'[[guest]]\nid = "guest{beds}"\nbeds = {beds}\npower = "{power}"\n'
        text += f'beds_added = {added}\nreplaces = ""\n'
        text += f'[[card]]\nid = "guest{beds}:bird"\ncoins = [{coins}]\n'
    for number in range(2):
        exists = number < len(mini.hotels)
        beds, rule = (mini.hotels[number], "none") if exists else (0, "no_back_door")
        for side in "ab":
            text += f'[[hotel]]\nid = "{number}{side}"\nset = "miniature"\n'
            text += f'beds = {beds}\nrule = "{rule}"\n'
    return text


@cache
def miniature(name: str) -> Game:
    """A game that can be solved, next to the real one."""
    with tempfile.TemporaryDirectory() as folder:
        cards = Path(folder) / "cards.toml"
        cards.write_text(make_cards(MINIATURES[name]), "utf-8")
        whole = GAME.with_cards(cards)
    chapters = {chapter: sys.modules[f"{whole.package}.rules.{chapter}"] for chapter in CHAPTERS}
    rules = twin.interpreted(restricted, whole.rules, **chapters).loops
    vars(rules).update({**vars(whole.rules), "legal": rules.legal, "__name__": restricted.__name__})
    return replace(whole, rules=rules)
