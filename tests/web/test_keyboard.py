"""The keyboard: a whole game of each, without touching the mouse, and every key."""

import random
import re

from playwright.sync_api import Browser, Page, Route

from bellhop.engine.game import Game
from bellhop.games import GAMES
from web.browsing import (
    FAULTS,
    Server,
    check_access,
    every_game_but,
    fetch_news,
    open_page,
    play_now,
)

# Escape, but only while steps are shown: afterwards it would close the summary.
SKIP = """() => document.querySelector("#steps:not([hidden])")?.dispatchEvent(
    new KeyboardEvent("keydown", { key: "Escape", bubbles: true }))"""
LIT = """(unless) => document.querySelector(unless)
    ? [] : [...document.querySelectorAll(".lit")].map((element) => element.id)"""
ROUND_OVER = "#summarise:not([hidden])"
SUMMARY = re.compile(r"/summary(\?|$)")
ARROWS = ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown")


def against_one_bot(page: Page, server: Server, game: Game) -> None:
    page.goto(f"{server.url}/new/{game.name}")
    for seat in range(1, game.players[-1]):
        page.select_option(f"[name=kind-{seat}]", "newcomer" if seat == 1 else "closed")
    if page.locator("[name=rounds]").count():
        page.select_option("[name=rounds]", "1")
    page.locator("form.set-up button.main").click()
    page.wait_for_selector("#board button")


def focused(page: Page) -> str:
    found: str = page.evaluate("document.activeElement.id")
    return found


def choose(page: Page, chance: random.Random, unless: str = ":not(*)") -> None:
    """Choose one of the things that are lit, with digits and arrow keys, and touch it.

    Not if there is an element that matches `unless`, seen in the same moment as what is lit.
    """
    lit = page.evaluate(LIT, unless)
    if not lit:
        return
    page.keyboard.press(str(chance.randrange(min(len(lit), 9)) + 1))
    if chance.random() < 0.3:
        page.keyboard.press(chance.choice(ARROWS))
    if page.evaluate("document.activeElement.matches('.lit')"):
        page.keyboard.press("Enter")


@every_game_but("perfect-hotel", "grand-austria-hotel")
def test_a_whole_game_is_played_with_the_keyboard(
    browser: Browser, server: Server, game: Game
) -> None:
    page, chance = open_page(browser, server), random.Random(7)
    against_one_bot(page, server, game)
    for _ in range(4_000):
        page.wait_for_selector(".lit, #sheet table", timeout=60_000)
        if page.locator("#sheet table").count():
            break
        choose(page, chance)
    page.wait_for_selector("#sheet table", timeout=1_000)
    assert FAULTS[page] == []


def test_every_key_does_what_the_overview_says(browser: Browser, server: Server) -> None:
    page = open_page(browser, server)
    play_now(page, GAMES[2])
    page.wait_for_selector(".lit", timeout=60_000)
    lit = page.evaluate("[...document.querySelectorAll('.lit')].map((e) => e.id)")
    page.keyboard.press("1")
    assert focused(page) == lit[0]
    assert page.locator(f"[id='{lit[0]}']").get_attribute("data-digit") == "1"
    assert check_access(page) == []
    reached = {focused(page)}
    for arrow in ("ArrowRight", "ArrowDown") * len(lit):
        page.keyboard.press(arrow)
        reached.add(focused(page))
    assert reached == set(lit), "arrow keys reach everything"
    page.keyboard.press("h")
    page.wait_for_selector("#hint .hint-words", timeout=60_000)
    page.keyboard.press("?")
    page.wait_for_selector("#overview[open] kbd:has-text('U')")
    page.keyboard.press("Escape")
    for _ in range(20):
        if page.locator("#undo").is_visible():
            break
        choose(page, random.Random(1))
        page.wait_for_selector(".lit, #undo:not([hidden])", timeout=60_000)
    row = fetch_news(page)["row"]
    page.keyboard.press("u")
    page.wait_for_selector("#redo", state="visible")
    assert fetch_news(page)["row"] == row + 1


def play_the_first_round(page: Page, server: Server) -> None:
    """Play until the first round is over, and make no move in the second."""
    chance = random.Random(2)
    against_one_bot(page, server, GAMES[1])
    while page.locator(ROUND_OVER).count() == 0:
        page.wait_for_selector(f".lit, #steps:not([hidden]), {ROUND_OVER}", timeout=60_000)
        page.evaluate(SKIP)
        choose(page, chance, unless=ROUND_OVER)


def test_after_a_round_a_summary_waits_and_can_be_opened_again(
    browser: Browser, server: Server
) -> None:
    page = open_page(browser, server, pace="fast")
    play_the_first_round(page, server)
    page.wait_for_selector("#summary table")
    assert "Round 1" in page.locator("#summary h2").inner_text()
    page.set_viewport_size({"width": 1280, "height": 420})
    page.locator("#summary summary").click()
    box = page.locator("#summary-done").bounding_box()
    assert box
    assert box["y"] + box["height"] < 420, "the button stays in sight below the details"
    assert check_access(page) == []
    page.locator("#summary-done").click()
    assert page.locator("#summary").is_hidden()
    page.locator("#summarise").click()
    page.wait_for_selector("#summary table")
    page.keyboard.press("Escape")
    assert page.locator("#summary").is_hidden()
    assert FAULTS[page] == []


def test_a_summary_that_comes_late_is_not_shown_to_a_player_who_has_moved_on(
    browser: Browser, server: Server
) -> None:
    page, waiting = open_page(browser, server, pace="fast"), list[Route]()

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route(SUMMARY, hold)
    play_the_first_round(page, server)
    row = fetch_news(page)["row"]
    while fetch_news(page)["row"] == row:
        choose(page, random.Random(2))
    assert len(waiting) == 1
    with page.expect_response(SUMMARY) as answer:
        waiting[0].continue_()
    answer.value.finished()
    assert page.locator("#summary").is_hidden()
