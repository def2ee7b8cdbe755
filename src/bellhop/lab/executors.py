"""Who does the lab's work: this process, processes on all cores, or a Ray cluster.

Results come in the order of the tasks, so that nothing depends on who was quick or who died.
"""

import importlib
import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol, TypeVar

from bellhop.bots.searching import THREADS
from bellhop.engine.errors import BellhopError

T = TypeVar("T")
AHEAD = 4  # tasks a worker has in hand or waiting
TRIES = 3  # how often a pool of processes is made anew before the work itself is to blame


class Crew(Protocol):
    """Anything that does tasks."""

    def results(self, work: Callable[..., T], tasks: Sequence[tuple[Any, ...]]) -> Iterator[T]:
        """What the work gives for each task, in their order; who stops asking stops the work."""


class Alone:
    """This process, one task after the other."""

    def results(self, work: Callable[..., T], tasks: Sequence[tuple[Any, ...]]) -> Iterator[T]:
        """What the work gives for each task."""
        for task in tasks:
            yield work(*task)


def _think_alone() -> None:
    """Every core has a process of its own already."""
    os.environ[THREADS] = "1"


class Processes:
    """A process for each core; if one dies, what was lost is done again."""

    def __init__(self, workers: int = 0) -> None:
        self.workers = workers or os.cpu_count() or 1

    def results(self, work: Callable[..., T], tasks: Sequence[tuple[Any, ...]]) -> Iterator[T]:
        """What the work gives for each task."""
        done, tries = 0, 0
        while done < len(tasks):
            try:
                for result in self._with_pool(work, tasks[done:]):
                    yield result
                    done += 1
                    tries = 0
            except BrokenProcessPool:
                tries += 1
                if tries == TRIES:
                    raise BellhopError("lab.died") from None

    def _with_pool(self, work: Callable[..., T], tasks: Sequence[tuple[Any, ...]]) -> Iterator[T]:
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(self.workers, context, initializer=_think_alone)
        waiting: deque[Future[T]] = deque()
        try:
            for task in tasks:
                waiting.append(pool.submit(work, *task))
                if len(waiting) >= AHEAD * self.workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


class Ray:
    """A Ray cluster; Ray starts again what was lost with a worker."""

    def __init__(self, address: str = "") -> None:
        try:
            self.ray: Any = importlib.import_module("ray")
        except ImportError:
            raise BellhopError("lab.no_ray") from None
        if not self.ray.is_initialized():
            self.ray.init(address=address or None, log_to_driver=False, include_dashboard=False)
        self.workers = int(self.ray.cluster_resources().get("CPU", 1))

    def results(self, work: Callable[..., T], tasks: Sequence[tuple[Any, ...]]) -> Iterator[T]:
        """What the work gives for each task."""
        remote = self.ray.remote(max_retries=-1, runtime_env={"env_vars": {THREADS: "1"}})(work)
        waiting: deque[Any] = deque()
        for task in tasks:
            waiting.append(remote.remote(*task))
            if len(waiting) >= AHEAD * self.workers:
                yield self.ray.get(waiting.popleft())
        while waiting:
            yield self.ray.get(waiting.popleft())


def crew_named(on: str, workers: int = 0) -> Crew:
    """A crew by its name."""
    match on:
        case "cores":
            return Processes(workers)
        case "ray":
            return Ray()
        case "here":
            return Alone()
    raise BellhopError("lab.crew", crews=("cores", "ray", "here"), crew=on)
