"""Where the lab's tasks run: in this process, in processes on all cores, or on a Ray cluster.

Results come in the order of the tasks, so they depend neither on timing nor on workers that died.
"""

import importlib
import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from bellhop.bots.searching import THREADS_VARIABLE
from bellhop.engine.errors import BellhopError

T = TypeVar("T")
TASKS_PER_WORKER = 4  # running or queued
MAX_FAILURES = 3  # of a pool in a row, before the task itself is to blame
# Of bots, and of the libraries that NumPy multiplies matrices with.
ONE_THREAD = dict.fromkeys((THREADS_VARIABLE, "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")


class Executor(Protocol):
    """Anything that runs tasks."""

    def results(self, work: Callable[..., T], tasks: Sequence[tuple[Any, ...]]) -> Iterator[T]:
        """Call `work` with each task; yields the results in order and stops if not consumed."""


class InProcess:
    """Runs tasks in this process, one after another."""

    def results(self, work: Callable[..., T], tasks: Sequence[tuple[Any, ...]]) -> Iterator[T]:
        """The result of each task."""
        for task in tasks:
            yield work(*task)


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Processes that start now use one thread, because every core already runs one of them."""
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(ONE_THREAD)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _end_with_parent() -> None:
    """Let this process end when its parent does, even if that was killed and could say nothing."""
    parent = multiprocessing.parent_process()
    assert parent

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


class Processes:
    """Runs tasks in one process per core; if one dies, the lost tasks are repeated."""

    def __init__(self, workers: int = 0) -> None:
        self.workers = workers or os.cpu_count() or 1

    def results(self, work: Callable[..., T], tasks: Sequence[tuple[Any, ...]]) -> Iterator[T]:
        """The result of each task."""
        done, failures = 0, 0
        while done < len(tasks):
            try:
                for result in self._with_pool(work, tasks[done:]):
                    yield result
                    done += 1
                    failures = 0
            except BrokenProcessPool:
                failures += 1
                if failures == MAX_FAILURES:
                    raise BellhopError("lab.died") from None

    def _with_pool(self, work: Callable[..., T], tasks: Sequence[tuple[Any, ...]]) -> Iterator[T]:
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(self.workers, context, _end_with_parent)
        waiting: deque[Future[T]] = deque()
        try:
            for task in tasks:
                with _one_thread_each():  # a process may start whenever a task is added
                    waiting.append(pool.submit(work, *task))
                if len(waiting) >= TASKS_PER_WORKER * self.workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


class Ray:
    """Runs tasks on a Ray cluster, which repeats those lost with a worker."""

    def __init__(self, address: str = "") -> None:
        try:
            self.ray: Any = importlib.import_module("ray")
        except ImportError:
            raise BellhopError("lab.no_ray") from None
        if not self.ray.is_initialized():
            self.ray.init(address=address or None, log_to_driver=False, include_dashboard=False)
        self.workers = int(self.ray.cluster_resources().get("CPU", 1))

    def results(self, work: Callable[..., T], tasks: Sequence[tuple[Any, ...]]) -> Iterator[T]:
        """The result of each task."""
        environment = {"env_vars": ONE_THREAD}
        remote = self.ray.remote(max_retries=-1, runtime_env=environment)(work)
        waiting: deque[Any] = deque()
        for task in tasks:
            waiting.append(remote.remote(*task))
            if len(waiting) >= TASKS_PER_WORKER * self.workers:
                yield self.ray.get(waiting.popleft())
        while waiting:
            yield self.ray.get(waiting.popleft())


def executor_named(on: str, workers: int = 0) -> Executor:
    """An executor by name."""
    match on:
        case "cores":
            return Processes(workers)
        case "ray":
            return Ray()
        case "here":
            return InProcess()
    raise BellhopError("lab.crew", crews=("cores", "ray", "here"), crew=on)
