"""People at one table, each in a browser: joining, chatting, leaving, and checking the dice."""

import random
from pathlib import Path

from playwright.sync_api import Page, expect

from web.browsing import FAULTS, Server, check_access, click_on, fetch_news

# The first news after a row leave one move, which can be undone.
LEAVE_ONE_MOVE = """(row) => {
  const parse = JSON.parse;
  JSON.parse = (text) => {
    const news = parse(text);
    if (!window.only && news?.row > row) {
      window.only = { ...news.moves[0], final: false };
      news.moves = [only];
    }
    return news;
  };
}"""


def test_people_talk_and_can_be_muted(company: tuple[Page, Page]) -> None:
    host, friend = company
    host.fill("#say input", "Good evening!")
    host.keyboard.press("Enter")
    line = friend.locator("#talk li", has_text="Good evening!")
    line.wait_for()
    assert not host.locator("#mutes button").is_visible()  # the friend has said nothing yet
    friend.fill("#say input", "Hello!")
    friend.keyboard.press("Enter")
    host.get_by_role("button", name="Mute Zoe", exact=True).wait_for()  # not the seat's old name
    friend.locator("#mutes button").click()
    line.wait_for(state="hidden")
    friend.reload()
    friend.wait_for_selector("#talk li", state="attached")
    line.wait_for(state="hidden")  # muting is remembered on this device
    friend.locator("#mutes button").click()
    line.wait_for(state="visible")
    assert check_access(friend) == []
    assert FAULTS[host] == FAULTS[friend] == []


def test_a_remark_is_seen_on_a_phone_wherever_the_page_is_scrolled(
    company: tuple[Page, Page],
) -> None:
    host, friend = company
    friend.set_viewport_size({"width": 390, "height": 844})
    friend.evaluate("scrollTo(0, 0)")
    assert not friend.locator("#remark").is_visible()
    host.fill("#say input", "Good evening!")
    host.keyboard.press("Enter")
    remark = friend.locator("#remark", has_text="Good evening!")
    remark.wait_for()
    assert friend.evaluate("document.getElementById('remark').getBoundingClientRect().top") < 200
    bar, board = friend.locator(".bar").bounding_box(), friend.locator("#board").bounding_box()
    assert bar
    assert board
    assert board["y"] >= bar["y"] + bar["height"], "it covers nothing"
    expect(remark).to_be_in_viewport(ratio=1)
    assert check_access(friend) == []
    assert not host.locator("#remark").is_visible(), "nobody is told of their own words"
    remark.click()
    remark.wait_for(state="hidden")
    expect(friend.locator("#say")).to_be_in_viewport()
    friend.evaluate("scrollTo(0, 0)")
    friend.fill("#say input", "Hello!")
    friend.keyboard.press("Enter")
    host.locator("#talk li", has_text="Hello!").wait_for()
    assert not host.locator("#remark").is_visible(), "the chat is in sight"
    assert FAULTS[host] == FAULTS[friend] == []


def test_a_refused_message_stays_as_long_as_any_refusal(company: tuple[Page, Page]) -> None:
    host, friend = company
    host.wait_for_selector(".person.on-turn")
    page = host if host.locator("#pile.lit").count() else friend
    page.clock.install()
    page.locator("#pile.lit").click()
    page.wait_for_selector("#pile:not(.lit)")
    page.wait_for_selector(".hand .lit")  # the answer to the move has been shown
    page.clock.pause_at(page.evaluate("Date.now() + 10_000"))
    page.route("**/say", lambda route: route.fulfill(status=429, json={"told": "Slow down."}))
    page.fill("#say input", "Hello!")
    page.keyboard.press("Enter")
    told = page.locator("#told", has_text="Slow down.")
    told.wait_for()
    page.clock.fast_forward(10_000)
    assert told.count() == 1, "a move before it takes nothing away"
    page.clock.fast_forward(5_000)
    assert told.count() == 0


def test_a_move_that_the_page_makes_is_named_with_whose_turn_follows(
    company: tuple[Page, Page],
) -> None:
    host, friend = company
    host.wait_for_selector(".person.on-turn")
    page, other = (host, "Zoe") if host.locator("#pile.lit").count() else (friend, "Ann")
    page.evaluate(LEAVE_ONE_MOVE, fetch_news(page)["row"])
    page.locator("#pile.lit").click()
    page.wait_for_selector("#mention:not(:empty)")
    expect(page.locator("#mention")).to_have_text(
        f"Only one move was left: {page.evaluate('only.says')}. It's {other}'s turn."
    )
    assert check_access(page) == []
    rival = friend if page is host else host
    rival.locator("#pile.lit").click()
    rival.locator("#hand .lit").first.click()
    expect(page.locator("#mention")).to_have_text(
        f"Only one move was left: {page.evaluate('only.says')}."
    )
    rival.locator("a[href$='/people']").click()
    rival.locator("details:has(form[action$='/resign']) summary").click()
    rival.locator("form[action$='/resign'] button").click()
    page.wait_for_selector("#sheet table")
    expect(page.locator("#mention")).to_be_empty()
    assert FAULTS[page] == []


def test_a_bot_stands_in_and_the_dice_are_checked_in_the_browser(
    company: tuple[Page, Page], server: Server, tmp_path: Path
) -> None:
    host, friend = company
    friend.locator("a[href$='/people']").click()
    friend.wait_for_url("**/people*")
    assert check_access(friend) == []
    friend.locator("form[action$='/away'] button").click()
    friend.wait_for_selector("#notice button")
    click_on(host, random.Random(4), 12)
    friend.locator("#notice button").click()
    friend.wait_for_selector("#notice:empty", state="attached")
    friend.locator("a[href$='/people']").click()
    friend.locator("details:has(form[action$='/resign']) summary").click()
    friend.locator("form[action$='/resign'] button").click()
    host.wait_for_selector("#sheet table", timeout=30_000)
    assert "Ann wins" in host.locator("#prompt").inner_text()
    host.locator("a[href$='/verify']").click()
    host.wait_for_selector("#checks .good >> nth=2")
    assert host.locator("#checks .bad").count() == 0
    assert check_access(host) == []
    with host.expect_download() as download:
        host.locator("a[href='file']").click()
    saved = tmp_path / "game.json"
    download.value.save_as(saved)
    host.goto(server.url)
    host.set_input_files("#import input", saved)
    host.wait_for_url("**/replay?row=0&as=0")
    assert "Zoe" in host.locator("#players").inner_text()
    assert FAULTS[host] == FAULTS[friend] == []
