"""Playing in a terminal: people share one keyboard, bots play the other seats."""

import re
from pathlib import Path

from rich.columns import Columns
from rich.console import Console

from bellhop.bots import DEFAULT, make_bot
from bellhop.bots.searching import SECONDS, ready_searcher
from bellhop.cli.reports import score_table, winners_line
from bellhop.engine.errors import BellhopError, NotationError, Refused
from bellhop.engine.fairness import fresh_shaker
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import NOBODY, SPECTATOR
from bellhop.engine.words import Words, shell_words
from bellhop.table.file import GameFile
from bellhop.table.sitting import Seat, Sitting

MAX_LISTED_MOVES = 16  # more moves are shown in columns


class Quit(Exception):
    """Someone leaves the table."""


class TerminalSession:
    """One sitting, played to its end or until someone leaves."""

    def __init__(
        self,
        game: Game,
        undealt: Position,
        people: int,
        names: tuple[str, ...],
        language: str,
        save: Path | None,
        level: str = DEFAULT,
    ) -> None:
        if not 0 <= people <= undealt.seats:
            raise BellhopError("people", seats=undealt.seats, people=people)
        self.shell = shell_words(language)
        self.words = game.words(language)
        self.console = Console(highlight=False, soft_wrap=True)
        self.save = save
        self.bot = make_bot(level, seconds=SECONDS, searcher_for=ready_searcher)
        seats = self._seats(undealt.seats, people, names, level)
        self.sitting = Sitting(game, undealt, seats, fresh_shaker(undealt.seats))
        self.game = game
        self.drawing = game.terminal
        self.heard = [0] * undealt.seats  # lines of the log shown so far, by seat
        self.people = people
        self.at_keyboard = NOBODY

    def run(self) -> None:
        """Play the game."""
        say = self.console.print
        say(self.shell.say("terminal.welcome", game=self.game.title))
        say(self.shell.say("terminal.commitment", digest=self.sitting.commitment))
        try:
            while not self.sitting.is_over:
                self._turn()
        except (Quit, EOFError, KeyboardInterrupt):
            say()
            say(self.shell.say("terminal.left"))
        else:
            self._farewell()
        say(self.shell.say("terminal.secret", secret=self.sitting.shaker.secret))
        if self.save:
            GameFile.of(self.sitting).write(self.save)
            say(self.shell.say("terminal.saved", file=self.save))

    def _seats(
        self, seats: int, people: int, names: tuple[str, ...], level: str
    ) -> tuple[Seat, ...]:
        given = list(names[:people])
        missing = range(len(given), people)
        given += [self.shell.say("terminal.player", number=i + 1) for i in missing]
        known = self.shell.say("bots.names").split(", ")
        bots = [name for name in known if name not in given][: seats - people]
        chosen = [Seat(name) for name in given] + [Seat(name, level) for name in bots]
        if len({seat.name for seat in chosen}) < seats:
            raise BellhopError("same_names")
        return tuple(chosen)

    def _turn(self) -> None:
        """One decision, by a bot or a person."""
        seat = self.sitting.position.turn
        if not self.sitting.seats[seat].is_person:
            self.sitting.move(self.bot.choose(self.game, self.sitting.view(seat)))
            return
        self._hand_over(seat)
        self._show(seat)
        while True:
            before = len(self.sitting.acts)
            line = self.console.input(
                self.shell.say("terminal.prompt", player=self._name(seat)) + " "
            )
            self._answer(line, seat)
            if len(self.sitting.acts) > before:
                return

    def _hand_over(self, seat: int) -> None:
        """Pass the keyboard to another person, so that nobody sees someone else's hand."""
        if self.people > 1 and seat != self.at_keyboard:
            if self.at_keyboard != NOBODY:
                self.console.clear()
            self.console.input(self.shell.say("terminal.hand_over", player=self._name(seat)))
        self.at_keyboard = seat

    def _show(self, seat: int) -> None:
        """Show what has happened since this seat last looked, the table, and the legal moves."""
        view = self.sitting.show(seat)
        self.console.print()
        for line in self._news(seat):
            self.console.print(f"  {line}")
        self.console.print()
        text = self.drawing.draw_text(self.words, view, seat, self.sitting.names)
        self.console.print(text, markup=False)
        self.console.print()
        list_moves(self.console, self.game, self.words, view, self.shell)

    def _news(self, seat: int) -> list[str]:
        lines = self.sitting.lines[self.heard[seat] :]
        self.heard[seat] = len(self.sitting.lines)
        names = self.sitting.names
        told = [line.told for line in lines if line.told.is_for(seat)]
        texts = (self.game.speech.say_event(self.words, event, names) for event in told)
        return [text for text in texts if text]

    def _answer(self, line: str, seat: int) -> None:
        """Carry out the typed line: moves, one after another, or commands."""
        for part in filter(None, (part.strip() for part in re.split("[,;]", line))):
            if self.sitting.is_over or self.sitting.position.turn != seat:
                self.console.print(self.shell.say("terminal.turn_over", rest=part))
                return
            try:
                self._do(part, seat)
            except Refused as refusal:
                reason = self.game.say_refusal(self.words, refusal.reason)
                rule = self.game.cite_rule(self.shell.language, refusal.reason)
                self.console.print(f"{part}: {reason} ({rule})", markup=False)
                return
            except BellhopError as error:
                self.console.print(error.say(self.shell.language), markup=False)
                return

    def _do(self, text: str, seat: int) -> None:
        match text.casefold():
            case "quit" | "exit" | "q":
                raise Quit
            case "help" | "?" | "h":
                self.console.print(self.shell.say("terminal.help"), markup=False)
            case "undo" | "u" if not self.sitting.can_undo(seat):
                raise BellhopError("no_undo")
            case "undo" | "u":
                self.sitting.undo()
            case "redo" if self.sitting.can_redo(seat):
                self.sitting.redo()
            case _:
                self.sitting.move(self._move(text))

    def _move(self, text: str) -> int:
        """The move that was typed."""
        return read_move(self.game, self.sitting.show(self.sitting.position.turn), text)

    def _name(self, seat: int) -> str:
        return self.sitting.names[seat]

    def _farewell(self) -> None:
        """Show the last events, the score sheet, and the winners."""
        heard = [self.heard[seat] for seat in range(self.people)]
        for line in self.sitting.lines[min(heard) :] if heard else ():
            text = self.game.speech.say_event(self.words, line.told, self.sitting.names)
            if text and line.told.is_for(SPECTATOR):
                self.console.print(f"  {text}")
        self.console.print(score_table(self.sitting, self.words, self.shell))
        self.console.print(winners_line(self.sitting, self.shell))


def list_moves(console: Console, game: Game, words: Words, view: Position, shell: Words) -> None:
    """List the legal moves: with their notation, or in columns if there are many."""
    legal = game.legal_moves(view)
    texts = [game.speech.say_move(words, view, move) for move in legal]
    if len(legal) > MAX_LISTED_MOVES:
        numbered = [f"{number:3}) {text}" for number, text in enumerate(texts, 1)]
        console.print(Columns(numbered, column_first=True, padding=(0, 2)), soft_wrap=False)
        console.print(shell.say("terminal.notation", move=game.moves[legal[0]]))
        return
    for number, (move, text) in enumerate(zip(legal, texts, strict=True), 1):
        console.print(f"{number:3}  {text}  [dim]({game.moves[move]})[/dim]")


def read_move(game: Game, view: Position, text: str) -> int:
    """The move that was typed, as its number in the list or in notation."""
    legal = game.legal_moves(view)
    if text.isdecimal():
        if not 1 <= int(text) <= len(legal):
            raise NotationError("choice_number", number=text, last=len(legal))
        return legal[int(text) - 1]
    try:
        return game.move_named(text)
    except NotationError:
        raise NotationError("typed", text=text) from None
