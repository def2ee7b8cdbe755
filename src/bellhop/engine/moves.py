"""The moves of a game, declared once: a row for each kind of move.

A row says how moves of its kind are written, and lists what each of them may be about:

    (Move.PASS, "pass")
    (Move.PLACE, "place {}", CARD_NAMES)
    (Move.CHECK_IN, "check-in {} > {}", TABLE_NAMES, ROOM_NAMES)

The rows number all moves, the last argument running fastest.  From them come the names of the
moves, the first number of every kind, and the tables that lead from a number back to its kind and
its arguments.
"""

from enum import IntEnum
from itertools import product
from typing import Any, NamedTuple


class MoveTable(NamedTuple):
    """All moves of a game."""

    names: tuple[str, ...]
    kinds: tuple[int, ...]  # of each move
    arguments: tuple[tuple[int, ...], ...]  # of each move the first, the second …; 0 for none
    firsts: tuple[int, ...]  # of each kind the number of its first move
    ends: tuple[int, ...]  # and the number after its last


def declare_moves(kinds: type[IntEnum], *rows: tuple[Any, ...]) -> MoveTable:
    """The moves that rows of (kind, text, names of the first argument, of the second, …) list."""
    if [row[0] for row in rows] != list(kinds):
        raise ValueError(f"{kinds.__name__}: a row for each kind is wanted, in the same order")
    names: list[str] = []
    numbers: list[tuple[int, ...]] = []
    ends: list[int] = []
    most = max(len(row) - 2 for row in rows)
    for kind, text, *choices in rows:
        for chosen in product(*(range(len(choice)) for choice in choices)):
            about = (choice[i] for choice, i in zip(choices, chosen, strict=True))
            names.append(text.format(*about))
            numbers.append((int(kind), *chosen, *(0 for _ in range(most - len(chosen)))))
        ends.append(len(names))
    if len(set(names)) < len(names):
        raise ValueError(f"{kinds.__name__}: two moves are written alike")
    move_kinds, *arguments = zip(*numbers, strict=True)
    return MoveTable(tuple(names), move_kinds, tuple(arguments), (0, *ends[:-1]), tuple(ends))
