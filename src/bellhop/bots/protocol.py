"""The lines of the bot protocol, which docs/protocol.md specifies.

A referee writes commands to a bot's standard input, and reads answers from its standard output.
"""

import math
import shlex
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.engine.records import Position

VERSION = 1
SEPARATOR = "; "  # between the names of moves
NUMBERS = ("share", "margin", "tries")  # what a bot may say about its move
SHOWN = 60  # characters of a wrong line that are quoted


class Violation(PlainError):
    """A bot did not keep to the protocol or its limits; the text says how."""


@dataclass(frozen=True)
class Command:
    """How to start a bot: the words of its command line, and its options."""

    words: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> "Command":
        """Split a text such as `./mybot --fast simulations=400`; NAME=VALUE is an option."""
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise PlainError(f"{text!r} is not a command ({error})") from None
        options = dict(word.split("=", 1) for word in words if is_option(word))
        return cls(tuple(word for word in words if not is_option(word)), options)


def is_option(word: str) -> bool:
    """Is a word of a command an option of the bot, such as simulations=400?"""
    name, equals, _ = word.partition("=")
    return bool(equals) and name.replace("-", "_").isidentifier()


@dataclass(frozen=True)
class Answer:
    """A bot's move, and what it said about it."""

    move: int
    numbers: Mapping[str, float] = field(default_factory=dict)


def new_game(game: Game, seen: Position, seat: int, seed: int) -> str:
    """The command that begins a game."""
    options = " ".join(f"{name}={value}" for name, value in game.options_of(seen).items())
    return f"newgame {game.name} seats {seen.seats} seat {seat} seed {seed} options {options}"


def think(game: Game, seen: Position, seconds: float, clock: float | None) -> list[str]:
    """The commands that ask for a move; the limits are the seconds per move, and those left."""
    names = SEPARATOR.join(game.moves[move] for move in game.legal_moves(seen))
    limits = f"movetime {math.floor(1000 * seconds)}"
    if clock is not None:
        limits += f" clock {math.floor(1000 * clock)}"
    return [f"position {game.write(seen)}", f"moves {names}", f"go {limits}"]


def game_over(points: Iterable[int]) -> str:
    """The line at the end of a game, with the points of all seats."""
    return " ".join(["gameover", *map(str, points)])


def read_move(game: Game, seen: Position, name: str) -> int:
    """The move after `bestmove`, which must be one of the legal moves."""
    legal = {game.moves[move]: move for move in game.legal_moves(seen)}
    if name not in legal:
        known = "an illegal move" if name in game.moves else "a move that does not exist"
        raise Violation(f"chose {known}: {quote(name)}")
    return legal[name]


def read_numbers(words: Iterable[str]) -> dict[str, float]:
    """The numbers after `info`: pairs of a name and a number; unknown names are left out."""
    given = list(words)
    with suppress(ValueError):
        pairs = list(zip(given[::2], map(float, given[1::2]), strict=True))
        if all(math.isfinite(value) for _, value in pairs):
            return {name: value for name, value in pairs if name in NUMBERS}
    raise Violation(f"gave info that is not pairs of name and number: {quote(given)}")


def quote(said: object, length: int = SHOWN) -> str:
    """What a bot said, for a message: one short line of printable characters."""
    text = " ".join(said) if isinstance(said, list) else str(said)
    shown = "".join(c if c.isprintable() else "�" for c in text)
    return f"“{shown if len(shown) <= length else shown[:length] + '…'}”"
