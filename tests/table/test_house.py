"""The house: nothing is shown before it is stored, and every failure is recovered from."""

import asyncio
import base64
import json
import random
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bellhop.engine.errors import BellhopError, TooMany
from bellhop.engine.seats import is_over
from bellhop.games import game_named
from bellhop.table import house as houses
from bellhop.table import seating
from bellhop.table.house import House
from bellhop.table.limits import Limits, undo_gate
from bellhop.table.live import LiveTable
from bellhop.table.roles import Sitter
from bellhop.table.schema import NewAct
from bellhop.table.sitting import END, Seat
from bellhop.table.store import Store
from bellhop.web.drawings import latest_news
from bellhop.web.rendering import Viewer

HOTEL = game_named("perfect-hotel")
NONCE = "0123456789abcdef"
PEOPLE = (Seat("Ann"), Seat("Bob"))
BOTS = (Seat("Ann"), Seat("Bot", "random"))

Attack = Callable[[House, LiveTable], Awaitable[None]]


def at_a_table(folder: Path, attack: Attack, seats: tuple[Seat, ...] = PEOPLE) -> None:
    """Open a house with one table whose game has begun, and attack it."""

    async def sit() -> None:
        house = House(Store(f"sqlite:///{folder / 'tables.sqlite'}"), bot_pause=0.0)
        opened = await house.open_table(HOTEL, {}, seats, own=[0, 1])
        live = await house.table(opened.id)
        people = tuple(number for number, seat in enumerate(seats) if seat.is_person)
        await seating.add_nonce(house, live, Sitter(people), NONCE)
        try:
            await attack(house, live)
        finally:
            await house.close()

    asyncio.run(sit())


def shown(live: LiveTable) -> str:
    """Everything that anybody is shown of a table."""
    viewer = [Viewer((seat,), seat, "en", is_host=False) for seat in (-1, 0, 1)]
    assert live.sitting
    views = [live.sitting.view(seat).to_bytes().hex() for seat in (-1, 0, 1)]
    return json.dumps([live.rows, views, [latest_news(live, one) for one in viewer]])


async def act(house: House, live: LiveTable, key: str = "") -> None:
    """Make any legal move for the seat on turn."""
    assert live.sitting
    move = random.Random(live.rows).choice(HOTEL.legal_moves(live.sitting.position))
    row = live.rows + 1
    await house.act(live.stored.id, live.sitting.turn, row, HOTEL.moves[move], key or f"k{row}")


def test_nothing_of_an_act_is_shown_before_it_is_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def attack(house: House, live: LiveTable) -> None:
        for is_kept in (False, True) * 3:
            before, asked = shown(live), list[tuple[NewAct, Future[bool]]]()

            def append(new: NewAct, asked: Any = asked) -> "Future[bool]":
                asked.append((new, Future()))
                waiting: Future[bool] = asked[-1][1]
                return waiting

            with monkeypatch.context() as slow:
                slow.setattr(house.store, "append", append)
                acting = asyncio.create_task(act(house, live))
                while not asked:
                    await asyncio.sleep(0)
            for _ in range(20):
                await asyncio.sleep(0)
                assert shown(live) == before
            new, waiting = asked[0]
            if is_kept:
                assert await asyncio.wrap_future(house.store.append(new))
                waiting.set_result(True)
                await acting
                assert shown(live) != before
            else:
                waiting.set_exception(OSError("the disk is full"))
                with pytest.raises(OSError, match="the disk is full"):
                    await acting
                assert shown(live) == before

    at_a_table(tmp_path, attack)


def test_on_a_full_disk_acts_are_refused_and_go_on_when_there_is_room(tmp_path: Path) -> None:
    async def attack(house: House, live: LiveTable) -> None:
        def pages(number: int) -> None:
            with house.store.writing() as connection:
                connection.execute(sa.text(f"PRAGMA max_page_count = {number}"))

        sa.event.listen(house.store.engine, "checkout", _limit)
        refused = 0
        for _ in range(400):
            before = shown(live)
            try:
                await act(house, live)
            except sa.exc.OperationalError:
                refused += 1
                assert shown(live) == before
            if refused == 3:
                break
        assert refused == 3
        assert "full" in house.store.failure
        with pytest.raises(sa.exc.OperationalError):
            house.store.ping()
        sa.event.remove(house.store.engine, "checkout", _limit)
        pages(1_000_000)
        before = shown(live)
        await act(house, live)
        assert shown(live) != before
        house.store.ping()
        assert house.store.failure == ""

    at_a_table(tmp_path, attack)


def _limit(connection: Any, _record: object, _proxy: object) -> None:
    """Let the file grow no further."""
    connection.execute("PRAGMA max_page_count = 1")  # SQLite raises it to the current size


def test_changes_by_another_server_are_picked_up(tmp_path: Path) -> None:
    async def attack(house: House, live: LiveTable) -> None:
        await act(house, live)
        assert live.sitting
        other = live.sitting.copy()
        other.move(HOTEL.legal_moves(other.position)[0])
        new = NewAct(live.stored.id, other.acts[-1].row, 0, other.acts[-1].text, "x", "r", "d")
        assert await asyncio.wrap_future(house.store.append(new))
        with pytest.raises(houses.Stale):
            await act(house, live)
        assert live.sitting.acts == other.acts
        assert live.sitting.position == other.position

    at_a_table(tmp_path, attack)


@pytest.mark.parametrize(
    "failure",
    [OSError("no space left"), sa.exc.OperationalError("INSERT", {}, Exception("locked")),
     BellhopError("no_answer", kind="easy"), RuntimeError("anything")],
    ids=lambda failure: type(failure).__name__,
)  # fmt: skip
def test_bots_go_on_by_themselves_after_any_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    monkeypatch.setattr(houses, "FIRST_PAUSE", 0.01)

    async def attack(house: House, live: LiveTable) -> None:
        append, failures = house.store.append, [0]

        def sometimes(new: NewAct) -> "Future[bool]":
            failures[0] += 1
            if failures[0] <= 3:
                raise failure
            return append(new)

        monkeypatch.setattr(house.store, "append", sometimes)
        while not live.is_bots_turn:
            failures[0] = 3
            await act(house, live)
            failures[0] = 0
        assert live.sitting
        rows = live.rows
        for _ in range(500):
            await asyncio.sleep(0.02)
            if live.rows > rows:
                break
        assert live.rows > rows
        assert failures[0] > 3

    at_a_table(tmp_path, attack, BOTS)


def test_a_deleted_or_replaced_database_refuses_acts_and_health(tmp_path: Path) -> None:
    async def attack(house: House, live: LiveTable) -> None:
        await act(house, live)
        before = shown(live)
        file = tmp_path / "tables.sqlite"
        kept = file.read_bytes()
        file.unlink()
        for _ in range(2):
            with pytest.raises(OSError, match="deleted or replaced"):
                await act(house, live)
            with pytest.raises(OSError, match="deleted or replaced"):
                house.store.ping()
            assert shown(live) == before
            file.write_bytes(kept)  # a new file with the same name is not the same file

    at_a_table(tmp_path, attack)


def test_a_link_does_not_get_round_the_lock(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "tables.sqlite")
    with pytest.raises(BellhopError, match="open in another server"):
        Store(f"sqlite:///{tmp_path / 'link.sqlite'}")
    store.close()


@pytest.mark.parametrize("alone", [True, False])
def test_a_hard_link_is_refused(tmp_path: Path, alone: bool) -> None:
    """Under another name SQLite finds neither the lock nor what is not yet in the file itself."""
    path, link = tmp_path / "tables.sqlite", tmp_path / "link.sqlite"
    store = Store(f"sqlite:///{path}")
    link.hardlink_to(path)
    with pytest.raises(BellhopError, match="has a second name"):
        Store(f"sqlite:///{link}", alone)
    store.close()
    link.unlink()
    Store(f"sqlite:///{path}").close()


def test_a_table_that_takes_long_to_load_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def attack(house: House, live: LiveTable) -> None:
        other = await house.open_table(HOTEL, {}, PEOPLE, own=[])
        house._live.clear()
        began, go_on, loaded, load = threading.Event(), threading.Event(), list[str](), house._load

        def load_slowly(table: str) -> LiveTable:
            loaded.append(table)
            if table == live.stored.id:
                began.set()
                go_on.wait()
            return load(table)

        monkeypatch.setattr(house, "_load", load_slowly)
        waiting = [asyncio.create_task(house.table(live.stored.id)) for _ in range(20)]
        await asyncio.to_thread(began.wait)
        assert (await house.table(other.id)).stored.id == other.id
        waiting[0].cancel()
        go_on.set()
        found = await asyncio.gather(*waiting[1:])
        assert set(map(id, found)) == {id(await house.table(live.stored.id))}
        assert loaded == [live.stored.id, other.id]
        assert not house._loading
        with pytest.raises(BellhopError, match="There is no table"):
            await house.table("none")

    at_a_table(tmp_path, attack)


async def undo_and_redo(house: House, live: LiveTable, times: int) -> int:
    """Make a move that can be undone, then undo and redo; return how often this was allowed."""
    await act(house, live)
    assert live.sitting
    while not live.sitting.can_undo(seat := live.sitting.position.turn):
        await act(house, live)
    for number in range(times):
        text = "undo" if live.sitting.can_undo(seat) else "redo"
        try:
            await house.act(live.stored.id, seat, live.rows + 1, text, f"u{live.rows}")
        except TooMany:
            return number
    return times


def test_undo_and_redo_are_rate_limited(tmp_path: Path) -> None:
    async def attack(house: House, live: LiveTable) -> None:
        house._undos = undo_gate(Limits(undos_per_seat=7))
        assert await undo_and_redo(house, live, 20) == 7
        await act(house, live)

    at_a_table(tmp_path, attack)


def test_a_game_with_very_many_rows_is_finished_without_undo(tmp_path: Path) -> None:
    async def attack(house: House, live: LiveTable) -> None:
        house.limits = Limits(rows_with_undo=30)
        await undo_and_redo(house, live, 50)
        assert live.rows <= 30
        while live.rows < 30:
            await act(house, live)
        assert await undo_and_redo(house, live, 1) == 0
        while not live.is_over:
            await act(house, live)

    at_a_table(tmp_path, attack)


DAMAGE = {
    "start": ['"x"', '{"row":1}', '{"row":0,"kept":null,"position":"","game":{},"told":[[]]}'],
    "nonces": ["[1, 2]", "7", '["a"]'],
    "options": ['{"x": 1}', "7"],
    "secret": ["no hexadecimal"],
}


def test_a_damaged_table_is_one_line_and_harms_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def damage(house: House, live: LiveTable) -> None:
        table, wrong = live.stored.id, [(c, v) for c, values in DAMAGE.items() for v in values]
        with house.store.engine.begin() as connection:
            whole = connection.exec_driver_sql("SELECT * FROM tables").mappings().one()
        for column, value in wrong:
            await change(house, "tables", **{**whole, column: value})
            with pytest.raises(BellhopError) as refused:
                await asyncio.to_thread(house._load, table)
            assert refused.value.status < 500, (column, value)
        await change(house, "tables", **whole)
        assert (await asyncio.to_thread(house._load, table)).sitting
        damaged = [one for one in caplog.records if "is damaged" in one.getMessage()]
        assert damaged
        assert all(one.exc_info for one in damaged), "the log says where it was noticed"

    at_a_table(tmp_path, damage)


def test_a_damaged_snapshot_is_replaced_by_the_log(tmp_path: Path) -> None:
    async def damage(house: House, live: LiveTable) -> None:
        assert live.sitting
        for row in range(1, 6):
            seat = live.sitting.turn
            move = HOTEL.moves[HOTEL.legal_moves(live.sitting.position)[0]]
            await house.act(live.stored.id, seat, row, move, f"k{row}")
        snapshot = json.loads(live.sitting.snapshot())
        ended = live.sitting.position.copy()
        while not is_over(ended):
            HOTEL.play(ended, HOTEL.legal_moves(ended)[0])
        refuses = {"row": 4, "position": base64.b64encode(ended.to_bytes()).decode()}
        wrong: list[dict[str, object]] = [{"row": 1}, {"row": -1}, {"row": 99}]
        wrong.append({**refuses, "lines": [], "turns": []})  # the last move is illegal there
        others = [json.dumps({**snapshot, **one}) for one in wrong]
        unreadable = ("", "{", "null", '{"turns": 1}', '{"row": 2, "position": "x", "turns": []}')
        for data in (*unreadable, *others):
            house.store.keep_snapshot(live.stored.id, 3, HOTEL.rules_version, data)
            again = await asyncio.to_thread(house._load, live.stored.id)
            assert again.sitting
            assert again.sitting.position == live.sitting.position
            assert again.sitting.lines == live.sitting.lines

    at_a_table(tmp_path, damage)


async def change(house: House, table: str, **values: object) -> None:
    """Write anything into the columns of the only row of a table, past all checks."""
    columns = ", ".join(f"{name} = ?" for name in values)
    with house.store.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE {table} SET {columns}", tuple(values.values()))


def test_a_finished_game_is_seen_while_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def end(house: House, live: LiveTable) -> None:
        await house.conclude(live, 0, END)
        await change(house, "tables", result=None)

        def fail(*_: object, **__: object) -> None:
            raise sa.exc.OperationalError("UPDATE", {}, OSError("the disk is full"))

        monkeypatch.setattr(house.store, "change_table", fail)
        assert (await asyncio.to_thread(house._load, live.stored.id)).is_over

    at_a_table(tmp_path, end)
