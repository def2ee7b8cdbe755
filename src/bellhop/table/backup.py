"""Backups: all rows of a database in one SQLite file, which SQLite and PostgreSQL can restore."""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from bellhop.engine.errors import BellhopError
from bellhop.table.files import private_file, url_of
from bellhop.table.schema import check_row, metadata, tables
from bellhop.table.store import Store
from bellhop.table.upgrade import MIGRATION_LOCK, VERSION, check_version

CHUNK = 1_000
ACTING = "SELECT type, name FROM sqlite_master WHERE type IN ('view', 'trigger')"


def back_up(url: str | sa.URL, file: Path) -> int:
    """Copy a database into a new file, as of one moment; return how many game tables it has.

    The server may keep running.  The file is written completely or not at all, and only its owner
    may read it, because it holds the secrets of the dice in running games.
    """
    if file.exists():
        raise BellhopError("file_exists", file=file)
    with private_file(file) as fresh:
        source = Store(url, alone=False)
        try:
            target = Store(url_of(fresh), alone=False)
            try:
                return _copy(source, target)
            finally:
                target.close()
        finally:
            source.close()


def restore(file: Path, url: str | sa.URL, overwrite: bool = False) -> int:
    """Fill a database from a backup, all or nothing; return how many game tables it has.

    A database in use is refused, and so is one with tables in it, unless `overwrite` is set.
    """
    with tempfile.TemporaryDirectory() as folder:
        # The backup itself is never changed: a copy of it is upgraded to the newest schema.
        copy = Path(folder) / "backup.sqlite"
        _take(file, copy)
        source = Store(url_of(copy), alone=False)
        target = Store(url)
        try:
            return _copy(source, target, overwrite)
        finally:
            target.close()
            source.close()


def _take(file: Path, copy: Path) -> None:
    """Copy a backup, so that the copy can be upgraded; refuse a file that is none, and say why.

    Views and triggers are left out: no backup needs them, and they may compute without end.
    """
    if not file.is_file():
        raise BellhopError("backup.no_file", file=file)
    shutil.copyfile(file, copy)
    try:
        with closing(sqlite3.connect(copy)) as database, database:
            for kind, name in database.execute(ACTING).fetchall():
                database.execute(f"DROP {kind} {_quoted(name)}")
            fault = database.execute("PRAGMA quick_check(1)").fetchone()[0]
            check_version([row[0] for row in database.execute(VERSION)])
    except (sqlite3.Error, UnicodeError) as error:  # even a name in it may be damaged
        raise BellhopError("backup.other", file=file, reason=error) from None
    if fault != "ok":
        raise BellhopError("backup.damaged", file=file, reason=fault)


def _quoted(name: object) -> str:
    """A name as SQL writes it."""
    return '"{}"'.format(str(name).replace('"', '""'))


def _copy(source: Store, target: Store, overwrite: bool = False) -> int:
    """Copy all rows, in one transaction on each side."""
    snapshot = source.engine if source.is_sqlite else source.engine.execution_options(
        isolation_level="REPEATABLE READ"
    )  # fmt: skip
    with snapshot.connect() as reader, target.engine.begin() as writer:
        if source.is_sqlite:
            reader.exec_driver_sql("BEGIN")  # so that all queries see the same moment
        if not target.is_sqlite:
            _keep_others_out(writer)
        if writer.scalar(sa.select(sa.func.count()).select_from(tables)):
            if not overwrite:
                raise BellhopError("database.full")
            for table in reversed(metadata.sorted_tables):
                writer.execute(sa.delete(table))
        for table in metadata.sorted_tables:
            for chunk in _read(reader, table):
                writer.execute(sa.insert(table), chunk)
        return writer.scalar(sa.select(sa.func.count()).select_from(tables)) or 0


def _read(reader: sa.Connection, table: sa.Table) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of a table in chunks, after checking every value against its column."""
    try:
        rows = reader.execution_options(yield_per=CHUNK).execute(sa.select(table)).mappings()
        for chunk in rows.partitions(CHUNK):
            yield [check_row(table, dict(row)) for row in chunk]
    except (sa.exc.SQLAlchemyError, ValueError, TypeError, LookupError, OverflowError) as error:
        reason = str(error).partition("\n")[0]
        raise BellhopError("backup.row", table=table.name, reason=reason) from None


def _keep_others_out(connection: sa.Connection) -> None:
    """Refuse a PostgreSQL database that a server is using; a server that starts now has to wait."""
    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
    others = connection.scalar(
        sa.text(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
    )
    if others:
        raise BellhopError("database.in_use", n=others)
