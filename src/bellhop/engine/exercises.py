"""Exercises: decisions and whole turns from real games, as the player saw them.

A decision comes with what its moves are worth; a turn with a goal, and one way to reach it.

They are made by `bellhop exercises` and kept in `exercises.toml` in the game's folder.  The kinds
are declared beside the lesson: which moves or which goal a kind asks for, and the rule behind it.
Texts:

    exercise.<kind>       the question
    exercise.<kind>.why   what to learn from it
    goal.<name>           something that a turn has to bring about

With every move of a decision comes what it changes on the score sheets, so that the answer can say
why.  The file begins with what the exercises were weighed with.  When that changes, they are out
of date.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from bellhop.engine.errors import BellhopError
from bellhop.engine.lessons import ExerciseKind, LessonError
from bellhop.engine.records import Position
from bellhop.engine.telling import Told, listening
from bellhop.engine.toml_files import load_toml
from bellhop.engine.words import Words

if TYPE_CHECKING:
    from bellhop.engine.game import Game

FILE = "exercises.toml"
MAX_EXERCISES = 10  # per game
TOLERANCE = 0.75  # per cent of the chance to win; a move this close to the best solves an exercise
DEAL = 1  # the imagined deal on which turns are played


class Change(NamedTuple):
    """What a move changes on average on a line of somebody's score sheet, at the next scoring."""

    seat: int
    item: str
    points: float


Changes = tuple[Change, ...]
UNEXPLAINED: Mapping[int, Changes] = MappingProxyType({})


class Exercise(NamedTuple):
    """What the player on turn saw, and the answer: chances, or the moves that reach the goal."""

    kind: ExerciseKind
    view: Position
    chances: dict[int, float]  # to win after each legal move, in per cent; empty if it is a turn
    line: tuple[int, ...] = ()  # one way to reach the goal
    why: Mapping[int, Changes] = UNEXPLAINED  # what each move changes against its rival

    @property
    def seat(self) -> int:
        """The seat of whoever solves it."""
        return int(self.view.turn)

    @property
    def best(self) -> int:
        """The best move, or the first one of the way to the goal."""
        if self.line:
            return self.line[0]
        return max(self.chances, key=lambda move: self.chances[move])

    def loss(self, move: int) -> float:
        """How much of the chance to win a move gives away, in per cent."""
        return self.chances[self.best] - self.chances[move]

    def is_solved_by(self, move: int) -> bool:
        """Is this the best move of a decision, or as good as that?"""
        return move in self.chances and self.loss(move) <= TOLERANCE

    def rival_of(self, move: int) -> int:
        """The move to compare with: the best one, or for a solution the best that is none."""
        if not self.is_solved_by(move):
            return self.best
        wrong = [other for other in self.chances if not self.is_solved_by(other)]
        return max(wrong, key=lambda other: self.chances[other])


class Attempt(NamedTuple):
    """A turn as far as it was played."""

    position: Position
    story: tuple[Told, ...]
    moves: tuple[int, ...]
    is_solved: bool
    is_over: bool  # the turn is over


def attempt(game: "Game", exercise: Exercise, moves: Sequence[int], deal: int = DEAL) -> Attempt:
    """Play a turn from the start, as far as the moves are legal, the goal open and the turn on."""
    kind, position = exercise.kind, game.imagine(exercise.view, deal)
    made, is_solved, is_over = list[int](), False, False
    with listening() as story:
        for move in moves:
            if is_solved or is_over or game.rules.why_not(position, move):
                break
            game.play(position, move)
            made.append(move)
            is_solved = has_reached(game, kind, exercise.seat, story)
            is_over = ends_turn(game, kind, exercise.seat, position, move)
    return Attempt(position, tuple(story), tuple(made), is_solved, is_over and not is_solved)


class Progress(NamedTuple):
    """How far somebody is in an exercise; a turn is played once for everything that is asked."""

    game: "Game"
    exercise: Exercise
    moves: tuple[int, ...]  # of a decision the one that was tried, of a turn all so far
    turn: Attempt | None  # None if it is a decision
    is_shown: bool = False  # was the solution asked for?

    @property
    def is_solved(self) -> bool:
        """Has the turn reached its goal, or was a good move tried?"""
        if self.turn:
            return self.turn.is_solved
        return any(map(self.exercise.is_solved_by, self.moves))

    @property
    def is_over(self) -> bool:
        """Is the exercise solved, or the solution shown?"""
        return self.is_shown or self.is_solved

    @property
    def seen(self) -> Position:
        """What the player sees now: a decision is not carried out."""
        if self.turn is None:
            return self.exercise.view.copy()
        return self.game.show(self.turn.position, self.exercise.seat)

    def after(self, move: int) -> "Progress":
        """The next step of a turn, or another try of a decision."""
        return progress_of(self.game, self.exercise, (*self.moves, move) if self.turn else (move,))

    def resumed(self) -> "Progress":
        """A turn that is over without its goal begins again; anything else goes on."""
        return progress_of(self.game, self.exercise) if self.turn and self.turn.is_over else self

    def say(self, words: Words, shell: Words) -> str:
        """What is said about the moves that were tried, or the solution."""
        if self.turn:
            if self.is_shown:
                return say_line(self.game, self.exercise, words, shell)
            return say_attempt(shell, self.turn)
        if not (self.moves or self.is_shown):
            return ""
        move = None if self.is_shown else self.moves[0]
        return say_result(self.game, self.exercise, move, words, shell)


def progress_of(
    game: "Game", exercise: Exercise, moves: Sequence[int] = (), *, is_shown: bool = False
) -> Progress:
    """How far somebody is who made some moves; those that are not possible are left out."""
    if not exercise.line:
        return Progress(game, exercise, tuple(moves[:1]), None, is_shown)
    turn = attempt(game, exercise, moves)
    return Progress(game, exercise, turn.moves, turn, is_shown)


def count_goals(
    game: "Game", exercise: Exercise, story: Sequence[Told]
) -> dict[str, tuple[int, int]]:
    """How often everything that the goal asks for has happened, and how often it should."""
    happened = Counter(told.event for told in story if game.subject_of(told) == exercise.seat)
    return {
        name: (min(wanted, happened[game.tips.GOALS[name]]), wanted)
        for name, wanted in Counter(exercise.kind.goal).items()
    }


def count_sound(game: "Game", exercise: Exercise, moves: Sequence[int]) -> int:
    """The number of moves after which the rest of the known way still led to the goal."""
    lengths = range(len(moves), 0, -1)
    return next((n for n in lengths if _leads_on(game, exercise, tuple(moves[:n]))), 0)


def _leads_on(game: "Game", exercise: Exercise, moves: tuple[int, ...]) -> bool:
    """Is the goal reached by the moves of the known way that were not made yet?"""
    left = list((Counter(exercise.line) - Counter(moves)).elements())
    tried = attempt(game, exercise, moves)
    while not (tried.is_solved or tried.is_over):
        move = next((one for one in left if not game.rules.why_not(tried.position, one)), None)
        if move is None:
            return False
        left.remove(move)
        tried = attempt(game, exercise, (*tried.moves, move))
    return tried.is_solved


def has_reached(game: "Game", kind: ExerciseKind, seat: int, story: Sequence[Told]) -> bool:
    """Has everything happened that the goal asks for?"""
    wanted = Counter(game.tips.GOALS[name] for name in kind.goal)
    return wanted <= Counter(told.event for told in story if game.subject_of(told) == seat)


def ends_turn(game: "Game", kind: ExerciseKind, seat: int, after: Position, move: int) -> bool:
    """Was this the last move of a turn?"""
    return after.turn != seat or game.moves[move] in kind.ends


@lru_cache
def open_exercises(game: "Game") -> tuple[Exercise, ...]:
    """The exercises of a game, checked against its rules; none if it has no file of them."""
    path = game.folder / FILE
    if not path.exists():
        return ()
    entries = load_toml(path, LessonError).get("exercise", [])
    kinds = {kind.id: kind for kind in game.lessons.exercises}
    return tuple(_read(game, path, kinds, number, entry) for number, entry in enumerate(entries, 1))


def _read(
    game: "Game", path: Path, kinds: dict[str, ExerciseKind], number: int, entry: dict[str, object]
) -> Exercise:
    where = f"{path.name}: exercise {number}"
    if entry.get("kind") not in kinds:
        raise LessonError(f"{where}, kind: {entry.get('kind')!r} is unknown")
    kind = kinds[str(entry["kind"])]
    answer = "line" if kind.goal else "chances"
    given, why = entry.get(answer), entry.get("why", {})
    expected = {"kind", "view", answer} | ({"why"} if why and not kind.goal else set())
    if set(entry) != expected or not isinstance(given, list if kind.goal else dict):
        raise LessonError(f"{where}: expected the keys kind, view and {answer}")
    try:
        view = game.read(str(entry["view"]))
        moves = tuple(game.move_named(str(name)) for name in given)
        worth = map(float, given.values()) if isinstance(given, dict) else ()
        chances = dict(zip(moves, worth, strict=False))
    except (BellhopError, ValueError) as error:
        raise LessonError(f"{where}: {error}") from None
    exercise = Exercise(kind, view, chances, moves if kind.goal else ())
    if kind.goal and not attempt(game, exercise, moves).is_solved:
        raise LessonError(f"{where}, line: this does not reach the goal; make new exercises")
    if not kind.goal and sorted(moves) != game.legal_moves(view):
        raise LessonError(f"{where}, chances: these are not the legal moves; make new exercises")
    return exercise._replace(why=_read_changes(game, where, exercise, why)) if why else exercise


def _read_changes(game: "Game", where: str, exercise: Exercise, given: Any) -> dict[int, Changes]:
    """What every move of a decision changes: seat, item and points of each line."""
    seats, items = range(exercise.view.seats), game.scoring.SHEET
    try:
        found = {
            game.move_named(name): tuple(Change(*change) for change in changes)
            for name, changes in given.items()
        }
        lines = [change for changes in found.values() for change in changes]
        is_sound = all(one.seat in seats and one.item in items and one.points for one in lines)
    except (AttributeError, BellhopError, TypeError):
        is_sound, found = False, {}
    if not is_sound or found.keys() != exercise.chances.keys():
        raise LessonError(f"{where}, why: expected seat, item and points for every move")
    return found


def read_origin(game: "Game") -> Mapping[str, object]:
    """What the stored exercises were weighed with."""
    origin: Mapping[str, object] = load_toml(game.folder / FILE, LessonError).get("weighed", {})
    return origin


def write_exercises(
    game: "Game", exercises: Sequence[Exercise], origin: Mapping[str, object]
) -> str:
    """Exercises, and what they were weighed with, as the text of a file."""
    weighed = "".join(f"{name} = {json.dumps(value)}\n" for name, value in origin.items())
    parts = [f"# Made by `bellhop exercises`; do not edit.\n\n[weighed]\n{weighed}"]
    for exercise in exercises:
        start = f'[[exercise]]\nkind = "{exercise.kind.id}"\nview = "{game.write(exercise.view)}"\n'
        if exercise.line:
            names = ", ".join(f'"{game.moves[move]}"' for move in exercise.line)
            parts.append(f"{start}line = [{names}]\n")
            continue
        ranked = sorted(exercise.chances.items(), key=lambda item: -item[1])
        chances = "".join(f'"{game.moves[move]}" = {chance:.1f}\n' for move, chance in ranked)
        parts.append(f"{start}\n[exercise.chances]\n{chances}{_write_changes(game, exercise)}")
    return "\n".join(parts)


def _write_changes(game: "Game", exercise: Exercise) -> str:
    """What the moves of a decision change, as a table of TOML; nothing if that is unknown."""
    if not exercise.why:
        return ""
    rows = (
        f'"{game.moves[move]}" = {json.dumps(exercise.why[move])}\n' for move in exercise.chances
    )
    return f"\n[exercise.why]\n{''.join(rows)}"


def say_result(
    game: "Game", exercise: Exercise, move: int | None, words: Words, shell: Words
) -> str:
    """Whether a move solves an exercise, and what it is worth; without a move, the solution."""
    best = f"{exercise.chances[exercise.best]:.0f}"
    if move not in exercise.chances:
        named = game.speech.say_move(words, exercise.view, exercise.best)
        return shell.say("exercise.shown", move=named, best=best)
    named, chance = game.speech.say_move(words, exercise.view, move), exercise.chances[move]
    if exercise.is_solved_by(move):
        return shell.say("exercise.solved", move=named, best=f"{chance:.0f}")
    return shell.say("exercise.missed", move=named, chance=f"{chance:.0f}", best=best)


def say_attempt(shell: Words, tried: Attempt) -> str:
    """Whether a turn has reached its goal; empty while it is going on."""
    if tried.is_solved:
        return shell.say("exercise.reached")
    return shell.say("exercise.unreached") if tried.is_over else ""


def say_line(game: "Game", exercise: Exercise, words: Words, shell: Words) -> str:
    """One way to reach the goal of a turn."""
    said = []
    for number, move in enumerate(exercise.line):
        before = attempt(game, exercise, exercise.line[:number]).position
        said.append(game.speech.say_move(words, game.show(before, exercise.seat), move))
    return shell.say("exercise.line", moves=" → ".join(said))
