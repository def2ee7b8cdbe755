"""Which database a command works on."""

import os
from pathlib import Path

import sqlalchemy as sa

from bellhop.table.engine import read_url
from bellhop.table.files import url_of

DRIVERS = {"postgresql": "postgresql+psycopg"}


def database_url(database: str) -> sa.URL:
    """A database URL from what was given: nothing, a file, or a URL."""
    if "://" in database:
        url = read_url(database)
        return url.set(drivername=DRIVERS.get(url.drivername, url.drivername))
    path = Path(database) if database else _data_home() / "tables.sqlite"
    path.parent.mkdir(parents=True, exist_ok=True)
    return url_of(path)


def _data_home() -> Path:
    """The user's data folder."""
    base = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".local" / "share") / "bellhop"
