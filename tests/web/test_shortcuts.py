"""Shortcuts always give the same response as the route."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from bellhop.games import GAMES
from bellhop.web.shortcuts import Shortcuts

JSON = {"Content-Type": "application/json"}
BODIES = (
    b"", b"{", b"[]", b"null", b'"act"', b"\xff", b"{}", b'{"row": 1}', b"[" * 5_000,
    b'{"row": 0, "act": "research", "key": "k"}', b'{"row": 1.5, "act": "research", "key": "k"}',
    b'{"row": "9", "act": "research", "key": "k"}', b'{"row": 9, "act": 7, "key": "k"}',
    b'{"row": 9, "act": "research", "key": ""}', b'{"row": 9, "act": "research", "key": "a b"}',
    b'{"row": 1e999, "act": "research", "key": "k"}', b'{"row": NaN, "act": "a", "key": "k"}',
    b'{"row": 9, "act": "research", "key": "k", "more": 1}',
    b'{"row": 1, "act": "no such move", "key": "k"}', b'{"row": 1, "act": "\\ud800", "key": "k"}',
    b'{"row": 1, "act": "take 7", "key": "k"}', b'{"row": 2, "act": "research", "key": "k"}',
)  # fmt: skip


def requests_at(table: str, secrets: list[str]) -> list[dict[str, Any]]:
    """Requests of all kinds that change nothing."""
    tokens = [f"Bearer {secrets[0]}", f"bearer  {secrets[0]}", f"Bearer {secrets[1]}", "Bearer x",
              "Bearer", "Basic eDp5", "", secrets[0]]  # fmt: skip
    asked: list[dict[str, Any]] = []
    for token in tokens:
        for path in (table, f"{table}?after=-1", f"{table}?after=x", f"{table}?", f"{table}/",
                     "/api/tables/none", f"/api/tables/{'x' * 81}", "/api/tables/a%2Fb",
                     "/api/tables/%00"):  # fmt: skip
            asked += [
                {"method": method, "url": path, "headers": {"Authorization": token}}
                for method in ("GET", "HEAD", "OPTIONS", "POST")
            ]
    for body in BODIES:
        for token in tokens[:3]:
            for kind in (JSON, {"Content-Type": "text/plain"}, {}):
                headers = {**kind, "Authorization": token}
                asked.append({"method": "POST", "url": f"{table}/acts", "content": body,
                              "headers": headers})  # fmt: skip
        page = table.replace("/api/tables", "/t")
        asked.append({"method": "POST", "url": f"{page}/act", "content": body, "headers": JSON})
    asked.append({"method": "GET", "url": "/t/none/events"})
    asked.append({"method": "GET", "url": "/t/none/act"})
    asked.append({"method": "POST", "url": f"{table}/acts", "content": b"{}",
                  "headers": {**JSON, "Origin": "http://elsewhere"}})  # fmt: skip
    return asked


def test_shortcuts_answer_as_the_routes_do(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = {"game": GAMES[0].name, "seats": [{"name": "A"}, {"name": "B"}]}
    opened = client.post("/api/tables", json=wanted).json()
    for secret in opened["secrets"]:
        client.post(f"/api/seats/{secret}", json={})
    asked = requests_at(f"/api/tables/{opened['table']}", opened["secrets"])
    quick = [client.request(**request) for request in asked]
    monkeypatch.setattr(Shortcuts, "_find", lambda *_: None)
    for request, answer in zip(asked, quick, strict=True):
        routed = client.request(**request)
        assert (answer.status_code, answer.content) == (routed.status_code, routed.content), request
        assert dict(answer.headers) == dict(routed.headers), request
    assert {answer.status_code for answer in quick} >= {200, 400, 401, 403, 404, 405, 409, 422}
