"""Dice that nobody can predict, choose or tamper with, and that everyone can verify afterwards.

Before a game the table publishes the SHA-256 of a secret; then every seat adds its own nonce.  Each
row of the log gets a fresh dice word, the HMAC-SHA256 of the nonces and the row number under the
secret, so past rolls reveal nothing about the next one.  When the game is over the secret is
published, and anyone can recompute every word.
"""

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass

from bellhop.engine.dice import WORD_BITS
from bellhop.engine.errors import BellhopError

NONCE = re.compile(r"[0-9a-f]{8,64}")
SECRET = re.compile(r"[0-9a-f]{64}")


def new_secret() -> str:
    """A new secret of 256 bits, in hexadecimal."""
    return secrets.token_hex(32)


def new_nonce() -> str:
    """A random nonce, for a seat that has not chosen one."""
    return secrets.token_hex(8)


def check_nonce(nonce: str) -> str:
    """The nonce itself; an invalid one is refused."""
    if not NONCE.fullmatch(nonce):
        raise BellhopError("nonce", nonce=nonce)
    return nonce


def commitment(secret: str) -> str:
    """The SHA-256 of a secret, published before the game."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


@dataclass(frozen=True)
class Shaker:
    """Computes the dice word of every row of one game."""

    secret: str
    nonces: tuple[str, ...]

    def __post_init__(self) -> None:
        if not SECRET.fullmatch(self.secret):
            raise BellhopError("secret")
        for nonce in self.nonces:
            check_nonce(nonce)

    def word(self, row: int) -> int:
        """The dice word for a row of the log; row 0 is the deal."""
        message = "\n".join(["bellhop dice", *self.nonces, str(row)])
        digest = hmac.digest(bytes.fromhex(self.secret), message.encode(), hashlib.sha256)
        return int.from_bytes(digest[:8], "big") >> (64 - WORD_BITS)


def check_commitment(shown: str, secret: str) -> None:
    """Refuse a secret that is not the one committed to."""
    if not SECRET.fullmatch(secret):
        raise BellhopError("secret")
    if not shown.isascii() or not hmac.compare_digest(shown, commitment(secret)):
        raise BellhopError("commitment")


def fresh_shaker(seats: int) -> Shaker:
    """A shaker with a new secret and a random nonce for every seat."""
    return Shaker(new_secret(), tuple(new_nonce() for _ in range(seats)))
