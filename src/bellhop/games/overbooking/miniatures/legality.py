"""Overbooking's legal moves, reduced: nobody declines, and some hotels stay empty.

`twin.interpreted` binds `legality`, `preparation` and `vocabulary` of the game with a miniature's
cards.
"""

from typing import Any

from bellhop.engine.parts import UNBOUND
from bellhop.engine.records import Cells

legality: Any = UNBOUND
preparation: Any = UNBOUND
vocabulary: Any = UNBOUND


def legal(game: Any, mask: Cells) -> int:
    """The moves of the real rules, without declining and without hotels that must stay empty."""
    legality.legal(game, mask)
    mask[vocabulary.DECLINE] = 0
    moves = 2 * vocabulary.KINDS
    for number in range(game.seats):
        rule = preparation.rule_of(game, game.hotels[number])
        if rule == vocabulary.HotelRule.NO_BACK_DOOR:
            for move in range(number * moves, (number + 1) * moves):
                mask[vocabulary.PLAY + move] = 0
    return sum(mask)
