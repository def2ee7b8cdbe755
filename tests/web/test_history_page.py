"""The game history page: playing, jumping, the slider with its marks, and looking from a seat."""

import json
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from bellhop.bots import make_bot
from bellhop.engine.fairness import Shaker
from bellhop.engine.game import Game
from bellhop.games import game_named
from bellhop.table.file import GameFile
from bellhop.table.marks import neighbours
from bellhop.table.sitting import Seat, Sitting
from web.browsing import FAULTS, Server, check_access, open_page

GAME = game_named("overbooking")
NAMES = ("Ann", "Bob", "Kim", "Benedykt", "Eleonora")


def play(game: Game, players: int = 3, level: str = "random") -> Sitting:
    """A finished game, always the same."""
    shaker = Shaker("5e" * 32, tuple(f"0000000{seat + 1}" for seat in range(players)))
    seats = tuple(Seat(name, "person" if seat < 2 else "random") for seat, name in enumerate(NAMES))
    sitting = Sitting(game, game.undealt(players), seats[:players], shaker)
    bot = make_bot(level, 4)
    while not sitting.is_over:
        sitting.move(bot.choose(game, sitting.view(sitting.turn)))
    return sitting


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game of several rounds, as a file."""
    path = tmp_path_factory.mktemp("saved") / "game.json"
    GameFile.of(play(GAME)).write(path)
    return path


@pytest.fixture
def history(browser: Browser, server: Server, saved: Path) -> Page:
    """The history of an imported game, at its beginning."""
    page = open_page(browser, server)
    page.set_input_files("#import input", saved)
    page.wait_for_url("**/replay?row=0&as=0")
    page.wait_for_selector("#play")
    return page


def row_of(page: Page) -> int:
    return int(page.locator("#moment [name=row]").input_value())


def wait_for_row(page: Page, row: int) -> None:
    page.wait_for_function(
        "(row) => new URLSearchParams(location.search).get('row') === String(row)", arg=row
    )
    assert row_of(page) == row


def starts_of(page: Page) -> list[int]:
    found = page.locator("#rounds option").evaluate_all("(all) => all.map((one) => +one.value)")
    return list(found)


def test_keys_and_buttons_jump_by_move_turn_and_round(history: Page, saved: Path) -> None:
    page, last = history, len(json.loads(saved.read_text("utf-8"))["acts"])
    rounds = starts_of(page)
    assert rounds[0] == 0
    assert len(rounds) == 4
    assert page.locator(".round-marks text").count() == 4
    assert page.locator("#where").inner_text() == "Start of the game"
    page.keyboard.press("ArrowRight")
    wait_for_row(page, 1)
    assert page.locator("#where").inner_text() == f"After move 1 of {last}"
    page.keyboard.press("PageDown")
    wait_for_row(page, rounds[1])
    before = page.locator("#board").inner_html()
    page.keyboard.press("End")
    wait_for_row(page, last)
    assert page.locator("#board").inner_html() != before
    page.keyboard.press("PageUp")
    wait_for_row(page, rounds[-1])
    page.locator("#turn-on").click()
    page.wait_for_function(f"() => !location.search.includes('row={rounds[-1]}&')")
    assert row_of(page) > rounds[-1]
    page.keyboard.press("Home")
    wait_for_row(page, 0)
    page.locator("#log li a").first.click()
    assert check_access(page) == []
    assert FAULTS[page] == []


def test_it_plays_at_a_chosen_speed_until_it_is_stopped(history: Page) -> None:
    page = history
    page.locator("#speed select").select_option("4")
    page.locator("#play").click()
    page.wait_for_function("() => document.querySelector('#moment [name=row]').value >= 3")
    assert page.locator("#play").get_attribute("aria-pressed") == "true"
    page.locator("#play").click()
    page.wait_for_selector("#play[aria-pressed=false]")
    page.locator("#moment [name=row]").fill("9")
    wait_for_row(page, 9)
    hands = set()
    for seat in range(3):
        page.locator("#moment [name=as]").select_option(str(seat))
        page.wait_for_url(f"**as={seat}*")
        hands.add(page.locator("#hand").inner_text())
    assert len(hands) == 3
    assert row_of(page) == 9, "the moment stays the same"
    assert FAULTS[page] == []


@pytest.mark.parametrize(
    ("name", "players", "level", "seconds"),
    [("overbooking", 3, "random", 15), ("perfect-hotel", 3, "random", 10)]
    + [("perfect-hotel", players, "casual", 10) for players in (4, 5)],
)
def test_many_steps_get_shorter_by_themselves(
    browser: Browser,
    server: Server,
    tmp_path: Path,
    name: str,
    players: int,
    level: str,
    seconds: int,
) -> None:
    game = game_named(name)
    sitting = play(game, players, level)
    rows = Counter(line.row for line in sitting.lines if game.page.animation_of(line.told))
    (row, steps), *_ = rows.most_common(1)
    assert steps > 6
    GameFile.of(sitting).write(tmp_path / "game.json")
    page = open_page(browser, server, pace="normal")
    page.clock.install()
    page.set_input_files("#import input", tmp_path / "game.json")
    page.wait_for_url("**/replay?row=0&as=0")
    page.goto(page.url.replace("row=0", f"row={row}"))
    page.locator("#watch").click()
    page.wait_for_selector("#caption p")
    page.clock.run_for(1_000 * seconds)
    page.wait_for_selector("#steps", state="hidden", timeout=2_000)
    assert FAULTS[page] == []


def test_jumps_stop_at_the_edges() -> None:
    assert neighbours([0, 4, 9], 0, 12) == (0, 4)
    assert neighbours([0, 4, 9], 4, 12) == (0, 9)
    assert neighbours([0, 4, 9], 12, 12) == (9, 12)


def test_the_hand_covers_nothing_on_a_low_screen(history: Page) -> None:
    page = history
    page.set_viewport_size({"width": 1280, "height": 500})
    board, hand = (page.locator(part).bounding_box() for part in ("#board", "#hand"))
    assert board
    assert hand
    assert board["y"] + board["height"] <= hand["y"]
