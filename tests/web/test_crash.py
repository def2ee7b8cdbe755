"""A server is killed in mid-play, again and again: what it acknowledged or showed is kept, once."""

import http.client
import json
import random
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest
import sqlalchemy as sa

from bellhop.games import GAMES
from bellhop.table.schema import acts
from support import more
from web.browsing import free_port

ROUNDS = more(2, 150)
TABLES = 4
callers = count()


def ask(address: str, secret: str = "", body: object = None) -> Any:
    """Send one request to the server; a missing response is an OSError."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
    headers |= {"X-Forwarded-For": f"10.0.0.{next(callers) % 256}"}
    if not secret:
        del headers["Authorization"]
    with urllib.request.urlopen(
        urllib.request.Request(address, data, headers), timeout=30
    ) as answer:
        return json.load(answer)


@dataclass
class Player:
    """Plays both seats of a table, and remembers what was acknowledged."""

    address: str  # of the server
    chance: random.Random
    table: str = ""
    secrets: list[str] = field(default_factory=list)
    acknowledged: dict[int, tuple[str, str]] = field(default_factory=dict)  # row: act and key
    pending: dict[str, Any] | None = None  # sent, and not answered before the server died
    view: dict[str, Any] = field(default_factory=dict)
    fault: str = ""  # a response that should not have come
    moves: int = 0  # acknowledged in all games

    def open_table(self) -> None:
        """Sit down at a new table."""
        wanted = {"game": self.chance.choice(GAMES).name, "seats": [{"name": "A"}, {"name": "B"}]}
        opened = ask(f"{self.address}/api/tables", body=wanted)
        for secret in opened["secrets"]:
            ask(f"{self.address}/api/seats/{secret}", body={})
        self.table, self.secrets = opened["table"], opened["secrets"]
        self.acknowledged, self.pending = {}, None
        self.look()

    def look(self) -> None:
        """Look at the table as the seat on turn."""
        self.view = ask(f"{self.address}/api/tables/{self.table}", self.secrets[0])
        if self.view["turn"] == 1:
            self.view = ask(f"{self.address}/api/tables/{self.table}", self.secrets[1])

    def act(self) -> None:
        """Send a move; what was sent before a crash is sent again as it was."""
        if self.pending is None:
            row, move = self.view["row"] + 1, self.chance.choice(self.view["moves"])["act"]
            self.pending = {"row": row, "act": move, "key": f"{self.chance.getrandbits(120):x}"}
        sent = self.pending
        secret = self.secrets[self.view["turn"]]
        try:
            ask(f"{self.address}/api/tables/{self.table}/acts", secret, sent)
        except urllib.error.HTTPError as error:
            with error:
                if error.code != 409:  # 409: it was stored before the crash
                    raise
        self.acknowledged[sent["row"]] = (sent["act"], sent["key"])
        self.moves += 1
        self.pending = None
        self.look()

    def play(self, stop: threading.Event) -> None:
        """Play game after game until the server dies."""
        try:
            if self.table and not self.pending:
                self.look()
            while not stop.is_set():
                if not self.pending and (not self.table or self.view["over"]):
                    self.open_table()
                self.act()
        except urllib.error.HTTPError as error:
            self.fault = str(error)
        except (OSError, http.client.HTTPException):
            pass  # the server is gone


@dataclass
class Reader:
    """Watches the tables of all players, and remembers the last row that each has shown."""

    players: list[Player]
    shown: dict[str, int] = field(default_factory=dict)  # rows by table

    def watch(self, stop: threading.Event) -> None:
        """Look at one table after another until the server dies."""
        with suppress(OSError, http.client.HTTPException):
            while not stop.is_set():
                for player in self.players:
                    if table := player.table:
                        seen = ask(f"{player.address}/api/tables/{table}")
                        self.shown[table] = max(self.shown.get(table, 0), seen["row"])


@dataclass
class Follower:
    """Follows the table of one player as a page does, and remembers every board it was shown."""

    player: Player
    shown: dict[tuple[str, int], str] = field(default_factory=dict)  # by table and row

    def follow(self, stop: threading.Event) -> None:
        """Follow the stream of the player's newest table until the server dies."""
        while not stop.is_set():
            with suppress(OSError, http.client.HTTPException):
                self._read(self.player.table, stop)
            time.sleep(0.01)

    def _read(self, table: str, stop: threading.Event) -> None:
        board, headers = "", {"X-Forwarded-For": f"10.1.0.{next(callers) % 256}"}
        request = urllib.request.Request(f"{self.player.address}/t/{table}/events", headers=headers)
        with urllib.request.urlopen(request, timeout=5) as stream:
            for line in stream:
                if line.startswith(b'data: {"') and line.endswith(b"\n"):
                    news = json.loads(line.removeprefix(b"data: "))
                    start, end, text = news["changed"].get("board", (0, 0, ""))
                    if "board" in news["changed"]:
                        board = board[:start] + text + board[len(board) - end :]
                    if news["begun"]:
                        self.shown[table, news["row"]] = board
                if stop.is_set() or table != self.player.table:
                    return

    def check_kept(self) -> int:
        """Check that the newest board of each table is there again; return how many there were."""
        newest = dict(sorted(self.shown))
        for table, row in newest.items():
            past = ask(f"{self.player.address}/t/{table}/moment?row={row}")
            assert past["fragments"]["board"] == self.shown[table, row]
        return len(newest)


class Killed:
    """A `bellhop serve` that can be killed."""

    def __init__(self, database: str) -> None:
        self.database, self.port = database, free_port()
        self.address = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-m", "bellhop", "serve"]
        arguments = ["--port", str(self.port), "--database", self.database]
        self.process = subprocess.Popen(command + arguments, stdout=subprocess.DEVNULL)
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.address}/health", timeout=5).close()
                return
            except OSError:
                assert self.process.poll() is None, "the server did not start"
                time.sleep(0.02)
        pytest.fail("the server does not answer")

    def kill(self) -> None:
        """Kill it without warning."""
        self.process.kill()
        self.process.wait()


def test_every_acknowledged_move_survives_a_killed_server_once(
    database: str, request: pytest.FixtureRequest
) -> None:
    chance = random.Random(4)
    server = Killed(database)
    request.addfinalizer(server.kill)  # also if the test fails
    players = [Player(server.address, random.Random(seed)) for seed in range(TABLES)]
    reader, followers = Reader(players), [Follower(player) for player in players]
    boards = 0
    engine = sa.create_engine(database)
    for _ in range(ROUNDS):
        server.start()
        boards += sum(follower.check_kept() for follower in followers)
        stop = threading.Event()
        threads = [threading.Thread(target=player.play, args=(stop,)) for player in players]
        readers = [threading.Thread(target=reader.watch, args=(stop,)) for _ in range(2)]
        readers += [threading.Thread(target=one.follow, args=(stop,)) for one in followers]
        for thread in (*threads, *readers):
            thread.start()
        enough = sum(player.moves for player in players) + chance.randint(1, 40)
        while sum(player.moves for player in players) < enough:
            assert any(thread.is_alive() for thread in threads)
            time.sleep(0.001)
        time.sleep(chance.uniform(0.0, 0.02))
        server.kill()
        stop.set()
        for thread in (*threads, *readers):
            thread.join()
        for player in players:
            assert not player.fault
            rows = read_log(engine, player.table)
            assert [row for row, _, _ in rows] == list(range(1, len(rows) + 1))
            kept = {row: (act, key) for row, act, key in rows}
            assert player.acknowledged.items() <= kept.items()
            others = [key for row, (_, key) in kept.items() if row not in player.acknowledged]
            assert others in ([], [player.pending["key"]] if player.pending else [])
        for table, rows_shown in reader.shown.items():
            assert len(read_log(engine, table)) >= rows_shown
    assert reader.shown
    assert boards
    engine.dispose()


def read_log(engine: sa.Engine, table: str) -> list[tuple[int, str, str]]:
    """The rows of a table as they are on disk."""
    query = sa.select(acts.c.row, acts.c.act, acts.c.key).where(acts.c.table_id == table)
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(query.order_by(acts.c.row))]
