"""The coach works in a process of its own, for one question at a time; the others wait in turn."""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

from bellhop.engine.errors import Unavailable
from bellhop.table.limits import Limits
from bellhop.table.pools import FairQueue, Waiting

BUDGET_SECONDS = 120.0  # between two parts of an answer; compiling the rules may take long
MAX_LINE = 1 << 24  # bytes of one part of an answer
# One thread: what the coach does must not take both cores from the tables.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}

Part = Mapping[str, Any]
Turn = asyncio.Future[None]


class CoachProcess:
    """A process that answers one question at a time, and a bounded queue in front of it."""

    def __init__(self, limits: Limits) -> None:
        self._process: Process | None = None
        self._queue: FairQueue[Turn] = FairQueue(limits.coach_waiting)
        self._per_address = limits.coach_per_address
        self._working: Waiting[Turn] | None = None
        self._is_closed = False

    async def ask(
        self, address: str, subject: str, question: Mapping[str, Any]
    ) -> AsyncIterator[Part]:
        """The parts of the answer, once it is this question's turn; refused if too many wait."""
        async with self._turn(address, subject):
            async for part in self._answer(question):
                yield part

    @asynccontextmanager
    async def _turn(self, address: str, subject: str) -> AsyncIterator[None]:
        turn: Turn = asyncio.get_running_loop().create_future()
        keys = {f"address {address}": self._per_address, f"subject {subject}": self._per_address}
        self._queue.add(turn, keys)
        self._go_on()
        try:
            await turn
            yield
        finally:
            turn.cancel()
            if self._working and self._working.item is turn:
                self._queue.finish(self._working)
                self._working = None
            self._go_on()

    def _go_on(self) -> None:
        """Give the next question its turn; those that nobody waits for any more are dropped."""
        while self._working is None and (waiting := self._queue.take()):
            if waiting.item.cancelled():
                self._queue.finish(waiting)
            else:
                self._working = waiting
                waiting.item.set_result(None)

    async def _answer(self, question: Mapping[str, Any]) -> AsyncIterator[Part]:
        is_complete = False
        try:
            process = await self._running()
            assert process.stdin
            assert process.stdout
            process.stdin.write(f"{json.dumps(question)}\n".encode())
            await process.stdin.drain()
            while not is_complete:
                line = await asyncio.wait_for(process.stdout.readline(), BUDGET_SECONDS)
                if not line.endswith(b"\n"):
                    raise OSError("the process has died")
                part = json.loads(line)
                is_complete = part.get("last", False)
                yield part
        except (OSError, TimeoutError, ValueError):
            raise Unavailable("no_coach") from None
        finally:
            if not is_complete:  # a late answer must not be mistaken for the answer to the next
                await self._stop()

    async def _running(self) -> Process:
        if self._is_closed:
            raise OSError("the server is stopping")
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "bellhop.coach.worker",
                stdin=PIPE,
                stdout=PIPE,
                limit=MAX_LINE,
                env={**os.environ, **ONE_THREAD},
                start_new_session=True,  # Ctrl-C goes to the server only
            )
        return self._process

    async def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def close(self) -> None:
        """End the process."""
        self._is_closed = True
        await self._stop()
