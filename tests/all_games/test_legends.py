"""The legend of every game: it explains every symbol that the table can draw, in every language."""

import re

import pytest

from bellhop.drawing.pages import draw_legend, draw_symbols
from bellhop.engine.game import Game
from bellhop.engine.words import LANGUAGES
from bellhop.games import GAMES

SYMBOL = re.compile(r'<symbol id="((?:icon|guest|room)-[a-z-]+)"')


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_symbol_is_explained(game: Game, language: str) -> None:
    drawn = SYMBOL.findall(draw_symbols(game))
    legend = draw_legend(game, game.words(language))
    assert drawn
    assert [name for name in drawn if f'href="#{name}"' not in legend and "-die-" not in name] == []
    said = re.findall("<dd>(.*?)</dd>", legend)
    assert all(said)
    assert len(set(said)) == len(said)
