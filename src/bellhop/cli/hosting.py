"""Commands for hosts: what tables there are, links to them, removing some, copies of all."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from bellhop.cli.databases import database_url
from bellhop.engine.errors import BellhopError, Conflict, printable
from bellhop.engine.words import shell_words
from bellhop.table import backup, retention
from bellhop.table.links import add_link
from bellhop.table.names import PERSON
from bellhop.table.repair import carry_over, inspect_running
from bellhop.table.retention import Retention
from bellhop.table.schema import HOST, NewLink, StoredSeat
from bellhop.table.store import Store, fresh_secret, hash_secret


def list_tables(database: str, language: str) -> None:
    """A line for each table: id, game, when it was opened, moves, and whether it is over."""
    shell, store = shell_words(language), Store(database_url(database), alone=False)
    for line in store.list_tables():
        state = shell.say("host.over" if line.ended else "host.running")
        moves = shell.count("host.moves", line.rows)
        named = f"{printable(line.id)}  {printable(line.game):20}"
        print(f"{named}  {_say_moment(line.made)}  {moves:>12}  {state}")
    store.close()


def _say_moment(when: float) -> str:
    """The local date and time; what is stored instead if it is damaged."""
    try:
        return datetime.fromtimestamp(when).isoformat(" ", "minutes")
    except (TypeError, ValueError, OverflowError, OSError):
        return printable(when)


def make_link(database: str, table: str, seat: int, address: str, language: str) -> None:
    """A new link for a seat, counted from 1, or for the host; a server may run meanwhile.

    Whoever holds the seat keeps it, and the table is told when the link is used.
    """
    shell, store = shell_words(language), Store(database_url(database), alone=False)
    try:
        seats = _load_seats(store, table)
        if not 0 <= seat <= len(seats):
            raise BellhopError("seat", first=1, last=len(seats), seat=seat)
        if seat and seats[seat - 1].kind != PERSON:
            raise BellhopError("new_link")
        secret = fresh_secret()
        add_link(store, table, NewLink(seat - 1 if seat else HOST, hash_secret(secret)))
    finally:
        store.close()
    link = f"{address.rstrip('/')}/s/{secret}"
    if seat:
        print(shell.say("host.link", player=seats[seat - 1].name, link=link))
    else:
        print(shell.say("host.link_host", link=link))


def _load_seats(store: Store, table: str) -> tuple[StoredSeat, ...]:
    try:
        return store.load(table).seats
    except (TypeError, ValueError):
        raise Conflict("table_damaged", table=table) from None


def delete_tables(database: str, tables: Sequence[str], language: str) -> None:
    """Remove tables; those that do not exist are named, and then nothing is removed."""
    store = Store(database_url(database))
    try:
        known = {line.id for line in store.list_tables()}
        if missing := [table for table in tables if table not in known]:
            raise BellhopError("no_tables", tables=", ".join(missing))
        print(shell_words(language).count("host.deleted", store.delete_tables(tables)))
    finally:
        store.close()


def repair_tables(database: str, carry: bool, language: str) -> None:
    """A line for each running game of other rules: whether it goes the same way under these."""
    shell, store = shell_words(language), Store(database_url(database), alone=carry)
    try:
        for finding in inspect_running(store):
            if finding.difference:
                reason = finding.difference.say(language)
                verdict = shell.say("host.repair.differs", reason=reason)
            elif carry:
                carry_over(store, finding)
                verdict = shell.say("host.repair.carried")
            else:
                verdict = shell.say("host.repair.same")
            moves = shell.count("host.moves", finding.rows)
            named = f"{printable(finding.table)}  {printable(finding.game):20}"
            print(f"{named}  {moves:>12}  {verdict}")
    finally:
        store.close()


def purge_tables(database: str, kept: Retention, language: str) -> None:
    """Remove the tables that are older than they are kept."""
    if kept == Retention():
        raise BellhopError("purge")
    store = Store(database_url(database))
    try:
        print(shell_words(language).count("host.deleted", retention.purge(store, kept)))
    finally:
        store.close()


def back_up(database: str, file: Path, language: str) -> None:
    """Copy a database, whole and as it was at one moment, into a new file."""
    url = database_url(database)
    is_file = url.get_backend_name() == "sqlite"
    if is_file and not Path(url.database or "").exists():
        raise BellhopError("database.missing", database=url.database)
    print(shell_words(language).count("host.copied", backup.back_up(url, file), file=file))


def restore(database: str, file: Path, overwrite: bool, language: str) -> None:
    """Fill a database from a copy."""
    restored = backup.restore(file, database_url(database), overwrite)
    print(shell_words(language).count("host.restored", restored, file=file))
