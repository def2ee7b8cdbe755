"""Servers for the tests: one without a network, and one with a real browser."""

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from bellhop.games import GAMES
from bellhop.table.store import Store
from bellhop.web import sweeping
from bellhop.web.app import create_app
from web.browsing import ARGUMENTS, CHROMIUM, QUICK_CHROMIUM, Server, open_page


@pytest.fixture(scope="session", autouse=True)
def own_collector() -> Iterator[None]:
    """Servers leave the collector alone: here it would search everything the tests imported."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sweeping, "calm_collector", lambda **_: None)
        yield


@pytest.fixture(scope="session")
def no_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with the newest schema, to be copied because making one takes longer."""
    path = tmp_path_factory.mktemp("empty") / "tables.sqlite"
    Store(f"sqlite:///{path}").close()
    return path


@pytest.fixture
def client(tmp_path: Path, no_tables: Path) -> Iterator[TestClient]:
    """A client of a new server whose bots do not pause."""
    shutil.copyfile(no_tables, tmp_path / "tables.sqlite")
    app = create_app(f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_pause=0.0)
    with TestClient(app, base_url="http://testserver") as made:
        yield made


class Browsers:
    """Browsers that serve all tests of a worker."""

    def __init__(self, playwright: Playwright) -> None:
        self._chromium, self._loop = playwright.chromium, asyncio.get_running_loop()
        self._open: dict[str, Browser] = {}

    @contextmanager
    def lend(self, path: str) -> Iterator[Browser]:
        """A browser without pages; those that are opened are closed in the end.

        Playwright's event loop never ends, so nothing else in this thread could wait for events.
        While no browser is lent, it therefore does not count as running.
        """
        assert path, "no Chromium was found; `make browser` installs it where it can"
        asyncio._set_running_loop(self._loop)
        if path not in self._open:
            self._open[path] = self._chromium.launch(executable_path=path, args=ARGUMENTS)
        yield self._open[path]
        for context in self._open[path].contexts:
            context.close()
        asyncio._set_running_loop(None)

    def close(self) -> None:
        """Close all."""
        asyncio._set_running_loop(self._loop)
        for browser in self._open.values():
            browser.close()


@pytest.fixture(scope="session")
def browsers() -> Iterator[Browsers]:
    """The browsers of a worker."""
    with sync_playwright() as playwright:
        made = Browsers(playwright)
        asyncio._set_running_loop(None)
        yield made
        made.close()


@pytest.fixture
def browser(browsers: Browsers) -> Iterator[Browser]:
    """The system's Chromium, without windows if it is there in this form."""
    with browsers.lend(QUICK_CHROMIUM) as lent:
        yield lent


@pytest.fixture
def notifying_browser(browsers: Browsers) -> Iterator[Browser]:
    """The system's Chromium as people use it, which can show notifications."""
    with browsers.lend(CHROMIUM) as lent:
        yield lent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that share a server or a browser stay together by files, which workers can divide."""
    for item in items:
        shared = {"server", "browser"} & set(getattr(item, "fixturenames", ()))
        if shared and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots do not pause."""
    started = Server(tmp_path_factory.mktemp("server"))
    yield started
    started.stop()


@pytest.fixture
def company(browser: Browser, server: Server) -> tuple[Page, Page]:
    """A host, and a friend who has used the host's link."""
    host, friend = open_page(browser, server), open_page(browser, server)
    host.goto(f"{server.url}/new/{GAMES[0].name}")
    for seat, kind in enumerate(("me", "friend", "closed", "closed", "closed")):
        if seat < GAMES[0].players[-1]:
            host.select_option(f"[name=kind-{seat}]", kind)
    host.fill("[name=name-0]", "Ann")
    host.locator("form.set-up button.main").click()
    link = host.locator(".invitations input").first.input_value()
    friend.goto(link)
    friend.fill("[name=name]", "Zoe")
    friend.locator("form.set-up button.main").click()
    for page in (host, friend):
        page.wait_for_selector("#board button", timeout=30_000)
    return host, friend
