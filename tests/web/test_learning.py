"""Lessons over HTTP: every step can be made, and nonsense is answered."""

import random
import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from bellhop.engine.exercises import MAX_EXERCISES, Exercise, open_exercises
from bellhop.engine.game import Game
from bellhop.engine.guide import Place, open_guide
from bellhop.engine.seats import is_over
from bellhop.engine.words import LANGUAGES
from bellhop.games import GAMES, game_named
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
    path = set_up(client, game_named("perfect-hotel"), ("me", "friend"))
    link = re.search(r"/s/[\w-]+", client.get(path).text)
    assert link
    assert 'href="/learn/perfect-hotel"' in another_browser(client).get(link[0]).text


def check_turn(client: TestClient, base: str, number: int, exercise: Exercise) -> None:
    """Play a turn to its goal, and then one that ends without it."""
    game = game_named(base.rpartition("/")[2])

    def play(move: str, place: str) -> Any:
        return client.post(f"{base}/act?{place}", json={"row": 3, "act": move}).json()

    place = f"n={number}"
    for move in exercise.line:
        news = play(game.moves[move], place)
        place = news["place"]
        is_last = move == exercise.line[-1] and not news["moves"]
        assert ("guide-reply" in news["fragments"]["guide"]) == is_last
        assert is_last or 'data-go="restart"' in news["fragments"]["guide"]
    assert not news["turn"]
    assert client.get(f"{base}/news?{place}").json()["fragments"] == news["fragments"]
    chance, place = random.Random(number), f"n={number}"
    for _ in range(60):
        legal = [move["act"] for move in client.get(f"{base}/news?{place}").json()["moves"]]
        news = play("end" if "end" in legal else chance.choice(legal), place)
        place = news["place"]
        if place == f"n={number}" or not news["turn"]:
            break
    assert "guide-reply" in news["fragments"]["guide"]


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
        assert len(news["moves"]) == len(game.legal_moves(exercise.view))
        assert not news["points"]
        shown = client.get(f"{base}/news", params={**query, "tried": "solution"}).json()
        assert shown["points"]
        if exercise.line:
            check_turn(client, base, number, exercise)
            continue
        worst = min(exercise.chances, key=lambda move: exercise.chances[move])
        for move, is_solved in ((exercise.best, True), (worst, False)):
            body = {"row": 3, "act": game.moves[move]}
            answer = client.post(f"{base}/act", params=query, json=body).json()
            assert (not answer["moves"]) == is_solved == bool(answer["points"])
            assert "guide-reply" in answer["fragments"]["guide"]
    assert client.get(f"{base}?n=999&tried=dance").status_code == 200
    assert client.post(f"{base}/act", content=b"[").status_code == 400
    assert client.post(f"{base}/act", json={"row": 1, "act": "dance"}).status_code == 400


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_move_where_none_is_asked_for_is_told_to_read_on(client: TestClient, game: Game) -> None:
    guide, place, tried = open_guide(game), Place(), 0
    while not guide.is_last(place):
        scene, (at, made) = guide.look(place), guide.write(place)
        if not scene.expected and (legal := game.legal_moves(scene.position)):
            body = {"row": 1, "act": game.moves[legal[0]]}
            answer = client.post(
                f"/learn/{game.name}/act", params={"at": at, "made": made}, json=body
            )
            assert "Read on first" in answer.json()["fragments"]["guide"]
            assert answer.json()["place"].startswith(f"at={at}")
            tried += 1
        place = guide.go_on(place)
    assert tried
