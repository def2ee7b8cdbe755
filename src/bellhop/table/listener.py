"""Servers that share a PostgreSQL database notify each other of changed tables."""

import threading
from collections.abc import Callable

from bellhop.table.store import CHANNEL, Store

PATIENCE_SECONDS = 1.0


class Listener:
    """Calls `heard` in a thread with a changed table's id, or None if some may have been missed."""

    def __init__(self, store: Store, heard: Callable[[str | None], object]) -> None:
        self._own_name = store.name
        url = store.engine.url.set(drivername="postgresql")
        self._url = url.render_as_string(hide_password=False)
        self._heard = heard
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="listening", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._stopped.set()
        self._thread.join()

    def _listen(self) -> None:
        import psycopg

        while not self._stopped.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._heard(None)
                    while not self._stopped.is_set():
                        for notice in connection.notifies(timeout=PATIENCE_SECONDS):
                            self._hear(notice.payload)
            except psycopg.OperationalError:
                self._stopped.wait(PATIENCE_SECONDS)  # the database is down: try again

    def _hear(self, payload: str) -> None:
        table, _, name = payload.partition(" ")
        if name != self._own_name:
            self._heard(table)
