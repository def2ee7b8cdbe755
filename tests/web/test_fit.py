"""Nothing on a table is cut off, overlaps or is covered, in every language and on every screen."""

import random
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from bellhop.drawing.pages import draw_html
from bellhop.engine.game import Game
from bellhop.engine.seats import is_over
from bellhop.engine.words import LANGUAGES
from bellhop.games import GAMES
from support import more
from web.browsing import Server, open_page, play_now

pytestmark = pytest.mark.xdist_group("browser")
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
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
FIND = """(isWhole) => {
  const faults = [];
  const isHidden = (element) => {
    for (let outer = element; outer.id !== "table"; outer = outer.parentElement) {
      if (getComputedStyle(outer).clipPath === "inset(50%)") return true;
    }
    return element.closest("#log, #talk, .stack .card + .card") !== null;
  };
  const name = (element) => `#${element.closest("[id]")?.id} .${element.className}`;
  const texts = [];
  const walker = document.createTreeWalker(document.getElementById("table"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.data.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || isHidden(parent)) continue;
    const text = node.data.trim();
    for (const line of range.getClientRects()) texts.push({ node, parent, box: line, text });
    for (let outer = parent; outer.id !== "table"; outer = outer.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(outer);
      if ([overflowX, overflowY].some((value) => value === "auto" || value === "scroll")) break;
      const edge = outer.getBoundingClientRect();
      const isOut = box.left < edge.left - 2 || box.right > edge.right + 2;
      if ((overflowX !== "visible" || outer === parent) && isOut && position !== "absolute") {
        faults.push(`cut off: ${JSON.stringify(node.data.trim())} in ${name(outer)}`);
        break;
      }
      if (overflowY !== "visible" && (box.top < edge.top - 3 || box.bottom > edge.bottom + 3)) {
        faults.push(`cut off below: ${JSON.stringify(node.data.trim())} in ${name(outer)}`);
        break;
      }
    }
  }
  const inside = (one) => one.parent.closest("#board, #players") && !one.parent.closest("#hand");
  const shown = texts.filter(inside).sort((one, other) => one.box.top - other.box.top);
  for (const [index, one] of shown.entries()) {
    for (const other of shown.slice(index + 1)) {
      if (other.box.top > one.box.bottom - 3) break;
      if (other.node === one.node) continue;
      const left = Math.max(one.box.left, other.box.left);
      const across = Math.min(one.box.right, other.box.right) - left;
      const down = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
      if (across > 3 && down > 4) {
        faults.push(`overlap: ${one.text} and ${other.text} in ${name(one.parent)}`);
      }
    }
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) faults.push("wider than the screen");
  if (isWhole) {
    const cover = document.getElementById("hand").getBoundingClientRect().top;
    const floor = Math.min(cover || innerHeight, innerHeight);
    for (const element of document.querySelectorAll("#board .touch, #hand .touch")) {
      const { bottom, height } = element.getBoundingClientRect();
      const end = element.closest("#hand") ? innerHeight : floor;
      if (height && bottom > end + 1) faults.push(`covered: ${element.id} by ${bottom - end}`);
    }
  }
  return [...new Set(faults)];
}"""


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


def show(page: Page, game: Game, position: Any, seat: int, language: str) -> None:
    """Draw a position for the seat on turn, with everything lit that may be touched."""
    words, seen = game.words(language), game.show(position, seat)
    lit = {game.page.path(seen, move)[0] for move in game.legal_moves(seen)}
    fragments = draw_html(game, words, seen, seat, NAMES[: position.seats])
    page.evaluate(SHOW, {"fragments": fragments, "lit": sorted(lit)})
