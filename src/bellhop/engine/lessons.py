"""Lessons: a guided first game as data, `lessons.toml` in the game's folder.

A chapter begins with a stored position, in which the learner has seat 0.  Its steps are told one
after another: what the learner does, what the others do then, and which elements of the page it is
about.  A lesson names moves and elements; its texts are messages of the game:

    lesson.<chapter>                the title of a chapter
    lesson.<chapter>.<step>         what is said
    lesson.<chapter>.<step>.other   the answer to another legal move, where the script waits
    answer.<id>                     the answer to another move of a kind that the step is not about
    lesson.<chapter>.<step>.also    the answer to another move that the script accepts

`do` lists the learner's moves.  "place 7 | place 8" suggests the first and accepts the second as
well; "place 7 | *" accepts every legal move.

A tip is one line for learners at a real table, `tip.<id>`; the game's `tips` says when it applies.
"""

from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeVar

from bellhop.engine.errors import PlainError
from bellhop.engine.toml_files import check_value, load_toml, read_entry

T = TypeVar("T")
ANY = "*"  # in `do`: every legal move is accepted
EITHER = "|"


class LessonError(PlainError):
    """A mistake in a file of lessons."""


class Step(NamedTuple):
    """Something that is said, what the learner then does, and what the others do after it."""

    id: str
    do: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    point: tuple[str, ...] = ()  # ids of elements on the page
    rule: str = ""  # a section of the rulebook
    dice: int = 0  # the dice word before the learner's first move; 0: the dice go on
    then_dice: int = 0  # the same before the others' first move

    def choices(self, number: int) -> list[str]:
        """The names of the moves that one of the learner's moves may be; the first is suggested."""
        return [name.strip() for name in self.do[number].split(EITHER)]


class Chapter(NamedTuple):
    """Steps that follow each other, from a position on."""

    id: str
    position: str
    step: tuple[Step, ...]


class MoveAnswer(NamedTuple):
    """The answer to moves of one kind, wherever the lesson suggests something of another kind."""

    id: str
    moves: str  # a pattern of their names


class Tip(NamedTuple):
    """One line for learners at a real table, when something appears for the first time."""

    id: str
    rule: str


class ExerciseKind(NamedTuple):
    """A kind of exercises: the pattern of the moves that it asks for, and the rule behind it.

    It asks for a single decision; with a goal, for a whole turn that begins with such a decision.
    """

    id: str
    moves: str
    rule: str
    besides: tuple[str, ...] = ()  # if given, no other moves may be legal besides the pattern's
    goal: tuple[str, ...] = ()  # what has to happen in the turn, by the names in the game's `GOALS`
    ends: tuple[str, ...] = ()  # the moves that end a turn even if the same seat goes on


class LessonFile:
    """One game's file of lessons, read and checked for its shape."""

    def __init__(self, path: Path) -> None:
        self.path = path
        tables = load_toml(path, LessonError)
        for key in tables.keys() - {"chapter", "answer", "tip", "exercise"}:
            self.refuse("", "", key, "unknown table; expected chapter, answer, tip or exercise")
        self.chapters = self._read_all("", "chapter", tables.get("chapter", []), Chapter)
        self.answers = self._read_all("", "answer", tables.get("answer", []), MoveAnswer)
        self.tips = self._read_all("", "tip", tables.get("tip", []), Tip)
        self.exercises = self._read_all("", "exercise", tables.get("exercise", []), ExerciseKind)
        if not self.chapters:
            self.refuse("", "", "chapter", "there are no tables [[chapter]]")

    def refuse(self, chapter: str, step: str, key: str, text: str) -> NoReturn:
        """Report a mistake in the file."""
        where = ", ".join(part for part in (chapter, step, key) if part)
        raise LessonError(f"{self.path.name}: {where}: {text}")

    def _read_all(self, chapter: str, kind: str, entries: Any, shape: type[T]) -> tuple[T, ...]:
        if not isinstance(entries, list):
            self.refuse(chapter, "", kind, f"expected tables [[{kind}]]")
        found: dict[str, T] = {}
        for number, entry in enumerate(entries, 1):
            name = str(entry.get("id", f"{kind} {number}"))
            where = (chapter, name) if chapter else (name, "")
            if name in found:
                self.refuse(*where, "id", "two tables have this id")
            found[name] = self._read(*where, entry, shape)
        return tuple(found.values())

    def _read(self, chapter: str, step: str, entry: dict[str, Any], shape: type[T]) -> T:
        refuse = partial(self.refuse, chapter, step)
        return read_entry(entry, shape, partial(self._value, chapter, step), refuse)

    def _value(self, chapter: str, step: str, key: str, value: Any, expected: Any) -> Any:
        if expected == tuple[Step, ...]:
            return self._read_all(chapter, key, value, Step)
        return check_value(key, value, expected, partial(self.refuse, chapter, step))
