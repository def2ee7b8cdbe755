"""A sitting: people and bots at one game, where every act is a numbered row of the log.

Row 0 is the deal.  Moves, undo, redo, resigning and ending early all take a row, so that row
numbers never repeat.  The dice are set before every move from the number of its row; a move that is
redone uses the number of its first row again.  A game that goes on from a moment of an earlier one
begins with that position instead of a deal (`start`).

At a practice table, one person against bots, any move can be undone, together with the bots'
answers; the row that allowed it marks the game as practice.
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
from bellhop.engine.telling import Glimpse, Told, hearing, listening
from bellhop.table.names import PERSON
from bellhop.table.start import Start

UNDO, REDO, RESTART = "undo", "redo", "restart turn"
RESIGN, END = "resign", "end the game"  # RESIGN is followed by the seat, counted from 1
PRACTICE = "practice"  # allows unlimited undo


@dataclass(frozen=True)
class Seat:
    """The player at a seat: a person, or a kind of bot."""

    name: str
    kind: str = PERSON

    @property
    def is_person(self) -> bool:
        """Does a person sit here?"""
        return self.kind == PERSON


class Act(NamedTuple):
    """A row of the log: the name of a move, or undo, redo, restart, resign or end."""

    row: int
    text: str


class Line(NamedTuple):
    """An event of the game, with the row that caused it and the first row of its turn."""

    row: int
    told: Told
    turn: int


class Turn(NamedTuple):
    """The turn that a game is in: whose it is, and the row of its first move."""

    seat: int
    row: int


class Moment(NamedTuple):
    """A move that can be undone or redone, and the position before it."""

    row: int  # of the dice that the move used, and uses again when redone
    move: int
    seat: int
    before: Position
    lines: int  # number of lines before the move
    turn: Turn  # before the move


NO_TURN = Turn(NOBODY, 0)


class Sitting:
    """A game being played."""

    def __init__(
        self,
        game: Game,
        undealt: Position,
        seats: tuple[Seat, ...],
        shaker: Shaker,
        start: Start | None = None,
    ) -> None:
        if len(seats) != undealt.seats or len(shaker.nonces) != undealt.seats:
            raise BellhopError("nonces", n=undealt.seats)
        self.game, self.seats, self.shaker, self.start = game, seats, shaker, start
        self.commitment = commitment(shaker.secret)
        self.position = undealt.copy()
        self.acts: list[Act] = []
        self.lines: list[Line] = []
        self.resigned: set[int] = set()
        self.is_stopped = False  # ended early, by agreement or by resignations
        self._last_rows: dict[int, int] = {}
        self._turn = NO_TURN
        self.is_practice = False
        self._done: list[Moment] = []
        self._undone: list[Moment] = []
        self._kept = 0  # how many moves of `_done` are final
        self._keeps_all = False  # are final moves kept, so that practice can undo them?
        self._glimpses: list[Glimpse] | None = None  # while somebody watches
        self._note(0, self._begin())

    def _begin(self) -> Sequence[Told]:
        """Deal, or set up the position that this game goes on from; return what was told."""
        if self.start:
            options = self.game.options_of(self.position)
            self.position = self.start.place(self.game, self.shaker.word(0))
            same_table = self.position.seats == len(self.seats)
            if not same_table or self.game.options_of(self.position) != options:
                raise BellhopError("file.start")
            return self.start.told
        with listening() as story:
            self.game.deal(self.position, self.shaker.word(0))
        return story

    def copy(self) -> "Sitting":
        """An independent copy."""
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
        """Has the game ended?"""
        return self.is_stopped or is_over(self.position)

    @property
    def turn(self) -> int:
        """The seat to move; NOBODY when the game is over."""
        return NOBODY if self.is_stopped else self.position.turn

    def winners(self) -> list[int]:
        """The seats that have won; in a game ended early, the one that has not resigned, if any."""
        if not self.is_stopped:
            return self.game.winners(self.position)
        standing = [seat for seat in range(len(self.seats)) if seat not in self.resigned]
        return standing if len(standing) == 1 else []

    def view(self, seat: int) -> Position:
        """What a seat, or SPECTATOR, knows now, with everything a perfect memory would keep."""
        return self.game.view(self.position, seat)

    def show(self, seat: int) -> Position:
        """What the page shows a person at a seat, or SPECTATOR, now."""
        return self.game.show(self.position, seat)

    def move(self, move: int) -> None:
        """Make a move for the seat on turn, or refuse it and change nothing."""
        self._check_running()
        row = len(self.acts) + 1
        self._carry_out(move, row)
        self._note_act(self.game.moves[move])
        self._undone.clear()

    def repeat(self, act: str) -> None:
        """Carry out an act from a log."""
        if act == UNDO:
            self.undo()
        elif act == REDO:
            self.redo()
        elif act == RESTART:
            self.restart_turn()
        elif act == END:
            self.end()
        elif act == PRACTICE:
            self.practise()
        elif act.startswith(f"{RESIGN} "):
            self.resign(self._seat_numbered(act.removeprefix(f"{RESIGN} ")))
        else:
            self.move(self.game.move_named(act))

    def watch(self, act: str) -> list[Glimpse]:
        """Carry out an act from a log; return the position at every event on the way."""
        glimpses: list[Glimpse] = []
        self._glimpses = glimpses
        try:
            self.repeat(act)
        finally:
            self._glimpses = None
        return glimpses

    def can_undo(self, seat: int) -> bool:
        """Did this seat make the last move, and did the move reveal and roll nothing?

        At a practice table: has this person made any move?
        """
        movers = self._movers()
        return bool(movers) and movers[-1] == seat

    def undo(self) -> None:
        """Undo the last move; at a practice table, the person's last one and all answers to it."""
        self._take_back_last()
        self._note_act(UNDO)

    def can_restart_turn(self, seat: int) -> bool:
        """Can this seat undo more than its last move?"""
        movers = self._movers()
        return len(movers) > 1 and movers[-1] == movers[-2] == seat

    def restart_turn(self) -> None:
        """Undo all moves of a turn that can be undone; each of them can be redone."""
        self._take_back_last()
        while len(self._done) > self._kept and self._done[-1].seat == self._undone[-1].seat:
            self._take_back()
        self._note_act(RESTART)

    def can_redo(self, seat: int) -> bool:
        """Did this seat undo a move, with no other move since?"""
        return bool(self._undone) and self._undone[-1].seat == seat

    def redo(self) -> None:
        """Redo the last move that was undone, with the same dice, and the bots' answers to it."""
        if not self._undone:
            raise BellhopError("no_redo")
        self._carry_out_again()
        while self._undone and self._is_bots(self._undone[-1]):
            self._carry_out_again()
        self._note_act(REDO)

    def awaits_answer_to(self) -> int:
        """The person's seat whose last move can still be undone until a bot answers; or NOBODY."""
        last = self._done[-1].seat if len(self._done) > self._kept else NOBODY
        is_answered = last == NOBODY or self.turn in (NOBODY, last)
        return NOBODY if is_answered or not self.seats[last].is_person else last

    def practise(self) -> None:
        """Let the only person at the table undo any move from now on, past reveals too."""
        self._check_running()
        if self.is_practice:
            raise BellhopError("practice")
        if sum(seat.is_person for seat in self.seats) != 1:
            raise BellhopError("practice_alone")
        self._done, self._kept, self._keeps_all = self._all_moments(), 0, True
        self._undone.clear()
        self.is_practice = True
        self._note_act(PRACTICE)

    def resign(self, seat: int) -> None:
        """Resign a seat; the game ends when one seat, or no person, is left."""
        self._check_running()
        if seat in self.resigned:
            raise BellhopError("resigned")
        self.resigned.add(seat)
        standing = [n for n in range(len(self.seats)) if n not in self.resigned]
        self.is_stopped = len(standing) == 1 or not any(self.seats[n].is_person for n in standing)
        self._forget_undo()
        self._note_act(f"{RESIGN} {seat + 1}")

    def end(self) -> None:
        """End the game early, by agreement; nobody wins."""
        self._check_running()
        self.is_stopped = True
        self._forget_undo()
        self._note_act(END)

    def last_row_of(self, seat: int) -> int:
        """The row of a seat's last move; 0 if it has made none."""
        return self._last_rows.get(seat, 0)

    def score_sheet(self) -> list[ScoreTable]:
        """Every line of every scoring so far."""
        scoring = self.game.scoring
        entries = (scoring.scored(line.told) for line in self.lines)
        return tabulate(entries, scoring.SHEET, len(self.seats))

    def digest(self) -> str:
        """A fingerprint of the position, stored with every row so that changed rules show up."""
        return hashlib.sha256(self.position.to_bytes()).hexdigest()[:16]

    @property
    def is_settled(self) -> bool:
        """Is there nothing to undo or redo, so that a snapshot is complete?"""
        return not self._done and not self._undone

    def snapshot(self) -> str:
        """The state after the acts so far, so that `resume` does not have to replay them."""
        if not self.is_settled:
            raise PlainError("a snapshot is taken when nothing can be undone")
        content = {
            "row": len(self.acts),
            "position": base64.b64encode(self.position.to_bytes()).decode(),
            "lines": [[line.row, line.told.to, line.told.event, *line.told.numbers]
                      for line in self.lines],
            "turns": [line.turn for line in self.lines],
            "turn": list(self._turn),
            "last_rows": list(self._last_rows.items()),
            "resigned": sorted(self.resigned),
            "is_stopped": self.is_stopped,
            "is_practice": self.is_practice,
        }  # fmt: skip
        return json.dumps(content, separators=(",", ":"))

    def resume(self, snapshot: str, acts: Sequence[Act]) -> None:
        """Restore a snapshot of this sitting, then repeat the acts that came after it."""
        content = json.loads(snapshot)
        row = content["row"]
        self.acts = list(acts[:row])
        self.position = type(self.position).from_bytes(base64.b64decode(content["position"]))
        self.lines = [
            Line(row, _same(Told(to, event, tuple(numbers))), turn)
            for (row, to, event, *numbers), turn in zip(
                content["lines"], content["turns"], strict=True
            )
        ]
        if len(self.acts) != row or any(line.row > row for line in self.lines):
            raise ValueError("a snapshot of another row")
        self._turn = Turn(*content["turn"])
        self._last_rows = dict(content["last_rows"])
        self.resigned, self.is_stopped = set(content["resigned"]), content["is_stopped"]
        self.is_practice = self._keeps_all = content.get("is_practice", False)
        self._forget_undo()
        for act in acts[row:]:
            self.repeat(act.text)

    def _all_moments(self) -> list[Moment]:
        """Every move so far that was not undone, found by playing the game again."""
        undealt = self.game.undealt(len(self.seats), self.game.options_of(self.position))
        again = Sitting(self.game, undealt, self.seats, self.shaker, self.start)
        again._keeps_all = True
        for act in self.acts:
            again.repeat(act.text)
        return again._done

    def _movers(self) -> list[int]:
        """The seats of the last two moves that can be undone; bots' moves do not count."""
        found: list[int] = []
        for moment in reversed(self._done[self._kept :]):
            if not self._is_bots(moment):
                found.append(moment.seat)
            elif found:
                break
            if len(found) == 2:
                break
        return found[::-1]

    def _is_bots(self, moment: Moment) -> bool:
        """Is this a bot's move at a practice table, which is undone with the person's?"""
        return self.is_practice and not self.seats[moment.seat].is_person

    def _take_back_last(self) -> None:
        """Take back a person's last move, with the bots' answers to it, if there is one."""
        if not self._movers():
            raise BellhopError("no_undo")
        self._take_back()
        while self._is_bots(self._undone[-1]):
            self._take_back()

    def _take_back(self) -> None:
        moment = self._done.pop()
        self._undone.append(moment)
        self.position = moment.before
        self._turn = moment.turn
        del self.lines[moment.lines :]

    def _carry_out_again(self) -> None:
        moment = self._undone.pop()
        self._carry_out(moment.move, moment.row)

    def _forget_undo(self) -> None:
        self._done.clear()
        self._undone.clear()
        self._kept = 0

    def _make_final(self) -> None:
        """Keep the moves so far from being undone, except at a practice table."""
        if self._keeps_all:
            self._kept = 0 if self.is_practice else len(self._done)
        else:
            self._done.clear()

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
        """Make a move with the dice of a row, and note whether it can be undone."""
        before, after = self.position, self.position.copy()
        set_dice(after, self.shaker.word(row))
        keyed = after.dice
        story = self._play(after, move)
        if self._done and self._done[-1].seat != before.turn:
            self._make_final()
        self._done.append(Moment(row, move, before.turn, before, len(self.lines), self._turn))
        if self._turn.seat != before.turn:
            self._turn = Turn(before.turn, row)
        seen = any(told.event in self.game.reveals for told in story)
        if seen or after.dice != keyed:
            self._make_final()
        if is_over(after):
            self._done.clear()
            self._kept = 0
        self.position = after
        self._last_rows[before.turn] = row
        self._note(row, story)
        if move in self.game.turn_ends:
            self._turn = NO_TURN

    def _play(self, after: Position, move: int) -> list[Told]:
        """Make a move and return its events."""
        story: list[Told] = []

        def hear(told: Told) -> None:
            story.append(told)
            if self._glimpses is not None:
                self._glimpses.append(Glimpse(told, after.copy()))

        with hearing(hear):
            self.game.play(after, move)
        return story

    def _note(self, row: int, story: Sequence[Told]) -> None:
        self.lines += [Line(row, _same(told), self._turn.row) for told in story]


def is_complete(snapshot: str) -> bool:
    """Does a snapshot hold everything?  Those of 0.1.0 do not tell turns apart."""
    return '"turns":' in snapshot


@lru_cache(1 << 13)
def _same(told: Told) -> Told:
    """One shared object for equal events, to save memory: there are many tables with many lines."""
    return told
