"""A table in memory: the sitting, who sits where, what was said, and who waits for news."""

import asyncio
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from bellhop.engine.errors import Conflict
from bellhop.engine.fairness import Shaker, commitment
from bellhop.engine.game import Game
from bellhop.games import game_named
from bellhop.table.schema import Remark, StoredSeat, StoredTable
from bellhop.table.sitting import PERSON, Act, Seat, Sitting


@dataclass(eq=False)
class LiveTable:
    """A table while somebody is at it."""

    stored: StoredTable
    game: Game
    seats: list[StoredSeat]
    sitting: Sitting | None = None  # none before everybody has sat down
    remarks: list[Remark] = field(default_factory=list)
    acted: float = 0.0  # when the last act was made
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    bells: set[asyncio.Event] = field(default_factory=set)
    bots_at_work: bool = False
    lease_until: float = 0.0  # until when this server has the bots, on its own clock
    snapshot_row: int = 0
    touched: float = field(default_factory=time.monotonic)
    _past: Sitting | None = None
    _looking: threading.Lock = field(default_factory=threading.Lock)

    @property
    def commitment(self) -> str:
        """The seal of the dice, shown before anybody sits down."""
        return commitment(self.stored.secret)

    @property
    def names(self) -> list[str]:
        """The players' names, by seat."""
        return [seat.name for seat in self.seats]

    @property
    def rows(self) -> int:
        """Rows of the log so far."""
        return len(self.sitting.acts) if self.sitting else 0

    @property
    def is_over(self) -> bool:
        """Has the game begun, and ended?"""
        return self.sitting is not None and self.sitting.is_over

    @property
    def is_bots_turn(self) -> bool:
        """Must a bot, or a bot that plays for somebody, move next?"""
        sitting = self.sitting
        return bool(sitting and not sitting.is_over and self.seats[sitting.turn].player != PERSON)

    @property
    def version(self) -> tuple[object, ...]:
        """Changes whenever anything does that is shown of the table."""
        begun = self.sitting is not None
        return (
            begun,
            self.rows,
            len(self.remarks),
            tuple(self.seats),
            self.stored.pace,
            self.stored.hints,
        )

    def update(self, fresh: StoredTable) -> None:
        """Take in what the store has beyond what is here."""
        self.stored = fresh._replace(acts=(), remarks=())
        self.seats = list(fresh.seats)
        self.remarks += fresh.remarks
        if fresh.nonces and self.sitting is None:
            self.sitting = seat_people(fresh, self.game)
        if self.sitting:
            for act in fresh.acts:
                self.sitting.repeat(act.text)
        if fresh.acts or not self.acted:
            self.acted = fresh.acted

    @contextmanager
    def looking_back(self, row: int) -> Iterator[Sitting]:
        """The sitting as it was after a row of the log; stepping forward is quick.

        It is one object that moves on, so that only one person at a time looks at it.
        """
        if self.sitting is None:
            raise Conflict("not_begun")
        acts = self.sitting.acts[:row]
        with self._looking:
            past = self._past
            if past is None or past.acts != acts[: len(past.acts)]:
                past = self._past = seat_people(self.stored, self.game)
            for act in acts[len(past.acts) :]:
                past.repeat(act.text)
            yield past

    def ring(self) -> None:
        """Tell everybody who waits that there is news."""
        for bell in self.bells:
            bell.set()


def revive(stored: StoredTable, snapshot: str | None = None) -> LiveTable:
    """A table as its acts have left it, from a snapshot on if there is one."""
    game = game_named(stored.game)
    if not game.has_rules(stored.rules):
        raise Conflict("table_rules", rules=stored.rules, ours=game.rules_version)
    live = LiveTable(stored, game, list(stored.seats))
    acts: Sequence[Act] = stored.acts
    if stored.nonces and snapshot:
        live.sitting = seat_people(stored, game)
        live.sitting.resume(snapshot, acts)
        live.snapshot_row = live.rows
        acts = ()
    live.update(stored._replace(acts=tuple(acts)))
    live.acted = stored.acted
    return live


def seat_people(stored: StoredTable, game: Game) -> Sitting:
    """The sitting of a table after the deal."""
    table = game.table(len(stored.seats), stored.options)
    players = tuple(Seat(seat.name, seat.kind) for seat in stored.seats)
    return Sitting(game, table, players, Shaker(stored.secret, stored.nonces))
