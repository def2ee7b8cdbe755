"""News of a table as server-sent events, over a connection that stays open."""

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any

from fastapi import Request
from fastapi.responses import Response
from starlette.types import Receive, Scope, Send

import bellhop
from bellhop.table.live import LiveTable
from bellhop.web.changes import difference
from bellhop.web.drawings import latest_news
from bellhop.web.requests import client_of, look, say_unsaved

HEARTBEAT_SECONDS = 15.0
AWAY_SECONDS = 4.0  # after a page is closed; many are opened again at once
HEADERS = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # a buffering proxy would delay the news
}


class NewsStream(Response):
    """Sends the changes of each fragment whenever the table signals news."""

    def __init__(self, request: Request, live: LiveTable) -> None:
        super().__init__(headers=HEADERS)
        del self.headers["content-length"]
        self.request, self.live = request, live
        self.signal = asyncio.Event()
        self.news: Mapping[str, Any] = {"fragments": {}}  # as last sent to the browser
        self.warning: str | None = None  # likewise; None because a page may still show an older one

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the browser hangs up, the server closes, or the table is loaded again."""
        with self.request.app.state.streams.inside(client_of(self.request)):
            await self._answer(receive, send)

    async def _answer(self, receive: Receive, send: Send) -> None:
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)
        await send(_piece("retry: 1000\n\n"))
        _, viewer = await look(self.request, self.live.stored.id)
        hang_up = asyncio.create_task(self._hear_hang_up(receive))
        self.live.signals.add(self.signal)
        self.live.note_page(viewer.own, 1)
        try:
            while await self._tell(send) and not hang_up.done():
                await self._wait()
        finally:
            self.live.signals.discard(self.signal)
            hang_up.cancel()
            loop = asyncio.get_running_loop()
            loop.call_later(AWAY_SECONDS, self.live.note_page, viewer.own, -1)
        await send({"type": "http.response.body", "body": b""})

    async def _hear_hang_up(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.signal.set()

    async def _wait(self) -> None:
        """Wait until there is news, or until it is time for a sign of life."""
        sign_of_life = asyncio.get_running_loop().call_later(HEARTBEAT_SECONDS, self.signal.set)
        await self.signal.wait()
        sign_of_life.cancel()
        self.signal.clear()

    async def _tell(self, send: Send) -> bool:
        """Send what is new; return False if the browser should reconnect.

        A separate method, so that a waiting stream keeps nothing in memory but the last news.
        """
        text = await self._find_news()
        if text and (warning := say_unsaved(self.request)) != self.warning:
            self.warning = warning
            await send(_piece(f"event: unsaved\ndata: {json.dumps(warning)}\n\n"))
        if text:
            await send(_piece(text))
        return bool(text)

    async def _find_news(self) -> str:
        if self.request.app.state.is_closing:
            return ""
        live, viewer = await look(self.request, self.live.stored.id)
        if live is not self.live:
            return ""
        before, self.news = self.news, latest_news(live, viewer)
        if self.news is before:
            return ": still here\n\n"
        changed = {
            part: difference(before["fragments"].get(part, ""), text)
            for part, text in self.news["fragments"].items()
            if before["fragments"].get(part) != text
        }
        rest = {name: value for name, value in self.news.items() if name != "fragments"}
        told = {**rest, "changed": changed, "version": bellhop.__version__, "now": time.time()}
        return f"data: {json.dumps(told)}\n\n"


def _piece(text: str) -> dict[str, Any]:
    return {"type": "http.response.body", "body": text.encode(), "more_body": True}
