"""Pools: long work runs in a few separate threads, in turn for everybody who asks for it."""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from bellhop.engine.errors import TooMany

T = TypeVar("T")


class Waiting(NamedTuple, Generic[T]):
    """A waiting item, and the keys it belongs to, such as an address and a table."""

    item: T
    keys: tuple[str, ...]


class FairQueue(Generic[T]):
    """A queue that serves all keys in turn, with one item per key at a time.

    The first key counts most: the address that has waited longest since it was last served comes
    first, and then, among the tables of that address, the table that has.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: list[Waiting[T]] = []
        self._held: Counter[str] = Counter()  # items waiting or taken, by key
        self._taken: set[str] = set()
        self._turns: dict[str, int] = {}  # when each key was last served, or first added
        self._turn = 0

    def add(self, item: T, keys: Mapping[str, int]) -> None:
        """Add an item, or refuse it if the queue or one of its keys is at its maximum."""
        full = any(self._held[key] >= most for key, most in keys.items())
        if full or len(self._waiting) >= self._most:
            raise TooMany("busy")
        self._waiting.append(Waiting(item, tuple(keys)))
        for key in keys:
            self._held[key] += 1
            self._turns.setdefault(key, self._next_turn())

    def take(self) -> Waiting[T] | None:
        """Take the next item, if there is one; call `finish` when it is done."""
        free = [one for one in self._waiting if self._taken.isdisjoint(one.keys)]
        if not free:
            return None
        first = min(free, key=lambda one: [self._turns[key] for key in one.keys])
        self._waiting.remove(first)
        self._taken.update(first.keys)
        for key in first.keys:
            self._turns[key] = self._next_turn()
        return first

    def finish(self, done: Waiting[T]) -> None:
        """Mark an item as done, so that others with its keys may follow."""
        self._taken.difference_update(done.keys)
        for key in done.keys:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key], self._turns[key]

    def _next_turn(self) -> int:
        self._turn += 1
        return self._turn


class Job(NamedTuple):
    """A call, and the future for its result."""

    call: Callable[[], Any]
    future: "Future[Any]"


class FairPool:
    """A few threads that serve all keys in turn, and refuse work when too much is waiting."""

    def __init__(self, threads: int, most: int, most_per_key: int) -> None:
        self._threads = ThreadPoolExecutor(threads, "replaying")
        self._free, self._most_per_key = threads, most_per_key
        self._queue: FairQueue[Job] = FairQueue(most)
        self._lock = threading.Lock()
        self._is_closed = False

    async def run(self, keys: tuple[str, ...], call: Callable[..., T], *arguments: Any) -> T:
        """Make a call when its keys' turn comes, and return its result."""
        future: Future[T] = Future()
        job = Job(partial(call, *arguments), future)
        with self._lock:
            self._queue.add(job, dict.fromkeys(keys, self._most_per_key))
            self._start()
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Finish the running calls, and start no others."""
        with self._lock:
            self._is_closed = True
        self._threads.shutdown()

    def _start(self) -> None:
        """Start calls while there are free threads; the caller holds the lock."""
        while not self._is_closed and self._free and (job := self._queue.take()):
            self._free -= 1
            self._threads.submit(self._work, job)

    def _work(self, job: Waiting[Job]) -> None:
        call, future = job.item
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(call())
            except BaseException as error:
                future.set_exception(error)
        with self._lock:
            self._free += 1
            self._queue.finish(job)
            self._start()
