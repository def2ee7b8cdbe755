"""Outside bots at tables: chosen by people and programs, replaced for a move when they fail."""

import asyncio
import logging
import re
import sys
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from bellhop.engine.errors import BellhopError
from bellhop.games import GAMES
from bellhop.table.bot_workers import BotWorkers
from bellhop.table.limits import DEFAULT_LIMITS
from bellhop.table.names import check_player
from bellhop.table.outside_bots import AT_TABLES, KIND, PREFIX, OutsideBots, read_bots
from bellhop.table.schema import seats
from bellhop.web.app import create_app
from cli.running import bellhop_here

LAST = str(Path(__file__).parents[2] / "examples" / "protocol_bot.sh")


def test_bots_are_read_from_settings() -> None:
    python = f"{sys.executable} {Path(LAST).with_suffix('.py')}"
    assert read_bots([f"last={LAST}", f"mine={python}"]) == {"bot:last": LAST, "bot:mine": python}
    for wrong in ("last", f"Last={LAST}", f"={LAST}"):
        with pytest.raises(BellhopError, match=r"is written name=\./program"):
            read_bots([wrong])
    with pytest.raises(BellhopError, match="An outside bot is a program"):
        read_bots(["last=./there-is-no-such-bot"])
    with pytest.raises(BellhopError, match=r"is not ready to play: it ended with status 2: “"):
        read_bots([f"mine={sys.executable} there-is-no-such-bot.py"])


def test_a_server_with_a_wrong_bot_does_not_start(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, said = bellhop_here(capsys, "serve", "--bot", "last")
    assert status == 2
    assert said.startswith("bellhop: An outside bot is written name=./program")


def test_a_bot_that_fails_or_is_missing_is_replaced_for_that_move(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    crasher, unready = tmp_path / "crasher", tmp_path / "unready"
    unready.write_text("#!/bin/sh\nread -r hello; echo ready; read -r new; exit 2\n")
    crasher.write_text("#!/bin/sh\nread -r hello; echo ready; read -r new; echo ready\n"
                       "read -r position; exit 1\n")  # fmt: skip
    for script in (crasher, unready):
        script.chmod(0o755)
    game = GAMES[0]
    position = game.new(2)

    async def play() -> None:
        programs = {"bot:crasher": str(crasher), "bot:unready": str(unready), "bot:last": LAST}
        bots = OutsideBots(programs, AT_TABLES)
        workers = BotWorkers(DEFAULT_LIMITS, processes=1, outside=bots)
        seen = game.view(position, position.turn)
        legal = game.legal_moves(position)
        assert await workers.choose(game, "bot:last", seen) == legal[-1]
        kinds = ("bot:crasher", "bot:crasher", "bot:unready", "bot:unready", "bot:unknown")
        for kind in kinds:
            assert await workers.choose(game, kind, seen) in legal
        assert await workers.choose(game, "bot:last", seen) == legal[-1]
        await workers.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(play())
    assert [record.getMessage().partition(";")[0] for record in caplog.records] == [
        "bot:crasher ended with status 1",
        "bot:crasher ended with status 1",
        "bot:unready ended with status 2",  # once: then it is left alone for a while
        "there is no bot:unknown here: start the server with --bot",
    ]


@pytest.mark.parametrize(
    ("after_the_move", "said"),
    [("echo nonsense", "said “nonsense”"), ("exit 3", "ended with status 3")],
)
def test_a_bot_that_fails_between_two_moves_is_started_again(
    caplog: pytest.LogCaptureFixture, tmp_path: Path, after_the_move: str, said: str
) -> None:
    script = tmp_path / "careless"
    last, answers = Path(LAST).read_text("utf-8"), 'echo "bestmove $last"'
    script.write_text(last.replace(answers, f"{answers}; {after_the_move}"))
    script.chmod(0o755)
    game = GAMES[0]
    seen = game.view(position := game.new(2), position.turn)

    async def play() -> None:
        bots = OutsideBots({"bot:careless": str(script)}, AT_TABLES)
        for _ in range(3):
            assert await bots.choose(game, "bot:careless", seen) == game.legal_moves(seen)[-1]
        await bots.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(play())
    told = [record.getMessage() for record in caplog.records]
    assert len(told) == 2
    assert all(line.startswith(f"bot:careless {said}") for line in told)
    assert all(line.endswith("; it is started again") for line in told)


def test_no_process_learns_what_two_seats_know(tmp_path: Path) -> None:
    spy = tmp_path / "spy"
    spy.write_text(f'#!/bin/sh\ntee "{tmp_path}/$$.heard" | {LAST}\n')
    spy.chmod(0o755)
    game = GAMES[0]
    position = game.new(3)

    async def play() -> None:
        bots = OutsideBots({"bot:spy": str(spy)}, AT_TABLES)
        for seat in (0, 1, 2, 0, 1, 2):
            position.turn = seat
            assert await bots.choose(game, "bot:spy", game.view(position, seat)) is not None
        await bots.close()

    asyncio.run(play())
    heard = [path.read_text("utf-8") for path in tmp_path.glob("*.heard")]
    assert len(heard) == 3
    seats = [set(re.findall(r"^newgame .* seat (\d)", text, re.MULTILINE)) for text in heard]
    assert sorted(seats, key=min) == [{"0"}, {"1"}, {"2"}]


def test_people_and_programs_choose_an_outside_bot(tmp_path: Path) -> None:
    game = GAMES[0]
    app = create_app(
        f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_pause=0.0, bots={"bot:last": LAST}
    )
    with TestClient(app, base_url="http://testserver") as client:
        assert "Bot: last" in client.get(f"/new/{game.name}").text
        form = {"kind-0": "me", "name-0": "Ann", "kind-1": "bot:last", "name-1": "Lars"}
        answer = client.post(f"/new/{game.name}", data=form, follow_redirects=False)
        assert answer.status_code == 303
        wanted = {"game": game.name, "options": {"rounds": "1"}, "seats": [
            {"name": "Ann"}, {"name": "Lars", "kind": "bot:last"}]}  # fmt: skip
        opened = client.post("/api/tables", json=wanted).json()
        token, table = opened["secrets"][0], f"/api/tables/{opened['table']}"
        bearer = {"Authorization": f"Bearer {token}"}
        client.post(f"/api/seats/{token}", json={})
        view = client.get(table, headers=bearer).json()
        while not view["over"]:
            if view["moves"]:
                act = {"row": view["row"] + 1, "act": view["moves"][0]["act"], "key": "k"}
                act["key"] = f"k{view['row']}"
                view = client.post(f"{table}/acts", json=act, headers=bearer).json()
            else:
                view = client.get(f"{table}?after={view['row']}", headers=bearer).json()
        assert view["row"] > 10
        wanted["seats"] = [{"name": "Ann"}, {"name": "Lars", "kind": "bot:other"}]
        refused = client.post("/api/tables", json=wanted)
        assert refused.status_code == 400
        assert "bot:last" in refused.json()["detail"]


def test_the_longest_name_fits_into_the_database() -> None:
    longest = next(n for n in range(40, 0, -1) if KIND.fullmatch(f"{PREFIX}{'x' * n}"))
    assert len(PREFIX) + longest <= seats.c.kind.type.length  # type: ignore[attr-defined]


def test_saved_games_name_outside_bots() -> None:
    check_player("Lars", "bot:last")
    with pytest.raises(BellhopError):
        check_player("Lars", "bot:Last Bot")
