"""The sweeper keeps the garbage collector's pauses short."""

import asyncio
import gc
import subprocess
import sys
from types import SimpleNamespace
from typing import Any, cast

import pytest
import sqlalchemy as sa

from bellhop.table.house import House
from bellhop.table.retention import KEEP_ALL, Retention
from bellhop.web import sweeping

CALMED = """
import gc
from bellhop.web.sweeping import calm_collector

class Knot:
    def __init__(self): self.self = self
    def __del__(self): print("found")

gc.disable()
Knot()
calm_collector(is_thorough=False)
print("a young knot is gone at once")
kept = Knot()
calm_collector(is_thorough=False)
assert gc.get_freeze_count() > 10_000
del kept
calm_collector(is_thorough=False)
print("what lived long is out of sight")
calm_collector(is_thorough=True)
print("searched")
assert gc.get_freeze_count() > 10_000
"""
FOUND = """found
a young knot is gone at once
what lived long is out of sight
found
searched
"""


def test_long_lived_objects_are_frozen_and_collected_on_request() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CALMED], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stdout == FOUND, done.stderr


class Idle:
    """A house where nothing happens."""

    store = SimpleNamespace(failure="")

    def live_tables(self) -> list[Any]:
        """No tables."""
        return []

    def forget_idle(self) -> None:
        """Do nothing."""


def test_a_server_begins_with_a_search_and_searches_once_an_hour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rounds: list[bool] = []
    asleep = asyncio.sleep

    async def hour(_seconds: float) -> None:
        if len(rounds) > sweeping.ROUNDS_BETWEEN_SEARCHES:
            await asleep(60)
        await asleep(0)

    async def sweep_for_a_while() -> None:
        task = asyncio.create_task(sweeping.sweep(cast("House", Idle()), KEEP_ALL))
        while len(rounds) <= sweeping.ROUNDS_BETWEEN_SEARCHES:
            await asleep(0)
        task.cancel()

    def note(**asked: Any) -> None:
        rounds.append(asked["is_thorough"])

    monkeypatch.setattr(sweeping, "calm_collector", note)
    monkeypatch.setattr(asyncio, "sleep", hour)
    before = gc.get_freeze_count()
    asyncio.run(sweep_for_a_while())
    assert gc.get_freeze_count() == before
    assert rounds[0]
    assert rounds[-1]
    assert not any(rounds[1:-1])


def test_the_sweeper_outlives_what_fails_and_logs_it_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    deleted = OSError("the database file was deleted or replaced")
    outcomes = iter(
        [deleted, deleted, None, deleted, sa.exc.SQLAlchemyError("busy\nAnn Lee"), None]
    )
    rounds, asleep = list[object](), asyncio.sleep

    def purge(*_: object) -> None:
        rounds.append(outcome := next(outcomes, None))
        if isinstance(outcome, Exception):
            raise outcome

    async def minute(_seconds: float) -> None:
        await asleep(0)

    async def sweep_for_a_while() -> None:
        task = asyncio.create_task(sweeping.sweep(cast("House", Idle()), Retention(finished=1)))
        while len(rounds) < 7:
            assert not task.done()
            await asleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    monkeypatch.setattr(sweeping, "ROUNDS_BETWEEN_SWEEPS", 1)
    monkeypatch.setattr(sweeping, "purge", purge)
    monkeypatch.setattr(asyncio, "sleep", minute)
    asyncio.run(sweep_for_a_while())
    assert [record.getMessage() for record in caplog.records] == [
        f"tables cannot be tidied up: {told}"
        for told in (f"OSError: {deleted}", f"OSError: {deleted}", "SQLAlchemyError: busy")
    ], "each failure once, and again after it was over"
