"""A real browser and a real server, for tests of the table page."""

import json
import random
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has none
from playwright.sync_api import Browser, Page

from bellhop.engine.game import Game
from bellhop.games import GAMES

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
# The same browser without windows and notifications takes half of the processor time.
QUICK_CHROMIUM = shutil.which("chromium-headless-shell") or CHROMIUM
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
SAME_NONCE = """
const draw = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = (numbers) =>
    numbers instanceof Uint8Array ? numbers.fill(1) : draw(numbers);
"""
FAULTS: dict[Page, list[str]] = {}  # the errors of each page
# Its tables are dealt the same cards every time, as far as they are opened in the same order.
SERVER = """
import random, sys
from types import SimpleNamespace
from bellhop.cli.serving import TableServer
from bellhop.engine import fairness
from bellhop.web.app import create_app
chance = random.Random(1)
fairness.secrets = SimpleNamespace(token_hex=lambda size: chance.randbytes(size).hex())
app = create_app(sys.argv[1], bot_pause=float(sys.argv[4]), public_url=sys.argv[3])
TableServer(app, int(sys.argv[2])).run()
"""


def every_game_but(*names: str) -> pytest.MarkDecorator:
    """Every game; those of these names, which take very many clicks, in `make prove` only."""
    marks = {name: [pytest.mark.prove] for name in names}
    games = [pytest.param(game, marks=marks.pop(game.name, [])) for game in GAMES]
    assert not marks, "there is no such game"
    return pytest.mark.parametrize("game", games, ids=lambda game: game.name)


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """A separate server process, which can be stopped and started again."""

    def __init__(self, folder: Path, public_url: str = "", bot_pause: float = 0.0) -> None:
        self.port, self.public_url, self.bot_pause = free_port(), public_url, bot_pause
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = f"sqlite:///{folder / 'tables.sqlite'}"
        self.start()

    def start(self) -> None:
        """Start with the tables that are in the database."""
        given = (self.database, str(self.port), self.public_url, str(self.bot_pause))
        self.process = subprocess.Popen([sys.executable, "-c", SERVER, *given])

    def wait(self) -> None:
        """Wait until it answers."""
        for _ in range(600):  # machines are shared
            try:
                urllib.request.urlopen(f"{self.url}/health", timeout=5).close()
                return
            except OSError:
                time.sleep(0.1)
        pytest.fail("the server did not start")

    def stop(self) -> None:
        """Stop as an operator would, and wait for the end."""
        self.process.terminate()
        self.process.wait(timeout=20)


def open_page(
    browser: Browser,
    server: Server,
    width: int = 1280,
    locale: str = "en-GB",
    pace: str = "off",
    motion: Literal["reduce", "no-preference"] = "reduce",
    *,
    is_newcomer: bool = False,
) -> Page:
    """Open the lobby in a new browser; steps are not shown unless a pace is given.

    Only a newcomer is asked about lessons before playing.
    """
    context = browser.new_context(
        viewport={"width": width, "height": 850},
        locale=locale,
        reduced_motion=motion,
        has_touch=width < 500,
        is_mobile=width < 500,
    )
    page = context.new_page()
    page.set_default_timeout(90_000)  # machines are shared
    page.add_init_script(SAME_NONCE)
    page.add_init_script(f"localStorage.bellhop ??= JSON.stringify({{ pace: '{pace}' }})")
    if not is_newcomer:
        known = json.dumps([game.name for game in GAMES])
        page.add_init_script(f"localStorage['bellhop-asked'] ??= {json.dumps(known)}")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda m: faults.append(m.text) if "Content Security" in m.text else None)
    FAULTS[page] = faults
    server.wait()
    page.goto(server.url)
    return page


def check_access(page: Page, *rules: str) -> list[str]:
    """What axe finds wrong with a page, by all its rules or by some: the rule, and where."""
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found = Axe().run(page, options=options).response["violations"]
    return [f"{fault['id']}: {fault['nodes'][0]['html'][:160]}" for fault in found]


def cut_off(page: Page) -> None:
    """Take a page off the network.

    Chromium may say that it is offline before it is: the page then opens a stream that nothing
    closes.  The second event makes it try once more.
    """
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")


def leave(page: Page) -> None:
    """Take the pointer off the table: what it rests on sleeps at the beginning of a turn."""
    page.mouse.move(0, 0)


def click_on(page: Page, chance: random.Random, clicks: int) -> None:
    """Click anything that is lit, up to a number of times or until the game is over."""
    for _ in range(clicks):
        page.wait_for_selector(".lit, #sheet table", timeout=60_000)
        if page.locator("#sheet table").count():
            return
        lit = page.evaluate("[...document.querySelectorAll('.lit')].map((e) => e.id)")
        if lit:
            leave(page)
            page.locator(f"[id='{chance.choice(lit)}']").click(timeout=10_000)


def fetch_news(page: Page) -> Any:
    """The newest state of the table, as the page receives it."""
    return page.evaluate("fetch(`${location.pathname}/news`).then((answer) => answer.json())")


def wait_for_turn(page: Page, server: Server, game: Game) -> None:
    """Wait until something may be touched, in another game if this one is over."""
    page.wait_for_selector(".lit, #sheet table", timeout=60_000)
    if page.locator("#sheet table").count():
        page.goto(server.url)
        play_now(page, game)
        page.wait_for_selector(".lit", timeout=60_000)
    leave(page)


def wait_for_anybody(*pages: Page) -> None:
    """Until somebody at a table may touch something."""
    for _ in range(600):
        if any(page.locator(".lit").count() for page in pages):
            return
        pages[0].wait_for_timeout(50)
    raise AssertionError("it is nobody's turn")


def play_now(page: Page, game: Game) -> None:
    """Open a table against bots."""
    page.locator(f"form[action='/play/{game.name}'] button").click()
    page.wait_for_selector("#board button")
