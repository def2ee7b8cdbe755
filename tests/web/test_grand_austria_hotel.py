"""The page of Grand Austria Hotel: warnings, serving, undo, folds and explanations."""

import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from bellhop.drawing.pages import draw_html
from bellhop.engine.game import Game
from bellhop.games import game_named
from bellhop.games.grand_austria_hotel.rules.state import NO_GUEST, Position
from bellhop.games.grand_austria_hotel.rules.tables import STAFF_NAMES
from bellhop.games.grand_austria_hotel.rules.vocabulary import (
    MOVE_KIND,
    PUBLIC,
    ROUNDS,
    Move,
    Phase,
    Place,
)
from web.browsing import Server, click_on, leave, open_page, play_now
from web.test_fit import open_still_table, play_through, show

GAME: Game[Any] = game_named("grand-austria-hotel")
NAMES = ("Ann", "Bob")


def first_turn(seed: int = 4) -> Position:
    """A game at the start of its first turn, with a free table."""
    position: Position = GAME.new(2, seed=seed)
    chance = random.Random(seed)
    while position.phase != Phase.TURNS:
        GAME.play(position, chance.choice(GAME.legal_moves(position)))
    return position


def test_a_die_is_warned_of_only_while_a_guest_could_be_taken() -> None:
    position = first_turn()
    words, drawing = GAME.words("en"), GAME.page
    seen = GAME.show(position, position.turn)
    moves = GAME.legal_moves(seen)
    warned = {move for move in moves if drawing.warning(words, seen, move)}
    assert warned == {m for m in moves if MOVE_KIND[m] in (Move.TAKE_DIE, Move.BOOST_DIE)}
    GAME.play(position, next(m for m in moves if MOVE_KIND[m] == Move.GUEST))
    seen = GAME.show(position, position.turn)
    assert not any(drawing.warning(words, seen, move) for move in GAME.legal_moves(seen))


def test_an_extra_turn_is_announced_and_not_given_up_by_mistake() -> None:
    position = first_turn()
    words, drawing = GAME.words("en"), GAME.page
    position.is_extra = 1
    seen = GAME.show(position, position.turn)
    assert "extra turn" in GAME.speech.say_task(words, seen)
    (end,) = [move for move in GAME.legal_moves(seen) if MOVE_KIND[move] == Move.END]
    assert "extra turn" in drawing.warning(words, seen, end)
    seen.die_taken = 1
    assert "extra turn" not in GAME.speech.say_task(words, seen)
    assert not drawing.warning(words, seen, end)


def test_in_the_last_turn_nobody_is_told_to_take_a_guest_first() -> None:
    position = first_turn()
    position.round = ROUNDS - 1
    seen, words = GAME.show(position, position.turn), GAME.words("en")
    moves = GAME.legal_moves(seen)
    assert any(GAME.page.warning(words, seen, move) for move in moves), "another turn follows"
    seen.players[seen.turn].covered = 1
    assert not any(GAME.page.warning(words, seen, move) for move in moves)


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_hands_of_others_are_only_numbers(language: str) -> None:
    position = first_turn()
    seat = 1 - position.turn
    html = draw_html(GAME, GAME.words(language), GAME.show(position, seat), seat, NAMES)
    held = [card for card, place in enumerate(position.staff) if place == Place.HAND + 1 - seat]
    assert held
    for card in held:
        name = GAME.words(language).find(f"staff.{STAFF_NAMES[card]}", "").split("~")[0]
        assert name
        assert name not in html["board"] + html["hand"]
        assert f"staff-{STAFF_NAMES[card]}" not in "".join(html.values())


def test_prices_are_those_of_the_seat_that_looks() -> None:
    position = first_turn()
    card = STAFF_NAMES.index("delivery-boy")
    position.staff[card], position.known[card] = Place.PLAYED + position.turn, PUBLIC
    words = GAME.words("en")
    for seat, free in ((position.turn, True), (1 - position.turn, False)):
        board = draw_html(GAME, words, GAME.show(position, seat), seat, NAMES)["board"]
        assert ("Price: 3 krone" not in board) == free
    assert all(guest != NO_GUEST for guest in position.row)


def start_turn(page: Page) -> None:
    """Play until the player's turn begins with a guest they can take."""
    play_now(page, GAME)
    chance = random.Random(2)
    for _ in range(200):
        page.wait_for_selector(".lit", timeout=60_000)
        if page.locator(".action-space.lit").count() and page.locator(".visitor.lit").count():
            return
        click_on(page, chance, 1)


def test_a_warning_is_given_once_and_tips_explain(browser: Browser, server: Server) -> None:
    page = open_page(browser, server)
    start_turn(page)
    die = page.locator(".action-space.lit").first
    die.click()
    assert "You could still take a guest" in page.locator("#told").inner_text()
    rows = page.locator("#log li").count()
    die.click()
    page.wait_for_function(f"() => document.querySelectorAll('#log li').length > {rows}")
    card = page.locator(".visitor").first
    card.hover()
    assert page.locator(".tip").is_visible()
    name = card.locator(".visitor-name").inner_text()
    assert page.locator(".tip b").inner_text().startswith(name)
    page.keyboard.press("Escape")
    assert page.locator(".tip").is_hidden()


def test_a_long_press_of_a_finger_explains_and_makes_no_move(
    browser: Browser, server: Server
) -> None:
    phone = open_page(browser, server, 360)
    start_turn(phone)
    card = phone.locator(".visitor.lit").first
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    assert box
    finger = phone.context.new_cdp_session(phone)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    phone.wait_for_selector(".tip", state="visible")
    assert card.locator(".visitor-name").inner_text() in phone.locator(".tip b").inner_text()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert phone.locator(".tip").is_visible(), "it stays to be read"
    assert phone.locator(".visitor.lit").count(), "nothing was chosen by it"
    card.tap()
    phone.wait_for_selector(".visitor.lit", state="detached")


def test_a_phone_folds_what_is_not_needed(browser: Browser, server: Server) -> None:
    phone = open_page(browser, server, 360)
    start_turn(phone)
    assert not phone.locator("details.court[open]").count()
    assert phone.locator("#board .lit").first.is_visible()
    phone.context.close()
    desk = open_page(browser, server)
    start_turn(desk)
    assert desk.locator("details.court[open]").count() == 1


ROUND = "<h2>Round 1</h2><table>" + "<tr><th>Anna</th><td>+7</td></tr>" * 4 + "</table>"
SHOW_SUMMARY = (
    "import('/static/summary.js').then(({ showSummary }) => showSummary(() => '/summary'))"
)


@pytest.mark.parametrize("width", [390, 1440])
def test_the_summary_of_a_round_covers_neither_hand_nor_bar(
    browser: Browser, server: Server, width: int
) -> None:
    page = open_page(browser, server, width)
    start_turn(page)
    page.route("**/summary", lambda route: route.fulfill(body=ROUND))
    page.evaluate(SHOW_SUMMARY)
    page.wait_for_selector("#summary:not([hidden]) table")
    bar, summary, hand = (
        page.locator(part).bounding_box() for part in (".bar", "#summary", "#hand")
    )
    assert bar
    assert summary
    assert hand
    assert hand["y"] < 850
    assert bar["y"] + bar["height"] <= summary["y"]
    assert summary["y"] + summary["height"] <= hand["y"]


def test_served_food_can_be_taken_back_in_place(browser: Browser, server: Server) -> None:
    page = open_page(browser, server)
    play_now(page, GAME)
    chance = random.Random(8)
    for _ in range(300):
        page.wait_for_selector(".lit, #sheet table", timeout=60_000)
        plus = page.locator(".plus.lit")
        if plus.count():
            break
        click_on(page, chance, 1)
    id_ = str(plus.first.get_attribute("id"))
    line = page.locator(f"li:has(> [id='{id_}'])")
    served = line.locator(".portion.had").count()
    leave(page)
    page.locator(f"[id='{id_}']").click()
    page.wait_for_selector(".back-one:not([hidden])")
    page.locator(".back-one:not([hidden])").click()
    page.wait_for_selector(f"[id='{id_}'].lit")
    assert page.locator(f"li:has(> [id='{id_}'])").locator(".portion.had").count() == served


@pytest.mark.parametrize("size", [(390, 844), (768, 1024), (1440, 900), (1920, 1080)])
def test_nothing_below_the_dice_moves_when_they_are_rolled_and_taken(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    page = open_page(browser, server, size[0])
    page.set_viewport_size({"width": size[0], "height": size[1]})
    play_now(page, GAME)
    page.wait_for_selector(".lit")
    assert page.locator(".cast .die").count() == 0, "no dice before the first round"
    height = "document.querySelector('.action-spaces').offsetHeight"
    before = page.evaluate(height)
    page.evaluate(
        """() => {
          for (const space of document.querySelectorAll(".action-spaces li")) {
            const die = space.querySelector(".die");
            for (let n = 0; n < 7; n += 1) space.querySelector(".cast").append(die.cloneNode(true));
            space.insertAdjacentHTML("beforeend", '<button class="touch booster">+1</button>');
          }
        }"""
    )
    assert abs(page.evaluate(height) - before) < 3


def test_on_a_phone_a_turn_begins_at_the_guests(browser: Browser, server: Server) -> None:
    page = open_page(browser, server, 390)
    play_now(page, GAME)
    guest = page.locator("#board .visitor.lit").first
    guest.wait_for()
    page.evaluate("document.getElementById('table-1').classList.add('lit')")
    page.locator("#table-1").evaluate("(table) => table.scrollIntoView({ block: 'center' })")
    script = page.locator("script[src*='/table.js']").get_attribute("src") or ""
    folds = script.replace("/table.js", "/folds.js")
    bring = "(given) => import(given.folds).then((it) => it.bringLit(document, given.begins))"
    page.evaluate(bring, {"folds": folds, "begins": False})
    expect(guest).not_to_be_in_viewport()
    page.evaluate(bring, {"folds": folds, "begins": True})
    expect(guest).to_be_in_viewport()


@pytest.mark.parametrize("size", [(1920, 1080), (2560, 1440), (1440, 1200)])
def test_staff_in_hand_can_be_read_on_large_screens(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    page = open_page(browser, server)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    play_now(page, GAME)
    page.wait_for_selector(".lit")
    texts = page.locator(".staff-hand .dossier-text")
    assert texts.count() > 0
    for number in range(texts.count()):
        expect(texts.nth(number)).to_be_in_viewport(ratio=1)


def test_on_a_phone_all_answers_to_how_many_are_in_sight(browser: Browser, server: Server) -> None:
    moments = [moment for seed in range(8) for moment in play_through(GAME, 2 * seed)]
    amounts = [[MOVE_KIND[n] for n in GAME.legal_moves(each)] for each, _ in moments]
    counts = [kinds.count(Move.AMOUNT) for kinds in amounts]
    position, seat = moments[counts.index(max(counts))]
    assert max(counts) > 4
    page = open_still_table(browser, server, GAME)
    page.set_viewport_size({"width": 390, "height": 844})
    show(page, GAME, position, seat, "en")
    box = page.locator(".answers").bounding_box()
    assert box
    assert box["height"] < 24 * max(counts), "two or more stand side by side"
