"""Lessons over HTTP: every step can be made, and nonsense is answered."""

import random

import pytest
from fastapi.testclient import TestClient

from bellhop.engine.exercises import MAX_EXERCISES, open_exercises
from bellhop.engine.game import Game
from bellhop.engine.guide import Place, open_guide
from bellhop.engine.seats import is_over
from bellhop.engine.words import LANGUAGES
from bellhop.games import GAMES
from bellhop.web.tips import describe_tips
from support import more
from web.test_pages import another_browser, set_up


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_can_be_made_over_http(client: TestClient, game: Game, language: str) -> None:
    guide, place = open_guide(game), Place()
    client.cookies.set("language", language)
    base = f"/learn/{game.name}"
    assert client.get(base).status_code == 200
    while not guide.is_last(place):
        at, made = guide.write(place)
        scene = guide.look(place)
        query = {"at": at, "made": made}
        news = client.get(f"{base}/news", params=query).json()
        assert bool(news["moves"]) == news["turn"] == bool(scene.expected)
        if not scene.expected:
            place = guide.go_on(place)
            continue
        body = {"row": 7, "act": game.moves[scene.expected[0]]}
        answer = client.post(f"{base}/act", params=query, json=body).json()
        place = guide.answer(place, scene.expected[0]).place
        assert answer["row"] == 7
        assert answer["place"] != news["place"]
        if answer["steps"]:
            at, made = guide.write(place)
            steps = client.get(f"{base}/steps", params={"at": at, "made": made, "row": "7"})
            assert steps.json()["steps"]


def test_nonsense_changes_nothing_and_is_answered(client: TestClient) -> None:
    base = "/learn/perfect-hotel"
    assert client.get("/learn/chess").status_code == 404
    assert client.get(f"{base}?at=%00.%F0&made=,,,,").status_code == 200
    assert client.post(f"{base}/act", content=b"[").status_code == 400
    assert client.post(f"{base}/act", json={"row": "x", "act": "research"}).status_code == 400
    refused = client.post(
        f"{base}/act?at=first-floor.research", json={"row": 1, "act": "build 10"}
    ).json()
    assert refused["told"]
    assert refused["link"].endswith("#build")
    assert client.post(f"{base}/act", json={"row": 1, "act": "dance"}).status_code == 400
    why = client.get(f"{base}/why?at=first-floor.research&touched=site-10-hand").json()
    assert why["link"].endswith("#build")
    assert client.post("/play/perfect-hotel", data={"level": "genius"}).status_code == 400


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_tips_appear_with_what_they_are_about_and_link_to_a_rule(game: Game) -> None:
    chance, found = random.Random(3), set()
    for seed in range(more(3, 12)):
        position = game.new(2, seed=seed)
        while not is_over(position):
            seen = game.show(position, position.turn)
            for tip in describe_tips(game, seen, "en", "/rules", with_final=True):
                found.add(tip["id"].partition(" ")[2])
                assert tip["text"]
                assert tip["link"].startswith("/rules#")
            game.play(position, chance.choice(game.legal_moves(position)))
    assert found <= {tip.id for tip in game.lessons.tips}
    assert len(found) >= min(3, len(game.lessons.tips))


def test_tips_are_only_for_the_player_on_turn(client: TestClient) -> None:
    path = set_up(client, GAMES[0], ("me", "newcomer"))
    answer = client.get(f"{path}/tips").json()
    assert set(answer) == {"tips"}
    assert another_browser(client).get(f"{path}/tips").json() == {"tips": []}


def test_lobby_rules_and_invitations_offer_the_lesson(client: TestClient) -> None:
    assert 'href="/learn/perfect-hotel"' in client.get("/").text
    assert 'href="/learn/perfect-hotel"' in client.get("/rules/perfect-hotel").text
    assert 'data-new="perfect-hotel"' in client.get("/").text
    client.post("/play/perfect-hotel")
    assert 'data-new="perfect-hotel"' not in client.get("/").text


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_exercises_are_asked_and_answered(client: TestClient, game: Game) -> None:
    base, found = f"/exercises/{game.name}", open_exercises(game)
    if not found:
        assert client.get(base).status_code == 404
        return
    assert len(found) <= MAX_EXERCISES
    for number, exercise in enumerate(found, 1):
        query = {"n": str(number)}
        assert client.get(base, params=query).status_code == 200
        news = client.get(f"{base}/news", params=query).json()
        assert len(news["moves"]) == len(exercise.chances)
        assert not news["points"]
        worst = min(exercise.chances, key=lambda move: exercise.chances[move])
        for move, is_solved in ((exercise.best, True), (worst, False)):
            body = {"row": 3, "act": game.moves[move]}
            answer = client.post(f"{base}/act", params=query, json=body).json()
            assert (not answer["moves"]) == is_solved == bool(answer["points"])
            assert "guide-reply" in answer["fragments"]["guide"]
        shown = client.get(f"{base}/news", params={**query, "tried": "solution"}).json()
        assert shown["points"]
    assert client.get(f"{base}?n=999&tried=dance").status_code == 200
    assert client.post(f"{base}/act", content=b"[").status_code == 400
    assert client.post(f"{base}/act", json={"row": 1, "act": "dance"}).status_code == 400
