"""The store: tables, seats and acts in a database; an act counts only when it is on disk.

One code path for SQLite (inside the process, the default) and PostgreSQL (by a URL).  Acts go
through one writer thread that commits many of them at once, so that full durability costs one
synchronisation of the disk for a whole batch.
"""

import hashlib
import queue
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.dialects import postgresql, sqlite

from bellhop.engine.errors import BellhopError
from bellhop.table.sitting import Act

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rules", sa.String(32), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("secret", sa.String(64), nullable=False),
    sa.Column("nonces", sa.JSON),  # none before everybody has sat down
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("ended", sa.Float),
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("secret_hash", sa.String(64), nullable=False, index=True),
    sa.Column("taken", sa.Boolean, nullable=False),
)
acts = sa.Table(
    "acts",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("row", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("act", sa.String(80), nullable=False),
    sa.Column("key", sa.String(40), nullable=False),
    sa.Column("time", sa.Float, nullable=False),
    sa.Column("rules", sa.String(32), nullable=False),
    sa.UniqueConstraint("table_id", "key"),
)

BATCH = 256
MIGRATION_LOCK = 0xBE11_0B  # any number that no other program uses here


class StoredSeat(NamedTuple):
    """A seat as it is kept."""

    seat: int
    name: str
    kind: str
    secret_hash: str
    taken: bool


class StoredTable(NamedTuple):
    """A table as it is kept, with its seats and acts."""

    id: str
    game: str
    rules: str
    options: dict[str, str]
    secret: str
    nonces: tuple[str, ...]  # empty before everybody has sat down
    made: float
    seats: tuple[StoredSeat, ...]
    acts: tuple[Act, ...]


class TableLine(NamedTuple):
    """A table in a list of tables."""

    id: str
    game: str
    rules: str
    made: float
    ended: float | None
    rows: int


class NewAct(NamedTuple):
    """An act on its way to the disk; `key` makes a repeated request recognisable."""

    table: str
    row: int
    seat: int
    act: str
    key: str
    rules: str


def hash_secret(secret: str) -> str:
    """What is kept of a seat's secret: 128 random bits need no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Store:
    """An open database."""

    def __init__(self, url: str, alone: bool = True) -> None:
        """Open; a server is `alone` on an SQLite file, somebody who only reads need not be."""
        self.engine = sa.create_engine(url, pool_pre_ping=True)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        if self.is_sqlite:
            self._lock_file = _lock(self.engine.url.database) if alone else None
            sa.event.listen(self.engine, "connect", _make_durable)
        self._migrate()
        self._queue: queue.Queue[tuple[NewAct, Future[bool]] | None] = queue.Queue()
        self._writer = threading.Thread(target=self._write, name="writing acts", daemon=True)
        self._writer.start()

    def _migrate(self) -> None:
        """Bring the database to the newest schema; on PostgreSQL one server at a time."""
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        with self.engine.begin() as connection:
            if not self.is_sqlite:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def close(self) -> None:
        """Finish what is being written, and let go of the database."""
        self._queue.put(None)
        self._writer.join()
        self.engine.dispose()
        if self.is_sqlite and self._lock_file:
            self._lock_file.close()

    def ping(self) -> None:
        """Ask the database for a sign of life."""
        with self.engine.connect() as connection:
            connection.execute(sa.select(1))

    def add_table(self, table: StoredTable) -> None:
        """Keep a new table with its seats."""
        header = table._asdict()
        del header["seats"], header["acts"]
        header["nonces"] = list(table.nonces)
        rows = [{"table_id": table.id, **seat._asdict()} for seat in table.seats]
        with self.engine.begin() as connection:
            connection.execute(sa.insert(tables).values(**header))
            connection.execute(sa.insert(seats), rows)

    def load(self, table: str) -> StoredTable:
        """A table with its seats and acts."""
        with self.engine.connect() as connection:
            header = connection.execute(sa.select(tables).where(tables.c.id == table)).one_or_none()
            if header is None:
                raise BellhopError(f"there is no table {table!r}")
            own_seats = connection.execute(
                sa.select(seats).where(seats.c.table_id == table).order_by(seats.c.seat)
            ).all()
            own_acts = connection.execute(
                sa.select(acts.c.row, acts.c.act)
                .where(acts.c.table_id == table)
                .order_by(acts.c.row)
            ).all()
        return StoredTable(
            id=header.id,
            game=header.game,
            rules=header.rules,
            options=dict(header.options),
            secret=header.secret,
            nonces=tuple(header.nonces or ()),
            made=header.made,
            seats=tuple(
                StoredSeat(s.seat, s.name, s.kind, s.secret_hash, s.taken) for s in own_seats
            ),
            acts=tuple(Act(row.row, row.act) for row in own_acts),
        )

    def find_seat(self, secret: str) -> tuple[str, int]:
        """The table and the seat that a secret link leads to."""
        query = sa.select(seats.c.table_id, seats.c.seat).where(
            seats.c.secret_hash == hash_secret(secret)
        )
        with self.engine.connect() as connection:
            found = connection.execute(query).one_or_none()
        if found is None:
            raise BellhopError("this link leads to no seat; ask for a new one")
        return found.table_id, found.seat

    def change_seat(self, table: str, seat: int, **values: Any) -> None:
        """Write a new name, kind, secret or taken mark of a seat."""
        where = (seats.c.table_id == table) & (seats.c.seat == seat)
        with self.engine.begin() as connection:
            connection.execute(sa.update(seats).where(where).values(**values))

    def begin_table(self, table: str, nonces: Sequence[str]) -> None:
        """Keep the nonces of all seats: from now on the dice are settled."""
        with self.engine.begin() as connection:
            connection.execute(
                sa.update(tables).where(tables.c.id == table).values(nonces=list(nonces))
            )

    def list_tables(self) -> list[TableLine]:
        """All tables, the newest first, with the number of acts and whether they are over."""
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

    def delete_tables(self, names: Sequence[str]) -> int:
        """Remove tables with their seats and acts; how many there were."""
        with self.engine.begin() as connection:
            return connection.execute(sa.delete(tables).where(tables.c.id.in_(names))).rowcount

    def end_table(self, table: str) -> None:
        """Note that a game is over."""
        with self.engine.begin() as connection:
            connection.execute(
                sa.update(tables).where(tables.c.id == table).values(ended=time.time())
            )

    def append(self, act: NewAct) -> "Future[bool]":
        """Keep an act; done when it is on disk. False: its row or key was taken by another."""
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
            self._commit(batch)
            if last:
                return

    def _commit(self, batch: Sequence[tuple[NewAct, "Future[bool]"]]) -> None:
        try:
            with self.engine.begin() as connection:
                kept = [self._insert(connection, act) for act, _ in batch]
        except Exception as error:
            for _, future in batch:
                future.set_exception(error)
            return
        for (_, future), is_kept in zip(batch, kept, strict=True):
            future.set_result(is_kept)

    def _insert(self, connection: sa.Connection, act: NewAct) -> bool:
        """Insert an act unless its row or key is there: a conflict costs nobody else's row."""
        insert: Any = sqlite.insert if self.is_sqlite else postgresql.insert
        values = {
            "table_id": act.table,
            "row": act.row,
            "seat": act.seat,
            "act": act.act,
            "key": act.key,
            "time": time.time(),
            "rules": act.rules,
        }
        statement = insert(acts).values(**values).on_conflict_do_nothing()
        return connection.execute(statement.returning(acts.c.row)).first() is not None


def _make_durable(connection: Any, _: object) -> None:
    """SQLite as we want it: readers beside a writer, and every commit on the disk."""
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {setting}")


def _lock(database: str | None) -> Any:
    """Refuse a second server on one SQLite file."""
    if not database or database == ":memory:":
        return None
    path = Path(f"{database}.lock")
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = path.open("w")
    try:
        _lock_exclusively(handle)
    except OSError:
        handle.close()
        raise BellhopError(
            f"{database} is open in another server; stop that one, or use PostgreSQL for several"
        ) from None
    return handle


def _lock_exclusively(handle: Any) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        return
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
