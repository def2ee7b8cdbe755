"""Pools and queues are bounded, serve everybody in turn, and are never taken up by one visitor."""

import asyncio
import threading
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from bellhop.engine.errors import BellhopError, NotFound, TooMany
from bellhop.table import limits
from bellhop.table.limits import DEFAULT_LIMITS, ConcurrencyLimit, Limits, change_gate, read_limits
from bellhop.table.pools import FairPool, FairQueue


def served(queue: FairQueue[str], number: int) -> list[str]:
    """The next few items, each finished before the next is taken."""
    found = []
    for _ in range(number):
        taken = queue.take()
        assert taken
        found.append(taken.item)
        queue.finish(taken)
    return found


def test_addresses_take_turns_and_so_do_the_tables_of_each() -> None:
    queue: FairQueue[str] = FairQueue(20)
    for name in ("a1", "a2", "a3"):
        queue.add(name, {"ann": 9, "t1": 9})
    queue.add("a4", {"ann": 9, "t2": 9})
    queue.add("b1", {"bob": 9, "t3": 9})
    assert served(queue, 2) == ["a1", "b1"]
    queue.add("b2", {"bob": 9, "t3": 9})
    assert served(queue, 4) == ["a4", "b2", "a2", "a3"]
    assert queue.take() is None


def test_one_at_a_time_for_every_key() -> None:
    queue: FairQueue[str] = FairQueue(20)
    for name, keys in (("a1", "at"), ("a2", "au"), ("b1", "bt"), ("c1", "cv")):
        queue.add(name, dict.fromkeys(keys, 9))
    first, second = queue.take(), queue.take()
    assert first
    assert second
    assert (first.item, second.item) == ("a1", "c1")
    assert queue.take() is None
    queue.finish(first)
    assert served(queue, 2) == ["b1", "a2"]


def test_only_those_who_ask_for_too_much_are_refused() -> None:
    queue: FairQueue[str] = FairQueue(3)
    queue.add("a1", {"ann": 2})
    queue.add("a2", {"ann": 2})
    with pytest.raises(TooMany):
        queue.add("a3", {"ann": 2, "t1": 9})
    queue.add("b1", {"bob": 2, "t1": 1})
    with pytest.raises(TooMany):
        queue.add("c1", {"cid": 2})
    assert served(queue, 3) == ["a1", "b1", "a2"]
    queue.add("a4", {"ann": 2, "t1": 1})


def test_one_address_never_takes_all_threads_and_errors_reach_the_caller() -> None:
    began, go_on = threading.Event(), threading.Event()

    def block() -> str:
        began.set()
        go_on.wait()
        return "done"

    def fail() -> None:
        raise NotFound("row")

    async def play() -> None:
        pool = FairPool(2, most=10, most_per_key=5)
        slow = [asyncio.create_task(pool.run(("ann",), block)) for _ in range(5)]
        await asyncio.to_thread(began.wait)
        with pytest.raises(TooMany):
            await pool.run(("ann",), block)
        assert await pool.run(("bob",), str, 7) == "7"
        with pytest.raises(BellhopError, match="no such move"):
            await pool.run(("bob",), fail)
        slow[-1].cancel()
        go_on.set()
        assert await asyncio.gather(*slow[:-1]) == ["done"] * 4
        assert await pool.run(("ann",), str, 8) == "8"
        pool.close()

    asyncio.run(play())


def test_a_limit_counts_who_is_inside() -> None:
    limit = ConcurrencyLimit(1, lambda: TooMany("busy"))
    with limit.inside("ann"):
        with limit.inside("bob"), pytest.raises(TooMany, match="still busy"), limit.inside("ann"):
            pass
        with limit.inside("bob"):
            pass
    with limit.inside("ann"):
        pass


def test_every_limit_is_in_the_hosts_handbook() -> None:
    told = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    assert [name for name in asdict(DEFAULT_LIMITS) if f"`{name}`" not in told] == []


def test_limits_are_set_by_name() -> None:
    limits = read_limits(["tables_per_address=5", "body_seconds=2.5"])
    assert (limits.tables_per_address, limits.body_seconds) == (5, 2.5)
    assert limits.head_bytes == DEFAULT_LIMITS.head_bytes
    refused: list[Callable[[], object]] = [
        lambda text=text: read_limits([text])  # type: ignore[misc]
        for text in ("tables=5", "head_bytes", "head_bytes=x", "head_bytes=0", "body_seconds=nan")
    ]
    for call in refused:
        with pytest.raises(BellhopError, match="limit"):
            call()


def test_a_gate_forgets_whoever_was_away_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_VISITORS", 2)
    gate = change_gate(Limits(changes_per_table=4))
    gate.pass_through("regular")
    for number in range(3):
        gate.pass_through("regular")
        gate.pass_through(f"passer-by {number}")
    with pytest.raises(TooMany):
        gate.pass_through("regular")


def test_a_gate_forgets_everybody_whose_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    gate = change_gate(Limits(changes_per_table=1, changes_seconds=60.0))
    tracemalloc.start()
    for evening in range(3):
        for table in range(2_000):
            now += 1.0
            gate.pass_through(f"table {evening} {table}")
        with pytest.raises(TooMany):
            gate.pass_through(f"table {evening} {table}")
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 200_000, "60 tables, not 6,000"
