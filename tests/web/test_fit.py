"""Nothing on a table is cut off, overlaps or is covered, in every language and on every screen."""

import random
from collections.abc import Iterable
from itertools import cycle, islice, product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from bellhop.bots import make_bot
from bellhop.drawing.pages import draw_html
from bellhop.engine.game import Game
from bellhop.engine.seats import is_over
from bellhop.engine.words import LANGUAGES
from bellhop.games import GAMES, game_named
from support import more
from web.browsing import Server, cut_off, open_page, play_now

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
VIENNA = game_named("grand-austria-hotel")
SIZES = ((360, 740), (768, 1024), (1024, 768), (1280, 720), (1440, 900), (1920, 1080), (2560, 1440))
WHOLE = {(1440, 900), (1920, 1080)}  # where nothing that is played with is below the fold
NAMES = ("Anna", "Benedykt", "Chloé", "Dmitrij", "Eleonora")
PHONES = ((360, 740), (390, 844))
LOG_LINES = 8
SHOW = """({ fragments, lit }) => {
  for (const [id, html] of Object.entries(fragments)) document.getElementById(id).innerHTML = html;
  const fill = (places, text) => places.forEach((place) => place.replaceChildren(text));
  fill(document.querySelectorAll("[data-about]"), "Bot (newcomer)");
  fill(document.querySelectorAll("[data-clock]"), "12:34");
  const isOpen = (fold) => matchMedia(`(min-width: ${fold.dataset.from ?? 62}rem)`).matches;
  for (const fold of document.querySelectorAll("details.fold")) fold.open = isOpen(fold);
  for (const id of lit) document.getElementById(id)?.classList.add("lit");
  for (const id of lit) document.getElementById(id)?.closest("details")?.setAttribute("open", "");
  window.scrollTo(0, 0);
}"""
FIND = (Path(__file__).parent / "faults.js").read_text("utf-8")


def play_through(game: Game, seed: int) -> list[tuple[Any, int]]:
    """Every position of a game with the seat on turn; seeds of good players are odd."""
    chance = random.Random(seed)
    position = game.new(chance.choice(game.players), seed=seed)
    bots = [make_bot("strong", seed + seat) for seat in range(position.seats)] if seed % 2 else []
    moments = []
    while not is_over(position):
        seat = position.turn
        moments.append((position.copy(), seat))
        legal = game.legal_moves(position)
        move = bots[seat].choose(game, game.show(position, seat)) if bots else chance.choice(legal)
        game.play(position, move)
    return moments


def sample(game: Game, number: int, seed: int) -> list[tuple[Any, int]]:
    """Positions from a game, evenly spread."""
    moments = play_through(game, seed)
    return [moments[len(moments) * (2 * n + 1) // (2 * number)] for n in range(number)]


def find_faults(page: Page, game: Game, looks: Iterable[tuple[Any, int, str]]) -> list[str]:
    """The faults of positions, each seen by a seat in a language, on the screen as it is."""
    size = page.viewport_size
    assert size
    screen = (size["width"], size["height"])
    faults = []
    for position, seat, language in looks:
        show(page, game, position, seat, language)
        found = page.evaluate(FIND, screen in WHOLE)
        faults += [f"{language} {screen}: {fault}" for fault in found]
    return faults


@every_game
def test_nothing_is_cut_off_or_covered(browser: Browser, server: Server, game: Game) -> None:
    page = open_still_table(browser, server, game)
    sampled = [moment for seed in range(more(3, 5)) for moment in sample(game, more(1, 20), seed)]
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        looks = ((*moment, language) for moment, language in product(sampled, LANGUAGES))
        faults += find_faults(page, game, looks)
    page.context.close()
    assert not faults, "\n".join(faults)


@pytest.mark.prove
@every_game
def test_a_whole_game_fits(browser: Browser, server: Server, game: Game) -> None:
    page = open_still_table(browser, server, game)
    moments, faults = play_through(game, seed=5), []
    assert len(moments) > 50
    for turned, (width, height) in enumerate(SIZES):
        page.set_viewport_size({"width": width, "height": height})
        languages = islice(cycle(LANGUAGES), turned, None)
        looks = ((*moment, each) for moment, each in zip(moments, languages, strict=False))
        faults += find_faults(page, game, looks)
    page.context.close()
    assert not faults, "\n".join(faults)


def open_still_table(browser: Browser, server: Server, game: Game) -> Page:
    """The page of a table that receives no news."""
    page = open_page(browser, server)
    play_now(page, game)
    page.wait_for_load_state()  # with its styles and scripts
    cut_off(page)
    page.evaluate("document.getElementById('unconnected').style.display = 'none'")
    return page


# What cannot be scrolled to a place where neither the bar nor the hand covers it.
UNREACHABLE = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const found = [];
  for (const element of document.querySelectorAll("#board .touch, #board li, .person, .log-side")) {
    if (!element.checkVisibility() || !element.getBoundingClientRect().height) continue;
    for (let n = 0; n < 2; n += 1) { // the bar may stick only after the first
      const top = element.getBoundingClientRect().top - box(".bar").bottom - 3;
      window.scrollBy({ top, behavior: "instant" });
    }
    const { top, bottom } = element.getBoundingClientRect(), hand = box("#hand");
    const isAbove = hand.height && hand.top >= top;
    const ceiling = isAbove ? box(".bar").bottom : Math.max(box(".bar").bottom, hand.bottom);
    const floor = isAbove ? Math.min(hand.top, innerHeight) : innerHeight;
    if (top < ceiling - 1 || bottom > floor + 1) found.push(element.id || element.className);
  }
  return found;
}"""


# How many lines of the log are shown, and how far it reaches below the hand's upper edge.
LOG_ROOM = """() => {
  const log = document.getElementById("log");
  const size = parseFloat(getComputedStyle(log.querySelector(".turn")).fontSize);
  const end = Math.min(innerHeight, document.getElementById("hand").getBoundingClientRect().top);
  return [log.clientHeight / (1.4 * size), log.getBoundingClientRect().bottom - end];
}"""


@every_game
def test_a_phone_scrolls_to_everything(browser: Browser, server: Server, game: Game) -> None:
    page = open_still_table(browser, server, game)
    faults = []
    for (width, height), language in product(PHONES, LANGUAGES):
        page.set_viewport_size({"width": width, "height": height})
        for position, seat in sample(game, more(2, 20), seed=5):
            show(page, game, position, seat, language)
            faults += [f"{language} {width}: {id_}" for id_ in page.evaluate(UNREACHABLE)]
    page.context.close()
    assert not faults, "\n".join(faults)


def test_the_log_has_room_beside_three_hotels(browser: Browser, server: Server) -> None:
    """Eight lines at least, above the hand, which reaches below the log."""
    page = open_still_table(browser, server, VIENNA)
    moments = [moment for moment in sample(VIENNA, more(4, 40), seed=5) if moment[0].seats == 4]
    assert moments
    for (width, height), language in product(WHOLE, LANGUAGES):
        page.set_viewport_size({"width": width, "height": height})
        for position, seat in moments:
            show(page, VIENNA, position, seat, language)
            lines, below = page.evaluate(LOG_ROOM)
            assert lines >= LOG_LINES, f"{language} {width}"
            assert below <= 1, f"{language} {width}"


def test_letters_grow_with_the_screen(browser: Browser, server: Server) -> None:
    page = open_still_table(browser, server, VIENNA)
    sizes = []
    for width, height in ((1440, 900), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        sizes.append(page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)"))
    assert sizes[1] > 1.5 * sizes[0]  # the screen is 1.6 times as high


@pytest.mark.parametrize(("width", "height", "least"), [(1440, 900, 85), (2560, 1440, 150)])
def test_cards_of_overbooking_use_the_height(
    browser: Browser, server: Server, width: int, height: int, least: int
) -> None:
    page = open_still_table(browser, server, game_named("overbooking"))  # three players
    page.set_viewport_size({"width": width, "height": height})
    assert page.locator(".hotel").count() == 3
    place = page.locator(".hotel .place").first.bounding_box()
    assert place
    assert place["width"] > least


def staff_to_choose_from() -> tuple[Any, int]:
    """A position of Grand Austria Hotel in which any of six staff cards may be played."""
    chance, position = random.Random(1), VIENNA.new(3, seed=1)
    staff = {move for move, name in enumerate(VIENNA.moves) if name.startswith("staff ")}
    for _ in range(500):
        legal = VIENNA.legal_moves(position)
        if len(staff.intersection(legal)) == 6:
            return position, position.turn
        VIENNA.play(position, chance.choice(legal))
    raise AssertionError("nobody can choose from six")


def test_staff_to_choose_from_covers_nothing(browser: Browser, server: Server) -> None:
    page = open_still_table(browser, server, VIENNA)
    position, seat = staff_to_choose_from()
    faults = []
    for width, height in sorted(WHOLE):
        page.set_viewport_size({"width": width, "height": height})
        looks = ((position, seat, language) for language in LANGUAGES)
        faults += find_faults(page, VIENNA, looks)
        assert page.locator("#hand .dossier.lit").count() == 6
    page.context.close()
    assert not faults, "\n".join(faults)


def show(page: Page, game: Game, position: Any, seat: int, language: str) -> None:
    """Draw a position for the seat on turn, with everything lit that may be touched."""
    words, seen = game.words(language), game.show(position, seat)
    lit = {game.page.path(seen, move)[0] for move in game.legal_moves(seen)}
    fragments = draw_html(game, words, seen, seat, NAMES[: position.seats])
    page.evaluate(SHOW, {"fragments": fragments, "lit": sorted(lit)})
