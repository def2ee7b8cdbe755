"""What goes wrong when a program plays."""

from typing import Any

from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import SPECTATOR, is_over

ILLEGAL_REWARD = -1.0
MOST_NAMED = 12  # moves that a message lists


class IllegalAction(PlainError, ValueError):
    """An action that the rules do not allow now; nothing was changed."""


def check_seat(seats: int, seat: int) -> None:
    """Refuse whoever neither sits at the table nor watches: compiled rules would look elsewhere."""
    if not SPECTATOR <= seat < seats:
        raise PlainError(f"seats are 0 to {seats - 1}, or {SPECTATOR} to watch, not {seat}")


def check_actions(given: Any, games: int) -> None:
    """Refuse an array that is not one whole number for each game."""
    if given.dtype.kind not in "iu":
        raise TypeError(f"actions are whole numbers, not {given.dtype}")
    if given.shape != (games,):
        raise ValueError(f"{games} actions are wanted, not an array of {given.shape}")


def say_illegal(game: Game, position: Position, move: int, where: str = "") -> str:
    """What was wrong with an action, and what is allowed."""
    legal = game.legal_moves(position) if not is_over(position) else []
    if not legal:
        wrong = f"action {move} comes after the end of the game."
    elif not 0 <= move < len(game.moves):
        wrong = f"action {move} does not exist: actions are 0 to {len(game.moves) - 1}."
    else:
        reason = game.rules.why_not(position, move)
        why = game.say_refusal(game.words("en"), reason)
        wrong = f"action {move} ({game.moves[move]}) is refused: {why}"
    names = [f"{number} ({game.moves[number]})" for number in legal[:MOST_NAMED]]
    more = len(legal) - len(names)
    allowed = ", ".join(names) + (f" and {more} more" if more else "") or "nothing"
    return f"{game.title}{where}: {wrong} Allowed: {allowed}"
