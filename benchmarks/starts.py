"""How long it takes until someone can play: from process start, and from a fresh clone."""

import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from processes import free_port

from bellhop.games import GAMES

ROOT = Path(__file__).parents[1]
TIMES = 5


def measure_start(folder: Path) -> dict[str, Any]:
    """The time to the first page, from process start and from when the server listens."""
    whole, ready = [], []
    for _ in range(TIMES):
        port = free_port()
        command = [sys.executable, "-m", "bellhop", "serve", "--port", str(port)]
        began = time.perf_counter()
        with subprocess.Popen(
            [*command, "--database", str(folder / "start.sqlite")], stdout=subprocess.PIPE
        ) as process:
            assert process.stdout
            process.stdout.readline()  # the line with the address
            announced = time.perf_counter()
            first_page(port)
            whole.append(time.perf_counter() - began)
            ready.append(time.perf_counter() - announced)
            process.terminate()
    return {
        "process_to_first_page_ms": round(1000 * statistics.median(whole)),
        "ready_to_first_page_ms": round(1000 * statistics.median(ready)),
        "times": TIMES,
        "load": round(os.getloadavg()[0], 2),
    }


def measure_make_play() -> dict[str, Any]:
    """The time from `make play` to a table that takes moves, twice in a fresh clone."""
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "bellhop"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        for name in ("first_s", "later_s"):
            port = free_port()
            options = f"--port {port} --database {folder}/tables.sqlite"
            began = time.perf_counter()
            process = subprocess.Popen(
                ["make", "--silent", "play", f"ARGS={options}"], cwd=clone, start_new_session=True,
                env={**os.environ, "BROWSER": "true"}, stdout=subprocess.DEVNULL,
            )  # fmt: skip
            try:
                play_now(port)
            finally:
                figures[name] = round(time.perf_counter() - began, 1)
                os.killpg(process.pid, signal.SIGTERM)
                process.wait()
    return figures


def first_page(port: int, seconds: float = 600.0) -> str:
    """Wait for the lobby page and return it."""
    end = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30) as page:
                return str(page.read().decode())
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.005)


def play_now(port: int) -> None:
    """Press *Play now* like a browser, and wait for a table that takes moves."""
    assert "Bellhop" in first_page(port)
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    with browser.open(f"http://127.0.0.1:{port}/play/{GAMES[0].name}", b"", timeout=60) as page:
        table = page.url
        assert re.search(r'id="board"', page.read().decode())
    for _ in range(600):
        with browser.open(f"{table}/news", timeout=60) as news:
            if json.load(news)["begun"]:
                return
        try:  # as the page's script does for its seat
            browser.open(f"{table}/nonce", b"nonce=00000000000000ff", timeout=60).close()
        except OSError:
            time.sleep(0.05)
    raise TimeoutError("the game did not begin")
