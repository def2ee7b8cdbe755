"""The API for programs."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from bellhop.engine.game import Game
from bellhop.games import GAMES
from web.browsing import Server

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def test_two_programs_play_and_see_only_their_own_view(client: TestClient) -> None:
    game: Game[Any] = GAMES[0]
    wanted = {
        "game": game.name,
        "options": {"rounds": "1"},
        "seats": [{"name": "A"}, {"name": "B"}],
    }
    opened = client.post("/api/tables", json=wanted).json()
    table, secrets = f"/api/tables/{opened['table']}", opened["secrets"]
    assert client.get(table).json()["begun"] is False
    for secret in secrets:
        client.post(f"/api/seats/{secret}", json={})
    views = [client.get(table, headers=bearer(secret)).json() for secret in secrets]
    assert [view["seat"] for view in views] == [0, 1]
    assert views[0]["position"] != views[1]["position"]
    for view in views:
        seen = game.read(view["position"])
        assert seen.dice == 0
        assert sum(seen.players[1 - view["seat"]].hand) <= 2
    turn = views[0]["turn"]
    assert [bool(view["moves"]) for view in views] == [seat == turn for seat in (0, 1)]
    act = {"row": 1, "act": "research", "key": "k1"}
    assert client.post(f"{table}/acts", json=act).status_code == 401
    other = client.post(f"{table}/acts", json=act, headers=bearer(secrets[1 - turn]))
    assert (other.status_code, other.json()["detail"]) == (400, "It is not your turn.")
    wrong = {**act, "act": "take 7"}
    refused = client.post(f"{table}/acts", json=wrong, headers=bearer(secrets[turn]))
    assert refused.status_code == 400
    assert "take 7: There are no cards below this tag. (B. Build)" in refused.json()["detail"]
    done = client.post(f"{table}/acts", json=act, headers=bearer(secrets[turn]))
    assert done.status_code == 200
    assert done.json()["row"] == 1
    again = client.post(f"{table}/acts", json=act, headers=bearer(secrets[turn]))
    assert again.status_code == 409
    assert client.get(f"{table}?after=0", headers=bearer(secrets[turn])).json()["row"] == 1


def test_bad_requests_get_clear_answers(client: TestClient) -> None:
    seats = [{"name": "A"}, {"name": "B"}]
    for wanted, status in (
        ({"game": "chess", "seats": seats}, 404),
        ({"game": GAMES[0].name, "seats": seats, "options": {"weather": "fine"}}, 400),
        ({"game": GAMES[0].name, "seats": seats[:1]}, 400),
        ({"game": GAMES[0].name, "seats": [{"name": ""}]}, 422),
        ({}, 422),
    ):
        answer = client.post("/api/tables", json=wanted)
        assert answer.status_code == status
        assert "detail" in answer.json()
    assert client.get("/api/tables/none").status_code == 404
    opened = client.post("/api/tables", json={"game": GAMES[0].name, "seats": seats}).json()
    stranger = client.get(f"/api/tables/{opened['table']}", headers=bearer("nobody"))
    assert stranger.status_code == 401
    assert len(client.get("/api/games").json()) == len(GAMES)
    assert "/api/tables" in client.get("/openapi.json").json()["paths"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_example_bot_plays_a_whole_game(game: object, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        server.wait()
        done = subprocess.run(
            [sys.executable, EXAMPLE, server.url, getattr(game, "name", "")],
            capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert "['Robot', 'Gustav']" in done.stdout
    finally:
        server.stop()


def test_the_example_plays_at_many_tables_at_once(server: Server) -> None:
    example = EXAMPLE.with_name("http_bot.py")
    assert len(example.read_text("utf-8").splitlines()) < 60
    server.wait()
    command = [sys.executable, str(example), server.url, "perfect-hotel", "4"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 4
