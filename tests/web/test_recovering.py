"""What the network loses is asked for again: no page waits for something that never comes."""

import json
import random

import pytest
from playwright.sync_api import Browser, Page, Route

from bellhop.games import GAMES, game_named
from web.browsing import FAULTS, Server, click_on, fetch_news, open_page, play_now

REST = "document.dispatchEvent(new PointerEvent('pointerdown', { ...at, pointerType: 'mouse' }))"
SLEEP = f"""async (id) => {{
  const element = document.getElementById(id);
  element.scrollIntoView({{ block: "center" }});
  const {{ left, top, width, height }} = element.getBoundingClientRect();
  const at = {{ clientX: left + width / 2, clientY: top + height / 2 }};
  {REST};
  (await import("/static/rest.js")).layToSleep(() => true);
  return element.matches(".asleep") ? [at.clientX, at.clientY] : undefined;
}}"""  # as at the beginning of a turn, under a mouse that was clicked there and rests


def lose_once(page: Page, pattern: str, status: int = 0) -> list[str]:
    """Lose the first request for such an address, or answer it with a status; return all sent."""
    sent: list[str] = []

    def lose(route: Route) -> None:
        sent.append(route.request.url)
        if len(sent) == 1 and status:
            route.fulfill(status=status)
        elif len(sent) == 1:
            route.abort("connectionreset")
        else:
            route.continue_()

    page.route(pattern, lose)
    return sent


def test_a_page_without_its_scripts_is_loaded_again(browser: Browser, server: Server) -> None:
    page = open_page(browser, server)
    sent = lose_once(page, "**/glide.js")
    play_now(page, GAMES[0])
    page.wait_for_selector(".lit")
    page.wait_for_function("() => history.state === null")  # the next loss is a new one
    assert len(sent) == 2
    assert FAULTS[page] == []


def test_a_page_of_an_older_version_is_loaded_again(browser: Browser, server: Server) -> None:
    page = open_page(browser, server)
    play_now(page, GAMES[0])
    page.wait_for_selector(".lit")
    page.evaluate("window.isOld = true")
    news = json.dumps({**fetch_news(page), "changed": {}, "version": "0.0.1"})
    stream = {"content_type": "text/event-stream", "body": f"data: {news}\n\n"}
    page.route("**/events*", lambda route: route.fulfill(**stream), times=1)
    page.evaluate("window.dispatchEvent(new Event('online'))")  # it connects again
    page.wait_for_function("() => !window.isOld")
    page.evaluate("window.isNew = true")
    row = fetch_news(page)["row"]
    while fetch_news(page)["row"] == row:
        click_on(page, random.Random(1), 1)
    assert page.evaluate("window.isNew"), "once is enough"
    assert FAULTS[page] == []


def test_a_nonce_is_sent_until_it_arrives(browser: Browser, server: Server) -> None:
    host = open_page(browser, server)
    sent = lose_once(host, "**/nonce")
    host.goto(f"{server.url}/new/{GAMES[0].name}")
    host.select_option("[name=kind-1]", "friend")
    with host.expect_response("**/nonce") as answer:
        host.locator("form.set-up button.main").click()
    assert answer.value.ok
    assert len(sent) == 2


@pytest.mark.parametrize("status", [0, 502])
def test_a_lesson_asks_again_for_what_was_lost(
    browser: Browser, server: Server, status: int
) -> None:
    page = open_page(browser, server)
    sent = lose_once(page, "**/news*", status)
    with page.expect_response(lambda answer: "/news" in answer.url and answer.ok):
        page.goto(f"{server.url}/learn/{GAMES[0].name}")
    assert len(sent) == 2
    assert FAULTS[page] == []


def test_a_finger_wakes_what_sleeps_under_a_mouse(browser: Browser, server: Server) -> None:
    page = open_page(browser, server, 480)
    play_now(page, game_named("perfect-hotel"))
    page.wait_for_selector("#pile.lit")
    x, y = page.evaluate(SLEEP, "pile")
    page.touchscreen.tap(x, y)
    page.wait_for_selector("#pile:not(.asleep)")
    page.touchscreen.tap(x, y)
    page.wait_for_selector("#pile:not(.lit)")
    assert FAULTS[page] == []
