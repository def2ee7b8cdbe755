"""The coach's pages and routes: closed while people play, and fed with views only."""

import json
import time
from collections.abc import Mapping
from typing import Any

import pytest
from fastapi.testclient import TestClient

from bellhop.coach.analysis import Reason
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import SPECTATOR
from bellhop.games import GAMES, game_named
from bellhop.table.live import LiveTable
from web.test_pages import another_browser, latest, set_up
from web.test_people import Pair

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
GET = ("analysis", "analysis/progress", "mistakes", "tutor", "chances")
POST = ("analysis", "try", "solution", "tutor/warned")


class Adviser:
    """Notes what the coach is asked, and finds every move but the first a blunder."""

    def __init__(self) -> None:
        self.asked: list[tuple[Game, Position, int]] = []
        self.explained: list[tuple[Position, int]] = []

    async def weigh(self, game: Game, seen: Position, _address: str) -> Mapping[str, Any]:
        """A weighing of all legal moves."""
        self.asked.append((game, seen, seen.turn))
        moves = [
            {"move": game.moves[move], "chance": 0.6 - loss, "loss": loss, "loss_half": 0.01,
             "points": 20.0 - 20 * loss}
            for number, move in enumerate(game.legal_moves(seen))
            if (loss := 0.2 * (number > 0)) is not None
        ]  # fmt: skip
        return {"seat": seen.turn, "moves": moves, "is_enough": True}

    async def explain(
        self, game: Game, seen: Position, _better: str, _played: str, _address: str, _seconds: float
    ) -> tuple[Reason, ...]:
        """A better move is worth four points more."""
        self.explained.append((seen, seen.turn))
        return (Reason(seen.turn, game.scoring.SHEET[0], 4.0),)

    async def judge(
        self, game: Game, seen: Position, seat: int, _address: str
    ) -> Mapping[str, Any]:
        """Even chances."""
        self.asked.append((game, seen, seat))
        return {"chances": [1 / seen.seats] * seen.seats}

    async def close(self) -> None:
        """Nothing is open."""


@pytest.fixture
def adviser(client: TestClient) -> Adviser:
    app: Any = client.app
    app.state.adviser = Adviser()
    found: Adviser = app.state.adviser
    return found


def live_at(client: TestClient, path: str) -> LiveTable:
    app: Any = client.app
    found: LiveTable = client.portal.call(app.state.house.table, path[3:])  # type: ignore[union-attr]
    return found


def test_a_running_game_between_people_is_analysed_for_nobody(
    client: TestClient, adviser: Adviser
) -> None:
    pair = Pair(client)
    everybody = [*pair.browsers, another_browser(client)]
    for browser in everybody:
        for what in GET:
            for seat in ("", "?as=0", "?as=1"):
                answer = browser.get(f"{pair.path}/{what}{seat}")
                assert answer.status_code in (403, 409), (what, answer.text)
        for what in POST:
            answer = browser.post(f"{pair.path}/{what}", json={"row": 1, "act": "x", "tries": 1})
            assert answer.status_code in (403, 409), (what, answer.text)
    assert not adviser.asked
    table = live_at(client, pair.path)
    assert "chances.js" not in pair.host.get(pair.path).text
    assert table.sitting


@every_game
def test_the_coach_is_given_views_only(client: TestClient, adviser: Adviser, game: Game) -> None:
    path = set_up(client, game, ("me", "random"))
    live = wait_for_person(client, path)
    assert live.sitting
    spectator = another_browser(client)
    assert client.post(f"{path}/hint?as=0").status_code == 200
    assert client.get(f"{path}/chances?as=0").status_code == 200
    assert spectator.get(f"{path}/chances?as=0").status_code == 200
    sitting = live.sitting
    assert [(seen, seat) for _, seen, seat in adviser.asked] == [
        (sitting.view(0), 0), (sitting.view(0), 0), (sitting.view(SPECTATOR), SPECTATOR),
    ]  # fmt: skip
    has_choice = len(game.legal_moves(sitting.view(0))) > 1  # some deals leave one move
    assert adviser.explained == [(sitting.view(0), 0)] * has_choice
    assert client.get(f"{path}/chances?as=0").status_code == 200
    assert client.post(f"{path}/hint?as=0").status_code == 200
    assert len(adviser.asked) == 3, "the same question is asked once"
    assert len(adviser.explained) == has_choice


def wait_for_person(client: TestClient, path: str) -> LiveTable:
    """Wait until it is the person's turn."""
    for _ in range(300):
        live = live_at(client, path)
        if live.sitting and live.sitting.turn == 0:
            return live
        time.sleep(0.05)
    raise AssertionError("the bot does not move")


def test_a_hint_is_a_sentence_first_and_the_numbers_unfold(
    client: TestClient, adviser: Adviser
) -> None:
    path = set_up(client, game_named("overbooking"), ("me", "random"))
    wait_for_person(client, path)
    for language, best, costs, why, points in (
        ("en", "Best: ", "costs about 4 points.", "The better move brings on average: coins +4.0.",
         "if everybody goes on as well as the master"),
        ("pl", "Najlepiej: ", "strata około 4 punktów.", "daje średnio: monety +4,0.",
         "jeśli wszyscy będą dalej grać tak dobrze jak mistrz"),
        ("ru", "Лучше всего: ", "потеря около 4 очков.", "даёт в среднем: монеты +4,0.",
         "если все продолжат играть так же хорошо, как мастер"),
    ):  # fmt: skip
        page = client.post(f"{path}/hint?as=0", headers={"accept-language": language}).text
        page = page.replace("\N{NO-BREAK SPACE}", " ")
        sentence = page.partition('class="hint-words">')[2].partition("</p>")[0]
        assert sentence.startswith(best)
        assert sentence.endswith(costs)
        assert page.index("<details>") < page.index("<tbody>") < page.index(why)
        assert points in page
    assert adviser.asked


def test_the_tutor_warns_of_blunders_where_everybody_agrees(
    client: TestClient, adviser: Adviser
) -> None:
    pair = Pair(client)
    mover = pair.on_turn()
    other = 1 - mover
    assert pair.browsers[mover].get(f"{pair.path}/tutor").status_code == 403
    assert pair.post(mover, "tutor", tutor="on") == 303
    assert "switches the tutor on" in pair.fragments(other)["talk"]
    assert pair.browsers[mover].get(f"{pair.path}/tutor").status_code == 403, "nobody has agreed"
    assert not latest(pair.browsers[mover], pair.path)["tutor"]
    assert pair.post(other, "tutor", tutor="agreed") == 303
    assert latest(pair.browsers[mover], pair.path)["tutor"]
    answer = pair.browsers[mover].get(f"{pair.path}/tutor").json()
    moves = [move["act"] for move in latest(pair.browsers[mover], pair.path)["moves"]]
    assert set(answer["warnings"]) == set(moves[1:]), "what is better is not told"
    assert all("20%" in warning for warning in answer["warnings"].values())
    assert pair.post(mover, "tutor/warned") == 204
    assert "was warned by the tutor" in pair.fragments(other)["talk"]
    assert pair.browsers[other].get(f"{pair.path}/tutor").status_code == 403
    assert pair.post(other, "tutor/warned") == 403
    assert pair.post(mover, "tutor", tutor="loud") == 400
    assert pair.post(other, "tutor", tutor="off") == 303
    assert pair.browsers[mover].get(f"{pair.path}/tutor").status_code == 403
    ((_, seen, seat),) = adviser.asked
    sitting = live_at(client, pair.path).sitting
    assert sitting
    assert (seen, seat) == (sitting.view(mover), mover)


def test_nonsense_is_refused_in_one_line(client: TestClient) -> None:
    path = set_up(client, GAMES[0], ("me", "random"))
    client.post(f"{path}/end", data={"wish": "end"})
    for what in ("try", "solution"):
        for body in (b"", b"[]", b"{}", json.dumps({"row": "x", "tries": 1}).encode()):
            answer = client.post(f"{path}/{what}", content=body)
            assert answer.status_code in (400, 409), answer.text
    assert client.get(f"{path}/mistakes?row=999999999999&as=9").status_code == 409
    assert client.get("/mistakes").status_code == 200
    assert "Nothing here yet" in client.get("/mistakes").text
