"""Playing on from a moment of a finished game, over HTTP: who may, and what it says."""

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from bellhop.bots.random_bot import RandomBot
from bellhop.engine.fairness import Shaker
from bellhop.engine.game import Game
from bellhop.engine.seats import SPECTATOR
from bellhop.games import GAMES
from bellhop.table.file import GameFile, parse_game
from bellhop.table.live import LiveTable
from bellhop.table.sitting import Sitting
from table.test_practice import play
from table.test_start import FRIENDS, LATER
from web.test_api import bearer
from web.test_pages import another_browser, latest, set_up

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
BOTS = {"kind-1": "random", "kind-2": "random"}


def import_finished(client: TestClient, game: Game, players: int = 3) -> tuple[str, int]:
    """Import a finished game; return the path of its table and its middle row."""
    shaker = Shaker(LATER.secret, LATER.nonces[:players])
    sitting = Sitting(game, game.undealt(players), FRIENDS[:players], shaker)
    play(sitting, 4_000, RandomBot(1))
    answer = client.post("/import", content=GameFile.of(sitting).to_json().encode())
    assert answer.status_code == 201, answer.text
    return str(answer.json()["at"]).partition("/replay")[0], len(sitting.acts) // 2


def live_at(client: TestClient, path: str) -> LiveTable:
    app: Any = client.app
    found: LiveTable = client.portal.call(app.state.house.table, path[3:])  # type: ignore[union-attr]
    return found


def play_on(client: TestClient, path: str, row: int, **form: str) -> str:
    """Open a table that goes on from a row; return its path."""
    names = {f"name-{n}": name for n, name in enumerate(("Ann", "Kim", "Lou"))}
    sent = {**names, "kind-0": "me", **BOTS, **form}
    answer = client.post(f"{path}/continue?row={row}", data=sent, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    new = str(answer.headers["location"])
    assert client.post(f"{new}/nonce", data={"nonce": "0123456789abcdef"}).status_code == 200
    return new


@every_game
def test_any_moment_becomes_a_table_that_is_marked(client: TestClient, game: Game) -> None:
    path, row = import_finished(client, game)
    assert f"continue?row={row}" in client.get(f"{path}/replay?row={row}").text
    form = client.get(f"{path}/continue?row={row}&as=1").text
    assert form.count('<select name="kind-') == 3
    assert f"after move {row}" in form
    new = play_on(client, path, row)
    mark = f"Continues an earlier game from move {row}"
    assert mark in latest(client, new)["fragments"]["log"]
    assert mark in client.get(f"{new}/replay?row=0").text
    table = path[3:]
    view = client.get(f"/api/tables/{new[3:]}").json()
    assert view["start"] == {"table": table, "row": row, "dealt_again": False}
    live, past = live_at(client, new), live_at(client, path)
    assert live.look_back(0).position == past.look_back(row).position


def test_friends_are_invited_and_get_new_cards_if_they_wish(client: TestClient) -> None:
    path, row = import_finished(client, GAMES[0])
    new = play_on(client, path, row, **{"kind-1": "friend", "cards": "again"})
    assert "/s/" in client.get(new).text
    start = live_at(client, new).stored.start
    assert start
    assert start.kept == SPECTATOR
    seen = live_at(client, path).look_back(row).view(SPECTATOR)
    assert start.position == GAMES[0].write(seen), "no hidden card is stored"
    alone = play_on(client, path, row, cards="again")
    kept = live_at(client, alone).stored.start
    assert kept
    assert kept.kept == 0


def test_what_cannot_be_played_on_is_refused_in_one_line(client: TestClient) -> None:
    path, row = import_finished(client, GAMES[0])
    last = live_at(client, path).rows
    for address, form, complaint in (
        (f"row={last}", {}, "over at this moment"),
        ("row=", {}, "over at this moment"),
        (f"row={row}", {"kind-2": "closed"}, "3 players"),
        (f"row={row}", {"kind-2": "cat"}, "cat"),
        (f"row={row}", {"cards": "marked"}, "marked"),
        (f"row={row}", {"name-1": "Ann"}, "Ann"),
    ):
        sent = {"kind-0": "me", "name-0": "Ann", **BOTS, **form}
        answer = client.post(f"{path}/continue?{address}", data=sent, follow_redirects=False)
        assert answer.status_code in (400, 409), answer.text
        assert complaint in answer.text
    running = set_up(client, GAMES[0], ("me", "friend"))
    for browser in (client, another_browser(client)):
        assert browser.get(f"{running}/continue?row=0").status_code == 403
        answer = browser.post(f"{running}/continue?row=0", data={"kind-0": "me", "kind-1": "me"})
        assert answer.status_code == 403
        assert "Only a finished game" in answer.text


def test_others_see_no_more_than_at_any_table(client: TestClient) -> None:
    path, row = import_finished(client, GAMES[0])
    new = play_on(client, path, row, **{"kind-1": "me"})
    stranger = another_browser(client)
    live = live_at(client, new)
    assert live.sitting
    view = stranger.get(f"/api/tables/{new[3:]}").json()
    assert view["position"] == GAMES[0].write(live.sitting.show(SPECTATOR))
    assert stranger.get(f"/api/tables/{new[3:]}", headers=bearer("x" * 22)).status_code == 401
    assert stranger.get(f"{new}/file").status_code == 409
    hand = latest(stranger, new, "?as=0")["fragments"]["hand"]
    assert not hand


def test_a_saved_continuation_is_downloaded_verified_and_taken_in(client: TestClient) -> None:
    path, row = import_finished(client, GAMES[0])
    new = play_on(client, path, row, **{"kind-0": "me", "cards": "again"})
    client.post(f"{new}/end", data={"wish": "end"})
    saved = client.get(f"{new}/file")
    content = json.loads(saved.text)
    assert content["bellhop"] == 2
    assert parse_game(saved.content).verify().is_over
    page = client.get(f"{new}/verify").text
    assert "✓" in page
    assert "hidden cards dealt again" in page
    answer = client.post("/import", content=saved.content)
    assert answer.status_code == 201, answer.text
    content["start"]["position"] = content["start"]["position"].replace("seats=3", "seats=2")
    assert client.post("/import", content=json.dumps(content).encode()).status_code == 400
