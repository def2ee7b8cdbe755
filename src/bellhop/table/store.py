"""The store: tables, seats and acts in a database; an act counts only when it is on disk.

SQLite (inside the process, the default) and PostgreSQL (by URL) share one code path.  Acts go
through one writer thread that commits many of them at once, so that full durability costs one disk
synchronisation per batch.  On PostgreSQL the other servers are notified of every changed table.
"""

import hashlib
import importlib
import math
import os
import queue
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from bellhop.engine.errors import BellhopError, NotFound
from bellhop.engine.fairness import new_nonce
from bellhop.table.engine import open_engine
from bellhop.table.names import PERSON
from bellhop.table.schema import (
    Holder,
    NewAct,
    NewLink,
    Remark,
    StoredSeat,
    StoredTable,
    TableLine,
    acts,
    holders,
    links,
    metadata,
    read_result,
    remarks,
    seats,
    snapshots,
    tables,
)
from bellhop.table.sitting import Act
from bellhop.table.start import read_row
from bellhop.table.upgrade import upgrade

BATCH = 256
CHANNEL = "bellhop"
TEXTS = postgresql.ARRAY(sa.Text)
ACT_COLUMNS = ", ".join(acts.c.keys())
PROBE_SECONDS = 10.0  # without a write, until a ping tries to write
ABOUT_VALUES = (sa.exc.IntegrityError, sa.exc.DataError)  # another write may well succeed
# May every table be written to?  This changes nothing, and nothing waits for the disk.
HARMLESS = tuple(
    sa.update(table).where(sa.false()).values({table.primary_key.columns[0]: ""})
    for table in metadata.sorted_tables
)
PROBES = (  # is there room to write? On SQLite, an act needs a new page when its page is full.
    "UPDATE alembic_version SET version_num = version_num",
    "INSERT INTO alembic_version SELECT hex(zeroblob(16384))",
    "DELETE FROM alembic_version WHERE length(version_num) > 100",
)


def fresh_secret() -> str:
    """A secret for a link, or the key of a device: 128 random bits."""
    return secrets.token_urlsafe(16)


def hash_secret(secret: str) -> str:
    """The hash that is stored in place of a secret; 128 random bits need no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Store:
    """An open database."""

    def __init__(self, url: str | sa.URL, alone: bool = True) -> None:
        """Open a database; `alone` locks an SQLite file, as a server must and a reader need not."""
        self.name = secrets.token_hex(8)  # of this server, among those that share a database
        self.engine = open_engine(url)
        self.is_sqlite = self.engine.name == "sqlite"
        self.failure = ""  # what went wrong with the last write; empty if nothing did
        self._is_damaged = False  # an SQLite file stays damaged, whatever else can be written
        self._wrote = -math.inf  # when it last worked
        self.on_change: Callable[[], object] = lambda: None  # when writes start or stop failing
        self._lock_file = None
        if self.is_sqlite:
            self._lock_file = _lock(self.engine.url.database) if alone else None
        insert: Any = sqlite.insert if self.is_sqlite else postgresql.insert
        self._insertion = insert(acts).on_conflict_do_nothing().returning(acts.c.row)
        placeholder = "?" if self.is_sqlite else "%s"
        self._placeholders = f"({', '.join([placeholder] * len(acts.c))})"
        self._write_lock = threading.Lock() if self.is_sqlite else nullcontext()
        try:
            upgrade(self.engine)
        except BaseException:
            self._release()
            raise
        self._file = _identity_of(self.engine.url.database) if self.is_sqlite else None
        self._queue: queue.Queue[tuple[NewAct, Future[bool]] | None] = queue.Queue()
        self._writer = threading.Thread(target=self._write, name="writing acts", daemon=True)
        self._writer.start()

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that writes; on SQLite one at a time, because its own waiting is unfair."""
        try:
            with self._write_lock, self.engine.begin() as connection:
                yield connection
                self._check_in_place()
        except (sa.exc.DBAPIError, OSError) as error:
            if not isinstance(error, ABOUT_VALUES):
                # This class itself is for damaged files; others are derived from it.
                damage = isinstance(error, sa.exc.DBAPIError) and error.orig
                self._is_damaged |= type(damage) is sqlite3.DatabaseError
                self._note_failure(str(error).partition("\n")[0])
            raise
        self._wrote = time.monotonic()
        if self.failure and not self._is_damaged:
            self._note_failure("")

    def _note_failure(self, failure: str) -> None:
        has_changed = bool(self.failure) != bool(failure)
        self.failure = failure
        if has_changed:
            self.on_change()

    def _check_in_place(self) -> None:
        """Fail if the file was deleted or replaced: what is written to it would be lost."""
        if self.is_sqlite and _identity_of(self.engine.url.database) != self._file:
            raise OSError("the database file was deleted or replaced while the server ran")

    def close(self) -> None:
        """Finish what is being written, and release the database."""
        self._queue.put(None)
        self._writer.join()
        self._release()

    def _release(self) -> None:
        self.engine.dispose()
        if self._lock_file:
            self._lock_file.close()

    def ping(self) -> None:
        """Check that the database answers and, from time to time, that it can be written to."""
        if self._is_damaged:
            raise OSError(self.failure)
        if self.failure and not self.is_sqlite:
            self.engine.dispose()  # a connection stays read-only if it was made so
        if self.failure or time.monotonic() - self._wrote > PROBE_SECONDS:
            self._probe()
            return
        with self.engine.connect() as connection:
            connection.execute(sa.select(1))
        self._check_in_place()

    def _probe(self) -> None:
        """Try to write: in earnest after a failure, for the disk may still be full."""
        with self.writing() as connection:
            for statement in HARMLESS:
                connection.execute(statement)
            if self.failure:
                for probe in PROBES if self.is_sqlite else PROBES[:1]:
                    connection.execute(sa.text(probe))

    def add_table(
        self, table: StoredTable, log: Sequence[NewAct] = (), invitations: Sequence[NewLink] = ()
    ) -> None:
        """Store a new table with its seats and links, and the log of a game played elsewhere."""
        with self.writing() as connection:
            insert_table(connection, table, invitations)
            if log:
                connection.execute(sa.insert(acts), [_values_of(act) for act in log])

    def load(self, table: str, row: int = 0, remark: int = 0) -> StoredTable:
        """Load a table with its seats, the acts after a row and the remarks after a number."""
        with self.engine.connect() as connection:
            header = connection.execute(sa.select(tables).where(tables.c.id == table)).one_or_none()
            if header is None:
                raise NotFound("table", table=table)
            own_seats = connection.execute(
                sa.select(seats).where(seats.c.table_id == table).order_by(seats.c.seat)
            ).all()
            own_holders = connection.execute(
                sa.select(holders.c.seat, holders.c.key_hash, holders.c.kind)
                .where(holders.c.table_id == table)
                .order_by(holders.c.seat, holders.c.key_hash)
            ).all()
            own_acts = connection.execute(
                sa.select(acts.c.row, acts.c.act, acts.c.seat, acts.c.time)
                .where((acts.c.table_id == table) & (acts.c.row > row))
                .order_by(acts.c.row)
            ).all()
            own_remarks = connection.execute(
                sa.select(*(remarks.c[name] for name in Remark._fields))
                .where((remarks.c.table_id == table) & (remarks.c.number > remark))
                .order_by(remarks.c.number)
            ).all()
        return StoredTable(
            id=header.id,
            game=header.game,
            rules=header.rules,
            options=dict(header.options),
            secret=header.secret,
            nonces=tuple(header.nonces or ()),
            made=header.made,
            seats=tuple(StoredSeat(*own[1:]) for own in own_seats),
            acts=tuple(Act(own.row, own.act) for own in own_acts),
            holders=tuple(Holder(*own) for own in own_holders),
            pace=header.pace,
            hints=header.hints,
            open_chat=header.open_chat,
            held_row=header.held_row,
            start=read_row(header.start) if header.start else None,
            ended=header.ended,
            acted=own_acts[-1].time if own_acts else header.made,
            times=tuple((own.seat, own.time) for own in own_acts),
            has_result=read_result(header.result) is not None,
            remarks=tuple(Remark(*own) for own in own_remarks),
        )

    def digests(self, table: str) -> list[str]:
        """The fingerprint of the position after each act."""
        query = sa.select(acts.c.digest).where(acts.c.table_id == table).order_by(acts.c.row)
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def change_seat(
        self, table: str, seat: int, told: str = "", text: str = "", **values: Any
    ) -> None:
        """Change columns of a seat; a remark of the kind `told` tells the table."""
        where = (seats.c.table_id == table) & (seats.c.seat == seat)
        with self.changing(table) as connection:
            connection.execute(sa.update(seats).where(where).values(**values))
            if told:
                insert_remark(connection, table, seat, told, text)

    def change_table(self, table: str, **values: Any) -> None:
        """Change columns of a table: pace, hints, chat, rules version, end and result."""
        with self.writing() as connection:
            connection.execute(sa.update(tables).where(tables.c.id == table).values(**values))
            self._notify(connection, table)

    def begin_if_ready(self, table: str) -> None:
        """Fix the nonces, those of bots too, once every seat is taken and has added its own."""
        with self.writing() as connection:
            header = sa.select(tables.c.nonces).where(tables.c.id == table).with_for_update()
            if connection.execute(header).scalar_one():
                return
            query = sa.select(seats).where(seats.c.table_id == table).order_by(seats.c.seat)
            found = [StoredSeat(*own[1:]) for own in connection.execute(query)]
            if not all(seat.is_ready for seat in found):
                return
            nonces = [seat.nonce if seat.kind == PERSON else new_nonce() for seat in found]
            connection.execute(sa.update(tables).where(tables.c.id == table).values(nonces=nonces))
            self._notify(connection, table)

    def add_remark(self, table: str, seat: int, kind: str, text: str) -> None:
        """Store a chat message, or a notice of something that happened, under the next number."""
        with self.changing(table) as connection:
            insert_remark(connection, table, seat, kind, text)

    @contextmanager
    def changing(self, table: str) -> Iterator[sa.Connection]:
        """A transaction that changes one table, one at a time on all servers; they are notified."""
        with self.writing() as connection:
            connection.execute(sa.select(tables.c.id).where(tables.c.id == table).with_for_update())
            yield connection
            self._notify(connection, table)

    def keep_snapshot(self, table: str, row: int, rules: str, data: str) -> None:
        """Store a snapshot in place of the previous one."""
        with self.writing() as connection:
            connection.execute(sa.delete(snapshots).where(snapshots.c.table_id == table))
            values = {"table_id": table, "row": row, "rules": rules, "data": data}
            connection.execute(sa.insert(snapshots).values(**values))

    def find_snapshot(self, table: str, rules: str) -> str | None:
        """The snapshot of a table, if it was taken under these rules."""
        where = (snapshots.c.table_id == table) & (snapshots.c.rules == rules)
        with self.engine.connect() as connection:
            return connection.execute(sa.select(snapshots.c.data).where(where)).scalar_one_or_none()

    def claim_bots(self, table: str, seconds: float) -> bool:
        """Claim a table's bots for this server for a while; False if another server has them."""
        if self.is_sqlite:
            return True  # no other server uses this file
        now = sa.func.extract("epoch", sa.func.clock_timestamp())
        is_free = (
            tables.c.lease_owner.is_(None)
            | (tables.c.lease_owner == self.name)
            | (tables.c.lease_until < now)
        )
        claim = sa.update(tables).where((tables.c.id == table) & is_free)
        with self.writing() as connection:
            claimed = connection.execute(
                claim.values(lease_owner=self.name, lease_until=now + seconds)
            )
            return claimed.rowcount == 1

    def list_tables(self) -> list[TableLine]:
        """All tables, the newest first, with the number of acts and the time they ended."""
        rows = sa.func.count(acts.c.row).label("rows")
        query = (
            sa.select(
                tables.c.id, tables.c.game, tables.c.rules, tables.c.made, tables.c.ended, rows
            )
            .outerjoin(acts, acts.c.table_id == tables.c.id)
            .group_by(tables.c.id)
            .order_by(tables.c.made.desc())
        )
        with self.engine.connect() as connection:
            return [TableLine(*row) for row in connection.execute(query)]

    def count_running(self) -> int:
        """The number of games that have not ended."""
        query = sa.select(sa.func.count()).select_from(tables).where(tables.c.ended.is_(None))
        with self.engine.connect() as connection:
            return connection.execute(query).scalar_one()

    def delete_tables(self, names: Sequence[str]) -> int:
        """Delete tables with their seats and acts; return how many there were."""
        with self.writing() as connection:
            return connection.execute(sa.delete(tables).where(tables.c.id.in_(names))).rowcount

    def append(self, act: NewAct) -> "Future[bool]":
        """Store an act; done when it is on disk. False if its row or key was already taken."""
        future: Future[bool] = Future()
        self._queue.put((act, future))
        return future

    def _write(self) -> None:
        """Commit batches of acts until the store is closed."""
        while (first := self._queue.get()) is not None:
            batch = [first]
            last = False
            while len(batch) < BATCH and not self._queue.empty():
                item = self._queue.get()
                if item is None:
                    last = True
                    break
                batch.append(item)
            self._commit([item for item in batch if item[1].set_running_or_notify_cancel()])
            if last:
                return

    def _commit(self, batch: Sequence[tuple[NewAct, "Future[bool]"]]) -> None:
        new = [act for act, _ in batch]
        try:
            kept = self._keep_together(new) or self._keep_each(new)
        except Exception as error:
            for _, future in batch:
                future.set_exception(error)
            return
        for (_, future), is_kept in zip(batch, kept, strict=True):
            future.set_result(is_kept)

    def _keep_together(self, new: Sequence[NewAct]) -> list[bool]:
        """Store acts with one statement; if a row or key is taken, none of them is stored.

        The SQL goes straight to the driver: SQLAlchemy's overhead takes longer than the insertion,
        and with every statement this thread has to wait for the interpreter lock.
        """
        rows = ", ".join([self._placeholders] * len(new))
        statement = f"INSERT INTO acts ({ACT_COLUMNS}) VALUES {rows} ON CONFLICT DO NOTHING"
        values = tuple(value for act in new for value in _values_of(act).values())
        with suppress(_RowTaken), self.writing() as connection:
            if connection.exec_driver_sql(statement, values).rowcount < len(new):
                raise _RowTaken
            self._notify(connection, *{act.table for act in new})
            return [True] * len(new)
        return []

    def _keep_each(self, new: Sequence[NewAct]) -> list[bool]:
        """Store the acts whose row and key are free, so that a conflict affects no other act."""
        with self.writing() as connection:
            kept = [
                connection.execute(self._insertion, _values_of(act)).first() is not None
                for act in new
            ]
            self._notify(connection, *{act.table for act in new})
        return kept

    def _notify(self, connection: sa.Connection, *tables: str) -> None:
        """Notify the other servers of changed tables as soon as this transaction is committed."""
        if not self.is_sqlite:
            heard = sa.func.unnest(sa.literal([f"{table} {self.name}" for table in tables], TEXTS))
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, heard)))


class _RowTaken(Exception):
    """The row or key of one of several acts is taken."""


def insert_table(
    connection: sa.Connection, table: StoredTable, invitations: Sequence[NewLink]
) -> None:
    """Add a table with its seats and links, within a transaction."""
    header = table._asdict()
    for part in ("seats", "holders", "acts", "acted", "times", "has_result", "remarks"):
        del header[part]
    header["nonces"] = list(table.nonces)
    header["start"] = table.start and table.start.to_row()
    connection.execute(sa.insert(tables).values(**header))
    parts: tuple[tuple[sa.Table, Sequence[Any]], ...] = (
        (seats, table.seats), (holders, table.holders), (links, invitations)
    )  # fmt: skip
    for kept, entries in parts:
        rows = [{"table_id": table.id, **entry._asdict()} for entry in entries]
        if rows:
            connection.execute(sa.insert(kept), rows)


def insert_remark(
    connection: sa.Connection, table: str, seat: int, kind: str, text: str = ""
) -> None:
    """Add a remark under the next number, within a transaction that changes the table."""
    number = sa.func.coalesce(sa.func.max(remarks.c.number), 0) + 1
    values = [sa.literal(table), number, *map(sa.literal, (seat, kind, text, time.time()))]
    query = sa.select(*values).where(remarks.c.table_id == table)
    connection.execute(sa.insert(remarks).from_select(remarks.c.keys(), query))


def _values_of(act: NewAct) -> dict[str, Any]:
    """The columns of an act that is stored now."""
    return {
        "table_id": act.table,
        "row": act.row,
        "seat": act.seat,
        "act": act.act,
        "key": act.key,
        "time": act.time or time.time(),
        "rules": act.rules,
        "digest": act.digest,
    }


def _identity_of(database: str | None) -> tuple[int, int] | None:
    """The device and inode of a database file; None if there is no file."""
    if not database or database == ":memory:":
        return None
    try:
        found = os.stat(database)  # faster than a Path, and needed with every commit
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _lock(database: str | None) -> Any:
    """Refuse a second server on one SQLite file."""
    if not database or database == ":memory:":
        return None
    path = Path(f"{Path(database).resolve()}.lock")  # the same lock through symbolic links
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = path.open("w")
    try:
        _lock_exclusively(handle)
    except OSError:
        handle.close()
        raise BellhopError("database.locked", database=database) from None
    return handle


def _lock_exclusively(handle: Any) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        windows: Any = importlib.import_module("msvcrt")
        windows.locking(handle.fileno(), windows.LK_NBLCK, 1)
        return
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
