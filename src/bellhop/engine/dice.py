"""Randomness: every position holds a dice word, the state of the generator that the rules roll.

The generator is multiply-with-carry.  No intermediate result exceeds 63 bits, so Python's unbounded
integers and machine integers agree (signed overflow is undefined in compiled code).
"""

from typing import Protocol

from bellhop.engine.errors import BellhopError

LOW_32 = (1 << 32) - 1
CARRY = 1832779863  # CARRY << 32 and CARRY << 31 are each a prime plus one
WORD_BITS = 62  # 30 bits of carry above 32 bits of value


class HasDice(Protocol):
    """Anything with a dice word, such as any position."""

    dice: int


def check_seed(seed: int) -> None:
    """Refuse a seed that does not fit into a dice word."""
    if not 0 <= seed < 1 << WORD_BITS:
        raise BellhopError("seed", bits=WORD_BITS, seed=seed)


def shake(game: HasDice, seed: int) -> None:
    """Initialise the dice from a seed of at most 62 bits."""
    low = scramble(seed & LOW_32)
    high = scramble((seed >> 32) + low & LOW_32)
    set_dice(game, high >> 2 << 32 | scramble(low + 1 & LOW_32))


def set_dice(game: HasDice, word: int) -> None:
    """Set the dice word, 62 bits; zero becomes 1, because the generator would stay at zero."""
    game.dice = word if word > 0 else 1


def scramble(word: int) -> int:
    """A hash from 32 bits to 32 bits."""
    word = (word ^ word >> 16) * 0x45D9F3B & LOW_32
    word = (word ^ word >> 16) * 0x45D9F3B & LOW_32
    return word ^ word >> 16


def roll(game: HasDice, sides: int) -> int:
    """A random number from 0 to sides - 1."""
    game.dice = CARRY * (game.dice & LOW_32) + (game.dice >> 32)
    return ((game.dice ^ game.dice >> 32) & LOW_32) * sides >> 32
