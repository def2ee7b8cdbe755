"""Overbooking reduced to games that can be solved: the real rules, fewer moves, other cards.

Every hotel that carries the rule `no_back_door` stays empty, and nobody declines; a small back
means three beds or fewer.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from bellhop.engine import twin
from bellhop.engine.game import Game
from bellhop.engine.parts import Solved

from .. import GAME
from . import legality

FOLDER = Path(__file__).parent
CHAPTERS = ("legality", "preparation", "vocabulary")


def _solved(table: dict[str, Any]) -> Solved:
    return Solved(value=table["value"], deals=tuple(table["deals"]))


SOLVED: Mapping[str, Solved] = {
    name: _solved(table)
    for name, table in tomllib.loads((FOLDER / "solved.toml").read_text("utf-8")).items()
}


@cache
def open_miniature(name: str) -> Game[Any]:
    """A game that can be solved, next to the real one."""
    whole = GAME.with_cards(FOLDER / f"{name}.toml")
    chapters = {chapter: vars(whole.rules)[chapter] for chapter in CHAPTERS}
    rules = twin.interpreted(legality, whole.rules, **chapters).loops
    vars(rules).update({**vars(whole.rules), "legal": rules.legal, "__name__": legality.__name__})
    return replace(whole, rules=rules, opened_by=(open_miniature, name))
