"""The pages over HTTP: opening tables, taking seats, acting, and what nobody may see."""

import json
import random
import re
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from bellhop.engine.fairness import Shaker
from bellhop.engine.game import Game
from bellhop.games import GAMES
from bellhop.table.file import read_game
from bellhop.table.limits import DEFAULT_LIMITS
from bellhop.table.live import LiveTable
from bellhop.table.schema import StoredSeat, StoredTable
from bellhop.table.sitting import Seat, Sitting
from bellhop.web.app import HERE, create_app
from bellhop.web.guard import POLICY
from bellhop.web.handbook import draw_overview
from bellhop.web.rendering import Viewer, news
from support import is_looked_at, proofs_of

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def set_up(client: TestClient, game: Game, kinds: tuple[str, ...]) -> str:
    """Open a table with seats of these kinds; return its path."""
    form = {f"kind-{n}": kind for n, kind in enumerate(kinds)}
    form |= {f"name-{n}": name for n, name in enumerate(("Ann", "Bob", "Cid")[: len(kinds)])}
    answer = client.post(f"/new/{game.name}", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    path = str(answer.headers["location"])
    if "me" in kinds:
        assert client.post(f"{path}/nonce", data={"nonce": "0123456789abcdef"}).status_code == 200
    return path


def another_browser(client: TestClient) -> TestClient:
    """Somebody else's browser at the same server."""
    other = TestClient(client.app, base_url="http://testserver")
    other.portal = client.portal
    return other


def latest(client: TestClient, path: str, query: str = "") -> dict[str, Any]:
    """The newest state of a table."""
    found: dict[str, Any] = client.get(f"{path}/news{query}").json()
    return found


def test_the_lobby_offers_every_game_in_the_browsers_language(client: TestClient) -> None:
    for language, text in (("en", "Play now"), ("pl-PL", "Zagraj teraz"), ("ru", "Играть")):
        answer = client.get("/", headers={"accept-language": f"{language},en;q=0.5"})
        assert answer.status_code == 200
        assert text in answer.text
        assert f'<html lang="{language[:2]}">' in answer.text
        assert all(game.title in answer.text for game in GAMES)
    client.post("/language/pl", headers={"referer": "http://testserver/"})
    assert "Zagraj teraz" in client.get("/", headers={"accept-language": "en"}).text


def test_every_answer_carries_a_strict_policy(client: TestClient) -> None:
    for path in ("/", "/static/style.css", "/t/none", "/health"):
        assert client.get(path).headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    for page in ("/", f"/new/{GAMES[0].name}"):
        assert not re.search(r'style="|onclick=|<script>|https?://', client.get(page).text)


def test_nothing_moves_all_evening() -> None:
    """An endless animation repaints as long as its page is open, and keeps half a core busy."""
    sheets = [*(HERE / "static").glob("*.css")]
    sheets += [game.folder / "page" / "style.css" for game in GAMES]
    endless = [sheet.name for sheet in sheets if "infinite" in sheet.read_text("utf-8")]
    assert len(sheets) > len(GAMES)
    assert endless == []


def test_writes_from_other_sites_and_large_bodies_are_refused(client: TestClient) -> None:
    path = f"/play/{GAMES[0].name}"
    assert client.post(path, headers={"origin": "http://evil.example"}).status_code == 403
    assert client.post(path, content=b"x" * 20_000).status_code == 413
    same = client.post(path, headers={"origin": "http://testserver"}, follow_redirects=False)
    assert same.status_code == 303


def test_opening_tables_is_rate_limited(client: TestClient) -> None:
    path = f"/play/{GAMES[0].name}"
    for _ in range(DEFAULT_LIMITS.tables_per_address):
        assert client.post(path, follow_redirects=False).status_code == 303
    refused = client.post(path, follow_redirects=False)
    assert refused.status_code == 429
    assert "tables were opened from here" in refused.text
    wanted = {"game": GAMES[0].name, "seats": [{"name": "A"}, {"name": "B"}]}
    assert client.post("/api/tables", json=wanted).status_code == 429


def test_a_request_must_say_how_large_it_is(client: TestClient) -> None:
    answer = client.post(f"/new/{GAMES[0].name}", content=iter([b"a=b"]))
    assert answer.status_code == 411


def test_missing_things_are_reported_on_a_page(client: TestClient) -> None:
    for path in ("/t/none", "/s/none", "/new/chess"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "Traceback" not in answer.text
        assert "That did not work" in answer.text


@every_game
def test_play_now_seats_one_person_among_bots(client: TestClient, game: Game) -> None:
    answer = client.post(f"/play/{game.name}")
    assert answer.status_code == 200
    assert 'id="board"' in answer.text
    assert (
        "httponly"
        in client.post(f"/play/{game.name}", follow_redirects=False).headers["set-cookie"].lower()
    )


@every_game
def test_two_browsers_play_a_whole_game(client: TestClient, game: Game, tmp_path: Path) -> None:
    path = set_up(client, game, ("me", "friend"))
    page = client.get(path).text
    link = re.search(r'value="http://testserver(/s/[^"]+)"', page)
    assert link
    assert "Waiting for" in page
    friend = another_browser(client)
    invitation = friend.get(link[1])
    assert "Take this seat" in invitation.text
    assert "Waiting for" in client.get(path).text, "opening a link takes no seat"
    assert friend.post(link[1], data={"name": "Zoe"}).status_code == 200
    browsers = {0: client, 1: friend}
    chance = random.Random(5)
    state = latest(client, path)
    moves = 0
    while "<table>" not in state["fragments"]["sheet"]:
        for browser in browsers.values():
            state = latest(browser, path)
            if state["moves"]:
                move: Any = chance.choice(state["moves"])
                body = {"row": state["row"] + 1, "act": move["act"], "key": f"{moves}"}
                answer = browser.post(f"{path}/act", json=body)
                assert answer.status_code == 200, answer.text
                again = browser.post(f"{path}/act", json=body)
                assert again.status_code == 409, "a repeated request changes nothing"
                assert again.json()["row"] == answer.json()["row"]
                moves += 1
                break
        else:
            state = latest(client, path)
            break
    assert "<table>" in state["fragments"]["sheet"]
    assert "Zoe" in client.get(path).text
    saved = tmp_path / "game.json"
    saved.write_bytes(client.get(f"{path}/file").content)
    assert read_game(saved).verify().is_over
    again = client.post(f"{path}/rematch")
    assert "Waiting for" in again.text
    assert "Zoe" in again.text
    assert str(again.url) != f"http://testserver{path}"


@pytest.mark.parametrize(
    ("base", "public", "link", "warned"),
    [
        ("http://127.0.0.1:8000", "", "http://127.0.0.1:8000/s/", True),
        ("http://table.example", "", "http://table.example/s/", False),
        ("https://backend:8000", "https://club.example/", "https://club.example/s/", False),
    ],
)
def test_an_invitation_that_only_works_here_says_so(
    tmp_path: Path, base: str, public: str, link: str, warned: bool
) -> None:
    app = create_app(f"sqlite:///{tmp_path / 'tables.sqlite'}", public_url=public)
    with TestClient(app, base_url=base) as browser:
        page = browser.get(set_up(browser, GAMES[0], ("me", "friend"))).text
    assert f'value="{link}' in page
    assert ("only works on this computer" in page) == warned


def test_a_refused_move_says_why_and_changes_nothing(client: TestClient) -> None:
    path = set_up(client, GAMES[0], ("me", "me"))
    turn = next(seat for seat in (0, 1) if latest(client, path, f"?as={seat}")["moves"])
    state = latest(client, path, f"?as={turn}")
    body = {"row": int(str(state["row"])) + 1, "act": "take 7", "key": "k"}
    answer = client.post(f"{path}/act?as={turn}", json=body, headers={"accept-language": "pl"})
    assert answer.status_code == 400
    assert "Pod tą zawieszką nie ma żadnych kart." in answer.json()["told"]
    assert answer.json()["row"] == state["row"]
    wrong: list[Any] = [{"row": "x"}, [], {"row": 1, "act": "dance", "key": ""}]
    for bad in wrong:
        assert client.post(f"{path}/act?as={turn}", json=bad).status_code == 400


def test_every_moment_of_a_game_can_be_looked_back_at(client: TestClient) -> None:
    path = set_up(client, GAMES[0], ("me", "random"))
    state: Any = {"row": 0, "moves": []}
    while state["row"] < 20 or not state["moves"]:
        state = latest(client, path)
        if state["moves"]:
            body = {
                "row": state["row"] + 1,
                "act": state["moves"][0]["act"],
                "key": str(state["row"]),
            }
            client.post(f"{path}/act", json=body)
            state = latest(client, path)
        time.sleep(0.01)
    last = int(str(state["row"]))
    boards = set()
    for row in range(last + 1):
        answer = client.get(f"{path}/replay?row={row}")
        assert answer.status_code == 200
        boards.add(re.search(r'id="board".*?</section>', answer.text, re.DOTALL)[0])  # type: ignore[index]
    assert len(boards) > 5
    newest = client.get(f"{path}/replay?row=99999").text
    assert f"After move {last} of {last}" in newest
    assert client.get(f"{path}/replay?row=nonsense").status_code == 200


def test_touching_what_is_not_allowed_says_why(client: TestClient) -> None:
    path = set_up(client, GAMES[0], ("me", "me"))
    turn = next(seat for seat in (0, 1) if latest(client, path, f"?as={seat}")["moves"])
    for touched, told in (
        ("site-7-supply", "There are no cards below this tag."),
        ("tag-7", "You can't do that right now."),
        ("nonsense,and,more", "You can't do that right now."),
    ):
        answer = client.get(f"{path}/why?as={turn}&touched={touched}")
        assert told in answer.json()["told"]
    other = client.get(f"{path}/why?as={1 - turn}&touched=pile")
    assert other.json()["told"] == "It is not your turn."
    assert client.post(f"{path}/rematch").status_code == 403
    unfinished = client.get(f"{path}/file")
    assert unfinished.status_code == 409
    assert "its draws are secret" in unfinished.text


def test_a_stranger_sees_a_spectators_view_and_may_not_act(client: TestClient) -> None:
    path = set_up(client, GAMES[0], ("me", "random"))
    stranger = another_browser(client)
    page = stranger.get(path)
    assert page.status_code == 200
    answer = stranger.post(f"{path}/act", json={"row": 1, "act": "research", "key": "k"})
    assert answer.status_code == 403
    assert "no seat that can move" in answer.json()["told"]


def test_people_who_share_a_device_see_nothing_before_they_say_who_it_is(
    client: TestClient,
) -> None:
    path = set_up(client, GAMES[0], ("me", "me"))
    blank = latest(client, path)
    assert blank["moves"] == []
    assert "Give the device to" in str(blank["fragments"])
    seats = [latest(client, path, f"?as={seat}") for seat in (0, 1)]
    assert sorted(bool(seat["moves"]) for seat in seats) == [False, True]


def test_a_restarted_server_knows_the_table(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with TestClient(create_app(url, bot_pause=0.0)) as first:
        path = set_up(first, GAMES[0], ("me", "me"))
        turn = next(seat for seat in (0, 1) if latest(first, path, f"?as={seat}")["moves"])
        first.post(f"{path}/act?as={turn}", json={"row": 1, "act": "research", "key": "k"})
        before = latest(first, path, f"?as={turn}")
        cookies = dict(first.cookies)
    with TestClient(create_app(url, bot_pause=0.0)) as second:
        second.cookies.update(cookies)
        assert latest(second, path, f"?as={turn}") == before


def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    """A bot that was thinking when the server stopped plays when somebody looks again."""
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with TestClient(create_app(url, bot_pause=60.0)) as first:
        path = set_up(first, GAMES[0], ("random", "random"))
        assert latest(first, path)["row"] == 0
    with TestClient(create_app(url, bot_pause=0.0)) as second:
        for _ in range(200):
            if int(str(latest(second, path)["row"])) > 5:
                break
            time.sleep(0.02)
        else:
            pytest.fail("no bot has moved")


def live_table(game: Game, options: dict[str, str]) -> LiveTable:
    names = ("Ann", "Bob", "Cid")
    seats = [StoredSeat(n, name, "person", taken=True) for n, name in enumerate(names)]
    shaker = Shaker("5e" * 32, ("00000001", "00000002", "00000003"))
    players = tuple(Seat(name) for name in names)
    sitting = Sitting(game, game.undealt(3, options), players, shaker)
    stored = StoredTable(
        "t", game.name, "r", options, shaker.secret, shaker.nonces, 0.0, tuple(seats), ()
    )
    return LiveTable(stored, game, seats, sitting)


@every_game
@pytest.mark.parametrize("variant", [0, 1])
def test_nothing_a_seat_may_not_see_reaches_its_browser(game: Game, variant: int) -> None:
    """The same bytes are sent when everything the seat cannot see is scrambled."""
    live = live_table(game, dict(proofs_of(game).VARIANTS[variant]))
    sitting = live.sitting
    assert sitting
    chance, looked = random.Random(variant), 0
    while not sitting.is_over:
        true = sitting.position
        for seat in range(-1, 3) if is_looked_at(chance) else ():
            viewer = Viewer((seat,), seat, "en")
            sent = json.dumps(news(live, viewer)) + draw_overview(live, viewer)
            sitting.position = true.copy()
            proofs_of(game).scramble(sitting.position, seat, chance, eyes=True)
            assert json.dumps(news(live, viewer)) + draw_overview(live, viewer) == sent
            sitting.position = true
            looked += 1
        sitting.move(chance.choice(game.legal_moves(true)))
    assert looked


@every_game
def test_every_legal_move_is_a_path_over_what_is_drawn(game: Game) -> None:
    """Each element to touch exists, and no path is the beginning of another."""
    for variant in proofs_of(game).VARIANTS:
        live = live_table(game, dict(variant))
        sitting = live.sitting
        assert sitting
        chance, looked = random.Random(3), 0
        while not sitting.is_over:
            if not is_looked_at(chance):
                sitting.move(chance.choice(game.legal_moves(sitting.position)))
                continue
            turn = sitting.position.turn
            latest_ = news(live, Viewer((turn,), turn, "ru"))
            html = "".join(latest_["fragments"].values())
            ids = re.findall(r'\bid="([^"]+)"', html)
            assert len(set(ids)) == len(ids)
            paths = {tuple(move["path"]) for move in latest_["moves"]}
            assert len(paths) == len(game.legal_moves(sitting.position))
            assert all(element in ids for path in paths for element in path)
            assert not any(a != b and b[: len(a)] == a for a in paths for b in paths)
            seen = sitting.show(turn)
            assert all(game.page.path(seen, move) for move in range(len(game.moves)))
            sitting.move(chance.choice(game.legal_moves(sitting.position)))
            looked += 1
        assert looked
