"""Grand Austria Hotel as a page, the plainest that works: the table in lines, a button per move."""

from collections.abc import Sequence
from typing import Any

from bellhop.drawing.text.grand_austria_hotel import draw_text
from bellhop.engine.words import Words
from bellhop.grand_austria_hotel import GAME
from bellhop.grand_austria_hotel.speech import say_move
from bellhop.grand_austria_hotel.state import Position


def context(words: Words, seen: Position, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """What the template draws for a seat, or SPECTATOR."""
    on_turn = 0 <= seat < seen.seats and seat == seen.turn
    moves = GAME.legal_moves(seen) if on_turn else []
    return {
        "lines": [line for line in draw_text(words, seen, seat, names).splitlines() if line],
        "buttons": {_button(move): say_move(words, seen, move) for move in moves},
    }


def path(_seen: Position, move: int) -> tuple[str, ...]:
    """What to touch for a move: its button."""
    return (_button(move),)


def _button(move: int) -> str:
    return f"move-{move}"
