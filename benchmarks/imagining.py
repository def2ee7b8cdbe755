"""Imagining alone, over and over: what a deal costs without the game played on it."""

from typing import Any

from bellhop.bots.rollouts import dice_word
from bellhop.engine.playout import rules


def imagine_many(seen: Any, world: Any, deals: int, key: int) -> None:
    """Imagine so many deals."""
    for number in range(deals):
        world[0] = seen
        rules.imagine(world[0], dice_word(key, number))
