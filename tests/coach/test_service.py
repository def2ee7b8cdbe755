"""Asking the coach at a server: a process of its own, made once, kept, and closed while it runs."""

import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import httpx2
import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from bellhop.coach import service
from bellhop.coach.analysis import Reason, analysis_of
from bellhop.coach.process import CoachProcess
from bellhop.coach.service import AnalysisJob, made_by
from bellhop.coach.worker import PATIENCE, answer
from bellhop.engine.errors import BellhopError, TooMany, Unavailable
from bellhop.games import game_named
from bellhop.table.analyses import find_analysis, keep_analysis
from bellhop.table.file import GameFile
from bellhop.web.app import create_app
from coach.sittings import analysed, play_to_the_end, sit_down

GAME = game_named("night-porter")  # is compiled in a moment


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    return TestClient(create_app(f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_pause=0.0))


def finished_table(client: TestClient) -> str:
    saved = play_to_the_end(sit_down(GAME, 2, 3), 3)
    answer = client.post("/import", content=saved.to_json().encode())
    return str(answer.json()["at"]).split("/")[2]


def open_table(client: TestClient, *kinds: str) -> tuple[str, list[dict[str, str]]]:
    """A running table with somebody at every seat; the headers of those who are no bots."""
    seats = [{"name": f"P{n}", "kind": kind} for n, kind in enumerate(kinds)]
    opened = client.post("/api/tables", json={"game": GAME.name, "seats": seats}).json()
    secrets = [secret for secret in opened["secrets"] if secret]
    for secret in secrets:
        client.post(f"/api/seats/{secret}", json={})
    return f"/api/tables/{opened['table']}", [{"Authorization": f"Bearer {s}"} for s in secrets]


def analyse(client: TestClient, table: str) -> dict[str, Any]:
    """Have a game analysed, and wait for it."""
    path = f"/api/tables/{table}/analysis"
    found: dict[str, Any] = client.post(path).json()
    while not found["complete"]:
        time.sleep(0.05)
        found = client.get(path).json()
    return found


def test_at_any_moment_the_page_says_why_a_move_is_better(client: TestClient) -> None:
    with client:
        table = finished_table(client)
        moments = analyse(client, table)["analysis"]["moments"]
        asked = 0
        for before, moment in pairwise(moments):
            page = client.get(f"/t/{table}/analysis?row={before['row']}").text
            candidates = (moment["decision"] or {}).get("candidates", [])
            link = re.search(r'href="(analysis\?row=\d+&as=\d&why=1)#advice">Why\?', page)
            if link:  # it leads there from the page of a mistake, too
                said = client.get(f"/t/{table}/{link[1]}").text
                while "Try again later" in said:  # until the rules are compiled
                    said = client.get(f"/t/{table}/{link[1]}").text
                assert "The better move brings" in said or "No line of the score sheets" in said
                assert "Why?" not in said
                asked += 1
            else:
                assert len(candidates) < 2 or 'class="reasons"' in page or _is_all_one(candidates)
        assert asked


class Unsure:
    """Refuses to explain at first, then finds no reason."""

    def __init__(self, *refusals: BellhopError) -> None:
        self.refusals, self.asked = list(refusals), 0

    async def explain(self, *_: object) -> tuple[Reason, ...]:
        """No reasons."""
        self.asked += 1
        if self.refusals:
            raise self.refusals.pop(0)
        return ()

    async def close(self) -> None:
        """Nothing is open."""


def test_who_asks_why_may_ask_again_after_a_refusal_and_gets_what_is_known(
    client: TestClient,
) -> None:
    saved = play_to_the_end(sit_down(GAME, 2, 3), 3)
    with client:
        table = finished_table(client)
        app: Any = client.app
        adviser = app.state.adviser = Unsure(Unavailable("no_coach"), TooMany("busy"))
        kept = analysed(saved).to_json()
        keep_analysis(app.state.house.store, table, GAME.rules_version, made_by(GAME), kept)
        pages = (client.get(f"/t/{table}/analysis?row={row}").text for row in range(99))
        links = (
            re.search(r'href="(analysis\?row=\d+&as=\d&why=1)#advice">Why\?', p) for p in pages
        )
        link = next(link for link in links if link)[1]
        for said, may_ask in (
            ("Try again later.", True), ("Try again in a moment.", True),
            ("No line of the score sheets", False), ("No line of the score sheets", False),
        ):  # fmt: skip
            page = client.get(f"/t/{table}/{link}")
            assert page.status_code == 200
            assert said in page.text
            assert ("Why?" in page.text) == may_ask
        assert adviser.asked == 3, "what is known is not found out again"


def test_a_decision_that_was_looked_at_without_a_result_is_not_offered_again(
    client: TestClient,
) -> None:
    analysis = analysed(play_to_the_end(sit_down(GAME, 2, 3), 3))
    moments = tuple(
        replace(one, decision=one.decision and replace(one.decision, reasons=()))
        for one in analysis.moments
    )
    with client:
        table, app = finished_table(client), cast("Any", client.app)
        kept = replace(analysis, moments=moments).to_json()
        keep_analysis(app.state.house.store, table, GAME.rules_version, made_by(GAME), kept)
        pages = [client.get(f"/t/{table}/analysis?row={row}").text for row in range(len(moments))]
        assert any("No line of the score sheets" in page for page in pages)
        assert not any("Why?" in page for page in pages)


def test_the_list_of_mistakes_says_why(client: TestClient) -> None:
    analysis = analysed(play_to_the_end(sit_down(GAME, 2, 3), 3))
    with client:
        table, app = finished_table(client), cast("Any", client.app)
        kept = analysis.to_json()
        keep_analysis(app.state.house.store, table, GAME.rules_version, made_by(GAME), kept)
        page = client.get(f"/t/{table}/analysis?row=0").text
    mistakes = page[page.index('class="mistakes"') : page.index('class="skills"')]
    explained = [one for one in analysis.moments if one.decision and one.decision.reasons]
    assert explained
    assert mistakes.count("The better move brings") == len(explained)


def _is_all_one(candidates: Sequence[Mapping[str, Any]]) -> bool:
    return len({one["value"]["chance"] for one in candidates}) == 1


def test_a_finished_game_is_analysed_once_and_kept(client: TestClient) -> None:
    with client:
        table = finished_table(client)
        path = f"/api/tables/{table}/analysis"
        assert client.get(path).status_code == 404
        assert client.post(path).status_code == 202
        found = analyse(client, table)
        assert found["percent"] == 100
        store = client.app.state.house.store  # type: ignore[attr-defined]
        kept = find_analysis(store, table, GAME.rules_version, made_by(GAME))
        assert kept
        assert analysis_of(kept).is_complete
        assert json.loads(kept) == found["analysis"]
        assert client.post(path).json() == found


def wait_for(client: TestClient, path: str) -> httpx2.Response:
    """Wait until an analysis is complete, or has failed."""
    while (answer := client.get(path)).status_code == 200 and not answer.json()["complete"]:
        time.sleep(0.05)
    return answer


def test_a_failed_analysis_says_so_and_can_be_made_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise sa.exc.OperationalError("INSERT", {}, OSError("the disk is full"))

    with client:
        path = f"/api/tables/{finished_table(client)}/analysis"
        with monkeypatch.context() as patch:
            patch.setattr(service, "keep_analysis", fail)
            assert client.post(path).status_code == 202
            assert wait_for(client, path).status_code == 503
        assert client.post(path).status_code == 202
        assert wait_for(client, path).json()["complete"]


def test_a_damaged_analysis_is_made_again(client: TestClient) -> None:
    with client:
        table = finished_table(client)
        path, store = f"/api/tables/{table}/analysis", client.app.state.house.store  # type: ignore[attr-defined]
        for damaged in ("", "{", '{"format":2}'):
            keep_analysis(store, table, GAME.rules_version, made_by(GAME), damaged)
            assert client.get(path).status_code == 404
            assert client.get(f"/t/{table}/analysis").status_code == 200
        client.post(path)
        assert wait_for(client, path).json()["complete"]


def test_those_who_ask_at_once_share_one_analysis(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, let_go = [], asyncio.Event()

    async def refuse(_: object, *question: Any) -> AsyncIterator[Mapping[str, Any]]:
        asked.append(question)
        await let_go.wait()
        sentences = {"en": "No.", "pl": "Nie.", "ru": "Нет."}
        yield {"last": True, "error": "unfinished", "status": 400, "sentences": sentences}

    monkeypatch.setattr(CoachProcess, "ask", refuse)
    with client:
        app: Any = client.app
        table = finished_table(client)

        async def ask() -> list[AnalysisJob]:
            live = await app.state.house.table(table)
            coach = app.state.coach
            jobs: list[AnalysisJob] = [
                *await asyncio.gather(*(coach.analyse(live, "") for _ in range(3)))
            ]
            let_go.set()
            await asyncio.gather(*(job.task for job in jobs if job.task))
            return jobs

        first, *others = client.portal.call(ask)  # type: ignore[union-attr]
        assert all(other is first for other in others)
        assert len(asked) == 1
        for language, said in (("en", "No."), ("pl", "Nie."), ("ru", "Нет.")):
            path = f"/t/{table}/analysis/progress"
            found = client.get(path, headers={"Accept-Language": language}).json()
            assert found["error"] == said


def test_the_coachs_process_says_what_is_wrong_in_every_language() -> None:
    running = sit_down(GAME, 2, 3)
    (part,) = answer({"ask": "analyse", "file": GameFile.of(running).to_json()})
    assert (part["error"], part["status"]) == ("unfinished", 400)
    assert sorted(part["sentences"]) == ["en", "pl", "ru"]
    assert len(set(part["sentences"].values())) == 3


def test_moments_of_a_finished_game_are_judged_and_weighed(client: TestClient) -> None:
    with client:
        path = f"/api/tables/{finished_table(client)}"
        judged = client.get(f"{path}/judgement?row=1&seat=1").json()
        assert sum(judged["chances"]) == pytest.approx(1)
        assert (judged["row"], judged["seat"]) == (1, 1)
        weighed = client.get(f"{path}/weighing?row=1").json()
        assert weighed["moves"][0]["loss"] == 0
        ended = client.get(f"{path}/judgement").json()
        assert set(ended["chances"]) <= {0.0, 0.5, 1.0}
        assert client.get(f"{path}/weighing").status_code == 400
        assert client.get(f"{path}/judgement?seat=5&row=1").status_code == 404


def test_a_running_game_between_people_is_closed_to_everybody(client: TestClient) -> None:
    with client:
        path, headers = open_table(client, "person", "person")
        for header in (*headers, None):
            for call in ("analysis", "judgement", "judgement?row=0", "weighing", "weighing?row=0"):
                assert client.get(f"{path}/{call}", headers=header).status_code in (403, 409)
            assert client.post(f"{path}/analysis", headers=header).status_code == 409


def test_alone_with_bots_a_player_asks_for_their_own_seat_only(client: TestClient) -> None:
    with client:
        path, (own,) = open_table(client, "person", "random")
        while client.get(path, headers=own).json()["turn"] != 0:
            time.sleep(0.05)
        assert client.get(f"{path}/judgement", headers=own).status_code == 200
        assert client.get(f"{path}/weighing", headers=own).status_code == 200
        assert client.get(f"{path}/judgement?seat=1", headers=own).status_code == 403
        assert client.get(f"{path}/judgement").status_code == 403
        assert client.post(f"{path}/analysis", headers=own).status_code == 409


def test_the_coach_gives_way_to_everybody_else() -> None:
    """In a session of its own, the niceness of a process counts for nothing on Linux."""
    code = (
        "import os; from bellhop.coach.worker import AUTOGROUP, give_way; give_way();"
        "print(os.nice(0), AUTOGROUP.read_text() if AUTOGROUP.exists() else f'nice {os.nice(0)}')"
    )
    command = [sys.executable, "-c", code]
    found = subprocess.run(
        command, check=True, capture_output=True, text=True, start_new_session=True
    )
    niceness, _, group = found.stdout.strip().partition(" ")
    assert int(niceness) >= PATIENCE, found.stderr
    assert group.endswith(f"nice {PATIENCE}") or int(niceness) > PATIENCE
