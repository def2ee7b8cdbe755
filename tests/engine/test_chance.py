"""Dice inside the state, and fair dice for real tables."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellhop.engine.dice import CARRY, roll, scramble, set_dice, shake
from bellhop.engine.errors import BellhopError
from bellhop.engine.fairness import Shaker, check_commitment, commitment, fresh_shaker
from bellhop.engine.records import Record, int64, record


@record
class Cup(Record):
    """Dice and nothing else."""

    dice = int64()


@given(st.integers(0, 2**62 - 1), st.integers(1, 1000))
def test_every_step_stays_inside_63_bits(seed: int, sides: int) -> None:
    cup = Cup()
    shake(cup, seed)
    for _ in range(50):
        assert 0 < cup.dice < CARRY << 32 < 1 << 63
        assert 0 <= roll(cup, sides) < sides


@given(st.integers(0, 2**32 - 1))
def test_scrambling_stays_inside_32_bits(word: int) -> None:
    assert 0 <= scramble(word) < 1 << 32


def test_every_side_is_equally_likely() -> None:
    cup = Cup()
    shake(cup, 5)
    counts = Counter(roll(cup, 6) for _ in range(60_000))
    assert (
        sum((counts[side] - 10_000) ** 2 / 10_000 for side in range(6)) < 20.5
    )  # 0.1 %, 5 degrees


def test_first_rolls_of_neighbouring_seeds_are_unrelated() -> None:
    cup = Cup()
    pairs: Counter[tuple[int, int]] = Counter()
    for seed in range(36_000):
        shake(cup, seed)
        pairs[roll(cup, 6), roll(cup, 6)] += 1
    assert sum((pairs[a, b] - 1_000) ** 2 / 1_000 for a in range(6) for b in range(6)) < 66.6  # 35


def test_seeds_beyond_32_bits_differ() -> None:
    words = set()
    for seed in (1, 1 << 32 | 1, 1 << 40 | 1, 1 << 61 | 1):
        cup = Cup()
        shake(cup, seed)
        words.add(cup.dice)
    assert len(words) == 4


def test_a_word_of_zero_still_rolls() -> None:
    cup = Cup()
    set_dice(cup, 0)
    assert len({roll(cup, 100) for _ in range(20)}) > 5


SECRET = "ab" * 32
NONCES = ("0011223344556677", "8899aabbccddeeff")


def test_words_depend_on_secret_nonces_and_row() -> None:
    words = {
        Shaker(secret, nonces).word(row)
        for secret in (SECRET, "cd" * 32)
        for nonces in (NONCES, NONCES[::-1], NONCES[:1])
        for row in range(50)
    }
    assert len(words) == 300
    assert all(0 <= word < 1 << 62 for word in words)
    assert Shaker(SECRET, NONCES).word(3) == 1821275785032902863  # as openssl computes it


def test_the_commitment_binds() -> None:
    shown = commitment(SECRET)
    check_commitment(shown, SECRET)
    with pytest.raises(BellhopError, match="is not the one sealed before the game"):
        check_commitment(shown, "cd" * 32)
    with pytest.raises(BellhopError, match="64 hexadecimal digits"):
        check_commitment(shown, "nonsense")


def test_bad_secrets_and_nonces_are_refused() -> None:
    with pytest.raises(BellhopError, match="A secret is 64 hexadecimal digits"):
        Shaker("12", NONCES)
    with pytest.raises(BellhopError, match="A nonce is 8 to 64 hexadecimal digits, not “Ann”"):
        Shaker(SECRET, ("Ann",))


def test_fresh_shakers_differ() -> None:
    assert fresh_shaker(3) != fresh_shaker(3)
    assert len(set(fresh_shaker(3).nonces)) == 3
