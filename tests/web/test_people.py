"""The players at a table: links, leaving and coming back, resigning, stopping, and chat."""

import json
import re
import time
from typing import Any

import pytest
from fastapi.testclient import TestClient

from bellhop.games import GAMES
from bellhop.table.house import House
from bellhop.table.limits import DEFAULT_LIMITS
from web.test_pages import another_browser, latest, set_up

GAME = GAMES[0]


class Pair:
    """A host and a friend at one table, each in their own browser."""

    def __init__(self, client: TestClient, *others: str) -> None:
        self.host = client
        self.path = set_up(client, GAME, ("me", "friend", *others))
        link = re.search(r'value="http://testserver(/s/[^"]+)"', client.get(self.path).text)
        assert link
        self.link = link[1]
        self.friend = another_browser(client)
        joined = self.friend.post(self.link, data={"name": "Zoe", "nonce": "feedfacecafe"})
        assert joined.status_code == 200
        self.browsers = (self.host, self.friend)

    def on_turn(self) -> int:
        """Wait for the bots, and return whose turn of the two it is."""
        for _ in range(500):
            for seat, browser in enumerate(self.browsers):
                if latest(browser, self.path)["moves"]:
                    return seat
            time.sleep(0.02)
        pytest.fail("it is nobody's turn")

    def fragments(self, seat: int) -> dict[str, Any]:
        """What one of them sees."""
        found: Any = latest(self.browsers[seat], self.path)["fragments"]
        return dict(found)

    def post(self, seat: int, what: str, **form: str) -> int:
        """Send a form; return the status of the response, without following redirects."""
        browser = self.browsers[seat]
        return browser.post(f"{self.path}/{what}", data=form, follow_redirects=False).status_code


@pytest.fixture
def pair(client: TestClient) -> Pair:
    return Pair(client)


def house(client: TestClient) -> House:
    found: House = client.app.state.house  # type: ignore[attr-defined]
    return found


def test_a_bot_plays_for_a_player_who_left_until_they_return_by_button_or_link(pair: Pair) -> None:
    away = pair.on_turn()
    assert pair.post(away, f"people/{away}/away") == 303
    stayed = 1 - away
    assert pair.on_turn() == stayed, "the bot has moved"
    assert "A bot plays for" in pair.fragments(stayed)["talk"]
    notice = pair.fragments(away)["notice"]
    assert "A bot is playing for you" in notice
    name = ("Ann", "Zoe")[away]
    assert f"Its last turn: {name} " in notice, "the move is named"
    assert pair.post(away, f"people/{away}/back") == 303
    assert pair.fragments(away)["notice"] == ""
    assert pair.post(1, "people/1/away") == 303
    pair.friend.post(pair.link)
    assert "Zoe is back" in pair.fragments(0)["talk"]


def test_the_host_lets_a_bot_play_for_an_absentee_and_others_may_after_a_while(pair: Pair) -> None:
    assert pair.post(1, "people/0/away") == 403, "a guest must wait first"
    assert "without a move" in pair.friend.post(f"{pair.path}/people/0/away").text
    assert pair.post(0, "people/1/away") == 303, "the host need not"
    pair.friend.post(pair.link)
    house(pair.host).patience = 0.0
    turn = pair.on_turn()
    if turn == 1:
        move: Any = latest(pair.friend, pair.path)
        pair.friend.post(f"{pair.path}/people/1/away")
        assert move["moves"]
    stranger = another_browser(pair.host)
    assert stranger.post(f"{pair.path}/people/0/away").status_code == 403
    if turn == 0:
        assert "Let a bot play for Ann" in pair.friend.get(f"{pair.path}/people").text
        assert pair.post(1, "people/0/away") == 303


def test_only_the_host_can_replace_a_lost_link(pair: Pair) -> None:
    assert pair.post(1, "people/1/link") == 403
    answer = pair.host.post(f"{pair.path}/people/1/link")
    new = re.search(r'value="http://testserver(/s/[^"]+)"', answer.text)
    assert new
    assert new[1] != pair.link
    assert pair.friend.get(pair.link).status_code == 410, "the old link takes no seat"
    assert "The host made a new link for Zoe&#39;s seat" in pair.fragments(0)["talk"], (
        "the table is told"
    )
    assert (
        "no seat that can move"
        in pair.friend.post(f"{pair.path}/act", json={"row": 1, "act": "research", "key": "k"}).text
    )
    phone = another_browser(pair.host)
    assert phone.post(new[1]).status_code == 200
    assert "you, on this device" in phone.get(f"{pair.path}/people").text
    assert "Zoe now plays on another device" in pair.fragments(0)["talk"]


def test_resigning_ends_a_two_player_game(pair: Pair) -> None:
    assert pair.post(1, "people/0/resign") == 403
    assert pair.post(1, "people/1/resign") == 303
    shown = pair.fragments(0)
    assert "Ann wins" in shown["prompt"]
    assert "<table>" in shown["sheet"]
    assert "Zoe resigns" in shown["talk"]
    assert "everything fits" in pair.host.get(f"{pair.path}/verify").text
    assert pair.post(1, "people/1/back") == 403


def test_a_game_stops_when_all_people_agree(client: TestClient) -> None:
    pair = Pair(client, "random")
    assert pair.post(0, "end", wish="end") == 303
    assert "Proposed to stop the game: Ann" in pair.fragments(1)["notice"]
    assert pair.post(1, "end", wish="play") == 303
    assert "Proposed" not in pair.fragments(0)["notice"]
    assert "Zoe wants to play on" in pair.fragments(0)["talk"]
    assert pair.post(1, "end", wish="end") == 303
    assert pair.post(0, "end", wish="end") == 303
    assert "stopped; nobody wins" in pair.fragments(1)["prompt"]
    assert pair.post(0, "end", wish="end") == 403
    stranger = another_browser(client)
    assert stranger.post(f"{pair.path}/end", data={"wish": "end"}).status_code == 403


def test_only_people_at_the_table_can_chat(pair: Pair) -> None:
    assert pair.post(0, "say", text="Hello <b>there</b>\nyou") == 204
    assert "Hello &lt;b&gt;there&lt;/b&gt; you" in pair.fragments(1)["talk"]
    for bad in ("", "   ", "x" * 301):
        assert pair.post(0, "say", text=bad) == 400
    stranger = another_browser(pair.host)
    assert stranger.post(f"{pair.path}/say", data={"text": "hi"}).status_code == 403
    statuses = [
        pair.post(1, "say", text=f"remark {n}") for n in range(DEFAULT_LIMITS.remarks_per_seat + 1)
    ]
    assert statuses == [204] * DEFAULT_LIMITS.remarks_per_seat + [429]
    assert 'id="say"' in pair.host.get(pair.path).text


def test_people_who_share_a_device_or_sit_among_bots_have_no_talk(client: TestClient) -> None:
    for kinds in (("me", "me"), ("me", "random")):
        assert 'id="say"' not in client.get(set_up(client, GAME, kinds)).text


def test_the_dice_wait_for_the_nonce_of_every_browser(client: TestClient) -> None:
    form = {"kind-0": "me", "kind-1": "random", "name-0": "Ann", "name-1": "Bob"}
    path = str(
        client.post(f"/new/{GAME.name}", data=form, follow_redirects=False).headers["location"]
    )
    page = client.get(path).text
    seal = re.search(r'data-seal="([0-9a-f]{64})"', page)
    assert seal, "the seal is shown before"
    assert 'data-nonce="wanted"' in page
    assert not latest(client, path)["begun"]
    assert client.post(f"{path}/nonce", data={"nonce": "not hex"}).status_code == 400
    stranger = another_browser(client)
    assert stranger.post(f"{path}/nonce", data={"nonce": "00" * 8}).status_code == 403
    assert client.post(f"{path}/nonce", data={"nonce": "ab" * 8}).json() == {"nonces": ["ab" * 8]}
    assert latest(client, path)["begun"]
    again = client.post(f"{path}/nonce", data={"nonce": "cd" * 8})
    assert again.json() == {"nonces": ["ab" * 8]}, "the dice are settled"
    client.post(f"{path}/people/0/resign")
    saved = client.get(f"{path}/file").json()
    assert saved["nonces"][0] == "ab" * 8
    assert saved["commitment"] == seal[1]


def test_a_saved_game_is_taken_in_and_looked_at(pair: Pair) -> None:
    pair.post(1, "people/1/resign")
    saved = pair.host.get(f"{pair.path}/file").content
    answer = pair.friend.post("/import", content=saved)
    assert answer.status_code == 201
    page = pair.friend.get(answer.json()["at"])
    assert page.status_code == 200
    assert "Zoe" in page.text
    forged = json.loads(saved)
    forged["points"] = [99, 0]
    for bad in (b"", b"{}", b"\xff\xfe", b"[" * 100_000, json.dumps(forged).encode()):
        refused = pair.friend.post("/import", content=bad)
        assert refused.status_code == 400
        assert refused.json()["told"]
    assert pair.friend.post("/import", content=b"x" * 600_000).status_code == 413


def test_the_host_sets_the_pace(pair: Pair) -> None:
    assert pair.post(1, "pace", pace="quick") == 403
    assert pair.post(0, "pace", pace="reckless") == 400
    assert pair.post(0, "pace", pace="quick") == 303
    assert '"quick" selected' in pair.host.get(f"{pair.path}/people").text


def test_nonsense_about_seats_is_refused(pair: Pair) -> None:
    for what in ("people/7/away", "people/0/dance", "people/x/away"):
        assert pair.post(0, what) == 404
