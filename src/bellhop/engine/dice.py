"""Chance: a dice word inside every game, rolled by the rules.

Multiply with carry: no step leaves 63 bits, so that Python's unbounded integers and the machine's
agree (signed overflow is undefined in compiled code).
"""

from typing import Protocol

from bellhop.engine.errors import BellhopError

LOW_32 = (1 << 32) - 1
CARRY = 1832779863  # CARRY << 32 and CARRY << 31 are each a prime plus one
WORD_BITS = 62  # 30 bits of carry above 32 bits of value


class HasDice(Protocol):
    """Anything with a dice word: every game's position."""

    dice: int


def check_seed(seed: int) -> None:
    """Refuse a seed that the dice cannot hold."""
    if not 0 <= seed < 1 << WORD_BITS:
        raise BellhopError("seed", bits=WORD_BITS, seed=seed)


def shake(game: HasDice, seed: int) -> None:
    """Start the dice from a seed of at most 62 bits."""
    low = scramble(seed & LOW_32)
    high = scramble((seed >> 32) + low & LOW_32)
    set_dice(game, high >> 2 << 32 | scramble(low + 1 & LOW_32))


def set_dice(game: HasDice, word: int) -> None:
    """Put a given dice word of 62 bits into the game; zero alone would never roll anything else."""
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
