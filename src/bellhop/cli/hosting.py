"""Commands for hosts: listing, deleting, repairing, backing up and restoring tables."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from bellhop.cli.language import spoken_language
from bellhop.cli.serving import database_url
from bellhop.engine.errors import BellhopError
from bellhop.table import backup, retention
from bellhop.table.repair import carry_over, inspect_running
from bellhop.table.retention import Retention
from bellhop.table.store import Store


def list_tables(database: str) -> None:
    """Print one line per table: id, game, date, number of moves, and whether it is over."""
    store = Store(database_url(database), alone=False)
    for line in store.list_tables():
        opened = datetime.fromtimestamp(line.made).isoformat(" ", "minutes")
        state = "over" if line.ended else "open"
        print(f"{line.id}  {line.game:20}  {opened}  {line.rows:5} moves  {state}")
    store.close()


def delete_tables(database: str, tables: Sequence[str]) -> None:
    """Delete tables; if any does not exist, say so and delete nothing."""
    store = Store(database_url(database))
    try:
        known = {line.id for line in store.list_tables()}
        if missing := [table for table in tables if table not in known]:
            raise BellhopError("no_tables", tables=", ".join(missing))
        print(f"{store.delete_tables(tables)} deleted")
    finally:
        store.close()


def repair_tables(database: str, carry: bool) -> None:
    """Print one line per running game of other rules: does it replay the same under these?"""
    store = Store(database_url(database), alone=carry)
    try:
        for finding in inspect_running(store):
            if finding.difference:
                verdict = f"would differ: {finding.difference.say(spoken_language())}"
            elif carry:
                carry_over(store, finding)
                verdict = "carried over"
            else:
                verdict = "replays the same"
            print(f"{finding.table}  {finding.game:20}  {finding.rows:5} moves  {verdict}")
    finally:
        store.close()


def purge_tables(database: str, kept: Retention) -> None:
    """Delete the tables whose retention time is over."""
    if kept == Retention():
        raise BellhopError("purge")
    store = Store(database_url(database))
    try:
        print(f"{retention.purge(store, kept)} deleted")
    finally:
        store.close()


def back_up(database: str, file: Path) -> None:
    """Copy a consistent snapshot of a database into a new file."""
    url = database_url(database)
    if url.startswith("sqlite:///") and not Path(url.removeprefix("sqlite:///")).exists():
        raise BellhopError("database.missing", database=url.removeprefix("sqlite:///"))
    print(f"{backup.back_up(url, file)} tables copied to {file}")


def restore(database: str, file: Path, overwrite: bool) -> None:
    """Restore a database from a copy."""
    print(f"{backup.restore(file, database_url(database), overwrite)} tables restored from {file}")
