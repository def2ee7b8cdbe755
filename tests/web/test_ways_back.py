"""Ways back: for a host who lost the device, a table of programs, and from the command line."""

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from bellhop.cli import hosting
from bellhop.engine.errors import BellhopError
from bellhop.web.app import create_app
from web.test_pages import another_browser, set_up
from web.test_people import GAME, Pair
from web.test_trust import LINK, SEATS, hand, holds


def is_host(browser: TestClient, path: str) -> bool:
    """May this browser set the bots' pace?"""
    return browser.post(f"{path}/pace", data={"pace": "quick"}).status_code == 200


def way_back(browser: TestClient, path: str) -> str:
    """The link back that a host keeps."""
    found = LINK.search(browser.post(f"{path}/way-back").text)
    assert found
    return found[1]


def test_a_host_comes_back_to_seat_and_table_by_the_link_that_was_kept(client: TestClient) -> None:
    pair = Pair(client)
    before = hand(pair.host, pair.path)
    link = way_back(pair.host, pair.path)
    assert pair.post(1, "way-back") == 403, "the friend is no host"
    phone = another_browser(client)
    phone.post(link)
    assert holds(phone, pair.path)
    assert hand(phone, pair.path) == before
    assert is_host(phone, pair.path)
    assert "now plays on one more device" in pair.fragments(1)["talk"]
    phone.post(f"{pair.path}/people/0/alone")
    assert not holds(pair.host, pair.path)
    assert not is_host(pair.host, pair.path), "the lost device is no host either"
    assert is_host(phone, pair.path)


def test_a_host_without_a_seat_comes_back_as_the_host(client: TestClient) -> None:
    path = set_up(client, GAME, ("friend", "friend"))
    link = way_back(client, path)
    phone = another_browser(client)
    assert "the host of the table" in phone.get(link).text
    assert not is_host(phone, path), "looking at a link takes nothing"
    assert phone.post(link, follow_redirects=False).headers["location"] == f"{path}/people"
    assert is_host(phone, path)
    assert not holds(phone, path)
    assert phone.get(link, follow_redirects=False).status_code == 303
    stranger = another_browser(client)
    assert stranger.get(link).status_code == stranger.post(link).status_code == 410
    assert not is_host(stranger, path)
    assert "The host is on a new device." in phone.get(path).text


def test_a_table_of_the_api_has_a_host_who_comes_by_a_link(client: TestClient) -> None:
    opened = client.post("/api/tables", json={"game": GAME.name, "seats": SEATS}).json()
    path, link = f"/t/{opened['table']}", f"/s/{opened['host']}"
    refused = client.post(f"/api/seats/{opened['host']}", json={})
    assert (refused.status_code, refused.json()["key"]) == (400, "host_link")
    assert not is_host(client, path)
    client.post(link)
    assert is_host(client, path)
    assert LINK.search(client.post(f"{path}/people/0/link").text), "a new link for a lost program"


def test_the_command_line_makes_links_beside_a_running_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = str(tmp_path / "tables.sqlite")

    def link(seat: int) -> str:
        hosting.make_link(database, path.removeprefix("/t/"), seat, "http://club.example/", "pl")
        found = re.search(r"http://club.example(/s/[\w-]{22})$", capsys.readouterr().out.strip())
        assert found
        return found[1]

    with TestClient(create_app(f"sqlite:///{database}"), base_url="http://testserver") as client:
        pair = Pair(client, "random")
        path = pair.path
        before = hand(pair.friend, path)
        phone = another_browser(client)
        phone.post(link(2))
        assert hand(phone, path) == before
        assert not is_host(phone, path)
        assert "Zoe now plays on one more device" in pair.fragments(0)["talk"]
        phone.post(link(0))
        assert is_host(phone, path)
        for wrong, key in ((3, "new_link"), (4, "seat"), (-1, "seat")):
            with pytest.raises(BellhopError) as refused:
                link(wrong)
            assert refused.value.key == key
