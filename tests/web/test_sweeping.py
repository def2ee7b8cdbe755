"""The sweeper keeps the garbage collector's pauses short."""

import asyncio
import gc
import subprocess
import sys
from typing import Any, cast

import pytest

from bellhop.table.house import House
from bellhop.table.retention import KEEP_ALL
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


def test_a_server_begins_with_a_search_and_searches_once_an_hour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rounds: list[bool] = []
    asleep = asyncio.sleep

    class Idle:
        def forget_idle(self) -> None:
            """Do nothing."""

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
