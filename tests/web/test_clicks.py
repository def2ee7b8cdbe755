"""A turn takes no more clicks than the rules ask for decisions, and a resting pointer ends none."""

import random
import re
import time
from typing import Any

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, Page

from bellhop.drawing.pages import draw_html
from bellhop.engine.game import Game
from bellhop.engine.seats import is_over
from bellhop.games import GAMES, game_named
from bellhop.web.rendering import explain_touch
from web.browsing import FAULTS, Server, fetch_news, leave, open_page, play_now, wait_for_turn
from web.test_pages import latest, set_up

HOTEL, VIENNA = game_named("perfect-hotel"), game_named("grand-austria-hotel")
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
ROW = "fetch(`${location.pathname}/news`).then((answer) => answer.json()).then(({ row }) => row)"


def act(client: TestClient, path: str, *acts: str) -> Any:
    """Send moves together, as a page does."""
    *first, last = acts
    body = {"row": latest(client, path)["row"] + 1, "act": last, "first": first, "key": "k" * 8}
    return client.post(f"{path}/act", json={**body, "key": f"k{body['row']}"})


def begin_set(client: TestClient) -> str:
    """A table where a set can be laid that has at least two cards from the hand."""
    path = set_up(client, HOTEL, ("me", "closed", "random"))
    for _ in range(400):
        news = latest(client, path)
        sets = [move["act"] for move in news["moves"] if move["act"].startswith("build")]
        if sets:
            act(client, path, sets[-1])
            return path
        if news["moves"]:
            act(client, path, news["moves"][0]["act"])
        else:
            time.sleep(0.02)
    raise AssertionError("no set can be built")


def test_the_moves_of_a_selection_are_made_together_or_not_at_all(client: TestClient) -> None:
    path = begin_set(client)
    news = latest(client, path)
    chosen = [item["act"] for item in news["selection"]["items"] if item["chosen"]]
    assert len(chosen) >= 2
    refused = act(client, path, *["add star"] * 9, "done")
    assert refused.status_code == 400
    assert refused.json()["link"].startswith("../rules/perfect-hotel")
    for nonsense in (("undo", "done"), ("add gold", "done"), ("done",)):
        assert act(client, path, *nonsense).status_code >= 400
    assert latest(client, path)["row"] == news["row"]
    assert act(client, path, *chosen, "done").json()["row"] == news["row"] + len(chosen) + 1
    assert latest(client, path)["row"] > news["row"] + len(chosen)


def test_a_set_may_be_closed_only_with_what_the_rules_allow(client: TestClient) -> None:
    selection = latest(client, begin_set(client))["selection"]
    sorts = list(dict.fromkeys(item["act"] for item in selection["items"]))
    sizes = {sum(map(int, counts.split())) for counts in selection["allowed"]}
    assert sorts
    assert min(sizes) == 2
    assert max(sizes) == len(selection["items"])


def until_set(page: Page) -> str:
    """Research, with two clicks each, until a set can be built from the hand; its button."""
    for _ in range(20):
        page.wait_for_selector(".lit")
        news = fetch_news(page)
        sets = [move["path"][0] for move in news["moves"] if move["act"].startswith("build")]
        if sets:
            return str(sets[0])
        page.locator("#pile").click()
        page.wait_for_selector("#hand button.lit")
        floor = next(move for move in fetch_news(page)["moves"] if "tourist" not in move["act"])
        page.locator(f"[id='{floor['path'][0]}']").click()
        page.wait_for_function(f"async (row) => await {ROW} >= row + 2", arg=news["row"])
    raise AssertionError("no set can be built")


@pytest.mark.parametrize("width", [360, 1280])
def test_research_and_a_set_take_two_clicks(browser: Browser, server: Server, width: int) -> None:
    page = open_page(browser, server, width)
    play_now(page, HOTEL)
    page.locator(f"[id='{until_set(page)}']").click()
    page.wait_for_selector("#set-done.lit")
    items = page.locator(".set button.card.lit")
    cards = page.locator(".set [aria-pressed='true']").count()
    items.first.click()
    assert items.first.get_attribute("aria-pressed") == "false"
    page.locator("#cancel").click()
    items.first.press("Enter")
    assert page.locator(".set [aria-pressed='true']").count() == cards - 1
    assert page.locator("#set-done.lit").count() == (cards > 2)
    page.locator("#undo").click()
    page.wait_for_selector("#pile.lit")
    page.locator(f"[id='{until_set(page)}']").click()
    page.wait_for_selector("#set-done.lit")
    row = page.evaluate(ROW)
    page.locator("#set-done").click()
    page.wait_for_function(f"async (row) => await {ROW} > row", arg=row + cards)
    page.wait_for_function(
        "(said) => document.querySelector('#log').innerText.includes(said)", arg=f": {cards} cards"
    )
    assert FAULTS[page] == []


# The moves that the page sends, and the row that it shows with everything it does by itself.
WATCHING = """
const send = window.fetch;
window.posts = [];
window.fetch = (address, options) => {
  if (String(address).includes("/act?")) window.posts.push(JSON.parse(options.body));
  return send(address, options);
};
document.addEventListener("news", ({ detail }) => (window.shown = detail.row), { capture: true });
"""
SENT = "() => window.posts.length"
UNDO = "() => !document.getElementById('undo').hidden && !document.getElementById('undo').click()"


def make_move(page: Page, *liked: str) -> None:
    """Make a move whose name begins with one of these, or any, by clicking until it is sent."""
    moves, before = fetch_news(page)["moves"], page.evaluate(SENT)
    move = next(m for start in (*liked, "") for m in moves if m["act"].startswith(start))
    for id_ in (*move["path"], move["path"][-1]):  # a warning needs another click
        if page.evaluate(SENT) == before:
            leave(page)
            page.locator(f"[id='{id_}']").click()


def wait_until_shown(page: Page) -> None:
    """Until the page shows the answer to what it sent last, and has sent whatever follows."""
    page.wait_for_function("() => window.shown >= window.posts.at(-1).row")


def test_the_only_move_left_is_made_and_can_be_undone(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    server = Server(tmp_path_factory.mktemp("calm"), bot_pause=2.0)
    page = open_page(browser, server)
    page.add_init_script(WATCHING)
    play_now(page, VIENNA)
    likes = ("strudel", "cake", "wine", "coffee", "check-in", "die", "room", "amount", "guest")
    undone = False
    for _ in range(90):
        if undone:
            break
        wait_for_turn(page, server, VIENNA)
        sent = page.evaluate(SENT)
        make_move(page, *likes)
        wait_until_shown(page)
        is_made = page.evaluate(SENT) == sent + 2
        if is_made and page.evaluate(UNDO):  # unless a bot was quicker than this machine
            wait_until_shown(page)
            undone = fetch_news(page)["redo"]
    assert undone, "no move was the only one"
    page.wait_for_selector(".lit")
    assert page.evaluate("() => window.posts.at(-1).act") == "undo", "it is not made again"
    assert len(fetch_news(page)["moves"]) == 1
    assert FAULTS[page] == []
    page.context.close()
    server.stop()


def test_a_resting_pointer_ends_no_second_turn(browser: Browser, server: Server) -> None:
    page = open_page(browser, server, 1440)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.add_init_script(WATCHING)
    play_now(page, VIENNA)
    for _ in range(12):
        page.wait_for_selector(".lit")
        if page.locator("#pass.lit").count():
            break
        make_move(page, "guest")
        wait_until_shown(page)
    row = page.evaluate(ROW)
    page.locator("#pass").click()
    page.wait_for_function(f"async (row) => await {ROW} > row + 1", arg=row)
    page.wait_for_selector(".lit")
    sent = page.evaluate(SENT)
    page.mouse.down()
    page.mouse.up()
    assert page.evaluate(SENT) == sent
    if page.locator("#pass.asleep").count():
        page.locator("#pass").hover(position={"x": 3, "y": 3}, force=True)
        assert page.locator("#pass.asleep").count() == 0
    assert FAULTS[page] == []


@every_game
def test_what_is_touched_too_early_says_what_to_choose_first(game: Game) -> None:
    chance, position, told = random.Random(3), game.new(3, seed=3), set()
    while not is_over(position):
        legal = game.legal_moves(position)
        paths = [list(game.page.path(position, move)) for move in legal]
        if late := [path[1:] for path in paths if len(path) > 1]:
            seen = game.show(position, position.turn)
            told.add(explain_touch(game, seen, "en", late[0])["told"])
            break
        game.play(position, chance.choice(legal))
    assert told == {game.words("en").say("page.first")}


@pytest.mark.parametrize(
    ("game", "declining"),
    [
        (game_named("overbooking"), {"leave-it", "decline"}),
        (VIENNA, {"done"}),
    ],
    ids=lambda one: one.name if isinstance(one, Game) else "",
)
def test_giving_something_up_is_the_main_answer_only_if_it_is_alone(
    game: Game, declining: set[str]
) -> None:
    words, found = game.words("en"), set()
    kept = {words.find(f"move.done.{what}", "") for what in ("food", "rooms")}
    for seed in range(3):
        chance, position = random.Random(seed), game.new(3, seed=seed)
        while not is_over(position):
            legal, seat = game.legal_moves(position), position.turn
            drawn = draw_html(game, words, game.show(position, seat), seat, "ABC")["hand"]
            for button in re.findall(r"<button[^>]*>.*?</button>", drawn):
                id_, look = re.findall(r'id="([^"]+)" class="([^"]+)"', button)[0]
                if id_ in declining and not any(text and text in button for text in kept):
                    found.add(("action" in look, len(legal) == 1))
            game.play(position, chance.choice(legal))
    assert (False, False) in found
    assert found <= {(False, False), (True, True)}
