"""docs/api.md is true: every call has an example, and the examples are carried out in order."""

import json
import re
import time
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from playwright.sync_api import Browser, expect

from bellhop.bots import KINDS
from bellhop.games import GAMES, game_named
from bellhop.web.api_page import calls_of
from bellhop.web.app import create_app
from coach.sittings import play_to_the_end, sit_down
from web.browsing import FAULTS, Server, check_access, open_page

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
EXAMPLE = re.compile(r"```http\n(\w+) (\S+)\n(.*?)```\n\n```json\n(\d+)\n(.*?)```", re.DOTALL)

OF_THE_COACH = re.compile("/(analysis|judgement|weighing)")


def shape_of(value: Any) -> Any:
    """A value without its details: types, and the names of fields; a list by its first item."""
    match value:
        case dict() if "…" in value or "high-season" in value or "moments" in value:
            return "options"
        case dict():
            return {n: int if n == "tries" else shape_of(item) for n, item in value.items()}
        case list():
            return [shape_of(item) for item in value[:1]]
        case bool() | str() | float():
            return type(value)
    return value  # rows and seats are numbers that the page gives exactly


def same_but_for_the_seat(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer as if the first seat had the first turn, as on the page."""
    return {**answer, "seat": 0, "turn": 0} if "turn" in answer else answer


def finished_table(client: TestClient) -> str:
    """The id of a table whose game is over, for the calls of the coach."""
    saved = play_to_the_end(sit_down(game_named("night-porter"), 2, 3), 3)
    at: str = client.post("/import", content=saved.to_json().encode()).json()["at"]
    return at.split("/")[2]


def ask(client: TestClient, method: str, address: str, **values: Any) -> Any:
    """The answer to a call; how far an analysis is, is asked until it is done."""
    answer = client.request(method, address, **values)
    while method == "GET" and '"complete":false' in answer.text.replace(" ", ""):
        time.sleep(0.05)
        answer = client.request(method, address, **values)
    return answer


def test_every_kind_of_bot_is_named() -> None:
    assert [kind for kind in KINDS if f"`{kind}`" not in PAGE] == []


def test_every_example_is_answered_as_the_page_says(client: TestClient) -> None:
    values: dict[str, str] = {}
    over = {"table": finished_table(client)}
    tokens: list[str] = []
    done = set()
    for method, path, rest, status, expected in EXAMPLE.findall(PAGE):
        head, brace, body = rest.partition("{\n") if "{\n" in rest else rest.partition('{"')
        address = path.format(**(over if OF_THE_COACH.search(path) else values))
        headers = {"Content-Type": "application/json"}
        if "Authorization" in head:
            turn = client.get(f"/api/tables/{values['table']}").json()["turn"]
            headers["Authorization"] = f"Bearer {tokens[turn]}"
        answer = ask(client, method, address, content=brace + body, headers=headers)
        assert answer.status_code == int(status), answer.text
        found, shown = answer.json(), json.loads(expected)
        if isinstance(found, dict):
            found, shown = same_but_for_the_seat(found), same_but_for_the_seat(shown)
        assert shape_of(found) == shape_of(shown), path
        if "secrets" in found:
            values = {"table": found["table"], "secret": found["secrets"][0]}
            client.post(f"/api/seats/{found['secrets'][1]}", json={})
            tokens = ["", found["secrets"][1]]
        if "/seats/" in path:
            tokens[0] = json.loads(brace + body)["key"]
        done.add((method, path.partition("?")[0]))
    assert done == {(call.method, call.path) for call in calls_of(client.app.openapi())}  # type: ignore[attr-defined]


def test_every_field_of_a_view_and_every_status_is_explained() -> None:
    description = create_app("sqlite://").openapi()
    for name in description["components"]["schemas"]["View"]["properties"]:
        assert f"`{name}`" in PAGE or f'"{name}"' in PAGE, name
    statuses = {
        status
        for methods in description["paths"].values()
        for call in methods.values()
        for status in call["responses"]
        if status >= "400"
    }
    told = PAGE.partition("## Refusals")[2]
    assert {status for status in statuses if status not in told} == set()


def test_a_call_is_tried_on_the_page_of_the_server(browser: Browser, server: Server) -> None:
    page = open_page(browser, server)
    hosts = set[str]()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    page.goto(f"{server.url}/api")
    assert check_access(page) == []
    form = page.locator("form.call", has_text="POST /api/tables").first
    form.get_by_role("button").click()
    answer = form.locator(".answer")
    expect(answer).to_contain_text("201 Created")
    opened = json.loads(answer.inner_text().partition("\n")[2])
    look = page.locator("form.call", has_text="GET /api/tables/{table}").first
    look.locator("input[name=table]").fill(opened["table"])
    look.get_by_role("button").click()
    expect(look.locator(".answer")).to_contain_text("200 OK")
    seen = json.loads(look.locator(".answer").inner_text().partition("\n")[2])
    assert (seen["game"], seen["begun"]) == (GAMES[0].name, False)
    assert len(hosts) == 1, hosts
    assert FAULTS[page] == []
