"""Imagining deals without playing on, to measure its cost."""

from typing import Any

from bellhop.bots.rollouts import dice_word
from bellhop.engine.playout import rules


def imagine_many(seen: Any, world: Any, deals: int, key: int) -> None:
    """Imagine a number of deals."""
    for number in range(deals):
        world[0] = seen
        rules.imagine(world[0], dice_word(key, number))
