"""Cached pieces of drawings always equal what would be drawn now."""

import random

import pytest

from bellhop.drawing import environments
from bellhop.drawing.environments import Pieces
from bellhop.drawing.pages import draw_html
from bellhop.engine.game import Game
from bellhop.engine.seats import is_over
from bellhop.engine.words import LANGUAGES
from bellhop.games import GAMES
from support import moments

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
NAMES = (("Ann", "Bob", "Cid"), ("Cid", "Ann", "Bo"))


@every_game
def test_cached_pieces_are_identical_to_new_drawings(game: Game) -> None:
    """Two tables of three, read in three languages in turn, share what they can and no more."""
    chance, checked = random.Random(7), 0
    while checked < 5:
        checked += check_pieces(game, chance)


def check_pieces(game: Game, chance: random.Random) -> int:
    """Play at both tables to the end; return how often a piece was reused."""
    tables = [game.new(3, seed=chance.getrandbits(30)) for _ in NAMES]
    checked = 0
    while any(not is_over(table) for table in tables):
        for table, names in zip(tables, NAMES, strict=True):
            if is_over(table):
                continue
            game.play(table, chance.choice(game.legal_moves(table)))
            words, seat = game.words(chance.choice(LANGUAGES)), chance.randrange(-1, 3)
            drawn = draw_html(game, words, game.show(table, seat), seat, names)
            if chance.random() < 0.1:
                before, environments._pieces = environments._pieces, Pieces()
                assert draw_html(game, words, game.show(table, seat), seat, names) == drawn
                environments._pieces = before
                checked += 1
    return checked


def test_the_number_of_cached_pieces_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environments, "MAX_PIECES", 10)
    monkeypatch.setattr(environments, "_pieces", Pieces())
    game = GAMES[0]
    for position, _ in moments(game, seed=3):
        draw_html(
            game, game.words("en"), game.show(position, 0), 0, ["Ann", "Bob", "Cid", "Dee", "Eve"]
        )
        assert len(environments._pieces) <= 10
