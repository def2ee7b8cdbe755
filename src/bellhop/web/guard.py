"""The guard in front of all routes: checks origins and sizes, and adds security headers."""

import time
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import SplitResult

from fastapi import Request
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bellhop.engine.errors import BellhopError, Forbidden
from bellhop.table.limits import DEFAULT_LIMITS, Limits
from bellhop.web.origins import read_origin
from bellhop.web.refusals import NoLength, TooLarge, answer
from bellhop.web.requests import split_url

if TYPE_CHECKING:
    from bellhop.web.metrics import Metrics

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class Guard:
    """Refuses writes from other sites and large bodies; keeps foreign content off our pages.

    With a public URL, every request is handled as the browser sent it, whether or not the proxy in
    front of the server changes the path and the host.
    """

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits = DEFAULT_LIMITS,
        public: SplitResult | None = None,
        metrics: "Metrics | None" = None,
    ) -> None:
        self.app, self.limits, self.public, self.metrics = app, limits, public, metrics
        self._origin = read_origin(public.geturl()) if public else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        headers = Headers(scope=scope)
        is_from_here = self._is_from_here(headers, scope["scheme"])
        if self.public:
            scope = see_from_outside(scope, self.public)
        page = scope["path"].removeprefix(scope.get("root_path", ""))

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(MutableHeaders(scope=message), page)
                if self.metrics:
                    seconds = time.perf_counter() - began
                    self.metrics.answered(scope, message["status"], seconds)
            await send(message)

        fault = None
        if scope["method"] == "POST":
            most = self.limits.file_bytes if page.endswith("/import") else self.limits.body_bytes
            fault = _find_fault(headers, is_from_here, most)
        if fault:
            refusal = answer(Request(scope), fault)
            await refusal(scope, receive, send_guarded)
        else:
            with suppress(ClientDisconnect):  # there is nobody left to answer
                await self.app(scope, receive, send_guarded)

    def _is_from_here(self, headers: Headers, scheme: str) -> bool:
        """Does a request come from our own pages, and from encrypted ones if they are encrypted?"""
        if "origin" not in headers:
            return True
        sender = read_origin(headers["origin"])
        if sender is None:
            return False
        # A proxy that does not tell us that it encrypts must not stop people from playing.
        own = read_origin(f"{sender.scheme}://{headers.get('host', '')}")
        if self._origin and sender.host == self._origin.host:
            return sender.scheme == self._origin.scheme and sender in (self._origin, own)
        return sender == own and (sender.scheme == "https" or scheme == "http")


def split_public_url(text: str, own_paths: set[str]) -> SplitResult | None:
    """Check and split the public URL; its path must not begin like one of our own pages."""
    if not text:
        return None
    public, origin = split_url(text.rstrip("/")), read_origin(text)
    if origin is None or public.query or public.fragment:
        raise BellhopError("public_url", url=text)
    if public.path and (first := public.path.split("/")[1]) in own_paths:
        raise BellhopError("public_path", path=first)
    return public._replace(netloc=origin.netloc)


def see_from_outside(scope: Scope, public: SplitResult) -> Scope:
    """A request as the browser sent it to the proxy."""
    prefix, path = public.path, scope["path"]
    if path == prefix:
        path = f"{prefix}/"
    elif not path.startswith(f"{prefix}/"):  # the proxy has removed the prefix
        path = prefix + path
    headers = [(name, value) for name, value in scope["headers"] if name != b"host"]
    return {
        **scope,
        "scheme": public.scheme,
        "root_path": prefix,
        "path": path,
        "headers": [*headers, (b"host", public.netloc.encode())],
    }


def _find_fault(headers: Headers, is_from_here: bool, most: int) -> BellhopError | None:
    """The reason to refuse a write, if there is one."""
    if not is_from_here:
        return Forbidden("origin")
    size = headers.get("content-length") or "0"
    if "transfer-encoding" in headers or not size.isdecimal():
        return NoLength("length")
    if len(size) > 9 or int(size) > most:
        return TooLarge("size", kilobytes=most // 1024)
    return None


def _add_headers(headers: MutableHeaders, page: str) -> None:
    headers["Content-Security-Policy"] = POLICY
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "same-origin"
    if page.startswith(("/t/", "/s/", "/api/")):
        headers["Cache-Control"] = "no-store"
    elif page.startswith(("/static/", "/games/")):
        headers["Cache-Control"] = "no-cache"  # revalidated, so that an upgrade shows at once
