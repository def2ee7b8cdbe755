"""Nothing on a table is cut off, overlaps or is covered, in every language and on every screen."""

import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from bellhop.drawing.pages import draw_html
from bellhop.engine.game import Game
from bellhop.engine.seats import is_over
from bellhop.engine.words import LANGUAGES
from bellhop.games import GAMES, game_named
from support import more
from web.browsing import Server, open_page, play_now

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
VIENNA = game_named("grand-austria-hotel")
SIZES = ((360, 740), (1024, 768), (1280, 720), (1440, 900), (1920, 1080), (2560, 1440))
WHOLE = {(1440, 900), (1920, 1080)}  # where nothing that is played with is below the fold
NAMES = ("Anna", "Benedykt", "Chloé", "Dmitrij", "Eleonora")
SHOW = """({ fragments, lit }) => {
  for (const [id, html] of Object.entries(fragments)) document.getElementById(id).innerHTML = html;
  const isWide = matchMedia("(min-width: 62rem)").matches;
  for (const fold of document.querySelectorAll("details.fold")) fold.open = isWide;
  for (const id of lit) document.getElementById(id)?.classList.add("lit");
  for (const id of lit) document.getElementById(id)?.closest("details")?.setAttribute("open", "");
  window.scrollTo(0, 0);
}"""
FIND = (Path(__file__).parent / "faults.js").read_text("utf-8")


def sample(game: Game, number: int, seed: int) -> list[tuple[Any, int]]:
    """Positions from a random game, evenly spread, each with the seat on turn."""
    chance = random.Random(seed)
    seats = chance.choice(game.players)
    position = game.new(seats, seed=seed)
    moments = []
    while not is_over(position):
        moments.append((position.copy(), position.turn))
        game.play(position, chance.choice(game.legal_moves(position)))
    return [moments[len(moments) * (2 * n + 1) // (2 * number)] for n in range(number)]


@every_game
def test_nothing_is_cut_off_or_covered(browser: Browser, server: Server, game: Game) -> None:
    page = open_page(browser, server)
    play_now(page, game)
    page.evaluate("window.stop()")
    sampled = [moment for seed in range(more(3, 5)) for moment in sample(game, more(1, 20), seed)]
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for (position, seat), language in product(sampled, LANGUAGES):
            show(page, game, position, seat, language)
            found = page.evaluate(FIND, (width, height) in WHOLE)
            faults += [f"{language} {width}x{height}: {fault}" for fault in found]
    page.context.close()
    assert not faults, "\n".join(faults)


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
    page = open_page(browser, server)
    play_now(page, VIENNA)
    page.evaluate("window.stop()")
    position, seat = staff_to_choose_from()
    faults = []
    for (width, height), language in product(sorted(WHOLE), LANGUAGES):
        page.set_viewport_size({"width": width, "height": height})
        show(page, VIENNA, position, seat, language)
        assert page.locator("#hand .dossier.lit").count() == 6
        faults += [f"{language} {width}: {fault}" for fault in page.evaluate(FIND, arg=True)]
    page.context.close()
    assert not faults, "\n".join(faults)


def show(page: Page, game: Game, position: Any, seat: int, language: str) -> None:
    """Draw a position for the seat on turn, with everything lit that may be touched."""
    words, seen = game.words(language), game.show(position, seat)
    lit = {game.page.path(seen, move)[0] for move in game.legal_moves(seen)}
    fragments = draw_html(game, words, seen, seat, NAMES[: position.seats])
    page.evaluate(SHOW, {"fragments": fragments, "lit": sorted(lit)})
