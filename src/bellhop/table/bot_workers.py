"""Bots think in processes of their own, so that neither slow thinking nor a crash stops a table."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

from bellhop.bots import DEFAULT
from bellhop.bots.worker import HINT, HINT_SEPARATOR, UNKNOWN
from bellhop.engine.errors import Unavailable
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.table.limits import Limits
from bellhop.table.outside_bots import PREFIX, OutsideBots
from bellhop.table.pools import FairQueue, Waiting

PROCESSES = 2
BUDGET_SECONDS = 10.0  # for the first try; each further one gets twice the time
TRIES = 3


class BotWorker:
    """One process, started with its first question, and again after it has died or got stuck."""

    def __init__(self) -> None:
        self._process: Process | None = None

    async def ask(self, question: str, seconds: float) -> str:
        """Return its answer; raise OSError if it died, TimeoutError if it took too long."""
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "bellhop.bots.worker",
                stdin=PIPE,
                stdout=PIPE,
                start_new_session=True,  # Ctrl-C goes to the server only, which stops its bots
            )
        process = self._process
        assert process.stdin
        assert process.stdout
        try:
            process.stdin.write(f"{question}\n".encode())
            await process.stdin.drain()
            answer = await asyncio.wait_for(process.stdout.readline(), seconds)
        except (OSError, TimeoutError, asyncio.CancelledError):
            await self.stop()  # a late answer must not be mistaken for the answer to the next
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


class Hint(NamedTuple):
    """What the master thinks: the chance to win, if known, and how often it would play a move."""

    chance: float | None
    weights: dict[int, float]  # by move, the best first


class Asker(NamedTuple):
    """The player who asks for a hint."""

    address: str
    seat: str


Turn = asyncio.Future[BotWorker]  # resolved when a process is free


class BotWorkers:
    """A few processes that answer the questions of all tables.

    Bots' moves come first, and one process is reserved for them.  Hints share the rest in turn, one
    per seat at a time.
    """

    def __init__(
        self, limits: Limits, processes: int = PROCESSES, outside: OutsideBots | None = None
    ) -> None:
        self._outside = outside or OutsideBots({})
        self._all = [BotWorker() for _ in range(processes)]
        self._free = list(self._all)
        self._bots: deque[Turn] = deque()
        self._hints: FairQueue[Turn] = FairQueue(limits.hints_waiting)
        self._hinting: dict[Turn, Waiting[Turn]] = {}
        self._hints_per_address = limits.hints_per_address
        self._places_for_hints = max(1, processes - 1)

    async def choose(self, game: Game, kind: str, seen: Position) -> int:
        """The move of a kind of bot, given its seat's view."""
        if kind.startswith(PREFIX):
            move = await self._outside.choose(game, kind, seen)
            if move is not None:
                return move
            kind = DEFAULT
        return game.move_named(await self._ask(kind, game, seen))

    async def advise(self, game: Game, seen: Position, asker: Asker) -> Hint:
        """What the master thinks of the view of the seat whose turn it is."""
        chance, *entries = (await self._ask(HINT, game, seen, asker)).split(HINT_SEPARATOR)
        weights = dict[int, float]()
        for entry in entries:
            move, weight = entry.rsplit(" ", 1)
            weights[game.move_named(move)] = float(weight)
        return Hint(None if chance == UNKNOWN else float(chance), weights)

    async def _ask(self, kind: str, game: Game, seen: Position, asker: Asker | None = None) -> str:
        question = f"{kind} {game.write(seen)}"
        for number in range(TRIES):
            with suppress(OSError, TimeoutError):  # ask a new process the same question
                async with self._thinker(asker) as worker:
                    # On a busy machine, starting alone may take longer than the first try allows.
                    return await worker.ask(question, BUDGET_SECONDS * 2**number)
        raise Unavailable("no_answer", kind=kind)

    @asynccontextmanager
    async def _thinker(self, asker: Asker | None) -> AsyncIterator[BotWorker]:
        """A process for one question, once it is free; without an asker, for a bot's move."""
        turn: Turn = asyncio.get_running_loop().create_future()
        if asker is None:
            self._bots.append(turn)
        else:
            self._hints.add(turn, {asker.address: self._hints_per_address, asker.seat: 1})
        self._give_turns()
        try:
            yield await turn
        finally:
            if turn.done() and not turn.cancelled():
                self._free.append(turn.result())
                if hint := self._hinting.pop(turn, None):
                    self._hints.finish(hint)
            self._give_turns()

    def _give_turns(self) -> None:
        while self._free and (turn := self._next_turn()):
            turn.set_result(self._free.pop())

    def _next_turn(self) -> Turn | None:
        """The next turn: bots first, then hints while they leave a process to the bots."""
        while self._bots:
            if not (turn := self._bots.popleft()).cancelled():
                return turn
        while len(self._hinting) < self._places_for_hints and (hint := self._hints.take()):
            if not hint.item.cancelled():
                self._hinting[hint.item] = hint
                return hint.item
            self._hints.finish(hint)
        return None

    async def close(self) -> None:
        """End all processes."""
        await self._outside.close()
        for worker in self._all:
            await worker.stop()
