"""Refusals: one handler, a status for each kind of error, the reader's language."""

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from bellhop.games import GAMES
from bellhop.table.store import Store
from bellhop.web.requests import Answer, PageRoute
from web.test_api import bearer
from web.test_pages import latest, set_up

POLISH, RUSSIAN = {"accept-language": "pl"}, {"accept-language": "ru"}
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
SHAPE = {"detail", "key", "told"}


def test_a_page_is_refused_in_the_readers_language(client: TestClient) -> None:
    for headers, told in ((POLISH, "Nie ma stołu „none”."), (RUSSIAN, "Стола «none» нет.")):
        answer = client.get("/t/none", headers=headers)
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/html")
        assert told in answer.text


def test_scripts_and_programs_read_one_shape(client: TestClient) -> None:
    body = {"row": 1, "act": "x", "key": "k"}
    for answer in (
        client.get("/t/none/news", headers=POLISH),
        client.post("/t/none/act", json=body, headers=POLISH),
        client.get("/api/tables/none", headers=POLISH),
        client.post("/api/tables/none/acts", json=body, headers=POLISH),
    ):
        assert answer.status_code == 404
        told = "Nie ma stołu „none”. Być może został usunięty."
        assert answer.json() == {"detail": told, "key": "table", "told": told}


def test_a_request_of_another_shape_is_refused_like_others(client: TestClient) -> None:
    wanted = {"game": GAMES[0].name, "seats": [{"name": "x" * 100}]}
    answer = client.post("/api/tables", json=wanted, headers=RUSSIAN)
    refused = answer.json()
    assert (answer.status_code, refused["key"]) == (422, "shape")
    assert set(refused) == {*SHAPE, "found"}
    assert refused["told"] == refused["detail"]
    assert "поле body.seats.0.name отсутствует или неверно" in refused["told"]
    assert [entry["loc"] for entry in refused["found"]] == [["body", "seats", 0, "name"]]


def test_every_route_answers_as_it_says(client: TestClient) -> None:
    """Each route is asked for something that does not exist, if that is possible."""
    seen = set()
    for route in client.app.routes:  # type: ignore[attr-defined]
        if isinstance(route, PageRoute):
            path = route.path.replace("{seat:int}", "0")
            for part in ("table", "secret", "game", "language", "change"):
                path = path.replace(f"{{{part}}}", "none")
            method = next(iter((route.methods or set()) - {"HEAD"}))
            answer = client.request(method, path, headers=BROWSER)
            seen.add((route.answer, answer.status_code))
            if answer.status_code >= 400:
                is_json = answer.headers["content-type"] == "application/json"
                assert is_json == (route.answer is Answer.JSON), path
                assert not is_json or set(answer.json()) == SHAPE, path
    assert seen == {
        (Answer.PAGE, 200), (Answer.PAGE, 404), (Answer.JSON, 200), (Answer.JSON, 400),
        (Answer.JSON, 404),
    }  # fmt: skip


def test_an_address_without_a_route_is_refused_as_the_browser_wants(client: TestClient) -> None:
    page = client.get("/nowhere", headers={**BROWSER, **POLISH})
    assert (page.status_code, page.headers["content-type"][:9]) == (404, "text/html")
    assert "Pod tym adresem nic nie ma." in page.text
    assert client.get("/static/none.js").json()["key"] == "page"
    wrong = client.delete("/t/none")
    assert (wrong.status_code, set(wrong.headers["allow"].split(", "))) == (405, {"GET", "HEAD"})
    assert client.delete("/api/games").json()["key"] == "method"
    foreign = {"origin": "http://evil.example", **RUSSIAN}
    assert client.post("/import", headers=foreign).json()["told"] == (
        "Этот запрос пришёл с другого сайта."
    )
    assert "<h1>" in client.post("/import", headers={**foreign, **BROWSER}).text


def test_a_request_without_a_secret_is_asked_for_one(client: TestClient) -> None:
    wanted = {"game": GAMES[0].name, "seats": [{"name": "A"}, {"name": "B"}]}
    table = client.post("/api/tables", json=wanted).json()["table"]
    body = {"row": 1, "act": "x", "key": "k"}
    for headers, key in (({}, "no_secret"), (bearer("nobody"), "wrong_secret")):
        answer = client.post(f"/api/tables/{table}/acts", json=body, headers=headers)
        assert (answer.status_code, answer.json()["key"]) == (401, key)
        assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "failure",
    [lambda: OSError("full"), lambda: sa.exc.OperationalError("", {}, Exception("locked"))],
    ids=["disk", "database"],
)
def test_a_store_that_cannot_be_written_is_one_line(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, failure: Callable[[], Exception]
) -> None:
    def fail(*_: object, **__: object) -> Any:
        raise failure()

    path = set_up(client, GAMES[0], ("me", "me"))
    turn = next(seat for seat in (0, 1) if latest(client, path, f"?as={seat}")["moves"])
    before = latest(client, path, f"?as={turn}")
    body = {"row": before["row"] + 1, "act": before["moves"][0]["act"], "key": "k"}
    with monkeypatch.context() as broken:
        for name in ("append", "add_table", "change_table"):
            broken.setattr(Store, name, fail)
        act = client.post(f"{path}/act?as={turn}", json=body, headers=POLISH)
        page = client.post(f"/play/{GAMES[0].name}", headers=RUSSIAN)
    assert (act.status_code, act.json()["key"]) == (503, "unavailable")
    assert "nie może teraz korzystać" in act.json()["told"]
    assert page.status_code == 503
    assert "Сервер сейчас не может работать" in page.text
    assert latest(client, path, f"?as={turn}") == before, "nothing was changed"
    assert client.post(f"{path}/act?as={turn}", json=body).status_code == 200


def test_the_log_has_one_line_without_the_values_of_a_row(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> Any:
        raise sa.exc.IntegrityError("INSERT", {}, Exception("no table\nDETAIL: (Ann Lee, 7)"))

    monkeypatch.setattr(Store, "ping", fail)
    assert client.get("/health").status_code == 503
    assert "the database cannot be used: IntegrityError: " in caplog.text
    assert "no table" in caplog.text
    assert "Ann Lee" not in caplog.text
    assert caplog.text.count("\n") == 1


def test_the_description_shows_what_may_be_refused(client: TestClient) -> None:
    described = client.get("/openapi.json").json()
    assert set(described["components"]["schemas"]["Fault"]["properties"]) == SHAPE
    acts = described["paths"]["/api/tables/{table}/acts"]["post"]["responses"]
    assert {"400", "401", "403", "404", "409", "422", "503"} <= set(acts)
    assert acts["422"]["content"]["application/json"]["schema"]["$ref"].endswith("/ShapeFault")
