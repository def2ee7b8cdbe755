"""Under load: visitors who ask for too much wait or are refused, and nobody else notices."""

import logging
import random
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from bellhop.cli.serving import TableServer
from bellhop.games import GAMES
from bellhop.table import limits
from bellhop.table.limits import Limits, change_gate, table_gate, visitor_at
from bellhop.web import history, steps
from bellhop.web.app import create_app
from bellhop.web.rendering import moment
from web.browsing import free_port
from web.test_pages import another_browser, set_up

LIMITS = Limits(
    replays_per_key=4, streams_per_address=1, head_bytes=2_000, head_seconds=0.5, body_seconds=0.5,
    connections_per_address=3,
)  # fmt: skip


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[TestClient]:
    """A server with low limits."""
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with TestClient(create_app(url, bot_pause=60, limits=LIMITS)) as client:
        yield client


@pytest.mark.parametrize("page", ["replay", "steps?row=1"])
def test_looking_back_delays_nothing_else(
    limited: TestClient, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    path = set_up(limited, GAMES[0], ("me", "me"))
    began, go_on = threading.Event(), threading.Event()

    def block(*looking: Any) -> Any:
        began.set()
        go_on.wait()
        return moment(*looking) if page == "replay" else []

    monkeypatch.setattr(history, "moment", block)
    monkeypatch.setattr(steps, "watch_steps", block)
    found: list[int] = []

    def ask() -> None:
        browser = another_browser(limited)
        found.append(browser.get(f"{path}/{page}").status_code)

    threads = [threading.Thread(target=ask) for _ in range(12)]
    for thread in threads:
        thread.start()
    began.wait()
    assert limited.get("/health").status_code == 200
    assert set_up(limited, GAMES[1], ("me", "me"))
    assert limited.get(path).status_code == 200
    while len(found) < 8:
        assert limited.get("/health").status_code == 200
    go_on.set()
    for thread in threads:
        thread.join()
    assert sorted(found) == [200] * 4 + [429] * 8


def test_what_is_done_at_a_table_besides_moves_is_counted(limited: TestClient) -> None:
    path, other = (set_up(limited, GAMES[0], ("me", "random")) for _ in range(2))
    limited.app.state.changes = change_gate(Limits(changes_per_table=4))  # type: ignore[attr-defined]
    found = [
        limited.post(f"{path}/{what}", data=form, follow_redirects=False).status_code
        for what, form in (
            ("tutor", {"tutor": "on"}), ("tutor", {"tutor": "off"}), ("people/0/away", {}),
            ("people/0/back", {}), ("tutor", {"tutor": "on"}), ("way-back", {}), ("try", {}),
        )
    ]  # fmt: skip
    assert found == [303] * 4 + [429] * 3
    assert limited.post(f"{other}/tutor", data={"tutor": "on"}).status_code == 200
    act = {"row": 99, "act": "undo", "key": "k"}
    assert limited.post(f"{path}/act", json=act).status_code == 409, "moves are not counted"


def test_invented_tables_push_no_real_one_out_of_the_count(
    limited: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, form = set_up(limited, GAMES[0], ("me", "random")), {"tutor": "on"}
    monkeypatch.setattr(limits, "MAX_VISITORS", 2)
    limited.app.state.changes = change_gate(Limits(changes_per_table=1))  # type: ignore[attr-defined]
    assert limited.post(f"{path}/tutor", data=form).status_code == 200
    for number in range(4):
        assert limited.post(f"/t/{number}/tutor", data=form).status_code == 404
    assert limited.post(f"{path}/tutor", data=form).status_code == 429


def test_streams_and_waiting_programs_are_counted_by_address(limited: TestClient) -> None:
    path = set_up(limited, GAMES[0], ("me", "me"))
    with limited.app.state.streams.inside("testclient"):  # type: ignore[attr-defined]
        refused = limited.get(f"{path}/events")
        assert refused.status_code == 429
        assert refused.json()["told"]
        table = f"/api/tables/{path.split('/')[-1]}"
        assert limited.get(f"{table}?after=0").status_code == 429
        assert limited.get(table).status_code == 200


def test_a_program_that_undoes_too_often_is_told_so(limited: TestClient) -> None:
    seats = [{"name": "A"}, {"name": "B"}]
    opened = limited.post("/api/tables", json={"game": GAMES[0].name, "seats": seats}).json()
    for secret in opened["secrets"]:
        limited.post(f"/api/seats/{secret}", json={})
    house = limited.app.state.house  # type: ignore[attr-defined]
    house.limits = Limits(rows_with_undo=1)
    table, chance, statuses = f"/api/tables/{opened['table']}", random.Random(1), set()
    bearers = [{"Authorization": f"Bearer {secret}"} for secret in opened["secrets"]]

    def act(bearer: dict[str, str], row: int, text: str) -> int:
        wanted = {"row": row, "act": text, "key": f"{row} {text}"[:40].replace(" ", "-")}
        return limited.post(f"{table}/acts", json=wanted, headers=bearer).status_code

    for row in range(1, 40):
        views = [limited.get(table, headers=bearer).json() for bearer in bearers]
        mover = next(seat for seat, view in enumerate(views) if view["moves"])
        assert act(bearers[mover], row, chance.choice(views[mover]["moves"])["act"]) == 200
        statuses |= {act(bearer, row + 1, "undo") for bearer in bearers}
    assert statuses == {400, 429}


@contextmanager
def serving(folder: Path) -> Iterator[int]:
    """The port of a real server with low limits."""
    url = f"sqlite:///{folder / 'tables.sqlite'}"
    port, opened = free_port(), threading.Event()
    server = TableServer(create_app(url, bot_pause=60, limits=LIMITS), port, opened.set)
    thread = threading.Thread(target=server.run)
    thread.start()
    opened.wait()
    yield port
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server that takes this machine for its proxy, as it does by default."""
    with serving(tmp_path_factory.mktemp("door")) as port:
        yield port


@pytest.fixture
def open_door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of a server whose proxy is elsewhere."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")
    with serving(tmp_path) as port:
        yield port


HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /new/perfect-hotel HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n"
LARGE = b"".join(b"X-%d: %s\r\n" % (n, b"x" * 90) for n in range(30))


def until_closed(port: int, *parts: bytes) -> bytes:
    """Everything that the server answers to these bytes until it hangs up by itself."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        for part in parts:
            connection.sendall(part)
        found = b""
        while received := connection.recv(65_536):
            found += received
    return found


@pytest.mark.parametrize(
    "parts",
    [(), (HEAD,), (POST,), (POST, b"half")],
    ids=["silence", "half a head", "no body", "half a body"],
)
def test_a_request_that_does_not_arrive_is_not_waited_for(
    door: int, parts: tuple[bytes, ...], caplog: pytest.LogCaptureFixture
) -> None:
    assert until_closed(door, *parts).startswith(b"HTTP/1.1 408 ")
    assert not caplog.records


def test_a_connection_is_not_kept_open_by_empty_lines(door: int) -> None:
    answer = until_closed(door, HEAD + b"\r\n", b"\r\n", b"\r\n")
    assert answer.startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("end", [b"", b"\r\n"], ids=["in parts", "at once"])
def test_a_large_head_is_refused(door: int, end: bytes) -> None:
    assert until_closed(door, HEAD + LARGE + end).startswith(b"HTTP/1.1 431 ")


def test_requests_follow_each_other_on_one_connection(door: int) -> None:
    post = POST.replace(b"9", b"0").replace(b"perfect", b"other")
    last = HEAD + b"Connection: close\r\n\r\n"
    answer = until_closed(door, HEAD, b"\r\n" + post, HEAD + b"\r\n" + last)
    assert re.findall(rb"HTTP/1.1 (\d+)", answer) == [b"200", b"404", b"200", b"200"]


def hold(port: int, most: int) -> list[socket.socket]:
    """Connections that are kept open without a request."""
    return [socket.create_connection(("127.0.0.1", port)) for _ in range(most)]


def test_nobody_opens_all_connections(open_door: int) -> None:
    held = hold(open_door, 3)
    assert until_closed(open_door).startswith(b"HTTP/1.1 429 ")
    for connection in held:
        connection.close()
    while (answer := until_closed(open_door)).startswith(b"HTTP/1.1 429 "):
        pass  # the others have not been closed yet
    assert answer.startswith(b"HTTP/1.1 408 "), "it is waited for"


def test_a_proxy_may_open_connections_for_everybody(door: int) -> None:
    held = hold(door, 6)
    answer = until_closed(door, HEAD + b"Connection: close\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 200 ")
    for connection in held:
        connection.close()


UPGRADE = b"Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n"


@pytest.mark.parametrize(
    "sent",
    [b"\x16\x03\x01\x00\xff\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", HEAD + UPGRADE],
    ids=["TLS", "another version", "a web socket"],
)
def test_a_request_that_makes_no_sense_is_no_line_of_the_log(
    door: int, sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise anybody could fill the operator's log."""
    said: list[str] = []
    handler, log = logging.Handler(), logging.getLogger("uvicorn.error")
    monkeypatch.setattr(handler, "emit", lambda record: said.append(record.getMessage()))
    monkeypatch.setattr(log, "handlers", [handler])
    assert until_closed(door, sent).startswith(b"HTTP/1.1 ")
    assert not said


@pytest.mark.parametrize(
    ("host", "visitor"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_visitor_has_all_addresses_of_a_network(host: str, visitor: str) -> None:
    assert visitor_at(host) == visitor


def test_another_address_of_the_same_network_is_the_same_visitor(limited: TestClient) -> None:
    limited.app.state.gate = table_gate(Limits(tables_per_address=1))  # type: ignore[attr-defined]
    wanted = {"game": GAMES[0].name, "seats": [{"name": "A"}, {"name": "B"}]}
    statuses = []
    for host in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"):
        browser = TestClient(limited.app, client=(host, 50_000))
        browser.portal = limited.portal
        statuses.append(browser.post("/api/tables", json=wanted).status_code)
    assert statuses == [201, 429, 201]
