"""The moves of a game, declared once: a row for each kind of move.

A row gives the notation of its kind of move and lists the possible values of each argument:

    (Move.PASS, "pass")
    (Move.PLACE, "place {}", CARD_NAMES)
    (Move.CHECK_IN, "check-in {} > {}", TABLE_NAMES, ROOM_NAMES)

Moves are numbered in the order of the rows; the last argument varies fastest.  The rows give the
names of the moves, the first number of every kind, and the lookup from a move's number back to its
kind and its arguments.
"""

from enum import IntEnum
from itertools import product
from typing import Any, NamedTuple


class MoveTable(NamedTuple):
    """All moves of a game."""

    names: tuple[str, ...]
    kinds: tuple[int, ...]  # by move
    arguments: tuple[tuple[int, ...], ...]  # by argument, then by move; 0 if absent
    firsts: tuple[int, ...]  # by kind: the number of its first move
    ends: tuple[int, ...]  # by kind: the number after its last move


def declare_moves(kinds: type[IntEnum], *rows: tuple[Any, ...]) -> MoveTable:
    """All moves, from rows of (kind, notation, names of the first argument, of the second …)."""
    if [row[0] for row in rows] != list(kinds):
        raise ValueError(f"{kinds.__name__}: expected one row per kind, in the same order")
    names: list[str] = []
    numbers: list[tuple[int, ...]] = []
    ends: list[int] = []
    max_arguments = max(len(row) - 2 for row in rows)
    for kind, text, *choices in rows:
        for chosen in product(*(range(len(choice)) for choice in choices)):
            values = (choice[i] for choice, i in zip(choices, chosen, strict=True))
            names.append(text.format(*values))
            numbers.append((int(kind), *chosen, *(0 for _ in range(max_arguments - len(chosen)))))
        ends.append(len(names))
    if len(set(names)) < len(names):
        raise ValueError(f"{kinds.__name__}: two moves have the same notation")
    move_kinds, *arguments = zip(*numbers, strict=True)
    return MoveTable(tuple(names), move_kinds, tuple(arguments), (0, *ends[:-1]), tuple(ends))
