"""Errors that programs get when they play."""

from typing import Any

from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import SPECTATOR, is_over

ILLEGAL_REWARD = -1.0
ON_ILLEGAL = ("refuse", "raise")  # what Gymnasium's environments do about an illegal action
MAX_ILLEGAL = 100  # in a row, before a game is truncated
MAX_LISTED_MOVES = 12  # in an error message


class IllegalAction(PlainError, ValueError):
    """An action is not legal now; nothing was changed."""


def check_seat(seats: int, seat: int) -> None:
    """Refuse a seat that does not exist: compiled rules would read beyond the array."""
    if not SPECTATOR <= seat < seats:
        raise PlainError(f"seats are 0 to {seats - 1}, or {SPECTATOR} for a spectator, not {seat}")


def check_learner(seats: int, seat: int | None) -> None:
    """Refuse a seat for the learner that does not exist; None lets it vary."""
    if seat is not None and not 0 <= seat < seats:
        raise PlainError(f"seats are 0 to {seats - 1}, not {seat}")


def check_actions(given: Any, games: int) -> None:
    """Refuse an array that is not one integer per game."""
    if given.dtype.kind not in "iu":
        raise TypeError(f"actions must be integers, not {given.dtype}")
    if given.shape != (games,):
        raise ValueError(f"expected {games} actions, not an array of shape {given.shape}")


def check_illegal(illegal: str, max_illegal: int) -> None:
    """Refuse unknown ways to treat illegal actions."""
    if illegal not in ON_ILLEGAL:
        raise PlainError(f"illegal must be {' or '.join(ON_ILLEGAL)}, not {illegal!r}")
    if max_illegal < 1:
        raise PlainError(f"max_illegal must be at least 1, not {max_illegal}")


def say_illegal(game: Game, position: Position, move: int, where: str = "") -> str:
    """Why an action is illegal, and which ones are legal."""
    legal = game.legal_moves(position) if not is_over(position) else []
    if not legal:
        wrong = f"action {move} comes after the end of the game."
    elif not 0 <= move < len(game.moves):
        wrong = f"action {move} does not exist: actions are 0 to {len(game.moves) - 1}."
    else:
        reason = game.rules.why_not(position, move)
        why = game.say_refusal(game.words("en"), reason)
        rule = game.cite_rule("en", reason)
        wrong = f"action {move} ({game.moves[move]}) is refused: {why} ({rule})"
    names = [f"{number} ({game.moves[number]})" for number in legal[:MAX_LISTED_MOVES]]
    more = len(legal) - len(names)
    allowed = ", ".join(names) + (f" and {more} more" if more else "") or "nothing"
    return f"{game.title}{where}: {wrong} Allowed: {allowed}"
