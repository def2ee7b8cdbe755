"""The tutor and the chance bar, as a browser shows them."""

import re

import pytest
from playwright.sync_api import Browser, Page

from bellhop.engine.game import Game
from bellhop.games import game_named
from web.browsing import FAULTS, Server, fetch_news, leave, open_page, play_now
from web.test_clicks import until_set

pytestmark = pytest.mark.xdist_group("compiled")

HOTEL, INN, VIENNA = map(game_named, ("perfect-hotel", "overbooking", "grand-austria-hotel"))
SAYS = "This gives away at least 64%. Sure?"

# A tutor that finds every move with such a beginning a blunder, all of them equally bad.
TUTOR = """
const ask = window.fetch;
Object.assign(window, { sent: [], told: 0, answered: -1 });
window.fetch = async (address, options) => {
  if (String(address).includes("/act?")) window.sent.push(JSON.parse(options.body));
  if (String(address).includes("/tutor/warned")) window.told += 1;
  if (!String(address).includes("/tutor?")) return ask(address, options);
  const { row, moves } = await (await ask(`${location.pathname}/news`)).json();
  const bad = moves.filter(({ act }) => act.startsWith("BEGINNING"));
  const warnings = Object.fromEntries(bad.map(({ act }) => [act, "SAYS"]));
  setTimeout(() => (window.answered = row), 50);
  return Response.json({ row, warnings });
};
""".replace("SAYS", SAYS)
SWITCH_ON = """() => fetch(`${location.pathname}/tutor`, {
  method: "POST", body: new URLSearchParams({ tutor: "on" }), redirect: "manual" })"""


def open_tutored(browser: Browser, server: Server, game: Game, beginning: str = "") -> Page:
    """A table against a bot where the tutor is on."""
    page = open_page(browser, server)
    page.add_init_script(TUTOR.replace("BEGINNING", beginning))
    play_now(page, game)
    page.wait_for_selector(".lit")
    page.evaluate(SWITCH_ON)
    page.wait_for_selector("#talk :text('switches the tutor on')", state="attached")
    return page


def wait_for_tutor(page: Page) -> None:
    """Until the tutor has answered for the table as it is."""
    row = fetch_news(page)["row"]
    page.wait_for_function("(row) => window.answered >= row", arg=row)


def click(page: Page, *ids: str) -> None:
    """Click elements one after another, as a person does who moves the pointer between them."""
    for id_ in ids:
        leave(page)
        page.locator(f"[id='{id_}']").click()


def count_sent(page: Page) -> int:
    """How many moves were sent; moves of a set count as one."""
    sent: int = page.evaluate("window.sent.length")
    return sent


def is_warned(page: Page, text: str = SAYS) -> bool:
    """Is this, and nothing more, said about what was touched last?"""
    return page.locator("#told").inner_text() == text


def test_each_of_two_equal_blunders_must_be_made_twice(browser: Browser, server: Server) -> None:
    page = open_tutored(browser, server, INN)
    wait_for_tutor(page)
    moves = fetch_news(page)["moves"]
    one = moves[0]["path"]
    other = next(move["path"] for move in moves if move["path"][0] != one[0])
    for path in (one, other):
        click(page, *path)
        assert is_warned(page)
    page.locator("#cancel").click()
    assert is_warned(page, "")
    click(page, *other)
    assert is_warned(page), "what was cancelled is asked about again"
    assert count_sent(page) == 0
    assert page.evaluate("window.told") == 3
    click(page, other[-1])
    page.wait_for_function("() => window.sent.length === 1")
    assert FAULTS[page] == []


def test_a_set_with_a_blunder_in_it_must_be_laid_twice(browser: Browser, server: Server) -> None:
    page = open_tutored(browser, server, HOTEL, "add")
    click(page, until_set(page))
    page.wait_for_selector("#set-done.lit")
    wait_for_tutor(page)
    sent, item = count_sent(page), page.locator(".set button.card.lit").first.get_attribute("id")
    click(page, "set-done")
    assert is_warned(page)
    click(page, str(item), str(item), "set-done")
    assert is_warned(page), "another choice in between is asked about again"
    assert count_sent(page) == sent
    click(page, "set-done")
    page.wait_for_function("(sent) => window.sent.length === sent", arg=sent + 1)
    assert FAULTS[page] == []


def test_the_games_own_warning_and_the_tutors_are_both_given(
    browser: Browser, server: Server
) -> None:
    page = open_tutored(browser, server, VIENNA, "die")
    for _ in range(20):
        page.wait_for_selector(".lit")
        news = fetch_news(page)
        if rash := [move for move in news["moves"] if move["warning"]]:
            break
        click(page, *news["moves"][0]["path"])
        page.wait_for_function("(row) => window.answered > row", arg=news["row"])
    wait_for_tutor(page)
    sent = count_sent(page)
    click(page, *rash[0]["path"])
    assert is_warned(page, f"{rash[0]['warning']} {SAYS}")
    assert count_sent(page) == sent
    assert FAULTS[page] == []


def test_the_chance_bar_appears_where_it_is_wanted_and_follows_the_game(
    browser: Browser, server: Server
) -> None:
    page = open_page(browser, server)
    play_now(page, INN)
    page.wait_for_selector(".lit")
    assert page.locator("#chances").is_hidden(), "players switch it on themselves"
    page.evaluate("localStorage.bellhop = JSON.stringify({ pace: 'off', chances: 'on' })")
    page.reload()
    page.wait_for_selector("#chances:not([hidden]) *")
    before = page.locator("#chances").inner_text()
    assert abs(sum(map(int, re.findall(r"(\d+)%", before))) - 100) <= 2
    for _ in range(4):
        page.wait_for_selector(".lit")
        news = fetch_news(page)
        click(page, *news["moves"][0]["path"])
        page.wait_for_function(
            "async (row) => (await (await fetch(`${location.pathname}/news`)).json()).row > row",
            arg=news["row"],
        )
    page.wait_for_function(
        "(before) => document.getElementById('chances').innerText !== before", arg=before
    )
    after = page.locator("#chances").inner_text()
    assert abs(sum(map(int, re.findall(r"(\d+)%", after))) - 100) <= 2
    assert FAULTS[page] == []
