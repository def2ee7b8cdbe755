"""Database files: their URLs, and how one takes the place of another."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import sqlalchemy as sa

from bellhop.engine.errors import BellhopError


def url_of(file: Path | str) -> sa.URL:
    """The URL of an SQLite file; as a text, a name such as `a?b` would mean another file."""
    return sa.URL.create("sqlite", database=str(file))


@contextmanager
def private_file(file: Path) -> Iterator[Path]:
    """A new file that becomes `file` if all goes well; only its owner may read it."""
    fresh = file.with_name(f"{file.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        fresh.touch(0o600, exist_ok=False)
        yield fresh
        fresh.replace(file)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise BellhopError("write", file=file, reason=reason) from None
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
