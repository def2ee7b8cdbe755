"""Take the README's pictures of the tables in Chromium, from fixed seeds (`make pictures`)."""

import json
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from bellhop.bots import make_bot
from bellhop.engine.fairness import Shaker
from bellhop.engine.game import Game
from bellhop.engine.words import shell_words
from bellhop.games import GAMES
from bellhop.table.live import LiveTable
from bellhop.table.schema import StoredSeat, StoredTable
from bellhop.table.sitting import Seat, Sitting
from bellhop.web.rendering import Viewer, news

FOLDER = Path(__file__).with_name("pictures")
SIZE, SCALE = (1440, 900), 0.75
QUALITY = 72  # of a JPEG
PORT = 18_923
# The number of moves played before, and the seed, by game: tables that show what there is.
MOMENTS = {"perfect-hotel": (70, 4), "overbooking": (26, 2), "grand-austria-hotel": (194, 3)}
SERVER = """
import sys
from bellhop.cli.serving import TableServer
from bellhop.web.app import create_app
TableServer(create_app(sys.argv[1]), int(sys.argv[2])).run()
"""
SHOW = """({ fragments, lit }) => {
  for (const [id, html] of Object.entries(fragments)) document.getElementById(id).innerHTML = html;
  for (const fold of document.querySelectorAll("details.fold")) fold.open = true;
  for (const id of lit) document.getElementById(id)?.classList.add("lit");
}"""


def main() -> None:
    """Take a picture of every game's table."""
    FOLDER.mkdir(exist_ok=True)
    with open_page() as page:
        for game in GAMES:
            if game.name in MOMENTS:
                show(page, game)
                path = FOLDER / f"{game.name}.jpg"
                page.screenshot(path=path, type="jpeg", quality=QUALITY)
                print(path.name, path.stat().st_size)


@contextmanager
def open_page() -> Iterator[Page]:
    """A page of a server of its own."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        given = (f"sqlite:///{folder}/tables.sqlite", str(PORT))
        server = subprocess.Popen([sys.executable, "-c", SERVER, *given])
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        try:
            wait_for_server()
            page = browser.new_page(
                viewport={"width": SIZE[0], "height": SIZE[1]},
                device_scale_factor=SCALE,
                locale="en-GB",
                reduced_motion="reduce",
            )
            known = json.dumps([game.name for game in GAMES])  # no game is offered as a lesson
            page.add_init_script(f"localStorage['bellhop-asked'] = {json.dumps(known)}")
            yield page
        finally:
            browser.close()
            server.terminate()
            server.wait()


def wait_for_server() -> None:
    """Wait until the server answers."""
    for _ in range(1200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}/health", timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return


def show(page: Page, game: Game) -> None:
    """Draw the moment of a game on the page of a real table."""
    page.context.set_offline(False)
    page.goto(f"http://127.0.0.1:{PORT}/")
    page.locator(f"form[action='/play/{game.name}'] button").click()
    page.wait_for_selector("#board button")
    page.wait_for_load_state()  # with its styles and scripts
    page.context.set_offline(True)  # no news, and no word about it
    page.evaluate("document.getElementById('unconnected').style.display = 'none'")
    page.evaluate(SHOW, arrange(game))
    page.mouse.move(1, 1)
    page.wait_for_timeout(300)


def arrange(game: Game) -> dict[str, Any]:
    """The fragments of a table in the middle of a game, and what is lit for the player on turn."""
    least, seed = MOMENTS[game.name]
    live = lay_table(game, seed)
    play(live, seed, least)
    viewer = Viewer((0,), 0, "en")
    drawn = news(live, viewer)
    return {
        "fragments": drawn["fragments"],
        "lit": sorted({move["path"][0] for move in drawn["moves"]}),
    }


def lay_table(game: Game, seed: int) -> LiveTable:
    """A table of a person and two bots; a seed in place of the server's secret fixes the deal."""
    names = ["Anna", *shell_words("en").say("bots.names").split(", ")[:2]]
    kinds = ("person", "strong", "strong")
    pairs = list(zip(names, kinds, strict=True))
    stored = [StoredSeat(n, name, kind, taken=True) for n, (name, kind) in enumerate(pairs)]
    shaker = Shaker(f"{seed:064x}", ("1" * 8, "2" * 8, "3" * 8))
    players = tuple(Seat(name, kind) for name, kind in pairs)
    sitting = Sitting(game, game.undealt(3, {}), players, shaker)
    table = StoredTable(
        "t", game.name, "r", {}, shaker.secret, shaker.nonces, 0.0, tuple(stored), ()
    )
    return LiveTable(table, game, stored, sitting)


def play(live: LiveTable, seed: int, least: int) -> None:
    """Let strong bots play some moves, and on to the beginning of the person's next turn."""
    bots = [make_bot("strong", seed + seat) for seat in range(3)]
    sitting, moves, before = live.sitting, 0, -1
    assert sitting
    while not sitting.is_over:
        turn = sitting.turn
        if moves >= least and turn == 0 and before != 0:
            return
        sitting.move(bots[turn].choose(live.game, sitting.view(turn)))
        moves, before = moves + 1, turn


if __name__ == "__main__":
    main()
