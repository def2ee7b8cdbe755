"""Analyses for a server: made once in the background, kept with the table, followed by many."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bellhop.bots.levels import network_of
from bellhop.coach.analysis import FORMAT, Stage
from bellhop.coach.values import identity_of
from bellhop.coach.worker import ANALYSE, JUDGE, WEIGH
from bellhop.coach.workers import CoachWorker
from bellhop.engine.errors import BellhopError, Conflict, Forbidden, PlainError
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import NOBODY
from bellhop.table.analyses import find_analysis, keep_analysis
from bellhop.table.file import GameFile
from bellhop.table.house import House
from bellhop.table.live import LiveTable
from bellhop.table.names import PERSON


@dataclass
class Job:
    """An analysis that is being made, or was made: how far it is, and what there is to show."""

    stage: Stage = Stage.JUDGING
    done: int = 0
    total: int = 0
    analysis: str = ""  # JSON: empty, then the first curve, then everything
    is_complete: bool = False
    error: BellhopError | None = None
    task: "asyncio.Task[None] | None" = field(default=None, repr=False)

    @property
    def percent(self) -> int:
        """How much is done, from 0 to 100; the curve is a fifth of it."""
        if self.is_complete:
            return 100
        share = self.done / self.total if self.total else 0.0
        return int(20 * share) if self.stage == Stage.JUDGING else int(20 + 80 * share)


class CoachDesk:
    """Where pages and programs ask the coach."""

    def __init__(self, house: House) -> None:
        self._house, self._worker = house, CoachWorker(house.limits)
        self._jobs: dict[str, Job] = {}  # by table, while they are being made

    async def analysis_of(self, live: LiveTable) -> Job | None:
        """The analysis of a table's game, kept or being made; None if nobody has asked for it."""
        check_over(live)
        table = live.stored.id
        if table in self._jobs:
            return self._jobs[table]
        kept = await asyncio.to_thread(
            find_analysis, self._house.store, table, live.stored.rules, made_by(live.game)
        )
        return None if kept is None else Job(Stage.DONE, analysis=kept, is_complete=True)

    async def analyse(self, live: LiveTable, address: str) -> Job:
        """Begin to analyse a finished game, unless that is done or under way."""
        found = await self.analysis_of(live)
        if found is not None and found.error is None:
            return found
        assert live.sitting
        job = self._jobs[live.stored.id] = Job()
        saved = GameFile.of(live.sitting)
        job.task = asyncio.create_task(self._work(job, live.stored.id, saved, address))
        await asyncio.sleep(0)  # so that a full queue refuses at once
        if isinstance(job.error, BellhopError):
            raise job.error
        return job

    async def _work(self, job: Job, table: str, saved: GameFile, address: str) -> None:
        try:
            question = {"ask": ANALYSE, "file": saved.to_json()}
            async for part in self._worker.ask(address, table, question):
                _note(job, part)
            store, maker = self._house.store, made_by(saved.game)
            await asyncio.to_thread(keep_analysis, store, table, saved.rules, maker, job.analysis)
            job.is_complete = True
            del self._jobs[table]  # from now on it is found in the store
        except BellhopError as error:
            job.error = error

    async def judge(self, game: Game, seen: Position, seat: int, address: str) -> Mapping[str, Any]:
        """What every seat may expect, from a seat's view."""
        question = {"ask": JUDGE, "game": game.name, "seen": game.write(seen), "seat": seat}
        return await self._ask_once(address, question)

    async def weigh(self, game: Game, seen: Position, address: str) -> Mapping[str, Any]:
        """What each move is worth, from the view of the seat whose turn it is."""
        question = {"ask": WEIGH, "game": game.name, "seen": game.write(seen)}
        return await self._ask_once(address, question)

    async def _ask_once(self, address: str, question: Mapping[str, Any]) -> Mapping[str, Any]:
        subject = f"{address} {question['ask']}"
        parts = [part async for part in self._worker.ask(address, subject, question)]
        _check(parts[-1])
        return {key: value for key, value in parts[-1].items() if key != "last"}

    async def close(self) -> None:
        """Stop working."""
        tasks = [job.task for job in self._jobs.values() if job.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._worker.close()


def check_over(live: LiveTable) -> None:
    """Refuse to analyse a game that is not over, whoever asks."""
    if not live.is_over:
        raise Conflict("analysis.not_over")


def check_asker(live: LiveTable, seat: int) -> None:
    """Refuse help at a running table, unless the asker plays there alone against bots."""
    if live.is_over:
        return
    people = [number for number, one in enumerate(live.seats) if one.kind == PERSON]
    if seat == NOBODY or people != [seat]:
        raise Forbidden("no_coach_here")


def _note(job: Job, part: Mapping[str, Any]) -> None:
    _check(part)
    job.stage, job.done, job.total = Stage(part["stage"]), part["done"], part["total"]
    if "analysis" in part:
        job.analysis = part["analysis"]


def _check(part: Mapping[str, Any]) -> None:
    if "error" in part:
        raise PlainError(part["error"])


def made_by(game: Game) -> str:
    """What a kept analysis must have been made by: the network, and the way of analysing."""
    return f"{identity_of(network_of(game))}.{FORMAT}"
