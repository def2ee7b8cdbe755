"""The guide of a lesson: where a learner is, what is expected there, and what comes next.

A place is a chapter, a step and the moves that the learner has made in this chapter.  Everything
else follows from it, so that a lesson can be left at any time and resumed from a line of text.
"""

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from bellhop.engine.dice import set_dice
from bellhop.engine.errors import BellhopError, Refused
from bellhop.engine.lessons import ANY, Chapter, Step
from bellhop.engine.records import Position
from bellhop.engine.rulebook import open_rulebook
from bellhop.engine.telling import Glimpse, Told, hearing, listening
from bellhop.engine.words import LANGUAGES, Words, shell_words

if TYPE_CHECKING:
    from bellhop.engine.game import Game

LEARNER = 0  # the learner's seat
MAX_TEXT = 330  # characters of a step, so that it can be taken in at a glance


class Place(NamedTuple):
    """Where a learner is; the moves are the learner's own in this chapter."""

    chapter: int = 0
    step: int = 0
    moves: tuple[int, ...] = ()


class Scene(NamedTuple):
    """What there is at a place: the position, what led to it, and the moves that lead on."""

    place: Place
    chapter: Chapter
    step: Step
    position: Position
    story: tuple[Told, ...]  # of the chapter so far
    news: int  # where in the story the learner's last move begins
    expected: tuple[int, ...]  # the accepted moves, the suggested one first; empty: just go on


class Answer(NamedTuple):
    """Where a move leads, and how it is answered: expected, also (accepted too) or other."""

    place: Place
    kind: str
    key: str = ""  # of the message that answers it, if the game has one; empty: just go on


class Guide:
    """The lesson of a game, checked by playing it."""

    def __init__(self, game: "Game") -> None:
        self.game, self.file = game, game.lessons
        self.chapters = self.file.chapters
        self._starts = [self._read_position(chapter) for chapter in self.chapters]
        for number, chapter in enumerate(self.chapters):
            self._check_chapter(number, chapter)
        for kind in self.file.exercises:
            for name in kind.goal:
                if name not in game.tips.GOALS:
                    self.file.refuse(kind.id, "", "goal", f"{name!r} is unknown")

    @property
    def length(self) -> int:
        """The number of steps of all chapters."""
        return sum(len(chapter.step) for chapter in self.chapters)

    def steps_before(self, place: Place) -> int:
        """The number of steps before a place, in all chapters."""
        earlier = self.chapters[: place.chapter]
        return sum(len(chapter.step) for chapter in earlier) + place.step

    def look(self, place: Place) -> Scene:
        """The scene at a place; the place must be one that this guide has led to."""
        chapter, news = self.chapters[place.chapter], 0
        position, step = self._starts[place.chapter].copy(), chapter.step[place.step]
        with listening() as story:
            for _ in self._replay(place, position):
                news = len(story)
        expected = self._expected(chapter, step, position, self._made(place))
        return Scene(place, chapter, step, position, tuple(story), news, expected)

    def watch(self, place: Place) -> list[Glimpse]:
        """What the learner's last move and the answers to it told, with the position each time."""
        glimpses: list[Glimpse] = []
        position = self._starts[place.chapter].copy()
        with hearing(lambda told: glimpses.append(Glimpse(told, position.copy()))):
            for _ in self._replay(place, position):
                glimpses.clear()
        return glimpses

    def find(self, at: str, moves: str) -> Place:
        """The place that `write` wrote; the nearest earlier one if the lesson has changed."""
        wanted, _, step = at.partition(".")
        for number, chapter in enumerate(self.chapters):
            if chapter.id == wanted:
                ids = [one.id for one in chapter.step]
                last = ids.index(step) if step in ids else 0
                return self._retrace(number, last, [name for name in moves.split(",") if name])
        return Place()

    def write(self, place: Place) -> tuple[str, str]:
        """A place as text: the chapter and the step, and the names of the learner's moves."""
        chapter = self.chapters[place.chapter]
        at = f"{chapter.id}.{chapter.step[place.step].id}"
        return at, ",".join(self.game.moves[move] for move in place.moves)

    def answer(self, place: Place, move: int) -> Answer:
        """Make a legal move for the learner, or say kindly why it is not made now."""
        scene = self.look(place)
        if reason := self.game.rules.why_not(scene.position, move):
            raise Refused(self.game, move, reason)
        if not scene.expected:
            return Answer(place, "other")
        if move not in scene.expected:
            return Answer(place, "other", self._other_key(scene, move))
        made = Place(place.chapter, place.step, (*place.moves, move))
        kind = "expected" if move == scene.expected[0] else "also"
        is_done = self._made(made) == len(scene.step.do)
        key = f"{_key(scene.chapter, scene.step)}.also" if kind == "also" else ""
        return Answer(self._next_step(made) if is_done else made, kind, key)

    def answer_all(self, place: Place, moves: Sequence[int]) -> Answer:
        """Make moves that were chosen together: all of them, or none."""
        answer = also = Answer(place, "expected")
        for move in moves:
            answer = self.answer(answer.place, move)
            if answer.kind == "other":
                return answer._replace(place=place)
            also = answer if answer.kind == "also" else also
        return also._replace(place=answer.place)

    def go_on(self, place: Place) -> Place:
        """The next step, after the suggested moves if the learner has not made them."""
        while (scene := self.look(place)).expected:
            after = self.answer(place, scene.expected[0]).place
            if (after.chapter, after.step) != (place.chapter, place.step):
                return after
            place = after
        return self._next_step(place)

    def go_back(self, place: Place) -> Place:
        """The beginning of the step, if the learner has moved in it, or else the step before."""
        if self._made(place):
            return place._replace(moves=place.moves[: -self._made(place)])
        if place.step:
            steps = self.chapters[place.chapter].step
            earlier = sum(len(step.do) for step in steps[: place.step - 1])
            return Place(place.chapter, place.step - 1, place.moves[:earlier])
        if place.chapter:
            last = Place(place.chapter - 1)
            while self.go_on(last).chapter < place.chapter:
                last = self.go_on(last)
            return last
        return place

    def suggested(self, scene: Scene) -> list[int]:
        """The suggested moves from here to the end of the step."""
        later = range(self._made(scene.place) + 1, len(scene.step.do))
        moves = [self.game.move_named(scene.step.choices(number)[0]) for number in later]
        return [*scene.expected[:1], *moves]

    def is_last(self, place: Place) -> bool:
        """Does the lesson end here?"""
        is_last_chapter = place.chapter == len(self.chapters) - 1
        return is_last_chapter and place.step == len(self.chapters[-1].step) - 1

    def say(self, words: Words, scene: Scene, rival: str) -> str:
        """The text of a step; the rival is the other player, by name."""
        return words.say(_key(scene.chapter, scene.step), rival=rival)

    def say_jump(self, words: Words, scene: Scene) -> str:
        """That another chapter begins, at another moment of the game; empty elsewhere."""
        if not scene.place.chapter or scene.place != Place(scene.place.chapter):
            return ""
        title = words.say(f"lesson.{scene.chapter.id}")
        return shell_words(words.language).say("learn.chapter", chapter=title)

    def say_answer(self, words: Words, answer: Answer) -> str:
        """The answer to a move that was not the suggested one; empty if it was."""
        if answer.kind == "expected":
            return ""
        shell = shell_words(words.language)
        if not answer.key:
            return shell.say("learn.read_on")
        return words.find(answer.key, "") or (
            shell.say("learn.also") if answer.kind == "also" else shell.say("learn.other")
        )

    def keys(self) -> Iterator[str]:
        """The messages that the lesson and the tips must have."""
        for chapter in self.chapters:
            yield f"lesson.{chapter.id}"
            for step in chapter.step:
                yield _key(chapter, step)
        for answer in self.file.answers:
            yield f"answer.{answer.id}"
        for tip in self.file.tips:
            yield f"tip.{tip.id}"
        for kind in self.file.exercises:
            yield from (f"exercise.{kind.id}", f"exercise.{kind.id}.why")
            yield from (f"goal.{name}" for name in kind.goal)

    def optional_keys(self) -> Iterator[str]:
        """The messages that a step with moves may have."""
        for chapter in self.chapters:
            for step in chapter.step:
                for kind in ("other", "also") if step.do else ():
                    yield f"{_key(chapter, step)}.{kind}"

    def _other_key(self, scene: Scene, move: int) -> str:
        """The answer to a move of another kind than the suggested one, or else the step's own."""
        names = [self.game.moves[one] for one in (move, scene.expected[0])]
        for answer in self.file.answers:
            is_moved, is_suggested = (fnmatchcase(name, answer.moves) for name in names)
            if is_moved and not is_suggested:
                return f"answer.{answer.id}"
        return f"{_key(scene.chapter, scene.step)}.other"

    def _made(self, place: Place) -> int:
        """The number of the learner's moves in the current step."""
        steps = self.chapters[place.chapter].step[: place.step]
        return len(place.moves) - sum(len(step.do) for step in steps)

    def _next_step(self, place: Place) -> Place:
        if self.is_last(place):
            return place
        if place.step + 1 < len(self.chapters[place.chapter].step):
            return place._replace(step=place.step + 1)
        return Place(place.chapter + 1)

    def _replay(self, place: Place, position: Position) -> Iterator[int]:
        """Lead a chapter's first position to a place; stops before each move of the learner."""
        moves = iter(place.moves)
        steps = self.chapters[place.chapter].step[: place.step + 1]
        for step in steps:
            for number, move in enumerate(islice(moves, len(step.do))):
                yield move
                if step.dice and number == 0:
                    set_dice(position, step.dice)
                self.game.play(position, move)
            if step is not steps[-1]:
                self._let_others_move(position, step)

    def _let_others_move(self, position: Position, step: Step) -> None:
        """Make the others' moves of a step."""
        if step.then_dice:
            set_dice(position, step.then_dice)
        for name in step.then:
            self.game.play(position, self.game.move_named(name))

    def _expected(
        self, chapter: Chapter, step: Step, position: Position, made: int
    ) -> tuple[int, ...]:
        if made >= len(step.do):
            return ()
        names, legal = step.choices(made), self.game.legal_moves(position)
        moves = [self._named(chapter, step, "do", name) for name in names if name != ANY]
        if ANY in names:
            moves += [move for move in legal if move not in moves]
        return tuple(move for move in moves if move in legal)

    def _named(self, chapter: Chapter, step: Step, key: str, name: str) -> int:
        try:
            return self.game.move_named(name)
        except BellhopError as error:
            self.file.refuse(chapter.id, step.id, key, str(error))

    def _retrace(self, chapter: int, last: int, names: Iterable[str]) -> Place:
        """Make the named moves from the start of a chapter, as far as they fit, up to a step."""
        place, left = Place(chapter), list(names)
        while place.chapter == chapter and place.step <= last:
            scene = self.look(place)
            if not scene.expected:
                if place.step == last or self.is_last(place):
                    break
                place = self._next_step(place)
                continue
            wanted = left[0] if left else None
            named = next((m for m in scene.expected if self.game.moves[m] == wanted), None)
            if named is None and place.step == last:
                break
            left = left[1:]
            place = self.answer(place, scene.expected[0] if named is None else named).place
        return place if place.chapter == chapter else Place(chapter)

    def _read_position(self, chapter: Chapter) -> Position:
        try:
            position = self.game.read(chapter.position)
        except BellhopError as error:
            self.file.refuse(chapter.id, "", "position", str(error))
        return position

    def _check_chapter(self, number: int, chapter: Chapter) -> None:
        if not chapter.step or chapter.step[-1].do:
            self.file.refuse(chapter.id, "", "step", "the last step only tells something")
        self._check_words(chapter)
        sections = {section.id for section in open_rulebook(self.game.folder).sections}
        for step in chapter.step:
            if step.rule and step.rule not in sections:
                self.file.refuse(chapter.id, step.id, "rule", f"there is no section {step.rule!r}")
        reached = {self._starts[number].to_bytes()}
        for step in chapter.step:
            reached = {end for start in reached for end in self._ends(chapter, step, start)}

    def _check_words(self, chapter: Chapter) -> None:
        steps = {f"lesson.{chapter.id}": ""} | {_key(chapter, s): s.id for s in chapter.step}
        for language in LANGUAGES:
            words = self.game.words(language)
            for key, step in steps.items():
                text = words.find(key, "")
                if not text:
                    self.file.refuse(chapter.id, step, "id", f"no message {key!r} in {language}")
                if len(text) > MAX_TEXT:
                    fault = f"{len(text)} characters in {language}; at most {MAX_TEXT}"
                    self.file.refuse(chapter.id, step, "id", fault)

    def _ends(self, chapter: Chapter, step: Step, before: bytes) -> set[bytes]:
        """The positions that a step can end in, by every accepted way through it."""
        positions = {before}
        for made in range(len(step.do)):
            positions = set(self._try_all(chapter, step, positions, made))
        return {self._try_others(chapter, step, position) for position in positions}

    def _try_all(
        self, chapter: Chapter, step: Step, positions: set[bytes], made: int
    ) -> Iterator[bytes]:
        """Make one of the learner's moves in every accepted way; each must be legal somewhere."""
        wanted = {name for name in step.choices(made) if name != ANY}
        for position in map(self.game.position.from_bytes, positions):
            if position.turn != LEARNER:
                self.file.refuse(chapter.id, step.id, "do", "it is not the learner's turn")
            expected = self._expected(chapter, step, position, made)
            if not expected:
                self._refuse_move(chapter, step, position, step.choices(made)[0])
            for move in expected:
                wanted.discard(self.game.moves[move])
                after = position.copy()
                if made == 0 and step.dice:
                    set_dice(after, step.dice)
                self.game.play(after, move)
                yield after.to_bytes()
        for name in sorted(wanted):
            self._refuse_move(chapter, step, position, name)

    def _refuse_move(self, chapter: Chapter, step: Step, position: Position, name: str) -> None:
        """Report a move that cannot be made, with the reason."""
        try:
            self.game.play(position.copy(), self._named(chapter, step, "do", name))
        except Refused as error:
            self.file.refuse(chapter.id, step.id, "do", str(error))

    def _try_others(self, chapter: Chapter, step: Step, before: bytes) -> bytes:
        """The position after the others' moves of a step, each of which must be legal."""
        position = self.game.position.from_bytes(before)
        if step.then_dice:
            set_dice(position, step.then_dice)
        for name in step.then:
            move = self._named(chapter, step, "then", name)
            if position.turn == LEARNER:
                self.file.refuse(chapter.id, step.id, "then", f"{name}: it is the learner's turn")
            try:
                self.game.play(position, move)
            except BellhopError as error:
                self.file.refuse(chapter.id, step.id, "then", str(error))
        return position.to_bytes()


def _key(chapter: Chapter, step: Step) -> str:
    return f"lesson.{chapter.id}.{step.id}"


@lru_cache
def open_guide(game: "Game") -> Guide:
    """The guide of a game's lesson, checked once."""
    return Guide(game)
