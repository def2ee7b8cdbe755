"""Connections: a request must arrive in time, its head must not be too large, and nobody has many.

Uvicorn limits none of this: without it, a client that sends a byte now and then could hold a
connection for ever, and one that opens thousands would leave none for others.
"""

import asyncio
from collections import Counter
from collections.abc import Container
from enum import Enum
from typing import Any, ClassVar

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from bellhop.engine.errors import PlainError
from bellhop.table.limits import DEFAULT_LIMITS, Limits, visitor_at

TOO_SLOW, TOO_MANY, TOO_LARGE = 408, 429, 431
REST = b"connection: close\r\ncontent-length: 0\r\n\r\n"


class Awaited(Enum):
    """What a connection must send next."""

    NOTHING = 0  # between requests, uvicorn decides how long it may be silent
    HEAD = 1
    BODY = 2


class BoundedConnection(HttpToolsProtocol):
    """A uvicorn connection that is closed when a request is too slow or its head too large.

    It is closed at once if its address has too many; those of proxies are of many people.
    """

    limits: Limits = DEFAULT_LIMITS
    proxies: Container[str] = ()
    open_from: ClassVar[Counter[str]] = Counter()  # connections by visitor, "" for proxies

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._visitor = ""
        self._awaited, self._head_bytes, self._requests = Awaited.HEAD, 0, 0
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start waiting for the first request."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self._visitor = "" if host in self.proxies else visitor_at(host)
        self.open_from[self._visitor] += 1
        if self._visitor and self.open_from[self._visitor] > self.limits.connections_per_address:
            self._hang_up(TOO_MANY)
        else:
            self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self.open_from[self._visitor] -= 1
        if not self.open_from[self._visitor]:
            del self.open_from[self._visitor]
        self._awaited = Awaited.NOTHING
        self._set_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Receive part of a request; time runs from the first byte of its head or body."""
        before = self._requests, self._awaited
        if self._awaited is Awaited.NOTHING:
            self._awaited, self._head_bytes = Awaited.HEAD, 0
        self._head_bytes += len(data)
        super().data_received(data)
        if self._awaited is Awaited.HEAD and self._head_bytes > self.limits.head_bytes:
            self._hang_up(TOO_LARGE)
        elif (self._requests, self._awaited) != before:
            self._set_deadline()

    def on_message_begin(self) -> None:
        """Note a new request, which may begin in the bytes that end the previous one."""
        self._requests += 1
        self._awaited = Awaited.HEAD
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Check the size of the whole head, which may have arrived at once."""
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > self.limits.head_bytes:
            raise PlainError("the head of the request is too large")
        self._awaited, self._head_bytes = Awaited.BODY, 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Note that the request is complete."""
        self._awaited, self._head_bytes = Awaited.NOTHING, 0
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer a malformed request; a head that is too large has its own status."""
        if self._awaited is Awaited.HEAD and self._head_bytes > self.limits.head_bytes:
            self._hang_up(TOO_LARGE)
        else:
            super().send_400_response(msg)

    def _set_deadline(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None
        if self._awaited is not Awaited.NOTHING:
            is_head = self._awaited is Awaited.HEAD
            seconds = self.limits.head_seconds if is_head else self.limits.body_seconds
            self._deadline = self.loop.call_later(seconds, self._hang_up, TOO_SLOW)

    def _hang_up(self, status: int) -> None:
        """Send the status, unless a response has begun, and close the connection."""
        if self.transport.is_closing():
            return
        is_idle = self.cycle is None or self.cycle.response_complete
        if is_idle if self._awaited is Awaited.HEAD else not self.cycle.response_started:
            self.transport.write(STATUS_LINE[status] + REST)
        self.transport.close()


def connections_with(limits: Limits, proxies: str) -> type[BoundedConnection]:
    """A connection class with these limits, for uvicorn; it trusts the same proxies as uvicorn."""

    async def nothing(*_: object) -> None:
        pass

    trusted = ProxyHeadersMiddleware(nothing, proxies).trusted_hosts
    own = {"limits": limits, "proxies": trusted, "open_from": Counter[str]()}
    return type("LimitedConnection", (BoundedConnection,), own)
