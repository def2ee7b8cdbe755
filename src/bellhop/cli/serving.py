"""`bellhop serve`: run the server in the foreground until Ctrl-C."""

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import NamedTuple

import segno
import uvicorn
from fastapi import FastAPI

from bellhop.cli.databases import database_url
from bellhop.engine.errors import BellhopError
from bellhop.engine.words import Words, shell_words
from bellhop.table.limits import DEFAULT_LIMITS, Limits
from bellhop.table.outside_bots import NO_BOTS
from bellhop.table.retention import Retention
from bellhop.table.store import Store
from bellhop.web.app import close_streams, create_app
from bellhop.web.connections import connections_with

PORTS = range(8000, 8010)
MAX_CONNECTIONS = 65_536
SWITCH_SECONDS = 0.0005  # threads that write moves to disk must not wait long for threads that draw
LOCAL = ("127.0.0.1", "::1", "localhost")


class Hosting(NamedTuple):
    """The options of `bellhop serve`."""

    host: str
    port: int | None
    database: str
    public_url: str
    patience: float  # in seconds
    kept: Retention
    metrics: bool
    limits: Limits = DEFAULT_LIMITS
    bots: Mapping[str, str] = NO_BOTS  # commands of outside bots, by kind


def run_server(chosen: Hosting, show: bool, language: str) -> None:
    """Listen, say where, and serve until somebody presses Ctrl-C."""
    ports = PORTS if chosen.port is None else [chosen.port]
    database = database_url(chosen.database)
    Store(database).close()  # reports problems before the server opens
    app = create_app(
        database,
        public_url=chosen.public_url,
        patience=chosen.patience,
        kept=chosen.kept,
        with_metrics=chosen.metrics,
        limits=chosen.limits,
        bots=chosen.bots,
    )
    shell = shell_words(language)
    app.state.tell_host = partial(_tell_host, shell)
    sys.setswitchinterval(SWITCH_SECONDS)
    _allow_many_connections()
    with _listen(chosen.host, ports) as listener:
        address = f"http://{_reachable(chosen.host)}:{listener.getsockname()[1]}/"
        if chosen.host not in LOCAL:
            print(shell.say("host.lets_in"), file=sys.stderr)
            _show_code(chosen.public_url or address)
        opened = partial(_announce, shell, address, show)
        TableServer(app, opened=opened).run(sockets=[listener])


class TableServer(uvicorn.Server):
    """A server that stops at once on Ctrl-C, even if streams are open.

    Requests are not logged, because links contain the secrets of seats.
    """

    def __init__(
        self, app: FastAPI, port: int = 8000, opened: Callable[[], None] = lambda: None
    ) -> None:
        proxies = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")
        super().__init__(
            uvicorn.Config(
                app,
                port=port,
                http=connections_with(app.state.limits, proxies),
                ws="none",
                forwarded_allow_ips=proxies,
                access_log=False,
                log_level="error",  # a warning would be a line for each malformed request
                timeout_graceful_shutdown=1,
            )
        )
        self.app, self.opened = app, opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Call `opened` when the server is ready."""
        await super().startup(sockets)
        if self.started:
            self.opened()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Also close the streams, which would otherwise delay the shutdown."""
        super().handle_exit(sig, frame)
        close_streams(self.app)


def _listen(host: str, ports: Sequence[int]) -> socket.socket:
    """A socket on the first free port."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    for port in ports:
        try:
            listener.bind((host, port))
            return listener
        except OSError as error:
            fault = error.strerror
    listener.close()
    raise BellhopError("listen", host=host, port=ports[-1], reason=fault)


def _allow_many_connections() -> None:
    """Raise the limit on open files as far as the system allows: each page that is open needs one.

    Many systems start a program with 1,024, though it may have far more.
    """
    with suppress(ImportError, OSError, ValueError):  # ImportError: on Windows
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MAX_CONNECTIONS if most == resource.RLIM_INFINITY else min(most, MAX_CONNECTIONS)
        if 0 <= now < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _reachable(host: str) -> str:
    """An address that people can type to reach the host we listen on."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which local address the system would use.
            probe.connect(("2001:db8::1" if ":" in host else "192.0.2.1", 9))
            found = probe.getsockname()[0]
        except OSError:
            return "localhost"
    return f"[{found}]" if ":" in found else str(found)


def _show_code(address: str) -> None:
    """Print the address as a QR code for phones, if it fits into one that the terminal can draw."""
    with suppress(UnicodeEncodeError, segno.DataOverflowError):
        segno.make(address, micro=False).terminal(compact=True)


def _announce(shell: Words, address: str, show: bool) -> None:
    """Say where the table is, and open it if there is a browser."""
    print(shell.say("host.open", address=address), flush=True)
    if show:
        threading.Thread(target=_open_browser, args=(shell, address), daemon=True).start()


def _open_browser(shell: Words, address: str) -> None:
    if not webbrowser.open(address):
        print(shell.say("host.open_browser"), flush=True)


def _tell_host(shell: Words, failure: str) -> None:
    """Say once that nothing can be written, and why, and once that it can be again."""
    text = shell.say("host.unsaved", reason=failure) if failure else shell.say("host.saved")
    print(f"bellhop: {text}", file=sys.stderr, flush=True)
