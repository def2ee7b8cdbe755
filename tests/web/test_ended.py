"""After the end of a game every hand is open to everybody; until then, to nobody else."""

import re

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Page, Route

from bellhop.bots.random_bot import RandomBot
from bellhop.engine.fairness import Shaker
from bellhop.engine.game import Game
from bellhop.games import GAMES
from bellhop.table.file import GameFile
from bellhop.table.sitting import Seat, Sitting
from web.browsing import FAULTS, check_access
from web.test_pages import another_browser, latest
from web.test_people import Pair

SHAKER = Shaker("5e" * 32, ("00000001", "00000002", "00000003"))
HAND = re.compile(r'<section id="hand".*?</section>', re.DOTALL)
SHOWS_HAND = "(text) => document.getElementById('hand').textContent === text"
every_game = pytest.mark.parametrize("game", GAMES[:3], ids=lambda game: game.name)


def hands_at(browser: TestClient, path: str, row: int) -> list[str]:
    """The hands that a visitor sees in the game history, from each seat."""
    pages = (browser.get(f"{path}/replay?row={row}&as={seat}").text for seat in (0, 1, 2))
    found = [HAND.search(page) for page in pages]
    return [one[0] if one else "" for one in found]


@every_game
def test_an_imported_game_can_be_seen_from_every_seat(client: TestClient, game: Game) -> None:
    seats = (Seat("Ann"), Seat("Bob"), Seat("Kim", "random"))
    sitting, bot = Sitting(game, game.undealt(3), seats, SHAKER), RandomBot(4)
    while not sitting.is_over:
        sitting.move(bot.choose(game, sitting.view(sitting.turn)))
    text = GameFile.of(sitting).to_json()
    at = client.post("/import", content=text.encode()).json()["at"]
    assert at.endswith("as=0")
    page = client.get(at).text
    assert re.search(r'<select name="as".*Ann.*Bob.*Kim.*</select>', page, re.DOTALL)
    path = at.partition("/replay")[0]
    assert len(set(hands_at(client, path, 3))) == 3, "each seat has its own cards"
    assert "Kim" in client.get(path).text


@pytest.mark.parametrize("ending", ["agreement", "resignation", "none"])
def test_hands_are_open_after_the_end_and_not_before(client: TestClient, ending: str) -> None:
    pair = Pair(client)
    stranger = another_browser(client)
    if ending == "agreement":
        for seat in (0, 1):
            assert pair.post(seat, "end", wish="end") == 303
    elif ending == "resignation":
        assert pair.post(1, "people/1/resign") == 303
    own = [latest(pair.browsers[seat], pair.path)["fragments"]["hand"] for seat in (0, 1)]
    for visitor in (stranger, pair.host, pair.friend):
        seen = [latest(visitor, pair.path, f"?as={n}")["fragments"]["hand"] for n in (0, 1)]
        if ending != "none":
            assert seen == own
        else:
            at_home = {pair.host: own[0], pair.friend: own[1]}.get(visitor, "")
            assert seen == [at_home] * 2, "an unfinished game stays closed"
    shown = latest(stranger, pair.path)["fragments"]["prompt"]
    assert ('name="as"' in shown) == (ending != "none")
    assert ('name="as"' in stranger.get(f"{pair.path}/replay").text) == (ending != "none")
    said = pair.host.post(f"{pair.path}/say?as=1", data={"text": "well played"})
    assert said.status_code == 204
    assert "<b>Ann</b> well played" in pair.fragments(1)["talk"]


def test_a_player_chooses_whose_cards_to_see_after_the_end(company: tuple[Page, Page]) -> None:
    host, friend = company
    hands = [page.locator("#hand").text_content() for page in company]
    for page in company:
        page.locator("a[href$='/people']").click()
        page.locator("button[value=end]").click()
    for page, other in zip(company, reversed(hands), strict=True):
        chooser = page.locator("#prompt select[name=as]")
        chooser.wait_for()
        seat = 1 - int(chooser.input_value())
        chooser.select_option(str(seat))
        page.wait_for_function(SHOWS_HAND, arg=other)
    assert check_access(host) == []
    friend.locator("a[href$='/replay']").click()
    friend.wait_for_url("**/replay*")
    chosen = friend.locator("#moment select[name=as]")
    chosen.select_option(str(1 - int(chosen.input_value())))
    friend.wait_for_url("**as=*")
    assert check_access(friend) == []
    assert FAULTS[host] == FAULTS[friend] == []


def test_the_ranking_is_in_sight_wherever_the_page_is_scrolled(company: tuple[Page, Page]) -> None:
    host, friend = company
    friend.set_viewport_size({"width": 390, "height": 700})
    friend.evaluate("window.scrollTo(0, 10_000)")
    assert friend.evaluate("scrollY") > 0
    host.locator("a[href$='/people']").click()
    host.locator("details:has(form[action$='/resign']) summary").click()
    host.locator("form[action$='/resign'] button").click()
    friend.wait_for_selector("#sheet table")
    friend.wait_for_function("() => scrollY === 0")
    assert FAULTS[friend] == []


def test_a_seat_chosen_before_the_script_is_loaded_is_shown(company: tuple[Page, Page]) -> None:
    host, friend = company
    other = friend.locator("#hand").text_content()  # its inner text needs the style sheets
    for page in company:
        page.locator("a[href$='/people']").click()
        page.locator("button[value=end]").click()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    host.route("**/table.js*", hold)
    host.reload(wait_until="commit")
    chooser = host.locator("#prompt select[name=as]")
    chooser.select_option(str(1 - int(chooser.input_value())))
    held.pop().continue_()
    host.wait_for_function(SHOWS_HAND, arg=other)
