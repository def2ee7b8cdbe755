"""The guided first game in a terminal: the same lesson as on the page."""

import json
import re
from contextlib import suppress
from pathlib import Path

from rich.console import Console

from bellhop.bots import GENTLEST, count_rivals
from bellhop.cli.terminal import Quit, list_moves, read_move
from bellhop.engine.caching import cache_home
from bellhop.engine.errors import BellhopError, Refused
from bellhop.engine.game import Game
from bellhop.engine.guide import LEARNER, Place, Scene, open_guide
from bellhop.engine.words import shell_words


class LessonSession:
    """A lesson from a place on, until its end or until the learner leaves."""

    def __init__(self, game: Game, language: str, *, from_start: bool) -> None:
        self.game, self.guide = game, open_guide(game)
        self.shell, self.words = shell_words(language), game.words(language)
        self.console = Console(highlight=False)
        self._drawn = ""
        self.place = Place() if from_start else self.guide.find(*_recall(game))

    def run(self) -> None:
        """Walk through the lesson."""
        try:
            while not self.guide.is_last(self.place):
                self._walk()
        except (Quit, EOFError, KeyboardInterrupt):
            _remember(self.game, self.guide.write(self.place))
            self.console.print()
            self.console.print(self.shell.say("learn.left", game=self.game.name), markup=False)
            return
        self._say(self.guide.look(self.place))
        _remember(self.game, ("", ""))
        self.console.print(self._say_next(), markup=False)

    def _say_next(self) -> str:
        """How to begin a real game, with as many rivals as on the page."""
        rivals = count_rivals(self.game)
        bots = self.shell.count("learn.rivals", rivals)
        command = f"bellhop play {self.game.name} --players {rivals + 1} --bots {GENTLEST}"
        return f"{self.shell.say('learn.next', command=command)}\n{bots}"

    def _walk(self) -> None:
        """Show the scene, and read what the learner does."""
        scene = self.guide.look(self.place)
        view = self.game.show(scene.position, LEARNER)
        names = [self.shell.say("web.player"), *self.shell.say("bots.names").split(", ")]
        drawn = self.game.terminal.draw_text(self.words, view, LEARNER, names)
        if drawn != self._drawn:  # what is only explained needs no second picture
            self._tell(scene, names)
            self.console.print(drawn, markup=False)
        self._drawn = drawn
        if scene.expected:
            self.console.print()
            list_moves(self.console, self.game, self.words, view, self.shell)
        self._say(scene)
        if scene.expected:
            does = self.game.speech.say_move(self.words, view, scene.expected[0])
            self.console.print(f"→ {does} ({self.game.moves[scene.expected[0]]})", markup=False)
        shell = self.shell
        asked = shell.say("learn.prompt.move") if scene.expected else shell.say("learn.prompt")
        self._answer(scene, self.console.input(f"{asked} ", markup=False).strip())

    def _tell(self, scene: Scene, names: list[str]) -> None:
        """Print what the learner's last move brought about."""
        self.console.print()
        heard = (told for told in scene.story[scene.news :] if told.is_for(LEARNER))
        for line in (self.game.speech.say_event(self.words, told, names) for told in heard):
            if line:
                self.console.print(f"  {line}", markup=False)

    def _say(self, scene: Scene) -> None:
        """Print the title of a chapter that begins, and the text of the step."""
        number = f"{self.guide.steps_before(scene.place) + 1}/{self.guide.length}"
        title = self.words.say(f"lesson.{scene.chapter.id}")
        rival = self.shell.say("bots.names").split(", ")[0]
        text = re.sub(r"\*\*?(.+?)\*\*?", r"[b]\1[/b]", self.guide.say(self.words, scene, rival))
        self.console.print(f"\n[b]{title}[/b]  {number}")
        if jump := self.guide.say_jump(self.words, scene):
            self.console.print(jump, markup=False)
        self.console.print(text)

    def _answer(self, scene: Scene, line: str) -> None:
        """Go on, back or away, or make the typed move."""
        try:
            match line.casefold():
                case "quit" | "exit" | "q":
                    raise Quit
                case "back" | "b":
                    self.place = self.guide.go_back(self.place)
                case "skip" | "s":
                    self.place = self.guide.go_on(self.place)
                case "" if not scene.expected:
                    self.place = self.guide.go_on(self.place)
                case "":
                    self.console.print(self.shell.say("learn.your_move"), markup=False)
                case _:
                    self._move(scene, line)
        except Refused as refused:
            reason = self.game.say_refusal(self.words, refused.reason)
            rule = self.game.cite_rule(self.shell.language, refused.reason)
            self.console.print(f"{line}: {reason} ({rule})", markup=False)
        except BellhopError as error:
            self.console.print(error.say(self.shell.language), markup=False)

    def _move(self, scene: Scene, text: str) -> None:
        """Make the typed move, and answer it if it is not the suggested one."""
        if not scene.expected:
            self.console.print(self.shell.say("learn.help"), markup=False)
            return
        move = read_move(self.game, self.game.show(scene.position, LEARNER), text)
        answer = self.guide.answer(self.place, move)
        if reply := self.guide.say_answer(self.words, answer):
            self.console.print(reply, markup=False)
        self.place = answer.place


def _places() -> Path:
    return cache_home() / "lessons.json"


def _recall(game: Game) -> tuple[str, str]:
    """Where this user left the lesson; the start if that is unknown."""
    with suppress(OSError, ValueError, LookupError, TypeError):
        at, made = json.loads(_places().read_text("utf-8"))[game.name]
        return str(at), str(made)
    return "", ""


def _remember(game: Game, place: tuple[str, str]) -> None:
    """Keep where this user is in a lesson."""
    kept = {}
    with suppress(OSError, ValueError):
        kept = json.loads(_places().read_text("utf-8"))
    with suppress(OSError):
        _places().write_text(json.dumps({**kept, game.name: place}), "utf-8")
