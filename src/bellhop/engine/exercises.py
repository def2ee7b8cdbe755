"""Exercises: single decisions from real games, each a view with what its moves are worth.

They are made by `bellhop exercises` and kept in `exercises.toml` in the game's folder.  The kinds
are declared beside the lesson: which moves a kind asks for, and the rule behind it.  Texts:

    exercise.<kind>       the question
    exercise.<kind>.why   what to learn from it
"""

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bellhop.engine.errors import BellhopError
from bellhop.engine.lessons import ExerciseKind, LessonError
from bellhop.engine.records import Position
from bellhop.engine.words import Words

if TYPE_CHECKING:
    from bellhop.engine.game import Game

FILE = "exercises.toml"
MAX_EXERCISES = 10  # per game
TOLERANCE = 1.5  # per cent of the chance to win; a move this close to the best solves an exercise


class Exercise(NamedTuple):
    """A decision: the view of the player on turn, and the chance to win after each legal move."""

    kind: ExerciseKind
    view: Position
    chances: dict[int, float]  # in per cent

    @property
    def best(self) -> int:
        """The best move."""
        return max(self.chances, key=lambda move: self.chances[move])

    def loss(self, move: int) -> float:
        """How much of the chance to win a move gives away, in per cent."""
        return self.chances[self.best] - self.chances[move]

    def is_solved_by(self, move: int) -> bool:
        """Is this the best move, or as good as that?"""
        return self.loss(move) <= TOLERANCE


@lru_cache
def open_exercises(game: "Game") -> tuple[Exercise, ...]:
    """The exercises of a game, checked against its rules; none if it has no file of them."""
    path = game.folder / FILE
    if not path.exists():
        return ()
    try:
        entries = tomllib.loads(path.read_text("utf-8")).get("exercise", [])
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LessonError(f"{path}: not valid TOML ({error})") from None
    kinds = {kind.id: kind for kind in game.lessons.exercises}
    return tuple(_read(game, path, kinds, number, entry) for number, entry in enumerate(entries, 1))


def _read(
    game: "Game", path: Path, kinds: dict[str, ExerciseKind], number: int, entry: dict[str, object]
) -> Exercise:
    where = f"{path.name}: exercise {number}"
    if set(entry) != {"kind", "view", "chances"} or not isinstance(entry["chances"], dict):
        raise LessonError(f"{where}: expected the keys kind, view and chances")
    if entry["kind"] not in kinds:
        raise LessonError(f"{where}, kind: {entry['kind']!r} is unknown")
    try:
        view = game.read(str(entry["view"]))
        chances = {game.move_named(name): float(c) for name, c in entry["chances"].items()}
    except (BellhopError, ValueError) as error:
        raise LessonError(f"{where}: {error}") from None
    if sorted(chances) != game.legal_moves(view):
        raise LessonError(f"{where}, chances: these are not the legal moves; make new exercises")
    return Exercise(kinds[str(entry["kind"])], view, chances)


def write_exercises(game: "Game", exercises: list[Exercise]) -> str:
    """Exercises as the text of a file."""
    parts = ["# Made by `bellhop exercises`; do not edit.\n"]
    for exercise in exercises:
        ranked = sorted(exercise.chances.items(), key=lambda item: -item[1])
        chances = "".join(f'"{game.moves[move]}" = {chance:.1f}\n' for move, chance in ranked)
        parts.append(
            f'[[exercise]]\nkind = "{exercise.kind.id}"\nview = "{game.write(exercise.view)}"\n'
            f"\n[exercise.chances]\n{chances}"
        )
    return "\n".join(parts)


def say_result(game: "Game", exercise: Exercise, move: int, words: Words, shell: Words) -> str:
    """Whether a move solves an exercise, and what it is worth; without a move, the solution."""
    best = f"{exercise.chances[exercise.best]:.0f}"
    if move not in exercise.chances:
        named = game.speech.say_move(words, exercise.view, exercise.best)
        return shell.say("exercise.shown", move=named, best=best)
    named, chance = game.speech.say_move(words, exercise.view, move), exercise.chances[move]
    if exercise.is_solved_by(move):
        return shell.say("exercise.solved", move=named, best=f"{chance:.0f}")
    return shell.say("exercise.missed", move=named, chance=f"{chance:.0f}", best=best)
