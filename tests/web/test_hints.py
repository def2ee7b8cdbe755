"""Hints: for the seat on turn, with numbers, told to the table, and only if the host allows it."""

import re

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, Page

from bellhop.bots import LEVELS
from bellhop.engine.game import Game
from bellhop.games import GAMES
from web.browsing import FAULTS, Server, check_access, open_page, play_now
from web.test_pages import set_up
from web.test_people import Pair

pytestmark = pytest.mark.xdist_group("compiled")


def test_a_hint_shows_the_masters_moves_and_the_chance_to_win_and_the_table_hears_of_it(
    client: TestClient,
) -> None:
    pair = Pair(client)
    mover = pair.on_turn()
    assert f"/hint?as={mover}" in pair.fragments(mover)["prompt"]
    assert "/hint" not in pair.fragments(1 - mover)["prompt"]
    page = pair.browsers[mover].post(f"{pair.path}/hint")
    assert page.status_code == 200
    assert 'class="hint-words">Best: ' in page.text
    assert re.search(r"Your chance to win: \d+%", page.text)
    assert "asked for a hint" in pair.fragments(1 - mover)["talk"]
    assert pair.post(1 - mover, "hint") == 403


def test_the_host_disables_and_enables_hints(client: TestClient) -> None:
    pair = Pair(client)
    mover = pair.on_turn()
    assert pair.post(1, "hints", hints="no") == 403
    assert pair.post(0, "hints", hints="perhaps") == 400
    assert pair.post(0, "hints", hints="no") == 303
    assert "/hint" not in pair.fragments(mover)["prompt"]
    assert pair.post(mover, "hint") == 403
    assert "Allow hints" in pair.host.get(f"{pair.path}/people").text
    assert pair.post(0, "hints", hints="yes") == 303
    assert pair.post(mover, "hint") == 200


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_level_can_be_chosen_and_is_described(client: TestClient, game: object) -> None:
    chosen = next(known for known in GAMES if known is game)
    page = client.get(f"/new/{chosen.name}").text
    for level in LEVELS:
        assert f'<option value="{level}"' in page
        assert set_up(client, chosen, ("me", level))
    assert page.count("<dd>") == len(LEVELS)


def test_a_hint_appears_at_the_table_and_goes_with_the_next_act(
    browser: Browser, server: Server
) -> None:
    page = open_page(browser, server)
    play_now(page, GAMES[0])
    page.wait_for_selector(".lit", timeout=60_000)
    table = page.url
    page.locator("form.hint button").click()
    page.wait_for_selector("#hint .hint-words", timeout=60_000)
    best = page.locator("#hint [data-path]").first.get_attribute("data-path")
    assert best
    marked = page.evaluate("[...document.querySelectorAll('.hinted')].map((e) => e.id)")
    assert set(marked) == set(best.split())
    assert check_access(page) == []
    page.wait_for_selector("#talk :text('asked for a hint')", state="attached")
    assert page.locator("#hint").is_visible(), "that a hint was taken is no act"
    for id_ in best.split():
        page.locator(f"[id='{id_}']").click()
    page.wait_for_selector("#hint", state="hidden")
    assert page.locator(".hinted").count() == 0
    assert page.url == table
    assert FAULTS[page] == []


@pytest.mark.parametrize("width", [1280, 360])
def test_hints_and_refusals_are_in_sight_wherever_the_page_is_scrolled(
    browser: Browser, server: Server, width: int
) -> None:
    page = open_page(browser, server, width)
    page.set_viewport_size({"width": width, "height": 560})
    play_now(page, GAMES[0])
    page.wait_for_selector(".lit", timeout=60_000)
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    assert page.evaluate("scrollY") > 0
    place = page.evaluate("document.getElementById('board').getBoundingClientRect().top")
    page.locator("#board .touch:not(.lit)").last.evaluate("(element) => element.click()")
    page.wait_for_selector("#told:not(:empty)")
    assert is_in_sight(page, "#told")
    top = page.evaluate("document.getElementById('board').getBoundingClientRect().top")
    assert top == pytest.approx(place, abs=1)
    page.keyboard.press("Escape")
    page.wait_for_selector("#told:empty", state="attached")
    page.locator("form.hint button").click()
    page.wait_for_selector("#hint .hint-words", timeout=60_000)
    assert is_in_sight(page, "#hint")
    assert is_in_sight(page, ".hinted >> nth=0")
    assert check_access(page) == []


COVERED = """(panel) => {
  const { top, bottom, left, right } = document.querySelector(panel).getBoundingClientRect();
  return [...document.querySelectorAll(".touch")].filter((element) => {
    const box = element.getBoundingClientRect();
    const isBelow = box.left < right && box.right > left && box.top < bottom && box.bottom > top;
    return box.width && isBelow && !element.closest(".bar");
  }).map((element) => element.id);
}"""


@pytest.mark.parametrize("game", GAMES[:3], ids=lambda game: game.name)
@pytest.mark.parametrize(
    "size", [pytest.param((1440, 900), marks=pytest.mark.prove), (1280, 720)], ids=str
)
def test_neither_a_hint_nor_a_refusal_covers_what_is_played_with(
    browser: Browser, server: Server, game: Game, size: tuple[int, int]
) -> None:
    page = open_page(browser, server)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    play_now(page, game)
    page.wait_for_selector(".lit", timeout=60_000)
    page.locator("form.hint button").click()
    page.wait_for_selector("#hint .hint-words", timeout=60_000)
    assert page.evaluate(COVERED, "#hint") == []
    page.locator("#hint button").click()
    page.locator("#board .touch:not(.lit)").last.evaluate("(element) => element.click()")
    page.wait_for_selector("#told:not(:empty)")
    assert is_in_sight(page, "#told")
    assert page.evaluate(COVERED, "#told") == []


def is_in_sight(page: Page, selector: str) -> bool:
    """Is an element wholly inside the window, with nothing on top of its middle?"""
    found: bool = page.locator(selector).evaluate(
        """(element) => {
        const { top, bottom, left, right } = element.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const isPassed = getComputedStyle(element).pointerEvents === "none";
        return top >= 0 && bottom <= innerHeight && (isPassed || element.contains(hit));
        }"""
    )
    return found
