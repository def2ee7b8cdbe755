"""While nothing can be saved, everybody at a table sees a line, and the operator reads one."""

import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser

from bellhop.games import GAMES
from bellhop.table import store as stores
from table.test_store import read_only
from web.browsing import FAULTS, Server, click_on, cut_off, leave, open_page, play_now

POLISH = "Ruchów nie można teraz zapisać."


def move_away(database: Path) -> Path:
    """Move the database away; the server notices at the next write. Return its new place."""
    return database.rename(database.with_suffix(".elsewhere"))


def news_of(stream: httpx2.Response) -> Iterator[tuple[str, Any]]:
    """What a stream sends: the kind and content of each event."""
    kind = "message"
    for line in stream.iter_lines():
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield kind, json.loads(line.removeprefix("data: "))
            kind = "message"


def test_players_and_host_are_told_once_and_told_when_it_is_over(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    command = [sys.executable, "-m", "bellhop", "serve", "--port", "0", "--language", "ru"]
    server = subprocess.Popen(
        [*command, "--database", str(database)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, encoding="utf-8", env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert server.stdout
    found = re.search(r"http://\S+", server.stdout.readline())
    assert found
    try:
        with httpx2.Client(base_url=found[0], timeout=60) as client:
            follow_a_failure(client, database)
    finally:
        server.terminate()
        _, errors = server.communicate(timeout=60)
    begun, over = errors.splitlines()
    assert begun.startswith("bellhop: Ходы не сохраняются: ")
    assert over == "bellhop: Ходы снова сохраняются."


def follow_a_failure(client: httpx2.Client, database: Path) -> None:
    """Let writing fail and recover three times at a table that somebody follows."""
    seats = [{"name": "Ann"}, {"name": "Bob"}]
    opened = client.post("/api/tables", json={"game": GAMES[0].name, "seats": seats}).json()
    for secret in opened["secrets"]:
        client.post(f"/api/seats/{secret}", json={})
    table = opened["table"]
    bearers = [{"Authorization": f"Bearer {secret}"} for secret in opened["secrets"]]
    views = [client.get(f"/api/tables/{table}", headers=one).json() for one in bearers]
    turn = next(seat for seat in (0, 1) if views[seat]["moves"])
    act = {"row": 1, "act": views[turn]["moves"][0]["act"], "key": "k"}

    def send() -> int:
        answer = client.post(f"/api/tables/{table}/acts", json=act, headers=bearers[turn])
        return answer.status_code

    def page() -> str:
        return client.get(f"/t/{table}", headers={"Accept-Language": "pl"}).text

    with client.stream("GET", f"/t/{table}/events", headers={"Accept-Language": "pl"}) as stream:
        news = news_of(stream)
        assert next(news) == ("unsaved", "")
        assert next(news)[1]["row"] == 0
        assert POLISH not in page()
        elsewhere = move_away(database)
        assert [send() for _ in range(3)] == [503] * 3
        kind, told = next(news)
        assert (kind, told.startswith(POLISH)) == ("unsaved", True)
        assert POLISH in page()
        elsewhere.rename(database)  # nobody does anything else
        assert next(news) == ("unsaved", "")
        assert POLISH not in page()
        assert send() == 200
        assert next(news)[1]["row"] == 1


def test_health_finds_out_that_nothing_can_be_written(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "PROBE_SECONDS", 0.0)
    table = client.post(f"/play/{GAMES[0].name}", follow_redirects=False).headers["location"]
    app: Any = client.app
    assert client.get("/health").text == "ok\n"
    with read_only(app.state.house.store):
        assert client.get("/health").status_code == 503  # though nobody has moved
        assert POLISH in client.get(table, headers={"Accept-Language": "pl"}).text
    assert client.get("/health").text == "ok\n"


def test_a_table_page_shows_the_line_and_takes_it_away(browser: Browser, server: Server) -> None:
    page = open_page(browser, server)
    play_now(page, GAMES[0])
    page.wait_for_selector(".lit")
    line = page.locator("#unsaved")
    assert not line.is_visible()
    database = Path(server.database.removeprefix("sqlite:///"))
    elsewhere = move_away(database)
    try:
        while not line.is_visible():  # a path of several touches is one move
            leave(page)
            page.locator(".lit").first.click()
            time.sleep(0.5)
        assert "Moves cannot be saved" in line.inner_text()
    finally:
        elsewhere.rename(database)
    line.wait_for(state="hidden")
    row = page.locator("#log li").count()
    page.wait_for_selector(".lit")
    click_on(page, random.Random(1), 3)
    page.wait_for_function(f"() => document.querySelectorAll('#log li').length > {row}")
    assert FAULTS[page] == []


def test_a_lost_connection_is_said_until_it_is_back(browser: Browser, server: Server) -> None:
    page = open_page(browser, server, locale="pl-PL")
    play_now(page, GAMES[0])
    page.wait_for_selector(".lit")
    line = page.locator("#unconnected")
    cut_off(page)
    line.wait_for()  # before anything is sent
    assert line.inner_text().startswith("Brak połączenia")
    while page.locator(".lit").count():  # a move cannot be sent
        page.locator(".lit").first.click()
    page.context.set_offline(False)
    line.wait_for(state="hidden")
    page.wait_for_selector(".lit")
    assert FAULTS[page] == []
