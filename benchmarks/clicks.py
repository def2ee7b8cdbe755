"""Measure an evening at the table: whole games of each game in Chromium, clicked as people click.

Counted are the clicks of each kind of turn, how many decisions the rules asked for in it, the
seconds of waiting for bots and for steps that are shown, and the texts that are cut off or overlap
on screens of several sizes.  The page of another checkout is measured in the same way:

    python benchmarks/clicks.py now
    python benchmarks/clicks.py before --checkout ../elsewhere

The results are saved under these names in `results/table.json`.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from processes import free_port, wait_for

from bellhop.games import GAMES

HERE = Path(__file__).parent
RESULT = HERE / "results" / "table.json"
FAULTS = (HERE.parent / "tests" / "web" / "faults.js").read_text("utf-8")
SIZES = ((360, 740), (768, 1024), (1280, 720), (1440, 900), (1920, 1080), (2560, 1440))
USUAL = (1440, 900)
TURNS_BETWEEN_LOOKS = 8
STUCK_SECONDS = 120.0
SERVER = """
import sys
from bellhop.cli.serving import TableServer
from bellhop.web.app import create_app
TableServer(create_app(sys.argv[1]), int(sys.argv[2])).run()
"""
# How a person waits: the time in which steps are shown, and in which nothing can be done.
CLOCK = """
window.waited = { steps: 0, bots: 0 };
let last = performance.now();
setInterval(() => {
  const now = performance.now(), body = document.body;
  const isOver = document.querySelector("#sheet table");
  if (body?.classList.contains("watching")) waited.steps += now - last;
  else if (!isOver && !document.querySelector(".lit")) waited.bots += now - last;
  last = now;
}, 40);
"""
NEWS = "fetch(`${location.pathname}/news`).then((answer) => answer.json())"
# What somebody who knows the games likes to do; every other move weighs 1.
LIKES = {
    "research": 3, "take": 0.3, "build": 0.3, "add plain": 50, "add star": 50, "add tourist": 0.1,
    "guest": 4, "check-in": 30, "strudel": 20, "cake": 20, "wine": 20, "coffee": 20,
    "end": 0.2, "pass": 0.01, "done": 0.3,
}  # fmt: skip


def main() -> None:
    """Play, print and save."""
    wanted = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    wanted.add_argument("name", help="the name under which the figures are saved")
    wanted.add_argument("--checkout", type=Path, default=HERE.parent)
    wanted.add_argument("--games", type=int, default=1, help="whole games of each game")
    wanted.add_argument("--only", choices=[game.name for game in GAMES])
    given = wanted.parse_args()
    with serving(given.checkout) as url, open_browser() as browser:
        for game in GAMES:
            if given.only in (None, game.name):
                evening = Evening(browser, url, game.name)
                for seed in range(given.games):
                    evening.play(seed)
                keep(given.name, game.name, evening.tell())


def keep(name: str, game: str, figures: dict[str, Any]) -> None:
    """Print and save the figures of a game; the load tells how far to trust the seconds."""
    told = {"date": time.strftime("%F"), "load": round(os.getloadavg()[0], 1), **figures}
    print(name, game, json.dumps(told, indent=1), flush=True)
    kept = json.loads(RESULT.read_text("utf-8")) if RESULT.exists() else {}
    kept.setdefault(name, {})[game] = told
    RESULT.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


@contextmanager
def serving(checkout: Path) -> Iterator[str]:
    """A server that runs the code of a checkout; its address."""
    port = free_port()
    source = {**os.environ, "PYTHONPATH": str(checkout.resolve() / "src")}
    with tempfile.TemporaryDirectory() as folder:
        given = (f"sqlite:///{folder}/tables.sqlite", str(port))
        process = subprocess.Popen([sys.executable, "-c", SERVER, *given], env=source)
        try:
            wait_for(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait()


@contextmanager
def open_browser() -> Iterator[Browser]:
    """The system's Chromium."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


class Evening:
    """Games of one kind, and what was counted in them."""

    def __init__(self, browser: Browser, url: str, game: str) -> None:
        self.browser, self.url, self.game = browser, url, game
        self.turns: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        self.faults: Counter[str] = Counter()
        self.looks = self.scrolls = self.games = 0
        self.waited: Counter[str] = Counter()
        self.chance = random.Random(0)

    def play(self, seed: int) -> None:
        """Play one game to its end."""
        self.chance = random.Random(seed)
        context = self.browser.new_context(viewport={"width": USUAL[0], "height": USUAL[1]})
        page = context.new_page()
        page.set_default_timeout(1000 * STUCK_SECONDS)
        page.add_init_script(CLOCK)
        page.add_init_script(f"localStorage['bellhop-asked'] = JSON.stringify(['{self.game}'])")
        page.goto(self.url)
        page.locator(f"form[action='/play/{self.game}'] button").first.click()
        while page.wait_for_selector(".lit, #sheet table", state="attached") and not is_over(page):
            self.play_turn(page)
        waited = page.evaluate("waited")
        self.waited.update({name: round(waited[name]) for name in waited})
        self.games += 1
        context.close()

    def play_turn(self, page: Page) -> None:
        """One turn of the person: until the bots or the end come."""
        clicks = decisions = 0
        acts: list[str] = []
        if sum(map(len, self.turns.values())) % TURNS_BETWEEN_LOOKS == 0:
            self.look(page)
        news = page.evaluate(NEWS)
        expected = news["row"]  # a later one shows that others have moved: it is another turn
        while news["turn"] and news["row"] == expected and not is_over(page):
            move = self.choose(news)
            made = [move["act"]]
            if chosen := news.get("selection"):
                made = [item["act"] for item in chosen["items"] if item["chosen"]]
                move = {"act": chosen["act"], "path": [chosen["button"]]}
                made.append(move["act"])
            decisions += len(news["moves"]) > 1
            acts += made
            expected += len(made)
            clicks += self.click(page, move["path"], news["row"])
            news = self.wait_for_answer(page, news["row"])
        if acts:
            self.turns[kind_of(acts)].append((clicks, decisions))

    def choose(self, news: dict[str, Any]) -> dict[str, Any]:
        """A move that somebody who knows the game might make."""
        moves: list[dict[str, Any]] = news["moves"]
        names = [move["act"] for move in moves]
        weights = [LIKES.get(name, LIKES.get(name.split()[0], 1)) for name in names]
        return self.chance.choices(moves, weights)[0]

    def click(self, page: Page, path: list[str], row: int) -> int:
        """Click along a path until the move is made; how many clicks it took."""
        clicks = 0
        while page.evaluate(NEWS)["row"] == row and clicks < 2 * len(path) + 2:
            done = page.locator(".picked").count()
            place = page.locator(f"[id='{path[min(done, len(path) - 1)]}']")
            box = place.bounding_box()
            self.scrolls += not box or box["y"] < 0 or box["y"] + box["height"] > USUAL[1]
            place.click()
            clicks += 1
            for _ in range(300):
                if page.evaluate(NEWS)["row"] > row or page.locator(".picked").count() > done:
                    break
                if page.locator("#told").text_content():  # a warning: click again
                    break
                page.wait_for_timeout(30)
        return clicks

    def wait_for_answer(self, page: Page, row: int) -> dict[str, Any]:
        """Wait until the page shows a move, and something can be done again or the turn is over."""
        end = time.monotonic() + STUCK_SECONDS
        while time.monotonic() < end:
            news: dict[str, Any] = page.evaluate(NEWS)
            is_shown = page.locator(".lit").count() > 0
            if is_over(page) or (news["row"] > row and (is_shown or not news["turn"])):
                return news
            page.wait_for_timeout(30)
        raise TimeoutError(f"nothing happened after row {row}")

    def look(self, page: Page) -> None:
        """Count the faults of the page on screens of all sizes."""
        self.looks += 1
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(120)
            self.faults[f"{width}x{height}"] += len(page.evaluate(FAULTS, arg=False))
        page.set_viewport_size({"width": USUAL[0], "height": USUAL[1]})
        page.wait_for_timeout(120)

    def tell(self) -> dict[str, Any]:
        """What was counted."""
        turns = [turn for kind in self.turns.values() for turn in kind]
        return {
            "games": self.games,
            "turns": len(turns),
            "clicks per turn": round(sum(turn[0] for turn in turns) / len(turns), 2),
            "decisions per turn": round(sum(turn[1] for turn in turns) / len(turns), 2),
            "clicks by kind": {
                kind: {
                    "turns": len(done),
                    "clicks": round(sum(turn[0] for turn in done) / len(done), 2),
                    "most": max(turn[0] for turn in done),
                }
                for kind, done in sorted(self.turns.items())
            },
            "clicks on what lay outside the screen": self.scrolls,
            "seconds of waiting per game": {
                name: round(spent / 1000 / self.games, 1) for name, spent in self.waited.items()
            },
            "faults per look": {
                size: round(found / self.looks, 2) for size, found in self.faults.items()
            },
        }


def is_over(page: Page) -> bool:
    """Has the game ended?"""
    return page.locator("#sheet table").count() > 0


def kind_of(acts: list[str]) -> str:
    """The kind of a turn, from its moves."""
    added = sum(act.startswith("add ") for act in acts)
    heads = [act for act in acts if act.split()[0] in ("research", "build", "take", "die", "pass")]
    if heads and heads[0].split()[0] in ("build", "take"):
        return f"set with {added} cards from hand"
    return heads[0] if heads else "other"


if __name__ == "__main__":
    main()
