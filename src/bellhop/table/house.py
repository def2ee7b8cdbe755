"""The house: all tables of a server, in memory while in use and always on disk."""

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from bellhop.bots import KINDS
from bellhop.engine.errors import BellhopError, Conflict, NotFound, TooMany
from bellhop.engine.game import Game
from bellhop.engine.seats import NOBODY
from bellhop.table import roles
from bellhop.table.bot_workers import Asker, BotWorkers, Hint
from bellhop.table.limits import DEFAULT_LIMITS, Limits, undo_gate
from bellhop.table.listener import Listener
from bellhop.table.live import LiveTable, revive
from bellhop.table.opening import PACES, as_links, lay_table
from bellhop.table.outside_bots import NO_BOTS, PREFIX, OutsideBots
from bellhop.table.pools import FairPool
from bellhop.table.schema import HOST, NO_ROW, NewAct, Result
from bellhop.table.sitting import REDO, RESTART, UNDO, Seat, Sitting
from bellhop.table.start import Start
from bellhop.table.store import Store
from bellhop.table.watch import Watch

IDLE_SECONDS = 600
LEASE_SECONDS = 20.0
PATIENCE_SECONDS = 600.0
ROWS_BETWEEN_SNAPSHOTS = 50
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds before bots try again after a failure
PROBE_SECONDS = 2.0  # between attempts to write again after a failure
KEY = re.compile(r"^[!-~]{1,40}$")  # a request with the same key is a repeated one
TAKING_BACK = (UNDO, RESTART, REDO)
FIRST_ANSWER = 5 / 3  # pauses before a bot answers a move that can be undone
LONGEST_RUN = 4.2  # pauses of several bots in a row: 2.5 of 3 seconds, the rest is for thinking
HOLD_SECONDS = 30.0  # for which a player can stop the bots to think again

T = TypeVar("T")
log = logging.getLogger(__name__)


def log_failure(failure: str) -> None:
    """Log that moves cannot be saved, and why, or that they can be saved again."""
    log.error("moves cannot be saved: %s" if failure else "moves are saved again%s", failure)


class Stale(Conflict):
    """A request was for a row that is no longer the next one."""


@dataclass(frozen=True)
class NewTable:
    """A table just opened, with the secrets of its seats' links; only their hashes are stored."""

    id: str
    secrets: tuple[str, ...]  # empty for bots, and for seats that are taken at once
    host: str = ""  # the secret of the host's link; empty if a device is the host already


class House:
    """Opens tables and lets people and bots act at them."""

    def __init__(
        self,
        store: Store,
        bot_pause: float = 0.6,
        patience: float = PATIENCE_SECONDS,
        watch: Watch | None = None,
        limits: Limits = DEFAULT_LIMITS,
        bots: Mapping[str, str] = NO_BOTS,
    ) -> None:
        self.store, self.bot_pause, self.patience, self.watch = store, bot_pause, patience, watch
        self.limits, self.outside_bots = limits, tuple(bots)
        self.replays = FairPool(
            limits.replays_at_once, limits.replays_waiting, limits.replays_per_key
        )
        self._undos = undo_gate(limits)
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._bot_workers = BotWorkers(limits, outside=OutsideBots(bots))
        self._loop = asyncio.get_running_loop()
        # `asyncio.to_thread` is only for the store; everything that replays uses `replays`.
        self._loop.set_default_executor(ThreadPoolExecutor(limits.database_threads, "database"))
        self.is_failing = False  # has everybody been told that writing fails?
        self.tell_host: Callable[[str], object] = log_failure
        store.on_change = self._hear_store
        self._listener = None if store.is_sqlite else Listener(store, self._hear)

    async def close(self) -> None:
        """Stop the bots and close the store; unfinished moves of bots are chosen again later."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._bot_workers.close()
        await asyncio.to_thread(self.replays.close)
        if self._listener:
            await asyncio.to_thread(self._listener.close)
        await asyncio.to_thread(self.store.close)

    async def open_table(
        self,
        game: Game,
        options: Mapping[str, str],
        players: Sequence[Seat],
        own: Sequence[int],
        pace: str = "normal",
        host: str = "",
        start: Start | None = None,
    ) -> NewTable:
        """Open a table; the person who opens it takes the seats in `own` at once.

        `host` is the hash of their device's key; without it, the host gets a link instead.  With a
        start, the game goes on from a moment of an earlier one.
        """
        self._check_bots(players)
        table, invited = lay_table(game, options, players, own, pace, host, start)
        await asyncio.to_thread(self.store.add_table, table, (), as_links(invited))
        await asyncio.to_thread(self.store.begin_if_ready, table.id)
        await self.table(table.id)
        own_links = tuple(invited.get(number, "") for number in range(len(players)))
        return NewTable(table.id, own_links, invited.get(HOST, ""))

    def _check_bots(self, players: Sequence[Seat]) -> None:
        """Refuse a seat for an outside bot that this server does not have."""
        for seat in players:
            if seat.kind.startswith(PREFIX) and seat.kind not in self.outside_bots:
                raise BellhopError("bot", kinds=(*KINDS, *self.outside_bots), kind=seat.kind)

    async def table(self, table: str) -> LiveTable:
        """Find a table in memory or on disk."""
        if not table.isprintable():  # PostgreSQL would raise an error of its own
            raise NotFound("table", table=table)
        live = self._live.get(table)
        if live is None:
            loading = self._loading.get(table)
            if loading is None:
                loading = self._loading[table] = asyncio.create_task(self._wake(table))
                loading.add_done_callback(lambda _: self._loading.pop(table))
            live = await asyncio.shield(loading)  # others may be waiting for the same table
        live.touched = time.monotonic()
        return live

    async def _wake(self, table: str) -> LiveTable:
        """Load a table from disk into memory."""
        live = await asyncio.to_thread(self._load, table)
        live.bot_pause, live.is_shared = self.bot_pause, not self.store.is_sqlite
        self._live[table] = live
        if self._listener:  # changes during the load were announced before it was in memory
            await self.refresh(live)
        self.wake_bots(live)
        return live

    async def refresh(self, live: LiveTable) -> None:
        """Read what this server or another one has written about a table."""
        async with live.lock:
            before, row, was_held = live.version, live.rows, live.is_held
            await self._catch_up(live)
            has_changed = live.version != before
        if live.rows != row or (was_held and not live.is_held):
            live.let_go.set()
        if has_changed:
            live.signal_change()
            self.wake_bots(live)

    async def refresh_known(self, tables: Collection[str]) -> None:
        """Refresh those of the given tables that are in memory."""
        for table in tables:
            if live := self._live.get(table):
                await self.refresh(live)

    async def _catch_up(self, live: LiveTable) -> None:
        """Read what is on disk beyond what is in memory."""
        last = live.remarks[-1].number if live.remarks else 0
        live.update(await asyncio.to_thread(self.store.load, live.stored.id, live.rows, last))

    async def act(
        self, table: str, seat: int, row: int, act: str, key: str, first: Sequence[str] = ()
    ) -> None:
        """Carry out an act for a seat and store it; done when it is on disk.

        Moves that are made `first` take the rows from `row` on; if one of them or the act is
        refused, none is made.  A request for any row but the next one (a repeated request, say) is
        Stale and changes nothing.
        """
        live = await self.table(table)
        for name in first:  # only moves, nothing else that takes a row
            live.game.move_named(name)
        await self._act(live, seat, row, (*first, act), key)

    async def _act(
        self,
        live: LiveTable,
        seat: int,
        row: int,
        acts: Sequence[str],
        key: str,
        by_bot: bool = False,
    ) -> None:
        """Carry out an act of a person, a program or a bot, or several acts together."""
        began = time.perf_counter()
        async with live.lock:
            draft = _draft(live)
            if by_bot and not live.is_bots_turn:
                raise Stale("stale")
            if not KEY.fullmatch(key):
                raise BellhopError("key")
            if row != live.rows + 1:
                raise Stale("stale")
            if not by_bot:
                roles.check(live, roles.Deed.MOVE, roles.Sitter((seat,)), seat)
            if acts[-1] in TAKING_BACK:
                self._check_undo(live, draft, seat, acts[-1])
            for act in acts:
                _perform(draft, seat, act)
            for number, act in enumerate(acts[:-1]):
                before = _draft(live)
                _perform(before, seat, act)
                await self._publish(live, before, seat, f"{key[:36]}.{number}")
            await self._publish(live, draft, seat, key)
        if self.watch:
            self.watch.acted(live.player_at(seat), time.perf_counter() - began)
        live.signal_change()
        self.wake_bots(live)

    def _check_undo(self, live: LiveTable, sitting: Sitting, seat: int, act: str) -> None:
        """Refuse undo and redo if there is nothing to undo or redo, or after too many of them."""
        if act == REDO and not sitting.can_redo(seat):
            raise BellhopError("no_redo")
        if act != REDO and not sitting.can_undo(seat):
            raise BellhopError("no_undo")
        if live.rows >= self.limits.rows_with_undo:
            raise TooMany("undone_enough")
        self._undos.pass_through(f"{live.stored.id} {seat}")

    async def conclude(self, live: LiveTable, seat: int, act: str) -> None:
        """Resign or end the game: acts outside the turn order, which take whatever row is next."""
        is_kept = False
        while not is_kept:
            async with live.lock:
                draft = _draft(live)
                draft.repeat(act)
                with suppress(Stale):
                    await self._publish(live, draft, seat, secrets.token_hex(8))
                    is_kept = True
        live.signal_change()
        self.wake_bots(live)

    async def _publish(self, live: LiveTable, draft: Sitting, seat: int, key: str) -> None:
        """Store the last act of a draft; the table shows it only when it is on disk.

        If its row was taken, or the write failed, the table is read from disk again.
        """
        stored, act = live.stored, draft.acts[-1]
        when, digest = time.time(), draft.digest()
        new = NewAct(stored.id, act.row, seat, act.text, key, stored.rules, digest, when)
        try:
            is_kept = await asyncio.wrap_future(self.store.append(new))
        except BaseException:
            with suppress(Exception):
                await self._catch_up(live)
            raise
        if not is_kept:
            await self._catch_up(live)
            live.signal_change()
            raise Stale("stale")
        live.count_time(seat, when)
        live.sitting = draft
        live.let_go.set()
        with suppress(SQLAlchemyError, OSError):  # the act is on disk; the rest can wait
            await self._tidy(live, draft)

    async def _tidy(self, live: LiveTable, sitting: Sitting) -> None:
        """Mark a finished game as ended, and take a snapshot now and then."""
        stored, row = live.stored, len(sitting.acts)
        if sitting.is_over:
            end = {"ended": time.time(), "result": result_of(sitting)}
            await asyncio.to_thread(self.store.change_table, stored.id, **end)
        elif sitting.is_settled and row - live.snapshot_row >= ROWS_BETWEEN_SNAPSHOTS:
            live.snapshot_row = row
            await asyncio.to_thread(
                self.store.keep_snapshot, stored.id, row, stored.rules, sitting.snapshot()
            )

    def _load(self, table: str) -> LiveTable:
        try:
            stored = self.store.load(table)
            live = revive(stored, self.store.find_snapshot(table, stored.rules))
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            log.error("table %s is damaged: %r", table, error, exc_info=True)
            raise Conflict("table_damaged", table=table) from None
        if live.is_over and live.sitting and not stored.has_result:
            # The server stopped before it marked the end, or results were not stored yet.
            ended = stored.ended or time.time()
            with suppress(SQLAlchemyError, OSError):  # a finished game can be seen all the same
                self.store.change_table(table, ended=ended, result=result_of(live.sitting))
        return live

    def wake_bots(self, live: LiveTable) -> None:
        """Let the bots at a table play while it is their turn."""
        if not live.bots_at_work and live.is_bots_turn:
            live.bots_at_work = True
            self._start(self._play_bots(live))

    def live_tables(self) -> list[LiveTable]:
        """The tables in memory."""
        return list(self._live.values())

    def signal_all(self) -> None:
        """Wake everybody who is waiting for news of any table."""
        for live in self._live.values():
            live.signal_change()

    def forget_idle(self) -> None:
        """Remove tables from memory that nobody has looked at for a while."""
        now = time.monotonic()
        for table, live in list(self._live.items()):
            if not live.signals and not live.bots_at_work and now - live.touched > IDLE_SECONDS:
                del self._live[table]

    async def hold_bots(self, live: LiveTable, seat: int, is_held: bool) -> None:
        """Let the bots wait while a player thinks again about the last move, or go on."""
        roles.check(live, roles.Deed.MOVE, roles.Sitter((seat,)), seat)
        if is_answered_by_bot(live, seat):
            row = live.rows if is_held else NO_ROW
            await asyncio.to_thread(self.store.change_table, live.stored.id, held_row=row)
            await self.refresh(live)

    async def _play_bots(self, live: LiveTable) -> None:
        """Make the bots' moves at a pace that people can follow, and try again after a failure."""
        pause = FIRST_PAUSE
        run_ends = time.monotonic() + LONGEST_RUN * pause_of(live)
        try:
            while live.is_bots_turn and live.sitting:
                try:
                    await self._play_bot_in_turn(live, live.sitting, run_ends)
                    pause = FIRST_PAUSE
                except Exception as error:
                    if not self.store.failure:  # a failed store has been logged already
                        table = live.stored.id
                        log.error("the bots at table %s wait %g s: %r", table, pause, error)
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            live.bots_at_work = False

    async def _play_bot_in_turn(self, live: LiveTable, sitting: Sitting, run_ends: float) -> None:
        """Make one move of a bot, unless another server plays the bots of this table."""
        if not await self._claim_bots(live):
            await asyncio.sleep(LEASE_SECONDS / 2)  # the other server may have died by then
            await self.refresh(live)
            return
        row, turn = live.rows + 1, sitting.turn
        thinking = self._start(self._think(live, sitting))
        await self._pause(live, sitting, run_ends)
        if live.rows + 1 != row:  # somebody undid a move meanwhile: think again
            return
        move = await thinking
        if live.is_bots_turn and sitting.turn == turn:  # the person may have come back meanwhile
            with suppress(Stale):
                key = secrets.token_hex(8)
                await self._act(live, turn, row, (live.game.moves[move],), key, by_bot=True)

    async def _pause(self, live: LiveTable, sitting: Sitting, run_ends: float) -> None:
        """Wait so that people can follow, and undo; the more moves in a row, the shorter."""
        pause = pause_of(live)
        if not is_answered_by_bot(live, sitting.awaits_answer_to()):
            await asyncio.sleep(shorten(pause, run_ends - time.monotonic()))
            return
        live.let_go.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(live.let_go.wait(), FIRST_ANSWER * pause)
            return
        if live.is_held:
            with suppress(TimeoutError):
                await asyncio.wait_for(live.let_go.wait(), HOLD_SECONDS)

    async def advise(self, live: LiveTable, seat: int, address: str) -> Hint:
        """The master's best few moves for the seat on turn, given what this seat knows."""
        assert live.sitting
        asker = Asker(address, f"{live.stored.id} {seat}")
        return await self._bot_workers.advise(live.game, live.sitting.view(seat), asker)

    async def _think(self, live: LiveTable, sitting: Sitting) -> int:
        """The move that the bot on turn chooses."""
        began, kind = time.perf_counter(), live.player_at(sitting.turn)
        move = await self._bot_workers.choose(live.game, kind, sitting.view(sitting.turn))
        if self.watch:
            self.watch.thought(kind, time.perf_counter() - began)
        return move

    async def _claim_bots(self, live: LiveTable) -> bool:
        """May this server's bots play here?  Only one of several servers may."""
        now = time.monotonic()
        if now > live.lease_until - LEASE_SECONDS / 2:
            claim = self.store.claim_bots
            if not await asyncio.to_thread(claim, live.stored.id, LEASE_SECONDS):
                return False
            live.lease_until = now + LEASE_SECONDS
        return True

    def _hear(self, table: str | None) -> None:
        """Note that another server has changed a table; called from the listener's thread."""
        self._loop.call_soon_threadsafe(self._refresh_heard, table)

    def _hear_store(self) -> None:
        """Note that writing has started or stopped failing; called from any thread."""
        with suppress(RuntimeError):  # the server has closed, and nobody needs to know
            self._loop.call_soon_threadsafe(self._tell_failure)

    def _tell_failure(self) -> None:
        """Tell the operator and everybody at a table, once, and start probing after a failure."""
        if self.is_failing == bool(self.store.failure):
            return
        self.is_failing = not self.is_failing
        self.tell_host(self.store.failure)
        self.signal_all()
        if self.is_failing:
            self._start(self._probe())

    async def _probe(self) -> None:
        """Keep trying to write until it works: all players may be waiting, and nobody writing."""
        while self.store.failure:
            await asyncio.sleep(PROBE_SECONDS)
            with suppress(SQLAlchemyError, OSError):
                await asyncio.to_thread(self.store.ping)

    def _refresh_heard(self, table: str | None) -> None:
        heard = list(self._live.values()) if table is None else [self._live.get(table)]
        for live in heard:
            if live is not None:
                self._start(self.refresh(live))

    def _start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _draft(live: LiveTable) -> Sitting:
    """A copy of a table's sitting, for an act that nobody sees until it is stored."""
    if live.sitting is None:
        raise Conflict("not_begun")
    return live.sitting.copy()


def result_of(sitting: Sitting) -> dict[str, Any]:
    """The result of a game that is over, as it is stored with its table."""
    points = sitting.game.points(sitting.position)
    return Result(points, sitting.winners(), sitting.is_practice)._asdict()


def pause_of(live: LiveTable) -> float:
    """How long a bot waits before it moves, at the pace of its table."""
    return live.bot_pause * PACES[live.stored.pace]


def shorten(pause: float, left: float) -> float:
    """A pause among several, of which all together take no longer than what is left."""
    return max(0.0, min(pause, left / 2))


def is_answered_by_bot(live: LiveTable, seat: int) -> bool:
    """Did a player at this seat make the last move, is a bot to answer, and can it be undone?"""
    if live.sitting is None or seat == NOBODY or not live.is_bots_turn:
        return False
    is_player = roles.role_of(live, seat) is roles.Role.PLAYER
    return is_player and live.sitting.awaits_answer_to() == seat


def _perform(sitting: Sitting, seat: int, act: str) -> None:
    """Carry out an act in memory, or refuse it."""
    if act in TAKING_BACK:
        sitting.repeat(act)
    elif sitting.turn != seat:
        raise BellhopError("not_your_turn")
    else:
        sitting.move(sitting.game.move_named(act))
