"""One rematch per finished table: the first press opens it, and the others join it."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from playwright.sync_api import Browser, Page

from bellhop.web.app import create_app
from web.browsing import FAULTS, Server, check_access, open_page
from web.test_api import bearer
from web.test_pages import another_browser, latest
from web.test_people import GAME, Pair


def stop(pair: Pair) -> None:
    """End the game by agreement."""
    for seat in (0, 1):
        assert pair.post(seat, "end", wish="end") == 303


def press(browser: TestClient, path: str) -> str:
    """Press the button for a rematch; return the path of the table it leads to."""
    answer = browser.post(f"{path}/rematch", follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def names_at(client: TestClient, path: str) -> list[str]:
    found: Any = client.get(f"/api/tables/{path[3:]}").json()["names"]
    return list(found)


def sit_down(pair: Pair, path: str) -> None:
    """Let both browsers add to the shuffle, as their pages do."""
    for browser in pair.browsers:
        assert browser.post(f"{path}/nonce", data={"nonce": "ab" * 8}).status_code == 200


def test_both_get_the_same_table_with_rotated_seats_and_the_bot_comes_along(
    client: TestClient,
) -> None:
    pair = Pair(client, "random")
    stop(pair)
    assert "Rematch" in pair.fragments(0)["prompt"]
    new = press(pair.friend, pair.path)
    told = pair.fragments(0)["prompt"]
    assert "Zoe wants a rematch" in told
    assert "Join" in told
    assert "To the rematch" in pair.fragments(1)["prompt"]
    spectator = another_browser(client)
    assert f'href="{new[3:]}"' in str(latest(spectator, pair.path)["fragments"]["prompt"])
    assert spectator.post(f"{pair.path}/rematch").status_code == 403
    assert press(pair.host, pair.path) == press(pair.friend, pair.path) == new
    before, after = names_at(client, pair.path), names_at(client, new)
    assert after == [*before[1:], before[0]]
    sit_down(pair, new)
    assert latest(pair.host, new)["begun"]
    assert (
        latest(pair.host, new)["fragments"]["hand"] != latest(pair.friend, new)["fragments"]["hand"]
    )


def test_pressing_at_the_same_instant_opens_one_table(client: TestClient) -> None:
    pair = Pair(client)
    stop(pair)
    with ThreadPoolExecutor(2) as together:
        found = set(together.map(lambda browser: press(browser, pair.path), pair.browsers))
    assert len(found) == 1
    store = client.app.state.house.store  # type: ignore[attr-defined]
    assert len(store.list_tables()) == 2
    sit_down(pair, found.pop())


def test_a_restarted_server_knows_the_rematch(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with TestClient(create_app(url, bot_pause=0.0), base_url="http://testserver") as first:
        pair = Pair(first)
        stop(pair)
        new = press(pair.host, pair.path)
        cookies = dict(pair.friend.cookies)
    with TestClient(create_app(url, bot_pause=0.0), cookies=cookies) as friend:
        assert "wants a rematch" in str(latest(friend, pair.path)["fragments"]["prompt"])
        assert press(friend, pair.path) == new


def test_whoever_was_invited_to_a_seat_meanwhile_keeps_it(client: TestClient) -> None:
    pair = Pair(client)
    stop(pair)
    new = press(pair.host, pair.path)
    link = re.search(r'value="http://testserver(/s/[^"]+)"', pair.host.get(new).text)
    assert link
    stranger = another_browser(client)
    stranger.post(link[1], data={"name": "Eve", "nonce": "feedfacecafe"})
    assert press(pair.friend, pair.path) == new
    live = client.portal.call(client.app.state.house.table, new[3:])  # type: ignore
    assert live.devices_at(0) == 1, "nobody shares a hand with a stranger"


def test_programs_open_and_join_rematches_too(client: TestClient) -> None:
    seats = [{"name": "Ann"}, {"name": "Bob"}, {"name": "Kim", "kind": "random"}]
    opened = client.post("/api/tables", json={"game": GAME.name, "seats": seats}).json()
    keys = [bearer(secret) for secret in opened["secrets"][:2]]
    for secret in opened["secrets"][:2]:
        client.post(f"/api/seats/{secret}", json={})
    at = f"/api/tables/{opened['table']}"
    assert client.post(f"{at}/rematch", headers=keys[0]).status_code == 403, "not over yet"
    assert client.post(f"{at}/rematch").status_code == 401
    house = client.app.state.house  # type: ignore[attr-defined]
    live = client.portal.call(house.table, opened["table"])  # type: ignore[union-attr]
    client.portal.call(house.conclude, live, 0, "end the game")  # type: ignore[union-attr]
    assert client.get(at).json()["rematch"] == ""
    joined = [client.post(f"{at}/rematch", headers=key).json() for key in keys]
    assert joined[0]["table"] == joined[1]["table"] == client.get(at).json()["rematch"]
    assert [one["seat"] for one in joined] == [2, 0]
    assert joined[0]["host"]
    assert joined[1]["secrets"] == [None, None, None]
    view = client.get(f"/api/tables/{joined[0]['table']}", headers=keys[1]).json()
    assert (view["begun"], view["names"], view["seat"]) == (True, ["Bob", "Kim", "Ann"], 0)


def wait_for_another_table(finished: str, *pages: Page) -> None:
    """Wait until a game runs on every page, at another table."""
    for page in pages:
        page.wait_for_url(lambda url: url.partition("?")[0] != finished)
        page.wait_for_selector("#board button", timeout=30_000)


def test_one_friend_opens_and_the_others_page_offers_to_join(
    company: tuple[Page, Page], server: Server, browser: Browser
) -> None:
    host, friend = company
    finished = host.url
    watcher = open_page(browser, server)
    watcher.goto(host.url)
    for page in company:
        page.locator("a[href$='/people']").click()
        page.locator("button[value=end]").click()
    for page in company:
        page.wait_for_selector("#sheet table")
    server.stop()
    server.start()
    server.wait()
    host.locator("#prompt form button").click()
    host.wait_for_selector("#prompt:has-text('Waiting for')")
    friend.wait_for_selector("#prompt:has-text('Ann wants a rematch')")
    watcher.wait_for_selector("#prompt a.button")
    assert watcher.locator("#prompt form").count() == 0
    assert check_access(friend) == []
    friend.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    friend.locator("#prompt button", has_text="Join").click()
    wait_for_another_table(finished, *company)
    assert host.url == friend.url
    assert FAULTS[host] == FAULTS[friend] == FAULTS[watcher] == []


def test_two_clicks_at_the_same_instant_lead_to_one_table(company: tuple[Page, Page]) -> None:
    finished = company[0].url
    for page in company:
        page.locator("a[href$='/people']").click()
        page.locator("button[value=end]").click()
    for page in company:
        page.wait_for_selector("#prompt form button")
    for page in company:  # neither waits for what the other one's click leads to
        page.evaluate("setTimeout(() => document.querySelector('#prompt form button').click(), 50)")
    wait_for_another_table(finished, *company)
    assert company[0].url == company[1].url
