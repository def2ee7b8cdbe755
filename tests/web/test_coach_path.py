"""A person's whole path, in a real browser: from the end of a game to a solved mistake."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from bellhop.engine.game import Game
from bellhop.engine.words import LANGUAGES
from bellhop.games import game_named
from support import is_proving
from web.browsing import FAULTS, Server, check_access, open_page

# The coach compiles the rules first, which may take minutes on a machine that does much else.
pytestmark = [pytest.mark.prove, pytest.mark.timeout(900)]
TITLES = {"en": "Game analysis", "pl": "Analiza gry", "ru": "Анализ партии"}
CLIPPED = """Array.from(document.querySelectorAll(".tools :is(button, a)"))
    .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.id)"""
WHOLE_SECONDS = 300_000  # machines are shared
PATHS = [
    pytest.param("perfect-hotel", {"rounds": "1"}),
    pytest.param("overbooking", {}),
    pytest.param("grand-austria-hotel", {}),
]


def finish_game(page: Page, server: Server, game: Game, options: dict[str, str]) -> str:
    """Open a table against a bot, and play to the end without looking; return its address."""
    page.goto(f"{server.url}/new/{game.name}")
    for number in range(game.players[-1]):
        kind = {0: "me", 1: "newcomer"}.get(number, "closed")
        page.locator(f"[name=kind-{number}]").select_option(kind)
    for name, choice in options.items():
        page.locator(f"[name={name}]").select_option(choice)
    page.locator("form.set-up button.main").click()
    page.wait_for_selector(".lit")
    chance = random.Random(4)
    news = fetch(page, "news")
    while not news["fragments"]["sheet"]:
        if news["moves"]:
            act = chance.choice(news["moves"])["act"]
            fetch(page, "act", {"row": news["row"] + 1, "act": act, "key": f"k{news['row']}"})
        news = fetch(page, "news")
    return page.url


def fetch(page: Page, what: str, body: dict[str, Any] | None = None) -> Any:
    """What the server answers to the table page."""
    script = """([what, body]) => fetch(`${location.pathname}/${what}`, body && {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    }).then((answer) => answer.json())"""
    return page.evaluate(script, [what, body])


def open_analysis(page: Page, table: str, language: str) -> None:
    """Come from the end screen to the whole analysis with one click."""
    page.goto(table)
    page.locator(f".afterwards a:has-text('{TITLES[language]}')").click()
    page.wait_for_selector("#curve", timeout=WHOLE_SECONDS)
    page.wait_for_selector("#analysing", state="hidden", timeout=WHOLE_SECONDS)
    assert page.locator("h1").inner_text().startswith(TITLES[language])


def look_around(page: Page) -> None:
    """Follow a sentence, the slider and the switch; nothing is said without words."""
    first = page.locator(".turnings li a").first
    assert len(first.inner_text()) > 20
    row = first.get_attribute("data-row")
    first.click()
    page.wait_for_url(f"**row={row}*")
    assert page.locator("#moment [name=row]").input_value() == row
    page.locator("#open-hands").check()
    assert page.locator("polyline.known").first.is_hidden()
    assert page.locator("polyline.open").first.is_visible()
    assert page.locator(".skills tbody tr").count() > 8
    check_at_times(page)


def check_at_times(page: Page) -> None:
    """Check that the page is open to all, in one language or, in `make prove`, in every one."""
    if is_proving() or page.locator("html").get_attribute("lang") == "pl":
        assert check_access(page) == []


def solve_mistake(page: Page) -> None:
    """Try a wrong move, hear that it is wrong, and then find a good one."""
    assert page.evaluate(CLIPPED) == []
    played = page.locator("#table").get_attribute("data-row")
    answer = fetch_solution(page, int(played or 0))
    wrong = answer["chosen"]
    for id_ in path_to(page, wrong):
        page.locator(f"[id='{id_}']").click()
    page.wait_for_selector("#told:not(.thinking):not(:empty)", timeout=WHOLE_SECONDS)
    assert re.search(r"\d", page.locator("#told").inner_text())
    assert not page.locator("#solved h2").count(), "the answer stays hidden"
    for id_ in answer["path"]:
        page.locator(f"[id='{id_}']").click()
    page.wait_for_selector("#told.solved", timeout=WHOLE_SECONDS)
    page.wait_for_selector("#solved tbody tr")
    check_at_times(page)


def fetch_solution(page: Page, row: int) -> Any:
    """The best path, and the move that was played, as somebody else would see it."""
    script = """async (row) => {
        const body = JSON.stringify({ row, tries: 9 });
        const headers = { "Content-Type": "application/json" };
        const answer = await fetch("solution", { method: "POST", headers, body });
        const { path, html } = await answer.json();
        const page = new DOMParser().parseFromString(html, "text/html");
        const chosen = page.querySelector(".chosen th").firstChild.textContent.trim();
        return { path, chosen };
    }"""
    return page.evaluate(script, row)


def path_to(page: Page, says: str) -> list[str]:
    """The clicks that make a move, by its words."""
    script = """(says) => JSON.parse(document.getElementById("table").dataset.moves)
        .find((move) => move.says.trim() === says).path"""
    found: list[str] = page.evaluate(script, says)
    return found


@pytest.mark.parametrize(("name", "options"), PATHS)
def test_from_the_end_of_a_game_to_a_solved_mistake_in_every_language(
    browser: Browser, server: Server, name: str, options: dict[str, str]
) -> None:
    page = open_page(browser, server)
    table = finish_game(page, server, game_named(name), options)
    for language in LANGUAGES:
        width = 360 if language == "ru" else 1280
        page.set_viewport_size({"width": width, "height": 850})
        page.goto(server.url)
        page.locator(f"header button[lang={language}]").click()
        open_analysis(page, table, language)
        look_around(page)
        page.locator(".mistakes details[open] a.main").click()
        solve_mistake(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.goto(f"{server.url}/mistakes")
    assert "/mistakes?row=" in page.url, "the other mistakes are due"
    assert FAULTS[page] == []
