"""Playing in a real browser: dragging, gliding, watching steps, and turn notifications."""

import random

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, Page

from bellhop.engine.game import Game
from bellhop.games import GAMES, game_named
from web.browsing import (
    FAULTS,
    Server,
    click_on,
    every_game_but,
    fetch_news,
    leave,
    open_page,
    play_now,
    wait_for_anybody,
    wait_for_turn,
)

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
OVERBOOKING, NIGHT_PORTER = game_named("overbooking"), game_named("night-porter")
CARD = "#hand .held .lit"  # a card of the hand that may be played
PLACE = "#board button.lit"
TOUCHED_AT = """async ([x, y]) => {
  const ids = [];
  for (let frame = 0; frame < 6; frame += 1) {
    await new Promise(requestAnimationFrame);
    ids.push(document.elementFromPoint(x, y)?.closest('.touch')?.id);
  }
  return ids;
}"""
IS_BEYOND = """(row) => fetch(`${location.pathname}/news`)
  .then((answer) => answer.json()).then((news) => news.row > row)"""  # has a move been made?
LOG = "document.querySelectorAll('#log li').length"


def centre(element: Locator) -> tuple[float, float]:
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pick_up(page: Page) -> str:
    """Start dragging the first card in hand; return its id."""
    card = page.locator(CARD).first
    id_ = str(card.get_attribute("id"))
    x, y = centre(card)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 4, y - 60, steps=4)
    return id_


def until_path(page: Page, server: Server, game: Game, chance: random.Random) -> list[str]:
    """Play, if necessary another game, until a move has two elements to touch; return them."""
    play_now(page, game)
    for _ in range(400):
        wait_for_turn(page, server, game)
        for move in fetch_news(page)["moves"]:
            if len(move["path"]) == 2 and not move["warning"]:  # a warning needs a second touch
                return [str(id_) for id_ in move["path"]]
        click_on(page, chance, 1)
    raise AssertionError("nothing can be dragged")


def is_still_under(page: Page, x: float, y: float) -> bool:
    """Does the element under the pointer stay there, frame by frame?"""
    page.mouse.move(0, 0)
    before = page.evaluate(TOUCHED_AT, [x, y])
    page.mouse.move(x, y)
    return bool({*page.evaluate(TOUCHED_AT, [x, y])} == {before[0]})


@every_game_but("overbooking", "night-porter")
def test_cards_do_not_flicker_under_the_pointer(
    browser: Browser, server: Server, game: Game
) -> None:
    page = open_page(browser, server)
    play_now(page, game)
    wait_for_turn(page, server, game)
    page.wait_for_selector(".lit")
    for lit in page.locator(".lit").all()[:4]:
        lit.scroll_into_view_if_needed()
        box = lit.bounding_box()
        assert box
        middle = box["x"] + box["width"] / 2
        for y in (box["y"] + 1, box["y"] + box["height"] - 2):
            assert is_still_under(page, middle, y), lit.get_attribute("id")


@every_game_but("grand-austria-hotel")  # where it takes long to get so far
def test_what_is_touched_in_two_places_can_be_dragged(
    browser: Browser, server: Server, game: Game
) -> None:
    page = open_page(browser, server)
    start, end = until_path(page, server, game, random.Random(2))
    before = fetch_news(page)["row"]
    page.locator(f"[id='{start}']").scroll_into_view_if_needed()
    x, y = centre(page.locator(f"[id='{start}']"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 9, y - 9, steps=4)
    page.mouse.move(*centre(page.locator(f"[id='{end}']")), steps=4)
    assert page.locator(".lit.over").get_attribute("id") == end
    page.mouse.up()
    page.wait_for_function(IS_BEYOND, arg=before)  # not every move is told in the log
    assert page.locator(".ghosted, .picked").count() == 0
    assert FAULTS[page] == []


def test_a_card_dropped_elsewhere_stays_and_a_short_press_is_a_click(
    browser: Browser, server: Server
) -> None:
    page = open_page(browser, server)
    play_now(page, OVERBOOKING)
    page.wait_for_selector(CARD, timeout=60_000)
    before = page.evaluate(LOG)
    card = pick_up(page)
    assert page.locator(".ghosted").count() == 1
    page.mouse.move(*centre(page.locator("#players")), steps=4)
    page.mouse.up()
    assert page.locator(".ghosted, .picked").count() == 0
    pick_up(page)
    page.keyboard.press("Escape")
    assert page.locator(".ghosted, .picked").count() == 0
    page.mouse.up()
    page.locator(f"[id='{card}']").click()
    assert page.locator(f"[id='{card}'].picked").count() == 1
    assert page.evaluate(LOG) == before


def swipe(finger: CDPSession, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Move a finger from one point of the screen to another."""
    (x, y), (to_x, to_y) = start, end
    points = [(x + (to_x - x) * n / 12, y + (to_y - y) * n / 12) for n in range(13)]
    for kind, path in (("touchStart", points[:1]), ("touchMove", points[1:])):
        for at_x, at_y in path:
            touch = {"type": kind, "touchPoints": [{"x": at_x, "y": at_y}]}
            finger.send("Input.dispatchTouchEvent", touch)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_drags_cards_and_still_scrolls(browser: Browser, server: Server) -> None:
    page = open_page(browser, server, 360)
    play_now(page, OVERBOOKING)
    page.wait_for_selector(CARD, timeout=60_000)
    finger = page.context.new_cdp_session(page)
    before = page.evaluate(LOG)
    page.locator(CARD).first.tap()
    goal = centre(page.locator(PLACE).first)
    page.locator("#cancel").tap()
    page.wait_for_selector(".picked", state="detached")
    swipe(finger, centre(page.locator(CARD).first), goal)
    page.wait_for_function(f"() => {LOG} > {before}")
    page.wait_for_selector(CARD, timeout=60_000)
    before = page.evaluate(LOG)
    x, y = centre(page.locator(CARD).first)
    swipe(finger, (x + 200, y), (x + 20, y))
    page.wait_for_function("() => document.querySelector('#hand .cards').scrollLeft > 40")
    swipe(finger, (180, 420), (180, 300))
    page.wait_for_function("() => scrollY > 40")
    assert page.evaluate(LOG) == before
    assert page.locator(".picked").count() == 0
    assert FAULTS[page] == []


GLIDE_SLOWLY = """() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        return animate.call(this, frames, { ...options, duration: 20_000 });
    };
}"""
WATCH_GLIDING = """(kind) => new MutationObserver(() => {
    window.glided ||= [...document.querySelectorAll("#board .glide")].some((card) =>
        card.dataset.glide === kind && card.getAnimations().length > 0);
}).observe(document.body, { subtree: true, childList: true })"""
# Where an element will be at the end of its way.
END = """(element) => {
    let [x, y] = [element.offsetWidth / 2, element.offsetHeight / 2 - scrollY];
    for (let outer = element; outer; outer = outer.offsetParent) {
        [x, y] = [x + outer.offsetLeft, y + outer.offsetTop];
    }
    return [x, y];
}"""


def test_cards_glide_and_a_click_during_that_still_counts(browser: Browser, server: Server) -> None:
    page = open_page(browser, server, motion="no-preference")
    for _ in range(20):
        play_now(page, GAMES[0])
        page.wait_for_selector("#pile.lit", timeout=60_000)
        page.evaluate(GLIDE_SLOWLY)
        page.mouse.click(*centre(page.locator("#pile")))
        page.wait_for_selector(CARD)
        if page.locator("#hand .gliding").count():
            break
        page.goto(server.url)  # all drawn cards lie to the right of those that were held
    assert page.locator("#hand .gliding").count()
    card = page.locator("#hand button.lit:not(.tourist)").last  # a tourist has several places
    kind = card.get_attribute("data-glide")
    page.evaluate(WATCH_GLIDING, kind)  # a bot's quick answer draws everything again
    page.mouse.click(*card.evaluate(END))
    page.wait_for_function("() => window.glided", timeout=20_000)
    assert FAULTS[page] == []


WIDEN = """async () => {
  const { glide, isGliding } = await import("/static/glide.js");
  const [above, below] = [0, 1].map((seat) => document.getElementById(`person-${seat}`));
  below.insertAdjacentHTML("beforeend", "<i id='won' class='glide' data-glide='won'>5</i>");
  glide(document.getElementById("table"), () => above.append(document.createElement("hr")));
  const isStill = !isGliding();
  glide(document.getElementById("table"), () => above.append(document.getElementById("won")));
  return [isStill, isGliding()];
}"""
MARK_TURN = """() => {
  const players = document.getElementById("players"), person = players.querySelector(".on-turn");
  const badge = person.querySelector(".turn"), name = person.querySelector(".name");
  const heights = [];
  for (let letters = 1; letters < 30; letters += 1) {
    name.textContent = "n".repeat(letters);
    badge.hidden = false;
    const marked = players.offsetHeight;
    badge.hidden = true;
    heights.push(marked - players.offsetHeight);
  }
  return heights;
}"""


def test_a_players_panel_that_moves_carries_its_cards_along(
    browser: Browser, server: Server
) -> None:
    page = open_page(browser, server, motion="no-preference")
    play_now(page, GAMES[1])
    page.wait_for_selector(".lit")
    assert set(page.evaluate(MARK_TURN)) == {0}  # whose turn it is moves no panel
    assert page.evaluate(WIDEN) == [True, True]


def test_news_keep_focus_scroll_folds_and_a_half_made_move(
    browser: Browser, server: Server
) -> None:
    """A friend's message arrives while a card is picked up."""
    host, friend = two_browsers(browser, server, OVERBOOKING, {})
    mine, other = (host, friend) if host.locator(".lit").count() else (friend, host)
    mine.locator(CARD).last.click()
    picked = mine.locator("#hand .picked").get_attribute("id")
    mine.locator(".settings summary").press("Enter")
    scrolled = mine.evaluate("document.querySelector('#hand .cards').scrollLeft")
    mine.locator(f"[id='{picked}']").focus()
    other.fill("#say input", "hello there")
    other.locator("#say button").click()
    mine.wait_for_selector("#talk :text('hello there')")
    assert mine.locator("#hand .picked").get_attribute("id") == picked
    assert mine.locator(PLACE).count() > 0
    assert mine.evaluate("document.activeElement.id") == picked
    assert mine.locator(".settings[open]").count() == 1
    assert mine.evaluate("document.querySelector('#hand .cards').scrollLeft") == scrolled


def two_browsers(
    browser: Browser, server: Server, game: Game, options: dict[str, str], pace: str = "off"
) -> tuple[Page, Page]:
    """A player at a desktop, a friend with a phone, and a bot."""
    host = open_page(browser, server, pace=pace)
    host.goto(f"{server.url}/new/{game.name}")
    host.select_option("[name=kind-1]", "friend")
    for name, choice in options.items():
        host.select_option(f"[name={name}]", choice)
    host.locator("form.set-up button").click()
    link = host.locator(".invitation input").first.input_value()
    friend = open_page(browser, server, 360, "pl-PL", pace)
    friend.goto(link)
    friend.fill("[name=name]", "Zoe")
    friend.locator("form.set-up button").click()
    for page in (host, friend):
        page.wait_for_selector("#players :text('Zoe')", timeout=60_000)
    wait_for_anybody(host, friend)
    return host, friend


@pytest.mark.parametrize(
    ("game", "options"),
    [
        pytest.param(GAMES[0], {"rounds": "1"}, id=GAMES[0].name, marks=pytest.mark.prove),
        pytest.param(OVERBOOKING, {}, id=OVERBOOKING.name, marks=pytest.mark.prove),
        pytest.param(NIGHT_PORTER, {}, id=NIGHT_PORTER.name),
    ],
)
def test_two_browsers_and_a_bot_play_a_whole_game(
    browser: Browser, server: Server, game: Game, options: dict[str, str]
) -> None:
    pages = two_browsers(browser, server, game, options)
    chance = random.Random(8)
    for _ in range(2_000):
        if all(page.locator("#sheet table").count() for page in pages):
            break
        for page in pages:
            if page.locator(".lit").count():
                click_on(page, chance, 1)
                break
        else:
            pages[0].wait_for_timeout(30)
    sheets = [page.locator("#sheet .ranking .points").all_inner_texts() for page in pages]
    assert sheets[0] == sheets[1]
    for page in pages:
        assert FAULTS[page] == []
        page.context.close()


def watch_a_check(browser: Browser, server: Server, width: int) -> Page:
    """Play Overbooking until the first check is being shown."""
    page = open_page(browser, server, width, pace="slow")
    play_now(page, OVERBOOKING)
    chance = random.Random(9)
    for _ in range(40):
        page.wait_for_selector(".lit, #steps:not([hidden])", timeout=60_000)
        if page.locator("#steps:not([hidden])").count():
            return page
        lit = page.evaluate("[...document.querySelectorAll('.lit')].map((e) => e.id)")
        leave(page)
        page.locator(f"[id='{chance.choice(lit)}']").click(timeout=10_000)
    raise AssertionError("no check was shown")


@pytest.mark.parametrize("width", [360, 1280])
def test_a_check_is_shown_step_by_step_and_can_be_skipped(
    browser: Browser, server: Server, width: int
) -> None:
    page = watch_a_check(browser, server, width)
    page.wait_for_selector("#caption p")
    assert page.locator("#caption").inner_text().startswith("Hotel 1 is checked")
    page.locator("#pause").click()
    assert page.locator(".lit").count() == 0, "nothing may be touched while it is shown"
    told = page.locator("#caption").inner_text()
    page.locator("#next").click()
    page.wait_for_function(f"() => document.getElementById('caption').innerText !== {told!r}")
    page.wait_for_selector(".spot")
    page.keyboard.press("Escape")
    page.wait_for_selector("#steps", state="hidden")
    page.wait_for_selector("#again:not([hidden])")
    assert page.locator(".spot").count() == 0
    page.locator("#again").click()
    page.wait_for_selector("#caption p")
    page.locator("#skip").click()
    page.wait_for_selector("#steps", state="hidden")
    page.reload()
    page.wait_for_selector("#again:not([hidden])")
    assert not page.locator("#steps").is_visible(), "who comes back need not watch it all again"
    assert FAULTS[page] == []


def test_a_check_can_be_watched_when_looking_back(browser: Browser, server: Server) -> None:
    page = watch_a_check(browser, server, 1280)
    page.goto(f"{page.url}/replay")
    for _ in range(100):
        if page.locator("#watch").count():
            break
        with page.expect_navigation():  # a click before all is loaded does nothing
            page.locator("#earlier").click()
    page.locator("#watch").click()
    page.wait_for_selector("#caption p")
    page.locator("#skip").click()
    page.wait_for_selector("#steps", state="hidden")


SPY = """
window.heard = [];
for (const name of ["AudioContext", "Notification"]) {
  window[name] = new Proxy(window[name], {
    construct(target, values) { heard.push(name); return Reflect.construct(target, values); },
  });
}
"""
LOOK_AWAY = """
Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
document.dispatchEvent(new Event("visibilitychange"));
"""


NO_NOTES = """
const Real = window.Notification;
window.Notification = function () { throw new TypeError("Illegal constructor"); };
window.Notification.permission = Real.permission;
window.Notification.requestPermission = () => Real.requestPermission();
"""
NOTES = """async () => {
  const [helper] = await navigator.serviceWorker.getRegistrations();
  return (await helper.getNotifications()).some((note) => note.data === location.href);
}"""


def test_sound_and_notifications_come_only_when_asked_for(
    notifying_browser: Browser, server: Server
) -> None:
    page = open_page(notifying_browser, server)
    page.context.grant_permissions(["notifications"])
    page.add_init_script(SPY)
    play_now(page, OVERBOOKING)
    click_on(page, random.Random(4), 6)
    page.wait_for_selector(CARD, timeout=60_000)
    assert page.evaluate("heard") == []
    assert "icon-turn" in page.locator("link[rel=icon]").get_attribute("href")  # type: ignore[operator]
    assert page.title().startswith("●")
    page.locator(".settings summary").click()
    for name in ("sound", "notify"):
        assert not page.locator(f"[name={name}]").is_checked()
        page.locator(f"[name={name}]").check()
    page.wait_for_function("() => heard.length === 1")  # the sound that the setting plays
    page.wait_for_function("() => JSON.parse(localStorage.bellhop).notify")
    page.reload()
    page.wait_for_selector(CARD, timeout=60_000)
    page.locator(".settings summary").click()
    assert page.locator("[name=sound]").is_checked()
    assert page.locator("[name=notify]").is_checked()
    page.locator(".settings summary").click()
    assert page.evaluate("heard") == []
    page.locator(CARD).first.click()
    page.evaluate(LOOK_AWAY)
    page.locator(PLACE).first.click()
    page.wait_for_function("() => heard.includes('Notification') && heard.includes('AudioContext')")


def test_the_service_worker_shows_notifications_where_pages_may_not(
    notifying_browser: Browser, server: Server
) -> None:
    """This is the case on phones, where creating a Notification is an error."""
    page = open_page(notifying_browser, server)
    page.context.grant_permissions(["notifications"])
    page.add_init_script(NO_NOTES)
    play_now(page, OVERBOOKING)
    page.wait_for_selector(CARD, timeout=60_000)
    page.locator(".settings summary").click()
    page.locator("[name=notify]").check()
    page.wait_for_function(
        "async () => (await navigator.serviceWorker.getRegistrations()).some((one) => one.active)"
    )
    page.locator(CARD).first.click()
    page.evaluate(LOOK_AWAY)
    page.locator(PLACE).first.click()
    page.wait_for_function(NOTES, timeout=60_000)
    assert FAULTS[page] == []


@every_game_but("perfect-hotel", "night-porter")
def test_moves_that_cannot_be_undone_are_marked_beforehand(
    browser: Browser, server: Server, game: Game
) -> None:
    """After a marked element is touched, nothing can be undone; after any other, it can."""
    page = open_page(browser, server)
    play_now(page, game)
    chance = random.Random(12)
    marked = set()
    for _ in range(17):
        wait_for_turn(page, server, game)
        lit = page.evaluate(
            "[...document.querySelectorAll('.lit:not([aria-pressed])')]"  # those make a move
            ".map((e) => [e.id, e.matches('.final')])"
        )
        id_, is_final = chance.choice(lit)
        assert page.locator("#final-note").is_visible() == any(final for _, final in lit)
        row = page.evaluate(LOG)
        with page.expect_response(lambda r: "/act" in r.url or "/why" in r.url) as answer:
            page.locator(f"[id='{id_}']").click()
            if page.locator("#told").inner_text():  # a warning: touch it again
                page.locator(f"[id='{id_}']").click()
            if page.locator(".picked").count():
                places = page.locator(".lit")
                target = places.nth(chance.randrange(places.count()))
                is_final = target.evaluate("(e) => e.matches('.final')")
                target.click()
        news = fetch_news(page)
        if is_final or news["row"] == answer.value.json()["row"]:  # otherwise a bot has moved since
            assert news["undo"] != is_final, row
        marked.add(is_final)
    assert marked == {True, False}
