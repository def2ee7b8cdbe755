"""Behind a proxy, under a path: a whole game, every link, form, stream and cookie."""

import http.client
import http.server
import json
import random
import re
import threading
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urljoin, urlsplit

import pytest
import sqlalchemy as sa
from fastapi.responses import PlainTextResponse
from fastapi.testclient import TestClient
from playwright.sync_api import Browser

from bellhop.engine.errors import BellhopError
from bellhop.games import GAMES
from bellhop.table.store import Store
from bellhop.web.app import close_streams, create_app
from bellhop.web.guard import Guard, split_public_url
from support import is_proving
from web.browsing import Server, click_on

PREFIX = "/club/bellhop"


class Proxy(http.server.ThreadingHTTPServer):
    """A reverse proxy on a path; it rewrites Host, and may or may not remove the path."""

    daemon_threads = True

    def __init__(self, strips: bool) -> None:
        self.strips, self.backend = strips, 0
        self.outside: list[str] = []  # requests outside the path
        super().__init__(("127.0.0.1", 0), Relay)
        self.url = f"http://localhost:{self.server_port}{PREFIX}"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Relay(http.server.BaseHTTPRequestHandler):
    """Passes on a request, and returns the response piece by piece."""

    server: Proxy
    protocol_version = "HTTP/1.1"
    dropped: ClassVar = {"connection", "transfer-encoding", "host", "keep-alive"}

    def do_GET(self) -> None:
        """Relay the request."""
        if not self.path.startswith(f"{PREFIX}/"):
            self.server.outside.append(self.path)
            self.send_error(404)
            return
        path = self.path.removeprefix(PREFIX) if self.server.strips else self.path
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        sent = {k: v for k, v in self.headers.items() if k.lower() not in self.dropped}
        sent |= {"X-Forwarded-For": self.client_address[0], "X-Forwarded-Proto": "http"}
        backend = http.client.HTTPConnection("127.0.0.1", self.server.backend)
        backend.request(self.command, path, body or None, sent)
        answer = backend.getresponse()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in self.dropped:
                self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        try:
            while piece := answer.read1(65_536):
                self.wfile.write(piece)
                self.wfile.flush()
        except OSError:
            pass  # the browser is gone
        backend.close()

    do_POST = do_GET  # noqa: N815  # the name is not ours

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(params=[True, False], ids=["stripping", "keeping"])
def proxy(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Proxy]:
    """A server behind a proxy of either kind."""
    made = Proxy(strips=request.param)
    server = Server(tmp_path, made.url)
    server.wait()
    made.backend = server.port
    yield made
    made.shutdown()
    made.server_close()
    server.stop()


class Links(HTMLParser):
    """Collects every address that a page names."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Collect the addresses in any tag."""
        del tag
        wanted = ("href", "src", "action", "data-base")
        self.found |= {value for name, value in attributes if name in wanted and value}


def test_a_whole_game_behind_a_proxy_under_a_path(proxy: Proxy, browser: Browser) -> None:
    game = GAMES[proxy.strips] if is_proving() else GAMES[-1]
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.add_init_script("localStorage.bellhop ??= JSON.stringify({ pace: 'off' })")
    known = json.dumps([game.name for game in GAMES])  # nobody is asked about lessons
    page.add_init_script(f"localStorage['bellhop-asked'] ??= {json.dumps(known)}")
    failed: list[str] = []
    page.on("response", lambda a: failed.append(f"{a.status} {a.url}") if a.status >= 400 else None)
    page.goto(f"{proxy.url}/")
    page.locator("nav button[lang=pl]").click()
    page.wait_for_selector("html[lang=pl]")
    page.locator(f"form[action='{PREFIX}/play/{game.name}'] button").click()
    page.wait_for_url(f"{proxy.url}/t/*")
    click_on(page, random.Random(7), 400)
    assert page.locator("#sheet .ranking").count() == 1
    links = {urljoin(page.url, link) for link in Links(page.content()).found}
    assert links
    assert all(link.startswith(f"{proxy.url}/") for link in links), links
    for link in sorted(links):
        if "/language/" not in link and not link.endswith("/rematch"):
            assert context.request.get(link).ok, link
    cookies = {cookie.get("name"): cookie.get("path") for cookie in context.cookies()}
    assert cookies == dict.fromkeys(("language", "player", "device", "invite"), PREFIX)
    page.goto(f"{proxy.url}/")
    assert page.locator("section.mine li").count() == 1
    assert [path for path in proxy.outside if path != "/favicon.ico"] == []
    assert failed == []
    context.close()


def test_a_friend_is_invited_by_the_public_address(proxy: Proxy, browser: Browser) -> None:
    me, friend = browser.new_context().new_page(), browser.new_context().new_page()
    me.goto(f"{proxy.url}/new/{GAMES[0].name}")
    me.locator("select[name=kind-1]").select_option("friend")
    me.locator("select[name=kind-2]").select_option("closed")
    me.locator("form.set-up button.main").click()
    link = me.locator(".invitations input").input_value()
    assert link.startswith(f"{proxy.url}/s/")
    friend.goto(link)
    friend.locator("form.set-up button.main").click()
    friend.wait_for_url(f"{proxy.url}/t/*")
    me.wait_for_selector("#board *", state="attached")
    for page in (me, friend):
        page.context.close()


def make_client(tmp_path: Path, public_url: str, base: str = "http://backend:8000") -> TestClient:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    return TestClient(create_app(url, bot_pause=60, public_url=public_url), base_url=base)


def test_origins_are_those_of_the_public_address_or_of_the_server_itself(tmp_path: Path) -> None:
    path = f"/play/{GAMES[0].name}"
    with make_client(tmp_path, "https://club.example/tables/") as client:
        for origin, status in (
            ("https://club.example", 303),
            ("http://backend:8000", 303),
            ("https://evil.example", 403),
            ("https://club.example.evil.example", 403),
            ("null", 403),
            ("", 403),
        ):
            answer = client.post(path, headers={"origin": origin}, follow_redirects=False)
            assert answer.status_code == status, origin
        answer = client.post(path, follow_redirects=False)
        assert answer.headers["location"].startswith("/tables/t/")
        cookies = answer.headers.get_list("set-cookie")
        assert cookies
        assert all("Secure" in line and "Path=/tables;" in line for line in cookies), cookies
        moved = client.get(f"{urlsplit(answer.headers['location']).path}/", follow_redirects=False)
        assert moved.headers["location"].startswith("https://club.example/tables/t/")
        assert client.get("/tables").status_code == 200
        assert client.get("/openapi.json").json()["servers"] == [{"url": "/tables"}]
        assert "detail" in client.get("/tables/api/tables/none").json()
        assert client.get("/t/none").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("public", "host", "scheme", "origin", "status"),
    [
        ("https://Club.Example", "club.example", "http", "http://club.example", 403),
        ("https://Club.Example", "club.example", "http", "https://club.example", 200),
        ("https://club.example:443", "club.example", "http", "http://club.example", 403),
        ("https://club.example:443", "club.example", "http", "https://club.example", 200),
        ("https://club.example", "CLUB.example:443", "http", "http://club.example:443", 403),
        ("https://club.example", "club.example:8000", "http", "http://club.example:8000", 403),
        ("https://club.example:8443", "127.0.0.1:8000", "http", "https://club.example:8443", 200),
        ("http://club.example:80", "club.example", "http", "http://club.example", 200),
        ("https://klub-łódź.example", "x", "http", "https://xn--klub-d-fxa54d0p.example", 200),
        ("http://[::1]:8000", "x", "http", "http://[::1]:8000", 200),
        ("", "club.example", "https", "http://club.example", 403),
        ("", "Club.Example", "https", "https://club.example", 200),
        ("", "club.example:443", "https", "https://club.example", 200),
        ("", "club.example", "http", "https://club.example", 200),
        ("", "club.example", "http", "http://club.example:80", 200),
        ("", "club.example", "http", "http://club.example:8000", 403),
        ("", "club.example", "http", "http://someone@club.example", 403),
    ],
)
def test_schemes_hosts_and_ports_are_compared_however_they_are_written(
    public: str, host: str, scheme: str, origin: str, status: int
) -> None:
    guard = Guard(PlainTextResponse("let in"), public=split_public_url(public, set()))
    client = TestClient(guard, base_url=f"{scheme}://{host}")
    answer = client.post("/", headers={"origin": origin, "host": host})
    assert answer.status_code == status


def test_the_public_address_has_one_spelling() -> None:
    for given, kept in (
        ("https://Club.Example:443/Tables/", "https://club.example/Tables"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("http://club.example:443", "http://club.example:443"),
    ):
        public = split_public_url(given, set())
        assert public
        assert public.geturl() == kept


def test_a_public_address_is_checked_before_anything_starts(tmp_path: Path) -> None:
    for wrong in (
        "club.example", "ftp://club.example", "https:///x", "https://club.example/?a=b",
        "https://club.example/#a", "https://me@club.example", "https://club.example:x",
        f"https://{'a' * 4_000}",
    ):  # fmt: skip
        with pytest.raises(BellhopError, match="A public URL is written"):
            make_client(tmp_path, wrong)
    for taken in ("t", "static", "api", "play/here"):
        with pytest.raises(BellhopError, match="Choose another path"):
            make_client(tmp_path, f"https://club.example/{taken}")


def test_the_way_back_after_choosing_a_language_stays_on_this_server(client: TestClient) -> None:
    for referer, back in (
        ("http://testserver/t/x/replay?row=3", "/t/x/replay?row=3"),
        ("http://testserver//evil.example/x", "/evil.example/x"),
        ("", "/"),
    ):
        headers = {"referer": referer} if referer else {}
        answer = client.post("/language/pl", headers=headers, follow_redirects=False)
        assert answer.headers["location"] == back


def test_pages_and_files_are_compressed_and_news_is_not(client: TestClient) -> None:
    path = client.post(f"/play/{GAMES[0].name}", follow_redirects=False).headers["location"]
    for address, encoding in (
        ("/", "gzip"),
        (path, "gzip"),
        ("/static/style.css", "gzip"),
        ("/static/table.js", "gzip"),
        (f"{path}/news", None),
    ):
        assert client.get(address).headers.get("content-encoding") == encoding, address
    plain = client.get("/", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert "accept-encoding" in plain.headers.get("vary", "accept-encoding").lower()
    lengths = {len(client.get("/").text) for _ in range(8)}
    assert len(lengths) > 1, "how long a page is tells nothing about its secrets"
    tag = client.get("/static/style.css").headers["etag"]
    again = client.get("/static/style.css", headers={"if-none-match": tag})
    assert (again.status_code, again.headers["cache-control"]) == (304, "no-cache")


def test_metrics_count_and_name_nobody(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with TestClient(create_app(url, bot_pause=0.0)) as quiet:
        assert quiet.get("/metrics").status_code == 404
    with TestClient(create_app(url, bot_pause=0.0, with_metrics=True)) as client:
        game = GAMES[0]
        wanted = {
            "game": game.name,
            "seats": [{"name": "Zebulon"}, {"name": "B", "kind": "random"}],
        }
        opened = client.post("/api/tables", json=wanted).json()
        secret, table = opened["secrets"][0], f"/api/tables/{opened['table']}"
        bearer = {"Authorization": f"Bearer {secret}"}
        client.post(f"/api/seats/{secret}", json={})
        view = client.get(table, headers=bearer).json()
        while not view["moves"]:
            view = client.get(f"{table}?after={view['row']}", headers=bearer).json()
        act = {"row": view["row"] + 1, "act": view["moves"][0]["act"], "key": "k"}
        assert client.post(f"{table}/acts", json=act, headers=bearer).status_code == 200
        assert client.post(f"{table}/acts", json=act, headers=bearer).status_code == 409
        text = client.get("/metrics").text
    values = dict(re.findall(r"^(bellhop_\S+) (\S+)$", text, re.MULTILINE))
    assert values['bellhop_act_seconds_count{kind="person"}'] == "1.0"
    assert values['bellhop_refusals_total{status="409"}'] == "1.0"
    assert values["bellhop_live_tables"] == "1.0"
    assert values["bellhop_sleeping_tables"] == "0.0"
    assert values["bellhop_open_streams"] == "0.0"
    acts = 'bellhop_answers_total{route="/api/tables/{table}/acts",status="200"}'
    assert values[acts] == "1.0"
    assert not any(word in text for word in ("Zebulon", secret, opened["table"]))


def test_metrics_say_that_writing_fails_and_need_no_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def be_gone(_: Store) -> int:
        raise sa.exc.OperationalError("", {}, Exception("no connection"))

    def gauges(client: TestClient) -> dict[str, str]:
        answer = client.get("/metrics")
        assert answer.status_code == 200
        return dict(re.findall(r"^(bellhop_\w+_\w+) (\S+)$", answer.text, re.MULTILINE))

    file = tmp_path / "tables.sqlite"
    app = create_app(f"sqlite:///{file}", bot_pause=60, with_metrics=True)
    with TestClient(app, base_url="http://testserver") as client:
        assert gauges(client)["bellhop_writing_fails"] == "0.0"
        file.unlink()
        assert client.post(f"/play/{GAMES[0].name}").status_code == 503
        monkeypatch.setattr(Store, "count_running", be_gone)
        found = gauges(client)
        assert (found["bellhop_writing_fails"], found["bellhop_live_tables"]) == ("1.0", "0.0")
        assert "bellhop_sleeping_tables" not in found


def test_a_server_can_be_stopped_before_it_has_started() -> None:
    app = create_app("sqlite://")
    close_streams(app)
    assert app.state.is_closing
