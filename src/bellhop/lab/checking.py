"""Checks whether an outside bot keeps to the protocol, by playing whole games with it."""

import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from bellhop.bots import protocol
from bellhop.bots.outside import MAX_UNREADY, BotLimits, Program, command_of
from bellhop.bots.protocol import Violation
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over

FROM_THE_FUTURE = "a-command-of-a-later-version 1 2 3"  # which a bot has to ignore
MAX_VIOLATIONS = 20  # with more, the check ends early


@dataclass
class Report:
    """What a check has found."""

    violations: list[str] = field(default_factory=list)
    games: int = 0
    seconds: list[float] = field(default_factory=list)  # per move
    unready: int = 0  # times in a row that the bot did not get ready

    @property
    def is_full(self) -> bool:
        """Has enough gone wrong for the check to end early?"""
        return len(self.violations) >= MAX_VIOLATIONS or self.unready >= MAX_UNREADY


class Checker:
    """Plays a bot against random moves, in every game and with every number of players."""

    def __init__(
        self, command: str, limits: BotLimits, tell: Callable[[str], object] = str
    ) -> None:
        self.command, self.limits, self.tell = command_of(command), limits, tell
        self.report = Report()
        self._program: Program | None = None
        self._has_begun = False  # does the program know of the game?

    def check(self, games: Sequence[Game], repeats: int, seed: int) -> Report:
        """Play `repeats` games for each number of players, with the bot in a different seat."""
        try:
            self._start()
        except Violation as violation:
            self._note(f"at the start: {violation}")
            return self.report
        for game in games:
            for seats in game.players:
                for repeat in range(repeats):
                    if self.report.is_full:
                        return self.report
                    self._play(game, seats, seed + repeat)
        self._say_goodbye()
        return self.report

    def _play(self, game: Game, seats: int, seed: int) -> None:
        chance = random.Random(f"{game.name} {seats} {seed}")
        position, own = game.new(seats, seed=seed), seed % seats
        self._has_begun, row = False, 0
        while not is_over(position) and not self.report.is_full:
            row += 1
            legal = game.legal_moves(position)
            move = chance.choice(legal)
            if position.turn == own:
                place = f"{game.name}, {seats} players, seed {seed}, move {row}"
                chosen = self._ask(game, game.view(position, own), seed, place)
                move = move if chosen is None else chosen
            game.play(position, move)
        self.report.games += 1
        if self._program and self._has_begun:
            with suppress(Violation):
                self._program.tell(protocol.game_over(game.points(position)))

    def _ask(self, game: Game, seen: Position, seed: int, place: str) -> int | None:
        """The bot's move; None after a violation, and then a new process plays on."""
        try:
            program = self._program or self._start()
            if not self._has_begun:
                program.begin(game, seen, seen.turn, seed)
                self._has_begun, self.report.unready = True, 0
            began = time.monotonic()
            move = program.think(game, seen).move
            self.report.seconds.append(time.monotonic() - began)
            return move
        except Violation as violation:
            self._note(f"{place}: {violation}")
            self.report.unready += not self._has_begun
            if self._program:
                self._program.stop()
            self._program = None
            return None

    def _start(self) -> Program:
        self._has_begun = False
        self._program = Program(self.command, self.limits, is_heard=True)
        self._program.tell(FROM_THE_FUTURE)
        return self._program

    def _say_goodbye(self) -> None:
        """Check that the bot ends when it is asked to."""
        if self._program:
            try:
                self._program.quit()
            except Violation as violation:
                self._note(f"at the end: {violation}")

    def _note(self, violation: str) -> None:
        self.report.violations.append(violation)
        self.tell(violation)
