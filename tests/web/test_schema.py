"""The API description is true, whatever a program sends."""

import json
import os
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import given, settings
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

from bellhop.cli.serving import TableServer
from bellhop.games import GAMES
from bellhop.web import api
from bellhop.web.app import create_app

EXAMPLES = 400 if os.environ.get("BELLHOP_PROVE") else 25
TABLES = 6
callers = count()


class Visit:
    """A running server with real tables, and the secrets of their seats."""

    def __init__(self, database: str) -> None:
        self.server = TableServer(create_app(database, bot_pause=0.0), port=0)
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive()
            time.sleep(0.01)
        port = self.server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.tables: list[str] = []
        self.secrets: list[str] = []
        for number in range(TABLES):
            self.open_table(GAMES[number % len(GAMES)].name, is_full=number < TABLES - 1)

    def post(self, path: str, body: object) -> Any:
        """Send one request from a new address, because limits are not tested here."""
        headers = {"Content-Type": "application/json", "X-Forwarded-For": new_address()}
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def open_table(self, game: str, is_full: bool) -> None:
        """Open a table for two people, who have sat down or not."""
        seats = [{"name": "A"}, {"name": "B"}]
        opened = self.post("/api/tables", {"game": game, "seats": seats})
        self.tables.append(opened["table"])
        self.secrets.append(opened["secrets"][0])
        for secret in opened["secrets"] if is_full else ():
            self.post(f"/api/seats/{secret}", {})

    def leave(self) -> None:
        """Stop the server."""
        self.server.should_exit = True
        self.thread.join()


def new_address() -> str:
    number = next(callers)
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def visit(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> Iterator[Visit]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(api, "LONGEST_WAIT", 0.02)  # news that never comes is not waited for
        visiting = Visit(new_database(request.param))
        yield visiting
        visiting.leave()


@pytest.mark.parametrize("mode", GenerationMode, ids=lambda mode: mode.value)
def test_every_answer_is_as_described(visit: Visit, mode: GenerationMode) -> None:
    """Send valid and invalid requests, half of them about real tables and seats.

    Valid requests may still be refused, because the rules of a game are not in the description.
    """
    description = schemathesis.openapi.from_url(f"{visit.url}/openapi.json")
    operations = [
        found.ok()
        for found in description.get_all_operations()
        if isinstance(found, Ok) and not (mode.is_negative and found.ok().path == "/api/games")
    ]
    assert len(operations) >= 4
    for operation in operations:

        @settings(max_examples=EXAMPLES)
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: schemathesis.Case[Any]) -> None:
            headers = sit_down(case, visit)
            case.call_and_validate(headers=headers, excluded_checks=[positive_data_acceptance])

        ask()


def sit_down(case: schemathesis.Case[Any], visit: Visit) -> dict[str, str]:
    """Let every other request act for a seat; return the headers to send."""
    number = next(callers)
    headers = {"X-Forwarded-For": new_address()}
    if number % 2:
        chosen = number % TABLES
        real = {"table": visit.tables[chosen], "secret": visit.secrets[chosen]}
        case.path_parameters |= {name: real[name] for name in case.path_parameters if name in real}
        headers["Authorization"] = f"Bearer {visit.secrets[chosen]}"
        if isinstance(case.body, dict) and "act" in case.body and number % 4 == 1:
            case.body |= {"row": 1, "act": "research"}
    return headers


STRANGE = {
    "null": "\0", "half": "\ud800", "turned": "é\u202e", "long": "a" * 5_000, "digits": "1" * 5_000,
    "up": "../..", "quoted": "%00", "query": "'; --",
}  # fmt: skip
BODIES = (b'{"row": 1e999, "act": "x", "key": "k"}', b"[" * 16_000, b"\xff\xfe", b"null", b"[1]")


@pytest.mark.parametrize("name", STRANGE)
def test_strange_texts_are_refused_like_others(database: str, name: str) -> None:
    """Pages are not in the API description, so strange texts are tried on all of them here."""
    text, game = STRANGE[name], GAMES[0].name
    quoted = quote(text, safe="", errors="surrogatepass")
    acts = (
        json.dumps({"row": 1, "act": text, "key": "k"}).encode(),
        json.dumps({"row": 1, "act": "x", "key": text}).encode(),
        *BODIES,
    )
    wanted = json.dumps({"game": text, "seats": [{"name": text}]}).encode()
    with TestClient(create_app(database, bot_pause=60.0)) as client:
        table = client.post(f"/play/{game}", follow_redirects=False).headers["location"]
        paths = (f"/{kind}/{quoted}" for kind in ("t", "s", "new", "api/tables", "static"))
        queries = ("?as=", "/replay?row=", "/why?touched=")
        answers = [
            *(client.get(path) for path in paths),
            *(client.get(f"{table}{query}{quoted}") for query in queries),
            *(client.post(f"{table}/act", content=body) for body in acts),
            client.post(f"/s/{quoted}", content=b"name=%FF%00"),
            client.post(f"/new/{game}", content=f"kind-0=me&kind-1=me&name-0={quoted}".encode()),
            client.post(f"/new/{game}", content=b"\xff\xfe=\xff&" * 500),
            client.post("/api/tables", content=wanted),
            client.get("/", headers={"cookie": f"seats={quoted}~{quoted}; language={quoted}"}),
        ]
    statuses = [(answer.status_code, str(answer.url)[:60]) for answer in answers]
    assert {status for status, _ in statuses} <= {200, 303, 400, 401, 404, 409, 422}, statuses
