"""The lobby's list of a device's tables: opponents, dates, results, whose turn it is."""

import re
from typing import Any, cast

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient
from playwright.sync_api import Browser

from bellhop.engine.words import LANGUAGES
from bellhop.games import GAMES
from bellhop.table.names import PERSON
from bellhop.table.schema import tables
from bellhop.table.sitting import RESIGN
from bellhop.web import lobby
from web.browsing import FAULTS, Server, check_access, open_page
from web.test_continuing import import_finished, live_at, play_on
from web.test_pages import set_up
from web.test_people import Pair

ROW = re.compile(r'<li[^>]*><a href="/t/(\w+)"><b>(.*?)</b> <span>(.*?)</span></a>(.*?)</li>', re.S)


def rows(client: TestClient, query: str = "") -> list[tuple[str, str, str, str]]:
    found: list[tuple[str, str, str, str]] = ROW.findall(client.get(f"/{query}").text)
    return found


def give_up(client: TestClient) -> str:
    """Open a table against a bot, and resign."""
    path = set_up(client, GAMES[0], ("me", "newcomer"))
    assert client.post(f"{path}/people/0/resign").status_code == 200
    return path[3:]


def test_a_running_game_says_against_whom_since_when_and_whose_turn(client: TestClient) -> None:
    path = set_up(client, GAMES[0], ("me", "me"))
    ((table, title, others, rest),) = rows(client)
    assert (table, title) == (path[3:], GAMES[0].title)
    assert others, "both play here, so both are named"
    assert "Your turn" in rest
    assert re.search(r'<time datetime="\d{4}-\d\d-\d\dT[^"]*">\w+', rest)


@pytest.mark.parametrize(
    "damage",
    ["made = 'long ago'", "made = 1e300", "ended = 'never'", "ended = -1e300", "result = '{'",
     "result = '[1]'", "result = '7'"],
)  # fmt: skip
def test_a_damaged_table_is_missing_and_the_others_are_there(
    client: TestClient, damage: str
) -> None:
    broken, whole = give_up(client), give_up(client)
    with cast("Any", client.app).state.house.store.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE tables SET {damage} WHERE id = '{broken}'")
    assert client.get("/").status_code == 200
    assert [table for table, *_ in rows(client)] == [whole]


def test_friends_see_their_own_result_and_each_other(client: TestClient) -> None:
    pair = Pair(client)
    pair.post(1, "people/1/resign")
    (mine,), (hers,) = rows(pair.host), rows(pair.friend)
    assert mine[2] != hers[2]
    assert "won, " in mine[3]
    assert 'class="outcome won"' in mine[3]
    assert "place 2, " in hers[3]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_newest_come_first_and_the_rest_on_demand(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr(lobby, "MAX_OVER", 3)
    client.cookies.set("language", language)
    ended = [give_up(client) for _ in range(5)]
    running = set_up(client, GAMES[1], ("me", "newcomer"))[3:]
    assert [row[0] for row in rows(client)] == [running, *ended[:1:-1]]
    assert 'href="?all=1"' in client.get("/").text
    assert [row[0] for row in rows(client, "?all=1")] == [running, *ended[::-1]]
    assert 'href="?all=1"' not in client.get("/?all=1").text


def test_results_of_earlier_versions_are_found_when_they_are_looked_at(client: TestClient) -> None:
    table = give_up(client)
    app: Any = client.app
    house = app.state.house
    with house.store.writing() as connection:
        connection.execute(sa.update(tables).values(result=None))
    house._live.clear()
    assert "place 2, " in rows(client)[0][3]
    assert house.store.load(table).has_result


def test_practice_of_earlier_versions_is_found_too(client: TestClient) -> None:
    practice, counted = (set_up(client, GAMES[0], ("me", "newcomer")) for _ in range(2))
    assert client.post(f"{practice}/practice").status_code == 200
    for path in (practice, counted):
        win(client, path)
    house = cast("Any", client.app).state.house
    with house.store.writing() as connection:  # as it was before results said what is practice
        found = connection.execute(sa.select(tables.c.id, tables.c.result)).all()
        for table, result in found:
            less = {key: result[key] for key in ("points", "winners")}
            connection.execute(sa.update(tables).where(tables.c.id == table).values(result=less))
    house._live.clear()
    for _ in range(2):
        told = {table: rest for table, _, _, rest in rows(client)}
        assert "practice, doesn’t count" in told[practice[3:]]
        assert "outcome won" not in told[practice[3:]]
        assert "outcome won" in told[counted[3:]]
    assert all(house.store.load(path[3:]).has_result for path in (practice, counted))


MARKS = {
    "en": ("practice, doesn’t count", "continued from another game, doesn’t count"),
    "pl": ("trening, wynik się nie liczy", "dalszy ciąg innej gry, wynik się nie liczy"),
    "ru": (
        "тренировка, результат не засчитывается",
        "продолжение другой партии, результат не засчитывается",
    ),
}


def win(client: TestClient, path: str) -> None:
    """Let the bots of a table resign."""
    live, app = live_at(client, path), cast("Any", client.app)
    for seat in live.seats:
        if seat.kind != PERSON:
            act = f"{RESIGN} {seat.seat + 1}"
            cast("Any", client.portal).call(app.state.house.conclude, live, seat.seat, act)


def test_results_that_do_not_count_say_so_and_are_no_victories(client: TestClient) -> None:
    finished, row = import_finished(client, GAMES[0], 2)
    continued = play_on(client, finished, row, **{"kind-2": "closed"})
    practice, counted = (set_up(client, GAMES[0], ("me", "newcomer")) for _ in range(2))
    assert client.post(f"{practice}/practice").status_code == 200
    for when in ("running", "over"):
        for language, marks in MARKS.items():
            client.cookies.set("language", language)
            told = {table: rest.replace("\xa0", " ") for table, _, _, rest in rows(client)}
            for path, mark in zip((practice, continued), marks, strict=True):
                assert mark in told[path[3:]]
                assert "outcome won" not in told[path[3:]]
            assert ("outcome won" in told[counted[3:]]) == (when == "over")
            assert not any(mark in told[counted[3:]] for mark in marks)
        for path in (practice, continued, counted) if when == "running" else ():
            win(client, path)


def test_it_fits_a_phone_and_is_accessible(browser: Browser, server: Server) -> None:
    page = open_page(browser, server, width=360, locale="ru-RU")
    for _ in range(2):
        page.locator(f"form[action='/play/{GAMES[0].name}'] button.main").click()
        page.locator(".lit").first.wait_for()
        page.goto(server.url)
    assert page.locator(".mine .awaits .badge").count() == 2
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert check_access(page) == []
    assert FAULTS[page] == []
