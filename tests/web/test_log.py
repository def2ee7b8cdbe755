"""The game log by turns: entries, symbols, places, details, and looking back at the table."""

import html
import random
import re
from contextlib import suppress
from itertools import pairwise

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, Page
from playwright.sync_api import TimeoutError as TooLate

from bellhop.drawing.pages import draw_html
from bellhop.engine.game import Game
from bellhop.engine.seats import SPECTATOR
from bellhop.engine.words import LANGUAGES, shell_words
from bellhop.games import GAMES, game_named
from bellhop.table.live import LiveTable
from bellhop.table.sitting import Sitting
from bellhop.web import log
from bellhop.web.log import list_details, tell_story
from web.browsing import (
    FAULTS,
    Server,
    check_access,
    fetch_news,
    leave,
    open_page,
    wait_for_anybody,
)
from web.test_pages import another_browser, latest, live_table, set_up

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def play_some(live: LiveTable, chance: random.Random, moves: int) -> Sitting:
    """Play at random, with a move undone now and then."""
    sitting = live.sitting
    assert sitting
    for _ in range(moves):
        if sitting.is_over:
            break
        sitting.move(chance.choice(live.game.legal_moves(sitting.position)))
        last = sitting.acts[-1].row
        if chance.random() < 0.1 and any(sitting.can_undo(seat) for seat in range(len(live.seats))):
            sitting.undo()
            assert len(sitting.acts) > last
    return sitting


def read(drawn: str) -> str:
    """What is read out: the text, with the titles of symbols in their place."""
    named = re.sub(r'<i class="symbol[^"]*" role="img" title="([^"]*)">.*?</i>', r"\1", drawn)
    return html.unescape(re.sub(r"<[^>]*>", "", named))


def firsts(drawn: str) -> list[int]:
    """The first line of each entry, oldest first."""
    return [int(number) for number in re.findall(r'<li id="log-(\d+)"', drawn)][::-1]


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_entries_hold_every_line_that_a_seat_is_told(game: Game, language: str) -> None:
    live, words = live_table(game, {}), game.words(language)
    sitting = play_some(live, random.Random(7), 90)
    for seat in (0, SPECTATOR):
        drawn = tell_story(live, sitting, seat, words, "x/replay").log
        told = [line for line in sitting.lines if line.told.is_for(seat)]
        said = [game.speech.say_event(words, line.told, live.names) for line in told]
        unfolded = [list_details(live, sitting, seat, words, first) for first in firsts(drawn)]
        heard = [item for entry in unfolded for item in re.findall("<li.*?</li>", entry)]
        whole = [text for text in said if text]
        assert len(heard) == len(whole)
        for item, full in zip(heard, whole, strict=True):
            name = next((name for name in live.names if full.startswith(name)), "")
            rest = full.removeprefix(name).lstrip(": ")
            has_symbol = re.match("<li[^>]*>(<span[^>]*>)?<i", item)
            sentence = rest if has_symbol else rest[:1].upper() + rest[1:]
            assert read(item) in (full, sentence)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_begins_with_the_setup_and_not_with_one_of_its_details(language: str) -> None:
    game = game_named("grand-austria-hotel")
    live, words = live_table(game, {}), game.words(language)
    assert live.sitting
    drawn = tell_story(live, live.sitting, 0, words, "x/replay").log
    assert read(drawn).startswith("+")
    assert read(drawn).endswith(shell_words(language).say("log.set_up"))
    details = list_details(live, live.sitting, 0, words, 0)
    assert f">+{details.count('<li')}<" in drawn, "every line is folded"


@every_game
def test_a_symbol_stands_in_the_sentence_and_never_in_a_name(game: Game) -> None:
    live, words, seen = live_table(game, {}), game.words("en"), 0
    sitting = play_some(live, random.Random(7), 90)
    for line in sitting.lines:
        for said, symbol in game.log.symbols(words, line.told):
            names = (f"{said}\ue001", *live.names[1:])  # \ue001 stands for the other name inside
            full = game.speech.say_event(words, line.told, names)
            reader = log.Reader(SPECTATOR, words, names, None)
            drawn = log._draw_line(live, line, reader, is_full=True)
            assert str(symbol) in drawn
            assert html.unescape(drawn).count(names[0]) == full.count(names[0])
            seen += names[0] in full
    assert seen


def test_an_entry_is_marked_with_the_player_it_tells_about() -> None:
    game = game_named("overbooking")
    live, words = live_table(game, {}), game.words("en")
    drawn = tell_story(live, play_some(live, random.Random(1), 400), 0, words, "x/replay").log
    marks = re.findall(r'class="turn"[^>]*><b class="mark seat-(\d).*?<li[^>]*>(.*?)</li>', drawn)
    assert len(marks) > 20
    for seat, line in marks:
        assert live.names[int(seat)] in read(line)


@every_game
def test_an_entry_is_one_turn_or_follows_a_heading(game: Game) -> None:
    live, words = live_table(game, {}), game.words("en")
    sitting = play_some(live, random.Random(8), 120)
    numbers = firsts(tell_story(live, sitting, SPECTATOR, words, "x/replay").log)
    assert len(numbers) > 5
    for first, line in enumerate(sitting.lines[1:], 1):
        before = sitting.lines[first - 1]
        if first in numbers:
            assert line.turn != before.turn or line.told.event in game.log.HEADINGS


@every_game
def test_a_log_that_grows_is_the_same_as_one_told_at_once(game: Game) -> None:
    live, words, chance = live_table(game, {}), game.words("en"), random.Random(9)
    for _ in range(25):
        sitting = play_some(live, chance, 4)
        grown = tell_story(live, sitting, 0, words, "x/replay")
        log._stories.pop(live)
        assert tell_story(live, sitting, 0, words, "x/replay") == grown
        log._stories.pop(live)
        tell_story(live, sitting, 0, words, "x/replay")


@every_game
def test_deeds_point_to_places_that_are_drawn(game: Game) -> None:
    live, words = live_table(game, {}), game.words("en")
    sitting, chance, pointed = live.sitting, random.Random(5), 0
    assert sitting
    while not sitting.is_over:
        sitting.move(chance.choice(game.legal_moves(sitting.position)))
        seen = sitting.show(0)
        drawn = "".join(draw_html(game, words, seen, 0, live.names).values())
        for line in sitting.lines:
            if line.row == len(sitting.acts) and line.told.is_for(0):
                for place in game.log.places(line.told):
                    seat, _, own = place.partition(":")
                    id_ = place if not own else own if seat == "0" else f"person-{seat}"
                    pointed += f'id="{id_}"' in drawn
    assert pointed > len(sitting.acts) / 3


def test_two_turns_of_a_player_in_a_row_are_two_entries() -> None:
    game = game_named("grand-austria-hotel")
    sitting = play_some(live_table(game, {}), random.Random(3), 200)
    turns = {line.turn: game.subject_of(line.told) for line in sitting.lines if line.turn}
    seats = [turns[row] for row in sorted(turns)]
    assert any(one == other for one, other in pairwise(seats))


def test_details_and_moments_are_refused_or_limited_outside_the_game(client: TestClient) -> None:
    path = set_up(client, GAMES[0], ("me", "newcomer"))
    first = firsts(latest(client, path)["fragments"]["log"])[0]
    assert client.get(f"{path}/details", params={"first": first}).text.startswith("<li")
    for wrong in ("", "-1", "99999", "x", "9" * 400):
        assert client.get(f"{path}/details", params={"first": wrong}).status_code == 404
    watcher = another_browser(client)
    mine = client.get(f"{path}/moment", params={"row": 0}).json()
    theirs = watcher.get(f"{path}/moment", params={"row": 0}).json()
    assert mine["row"] == theirs["row"] == 0
    assert mine["fragments"]["hand"] != theirs["fragments"]["hand"]
    drew = client.get(f"{path}/details", params={"first": first}).text
    assert drew != watcher.get(f"{path}/details", params={"first": first}).text, "own cards"


def turn_of(*pages: Page) -> tuple[Page, Page]:
    """The page whose turn it is, and the other one."""
    wait_for_anybody(*pages)
    one, other = pages
    return (one, other) if fetch_news(one)["turn"] else (other, one)  # lights may be old


def play(page: Page) -> None:
    """Make one whole turn: touch whatever is lit until another player is on turn."""
    row = fetch_news(page)["row"]
    while fetch_news(page)["turn"] or fetch_news(page)["row"] == row:
        if page.locator(".lit").count():
            leave(page)
            with suppress(TooLate):  # the only move left may have been made meanwhile
                page.locator(".lit").first.click(timeout=3_000)
        page.wait_for_timeout(60)


def test_the_log_points_unfolds_and_shows_moments(company: tuple[Page, Page]) -> None:
    page, friend = company
    for _ in range(4):
        play(turn_of(page, friend)[0])
    wait_for_anybody(page, friend)
    # Pointing at an entry marks its place, and only while the pointer is there.
    line = page.locator("#log .turn li[data-at]:not([data-at=''])").first
    line.hover()
    assert page.locator(".pointed").count()
    page.mouse.move(5, 5)
    assert not page.locator(".pointed").count()
    # The log is one tab stop; arrow keys go through its entries and unfold them.
    assert page.locator("#log :is(a, summary, li[tabindex]):not([tabindex='-1'])").count() == 0
    assert page.locator("#log").evaluate("(log) => log.tabIndex") == 0
    page.locator("#log").focus()
    page.keyboard.press("ArrowDown")
    while not page.locator("#log .turn:focus > details").count():
        page.keyboard.press("ArrowDown")
    shut = page.locator("#log .turn:focus").inner_text()
    entry = page.evaluate("document.activeElement.id")
    page.keyboard.press("ArrowRight")
    page.locator(f"#{entry} > .fetched").wait_for()
    assert len(page.locator(f"#{entry}").inner_text()) > len(shut)
    # It stays open, and in focus, when somebody moves.
    mover, _ = turn_of(page, friend)
    before = page.locator("#log .turn").first.get_attribute("id")
    if mover is friend:
        play(friend)
        page.wait_for_function("(id) => document.querySelector('#log .turn').id !== id", arg=before)
        assert page.evaluate("document.activeElement.id") == entry
    assert page.locator(f"#{entry} > .fetched").is_visible()
    assert check_access(page) == []
    assert FAULTS[page] == []


def test_looking_back_leaves_the_game_and_returns_to_it(company: tuple[Page, Page]) -> None:
    host, guest = company
    for _ in range(3):
        play(turn_of(host, guest)[0])
    mover, page = turn_of(host, guest)
    now = page.locator("#board").inner_html()
    page.locator("#log .turn li").last.click()
    page.locator("body.past").wait_for()
    assert page.locator("#board").inner_html() != now
    assert not page.locator("#prompt").is_visible()
    assert page.locator("#log [aria-current]").count()
    where = page.locator("#past-where").inner_text()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "(was) => document.getElementById('past-where').textContent !== was", arg=where
    )
    # The game goes on meanwhile, and the page says so without leaving the moment.
    past = page.locator("#board").inner_html()
    play(mover)
    page.locator("#past-news").wait_for()
    assert page.locator("#past-news").inner_text() == page.get_attribute("#past-news", "data-turn")
    assert page.locator("#board").inner_html() == past
    assert not page.locator(".lit").count()
    assert check_access(page) == []
    page.mouse.move(5, 5)
    page.keyboard.press("Escape")
    page.locator(".lit").first.wait_for()
    assert not page.locator("body.past").count()
    assert not page.locator(".pointed, #log [aria-current]").count()
    assert FAULTS[page] == []


def test_moments_are_shown_on_a_phone_too(browser: Browser, server: Server) -> None:
    page = open_page(browser, server, width=360, locale="pl-PL")
    page.locator("form[action='/play/overbooking'] button").click()
    page.locator(".lit").first.wait_for()
    page.locator("#log .turn li").last.click()
    page.locator("body.past").wait_for()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360
    page.locator("#past [data-to=now]").click()
    page.locator(".lit").first.wait_for()
