"""The processes in which bots think: neither a long thought nor a crash there holds up a table."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import NamedTuple

from bellhop.bots.worker import HINT, HINT_SEPARATOR
from bellhop.engine.errors import Unavailable
from bellhop.engine.game import Game
from bellhop.engine.records import Position

PROCESSES = 2
BUDGET_SECONDS = 10.0
TRIES = 3


class Thinker:
    """One process; it is started when first asked, and again after it has died or got stuck."""

    def __init__(self) -> None:
        self._process: Process | None = None

    async def ask(self, question: str) -> str:
        """Its answer, or an error when it died or took too long."""
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "bellhop.bots.worker",
                stdin=PIPE,
                stdout=PIPE,
                start_new_session=True,  # Ctrl-C is for the server, which ends its bots itself
            )
        process = self._process
        assert process.stdin
        assert process.stdout
        try:
            process.stdin.write(f"{question}\n".encode())
            await process.stdin.drain()
            answer = await asyncio.wait_for(process.stdout.readline(), BUDGET_SECONDS)
        except (OSError, TimeoutError, asyncio.CancelledError):
            await self.stop()  # an answer that comes late must not be taken for the next one
            raise
        if not answer.endswith(b"\n"):
            await self.stop()
            raise OSError("a bot's process has died")
        return answer.decode().strip()

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Advice(NamedTuple):
    """A move, how many points ahead of the best other it leads to on average, in how many tries."""

    move: int
    margin: float
    tries: int


class Thinkers:
    """A few processes that share the questions of all tables."""

    def __init__(self, processes: int = PROCESSES) -> None:
        self._all = [Thinker() for _ in range(processes)]
        self._free: asyncio.LifoQueue[Thinker] = asyncio.LifoQueue()
        for thinker in self._all:
            self._free.put_nowait(thinker)

    async def choose(self, game: Game, kind: str, seen: Position) -> int:
        """The move that a bot of a kind makes from its seat's view."""
        return game.move_named(await self._ask(kind, game, seen))

    async def advise(self, game: Game, seen: Position) -> list[Advice]:
        """The best few moves for the seat whose view this is, the best first."""
        found = []
        for entry in (await self._ask(HINT, game, seen)).split(HINT_SEPARATOR):
            move, margin, tries = entry.rsplit(" ", 2)
            found.append(Advice(game.move_named(move), float(margin), int(tries)))
        return found

    async def _ask(self, kind: str, game: Game, seen: Position) -> str:
        question = f"{kind} {game.write(seen)}"
        for _ in range(TRIES):
            thinker = await self._free.get()
            try:
                return await thinker.ask(question)
            except (OSError, TimeoutError):
                continue  # a fresh process gets the same question
            finally:
                self._free.put_nowait(thinker)
        raise Unavailable("no_answer", kind=kind)

    async def close(self) -> None:
        """End all processes."""
        for thinker in self._all:
            await thinker.stop()
