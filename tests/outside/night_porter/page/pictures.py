"""The pictures in Night Porter's rules: a table in mid-game, and one at the end."""

import random
from collections.abc import Sequence

from markupsafe import Markup

from bellhop.drawing.pages import draw
from bellhop.drawing.pictures import freeze, score_table
from bellhop.engine.seats import SPECTATOR, is_over
from bellhop.engine.telling import listening
from bellhop.engine.words import Words

from .. import GAME
from ..rules.state import Position
from ..rules.vocabulary import MOVE_KIND, Move

PLAYED_GAME = 24  # the seed of a random game that makes a good example
SHOWN_AFTER = 7  # moves


def list_cards(_words: Words) -> dict[str, str]:
    """None: the handbook's text has no lists of cards."""
    return {}


def draw_pictures(words: Words, names: Sequence[str]) -> dict[str, Markup]:
    """All pictures, by name."""
    game: Position = GAME.new(3, seed=PLAYED_GAME)
    chance = random.Random(PLAYED_GAME)
    for _ in range(SHOWN_AFTER):
        _play(game, chance)
    seat = game.turn
    table = draw(GAME, words, GAME.view(game, seat), seat, names)
    with listening() as story:
        while not is_over(game):
            _play(game, chance)
    end = draw(GAME, words, GAME.view(game, SPECTATOR), SPECTATOR, names)
    return {
        "table": freeze(
            "night-porter",
            *(getattr(table.macros, part)(table.context) for part in ("board", "hand")),
        ),
        "score": freeze("night-porter", end.macros.board(end.context))
        + score_table(GAME, words, names, story),
    }


def _play(game: Position, chance: random.Random) -> None:
    """Make a random move, which hangs a key more often than it hides one."""
    moves = GAME.legal_moves(game)
    weights = [3 if MOVE_KIND[move] == Move.HANG else 1 for move in moves]
    GAME.play(game, chance.choices(moves, weights)[0])
