"""Undo against bots: their pause can be seen and stopped, and practice goes back without limit."""

import inspect
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, Page

from bellhop.games import GAMES, game_named
from bellhop.table.house import LONGEST_RUN, shorten
from bellhop.web.app import create_app
from web.browsing import FAULTS, Server, check_access, fetch_news, leave, open_page
from web.test_pages import latest, set_up
from web.test_people import Pair

GAME = game_named("overbooking")  # a placed card can be undone until the next player acts


@pytest.fixture
def calm(tmp_path: Path) -> Iterator[TestClient]:
    """A client of a server whose bots answer after half a second."""
    app = create_app(f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_pause=0.3)
    with TestClient(app, base_url="http://testserver") as made:
        yield made


def send(client: TestClient, path: str, row: int, act: str) -> int:
    body = {"row": row, "act": act, "key": f"{row} {act}"[:40].replace(" ", "-")}
    return client.post(f"{path}/act", json=body).status_code


def move_until_a_bot_is_to_answer(client: TestClient, path: str) -> dict[str, Any]:
    """Make moves until one can be undone while a bot is about to answer."""
    for _ in range(2_000):
        state = latest(client, path)
        if state["pause"]:
            return state
        if state["moves"]:
            assert send(client, path, state["row"] + 1, state["moves"][0]["act"]) == 200
        time.sleep(0.01)
    pytest.fail("no move could be undone")


def test_a_player_stops_the_bots_and_undoes(calm: TestClient) -> None:
    path = set_up(calm, GAME, ("me", "random"))
    state = move_until_a_bot_is_to_answer(calm, path)
    assert state["pause"] == pytest.approx(0.5)
    assert calm.post(f"{path}/hold", data={"wait": "yes"}).status_code == 204
    time.sleep(0.8)
    assert latest(calm, path)["row"] == state["row"], "the bot waits"
    assert send(calm, path, state["row"] + 1, "undo") == 200
    assert latest(calm, path)["turn"]
    state = move_until_a_bot_is_to_answer(calm, path)
    calm.post(f"{path}/hold", data={"wait": "yes"})
    assert calm.post(f"{path}/hold", data={"wait": "no"}).status_code == 204
    while latest(calm, path)["row"] == state["row"]:
        time.sleep(0.01)
    assert send(calm, path, latest(calm, path)["row"] + 1, "undo") == 400, "a bot has answered"


def test_nobody_stops_the_bots_for_somebody_else(client: TestClient) -> None:
    pair = Pair(client)
    path = pair.path
    assert client.post("/t/none/hold", data={"wait": "yes"}).status_code == 404
    stranger = TestClient(client.app, base_url="http://testserver")
    stranger.portal = client.portal
    assert stranger.post(f"{path}/hold", data={"wait": "yes"}).status_code == 403
    assert pair.post(pair.on_turn(), "hold", wait="yes") == 204, "there is nothing to stop"


def test_bots_in_a_row_leave_some_of_three_seconds_for_thinking() -> None:
    pause = inspect.signature(create_app).parameters["bot_pause"].default
    left = LONGEST_RUN * pause
    pauses = []
    for _ in range(60):
        pauses.append(shorten(pause, left))
        left -= pauses[-1]
    assert pauses[:2] == [pause, pause]
    assert 2.4 < sum(pauses) < 2.6
    assert shorten(pause, -1.0) == 0.0, "thinking has taken all the time"


def test_only_the_host_of_a_table_of_bots_allows_unlimited_undo(client: TestClient) -> None:
    pair = Pair(client, "random")
    assert pair.post(1, "practice") == 403
    assert pair.post(0, "practice") == 400, "there is another person"
    path = set_up(client, GAMES[0], ("me", "random"))
    page = client.get(f"{path}/people", headers={"accept-language": "pl"}).text
    assert "Zezwól na nieograniczone cofanie" in page
    assert client.post(f"{path}/practice").status_code == 200
    assert client.post(f"{path}/practice").status_code == 400, "once is enough"
    rows = latest(client, path)["row"]
    while len([state := latest(client, path)][0]["moves"]) == 0 or state["row"] < rows + 12:
        if state["moves"]:
            send(client, path, state["row"] + 1, state["moves"][0]["act"])
        time.sleep(0.01)
    assert not any(move["final"] for move in state["moves"]), "no lock where there is undo"
    undone = 0
    while latest(client, path)["undo"]:
        assert send(client, path, latest(client, path)["row"] + 1, "undo") == 200
        undone += 1
    assert undone >= 4, "past cards that were drawn"
    assert "Practice" in latest(client, path)["fragments"]["log"]
    assert "Practice" in client.get(f"{path}/replay").text
    client.post(f"{path}/people/0/resign")
    assert client.get(f"{path}/file").json()["practice"] is True
    assert "the result does not count" in client.get(f"{path}/verify").text


@pytest.fixture(scope="module")
def pausing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots answer after two seconds."""
    started = Server(tmp_path_factory.mktemp("server"), bot_pause=1.2)
    yield started
    started.stop()


def place_a_card(page: Page) -> int:
    """Touch what is lit until a bot is to answer; return the row."""
    for _ in range(60):
        page.wait_for_selector(".lit, #pause-bar:not([hidden])")
        if page.locator("#pause-bar").is_visible():
            row: int = fetch_news(page)["row"]
            return row
        leave(page)
        page.locator(".lit").first.click()
        page.wait_for_timeout(100)
    raise AssertionError("no bot was to answer")


def test_the_pause_is_seen_and_a_touch_of_ones_cards_stops_it(
    browser: Browser, pausing: Server
) -> None:
    page = open_page(browser, pausing)
    page.goto(f"{pausing.url}/new/{GAME.name}")
    for seat, kind in ((1, "casual"), (2, "closed")):
        page.select_option(f"[name=kind-{seat}]", kind)
    page.locator("form.set-up button.main").click()
    row = place_a_card(page)
    asked: list[str] = []
    page.on(
        "request", lambda request: asked.append(request.url) if "/why?" in request.url else None
    )
    page.locator("#hand").dispatch_event("pointerdown")
    page.wait_for_selector("#go-on", state="visible")
    page.locator("#hand button").first.click()
    assert page.locator("#prompt").inner_text().startswith("The bots are waiting")
    assert not asked  # it is no refused move
    assert check_access(page) == []
    page.locator("#undo").click()
    page.wait_for_selector("#redo", state="visible")
    assert page.locator("#go-on").is_hidden()
    assert fetch_news(page)["row"] == row + 1
    row = place_a_card(page)
    page.locator("#hand").dispatch_event("pointerdown")
    page.locator("#go-on").click()
    page.wait_for_function(
        "(row) => fetch(`${location.pathname}/news`).then(a => a.json()).then(a => a.row > row)",
        arg=row,
    )
    assert FAULTS[page] == []
