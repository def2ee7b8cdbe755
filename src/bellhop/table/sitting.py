"""One sitting: people and bots at one game, every act a numbered row, fair dice for each.

Row 0 is the deal.  Moves, undo and redo are rows alike, so that row numbers never repeat; before
every move the dice are keyed anew for its row, and a move made again keeps its old key.
"""

from dataclasses import dataclass
from typing import NamedTuple

from bellhop.engine.dice import set_dice
from bellhop.engine.errors import BellhopError
from bellhop.engine.fairness import Shaker, commitment
from bellhop.engine.game import Game, Position
from bellhop.engine.telling import Told, listening

UNDO, REDO = "undo", "redo"
PERSON = "person"


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
    """A row of the log: a move by its name, or an undo or redo."""

    row: int
    text: str


class Line(NamedTuple):
    """Something told, with the row that brought it about."""

    row: int
    told: Told


class SheetPart(NamedTuple):
    """A part of the score sheet: for each item what every seat got, or nothing."""

    round: int  # -1 in games that score only at their end
    rows: list[tuple[str, list[int | None]]]


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
            raise BellhopError(f"{table.seats} seats need {table.seats} players and nonces")
        self.game, self.seats, self.shaker = game, seats, shaker
        self.commitment = commitment(shaker.secret)
        self.position: Position = table.copy()
        self.acts: list[Act] = []
        self.lines: list[Line] = []
        self._last_rows: dict[int, int] = {}
        self._done: list[Moment] = []  # since the last reveal, roll or other seat's act
        self._undone: list[Moment] = []
        with listening() as story:
            game.deal(self.position, shaker.word(0))
        self._note(0, story)

    @property
    def names(self) -> list[str]:
        """The players' names, by seat."""
        return [seat.name for seat in self.seats]

    @property
    def is_over(self) -> bool:
        """Is nobody to move any more?"""
        return bool(self.position.turn < 0)

    def view(self, seat: int) -> Position:
        """What a seat, or SPECTATOR, knows now: for bots, who remember."""
        return self.game.view(self.position, seat)

    def show(self, seat: int) -> Position:
        """What a person on a seat, or SPECTATOR, is shown now."""
        return self.game.show(self.position, seat)

    def move(self, move: int) -> None:
        """Carry out a move of the seat on turn, or refuse it and change nothing."""
        row = len(self.acts) + 1
        self._carry_out(move, row)
        self.acts.append(Act(row, self.game.moves[move]))
        self._undone.clear()

    def repeat(self, act: str) -> None:
        """Carry out an act of a log: a move by its name, an undo or a redo."""
        if act == UNDO:
            self.undo()
        elif act == REDO:
            self.redo()
        else:
            self.move(self.game.move_named(act))

    def can_undo(self, seat: int) -> bool:
        """Did this seat act last, without turning up a card or rolling?"""
        return bool(self._done) and self._done[-1].seat == seat

    def undo(self) -> None:
        """Take the last move back; nothing new has been seen since."""
        if not self._done:
            raise BellhopError("nothing can be taken back: a card was seen, or dice were rolled")
        moment = self._done.pop()
        self._undone.append(moment)
        self.position = moment.before
        del self.lines[moment.lines :]
        self.acts.append(Act(len(self.acts) + 1, UNDO))

    def can_redo(self, seat: int) -> bool:
        """Did this seat take something back, and nothing else since?"""
        return bool(self._undone) and self._undone[-1].seat == seat

    def redo(self) -> None:
        """Make a move again that was taken back, with the dice it had."""
        if not self._undone:
            raise BellhopError("nothing was taken back")
        moment = self._undone.pop()
        self._carry_out(moment.move, moment.row)
        self.acts.append(Act(len(self.acts) + 1, REDO))

    def last_row_of(self, seat: int) -> int:
        """The row of a seat's last move; 0 if it has made none."""
        return self._last_rows.get(seat, 0)

    def score_sheet(self) -> list[SheetPart]:
        """Every step of every scoring so far, a part for each round that was scored."""
        entries = [entry for line in self.lines if (entry := self.game.speech.scored(line.told))]
        parts = []
        for round_ in sorted({entry.round for entry in entries}):
            cells = {(e.item, e.seat): e.points for e in entries if e.round == round_}
            rows = [
                (item, [cells.get((item, seat)) for seat in range(len(self.seats))])
                for item in self.game.speech.score_items()
            ]
            parts.append(SheetPart(round_, rows))
        return parts

    def _carry_out(self, move: int, row: int) -> None:
        """Make a move with the dice of a row, and remember whether it can be taken back."""
        before, after = self.position, self.position.copy()
        set_dice(after, self.shaker.word(row))
        keyed = after.dice
        with listening() as story:
            self.game.play(after, move)
        if self._done and self._done[-1].seat != before.turn:
            self._done.clear()
        self._done.append(Moment(row, move, before.turn, before, len(self.lines)))
        seen = any(told.event in self.game.reveals for told in story)
        if seen or after.dice != keyed or after.turn < 0:
            self._done.clear()
        self.position = after
        self._last_rows[before.turn] = row
        self._note(row, story)

    def _note(self, row: int, story: list[Told]) -> None:
        self.lines += [Line(row, told) for told in story]
