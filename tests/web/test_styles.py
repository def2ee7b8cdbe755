"""The styles of other pages that a table loads do not touch what belongs to a game."""

import re
from importlib.resources import files

import pytest

from bellhop.engine.game import Game
from bellhop.games import GAMES

STATIC = files("bellhop.web") / "static"
SHARED = ("style.css", "games.css", "play.css", "log.css")  # what all tables are made of
ELSEWHERE = ("coach.css", "handbook.css", "learn.css")


def styled(*sheets: str) -> set[str]:
    """The classes that style sheets name."""
    text = "".join((STATIC / sheet).read_text("utf-8") for sheet in sheets)
    selectors = re.sub(r"/\*.*?\*/|\{[^{}]*\}", "", text, flags=re.DOTALL)
    return set(re.findall(r"\.([a-z][\w-]*)", selectors))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_class_of_a_game_means_nothing_elsewhere(game: Game) -> None:
    """A curve of the analysis was called a plot, and made the building sites 26 % of the screen."""
    template = (game.folder / "page" / "table.html").read_text("utf-8")
    words = " ".join(re.findall(r'class="([^"]*)"', re.sub(r"{{.*?}}", " ", template)))
    used = set(re.findall(r"[a-z][\w-]*", words))
    assert len(used) > 5
    assert used & styled(*ELSEWHERE) <= styled(*SHARED)
