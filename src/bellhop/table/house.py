"""The house: all tables of a server, in memory while somebody is at them, else on disk only."""

import asyncio
import secrets
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from bellhop.bots import Bot, make_bot
from bellhop.engine.errors import BellhopError
from bellhop.engine.fairness import Shaker, commitment, new_nonce, new_secret
from bellhop.engine.game import Game
from bellhop.games import game_named
from bellhop.table.sitting import PERSON, REDO, UNDO, Seat, Sitting
from bellhop.table.store import NewAct, Store, StoredSeat, StoredTable, hash_secret

IDLE_SECONDS = 600
MOST_NAME = 24


class Stale(BellhopError):
    """A request was made for a row that is no longer the next one."""


@dataclass(frozen=True)
class NewTable:
    """A table just opened, with the secret of every seat; only hashes of them are kept."""

    id: str
    secrets: tuple[str, ...]


@dataclass
class LiveTable:
    """A table in memory."""

    stored: StoredTable
    game: Game
    seats: list[StoredSeat]
    sitting: Sitting | None  # none before everybody has sat down
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    bells: set[asyncio.Event] = field(default_factory=set)
    bots_at_work: bool = False
    touched: float = field(default_factory=time.monotonic)

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

    def at(self, row: int) -> Sitting | None:
        """The sitting as it was after a row of the log, for looking back."""
        if self.sitting is None:
            return None
        past = _seat_people(self.stored, self.game, self.seats)
        for act in self.sitting.acts[:row]:
            past.repeat(act.text)
        return past

    def ring(self) -> None:
        """Tell everybody who waits that there is news."""
        for bell in self.bells:
            bell.set()


class House:
    """Opens tables, seats people, and lets them act."""

    def __init__(self, store: Store, bot_pause: float = 0.6) -> None:
        self.store = store
        self.bot_pause = bot_pause
        self._live: dict[str, LiveTable] = {}
        self._loading = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open_table(
        self, game: Game, options: Mapping[str, str], players: Sequence[Seat], own: Sequence[int]
    ) -> NewTable:
        """Open a table; the seats in `own` are taken at once by whoever opens it."""
        game.table(len(players), options)
        keys = tuple(secrets.token_urlsafe(16) for _ in players)
        seats = tuple(
            StoredSeat(number, clean_name(seat.name), seat.kind, hash_secret(key),
                       number in own or not seat.is_person)
            for number, (seat, key) in enumerate(zip(players, keys, strict=True))
        )  # fmt: skip
        if len({seat.name for seat in seats}) < len(seats):
            raise BellhopError("every player needs a name of his own")
        table = StoredTable(
            id=secrets.token_hex(8),
            game=game.name,
            rules=game.rules_version,
            options=dict(options),
            secret=new_secret(),
            nonces=(),
            made=time.time(),
            seats=seats,
            acts=(),
        )
        await asyncio.to_thread(self.store.add_table, table)
        await self._begin_if_full(await self.table(table.id))
        return NewTable(table.id, keys)

    async def table(self, table: str) -> LiveTable:
        """A table, from memory or from disk."""
        async with self._loading:
            live = self._live.get(table)
            if live is None:
                live = await asyncio.to_thread(lambda: _revive(self.store.load(table)))
                self._live[table] = live
                self.wake_bots(live)
        live.touched = time.monotonic()
        return live

    async def take_seat(self, secret: str, name: str) -> tuple[LiveTable, int]:
        """Somebody sits down with a seat's secret; the game begins when everybody has."""
        table, number = await asyncio.to_thread(self.store.find_seat, secret)
        live = await self.table(table)
        async with live.lock:
            seat = live.seats[number]
            name = clean_name(name) if name.strip() else seat.name
            if name in (other.name for other in live.seats if other.seat != number):
                raise BellhopError(f"somebody at this table is called {name} already")
            values = {"name": name, "kind": PERSON, "taken": True}
            await asyncio.to_thread(self.store.change_seat, table, number, **values)
            live.seats[number] = seat._replace(name=name, kind=PERSON, taken=True)
        await self._begin_if_full(live)
        live.ring()
        return live, number

    async def act(self, table: str, seat: int, row: int, act: str, key: str) -> None:
        """Carry out an act of a seat, and keep it; done when it is on disk.

        A request for another row than the next (a repeated one, say) is Stale and changes nothing.
        """
        live = await self.table(table)
        async with live.lock:
            sitting = live.sitting
            if sitting is None:
                raise BellhopError("the game has not begun: not everybody has sat down")
            if row != live.rows + 1:
                raise Stale("the table has moved on; look again")
            _perform(sitting, seat, act)
            kept = False
            try:
                new = NewAct(
                    live.stored.id, row, seat, sitting.acts[-1].text, key, live.stored.rules
                )
                kept = await asyncio.wrap_future(self.store.append(new))
            finally:
                if not kept:  # what is in memory is not what is on disk
                    self._live.pop(table, None)
            if not kept:
                live.ring()
                raise Stale("the table has moved on; look again")
            if sitting.is_over:
                await asyncio.to_thread(self.store.end_table, table)
        live.ring()
        self.wake_bots(live)

    def wake_bots(self, live: LiveTable) -> None:
        """Let the bots at a table play as long as it is their turn."""
        if not live.bots_at_work and _bot_on_turn(live):
            live.bots_at_work = True
            task = asyncio.create_task(self._play_bots(live))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def ring_all(self) -> None:
        """Wake everybody who waits for news of any table."""
        for live in self._live.values():
            live.ring()

    def forget_idle(self) -> None:
        """Leave tables on disk only that nobody has looked at for a while."""
        now = time.monotonic()
        for table, live in list(self._live.items()):
            if not live.bells and not live.bots_at_work and now - live.touched > IDLE_SECONDS:
                del self._live[table]

    async def _begin_if_full(self, live: LiveTable) -> None:
        """Deal as soon as everybody sits; every seat adds a nonce to the sealed secret."""
        async with live.lock:
            if live.sitting is None and all(seat.taken for seat in live.seats):
                nonces = tuple(new_nonce() for _ in live.seats)
                await asyncio.to_thread(self.store.begin_table, live.stored.id, nonces)
                live.stored = live.stored._replace(nonces=nonces)
                live.sitting = _seat_people(live.stored, live.game, live.seats)
        self.wake_bots(live)

    async def _play_bots(self, live: LiveTable) -> None:
        """A bot's moves, at a pace that people can follow."""
        bots: dict[str, Bot] = {}
        try:
            while _bot_on_turn(live) and live.sitting:
                await asyncio.sleep(self.bot_pause)
                row, turn = live.rows + 1, live.sitting.position.turn
                kind = live.seats[turn].kind
                bot = bots.setdefault(kind, make_bot(kind))
                view = live.sitting.view(turn)
                move = await asyncio.to_thread(bot.choose, live.game, view)
                key = secrets.token_hex(8)
                with suppress(Stale):  # somebody took a move back meanwhile: think again
                    await self.act(live.stored.id, turn, row, live.game.moves[move], key)
                if self._live.get(live.stored.id) is not live:
                    return
        finally:
            live.bots_at_work = False


def clean_name(name: str) -> str:
    """A name as it is shown: one line, not too long, never empty."""
    cleaned = " ".join("".join(c for c in name if c.isprintable()).split())[:MOST_NAME].strip()
    if not cleaned:
        raise BellhopError("a name needs at least one letter")
    return cleaned


def _perform(sitting: Sitting, seat: int, act: str) -> None:
    """Carry out an act in memory, or refuse it."""
    if act == UNDO:
        if not sitting.can_undo(seat):
            raise BellhopError("nothing can be taken back: a card was seen, or somebody has acted")
        sitting.undo()
    elif act == REDO:
        if not sitting.can_redo(seat):
            raise BellhopError("nothing was taken back")
        sitting.redo()
    elif sitting.position.turn != seat:
        raise BellhopError("it is not your turn")
    else:
        sitting.move(sitting.game.move_named(act))


def _bot_on_turn(live: LiveTable) -> bool:
    sitting = live.sitting
    return bool(
        sitting and not sitting.is_over and live.seats[sitting.position.turn].kind != PERSON
    )


def _revive(stored: StoredTable) -> LiveTable:
    """A table as its acts have left it."""
    game = game_named(stored.game)
    if stored.rules != game.rules_version:
        raise BellhopError(
            f"this game was begun under rules {stored.rules}; this server has {game.rules_version}"
        )
    live = LiveTable(stored, game, list(stored.seats), sitting=None)
    if stored.nonces:
        live.sitting = _seat_people(stored, game, live.seats)
        for act in stored.acts:
            live.sitting.repeat(act.text)
    return live


def _seat_people(stored: StoredTable, game: Game, seats: Sequence[StoredSeat]) -> Sitting:
    table = game.table(len(seats), stored.options)
    players = tuple(Seat(seat.name, seat.kind) for seat in seats)
    return Sitting(game, table, players, Shaker(stored.secret, stored.nonces))
