"""Outside bots at tables: the programs that `bellhop serve --bot` names.

A process per bot and seat answers the questions of all tables, one after another.  It is told of a
new game before every decision, and given the view of the seat whose turn it is, and nothing else;
two seats of a table never share a process, so none learns what another one knows.
"""

import asyncio
import logging
import re
import secrets
import threading
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor

from bellhop.bots.outside import (
    BotLimits,
    Program,
    check_program,
    command_of,
    is_class,
    is_program,
    try_out,
)
from bellhop.bots.protocol import Violation
from bellhop.engine.dice import WORD_BITS
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.records import Position

PREFIX = "bot:"  # of the kinds of seats that outside bots play
KIND = re.compile(r"bot:[a-z0-9-]{1,16}")  # as long as its column in the database
AT_TABLES = BotLimits(move_seconds=5.0)
REST_SECONDS = 60.0  # in which a bot that does not get ready is not asked again
NO_BOTS: Mapping[str, str] = {}

log = logging.getLogger(__name__)


def read_bots(settings: Iterable[str]) -> dict[str, str]:
    """Commands by kind, from settings such as clever=./mybot."""
    bots = {}
    for setting in settings:
        name, equals, command = setting.partition("=")
        kind = f"{PREFIX}{name}"
        if not equals or not KIND.fullmatch(kind):
            raise BellhopError("bot_setting", bot=setting)
        if not is_class(command) and not is_program(command):
            check_program(command)
            raise BellhopError("lab.outside", name=command)
        try_out(command, AT_TABLES)
        bots[kind] = command
    return bots


class OutsideBots:
    """The outside bots of a server; each is started when it is first needed."""

    def __init__(self, commands: Mapping[str, str], limits: BotLimits = AT_TABLES) -> None:
        self.commands, self._limits = commands, limits
        self._programs: dict[tuple[str, int], Program] = {}  # by kind and seat
        self._rests_until: dict[tuple[str, str], float] = {}  # by kind and game
        self._locks = {kind: threading.Lock() for kind in commands}
        self._threads = ThreadPoolExecutor(max(1, len(commands)), "outside bots")

    async def choose(self, game: Game, kind: str, seen: Position) -> int | None:
        """The bot's move; None if there is no such bot here, or if it has failed."""
        if kind not in self.commands:
            log.warning("there is no %s here: start the server with --bot", kind)
            return None
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._choose, game, kind, seen)

    def _choose(self, game: Game, kind: str, seen: Position) -> int | None:
        with self._locks[kind]:
            if time.monotonic() < self._rests_until.get((kind, game.name), 0.0):
                return None
            try:
                program = self._make_ready(game, kind, seen)
            except Violation as violation:
                self._stop(kind, seen.turn)
                self._rests_until[kind, game.name] = time.monotonic() + REST_SECONDS
                told = "%s %s; for %.0f s a casual bot plays %s instead"
                log.warning(told, kind, violation, REST_SECONDS, game.name)
                return None
            try:
                return program.think(game, seen).move
            except Violation as violation:
                self._stop(kind, seen.turn)
                log.warning("%s %s; a casual bot makes this move", kind, violation)
                return None

    def _make_ready(self, game: Game, kind: str, seen: Position) -> Program:
        """The program of a seat, told of the game; started again if it failed since its move."""
        if program := self._programs.get((kind, seen.turn)):
            try:
                return self._begin(program, game, seen)
            except Violation as violation:
                self._stop(kind, seen.turn)
                log.warning("%s %s; it is started again", kind, violation)
        program = Program(command_of(self.commands[kind]), self._limits)
        self._programs[kind, seen.turn] = program
        return self._begin(program, game, seen)

    def _begin(self, program: Program, game: Game, seen: Position) -> Program:
        program.begin(game, seen, seen.turn, secrets.randbits(WORD_BITS))
        return program

    def _stop(self, kind: str, seat: int) -> None:
        """End the program of a seat, so that the next move starts it again."""
        if program := self._programs.pop((kind, seat), None):
            program.stop()

    async def close(self) -> None:
        """End all programs."""
        for program in self._programs.values():
            program.stop()  # a thread that waits for an answer is thereby freed
        await asyncio.to_thread(self._threads.shutdown)
