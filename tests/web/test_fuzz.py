"""Nonsense for every route: no method, header, path or body leads to a status 500."""

import copy
import json
import random
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from fastapi.testclient import TestClient

from bellhop.coach.process import CoachProcess
from bellhop.coach.service import made_by
from bellhop.engine.words import LANGUAGES
from bellhop.games import GAMES
from bellhop.table.analyses import keep_analysis
from bellhop.table.backup import back_up
from bellhop.table.file import start_at
from bellhop.table.limits import Limits
from bellhop.table.sitting import Sitting
from bellhop.web.analysis import is_mistake
from bellhop.web.app import create_app
from bellhop.web.people import CHANGES
from coach.sittings import analysed, play_to_the_end, sit_down
from support import more
from web.test_pages import set_up

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
    *("options", "kind-0", "bellhop", "rules", "players", "secret", "acts", "start"),
    *("first", "tries", "tutor", "spectators", "wait", "cards", "level"),
)
# A body that many routes could do something with; one of its entries is damaged.
SENSIBLE: dict[str, object] = {
    "row": 1, "act": "research", "key": "k", "tries": 1, "text": "hello", "wish": "end",
    "tutor": "on", "spectators": "yes", "hints": "no", "pace": "slow", "wait": "yes",
    "name": "Zoe", "nonce": "0123456789abcdef", "cards": "again", "first": [],
    "kind-0": "me", "kind-1": "random", "name-0": "A", "name-1": "B",
    "game": GAMES[0].name, "seats": [{"name": "A"}, {"name": "B", "kind": "random"}],
}  # fmt: skip
QUERIES = ("as", "row", "after", "touched", "first", "at", "made", "n", "tried", "review", "seat")


class Fuzzer:
    """Makes requests that nobody should send, the same ones from the same seed."""

    def __init__(self, client: TestClient, chance: random.Random) -> None:
        self.client, self.chance = client, chance
        self.values: list[object] = [*VALUES]
        between_programs, self.secrets = self._open()
        self.files: list[dict[str, Any]] = []
        finished = self._take_in()
        alone = set_up(client, GAMES[0], ("me", "random"))
        self.tables = (between_programs, finished, self._play_on(finished), alone[3:])

    def _open(self) -> tuple[str, list[str]]:
        wanted = {"game": GAMES[0].name, "seats": [{"name": "A"}, {"name": "B"}]}
        opened = self.client.post("/api/tables", json=wanted).json()
        for secret in opened["secrets"]:
            self.client.post(f"/api/seats/{secret}", json={})
        return opened["table"], opened["secrets"]

    def _take_in(self) -> str:
        """A finished game with its analysis; rows and moves of mistakes are among the values."""
        saved = play_to_the_end(sit_down(GAMES[0], 2, 15), 15)
        again = sit_down(GAMES[0], 2, 15)
        again = Sitting(
            again.game, again.position, again.seats, again.shaker, start_at(again, None)
        )
        self.files = [saved.content(), play_to_the_end(again, 16).content()]
        answer = self.client.post("/import", content=saved.to_json().encode()).json()
        table, app = str(answer["at"]).split("/")[2], self.app
        found = analysed(saved)
        store = app.state.house.store
        keep_analysis(store, table, saved.rules, made_by(saved.game), found.to_json())
        mistakes = [one for one in found.moments if is_mistake(one)]
        assert mistakes
        for one in mistakes[:3]:
            assert one.decision
            self.values += [one.row, *(better.move for better in one.decision.candidates[:2])] * 2
        return table

    def _play_on(self, finished: str) -> str:
        """A table that goes on from the beginning of the finished game, with all seats ours."""
        form = {"kind-0": "me", "kind-1": "me", "name-0": "A", "name-1": "B"}
        path = f"/t/{finished}/continue?row=0"
        answer = self.client.post(path, data=form, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])[3:]

    @property
    def app(self) -> Any:
        """The application."""
        return self.client.app

    def paths(self) -> Iterator[tuple[str, list[str]]]:
        """All routes of the server, with their parameters not filled in, and their methods."""
        for route in self.app.routes:
            yield getattr(route, "path", "/"), sorted(getattr(route, "methods", None) or ["GET"])
        for path, methods in self.app.openapi()["paths"].items():
            yield path, [method.upper() for method in methods]

    def fill(self, path: str) -> str:
        """Fill in every parameter of a path."""
        while "{" in path:
            before, _, rest = path.partition("{")
            name, _, after = rest.partition("}")
            path = f"{before}{self.parameter(name.partition(':')[0])}{after}"
        return path

    def parameter(self, name: str) -> str:
        """A known value, most often a fitting one, or an impossible one."""
        fitting: dict[str, Sequence[str]] = {
            "table": self.tables,
            "game": (GAMES[0].name,),
            "secret": self.secrets,
            "seat": ("0", "1", "9"),
            "change": CHANGES,
        }
        known = (*fitting.get(name, ()), GAMES[0].name, "en", "0", "1", "away")
        nasty = [text.encode("utf-8", "replace").decode() for text in TEXTS if text]
        chosen = self.chance.choice((*known, *nasty))
        if name in fitting and self.chance.random() < 0.8:
            chosen = self.chance.choice(fitting[name])
        return chosen.replace("/", "%2F").replace("\x00", "%00")[:300]

    def body(self) -> bytes:
        """An empty body, bytes, a form, or any JSON."""
        chance = self.chance
        names = chance.sample(NAMES, chance.randrange(len(NAMES)))
        named = {name: chance.choice(self.values) for name in names}
        form = "&".join(f"{name}={value}" for name, value in named.items())
        written = [json.dumps(value) for value in (chance.choice(VALUES), named, [named])]
        plain = (b"", b"\xff", b"{", b"[" * 3_000, b"NaN", b"Infinity", b'"\\ud800"')
        damaged = {**SENSIBLE, chance.choice(list(SENSIBLE)): chance.choice(self.values)}
        fields = {name: str(value).encode("utf-8", "replace") for name, value in damaged.items()}
        almost = (json.dumps(damaged).encode(), urlencode(fields).encode())
        if chance.random() < 0.5:
            return chance.choice(almost)
        return chance.choice((*plain, form.encode("utf-8", "replace"), *map(str.encode, written)))

    def file(self) -> bytes:
        """A saved game of either format with one damaged entry, perhaps of its earlier game."""
        content: Any = copy.deepcopy(self.chance.choice(self.files))
        part = content
        while "start" in part and self.chance.random() < 0.7:
            part = part["start"] if self.chance.random() < 0.5 else part["start"]["game"]
        part[self.chance.choice([*part, "junk"])] = self.chance.choice(self.values)
        return json.dumps(content).encode()

    def query(self) -> str:
        """Some parameters after the path, with numbers or anything else."""
        names = self.chance.sample(QUERIES, self.chance.randrange(4))
        values = (*TEXTS, *map(str, range(12)), "99999999999", "solution")
        written = [quote(value.encode("utf-8", "replace"))[:600] for value in values]
        return "&".join(f"{name}={self.chance.choice(written)}" for name in names)

    def send(self, path: str, methods: Sequence[str]) -> tuple[str, int]:
        """Send one request; return what it was, and the status of the response."""
        chance = self.chance
        method = chance.choice(METHODS if chance.random() < 0.1 else methods)
        chosen = chance.sample(sorted(HEADERS), chance.choice((0, 0, 1, 2, 3)))
        headers = {name: chance.choice(HEADERS[name]) for name in chosen}
        filled = f"{self.fill(path)}?{self.query()}"
        body = self.file() if path == "/import" and chance.random() < 0.8 else self.body()
        answer = self.client.request(
            method, filled, headers=headers, content=body, follow_redirects=False
        )
        return f"{method} {filled[:200]!r} {headers} {body[:200]!r}", answer.status_code


async def have_no_idea(*_: object) -> AsyncIterator[Mapping[str, Any]]:
    """A coach that says at once that it cannot help."""
    sentences = dict.fromkeys(LANGUAGES, "?")
    yield {"last": True, "error": "unfinished", "status": 400, "sentences": sentences}


@pytest.fixture
def fuzzer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fuzzer]:
    monkeypatch.setattr(CoachProcess, "ask", have_no_idea)
    most = 1_000_000
    limits = Limits(changes_per_table=most, remarks_per_seat=most, tables_per_address=most)
    app = create_app(f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_pause=0.0, limits=limits)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield Fuzzer(client, random.Random(15))


def test_no_request_is_a_server_error(fuzzer: Fuzzer, tmp_path: Path) -> None:
    paths = [one for one in fuzzer.paths() if not one[0].endswith("/events")]
    assert len(paths) > 70
    paths += [("/import", ["POST"])] * 4
    faults, statuses = [], set()
    for _ in range(more(12, 1_500)):
        for path, methods in paths:
            sent, status = fuzzer.send(path, methods)
            statuses.add(status)
            if status >= 500:
                faults.append((status, sent))
    assert not faults
    assert {200, 400, 403, 404, 405} <= statuses
    assert fuzzer.client.get("/health").text == "ok\n"
    # Nothing was stored that another database would not take.
    assert back_up(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path / "backup") > 5
