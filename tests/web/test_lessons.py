"""Lessons on the page: played in a real browser in every language, left and resumed."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from bellhop.bots import count_rivals
from bellhop.engine.game import Game
from bellhop.engine.words import LANGUAGES, shell_words
from bellhop.games import GAMES, game_named
from support import is_proving
from web.browsing import FAULTS, Server, check_access, open_page, play_now

LOCALES = {"en": "en-GB", "pl": "pl-PL", "ru": "ru-RU"}
SHORTCUT = "?at=round.finish"  # through the longest lesson, which is played in `make prove`
COVERED = """() => [...document.querySelectorAll(".lit")].filter((element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".learner-tip");
}).length"""  # what may be touched but lies below a tip
ARROWS = """() => {
  const box = (element) => {
    const style = getComputedStyle(element, "::after"), at = element.getBoundingClientRect();
    if (["none", "normal"].includes(style.content)) return null;
    const left = at.left + element.clientLeft + parseFloat(style.left);
    const top = at.top + element.clientTop + parseFloat(style.top);
    return new DOMRect(left, top, parseFloat(style.width), parseFloat(style.height));
  };
  const arrows = [...document.querySelectorAll(".touch.pointed")].map(box).filter(Boolean);
  const words = document.createTreeWalker(document.getElementById("table"), NodeFilter.SHOW_TEXT);
  const range = document.createRange(), covered = [];
  while (words.nextNode()) {
    const text = words.currentNode;
    const isUnseen = text.parentElement.closest(".unseen, .visually-hidden, [hidden]");
    if (!text.data.trim() || isUnseen) continue;
    range.selectNodeContents(text);
    const isBelow = (one) => arrows.some((arrow) => one.left < arrow.right &&
      arrow.left < one.right && one.top < arrow.bottom && arrow.top < one.bottom);
    if ([...range.getClientRects()].some(isBelow)) covered.push(text.data);
  }
  return [arrows.length, covered];
}"""  # the number of arrows, and the words that they cover
GUIDE_SAYS = "getComputedStyle(document.getElementById('guide'), '::before').content"
FIRST = dict(zip((game.name for game in GAMES), ("pl", "ru", "en", "en"), strict=True))


def every_lesson() -> Iterator[Any]:
    """Every game in every language; all but one language each in `make prove` only."""
    for game in GAMES:
        for language in LANGUAGES:
            marks = [] if language == FIRST[game.name] else [pytest.mark.prove]
            yield pytest.param(game, language, marks=marks, id=f"{game.name}-{language}")


def place_of(page: Page) -> str:
    """The place in the lesson, as the page knows it."""
    return str(page.evaluate("document.getElementById('table').dataset.place"))


def step_on(page: Page) -> int:
    """Do what the guide says: touch what it points at, or go on; the number of arrows."""
    before, touched, arrows = place_of(page), "", 0
    if page.locator(".guide-do").count():
        page.wait_for_selector(".touch.pointed[data-pointer]")
        arrows, covered = page.evaluate(ARROWS)
        assert covered == []
        touched = str(page.locator(".touch.pointed").first.get_attribute("id"))
        page.locator(f"[id='{touched}']").click()
    else:
        page.locator("#guide-on").click()
    page.wait_for_function(
        "([before, touched]) => document.getElementById('table').dataset.place !== before"
        " || (touched && ![undefined, touched].includes(document.querySelector('.pointed')?.id))",
        arg=[before, touched],
    )
    page.wait_for_function(
        "() => location.search.slice(1) === document.getElementById('table').dataset.place"
    )
    return int(arrows)


@pytest.mark.parametrize(("game", "language"), list(every_lesson()))
def test_a_lesson_is_played_by_touching_what_it_points_at(
    page_of: Any, game: Game, language: str
) -> None:
    page = page_of(LOCALES[language], 360 if language == "pl" else 1280)
    page.goto(f"{page.url}learn/{game.name}")
    arrows = 0
    for _ in range(300):
        if page.locator("#guide form").count():
            break
        if "at=rooms" in place_of(page) and not is_proving():
            page.goto(page.url.partition("?")[0] + SHORTCUT)
        arrows += step_on(page)
    assert page.locator("#guide form").count()
    assert arrows
    assert check_access(page) == []
    rivals = page.inner_text("#guide-aside")
    assert rivals == shell_words(language).count("learn.rivals", count_rivals(game))
    page.locator("#guide form button").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#board button")
    assert shell_words(language).say("web.kind.newcomer") in page.inner_text("#players")
    assert page.locator("#players .person").count() == 1 + count_rivals(game)
    assert FAULTS[page] == []


@pytest.fixture
def page_of(browser: Any, server: Server) -> Any:
    """Opens the lobby in a language, on a screen of some width."""
    return lambda locale, width=1280: open_page(browser, server, width, locale)


def test_another_move_gets_a_kind_answer_and_back_and_reload_keep_the_place(page_of: Any) -> None:
    page = page_of("en-GB")
    page.goto(f"{page.url}learn/perfect-hotel?at=first-floor.place&made=research")
    words = game_named("perfect-hotel").words("en")
    page.locator("#hand-8-0.lit").click()
    page.locator("#tag-8.lit").click()
    page.wait_for_selector(".guide-reply")
    assert words.say("lesson.first-floor.place.other") == page.inner_text(".guide-reply")
    page.locator("#hand-10-0.lit").click()
    page.locator("#tag-10.lit").click()
    page.wait_for_function("() => location.search.includes('rival')")
    assert words.say("lesson.first-floor.place.also") == page.inner_text(".guide-reply")
    page.reload()
    page.wait_for_selector("#tag-8.pointed")
    assert place_of(page) == "at=first-floor.rival&made=research%2Cplace+10"
    page.locator("#guide [data-go=back]").click()
    page.wait_for_selector("#hand-5-0.pointed")
    page.go_back()
    page.wait_for_selector("#tag-8.pointed")
    page.goto(page.url.partition("?")[0])  # resumed from what this device remembers
    page.wait_for_selector("#tag-8.pointed")
    page.locator(".guide-chapters summary").click()
    page.locator(".guide-chapters a[data-go]").last.click()
    page.wait_for_selector("#pile.pointed")
    assert FAULTS[page] == []


@pytest.mark.parametrize(
    ("game", "at"),
    [
        ("overbooking", "guests.card"),  # a card that lies beyond the edge of the hand
        ("grand-austria-hotel", "staff.kinds"),  # cards inside a fold
        ("grand-austria-hotel", "emperor.track"),
        ("perfect-hotel", "score.floors"),  # both players' floors
    ],
)
def test_what_is_pointed_at_is_in_sight_on_a_phone(page_of: Any, game: str, at: str) -> None:
    page = page_of("en-GB", 390)
    page.goto(f"{page.url}learn/{game}?at={at}")
    page.wait_for_selector(".pointed")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.pointed')].every((element) => {"
        " const { left, top, right, bottom } = element.getBoundingClientRect();"
        " const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);"
        " return element.contains(found); })"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_names_a_lesson_under_way_and_leads_back(page_of: Any, language: str) -> None:
    page = page_of(LOCALES[language], 390)
    lobby, game = page.url, game_named("grand-austria-hotel")
    assert page.locator("#lessons").is_hidden()
    page.goto(f"{lobby}learn/perfect-hotel")  # only looked at
    page.wait_for_function("() => location.search.includes('welcome')")
    page.goto(f"{lobby}learn/{game.name}?at=dice.mix")
    page.wait_for_selector("#amount-1.pointed")
    page.goto(lobby)
    (entry,) = page.locator("#lessons li:visible").all()
    chapter = game.words(language).say("lesson.dice")
    says = shell_words(language).say(
        "learn.resume", game=game.title, number=3, length=6, chapter=chapter
    )
    assert entry.locator("a").inner_text() == says
    assert check_access(page) == []
    entry.locator("a").click()
    page.wait_for_selector("#amount-1.pointed")
    page.go_back()
    page.locator("#lessons li:visible button").click()
    assert page.locator("#lessons").is_hidden()
    page.reload()
    assert page.locator("#lessons").is_hidden()
    page.goto(f"{lobby}learn/{game.name}")
    page.wait_for_function("() => location.search.includes('guests.welcome')")
    assert FAULTS[page] == []


@pytest.mark.parametrize("width", [1280, pytest.param(390, marks=pytest.mark.prove)])
def test_the_legend_is_at_hand_in_lessons_exercises_and_games(page_of: Any, width: int) -> None:
    page = page_of("en-GB", width)
    lobby, game = page.url, game_named("grand-austria-hotel")
    for path in (f"learn/{game.name}?at=guests.row", f"exercises/{game.name}", ""):
        page.goto(f"{lobby}{path}")
        if not path:
            play_now(page, game)
        page.locator("[data-opens=overview]").click()
        page.wait_for_selector("#overview[open] .symbols-used summary")
        if not path:  # at a real table it is folded
            page.locator("#overview .symbols-used summary").click()
        page.wait_for_selector("#overview[open] .legend dd")
        assert game.words("en").say("sign.crown") in page.inner_text("#overview .legend")
        assert check_access(page) == []
        page.keyboard.press("Escape")
    assert FAULTS[page] == []


def test_a_tip_covers_nothing_on_a_phone(page_of: Any) -> None:
    page = page_of("en-GB", 390)
    page.goto(f"{page.url}learn/perfect-hotel?at=score.tip")
    page.locator("#guide form button").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".learner-tip:not([hidden]) a")
    assert page.locator("#pile.lit.final").count(), "what the tip is about"
    assert not page.evaluate(COVERED)
    assert check_access(page) == []
    page.locator(".learner-tip button").click()
    assert page.locator(".learner-tip").is_hidden()
    assert FAULTS[page] == []


def board_top(page: Page) -> float:
    """Where the board is on the screen."""
    return float(page.evaluate("document.getElementById('board').getBoundingClientRect().top"))


@pytest.mark.parametrize("width", [1280, 390])
def test_an_answer_moves_nothing_and_fits_the_move(page_of: Any, width: int) -> None:
    page, words = page_of("en-GB", width), game_named("grand-austria-hotel").words("en")
    page.goto(f"{page.url}learn/grand-austria-hotel?at=guests.die&made=guest+3")
    page.wait_for_selector("#die-1.pointed")
    page.locator("#serve-strudel-1").scroll_into_view_if_needed()
    before = board_top(page)
    page.locator("#serve-strudel-1.lit").click()  # from the kitchen
    page.wait_for_selector(".guide-reply")
    assert page.inner_text(".guide-reply") == words.say("answer.kitchen")
    if width > 500:  # on a phone, the die that is pointed at comes into sight again
        assert board_top(page) == before
    assert "take a die" in page.inner_text("#prompt") or width < 500
    assert FAULTS[page] == []


@pytest.mark.parametrize("game", ["perfect-hotel", "grand-austria-hotel"])
def test_the_menu_of_chapters_lies_on_the_screen_of_a_phone(page_of: Any, game: str) -> None:
    page = page_of("ru-RU", 360)
    page.goto(f"{page.url}learn/{game}")
    page.locator(".guide-chapters summary").click()
    box = page.locator(".guide-chapters ol").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360


def test_the_menu_of_chapters_closes_and_a_new_chapter_says_so(page_of: Any) -> None:
    page = page_of("en-GB")
    home = page.url
    page.goto(f"{home}learn/grand-austria-hotel?at=rooms.hotel")
    page.wait_for_selector(".guide-jump")
    page.locator(".guide-chapters summary").click()
    page.wait_for_selector(".guide-chapters[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector(".guide-chapters:not([open])")
    page.locator(".guide-chapters summary").click()
    page.locator("#board").click(position={"x": 2, "y": 2})
    page.wait_for_selector(".guide-chapters:not([open])")
    page.locator("#guide-on").click()
    page.wait_for_selector(".guide-jump", state="detached")
    page.locator(".guide-chapters summary").click()
    page.locator(".guide-chapters .leave a").click()
    page.wait_for_selector("#lessons li:not([hidden]) >> visible=true")
    assert page.url == home


def test_a_scoring_can_be_watched_again(page_of: Any) -> None:
    page = page_of("en-GB")
    page.goto(f"{page.url}learn/perfect-hotel?at=score.last&made=research")
    page.locator("#hand-7-0.pointed").click()
    page.locator("#tag-7.pointed").click()
    page.wait_for_selector("#again:visible")
    assert check_access(page) == []
    page.locator("#again").click()
    page.wait_for_selector("#caption p")
    watch = shell_words("en").say("learn.watch")
    assert page.evaluate(GUIDE_SAYS) == f'"{watch}"'
    assert page.locator("#guide-on").is_hidden(), "it would play another move than the learner's"
    page.locator("#skip").click()
    page.wait_for_selector("#again:visible")
    assert FAULTS[page] == []


def test_a_set_is_laid_as_at_a_real_table(page_of: Any) -> None:
    page = page_of("en-GB")
    page.goto(f"{page.url}learn/perfect-hotel?at=higher.fill&made=take+5,add+plain,done,build+10")
    page.wait_for_selector("#hand-tourist-0.left-out.pointed")
    page.locator("#set-done.lit").click()  # without the tourist: allowed, but not suggested
    page.wait_for_selector(".guide-reply")
    page.locator("#hand-tourist-0.pointed").click()
    assert not page.locator(".final").count(), "every move of a lesson can be taken back"
    page.locator("#set-done.pointed").click()
    page.wait_for_function("() => location.search.includes('covered')")
    assert FAULTS[page] == []


def test_a_lesson_can_be_followed_by_keyboard(page_of: Any) -> None:
    page = page_of("en-GB")
    page.goto(f"{page.url}learn/perfect-hotel?at=first-floor.hand")
    page.locator("#guide-on").focus()
    while not place_of(page).startswith("at=first-floor.built"):
        before = page.evaluate("document.activeElement.id") + place_of(page)
        page.keyboard.press("Enter")
        page.wait_for_function(
            "(before) => document.activeElement.id"
            " + document.getElementById('table').dataset.place !== before"
            " && document.activeElement.matches("
            "document.querySelector('.guide-do') ? '.touch.pointed' : '#guide-on')",
            arg=before,
        )
    assert "take+8" in place_of(page)
    assert FAULTS[page] == []


def test_what_only_is_told_cannot_be_touched_and_says_so(page_of: Any) -> None:
    page = page_of("en-GB")
    page.goto(f"{page.url}learn/perfect-hotel")
    page.wait_for_function("() => location.search.includes('welcome')")
    assert not page.locator(".lit").count()
    page.locator("#pile").click()
    page.wait_for_function("() => document.getElementById('told').textContent.includes('Continue')")


def test_a_newcomer_is_asked_once_and_gets_tips_after_the_lesson(
    browser: Any, server: Server
) -> None:
    page = open_page(browser, server, is_newcomer=True)
    page.locator("form[action='/play/night-porter'] button").click()
    page.wait_for_selector("#newcomer[open]")
    assert check_access(page) == []
    page.locator("#show-me").click()
    page.wait_for_url("**/learn/night-porter*")
    while not page.locator("#guide form").count():
        step_on(page)
    page.locator("#guide form button").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".learner-tip:not([hidden]) a", timeout=60_000)
    assert "/rules/night-porter#" in str(page.locator(".learner-tip a").get_attribute("href"))
    assert not page.evaluate(COVERED)
    page.locator(".settings summary").click()
    page.locator("input[name=tips]").uncheck()
    page.reload()
    page.wait_for_selector(".lit")
    assert page.locator(".learner-tip:not([hidden])").count() == 0
    page.goto(f"{server.url}/new/perfect-hotel")
    page.goto(server.url)
    page.locator("form[action='/play/night-porter'] button").click()
    page.wait_for_url("**/t/*")  # not asked again
    assert FAULTS[page] == []
