"""What each role may do, and when: every cell of the roles table is tried at a real table."""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from bellhop.engine.errors import BellhopError, Unavailable
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.table import roles
from bellhop.table.bot_workers import Hint
from bellhop.table.house import House
from bellhop.table.live import LiveTable
from bellhop.table.roles import ASKED_SECONDS, MAY, Deed, Phase, Role, role_of
from bellhop.web.app import create_app
from web.test_api import bearer
from web.test_pages import another_browser, latest, set_up
from web.test_people import GAME, Pair
from web.test_trust import LINK, hand, new_link

DOCS = Path(__file__).parents[2] / "docs" / "hosting.md"
NEVER = 1e9
SEATED = (Role.AWAY, Role.RESIGNED)
CELLS = [
    (deed, role, phase)
    for deed in Deed
    for role in Role
    for phase in Phase
    if not (phase is Phase.BEFORE and role in SEATED)  # nobody is, before the deal
]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server with slow bots, so that the turn does not pass meanwhile."""
    folder = tmp_path_factory.mktemp("roles")
    app = create_app(f"sqlite:///{folder / 'tables.sqlite'}", bot_pause=60.0)
    with TestClient(app, base_url="http://testserver") as client:
        app.state.gate._most = app.state.chatter._most = 10_000

        async def advise(_live: LiveTable, _seat: int, _address: str) -> Hint:
            return Hint(None, {0: 1.0})

        async def analyse(live: LiveTable, _address: str) -> None:
            assert live.is_over

        async def weigh(_game: Game, _seen: Position, _address: str) -> None:
            raise Unavailable("no_coach")

        app.state.house.advise = advise
        app.state.coach.analyse, app.state.adviser.weigh = analyse, weigh
        yield client


class Company:
    """A host without a seat, Ann (seat 0) and Cid (seat 2) in browsers, and a program (seat 1)."""

    def __init__(self, club: TestClient) -> None:
        self.phase: Phase | None = None
        self.host, self.spectator = another_browser(club), another_browser(club)
        self.house: House = club.app.state.house  # type: ignore[attr-defined]
        self.house.patience = NEVER
        self.call: Callable[..., Any] = club.portal.call  # type: ignore[union-attr]
        self.path = set_up(self.host, GAME, ("friend", "friend", "friend"))
        self.table = self.path[3:]
        self.host.post(f"{self.path}/chat", data={"spectators": "yes"})
        ann, program, self.link = LINK.findall(self.host.get(self.path).text)
        self.ann, self.cid = another_browser(club), another_browser(club)
        self.ann.post(ann, data={"name": "Ann", "nonce": "feedfacecafe"})
        self.program = another_browser(club)
        self.program.headers.update(bearer(program.removeprefix("/s/")))
        self.program.post(f"/api{program.replace('/s/', '/seats/')}", json={"name": "Robot"})

    @property
    def live(self) -> LiveTable:
        """The table as it is."""
        found: LiveTable = self.call(self.house.table, self.table)
        return found

    def begin(self, turn: int) -> None:
        """Let Cid sit down, and play until it is a seat's turn; keep a link for Cid's tablet."""
        self.cid.post(self.link, data={"name": "Cid"})
        self.link = new_link(self.cid, self.path, "2/device")
        chance = random.Random(1)
        while (sitting := self.live.sitting) and sitting.turn != turn:
            move = GAME.moves[chance.choice(GAME.legal_moves(sitting.position))]
            row = self.live.rows + 1
            self.call(self.house.act, self.table, sitting.turn, row, move, f"k{row}")

    def reach(self, role: Role, phase: Phase, turn: int) -> None:
        """Bring Ann into a role, and the table into a phase."""
        self.phase = phase
        if phase is Phase.BEFORE:
            return
        self.begin(turn)
        if role is Role.AWAY:
            assert self.host.post(f"{self.path}/people/0/away").status_code == 200
        elif role is Role.RESIGNED:
            assert self.ann.post(f"{self.path}/people/0/resign").status_code == 200
        if phase is Phase.AFTER:
            for player in (self.cid, self.ann):
                player.post(f"{self.path}/end", data={"wish": "end"})
            assert self.live.is_over

    def browser(self, role: Role) -> TestClient:
        """The browser of somebody in this role."""
        return {
            Role.HOST: self.host, Role.SPECTATOR: self.spectator, Role.PROGRAM: self.program,
        }.get(role, self.ann)  # fmt: skip

    def send(self, role: Role, what: str, **form: str) -> bool:
        """Send a form of the page; return whether it was accepted."""
        answer = self.browser(role).post(f"{self.path}/{what}", data=form, follow_redirects=False)
        return answer.status_code < 400

    def does(self, role: Role, deed: Deed) -> bool:
        """Try a deed; return whether it was done."""
        seat = 1 if role is Role.PROGRAM else 0
        self.house.patience = 0.0 if deed is Deed.REPLACE_LATE else NEVER
        match deed:
            case Deed.LOOK:
                pages = self.path, f"/api/tables/{self.table}"
                return all(self.browser(role).get(page).status_code == 200 for page in pages)
            case Deed.SEE_HAND:
                return self.sees_hand(role)
            case Deed.TAKE_SEAT:
                return self.takes_seat(role)
            case Deed.ADD_NONCE:
                self.house.store.change_seat(self.table, seat, nonce="")
                self.call(self.house.refresh, self.live)
                self.send(role, "nonce", nonce="ab" * 8)
                return self.live.seats[seat].nonce == "ab" * 8
            case Deed.MOVE:
                return self.moves(role)
            case Deed.REMATCH if role is Role.PROGRAM:
                answer = self.program.post(f"/api/tables/{self.table}/rematch")
                return answer.status_code == 200
            case Deed.LEAVE if role is Role.HOST:
                return False  # there is nobody to leave; declaring others away is REPLACE
        forms = [(what.format(seat=seat), form) for what, form in FORMS[deed]]
        done = {self.send(role, what, **form) for what, form in forms}
        assert len(done) == 1, "all of it or nothing"
        return done.pop()

    def sees_hand(self, role: Role) -> bool:
        """Look at the seat's own cards, on the page or over the API."""
        if role is Role.PROGRAM:
            view = self.program.get(f"/api/tables/{self.table}").json()
            return bool(view["begun"] and view["seat"] == 1)
        asked = latest(self.browser(role), self.path, "?as=0")["fragments"]["hand"]
        assert bool(asked) or not hand(self.browser(role), self.path)
        return bool(asked)

    def takes_seat(self, role: Role) -> bool:
        """Take Cid's seat, or add a device to it."""
        before = self.live.devices_at(2)
        if role is Role.PROGRAM:
            self.program.post(f"/api{self.link.replace('/s/', '/seats/')}", json={"name": "Cid"})
        else:
            self.browser(role).post(self.link, data={"name": "Cid"})
        return self.live.devices_at(2) == before + 1

    def moves(self, role: Role) -> bool:
        """Move, undo and redo, on the page or over the API."""
        rows, sitting = self.live.rows, self.live.sitting
        move = GAME.moves[GAME.legal_moves(sitting.position)[0]] if sitting else "research"
        for act in (move, "undo", "redo"):
            body = {"row": self.live.rows + 1, "act": act, "key": f"x{act}"}
            if role is Role.PROGRAM:
                self.program.post(f"/api/tables/{self.table}/acts", json=body)
            else:
                self.browser(role).post(f"{self.path}/act", json=body)
        return self.live.rows > rows


FORMS: dict[Deed, list[tuple[str, dict[str, str]]]] = {
    Deed.ASK_HINT: [("hint?as={seat}", {})],
    Deed.TALK: [("say", {"text": "hello"})],
    Deed.CALL_IN: [("call", {"name": "Zoe", "text": "hello"})],
    Deed.LEAVE: [("people/{seat}/away", {})],
    Deed.COME_BACK: [("people/{seat}/back", {})],
    Deed.RESIGN: [("people/{seat}/resign", {})],
    Deed.AGREE: [("end", {"wish": "end"})],
    Deed.GO_ON: [("end", {"wish": "play"})],
    Deed.REPLACE_LATE: [("people/2/away", {})],
    Deed.REPLACE: [("people/2/away", {})],
    Deed.USE_DEVICES: [("people/{seat}/device", {}), ("people/{seat}/alone", {})],
    Deed.MAKE_LINK: [("people/2/link", {})],
    Deed.TUNE: [
        ("pace", {"pace": "calm"}),
        ("hints", {"hints": "no"}),
        ("chat", {"spectators": "no"}),
    ],
    Deed.REMATCH: [("rematch", {})],
    Deed.ANALYSE: [("analysis", {})],
    Deed.TUTOR: [("tutor", {"tutor": "agreed"})],
    Deed.PLAY_ON: [("continue?row=0", {"kind-0": "casual", "kind-1": "casual", "kind-2": "me"})],
}
_companies: dict[tuple[object, ...], Company] = {}


@pytest.mark.parametrize(("deed", "role", "phase"), CELLS, ids=lambda part: part.name.lower())
def test_every_cell_matches_the_documented_layout(
    club: TestClient, deed: Deed, role: Role, phase: Phase
) -> None:
    turn = 2 if deed in (Deed.REPLACE, Deed.REPLACE_LATE) else 1 if role is Role.PROGRAM else 0
    company = _companies.pop((id(club), role, phase, turn), None) or Company(club)
    if company.phase is not phase:
        company.reach(role, phase, turn)
    allowed = phase in dict(zip(Role, MAY[deed], strict=True))[role]
    before = company.house.store.load(company.table)
    assert company.does(role, deed) == allowed
    if not allowed and deed is not Deed.ADD_NONCE:
        assert company.house.store.load(company.table) == before, "what is refused changes nothing"
        _companies[id(club), role, phase, turn] = company  # unchanged, so it can be reused


def test_the_docs_show_the_table() -> None:
    heads = " | ".join(Role)
    lines = [f"| | {heads} |", f"|---|{'---|' * len(Role)}"]
    for deed, row in MAY.items():
        cells = ("always" if len(cell) == len(Phase) else ", ".join(cell) or "–" for cell in row)
        lines.append(f"| {deed.value} | {' | '.join(cells)} |")
    assert "\n".join(lines) in DOCS.read_text("utf-8")


def test_a_resigned_seat_undoes_nothing_of_its_stand_in(club: TestClient) -> None:
    company = Company(club)
    company.reach(Role.RESIGNED, Phase.DURING, turn=0)
    live = company.live
    assert live.sitting
    move = GAME.moves[GAME.legal_moves(live.sitting.position)[0]]
    company.call(company.house._act, live, 0, live.rows + 1, (move,), "bot", True)  # noqa: FBT003
    rows = company.live.rows
    with pytest.raises(BellhopError, match="no seat that can move"):
        company.call(company.house.act, company.table, 0, rows + 1, "undo", "k")
    assert company.live.rows == rows


def test_seats_that_do_not_exist_have_no_rights(club: TestClient) -> None:
    company = Company(club)
    company.begin(turn=2)
    assert [role_of(company.live, seat) for seat in (-1, 3)] == [Role.SPECTATOR] * 2
    rows = company.live.rows
    with pytest.raises(BellhopError, match="no seat that can move"):
        company.call(company.house.act, company.table, -1, rows + 1, "research", "k")


def test_a_host_ends_no_game_by_declaring_others_away(client: TestClient) -> None:
    pair = Pair(client)
    pair.post(0, "people/1/away")
    assert pair.post(0, "end", wish="end") == 303
    assert "Proposed to stop" in pair.fragments(1)["notice"], "she is asked"
    table = pair.path[3:]
    app: Any = client.app
    store = app.state.house.store
    assert store.load(table).ended is None
    pair.post(1, "end", wish="play")
    assert not any(seat.wants_end for seat in store.load(table).seats)
    store.change_seat(table, 1, asked_until=store.load(table).seats[1].asked_until - ASKED_SECONDS)
    app.state.house._live.clear()
    assert pair.post(0, "end", wish="end") == 303
    assert store.load(table).ended is not None, "after a day without a word she is not asked"


def take_over(pair: Pair, *, as_program: bool = False) -> None:
    """The host makes a new link for the friend's seat, and uses it."""
    link = new_link(pair.host, pair.path, "1/link")
    if as_program:
        pair.host.post(f"/api{link.replace('/s/', '/seats/')}", json={})
    else:
        pair.host.post(link)
    app: Any = pair.host.app
    assert [one.seat for one in app.state.house.store.load(pair.path[3:]).holders][-1] == 1


@pytest.mark.parametrize("way", ["vote", "leave", "resign", "program", "another browser"])
def test_a_host_ends_no_game_from_a_friends_seat(pair: Pair, way: str) -> None:
    app: Any = pair.host.app
    store, table = app.state.house.store, pair.path[3:]
    if way == "another browser":
        link = new_link(pair.host, pair.path, "1/link")
        browser = another_browser(pair.host)
        browser.post(link)
        refused = browser.post(f"{pair.path}/end", data={"wish": "end"})
        assert (refused.status_code, "For a day" in refused.text) == (403, True)
    else:
        take_over(pair, as_program=way == "program")
    if way == "resign":
        assert pair.post(0, "people/1/resign") == 403
    elif way == "leave":
        assert pair.post(0, "people/1/away") == 303
    assert pair.post(0, "end", wish="end") == 303, "for the host's own seat"
    assert store.load(table).ended is None
    assert "neither resign nor agree" in pair.fragments(0)["talk"]
    assert [seat.wants_end for seat in store.load(table).seats] == [True, False]


def test_whoever_uses_a_new_link_can_refuse_at_once_and_agree_after_a_day(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = new_link(pair.host, pair.path, "1/link")
    phone = another_browser(pair.host)
    phone.post(link)
    pair.post(0, "end", wish="end")
    notice = str(latest(phone, pair.path)["fragments"]["notice"])
    assert 'value="play"' in notice
    assert 'value="end"' not in notice
    assert "resign" not in phone.get(f"{pair.path}/people").text
    phone.post(f"{pair.path}/end", data={"wish": "play"})
    app: Any = pair.host.app
    store = app.state.house.store
    assert not any(seat.wants_end for seat in store.load(pair.path[3:]).seats)
    pair.post(0, "end", wish="end")
    monkeypatch.setattr(roles, "ASKED_SECONDS", 0.0)
    phone.post(f"{pair.path}/end", data={"wish": "end"})
    assert store.load(pair.path[3:]).ended is not None


def test_a_new_link_before_the_game_restricts_nobody(client: TestClient) -> None:
    path = set_up(client, GAME, ("me", "friend"))
    link = new_link(client, path, "1/link")
    friend = another_browser(client)
    friend.post(link, data={"name": "Zoe", "nonce": "feedfacecafe"})
    assert friend.post(f"{path}/people/1/resign", follow_redirects=False).status_code == 303


def test_players_who_left_by_themselves_are_not_asked(pair: Pair) -> None:
    pair.post(1, "people/1/away")
    pair.post(0, "end", wish="end")
    assert re.search(r"nobody wins", pair.fragments(0)["prompt"])


@pytest.fixture
def pair(client: TestClient) -> Pair:
    return Pair(client)


def test_a_program_is_not_asked_whether_the_game_may_stop(club: TestClient) -> None:
    company = Company(club)
    company.reach(Role.PLAYER, Phase.AFTER, turn=0)
    assert company.live.is_over
