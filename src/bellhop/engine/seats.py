"""Seats: players are numbered from 0; the constants here stand for anyone without a seat."""

from typing import Protocol

NOBODY = -1  # whose turn it is when the game is over or the rules act on their own
SPECTATOR = NOBODY  # someone watching, without a seat


class HasTurn(Protocol):
    """Any position."""

    turn: int  # the seat whose turn it is, or NOBODY


def is_over(game: HasTurn) -> bool:
    """Is the game over?"""
    return game.turn == NOBODY
