"""Pools: long work in a few threads of its own, in turn for all who ask for it."""

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
    """Something that waits, and for whom: an address and a table, say."""

    item: T
    keys: tuple[str, ...]


class FairQueue(Generic[T]):
    """What waits is taken from all keys in turn, and one at a time from each.

    The first key counts most: among addresses the one served longest ago comes first, and
    among the tables of that address again.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: list[Waiting[T]] = []
        self._held: Counter[str] = Counter()  # waiting and taken, by key
        self._taken: set[str] = set()
        self._turns: dict[str, int] = {}  # when each key was last served or came
        self._turn = 0

    def add(self, item: T, keys: Mapping[str, int]) -> None:
        """Let something wait, or refuse it where a key has as many as the number beside it."""
        full = any(self._held[key] >= most for key, most in keys.items())
        if full or len(self._waiting) >= self._most:
            raise TooMany("busy")
        self._waiting.append(Waiting(item, tuple(keys)))
        for key in keys:
            self._held[key] += 1
            self._turns.setdefault(key, self._next_turn())

    def take(self) -> Waiting[T] | None:
        """What comes next, if anything may; `finish` must be told when it is done."""
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
        """What was taken is done: others with its keys may follow."""
        self._taken.difference_update(done.keys)
        for key in done.keys:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key], self._turns[key]

    def _next_turn(self) -> int:
        self._turn += 1
        return self._turn


class Job(NamedTuple):
    """A call, and who waits for what it returns."""

    call: Callable[[], Any]
    future: "Future[Any]"


class FairPool:
    """A few threads that share the work of all; a refusal where too much waits."""

    def __init__(self, threads: int, most: int, most_per_key: int) -> None:
        self._threads = ThreadPoolExecutor(threads, "replaying")
        self._free, self._most_per_key = threads, most_per_key
        self._queue: FairQueue[Job] = FairQueue(most)
        self._lock = threading.Lock()
        self._is_closed = False

    async def run(self, keys: tuple[str, ...], call: Callable[..., T], *arguments: Any) -> T:
        """What a call returns, made in turn with the other calls of all keys."""
        future: Future[T] = Future()
        job = Job(partial(call, *arguments), future)
        with self._lock:
            self._queue.add(job, dict.fromkeys(keys, self._most_per_key))
            self._start()
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Finish what is being done, and nothing else."""
        with self._lock:
            self._is_closed = True
        self._threads.shutdown()

    def _start(self) -> None:
        """Start as much as there are threads for; the lock is held."""
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
