"""One sitting: people and bots at one game, every act a numbered row, fair dice for each.

Row 0 is the deal.  Moves, undo, redo, resigning and ending early are rows alike, so that row
numbers never repeat; before every move the dice are keyed anew for its row, and a move made again
keeps its old key.
"""

import base64
import hashlib
import json
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from bellhop.engine.dice import set_dice
from bellhop.engine.errors import BellhopError, PlainError
from bellhop.engine.fairness import Shaker, commitment
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.scores import ScoreTable, tabulate
from bellhop.engine.seats import NOBODY, is_over
from bellhop.engine.telling import Told, hearing, listening
from bellhop.table.names import PERSON

UNDO, REDO, RESTART = "undo", "redo", "restart turn"
RESIGN, END = "resign", "end the game"  # resigning is written with the seat, counted from 1


@dataclass(frozen=True)
class Seat:
    """Who sits there: a person, or a bot by its kind."""

    name: str
    kind: str = PERSON

    @property
    def is_person(self) -> bool:
        """Does a person sit here?"""
        return self.kind == PERSON


class Act(NamedTuple):
    """A row of the log: a move by its name, or what else people may do at a table."""

    row: int
    text: str


class Line(NamedTuple):
    """Something told, with the row that brought it about."""

    row: int
    told: Told


class Glimpse(NamedTuple):
    """Something told, with the whole position at that moment, in the middle of a move."""

    told: Told
    position: Position


class Moment(NamedTuple):
    """A move that can still be taken back, and what it was before."""

    row: int  # whose dice the move was made with, and is made with again
    move: int
    seat: int
    before: Position
    lines: int  # how long the story was


class Sitting:
    """A game being played."""

    def __init__(
        self, game: Game, table: Position, seats: tuple[Seat, ...], shaker: Shaker
    ) -> None:
        if len(seats) != table.seats or len(shaker.nonces) != table.seats:
            raise BellhopError("nonces", n=table.seats)
        self.game, self.seats, self.shaker = game, seats, shaker
        self.commitment = commitment(shaker.secret)
        self.position: Position = table.copy()
        self.acts: list[Act] = []
        self.lines: list[Line] = []
        self.resigned: set[int] = set()
        self.is_stopped = False  # ended early, by agreement or because all others resigned
        self._last_rows: dict[int, int] = {}
        self._done: list[Moment] = []  # since the last reveal, roll or other seat's act
        self._undone: list[Moment] = []
        self._glimpses: list[Glimpse] | None = None  # while somebody watches
        with listening() as story:
            game.deal(self.position, shaker.word(0))
        self._note(0, story)

    def copy(self) -> "Sitting":
        """Another sitting that goes on from here by itself."""
        other = copy(self)
        other.acts, other.lines = list(self.acts), list(self.lines)
        other.resigned, other._last_rows = set(self.resigned), dict(self._last_rows)
        other._done, other._undone = list(self._done), list(self._undone)
        return other

    @property
    def names(self) -> list[str]:
        """The players' names, by seat."""
        return [seat.name for seat in self.seats]

    @property
    def is_over(self) -> bool:
        """Is nobody to move any more?"""
        return self.is_stopped or is_over(self.position)

    @property
    def turn(self) -> int:
        """The seat to move; NOBODY when the game is over."""
        return NOBODY if self.is_stopped else self.position.turn

    def winners(self) -> list[int]:
        """The seats that have won; of a game that was stopped, only a last one standing."""
        if not self.is_stopped:
            return self.game.winners(self.position)
        standing = [seat for seat in range(len(self.seats)) if seat not in self.resigned]
        return standing if len(standing) == 1 else []

    def view(self, seat: int) -> Position:
        """What a seat, or SPECTATOR, knows now: for bots, who remember."""
        seen: Position = self.game.view(self.position, seat)
        return seen

    def show(self, seat: int) -> Position:
        """What a person on a seat, or SPECTATOR, is shown now."""
        seen: Position = self.game.show(self.position, seat)
        return seen

    def move(self, move: int) -> None:
        """Carry out a move of the seat on turn, or refuse it and change nothing."""
        self._check_running()
        row = len(self.acts) + 1
        self._carry_out(move, row)
        self._note_act(self.game.moves[move])
        self._undone.clear()

    def repeat(self, act: str) -> None:
        """Carry out an act of a log."""
        if act == UNDO:
            self.undo()
        elif act == REDO:
            self.redo()
        elif act == RESTART:
            self.restart_turn()
        elif act == END:
            self.end()
        elif act.startswith(f"{RESIGN} "):
            self.resign(self._seat_numbered(act.removeprefix(f"{RESIGN} ")))
        else:
            self.move(self.game.move_named(act))

    def watch(self, act: str) -> list[Glimpse]:
        """Carry out an act of a log, and glimpse the table at everything told on the way."""
        glimpses: list[Glimpse] = []
        self._glimpses = glimpses
        try:
            self.repeat(act)
        finally:
            self._glimpses = None
        return glimpses

    def can_undo(self, seat: int) -> bool:
        """Did this seat act last, without turning up a card or rolling?"""
        return bool(self._done) and self._done[-1].seat == seat

    def undo(self) -> None:
        """Take the last move back; nothing new has been seen since."""
        self._take_back()
        self._note_act(UNDO)

    def can_restart_turn(self, seat: int) -> bool:
        """Can this seat take back more than its last move?"""
        return len(self._done) > 1 and self._done[-1].seat == seat

    def restart_turn(self) -> None:
        """Take back at once all moves that can be; each can still be made again."""
        self._take_back()
        while self._done:
            self._take_back()
        self._note_act(RESTART)

    def can_redo(self, seat: int) -> bool:
        """Did this seat take something back, and nothing else since?"""
        return bool(self._undone) and self._undone[-1].seat == seat

    def redo(self) -> None:
        """Make a move again that was taken back, with the dice it had."""
        if not self._undone:
            raise BellhopError("no_redo")
        moment = self._undone.pop()
        self._carry_out(moment.move, moment.row)
        self._note_act(REDO)

    def resign(self, seat: int) -> None:
        """A seat gives up; when only one other or no other person is left, the game is over."""
        self._check_running()
        if seat in self.resigned:
            raise BellhopError("resigned")
        self.resigned.add(seat)
        standing = [n for n in range(len(self.seats)) if n not in self.resigned]
        self.is_stopped = len(standing) == 1 or not any(self.seats[n].is_person for n in standing)
        self._forget_undo()
        self._note_act(f"{RESIGN} {seat + 1}")

    def end(self) -> None:
        """All have agreed to stop here; nobody wins."""
        self._check_running()
        self.is_stopped = True
        self._forget_undo()
        self._note_act(END)

    def last_row_of(self, seat: int) -> int:
        """The row of a seat's last move; 0 if it has made none."""
        return self._last_rows.get(seat, 0)

    def score_sheet(self) -> list[ScoreTable]:
        """Every step of every scoring so far."""
        scoring = self.game.scoring
        entries = (scoring.scored(line.told) for line in self.lines)
        return tabulate(entries, scoring.SHEET, len(self.seats))

    def digest(self) -> str:
        """A fingerprint of the position, kept with every row to recognise rules that differ."""
        return hashlib.sha256(self.position.to_bytes()).hexdigest()[:16]

    @property
    def is_settled(self) -> bool:
        """Can nothing be taken back or made again, so that a snapshot holds all there is?"""
        return not self._done and not self._undone

    def snapshot(self) -> str:
        """All that has become of the acts so far, to go on from without playing them again."""
        if not self.is_settled:
            raise PlainError("a snapshot is taken when nothing can be undone")
        content = {
            "row": len(self.acts),
            "position": base64.b64encode(self.position.to_bytes()).decode(),
            "lines": [[line.row, line.told.to, line.told.event, *line.told.numbers]
                      for line in self.lines],
            "last_rows": list(self._last_rows.items()),
            "resigned": sorted(self.resigned),
            "is_stopped": self.is_stopped,
        }  # fmt: skip
        return json.dumps(content, separators=(",", ":"))

    def resume(self, snapshot: str, acts: Sequence[Act]) -> None:
        """Go to where a snapshot of this sitting was taken, and from there through the acts."""
        content = json.loads(snapshot)
        row = content["row"]
        self.acts = list(acts[:row])
        self.position = type(self.position).from_bytes(base64.b64decode(content["position"]))
        self.lines = [
            Line(row, _same(Told(to, event, tuple(numbers))))
            for row, to, event, *numbers in content["lines"]
        ]
        self._last_rows = dict(content["last_rows"])
        self.resigned, self.is_stopped = set(content["resigned"]), content["is_stopped"]
        self._forget_undo()
        for act in acts[row:]:
            self.repeat(act.text)

    def _take_back(self) -> None:
        if not self._done:
            raise BellhopError("no_undo")
        moment = self._done.pop()
        self._undone.append(moment)
        self.position = moment.before
        del self.lines[moment.lines :]

    def _forget_undo(self) -> None:
        self._done.clear()
        self._undone.clear()

    def _check_running(self) -> None:
        if self.is_over:
            raise BellhopError("over")

    def _seat_numbered(self, text: str) -> int:
        numbers = [str(seat) for seat in range(1, len(self.seats) + 1)]
        if text not in numbers:
            raise BellhopError("seat", first=1, last=len(self.seats), seat=text)
        return int(text) - 1

    def _note_act(self, text: str) -> None:
        self.acts.append(Act(len(self.acts) + 1, text))

    def _carry_out(self, move: int, row: int) -> None:
        """Make a move with the dice of a row, and remember whether it can be taken back."""
        before, after = self.position, self.position.copy()
        set_dice(after, self.shaker.word(row))
        keyed = after.dice
        story = self._play(after, move)
        if self._done and self._done[-1].seat != before.turn:
            self._done.clear()
        self._done.append(Moment(row, move, before.turn, before, len(self.lines)))
        seen = any(told.event in self.game.reveals for told in story)
        if seen or after.dice != keyed or is_over(after):
            self._done.clear()
        self.position = after
        self._last_rows[before.turn] = row
        self._note(row, story)

    def _play(self, after: Position, move: int) -> list[Told]:
        """Make a move; what was told."""
        story: list[Told] = []

        def hear(told: Told) -> None:
            story.append(told)
            if self._glimpses is not None:
                self._glimpses.append(Glimpse(told, after.copy()))

        with hearing(hear):
            self.game.play(after, move)
        return story

    def _note(self, row: int, story: list[Told]) -> None:
        self.lines += [Line(row, _same(told)) for told in story]


@lru_cache(1 << 15)
def _same(told: Told) -> Told:
    """One object for all that is told alike: a thousand tables have a hundred lines each."""
    return told
