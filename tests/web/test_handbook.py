"""The rules and the overview over HTTP, and the link from a refusal to its section."""

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient
from markupsafe import escape

from bellhop.engine.game import Game
from bellhop.engine.handbook import open_handbook
from bellhop.engine.words import LANGUAGES
from bellhop.games import GAMES
from bellhop.web.guard import POLICY
from web.test_pages import another_browser, latest, set_up

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_read_by_section_in_the_readers_language(
    client: TestClient, game: Game, language: str
) -> None:
    answer = client.get(f"/rules/{game.name}", headers={"accept-language": language})
    assert answer.status_code == 200
    assert answer.headers["content-security-policy"] == POLICY
    assert not re.search(r'style="|onclick=|<script>|https?://', answer.text)
    assert escape(game.credit) in answer.text
    ids = re.findall(r'\bid="([^"]+)"', answer.text)
    assert len(ids) == len(set(ids))
    chapters = open_handbook(game.folder, language).chapters
    assert chapters
    for chapter in chapters:
        assert f'<a href="#{chapter.id}">' in answer.text
        assert chapter.id in ids
        assert all(ruling.id in ids for ruling in chapter.rulings)


def test_rules_of_no_game_are_not_found(client: TestClient) -> None:
    assert client.get("/rules/chess").status_code == 404


@every_game
def test_lobby_setup_and_table_lead_to_the_rules(client: TestClient, game: Game) -> None:
    for page in (client.get("/"), client.get(f"/new/{game.name}"), play_now(client, game)):
        assert f'href="/rules/{game.name}"' in page.text


def play_now(client: TestClient, game: Game) -> Any:
    """Open a table with bots, and begin the game as a browser does: by adding its nonce."""
    page = client.post(f"/play/{game.name}")
    nonce = {"nonce": "0123456789abcdef"}
    assert client.post(f"{page.url.path}/nonce", data=nonce).status_code == 200
    return page


def refused_act(client: TestClient, game: Game) -> tuple[str, Any]:
    """A table where it is a seat's turn, and the response to an illegal move."""
    path = set_up(client, game, ("me", "me"))
    for seat in (0, 1):
        state: Any = latest(client, path, f"?as={seat}")
        if state["moves"]:
            legal = {move["act"] for move in state["moves"]}
            act = next(move for move in game.moves if move not in legal)
            body = {"row": state["row"] + 1, "act": act, "key": "k"}
            language = {"accept-language": "ru"}
            return path, client.post(f"{path}/act?as={seat}", json=body, headers=language)
    pytest.fail("it is nobody's turn")


@every_game
def test_a_refused_move_links_to_its_section_of_the_rules(client: TestClient, game: Game) -> None:
    path, answer = refused_act(client, game)
    assert answer.status_code == 400
    told = answer.json()
    assert told["told"]
    page, _, anchor = told["link"].partition("#")
    rules = client.get(f"{path}/{page}".replace(f"{path}/../", "/"))  # as a browser resolves it
    assert rules.status_code == 200
    assert f'id="{anchor}"' in rules.text
    chapters = open_handbook(game.folder, "ru").chapters
    titles = {chapter.id: chapter.title for chapter in chapters} | {
        ruling.id: f"{chapter.title}, {ruling.id}"
        for chapter in chapters
        for ruling in chapter.rulings
    }
    assert told["rule"] == f"Прочитать правило: {titles[anchor]}"


@every_game
def test_the_overview_counts_for_players_and_spectators(client: TestClient, game: Game) -> None:
    path = play_now(client, game).url.path
    for browser in (client, another_browser(client)):
        answer = browser.get(f"{path}/overview", headers={"accept-language": "pl"})
        assert answer.status_code == 200
        assert "<table" in answer.text
        assert "<kbd>?</kbd>" in answer.text
        for option in game.options:
            assert game.words("pl").say(f"option.{option.name}") in answer.text
    assert client.get("/t/none/overview").status_code == 404


def test_the_overview_waits_with_its_counts_until_the_game_begins(client: TestClient) -> None:
    path = set_up(client, GAMES[0], ("me", "friend"))
    waiting = client.get(f"{path}/overview").text
    assert "Table options" in waiting
    assert "<table" not in waiting
