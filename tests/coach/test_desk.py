"""Asking the coach at a server: a process of its own, made once, kept, and closed while it runs."""

import json
import time
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from bellhop.coach.analysis import analysis_of
from bellhop.coach.desk import made_by
from bellhop.games import game_named
from bellhop.table.analyses import find_analysis
from bellhop.web.app import create_app
from coach.sittings import play_to_the_end, sit_down

GAME = game_named("night-porter")  # is compiled in a moment


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    return TestClient(create_app(f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_pause=0.0))


def finished_table(client: TestClient) -> str:
    saved = play_to_the_end(sit_down(GAME, 2, 3), 3)
    answer = client.post("/import", content=saved.to_json().encode())
    return str(answer.json()["at"]).split("/")[2]


def open_table(client: TestClient, *kinds: str) -> tuple[str, list[dict[str, str]]]:
    """A running table with somebody at every seat; the headers of those who are no bots."""
    seats = [{"name": f"P{n}", "kind": kind} for n, kind in enumerate(kinds)]
    opened = client.post("/api/tables", json={"game": GAME.name, "seats": seats}).json()
    secrets = [secret for secret in opened["secrets"] if secret]
    for secret in secrets:
        client.post(f"/api/seats/{secret}", json={})
    return f"/api/tables/{opened['table']}", [{"Authorization": f"Bearer {s}"} for s in secrets]


def test_a_finished_game_is_analysed_once_and_kept(client: TestClient) -> None:
    with client:
        table = finished_table(client)
        path = f"/api/tables/{table}/analysis"
        assert client.get(path).status_code == 404
        begun = client.post(path)
        assert begun.status_code == 202
        found = begun.json()
        while not found["complete"]:
            time.sleep(0.05)
            found = client.get(path).json()
        assert found["percent"] == 100
        store = client.app.state.house.store  # type: ignore[attr-defined]
        kept = find_analysis(store, table, GAME.rules_version, made_by(GAME))
        assert kept
        assert analysis_of(kept).is_complete
        assert json.loads(kept) == found["analysis"]
        assert client.post(path).json() == found


def test_moments_of_a_finished_game_are_judged_and_weighed(client: TestClient) -> None:
    with client:
        path = f"/api/tables/{finished_table(client)}"
        judged = client.get(f"{path}/judgement?row=1&seat=1").json()
        assert sum(judged["chances"]) == pytest.approx(1)
        assert (judged["row"], judged["seat"]) == (1, 1)
        weighed = client.get(f"{path}/weighing?row=1").json()
        assert weighed["moves"][0]["loss"] == 0
        ended = client.get(f"{path}/judgement").json()
        assert set(ended["chances"]) <= {0.0, 0.5, 1.0}
        assert client.get(f"{path}/weighing").status_code == 400
        assert client.get(f"{path}/judgement?seat=5&row=1").status_code == 404


def test_a_running_game_between_people_is_closed_to_everybody(client: TestClient) -> None:
    with client:
        path, headers = open_table(client, "person", "person")
        for header in (*headers, None):
            for call in ("analysis", "judgement", "judgement?row=0", "weighing", "weighing?row=0"):
                assert client.get(f"{path}/{call}", headers=header).status_code in (403, 409)
            assert client.post(f"{path}/analysis", headers=header).status_code == 409


def test_alone_with_bots_a_player_asks_for_their_own_seat_only(client: TestClient) -> None:
    with client:
        path, (own,) = open_table(client, "person", "random")
        while client.get(path, headers=own).json()["turn"] != 0:
            time.sleep(0.05)
        assert client.get(f"{path}/judgement", headers=own).status_code == 200
        assert client.get(f"{path}/weighing", headers=own).status_code == 200
        assert client.get(f"{path}/judgement?seat=1", headers=own).status_code == 403
        assert client.get(f"{path}/judgement").status_code == 403
        assert client.post(f"{path}/analysis", headers=own).status_code == 409
