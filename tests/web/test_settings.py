"""What a browser remembers: the look of the pages, and who plays against which bots."""

import html
import re
from typing import cast

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, Page

from bellhop.engine.game import Game
from bellhop.games import GAMES, game_named
from web.browsing import FAULTS, Server, check_access, open_page, play_now
from web.test_pages import another_browser, set_up
from web.test_people import Pair

VIENNA = game_named("grand-austria-hotel")


def sit_down(client: TestClient, game: Game, **form: str) -> str:
    """Play now, and return the page of the table after the deal."""
    answer = client.post(f"/play/{game.name}", data=form, follow_redirects=False)
    path = answer.headers["location"]
    client.post(f"{path}/nonce", data={"nonce": "0123456789abcdef"})
    return html.unescape(client.get(path).text)


def test_play_now_remembers_name_and_level(client: TestClient) -> None:
    assert 'value="Player"' in client.get("/").text
    table = sit_down(client, GAMES[0], name="Żaneta", level="strong")
    assert "Żaneta" in table
    assert table.count("Bot (strong)") == 2
    lobby = client.get("/").text
    assert 'value="Żaneta"' in lobby
    assert '<option value="strong" selected>' in lobby
    again = sit_down(client, GAMES[1])
    assert "Żaneta" in again
    assert "Bot (strong)" in again
    assert 'value="Żaneta"' in client.get(f"/new/{GAMES[1].name}").text


def test_hosts_and_friends_are_remembered_and_an_invitation_knows_them(client: TestClient) -> None:
    """A first invitation suggests the name that the host gave the seat, a second one's own."""
    first = Pair(client)
    for browser, name in ((first.host, "Ann"), (first.friend, "Zoe")):
        assert f'value="{name}"' in browser.get("/").text
    path = set_up(client, GAMES[0], ("me", "friend"))
    link = re.search(r'value="http://testserver(/s/[^"]+)"', client.get(path).text)
    assert link
    assert 'name="name" maxlength="24" value="Zoe"' in first.friend.get(link[1]).text
    assert 'name="name" maxlength="24" value="Bob"' in another_browser(client).get(link[1]).text


@pytest.mark.parametrize("kept", ["", "strong", "wise.Ann", "strong.%0a%00", "casual." + "x" * 99])
def test_a_strange_memory_is_no_harm(client: TestClient, kept: str) -> None:
    client.cookies["player"] = kept
    assert client.get("/").status_code == 200
    assert client.post(f"/play/{GAMES[0].name}").status_code == 200


def test_a_level_that_is_none_is_refused(client: TestClient) -> None:
    assert client.post(f"/play/{GAMES[0].name}", data={"level": "divine"}).status_code == 400
    assert "player" not in client.cookies


def test_a_bot_never_has_the_name_of_the_player(client: TestClient) -> None:
    assert client.post(f"/play/{GAMES[0].name}", data={"name": "Gustav"}).status_code == 200


def test_somebodys_first_game_has_the_introductory_set_up(client: TestClient) -> None:
    sit_down(client, VIENNA)
    sit_down(client, VIENNA)
    first, second = cast("FastAPI", client.app).state.house.live_tables()
    assert first.stored.options["staff"] == "introductory"
    assert second.stored.options.get("staff") != "introductory"
    for game in GAMES:
        chosen = {option.name: option.choices for option in game.options}
        assert all(value in chosen[name] for name, value in game.introduction.items())


def look_of(page: Page) -> tuple[str, float]:
    """The colour of the ground, and the size of the letters."""
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    size = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    return colour, size


def test_theme_and_zoom_are_chosen_once_for_all_pages(browser: Browser, server: Server) -> None:
    page = open_page(browser, server)
    light, usual = look_of(page)
    page.locator(".settings summary").click()
    page.select_option("[name=theme]", "dark")
    page.select_option("[name=zoom]", "125")
    dark, large = look_of(page)
    assert dark != light
    assert large == pytest.approx(1.25 * usual)
    assert check_access(page) == []
    play_now(page, GAMES[0])
    assert look_of(page) == (dark, large)
    page.reload()
    assert look_of(page) == (dark, large)
    page.locator(".settings summary").click()
    page.select_option("[name=theme]", "system")
    assert look_of(page) == (light, large)
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("html[data-theme=dark]", state="attached")
    assert look_of(page) == (dark, large)
    page.evaluate("localStorage.bellhop = JSON.stringify({ theme: 'pink', zoom: 'x9', pace: 7 })")
    page.reload()
    assert look_of(page) == (dark, usual)
    assert FAULTS[page] == []


TOO_LONG = """() => [...document.querySelectorAll(".settings select")].flatMap((select) => {
  const style = getComputedStyle(select), pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const arrow = 20, room = select.clientWidth - parseFloat(style.paddingLeft) - arrow;
  const texts = [...select.options].map((one) => one.text);
  return texts.filter((text) => pen.measureText(text).width > room);
})"""


@pytest.mark.parametrize("locale", ["en-GB", "pl-PL", "ru-RU"])
def test_every_choice_of_the_settings_can_be_read(
    browser: Browser, server: Server, locale: str
) -> None:
    page = open_page(browser, server, locale=locale)
    page.locator(".settings summary").click()
    assert page.evaluate(TOO_LONG) == []
