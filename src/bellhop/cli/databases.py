"""Which database a command works on."""

import os
from pathlib import Path


def database_url(database: str) -> str:
    """A database URL from what was given: nothing, a file, or a URL."""
    if "://" in database:
        return database.replace("postgresql://", "postgresql+psycopg://", 1)
    path = Path(database) if database else _data_home() / "tables.sqlite"
    path.parent.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{path}"


def _data_home() -> Path:
    """The user's data folder."""
    base = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".local" / "share") / "bellhop"
