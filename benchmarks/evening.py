"""An evening at a server, compressed: circles of people and programs play game after game.

People use the pages: they open a table, sit down by links, listen to the stream of news, move,
take moves back, chat, ask for hints, look back, reload, and drop their connection now and then.
Programs use the API and wait for news there.  A finished game is saved, verified and imported.
"""

import asyncio
import json
import random
import re
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from load import Load, Order

from bellhop.engine.errors import PlainError
from bellhop.games import GAMES

PAGE_PACE, PROGRAM_PACE = 0.3, 0.2  # seconds between moves, on average
STUCK_SECONDS = 60.0
ABANDONED = 0.1  # of the tables are left before the end
BOT = "casual"
FRIENDS = ("me", "friend", BOT)
ALONE = ("me", BOT, BOT)
LINK = re.compile(r"invite=\"?[0-9a-f]+~([\w.-]*)")

State = dict[str, Any]


class Evening(Load):
    """Everybody who comes, the connections they share, and what they did."""

    def __init__(self, port: int) -> None:
        super().__init__(Order("127.0.0.1", port, [], 0.0, 0.0, as_program=False))
        self.done: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()  # answers that nobody should get
        self.latencies: list[float] = []  # of moves, since the last sample

    async def live(self, seconds: float) -> None:
        """Let the circles play for a while; whoever is in mid-game then goes home."""
        circles = [
            *(self.gather(self.play_on_pages, FRIENDS) for _ in range(7)),
            *(self.gather(self.play_on_pages, ALONE) for _ in range(2)),
            *(self.gather(self.play_as_programs) for _ in range(3)),
            self.gather(self.stroll),
        ]
        tasks = [asyncio.create_task(circle) for circle in circles]
        done, pending = await asyncio.wait(
            tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION
        )
        while pending:  # once is not enough: `wait_for` of Python 3.11 may swallow it
            for task in pending:
                task.cancel()
            _, pending = await asyncio.wait(pending, timeout=1.0)
        for task in done:
            task.result()

    async def gather(self, play: Callable[..., Awaitable[None]], *what: Any) -> None:
        """Do something again and again; what goes wrong is counted, and the next try is another."""
        while True:
            try:
                await play(*what)
            except (OSError, PlainError, asyncio.IncompleteReadError) as error:
                self.faults[repr(error)[:200]] += 1
                await asyncio.sleep(1.0)

    async def ask(
        self, method: str, path: str, cookie: str = "X-None: 1", body: bytes = b""
    ) -> tuple[int, str, bytes]:
        """Send a request; its status, head and body. Refusals of the server's own are faults."""
        head, answer = await self.converse(self.request(method, path, cookie, body))
        status = int(head.split(b" ", 2)[1])
        if status >= 500:
            self.faults[f"{status} {method} {re.sub('[0-9a-f]{16}', '…', path)}"] += 1
        return status, head.decode("latin-1"), answer

    async def play_on_pages(self, kinds: tuple[str, ...]) -> None:
        """People at one table, from setting it up to the end or until they have had enough."""
        game = random.choice(GAMES)
        host = f"Cookie: device={secrets.token_urlsafe(16)}"
        fields = {f"kind-{seat}": kind for seat, kind in enumerate(kinds)}
        fields |= {f"name-{seat}": f"Player {seat}" for seat in range(len(kinds))}
        await self.ask("GET", f"/new/{game.name}", host)
        body = urlencode({**fields, "pace": "quick"}).encode()
        _, head, _ = await self.ask("POST", f"/new/{game.name}", host, body)
        while head:
            head = await self.play_table(host, head)

    async def play_table(self, host: str, head: str) -> str:
        """Play at a table that was just opened; the head of the answer that opened a rematch."""
        path = find_header(head, "location")
        invited = LINK.search(head)
        cookies = [host]
        for secret in filter(None, (invited[1] if invited else "").split(".")):
            friend = f"Cookie: device={secrets.token_urlsafe(16)}"
            await self.ask("GET", f"/s/{secret}", friend)
            await self.ask("POST", f"/s/{secret}", friend, b"name=&nonce=")
            cookies.append(friend)
        self.done["tables opened on pages"] += 1
        await self.ask("POST", f"{path}/nonce", host, f"nonce={secrets.token_hex(16)}".encode())
        return await Company(self, path, cookies).play()

    async def play_as_programs(self) -> None:
        """Two programs at a table of the API, at times with a bot."""
        game = random.choice(GAMES)
        seats = [{"name": "One"}, {"name": "Two"}]
        if random.random() < 0.3:
            seats.append({"name": "Three", "kind": BOT})
        wanted = json.dumps({"game": game.name, "seats": seats}).encode()
        _, _, answer = await self.ask("POST", "/api/tables", body=wanted)
        opened = json.loads(answer)
        keys = opened["secrets"][:2]
        for key in keys:
            await self.ask("POST", f"/api/seats/{key}", body=b"{}")
        self.done["tables opened over the API"] += 1
        most = random.randrange(30) if random.random() < ABANDONED else 10_000
        await asyncio.gather(*(self.play_program(opened["table"], key, most) for key in keys))

    async def play_program(self, table: str, key: str, most: int) -> None:
        """One program: wait for its turn, move, and look again."""
        path, bearer, row = f"/api/tables/{table}", f"Authorization: Bearer {key}", -1
        heard = time.monotonic()
        while time.monotonic() < heard + STUCK_SECONDS and row < most:
            waiting = self.ask("GET", f"{path}?after={row}", bearer)
            try:  # impatient at times: then the server has somebody less to tell
                _, _, answer = await asyncio.wait_for(
                    waiting, random.choice((0.2, 30.0, 30.0, 30.0))
                )
            except TimeoutError:
                self.done["waits dropped"] += 1
                continue
            view = json.loads(answer)
            if view["over"]:
                self.done["games finished over the API"] += 1
                return
            if view["row"] > row:
                heard, row = time.monotonic(), view["row"]
            while view["moves"]:
                await asyncio.sleep(random.uniform(0.5, 1.5) * PROGRAM_PACE)
                act = random.choice(view["moves"])["act"]
                wanted = {"row": view["row"] + 1, "act": act, "key": secrets.token_hex(8)}
                began = time.perf_counter()
                status, _, answer = await self.ask(
                    "POST", f"{path}/acts", bearer, json.dumps(wanted).encode()
                )
                if status != 200:
                    break
                self.note_move(began)
                view = json.loads(answer)
                heard, row = time.monotonic(), view["row"]

    async def stroll(self) -> None:
        """Somebody who looks around: the lobby, the rules, the scripts, another language."""
        somebody = f"Cookie: device={secrets.token_urlsafe(16)}"
        game = random.choice(GAMES).name
        await self.ask("POST", f"/language/{random.choice(('en', 'pl', 'ru'))}", somebody)
        for path in ("/", f"/rules/{game}", "/static/table.js", "/health", "/api/games", "/t/none"):
            await self.ask("GET", path, somebody)
            await asyncio.sleep(random.uniform(0.5, 2.0))

    def note_move(self, began: float) -> None:
        """A move is on disk, and whoever made it has seen it."""
        self.latencies.append(time.perf_counter() - began)
        self.done["moves"] += 1


class Company:
    """People at one table, each with a browser."""

    def __init__(self, evening: Evening, path: str, cookies: list[str]) -> None:
        self.evening, self.path, self.cookies = evening, path, cookies
        self.states: list[State] = [{} for _ in cookies]
        self.heard = asyncio.Event()
        self.is_over = False
        self.mover, self.sent_row, self.sent_at = 0, 0, 0.0

    async def play(self) -> str:
        """Listen and move; the head of the answer that opened a rematch, if they want one."""
        streams = [asyncio.create_task(self.listen(seat)) for seat in range(len(self.cookies))]
        most = random.randrange(30) if random.random() < ABANDONED else 10_000
        moves, heard = 0, time.monotonic()
        try:
            while not self.is_over and moves < most and time.monotonic() < heard + STUCK_SECONDS:
                await asyncio.sleep(random.uniform(0.5, 1.5) * PAGE_PACE)
                ready = [seat for seat, state in enumerate(self.states) if state.get("moves")]
                if not ready:
                    self.heard.clear()
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self.heard.wait(), 1.0)
                    continue
                await self.digress(random.randrange(len(self.cookies)), streams)
                await self.move(ready[0])
                moves, heard = moves + 1, time.monotonic()
            if self.is_over:
                return await self.look_at_end()
            self.evening.done["tables left"] += 1
        finally:
            for stream in streams:
                stream.cancel()
            await asyncio.gather(*streams, return_exceptions=True)
        return ""

    async def listen(self, seat: int) -> None:
        """Follow the stream of a seat, and come back when it ends, as a browser does."""
        while True:
            reader, writer = await self.evening.connect()
            try:
                path = f"{self.path}/events"
                writer.write(self.evening.request("GET", path, self.cookies[seat]))
                await reader.readuntil(b"\r\n\r\n")
                while size := int(await reader.readuntil(b"\r\n"), 16):
                    chunk = await reader.readexactly(size + 2)
                    if chunk.startswith(b"data:"):
                        self.hear(seat, json.loads(chunk[5:]))
            except (OSError, asyncio.IncompleteReadError):
                self.evening.done["streams ended by the server"] += 1
            finally:
                writer.close()
            await asyncio.sleep(1.0)

    def hear(self, seat: int, news: State) -> None:
        """Take in the news of a seat."""
        if self.sent_at and seat == self.mover and news["row"] >= self.sent_row:
            self.evening.note_move(self.sent_at)
            self.sent_at = 0.0
        kept = ("row", "moves", "undo", "redo", "steps")
        self.states[seat] = {name: news.get(name) for name in kept}
        self.is_over |= bool(news["changed"].get("sheet", ("", "", ""))[2])
        self.heard.set()

    async def move(self, seat: int) -> None:
        """Send a move, or take one back and make it again."""
        state = self.states[seat]
        chance = random.random()
        if state["undo"] and chance < 0.1:
            act = "undo"
        elif state["redo"] and chance < 0.5:
            act = "redo"
        else:
            act = random.choice(state["moves"])["act"]
        self.evening.done["undone and redone"] += act in ("undo", "redo")
        self.states[seat] = {**state, "moves": []}
        self.mover, self.sent_row, self.sent_at = seat, state["row"] + 1, time.perf_counter()
        wanted = {"row": state["row"] + 1, "act": act, "key": secrets.token_hex(8)}
        await self.evening.ask(
            "POST", f"{self.path}/act", self.cookies[seat], json.dumps(wanted).encode()
        )

    async def digress(self, seat: int, streams: list[asyncio.Task[None]]) -> None:
        """Once in a while do something else than move."""
        cookie, chance = self.cookies[seat], random.random()
        row = random.randrange(1, max(2, self.states[seat].get("row") or 2))
        if chance < 0.01:
            status, _, _ = await self.evening.ask("POST", f"{self.path}/hint", cookie)
            self.evening.done["hints"] += status == 200
        elif chance < 0.04:
            await self.evening.ask("GET", f"{self.path}/steps?row={row}", cookie)
            self.evening.done["looks back"] += 1
        elif chance < 0.07:
            await self.evening.ask("GET", f"{self.path}/replay?row={row}", cookie)
            self.evening.done["looks back"] += 1
        elif chance < 0.10:
            streams[seat].cancel()
            self.evening.done["streams dropped"] += 1
            streams[seat] = asyncio.create_task(self.listen(seat))
        elif chance < 0.13:
            await self.evening.ask("GET", self.path, cookie)
        elif chance < 0.16:
            text = urlencode({"text": f"Move {row}?"}).encode()
            await self.evening.ask("POST", f"{self.path}/say", cookie, text)
            self.evening.done["remarks"] += 1
        elif chance < 0.18:
            await self.evening.ask("GET", f"{self.path}/why?touched=board", cookie)
            await self.evening.ask("GET", f"{self.path}/people", cookie)

    async def look_at_end(self) -> str:
        """Save the game, check it, take it in again, and perhaps open a rematch."""
        evening, host = self.evening, self.cookies[0]
        evening.done["games finished on pages"] += 1
        await evening.ask("GET", f"{self.path}/verify", host)
        _, _, saved = await evening.ask("GET", f"{self.path}/file", host)
        status, _, answer = await evening.ask("POST", "/import", body=saved)
        if status == 201:
            evening.done["games imported"] += 1
            await evening.ask("GET", json.loads(answer)["at"], host)
        if random.random() < 0.3:
            _, head, _ = await evening.ask("POST", f"{self.path}/rematch", host)
            return head
        return ""


def find_header(head: str, name: str) -> str:
    """The value of a header of an answer."""
    for line in head.split("\r\n"):
        key, _, value = line.partition(":")
        if key.lower() == name:
            return value.strip()
    raise PlainError(f"no {name}: {head.partition(chr(13))[0]}")
