"""One sitting: people and bots at one game, every act a numbered row, fair dice for each.

Row 0 is the deal.  A move and an undo are rows alike, so that row numbers never repeat; before
every move the dice are keyed anew for its row.
"""

from dataclasses import dataclass
from typing import NamedTuple

from bellhop.engine.dice import set_dice
from bellhop.engine.errors import BellhopError
from bellhop.engine.fairness import Shaker, commitment
from bellhop.engine.game import Game, Position, ScoreEntry
from bellhop.engine.telling import SPECTATOR, Told, listening

UNDO = "undo"
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
    """A row of the log: a move by its name, or an undo."""

    row: int
    text: str


class Line(NamedTuple):
    """Something told, with the row that brought it about."""

    row: int
    told: Told


class Moment(NamedTuple):
    """A position that can be gone back to, and how long the story was then."""

    position: Position
    lines: int


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
        self._moments: list[Moment] = []
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
        before = self.position.copy()
        after = self.position.copy()
        set_dice(after, self.shaker.word(row))
        keyed = after.dice
        with listening() as story:
            self.game.play(after, move)
        moment = Moment(before, len(self.lines))
        self.position = after
        self.acts.append(Act(row, self.game.moves[move]))
        self._note(row, story)
        if self._is_revocable(before, after, keyed):
            self._moments.append(moment)
        else:
            self._moments.clear()

    def can_undo(self) -> bool:
        """Has the seat on turn done anything that nobody else could notice?"""
        return bool(self._moments)

    def undo(self) -> None:
        """Take back the last move of the seat on turn."""
        if not self._moments:
            raise BellhopError(
                "nothing can be taken back: a card was seen, or another seat has acted"
            )
        moment = self._moments.pop()
        self.position = moment.position
        del self.lines[moment.lines :]
        self.acts.append(Act(len(self.acts) + 1, UNDO))

    def score_sheet(self) -> list[ScoreEntry]:
        """Every step of every scoring so far."""
        entries = (self.game.speech.scored(line.told) for line in self.lines)
        return [entry for entry in entries if entry]

    def _note(self, row: int, story: list[Told]) -> None:
        self.lines += [Line(row, told) for told in story]

    def _is_revocable(self, before: Position, after: Position, keyed: int) -> bool:
        """No dice were rolled, the same seat goes on, and nobody else sees any difference."""
        if after.dice != keyed or after.turn != before.turn:
            return False
        others = [seat for seat in range(SPECTATOR, before.seats) if seat != before.turn]
        return all(self.game.view(before, s) == self.game.view(after, s) for s in others)
