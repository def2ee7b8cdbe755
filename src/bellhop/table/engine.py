"""The connection to a database, SQLite or PostgreSQL, whose errors reveal no data."""

import os
from contextlib import suppress
from typing import Any

import sqlalchemy as sa

from bellhop.engine.errors import BellhopError
from bellhop.table.schema import write_json

SQLITE, POSTGRESQL = "sqlite", "postgresql+psycopg"
SETTINGS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")


def read_url(url: str | sa.URL) -> sa.URL:
    """The parts of a database URL; one that makes no sense is refused."""
    try:
        return sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):
        raise BellhopError("database.url") from None


def open_engine(url: str | sa.URL) -> sa.Engine:
    """The engine for a database; anything but SQLite and PostgreSQL is refused.

    Hidden parameters and shortened errors keep names and hashes out of every log.
    """
    wanted = read_url(url)
    if wanted.drivername not in (SQLITE, POSTGRESQL):
        raise BellhopError("database.kind", kind=wanted.drivername)
    is_file = wanted.drivername == SQLITE  # and a file never drops a connection
    if is_file and _count_names(wanted.database) > 1:
        raise BellhopError("database.linked", database=wanted.database)
    try:
        engine = sa.create_engine(
            wanted, pool_pre_ping=not is_file, hide_parameters=True, json_serializer=write_json
        )
    except ModuleNotFoundError:
        raise BellhopError("no_postgresql") from None
    sa.event.listen(engine, "handle_error", _keep_first_line)
    if is_file:
        sa.event.listen(engine, "connect", _make_durable)
    return engine


def _count_names(database: str | None) -> int:
    """How many names a file has.

    With a second one, a hard link, SQLite looks for locks and the newest rows in other files.
    """
    with suppress(OSError, ValueError):
        return os.stat(database or "").st_nlink
    return 0


def _keep_first_line(context: sa.ExceptionContext) -> None:
    """Shorten an error to its first line: PostgreSQL adds the values of the row that failed."""
    for error in (context.original_exception, context.sqlalchemy_exception):
        if error:
            error.args = tuple(str(part).partition("\n")[0] for part in error.args[:1])


def _make_durable(connection: Any, _: object) -> None:
    """Set up an SQLite connection: readers do not block the writer, and commits are durable."""
    for setting in SETTINGS:
        connection.execute(f"PRAGMA {setting}")
