"""Analyses for a server: made once in the background, kept with the table, followed by many."""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from bellhop.bots.levels import network_of
from bellhop.coach.analysis import FORMAT, Reason, Stage, read_kept
from bellhop.coach.process import CoachProcess
from bellhop.coach.values import identity_of
from bellhop.coach.worker import ANALYSE, EXPLAIN, JUDGE, SECONDS_TO_EXPLAIN, WEIGH
from bellhop.engine.errors import (
    BellhopError,
    Conflict,
    Forbidden,
    NotationError,
    Relayed,
    Unavailable,
)
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import NOBODY
from bellhop.table.analyses import find_analysis, keep_analysis
from bellhop.table.file import GameFile
from bellhop.table.house import House
from bellhop.table.live import LiveTable
from bellhop.table.names import PERSON

log = logging.getLogger(__name__)


@dataclass
class AnalysisJob:
    """An analysis that is being made, or was made: how far it is, and what there is to show."""

    stage: Stage = Stage.JUDGING
    percent: int = 0
    analysis: str = ""  # JSON: empty, then the first curve, then all verdicts, then everything
    is_complete: bool = False
    error: BellhopError | None = None
    task: "asyncio.Task[None] | None" = field(default=None, repr=False)

    @property
    def is_weighed(self) -> bool:
        """Are all verdicts there?  Reasons may still be missing."""
        return self.stage in (Stage.EXPLAINING, Stage.DONE)

    @property
    def shows(self) -> str:
        """What a page can show: nothing, the curve, the verdicts, or everything."""
        if self.is_complete:
            return "complete"
        return "verdicts" if self.is_weighed else "curve" if self.analysis else "none"


class CoachService:
    """Where pages and programs ask the coach."""

    def __init__(self, house: House) -> None:
        self._house, self._process = house, CoachProcess(house.limits)
        self._jobs: dict[str, AnalysisJob] = {}  # by table, while they are being made

    async def analysis_of(self, live: LiveTable) -> AnalysisJob | None:
        """The analysis of a table's game, kept or being made; None if nobody has asked for it."""
        check_over(live)
        table = live.stored.id
        if table in self._jobs:
            return self._jobs[table]
        kept = await asyncio.to_thread(self._find_kept, table, live.stored.rules, live.game)
        return AnalysisJob(Stage.DONE, 100, kept, is_complete=True) if kept else None

    def _find_kept(self, table: str, rules: str, game: Game) -> str:
        """The kept analysis; empty if there is none, or if it is damaged and is to be made again.

        It is read here, because reading a long one would hold up everybody else.
        """
        kept = find_analysis(self._house.store, table, rules, made_by(game))
        with suppress(NotationError):
            return kept if kept and read_kept(kept) else ""
        return ""

    async def analyse(self, live: LiveTable, address: str) -> AnalysisJob:
        """Begin to analyse a finished game, unless that is done or under way."""
        found = await self.analysis_of(live)
        found = self._jobs.get(live.stored.id, found)  # somebody may have begun it meanwhile
        if found is not None and found.error is None:
            return found
        assert live.sitting
        job = self._jobs[live.stored.id] = AnalysisJob()
        saved = GameFile.of(live.sitting)
        job.task = asyncio.create_task(self._work(job, live.stored.id, saved, address))
        await asyncio.sleep(0)  # so that a full queue refuses at once
        if job.error:
            raise job.error
        return job

    async def _work(self, job: AnalysisJob, table: str, saved: GameFile, address: str) -> None:
        try:
            question = {"ask": ANALYSE, "file": saved.to_json()}
            async for part in self._process.ask(address, table, question):
                _note(job, part)
            store, maker = self._house.store, made_by(saved.game)
            await asyncio.to_thread(keep_analysis, store, table, saved.rules, maker, job.analysis)
            job.is_complete = True
            del self._jobs[table]  # from now on it is found in the store
        except BellhopError as error:
            job.error = error
        except Exception as error:  # whatever it is, the next one who asks begins again
            log.error("the analysis of table %s failed: %r", table, error)
            job.error = Unavailable("unavailable")

    async def judge(self, game: Game, seen: Position, seat: int, address: str) -> Mapping[str, Any]:
        """What every seat may expect, from a seat's view."""
        question = {"ask": JUDGE, "game": game.name, "seen": game.write(seen), "seat": seat}
        return await self._ask_once(address, question)

    async def weigh(self, game: Game, seen: Position, address: str) -> Mapping[str, Any]:
        """What each move is worth, from the view of the seat whose turn it is."""
        question = {"ask": WEIGH, "game": game.name, "seen": game.write(seen)}
        return await self._ask_once(address, question)

    async def explain(
        self,
        game: Game,
        seen: Position,
        better: str,
        played: str,
        address: str,
        seconds: float = SECONDS_TO_EXPLAIN,
    ) -> tuple[Reason, ...]:
        """Why one move of the seat whose turn it is was better than another."""
        asked = {"better": better, "played": played, "seconds": min(seconds, SECONDS_TO_EXPLAIN)}
        question = {"ask": EXPLAIN, "game": game.name, "seen": game.write(seen), **asked}
        found = await self._ask_once(address, question)
        if found["reasons"] is None:
            raise Unavailable("no_coach")
        return tuple(Reason(**one) for one in found["reasons"])

    async def _ask_once(self, address: str, question: Mapping[str, Any]) -> Mapping[str, Any]:
        subject = f"{address} {question['ask']}"
        parts = [part async for part in self._process.ask(address, subject, question)]
        _check(parts[-1])
        return {key: value for key, value in parts[-1].items() if key != "last"}

    async def close(self) -> None:
        """Stop working."""
        tasks = [job.task for job in self._jobs.values() if job.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._process.close()


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


def _note(job: AnalysisJob, part: Mapping[str, Any]) -> None:
    _check(part)
    job.stage, job.percent = Stage(part["stage"]), part["percent"]
    if "analysis" in part:
        job.analysis = part["analysis"]


def _check(part: Mapping[str, Any]) -> None:
    if "error" in part:
        raise Relayed(part["error"], part["status"], part["sentences"])


def made_by(game: Game) -> str:
    """What a kept analysis must have been made by: the network, and the way of analysing."""
    return f"{identity_of(network_of(game))}.{FORMAT}"
