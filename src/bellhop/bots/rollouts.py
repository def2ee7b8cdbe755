"""Simulations: playing on from an imagined deal, by advice or at random.

`rules` and `advice` are bound by `twin.interpreted` or `twin.compiled`.
"""

from typing import Any

from bellhop.engine.dice import LOW_32, roll, scramble
from bellhop.engine.parts import UNBOUND, Advice
from bellhop.engine.playout import choose_any, rules
from bellhop.engine.records import Cells, Position

NO_MOVE = -1  # in place of a move: none was found so far

advice: Advice = UNBOUND


def best_rated(seen: Position, mask: Cells) -> int:
    """The legal move with the best rating; the first one in case of a tie."""
    rules.legal(seen, mask)
    best = NO_MOVE
    highest = 0.0
    for move in range(len(mask)):
        if mask[move]:
            rating = advice.rate(seen, move)
            if best == NO_MOVE or rating > highest:
                best = move
                highest = rating
    return best


def play_on(game: Position, start: Position, mask: Cells, wild: int) -> None:
    """Play until the advice says to stop, with `wild` percent of random moves."""
    while not advice.has_seen_enough(game, start):
        if wild >= 100 or (wild > 0 and roll(game, 100) < wild):
            rules.play(game, choose_any(game, mask))
        else:
            rules.play(game, best_rated(game, mask))


def margin(game: Position, seat: int) -> int:
    """A seat's lead over its best opponent."""
    best = 0
    is_first = True
    for other in range(game.seats):
        if other != seat:
            worth = advice.worth(game, other)
            if is_first or worth > best:
                best = worth
            is_first = False
    return advice.worth(game, seat) - best


def dice_word(key: int, number: int) -> int:
    """The dice word of the imagined deal with this number; the key has 62 bits."""
    low = scramble((key & LOW_32) + number & LOW_32)
    high = scramble((key >> 32) + low & LOW_32)
    return high >> 2 << 32 | scramble(low + 1 & LOW_32)


def hash_words(words: Any, first: int, last: int, start: int) -> int:
    """A hash of 62 bits, never 0, of the words from `first` to `last` - 1."""
    low = start
    high = 0x5BD1E995
    for i in range(first, last):
        low = (low ^ words[i]) * 0x45D9F3B & LOW_32
        low ^= low >> 15
        high = (high + low ^ words[i]) * 0x2C1B3C6D >> 3 & LOW_32
    return scramble(high) >> 2 << 32 | scramble(low) | 1
