"""Shortcuts: the requests that come with every move go straight to their endpoints.

The framework's work for a request takes longer than a move.  A shortcut gives the same answer as
its route; any unusual or malformed request goes on to the routes.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from fastapi import Request
from starlette.responses import Response
from starlette.routing import request_response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bellhop.web.refusals import HANDLED, refuse

PATH = re.compile(r"(/t|/api/tables)/([^/]+)(|/act|/acts|/events)")
# Starlette's format: handlers by class, and by status.
HANDLERS: tuple[dict[Any, Any], dict[int, Any]] = (dict.fromkeys(HANDLED, refuse), {})

Endpoint = Callable[[Request, str], Awaitable[Response | None]]  # None: let the routes answer


class Shortcuts:
    """Middleware before the routes; `endpoints` are given by method and path pattern."""

    def __init__(
        self, app: ASGIApp, routes: Iterable[Any], endpoints: Mapping[tuple[str, str], Endpoint]
    ) -> None:
        self.app = app
        self._leads = {
            (method, path.replace("{table}", "")): (route, self._lead(endpoint))
            for (method, path), endpoint in endpoints.items()
            for route in routes
            if getattr(route, "path", "") == path and method in getattr(route, "methods", ())
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let the routes answer it."""
        lead = self._find(scope) if scope["type"] == "http" else None
        await (lead or self.app)(scope, receive, send)

    def _find(self, scope: Scope) -> ASGIApp | None:
        """The shortcut for a request, if there is one; notes the route it replaces in the scope."""
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        found = PATH.fullmatch(path)
        if not found:
            return None
        before, table, after = found.groups()
        shortcut = self._leads.get((scope["method"], f"{before}/{after}"))
        if shortcut is None:
            return None
        scope["route"], lead = shortcut
        scope["path_params"] = {"table": table}
        scope["starlette.exception_handlers"] = HANDLERS
        return lead

    def _lead(self, endpoint: Endpoint) -> ASGIApp:
        async def answer(request: Request) -> Response:
            response = await endpoint(request, request.path_params["table"])
            return response or _Onward(self.app, request)

        return request_response(answer)


class _Onward(Response):
    """Lets the routes answer a request whose body may have been read already."""

    def __init__(self, app: ASGIApp, request: Request) -> None:
        self.app, self.request = app, request

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        bodies = [await self.request.body()]

        async def receive_again() -> Message:
            if bodies:
                return {"type": "http.request", "body": bodies.pop(), "more_body": False}
            return await receive()

        await self.app(scope, receive_again, send)
