"""Seats: players have the numbers from 0 on; everybody who has no seat has a name here."""

from typing import Protocol

NOBODY = -1  # on turn when the game is over; answers where the rules go on by themselves
SPECTATOR = NOBODY  # whoever watches sits nowhere


class HasTurn(Protocol):
    """Any position."""

    turn: int  # the seat to move, or NOBODY


def is_over(game: HasTurn) -> bool:
    """Is nobody left to move?"""
    return game.turn == NOBODY
