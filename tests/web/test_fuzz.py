"""Nonsense for every route: no method, header, path or body leads to a status 500."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from bellhop.games import GAMES
from bellhop.web.app import create_app
from support import more

METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS")
HEADERS: dict[bytes, tuple[bytes, ...]] = {
    b"origin": (b"http://[", b"null", b"http://testserver", b"https://[::1", b"\xff"),
    b"referer": (b"http://[", b"//", b"http://testserver/t/x?y", b"\xff\xfe"),
    b"host": (b"a" * 3_000, b"", b"[", b"x:99999", b"\xc3\xa9.example"),
    b"cookie": (b"seats=~.~", b"device=\xff", b"language=xx", b"invite=a~b~c", b"=;="),
    b"authorization": (b"Bearer", b"Bearer \xff", b"Bearer " + b"x" * 500, b"Basic Og=="),
    b"accept-language": (b"pl", b"ru;q=nonsense", b"\xff", b",,,;;;"),
    b"content-type": (b"application/json", b"text/plain; charset=utf-7", b"multipart/form-data"),
    b"accept": (b"application/json", b"text/html", b"*"),
    b"x-forwarded-for": (b"1.2.3.4", b"\xff, ["),
}
TEXTS = (
    *("", "\x00", "\ud800", "💥" * 50, "a" * 5_000, "-1", "1e999", "NaN", "../../etc/passwd"),
    *("%00", "'; --", f"resign {'9' * 5_000}", "resign -1", "undo", "research", "\u3164"),
    *("\u202e", "{{7*7}}", "<b>", "null"),
)
VALUES: tuple[object, ...] = (
    *(*TEXTS, -1, 0, 1, 2**63, 10**400, 1.5, float("nan"), float("inf"), True, None),
    *([], {}, [[]], {"name": "\ud800"}),
)
NAMES = (
    *("row", "act", "key", "name", "nonce", "text", "wish", "pace", "hints", "game", "seats"),
    *("options", "kind-0", "bellhop", "rules", "players", "secret", "acts"),
)


class Fuzzer:
    """Makes requests that nobody should send, the same ones from the same seed."""

    def __init__(self, client: TestClient, chance: random.Random) -> None:
        self.client, self.chance = client, chance
        self.table, self.secrets = self._open()

    def _open(self) -> tuple[str, list[str]]:
        wanted = {"game": GAMES[0].name, "seats": [{"name": "A"}, {"name": "B"}]}
        opened = self.client.post("/api/tables", json=wanted).json()
        for secret in opened["secrets"]:
            self.client.post(f"/api/seats/{secret}", json={})
        return opened["table"], opened["secrets"]

    def paths(self) -> Iterator[str]:
        """All routes of the server, with their parameters not filled in."""
        app: Any = self.client.app
        for route in app.routes:
            yield getattr(route, "path", "/")
        yield from (path for path in app.openapi()["paths"])

    def fill(self, path: str) -> str:
        """Fill in every parameter of a path."""
        while "{" in path:
            before, _, rest = path.partition("{")
            _, _, after = rest.partition("}")
            path = f"{before}{self.parameter()}{after}"
        return path

    def parameter(self) -> str:
        """A known value, or an impossible one."""
        known = (self.table, *self.secrets, GAMES[0].name, "en", "0", "1", "away")
        nasty = [text.encode("utf-8", "replace").decode() for text in TEXTS if text]
        chosen = self.chance.choice((*known, *known, *nasty))
        return chosen.replace("/", "%2F").replace("\x00", "%00")[:300]

    def body(self) -> bytes:
        """An empty body, bytes, a form, or any JSON."""
        chance = self.chance
        names = chance.sample(NAMES, chance.randrange(len(NAMES)))
        named = {name: chance.choice(VALUES) for name in names}
        form = "&".join(f"{name}={value}" for name, value in named.items())
        written = [json.dumps(value) for value in (chance.choice(VALUES), named, [named])]
        plain = (b"", b"\xff", b"{", b"[" * 3_000, b"NaN", b"Infinity", b'"\\ud800"')
        return chance.choice((*plain, form.encode("utf-8", "replace"), *map(str.encode, written)))

    def send(self, path: str) -> tuple[str, int]:
        """Send one request; return what it was, and the status of the response."""
        chance = self.chance
        method = chance.choice((*METHODS, "GET", "POST", "POST"))
        chosen = chance.sample(sorted(HEADERS), chance.randrange(4))
        headers = {name: chance.choice(HEADERS[name]) for name in chosen}
        queries = ("", "?as=9", "?row=99999999999", "?after=-1", f"?touched={'x' * 500}")
        filled, body = self.fill(path) + chance.choice(queries), self.body()
        answer = self.client.request(
            method, filled, headers=headers, content=body, follow_redirects=False
        )
        return f"{method} {filled[:200]!r} {headers} {body[:200]!r}", answer.status_code


@pytest.fixture
def fuzzer(tmp_path: Path) -> Iterator[Fuzzer]:
    app = create_app(f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_pause=0.0)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield Fuzzer(client, random.Random(15))


def test_no_request_is_a_server_error(fuzzer: Fuzzer) -> None:
    paths = [path for path in fuzzer.paths() if not path.endswith("/events")]
    assert len(paths) > 30
    faults, statuses = [], set()
    for _ in range(more(25, 1_500)):
        for path in paths:
            sent, status = fuzzer.send(path)
            statuses.add(status)
            if status >= 500:
                faults.append((status, sent))
    assert not faults
    assert {200, 400, 403, 404, 405} <= statuses
    assert fuzzer.client.get("/health").text == "ok\n"
