"""The table in a real browser: whole games by clicking, on a desktop and on a phone."""

import random

import pytest
from playwright.sync_api import Browser, Page

from bellhop.bots.random_bot import RandomBot
from bellhop.engine.game import Game
from bellhop.games import GAMES
from bellhop.table.file import GameFile
from bellhop.table.sitting import Sitting
from support import is_proving, more
from table.test_practice import play
from table.test_start import FRIENDS, LATER
from web.browsing import (
    FAULTS,
    Server,
    check_access,
    click_on,
    every_game_but,
    fetch_news,
    open_page,
    play_now,
    wait_for_anybody,
)

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@every_game_but("perfect-hotel", "grand-austria-hotel")
def test_a_whole_game_by_clicking(browser: Browser, server: Server, game: Game) -> None:
    page = open_page(browser, server)
    play_now(page, game)
    click_on(page, random.Random(1), 2_000)
    box = page.locator("#sheet .result").bounding_box()
    assert box
    assert box["y"] + box["height"] < 850, "the ranking fits the screen"
    newest = page.locator("#log li[value]").first
    assert newest.get_attribute("value") == str(fetch_news(page)["row"])
    assert FAULTS[page] == []


@every_game
@pytest.mark.parametrize(("width", "locale"), [(360, "pl-PL"), (2560, "ru-RU")])
def test_nothing_overflows_on_any_screen(
    browser: Browser, server: Server, game: Game, width: int, locale: str
) -> None:
    page = open_page(browser, server, width, locale)
    assert page.evaluate("document.documentElement.lang") == locale[:2]
    for _ in range(2):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if not page.locator("#table").count():
            play_now(page, game)
            click_on(page, random.Random(2), more(8, 25))
    assert FAULTS[page] == []


def check_schemes(page: Page) -> list[str]:
    """What axe finds wrong with a page in the light, and with its colours in the dark."""
    page.emulate_media(color_scheme="light")
    faults = check_access(page)
    page.emulate_media(color_scheme="dark")
    return faults + (check_access(page) if is_proving() else check_access(page, "color-contrast"))


@every_game_but("perfect-hotel", "overbooking")
def test_every_page_is_accessible(browser: Browser, server: Server, game: Game) -> None:
    """Axe finds no violation on any page."""
    page = open_page(browser, server)
    lobby = page.url
    faults = [check_schemes(page)]
    page.goto(f"{lobby}new/{game.name}")
    faults.append(check_schemes(page))
    page.goto(lobby)
    play_now(page, game)
    click_on(page, random.Random(5), 7)
    page.wait_for_selector(".lit", timeout=60_000)
    faults.append(check_schemes(page))
    page.keyboard.press("?")
    page.wait_for_selector("#overview[open] table")
    faults.append(check_schemes(page))
    page.goto(f"{page.url}/people")
    faults.append(check_schemes(page))
    page.goto(page.url.replace("people", "replay?row=7"))
    faults.append(check_schemes(page))
    page.goto(f"{lobby}rules/{game.name}")
    page.locator("details").first.click()
    faults.append(check_schemes(page))
    assert faults == [[]] * 7


def test_low_contrast_is_detected_in_dark_mode(browser: Browser, server: Server) -> None:
    page = open_page(browser, server)
    rule = "@media (prefers-color-scheme: dark) { h1 { color: #222; background: #111 } }"
    page.evaluate("(rule) => document.styleSheets[0].insertRule(rule)", rule)
    assert [fault.partition(":")[0] for fault in check_schemes(page)] == ["color-contrast"]


def test_a_friend_sits_down_by_link_and_both_pages_begin(browser: Browser, server: Server) -> None:
    host = open_page(browser, server)
    host.goto(f"{server.url}/new/{GAMES[1].name}")
    host.select_option("[name=kind-1]", "friend")
    host.select_option("[name=kind-2]", "closed")
    host.locator("form.set-up button").click()
    link = host.locator(".invitations input").first.input_value()
    friend = open_page(browser, server, 390, "ru-RU")
    friend.goto(link)
    friend.fill("[name=name]", "Зоя")
    friend.locator("form.set-up button").click()
    for page in (host, friend):
        page.wait_for_selector("#players :text('Зоя')", timeout=60_000)
        page.wait_for_selector(".invitations", state="detached", timeout=60_000)
    wait_for_anybody(host, friend)
    assert not (host.locator(".lit").count() and friend.locator(".lit").count())


def test_people_at_one_device_hand_it_over(browser: Browser, server: Server) -> None:
    page = open_page(browser, server)
    page.goto(f"{server.url}/new/{GAMES[0].name}")
    page.select_option("[name=kind-1]", "me")
    page.select_option("[name=kind-2]", "closed")
    page.locator("form.set-up button").click()
    for _ in range(3):
        page.wait_for_selector("[data-as]")
        assert page.locator("#hand").inner_text() == ""
        page.locator("[data-as]").click()
        page.wait_for_selector("#pile.lit")
        page.locator("#pile").click()
        page.wait_for_selector("#hand .lit")
        page.locator("#hand .lit").first.click()
        if page.locator(".picked").count():  # only a tourist has more than one place to go
            page.locator("#board .lit").first.click()


def test_reload_and_a_restarted_server_in_mid_turn(browser: Browser, server: Server) -> None:
    page = open_page(browser, server)
    play_now(page, GAMES[0])
    click_on(page, random.Random(3), 7)
    page.wait_for_selector(".lit", timeout=60_000)
    before = page.locator("#log li").count()
    page.reload()
    page.wait_for_selector(".lit", timeout=60_000)
    assert page.locator("#log li").count() == before
    server.stop()
    server.start()
    server.wait()
    page.wait_for_selector(".lit", timeout=60_000)
    click_on(page, random.Random(4), 20)
    page.wait_for_function(
        f"() => document.querySelectorAll('#log li').length > {before}", timeout=60_000
    )


def test_moves_can_be_made_and_undone_with_the_keyboard_alone(
    browser: Browser, server: Server
) -> None:
    """Play Perfect Hotel until a set can be formed, then form it and undo it, all by keys."""
    page = open_page(browser, server)
    play_now(page, GAMES[0])
    chance = random.Random(6)
    for _ in range(60):
        page.wait_for_selector(".lit", timeout=60_000)
        site = page.evaluate("document.querySelector('[id^=site-].lit')?.id ?? ''")
        if site:
            break
        click_on(page, chance, 1)
    page.locator(f"[id='{site}']").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#undo:not([hidden])")
    page.locator("#undo").focus()
    page.keyboard.press("Space")
    page.wait_for_selector(f"[id='{site}'].lit")
    page.wait_for_selector("#redo:not([hidden])")


def game_with_a_tourist_to_place() -> tuple[bytes, int, int]:
    """A saved game of Perfect Hotel, a row after which a tourist has several places, and whose."""
    sitting = Sitting(GAMES[0], GAMES[0].undealt(3), FRIENDS, LATER)
    bot, found = RandomBot(1), (0, 0)
    hosts = {GAMES[0].move_named(f"place tourist {tag}") for tag in (5, 6)}
    while not sitting.is_over:
        play(sitting, 1, bot)
        moves = [] if sitting.is_over else GAMES[0].legal_moves(sitting.position)
        if not found[0] and hosts <= set(moves):
            found = len(sitting.acts), sitting.position.turn
    return GameFile.of(sitting).to_json().encode(), *found


def test_why_not_links_to_the_rules_and_a_half_made_move_can_go_on(
    browser: Browser, server: Server
) -> None:
    """In Perfect Hotel, pick up a tourist, touch the pile, read the rule, place the tourist."""
    page = open_page(browser, server)
    page.clock.install()
    saved, row, seat = game_with_a_tourist_to_place()
    imported = page.request.post(f"{server.url}/import", data=saved).json()["at"]
    page.goto(f"{server.url}{imported.partition('/replay')[0]}/continue?row={row}")
    for number in range(3):
        page.select_option(f"[name=kind-{number}]", "me" if number == seat else "newcomer")
    page.locator("form.set-up button.main").click()
    page.locator("#hand .tourist.lit").first.click()
    places = page.locator("#board .lit")
    places.first.wait_for()
    page.locator("#pile").click()
    with page.context.expect_page() as opened:
        page.locator("#told a").click()
    rules = opened.value
    rules.wait_for_load_state()
    assert rules.url == f"{server.url}/rules/{GAMES[0].name}#research"
    title = rules.locator("#research h2")
    assert title.evaluate("(e) => e.getBoundingClientRect().top") < 200
    assert page.locator("#told a").inner_text().endswith(title.inner_text())
    page.clock.fast_forward(15_000)  # the refusal gives way to the prompt
    assert page.locator("#told").inner_text() == ""
    assert page.locator("#hand .tourist.picked").count() == 1
    before = fetch_news(page)["row"]
    with page.expect_response("**/act?*"):
        places.first.click()
    assert page.locator(".picked").count() == 0
    assert fetch_news(page)["row"] > before


@every_game
def test_the_overview_opens_and_closes_by_key_and_keeps_a_half_made_move(
    browser: Browser, server: Server, game: Game
) -> None:
    page = open_page(browser, server, 360, "pl-PL")
    play_now(page, game)
    page.wait_for_selector(".lit", timeout=60_000)
    half_made = game is GAMES[1]
    if half_made:
        page.locator("#hand .lit").first.click()
    page.keyboard.press("?")
    page.wait_for_selector("#overview[open] table")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.keyboard.press("Escape")
    page.wait_for_selector("#overview:not([open])", state="attached")
    assert page.locator(".picked").count() == int(half_made)
    page.locator("[data-opens=overview]").click()
    page.wait_for_selector("#overview[open]")
    page.keyboard.press("?")
    page.wait_for_selector("#overview:not([open])", state="attached")
    page.keyboard.press("Escape")
    assert page.locator(".picked").count() == 0
    assert FAULTS[page] == []


@pytest.mark.parametrize(("width", "locale"), [(360, "pl-PL"), (360, "ru-RU"), (2560, "en-GB")])
def test_the_rules_fit_any_screen(
    browser: Browser, server: Server, width: int, locale: str
) -> None:
    page = open_page(browser, server, width, locale)
    for game in GAMES:
        page.goto(f"{server.url}/rules/{game.name}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, game.name
    assert FAULTS[page] == []
