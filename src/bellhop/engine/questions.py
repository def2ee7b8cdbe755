"""A small stack inside the position: questions awaiting an answer, and work the rules have planned.

A rule that needs an answer calls `ask` for a seat and stops; the legal moves are then the answers.
Work that follows the answer is put on the stack with `plan` before the question, and so lies below
it.  Long chains (a reward that brings a reward that asks) unwind without recursion.
"""

from typing import Protocol

from bellhop.engine.records import Record, Rows, int8, record
from bellhop.engine.seats import NOBODY


@record
class Question(Record):
    """An entry of the stack: a question to a seat, or planned work if the seat is NOBODY."""

    what = int8()
    seat = int8()
    a = int8()  # a and b: arguments, whose meaning depends on the game
    b = int8()


class HasQuestions(Protocol):
    """Any position with a stack."""

    asked: int  # number of entries on the stack
    questions: Rows[Question]


def ask(game: HasQuestions, what: int, seat: int, a: int, b: int) -> None:
    """Ask a seat a question; the entries below wait until it is answered."""
    entry = game.questions[game.asked]
    entry.what = what
    entry.seat = seat
    entry.a = a
    entry.b = b
    game.asked += 1


def plan(game: HasQuestions, what: int, a: int, b: int) -> None:
    """Put work on the stack, to be done when everything above it is finished."""
    ask(game, what, NOBODY, a, b)


def top(game: HasQuestions) -> Question:
    """The entry on top of the stack."""
    return game.questions[game.asked - 1]


def close(game: HasQuestions) -> None:
    """Remove the top entry: the question is answered, or the work is being done."""
    game.asked -= 1
    entry = game.questions[game.asked]
    entry.what = 0
    entry.seat = 0
    entry.a = 0
    entry.b = 0


def is_asking(game: HasQuestions) -> bool:
    """Is the top entry a question?"""
    return game.asked > 0 and top(game).seat != NOBODY


def has_step(game: HasQuestions) -> bool:
    """Is the top entry planned work?"""
    return game.asked > 0 and top(game).seat == NOBODY
