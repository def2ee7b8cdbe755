"""Trust at the table: a link works once, and the table is told who else may see a hand."""

import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from bellhop.table import links
from bellhop.table.store import hash_secret
from bellhop.web.app import create_app
from web.test_api import bearer
from web.test_pages import another_browser, latest, set_up
from web.test_people import GAME, Pair, house

LINK = re.compile(r'value="http://testserver(/s/[^"]+)"')
SEATS = [{"name": "A"}, {"name": "B"}, {"name": "Bot", "kind": "random"}]


@pytest.fixture
def pair(client: TestClient) -> Pair:
    return Pair(client)


def new_link(browser: TestClient, path: str, what: str) -> str:
    """A link that the players' page makes for a seat."""
    found = LINK.search(browser.post(f"{path}/people/{what}").text)
    assert found
    return found[1]


def hand(browser: TestClient, path: str) -> str:
    """What a browser sees of its hand."""
    fragments: Any = latest(browser, path)["fragments"]
    return str(fragments["hand"])


def holds(browser: TestClient, path: str) -> bool:
    return "you, on this device" in browser.get(f"{path}/people").text


def test_an_invitation_that_was_taken_takes_no_seat_again(pair: Pair) -> None:
    thief = pair.host  # knows the link
    stranger = another_browser(pair.host)
    for browser in (thief, stranger):
        assert browser.get(pair.link).status_code == 410
        refused = browser.post(pair.link, data={"name": "Zoe"})
        assert refused.status_code == 410
        assert "already been used" in refused.text
    assert not holds(stranger, pair.path)
    secret = pair.link.removeprefix("/s/")
    api = f"/api{pair.path.replace('/t/', '/tables/')}"
    assert stranger.get(api, headers=bearer(secret)).status_code == 401
    assert stranger.post(f"/api/seats/{secret}", json={}).status_code == 410
    stranger.cookies.set("seats", f"{pair.path[3:]}~{secret}")
    assert not holds(stranger, pair.path), "nor in a cookie of earlier versions"
    assert holds(pair.friend, pair.path)


def test_the_same_device_comes_to_its_seat_by_the_used_link(pair: Pair) -> None:
    answer = pair.friend.get(pair.link, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, pair.path)
    assert pair.friend.post(pair.link, follow_redirects=False).headers["location"] == pair.path
    assert pair.fragments(0)["talk"] == "<ol></ol>", "nothing has happened"


def test_only_one_of_two_simultaneous_requests_gets_the_seat(client: TestClient) -> None:
    wanted = {"game": GAME.name, "seats": SEATS}
    secret = client.post("/api/tables", json=wanted).json()["secrets"][0]
    store = house(client).store
    link = links.find_link(store, secret)
    links.use_link(store, link, links.device_keys("one"), "A", "ab" * 8)
    with pytest.raises(links.LinkUsed):
        links.use_link(store, link, links.device_keys("two"), "A", "ab" * 8)
    assert [one.key_hash for one in store.load(link.table).holders] == [hash_secret("one")]


def test_a_lost_cookie_is_made_up_for_by_the_hosts_new_link(pair: Pair) -> None:
    pair.friend.cookies.clear()
    assert not holds(pair.friend, pair.path)
    link = new_link(pair.host, pair.path, "1/link")
    assert pair.friend.post(link).status_code == 200
    assert holds(pair.friend, pair.path)
    assert pair.friend.post(f"{pair.path}/say", data={"text": "me again"}).status_code == 204


def test_a_new_link_from_the_host_removes_the_previous_holder(pair: Pair) -> None:
    assert hand(pair.friend, pair.path)
    link = new_link(pair.host, pair.path, "1/link")
    assert not holds(pair.friend, pair.path)
    assert not hand(pair.friend, pair.path)
    assert "not here yet" in pair.host.get(f"{pair.path}/people").text
    pair.host.post(link)
    for seat in (0, 1):
        assert "Zoe now plays on another device" in pair.fragments(seat)["talk"], "all are told"
    assert new_link(pair.host, pair.path, "1/link") != link


def test_a_seat_is_played_on_two_devices_and_all_can_see_it(pair: Pair) -> None:
    assert "/s/" not in pair.friend.get(f"{pair.path}/people").text, "links are made when asked for"
    link = new_link(pair.friend, pair.path, "1/device")
    assert pair.fragments(0)["talk"] == "<ol></ol>"
    phone = another_browser(pair.host)
    assert "The game has already begun." in phone.get(link).text
    phone.post(link)
    assert latest(pair.friend, pair.path) == latest(phone, pair.path)
    assert "Zoe now plays on one more device" in pair.fragments(0)["talk"]
    assert "on 2 devices" in pair.host.get(f"{pair.path}/people").text
    assert another_browser(pair.host).post(link).status_code == 410
    unused = new_link(pair.friend, pair.path, "1/device")
    assert pair.friend.post(f"{pair.path}/people/1/alone").status_code == 200
    assert holds(pair.friend, pair.path)
    assert not holds(phone, pair.path)
    assert phone.post(unused).status_code == 410, "an open link is void as well"
    assert "on 2 devices" not in pair.host.get(f"{pair.path}/people").text
    for what in ("device", "alone"):
        assert pair.post(0, f"people/1/{what}") == 403, "that is for the player in the seat"


def test_the_hosts_second_device_is_the_hosts(pair: Pair) -> None:
    phone = another_browser(pair.host)
    phone.post(new_link(pair.host, pair.path, "0/device"))
    pair.host.cookies.clear()
    assert phone.post(f"{pair.path}/pace", data={"pace": "quick"}).status_code == 200
    assert LINK.search(phone.post(f"{pair.path}/people/1/link").text)
    tablet = another_browser(pair.host)
    tablet.post(new_link(phone, pair.path, "1/link"))
    assert tablet.post(f"{pair.path}/pace", data={"pace": "quick"}).status_code == 403


def test_before_the_game_a_new_link_frees_the_seat(client: TestClient) -> None:
    path = set_up(client, GAME, ("me", "friend", "friend"))
    first = LINK.findall(client.get(path).text)[0]
    friend = another_browser(client)
    friend.post(first, data={"name": "Zoe", "nonce": "feedfacecafe"})
    assert len(LINK.findall(client.get(path).text)) == 1, "a used link is not shown again"
    client.post(f"{path}/people/1/link")
    assert ">Zoe</span>" in str(latest(client, path)["fragments"]), "waiting for her again"


def test_programs_keep_their_keys_and_bots_have_none(client: TestClient) -> None:
    opened = client.post("/api/tables", json={"game": GAME.name, "seats": SEATS}).json()
    table, (first, second, none) = f"/api/tables/{opened['table']}", opened["secrets"]
    assert none is None
    key = "my-own-key-of-22-letters"
    assert client.post(f"/api/seats/{first}", json={}).status_code == 200
    assert client.post(f"/api/seats/{first}", json={}).status_code == 200, "it keeps its seat"
    assert client.post(f"/api/seats/{second}", json={"key": "short"}).status_code == 422
    assert client.post(f"/api/seats/{second}", json={"key": key}).status_code == 200
    assert client.post(f"/api/seats/{second}", json={"key": key}).status_code == 200
    assert client.get(table, headers=bearer(first)).json()["seat"] == 0
    assert client.get(table, headers=bearer(key)).json()["seat"] == 1
    assert client.get(table, headers=bearer(second)).status_code == 401, "its own key counts"
    assert client.post(f"/s/{first}").status_code == 410, "nobody takes it by the page"


def test_no_table_is_forgotten(client: TestClient) -> None:
    client.app.state.gate._most = 1_000  # type: ignore[attr-defined]
    for _ in range(70):
        assert client.post(f"/play/{GAME.name}", follow_redirects=False).status_code == 303
    assert client.get("/").text.count('href="/t/') == 70
    assert sum(len(cookie.value or "") for cookie in client.cookies.jar) < 200


def test_finished_games_are_listed_too(pair: Pair) -> None:
    pair.post(1, "people/1/resign")
    for browser in pair.browsers:
        assert "1 finished game" in browser.get("/").text
        assert pair.path in browser.get("/").text


class Old:
    """A browser from version 0.1.0, whose cookie has the secrets of two tables and a host's."""

    def __init__(self, folder: Path) -> None:
        self.url = f"sqlite:///{folder / 'tables.sqlite'}"
        self.secrets = [letter * 22 for letter in "abc"]
        with TestClient(create_app(self.url, bot_pause=60)) as client:
            self.tables = [set_up(client, GAME, ("me", "random"))[3:] for _ in range(2)]
        with sqlite3.connect(folder / "tables.sqlite") as database:
            for table, seat, secret in (
                (self.tables[0], 0, "a"), (self.tables[0], -1, "b"), (self.tables[1], 0, "c"),
            ):  # fmt: skip
                change = "UPDATE holders SET key_hash = ? WHERE table_id = ? AND seat = ?"
                database.execute(change, (hash_secret(secret * 22), table, seat))
        database.close()
        held = zip((self.tables[0], self.tables[0], self.tables[1]), self.secrets, strict=True)
        self.cookie = ".".join(f"{table}~{secret}" for table, secret in held)


def test_old_cookies_count_and_are_carried_over(tmp_path: Path) -> None:
    old = Old(tmp_path)
    with TestClient(create_app(old.url, bot_pause=60)) as client:
        client.cookies.set("seats", old.cookie, domain="testserver.local", path="/")
        paths = [f"/t/{table}" for table in old.tables]
        for round_ in range(3):
            assert client.get("/").text.count('href="/t/') == 2 + round_
            assert all(holds(client, path) for path in paths)
            assert client.post(f"{paths[0]}/pace", data={"pace": "calm"}).status_code == 200
            assert ("seats" in client.cookies) == (round_ < 2)
            client.post(f"/play/{GAME.name}")
        thief = another_browser(client)
        thief.cookies.set("seats", old.cookie)
        assert not any(holds(thief, path) for path in paths), "what was carried over is void"


def test_nobody_sits_down_as_a_look_alike(client: TestClient) -> None:
    wanted = {"game": GAME.name, "seats": [{"name": "Ann"}, {"name": "Bob"}]}
    opened = client.post("/api/tables", json=wanted).json()
    seat, table = f"/api/seats/{opened['secrets'][1]}", f"/api/tables/{opened['table']}"
    refused = client.post(seat, json={"name": "Ann\u3164"})
    assert refused.status_code == 409
    assert client.get(table).json()["names"] == ["Ann", "Bob"]
    assert client.get(table, headers=bearer(opened["secrets"][1])).status_code == 401
    assert client.post(seat, json={"name": "Zoe"}).status_code == 200, "the link is not used up"
