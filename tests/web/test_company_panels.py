"""People at a table see who is online and who thinks how long; spectators may call in."""

import time
from typing import Any

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, Page

from bellhop.engine.words import shell_words
from bellhop.games import GAMES
from bellhop.table.live import LiveTable
from web.browsing import FAULTS, Server, check_access, open_page
from web.test_pages import another_browser, latest, set_up
from web.test_people import Pair


def live_of(client: TestClient, path: str) -> LiveTable:
    house = client.app.state.house  # type: ignore[attr-defined]
    found: LiveTable = client.portal.call(house.table, path[3:])  # type: ignore[union-attr]
    return found


def test_who_has_a_page_open_is_online(client: TestClient) -> None:
    pair = Pair(client)
    live = live_of(client, pair.path)
    assert latest(pair.host, pair.path)["here"] == {"0": False, "1": False}
    live.note_page((1,), 1)
    live.note_page((1,), 1)
    assert latest(pair.host, pair.path)["here"] == {"0": False, "1": True}
    live.note_page((1,), -1)
    assert latest(another_browser(client), pair.path)["here"]["1"], "one page is still open"
    live.note_page((1,), -1)
    live.note_page((), 1)  # a spectator's
    assert latest(pair.host, pair.path)["here"] == {"0": False, "1": False}
    live.is_shared = True
    live.note_page((0,), 1)
    assert latest(pair.host, pair.path)["here"] == {"0": True, "1": None}, "it may be elsewhere"


def test_nobody_is_online_at_a_table_of_bots(client: TestClient) -> None:
    path = set_up(client, GAMES[0], ("me", "newcomer"))
    assert latest(client, path)["here"] == {}


def test_thinking_time_is_counted_by_seat_and_survives_a_restart(client: TestClient) -> None:
    path = set_up(client, GAMES[0], ("me", "me"))
    live, house = live_of(client, path), client.app.state.house  # type: ignore[attr-defined]
    assert latest(client, path)["clock"]["spent"] == [], "nobody knows when the game began"
    seats = []
    for row, waited in enumerate((0.0, 60.0, 5.0, 90.0), 1):
        sitting = live.sitting
        assert sitting
        seats.append(sitting.turn)
        live.acted -= waited
        move = GAMES[0].moves[GAMES[0].legal_moves(sitting.position)[0]]
        act = house.act, path[3:], sitting.turn, row, move, f"k{row}"
        run: Any = client.portal
        run.call(*act)
    clock = latest(client, path)["clock"]
    expected = [0.0, 0.0]
    for seat, waited in zip(seats, (0.0, 60.0, 5.0, 90.0), strict=True):
        expected[seat] += waited
    assert clock["spent"] == pytest.approx(expected, abs=2)
    assert clock["turn"] == live.sitting.turn if live.sitting else False
    assert time.time() - clock["since"] < 60
    stored = house.store.load(path[3:])
    assert [seat for seat, _ in stored.times] == seats
    again = LiveTable(stored, live.game, list(stored.seats))
    began = stored.times[0][1]
    for number, seat in enumerate(seats):
        again.count_time(seat, began + 10.0 * number)
    assert sum(again.spent) == pytest.approx(30.0)


def test_spectators_call_in_only_if_the_host_allows_it(client: TestClient) -> None:
    pair, watcher = Pair(client), another_browser(client)

    def call(text: str, name: str = "Ivy") -> int:
        answer = watcher.post(f"{pair.path}/call", data={"name": name, "text": text})
        return answer.status_code

    assert 'id="say"' not in watcher.get(pair.path).text
    assert call("Hello") == 403
    assert pair.post(1, "chat", spectators="yes") == 403, "she is not the host"
    assert pair.post(0, "chat", spectators="perhaps") == 400
    assert pair.post(0, "chat", spectators="yes") == 303
    assert '/call">' in watcher.get(pair.path).text
    assert call("Well played") == 204
    for page in (pair.host, watcher):
        talk = latest(page, pair.path)["fragments"]["talk"]
        assert shell_words("en").say("talk.spectator") in talk
        assert "Ivy: Well played" in talk
    assert call("x", live_of(client, pair.path).names[0]) == 409, "that is a player"
    assert call("", "Ivy") == call("x" * 400) == 400
    assert call("x", " ") == 400
    assert pair.post(0, "call", name="Ivy", text="x") == 403, "players do not hide"
    assert pair.post(0, "chat", spectators="no") == 303
    assert call("Hello") == 403


def test_a_dot_a_clock_and_a_spectators_chat(
    company: tuple[Page, Page], browser: Browser, server: Server
) -> None:
    host, friend = company
    dot = host.locator("#person-1 .presence")
    host.locator("#person-1 .presence.here").wait_for()
    assert dot.get_attribute("aria-label") == "online"
    clock = host.locator(".person.on-turn .clock")
    host.locator(".lit, .person.on-turn").first.wait_for()
    path = host.url
    host.goto(f"{path}/people")
    host.locator("form[action$='/chat'] button").click()
    watcher = open_page(browser, server)
    watcher.goto(path)
    watcher.fill("#say [name=name]", "Ivy")
    watcher.fill("#say [name=text]", "Who is winning?")
    watcher.keyboard.press("Enter")
    host.locator("#talk li", has_text="Ivy: Who is winning?").wait_for()
    assert watcher.input_value("#say [name=name]") == "Ivy"
    assert check_access(watcher) == []
    friend.context.close()
    host.wait_for_selector("#person-1 .presence:not(.here)", timeout=20_000)
    assert dot.get_attribute("aria-label") == "offline"
    assert clock.count() == 1
    assert check_access(host) == []
    assert FAULTS[host] == FAULTS[watcher] == []
