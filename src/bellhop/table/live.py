"""A table in memory: its sitting, seats and remarks, and who is waiting for news."""

import asyncio
import time
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from bellhop.bots import DEFAULT
from bellhop.engine.errors import BellhopError, Conflict
from bellhop.engine.fairness import Shaker, commitment
from bellhop.engine.game import Game
from bellhop.games import game_named
from bellhop.table.history import History
from bellhop.table.names import PERSON
from bellhop.table.schema import Remark, StoredSeat, StoredTable
from bellhop.table.sitting import Act, Seat, Sitting, is_complete

STAND_IN = DEFAULT  # the kind of bot that plays for people


@dataclass(eq=False, slots=True, weakref_slot=True)
class LiveTable:
    """A table while somebody is at it."""

    stored: StoredTable
    game: Game
    seats: list[StoredSeat]
    sitting: Sitting | None = None  # None until everybody has sat down
    remarks: list[Remark] = field(default_factory=list)
    acted: float = 0.0  # when the last act was made
    spent: list[float] = field(default_factory=list)  # seconds that each seat has thought
    present: Mapping[int, int] = field(default_factory=dict)  # open pages by seat
    is_shared: bool = False  # may other servers have pages of this table open?
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    signals: set[asyncio.Event] = field(default_factory=set)
    bots_at_work: bool = False
    bot_pause: float = 0.0  # seconds before a bot moves, at the normal pace
    let_go: asyncio.Event = field(default_factory=asyncio.Event)  # the bots need not wait any more
    lease_until: float = 0.0  # when this server's claim to the bots ends, by its monotonic clock
    snapshot_row: int = 0
    touched: float = field(default_factory=time.monotonic)
    _history: History | None = None  # made when somebody first looks back

    @property
    def commitment(self) -> str:
        """The commitment to the dice, shown before anybody sits down."""
        return commitment(self.stored.secret)

    @property
    def names(self) -> list[str]:
        """The players' names, by seat."""
        return [seat.name for seat in self.seats]

    @property
    def rows(self) -> int:
        """The number of rows in the log so far."""
        return len(self.sitting.acts) if self.sitting else 0

    @property
    def is_over(self) -> bool:
        """Has the game begun, and ended?"""
        return self.sitting is not None and self.sitting.is_over

    @property
    def is_held(self) -> bool:
        """Has a player stopped the bots to think again about the last move?"""
        return self.rows > 0 and self.stored.held_row == self.rows

    @property
    def is_bots_turn(self) -> bool:
        """Is it the turn of a bot, or of one that stands in for a person?"""
        sitting = self.sitting
        return bool(sitting and not sitting.is_over and self.player_at(sitting.turn) != PERSON)

    def player_at(self, number: int) -> str:
        """PERSON or the kind of bot that plays a seat now; a bot plays on for a resigned player."""
        seat = self.seats[number]
        has_resigned = self.sitting is not None and number in self.sitting.resigned
        return seat.stand_in or (STAND_IN if has_resigned else seat.kind)

    @property
    def version(self) -> tuple[object, ...]:
        """A value that changes whenever anything shown of the table changes."""
        begun = self.sitting is not None
        return (
            begun,
            self.rows,
            len(self.remarks),
            tuple(self.seats),
            self.stored.holders,
            self.stored.pace,
            self.stored.hints,
            self.stored.open_chat,
            tuple(self.present),
        )

    def held_by(self, known: Collection[str]) -> list[int]:
        """The seats held by any of these keys; the host's place comes first."""
        return sorted({one.seat for one in self.stored.holders if one.key_hash in known})

    def devices_at(self, seat: int) -> int:
        """The number of devices and programs that hold a seat."""
        return sum(one.seat == seat for one in self.stored.holders)

    def update(self, fresh: StoredTable) -> None:
        """Add what the store has and this table does not."""
        self.stored = fresh._replace(acts=(), remarks=(), times=())
        self.seats = list(fresh.seats)
        self.remarks += fresh.remarks
        if fresh.nonces and self.sitting is None:
            self.sitting = seat_people(fresh, self.game)
        if self.sitting:
            for act in fresh.acts:
                self.sitting.repeat(act.text)
        for seat, when in fresh.times:
            self.count_time(seat, when)
        if fresh.acts or not self.acted:
            self.acted = fresh.acted

    def count_time(self, seat: int, when: float) -> None:
        """Note that a seat acts at a time; nobody knows when the first turn of a game began."""
        self.spent = self.spent or [0.0] * len(self.seats)
        if self.acted and 0 <= seat < len(self.spent):
            self.spent[seat] += max(0.0, when - self.acted)
        self.acted = when

    def note_page(self, own: Collection[int], change: int) -> None:
        """Note that a page of these seats' holder was opened (1) or closed (-1), and signal it."""
        pages = Counter(self.present)
        pages.update(dict.fromkeys(own, change))
        before, self.present = set(self.present), {n: pages[n] for n in pages if pages[n] > 0}
        if set(self.present) != before:
            self.signal_change()

    def look_back(self, row: int) -> Sitting:
        """A copy of the sitting as it was after a row of the log."""
        if self.sitting is None:
            raise Conflict("not_begun")
        if self._history is None:
            self._history = History(partial(seat_people, self.stored, self.game))
        return self._history.after(self.sitting.acts[:row])

    def signal_change(self) -> None:
        """Wake everybody who is waiting for news."""
        for signal in self.signals:
            signal.set()


def revive(stored: StoredTable, snapshot: str | None = None) -> LiveTable:
    """Load a table by repeating its acts, from its snapshot on if there is one."""
    game = game_named(stored.game)
    if not game.has_rules(stored.rules):
        raise Conflict("table_rules", rules=stored.rules, ours=game.rules_version)
    live = LiveTable(stored, game, list(stored.seats))
    acts: Sequence[Act] = stored.acts
    if stored.nonces and snapshot and is_complete(snapshot):
        live.sitting = _resumed(stored, game, snapshot)
        live.snapshot_row = live.rows
        acts = () if live.sitting else acts
    live.update(stored._replace(acts=tuple(acts)))
    live.acted = stored.acted
    return live


def _resumed(stored: StoredTable, game: Game, snapshot: str) -> Sitting | None:
    """The sitting after a snapshot and the acts since; None if the snapshot is damaged."""
    sitting = seat_people(stored, game)
    with suppress(BellhopError, LookupError, TypeError, ValueError):
        sitting.resume(snapshot, stored.acts)
        return sitting
    return None


def seat_people(stored: StoredTable, game: Game) -> Sitting:
    """The sitting of a table after row 0."""
    undealt = game.undealt(len(stored.seats), stored.options)
    players = tuple(Seat(seat.name, seat.kind) for seat in stored.seats)
    return Sitting(game, undealt, players, Shaker(stored.secret, stored.nonces), stored.start)
