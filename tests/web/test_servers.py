"""Several servers share a PostgreSQL: one game, a player on each, and bots that move once."""

import json
import random
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import httpx2 as httpx
import pytest
import sqlalchemy as sa

from bellhop.games import GAMES
from bellhop.table.schema import acts

SERVER = """
import sys
import bellhop.table.house as house
house.LEASE_SECONDS = 2.0
from bellhop.cli.serving import TableServer
from bellhop.web.app import create_app
TableServer(create_app(sys.argv[1], bot_pause=0.02), int(sys.argv[2])).run()
"""


ONE = {"rounds": "1"}


class Server:
    """A server process with its own browser."""

    def __init__(self, database: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.process = subprocess.Popen([sys.executable, "-c", SERVER, database, str(port)])
        self.browser = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30)

    def wait(self) -> None:
        """Wait until it answers."""
        for _ in range(300):
            with suppress(httpx.TransportError):
                if self.browser.get("/health").status_code == 200:
                    return
            time.sleep(0.1)
        pytest.fail("the server did not start")

    def call(self, method: str, path: str, secret: str = "", **json: Any) -> Any:
        """Call its API."""
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        if method == "GET":
            return self.browser.get(f"/api{path}", headers=headers)
        return self.browser.post(f"/api{path}", headers=headers, json=json)

    def stop(self) -> None:
        """Stop it at once."""
        self.process.kill()
        self.process.wait()
        self.browser.close()


@pytest.fixture
def database(new_database: Callable[[str], str]) -> str:
    return new_database("postgresql")


@pytest.fixture
def servers(database: str) -> Iterator[list[Server]]:
    started = [Server(database), Server(database)]
    for server in started:
        server.wait()
    yield started
    for server in started:
        server.stop()


def open_table(servers: list[Server], *bots: str) -> tuple[str, list[str]]:
    """A table opened on the first server, with a person on each."""
    seats = [{"name": "Ann"}, {"name": "Bob"}, *({"name": b, "kind": "casual"} for b in bots)]
    opened = servers[0].call("POST", "/tables", game=GAMES[0].name, seats=seats, options=ONE).json()
    for server, secret in zip(servers, opened["secrets"], strict=False):
        assert server.call("POST", f"/seats/{secret}", nonce="0123abcd").status_code == 200
    deadline = time.monotonic() + 60
    while not all(
        server.call("GET", f"/tables/{opened['table']}").json()["begun"] for server in servers
    ):
        assert time.monotonic() < deadline, "one server does not hear that all have sat down"
        time.sleep(0.02)
    return opened["table"], opened["secrets"]


def test_a_game_is_played_on_two_servers_at_once(servers: list[Server], database: str) -> None:
    table, secrets = open_table(servers, "Gus")
    chance = random.Random(1)
    over, deadline = False, time.monotonic() + 120
    while not over:
        assert time.monotonic() < deadline, "the game does not go on"
        for server, secret in zip(servers, secrets, strict=False):
            view = server.call("GET", f"/tables/{table}", secret).json()
            over = view["over"]
            if view["moves"]:
                act = chance.choice(view["moves"])["act"]
                answer = server.call(
                    "POST", f"/tables/{table}/acts", secret, row=view["row"] + 1, act=act,
                    key=f"{view['row']}{secret[:5]}",
                )  # fmt: skip
                assert answer.status_code in (200, 409), answer.text
    rows: list[int] = []
    while len(set(rows)) != 1 and time.monotonic() < deadline:
        rows = [server.call("GET", f"/tables/{table}").json()["row"] for server in servers]
    assert len(set(rows)) == 1
    engine = sa.create_engine(database)
    with engine.connect() as connection:
        kept = connection.execute(sa.select(acts.c.row, acts.c.seat).order_by(acts.c.row)).all()
    engine.dispose()
    assert [row for row, _ in kept] == list(range(1, rows[0] + 1))
    assert Counter(seat for _, seat in kept)[2] > 5, "the bot has played"


def test_news_reaches_the_other_server(servers: list[Server]) -> None:
    table, secrets = open_table(servers)
    turn = next(
        n for n in (0, 1)
        if servers[n].call("GET", f"/tables/{table}", secrets[n]).json()["moves"]
    )  # fmt: skip
    with servers[1 - turn].browser.stream("GET", f"/t/{table}/events") as stream:
        events = (line for line in stream.iter_lines() if line.startswith("data: {"))
        assert json.loads(next(events)[6:])["row"] == 0
        view = servers[turn].call("GET", f"/tables/{table}", secrets[turn]).json()
        body = {"row": 1, "act": view["moves"][0]["act"], "key": "k"}
        assert servers[turn].call(
            "POST", f"/tables/{table}/acts", secrets[turn], **body
        ).status_code == 200  # fmt: skip
        assert json.loads(next(events)[6:])["row"] == 1
    again = servers[1 - turn].call("POST", f"/tables/{table}/acts", secrets[turn], **body)
    assert again.status_code == 409, "a repeated request changes nothing, on any server"


def test_the_bots_of_a_killed_server_are_played_by_another(servers: list[Server]) -> None:
    table, _ = open_table(servers, "Gus", "Kit")
    seats = [{"name": name, "kind": "casual"} for name in ("A", "B", "C")]
    opened = servers[0].call("POST", "/tables", game=GAMES[0].name, seats=seats, options=ONE).json()
    table = opened["table"]
    other = servers[1]
    row = other.call("GET", f"/tables/{table}").json()["row"]
    servers[0].process.kill()
    deadline = time.monotonic() + 60
    view = other.call("GET", f"/tables/{table}").json()
    while not view["over"] and time.monotonic() < deadline:
        view = other.call("GET", f"/tables/{table}?after={view['row']}").json()
    assert view["over"]
    assert view["row"] > row
