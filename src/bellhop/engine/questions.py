"""A small stack inside the state: what the rules wait for, and what they still have to do.

A rule that needs an answer `ask`s a seat and stops; the legal moves are then the answers.  What
comes after the answer was `plan`ned before the question and lies below it, so that long chains (a
reward that brings a reward that asks) unwind by themselves, without recursion.
"""

from typing import Protocol

from bellhop.engine.records import Record, Rows, int8, record
from bellhop.engine.seats import NOBODY


@record
class Question(Record):
    """An entry of the stack: a question to a seat, or with seat NOBODY a step to be done."""

    what = int8()
    seat = int8()
    a = int8()  # what it is about: the game says
    b = int8()


class HasQuestions(Protocol):
    """Any position with a stack."""

    asked: int  # entries on the stack
    questions: Rows[Question]


def ask(game: HasQuestions, what: int, seat: int, a: int, b: int) -> None:
    """Ask a seat; nothing below goes on before it has answered."""
    entry = game.questions[game.asked]
    entry.what = what
    entry.seat = seat
    entry.a = a
    entry.b = b
    game.asked += 1


def plan(game: HasQuestions, what: int, a: int, b: int) -> None:
    """Put a step on the stack, to be done when everything above it is finished."""
    ask(game, what, NOBODY, a, b)


def top(game: HasQuestions) -> Question:
    """The entry whose turn it is."""
    return game.questions[game.asked - 1]


def close(game: HasQuestions) -> None:
    """Take the top entry away: it was answered, or is being done."""
    game.asked -= 1
    entry = game.questions[game.asked]
    entry.what = 0
    entry.seat = 0
    entry.a = 0
    entry.b = 0


def is_asking(game: HasQuestions) -> bool:
    """Does a seat have to answer?"""
    return game.asked > 0 and top(game).seat != NOBODY


def has_step(game: HasQuestions) -> bool:
    """Is there a step that can be done now?"""
    return game.asked > 0 and top(game).seat == NOBODY
