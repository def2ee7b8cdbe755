"""Simulated players at many tables, in a separate process: they listen, move, and measure.

Every table has two seats, each with an open stream of news, like two browsers.  With a pace, moves
are due at regular intervals whether the server keeps up or not, and their time counts from when
they were due; without one, a hundred tables at once move as soon as they can, and where a game is
over, the next table begins.
"""

import asyncio
import json
import random
import resource
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from bellhop.engine.errors import PlainError

CONNECTING_AT_ONCE = 20
PROGRAM_TABLES_AT_ONCE = 100


class Order(NamedTuple):
    """The settings of a run."""

    host: str
    port: int
    seats: list[tuple[str, list[str]]]  # tables, with the secret of each seat
    seconds: float
    pace: float  # seconds between moves at a table; 0 for as fast as possible
    as_program: bool  # use the API for programs instead of the pages


@dataclass
class Measured:
    """What the players measured."""

    moves: list[float] = field(default_factory=list)  # seconds until the mover saw it
    news: list[float] = field(default_factory=list)  # seconds until the other seat saw it
    received: int = 0
    stale: int = 0
    finished: int = 0


class BrowserTable:
    """A table with two players in browsers."""

    def __init__(self, load: "Load", name: str, secrets: list[str]) -> None:
        self.load, self.name, self.secrets = load, name, secrets
        self.states: list[dict[str, Any]] = [{}, {}]
        self.heard = asyncio.Event()
        self.sent_at, self.sent_row, self.mover = 0.0, 0, 0
        self.chance = random.Random(name)

    async def listen(self, seat: int) -> None:
        """Follow the stream of a seat until cancelled."""
        reader, writer = await self.load.connect()
        writer.write(self.load.request("GET", f"/t/{self.name}/events", self.cookie(seat)))
        await reader.readuntil(b"\r\n\r\n")
        while True:
            size = int(await reader.readuntil(b"\r\n"), 16)
            chunk = await reader.readexactly(size + 2)
            self.load.measured.received += size
            if chunk.startswith(b"data:"):
                self.hear(seat, json.loads(chunk[5:]))

    def hear(self, seat: int, news: dict[str, Any]) -> None:
        """Process news for a seat."""
        if news["row"] >= self.states[seat].get("row", -1):
            if self.sent_at and news["row"] > self.states[seat].get("row", -1) >= 0:
                measured = self.load.measured
                times = measured.moves if seat == self.mover else measured.news
                times.append(time.perf_counter() - self.sent_at)
            moves = news["moves"] if news["row"] >= self.sent_row else []  # a late echo
            self.states[seat] = {"row": news["row"], "moves": moves}
            self.heard.set()

    async def play(self, order: Order) -> None:
        """Make moves when they are due, until cancelled or the game is over."""
        due = time.perf_counter() + self.chance.random() * order.pace
        while True:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if not await self.find_turn():
                self.load.measured.finished += 1
                return
            await self.move(due if order.pace else time.perf_counter())
            due += order.pace

    async def find_turn(self) -> bool:
        """Wait until one of the seats can move; returns False if the game is over."""
        for _ in range(50):
            self.heard.clear()
            if any(state.get("moves") for state in self.states):
                return True
            try:
                await asyncio.wait_for(self.heard.wait(), 0.2)
            except TimeoutError:
                continue
        return False

    async def move(self, due: float) -> None:
        """Send a move; it is timed until the mover's stream shows it."""
        seat = 0 if self.states[0].get("moves") else 1
        state = self.states[seat]
        act = self.chance.choice(state["moves"])["act"]
        key = f"{self.chance.getrandbits(64):x}"
        body = json.dumps({"row": state["row"] + 1, "act": act, "key": key}).encode()
        self.states[seat] = {**state, "moves": []}
        self.sent_at, self.sent_row, self.mover = due, state["row"] + 1, seat
        status, _ = await self.load.post(f"/t/{self.name}/act", self.cookie(seat), body)
        self.load.measured.stale += status != 200

    def cookie(self, seat: int) -> str:
        """The header with which a browser authenticates as a seat."""
        return f"Cookie: device={self.secrets[seat]}"


class ProgramTable(BrowserTable):
    """A table with two programs, which need no stream: each response contains the news."""

    async def listen(self, seat: int) -> None:
        """Fetch the table once."""
        status, answer = await self.load.get(f"/api/tables/{self.name}", self.cookie(seat))
        if status != 200:
            raise PlainError(answer.decode())
        self.hear(seat, json.loads(answer))

    async def move(self, due: float) -> None:
        """Send a move for the seat whose turn it is; then the other seat fetches the table."""
        seat = 0 if self.states[0].get("moves") else 1
        state = self.states[seat]
        act = self.chance.choice(state["moves"])["act"]
        key = f"{self.chance.getrandbits(64):x}"
        body = json.dumps({"row": state["row"] + 1, "act": act, "key": key}).encode()
        status, answer = await self.load.post(
            f"/api/tables/{self.name}/acts", self.cookie(seat), body
        )
        self.load.measured.moves.append(time.perf_counter() - due)
        self.load.measured.stale += status != 200
        self.hear(seat, json.loads(answer))
        await self.listen(1 - seat)

    async def find_turn(self) -> bool:
        """Can one of the seats move?  Both have fetched the table after the last move."""
        return any(state.get("moves") for state in self.states)

    def cookie(self, seat: int) -> str:
        """The header with which a program authenticates as a seat."""
        return f"Authorization: Bearer {self.secrets[seat]}"


class Load:
    """All tables, and the connections they share."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.measured = Measured()
        self.connecting = asyncio.Semaphore(CONNECTING_AT_ONCE)
        self.idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def run(self) -> dict[str, Any]:
        """Connect all players, then play for the given time."""
        kind = ProgramTable if self.order.as_program else BrowserTable
        tables = [kind(self, name, secrets) for name, secrets in self.order.seats]
        async with asyncio.TaskGroup() as group:
            streams = [
                group.create_task(self.sit_down(table, seat)) for table in tables for seat in (0, 1)
            ]
            async with asyncio.timeout(120):
                for table in tables:
                    while not all(table.states):
                        await table.heard.wait()
                        table.heard.clear()
            await asyncio.sleep(1.0)
            print("connected", flush=True)
            await asyncio.to_thread(sys.stdin.readline)  # the parent process reads its clocks now
            self.measured = Measured()
            began, used = time.perf_counter(), cpu_seconds()
            seated = asyncio.Semaphore(len(tables) if self.order.pace else PROGRAM_TABLES_AT_ONCE)
            players = [group.create_task(self.play_at(table, seated)) for table in tables]
            await asyncio.sleep(self.order.seconds)
            seconds, cpu = time.perf_counter() - began, cpu_seconds() - used
            for task in (*streams, *players):
                task.cancel()
        return report(self.measured, seconds, cpu)

    async def play_at(self, table: BrowserTable, seated: asyncio.Semaphore) -> None:
        """Play at a table, once there is somebody for it."""
        async with seated:
            await table.play(self.order)

    async def sit_down(self, table: BrowserTable, seat: int) -> None:
        """Open the stream of a seat, only a few at a time."""
        async with self.connecting:
            await asyncio.sleep(0)
        await table.listen(seat)

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A new connection to the server."""
        async with self.connecting:
            return await asyncio.open_connection(self.order.host, self.order.port, limit=2_000_000)

    def request(self, method: str, path: str, cookie: str, body: bytes = b"") -> bytes:
        """A request as bytes."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.order.host}", cookie]
        if method == "POST":
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        return "\r\n".join((*lines, "", "")).encode() + body

    async def get(self, path: str, cookie: str) -> tuple[int, bytes]:
        """Send a GET request."""
        return await self.exchange(self.request("GET", path, cookie))

    async def post(self, path: str, cookie: str, body: bytes) -> tuple[int, bytes]:
        """Send a POST request."""
        return await self.exchange(self.request("POST", path, cookie, body))

    async def exchange(self, request: bytes) -> tuple[int, bytes]:
        """Send a request over a connection that is free; the status and the body of its answer."""
        head, body = await self.converse(request)
        return int(head.split(b" ", 2)[1]), body

    async def converse(self, request: bytes) -> tuple[bytes, bytes]:
        """Send a request over a connection that is free; the head and the body of its answer."""
        for connection in (self.idle.pop() if self.idle else None, None):
            reader, writer = connection or await self.connect()
            try:
                writer.write(request)
                head = await reader.readuntil(b"\r\n\r\n")
                size = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0] or 0)
                body = await reader.readexactly(size)
            except (asyncio.IncompleteReadError, ConnectionError):
                if connection is None:
                    raise
                continue  # the server had closed it in the meantime
            except asyncio.CancelledError:
                writer.close()  # an answer that comes late must not be taken for the next one
                raise
            self.idle.append((reader, writer))
            self.measured.received += len(head) + size
            return head, body
        raise ConnectionError("no connection")


def cpu_seconds() -> float:
    """The CPU time of this process so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def report(measured: Measured, seconds: float, cpu: float) -> dict[str, Any]:
    """The results, for the parent process."""
    return {
        "moves": len(measured.moves),
        "moves_per_second": round(len(measured.moves) / seconds, 1),
        "move_ms": quantiles(measured.moves),
        "news_ms": quantiles(measured.news),
        "stale": measured.stale,
        "finished": measured.finished,
        "received_kb_per_move": round(measured.received / max(1, len(measured.moves)) / 1000, 1),
        "seconds": round(seconds, 1),
        "generator_cpu": round(cpu / seconds, 2),
    }


def quantiles(times: list[float]) -> dict[str, float]:
    """Percentiles in milliseconds."""
    ordered = sorted(times)
    return {
        f"p{part}": round(1000 * ordered[min(len(ordered) - 1, len(ordered) * part // 100)], 2)
        for part in (50, 90, 99, 100)
        if ordered
    }


if __name__ == "__main__":
    told = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    print(json.dumps(asyncio.run(Load(Order(**told)).run())), flush=True)
