"""Luck in a match: what chance and the players' own draws brought a seat (AIVAT).

At every decision a critic judges the position that came about, and the mean of those that could
have come about: with other dice, and, where the bot says how likely each of its moves is, with its
other moves.  The difference is zero on average, whatever the critic thinks; subtracted from the
result, it takes away the luck that the critic understands, and nothing else.  The deal needs no
such correction, because every deal of a match is played from every seat.

Burch, Schmid, Moravčík and Bowling, AIVAT: a new variance reduction technique for agent evaluation
in imperfect information games, 2018.
"""

import math
import time
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bellhop.bots import Draw
from bellhop.bots.critics import Critic, critic_of
from bellhop.bots.levels import FOLDER
from bellhop.bots.settings_files import read_settings
from bellhop.bots.simulating import Crowd, Loops, loops_of
from bellhop.engine.dice import set_dice
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.lab.contestants import seed_of
from bellhop.lab.statistics import Interval, leads_of

FILE = "luck.toml"  # beside a game's networks
OUTCOMES = 8  # other dice per decision, shared among the moves by how likely they are
ROWS = 512  # judged together
CHANCE, DRAWS = 0, 1  # the two kinds of luck

Values = NDArray[np.float64]


class Luck(NamedTuple):
    """What a seat was brought in one game, by chance and by all players' draws."""

    shares: tuple[float, float]  # of the victory, by kind of luck
    margins: tuple[float, float]
    seconds: float  # of processor time, spent on finding out


@dataclass(frozen=True)
class Weights:
    """How much of each kind of luck is subtracted, fixed before a match.

    The less a critic can tell apart, the less of what it says should count.
    """

    shares: tuple[float, float] = (1.0, 1.0)  # by kind of luck
    margins: tuple[float, float] = (1.0, 1.0)

    def share_of(self, luck: Luck) -> float:
        """What is subtracted from a seat's share of the victory."""
        return float(np.dot(self.shares, luck.shares))

    def margin_of(self, luck: Luck) -> float:
        """What is subtracted from a seat's margin."""
        return float(np.dot(self.margins, luck.margins))


@cache
def weights_of(game: Game) -> Weights:
    """The weights in the file beside a game's networks."""
    path = game.folder / FOLDER / FILE
    if not path.exists():
        return Weights()
    settings, kinds = read_settings(path), ("share", "margin")
    settings.check_keys(kinds)
    tables = [settings.table(kind) for kind in kinds]
    return Weights(*((one.number("chance"), one.number("draws")) for one in tables))


@dataclass(frozen=True)
class Adjusted:
    """The result of a match without luck."""

    share: Interval
    margin: Interval
    raw_margin: Interval
    adjusting_seconds: float  # of processor time
    total_seconds: float

    @property
    def fewer_games(self) -> float:
        """How many times fewer games give the same interval of the margin."""
        return (self.raw_margin.half / self.margin.half) ** 2 if self.margin.half else math.inf

    @property
    def gain(self) -> float:
        """The same per second of processor time."""
        playing = self.total_seconds - self.adjusting_seconds
        return self.fewer_games * playing / self.total_seconds

    def to_json(self) -> dict[str, Any]:
        """All figures, for other programs."""
        fewer = {"fewer_games": self.fewer_games, "gain_per_second": self.gain}
        return asdict(self) | fewer


def check_critic(game: Game, players: int) -> None:
    """Refuse a game that no critic can judge."""
    if critic_of(game, players) is None:
        raise BellhopError("lab.no_critic", game=game.title)


class LuckMeter:
    """Adds up the luck of every seat in one game, in shares of the victory and in margins.

    Every row of its crowd is a position with two weights, one per kind of luck: positive for what
    came about, negative for what could have.  Luck is the weighted sum of the critic's judgements.
    """

    def __init__(
        self, game: Game, players: int, critic: Critic | None = None, loops: Loops | None = None
    ) -> None:
        found = critic or critic_of(game, players)
        assert found is not None, "the plan was not checked"
        self._critic = found
        rows = max(ROWS, len(game.moves) + OUTCOMES + 1)
        self._crowd = Crowd(loops or loops_of(game), rows, players)
        self._filled = 0
        self._weights: Values = np.zeros((2, rows))
        self._awaits_outcome = False  # of the last decision
        self.shares: Values = np.zeros((2, players))  # by kind of luck and seat
        self.margins: Values = np.zeros((2, players))
        self.seconds = 0.0  # of processor time

    def note_decision(self, before: Position, drawn: Draw, key: tuple[object, ...]) -> None:
        """Count the luck of a decision, and of the dice that follow it."""
        start = time.process_time()
        self._note_outcome(before)
        distribution = drawn.distribution or {drawn.move: 1.0}
        needed = len(distribution) + OUTCOMES + 1  # one row is for the outcome
        if self._filled + needed > self._crowd.rows:
            self._judge()
        moves, chances = np.array([*distribution]), np.array([*distribution.values()])
        rolled = self._try(before, moves, 0, key)
        if len(moves) > 1 or rolled[0]:  # otherwise nothing else could have come about
            tries = np.where(rolled, np.ceil(OUTCOMES * chances), 1).clip(1).astype(int)
            more = np.repeat(moves, tries - 1)
            self._try(before, more, len(moves), key)
            numbers = np.arange(len(moves))
            rows = np.append(numbers, np.repeat(numbers, tries - 1))
            self._awaits_outcome = bool(rolled[moves == drawn.move].any())
            self._weigh((chances / tries)[rows], ((moves == drawn.move) / tries)[rows])
        self.seconds += time.process_time() - start

    def finish(self, final: Position) -> None:
        """Count what is left when the game is over."""
        start = time.process_time()
        self._note_outcome(final)
        self._judge()
        self.seconds += time.process_time() - start

    def luck_of(self, seat: int) -> Luck:
        """What chance and draws brought a seat."""
        shares, margins = self.shares[:, seat].tolist(), self.margins[:, seat].tolist()
        return Luck(tuple(shares), tuple(margins), self.seconds)

    def _note_outcome(self, position: Position) -> None:
        """Take the position at the next decision, or the last one, as what came about."""
        if self._awaits_outcome:
            self._awaits_outcome = False
            row = self._filled
            self._crowd.place([position], row)
            self._crowd.look(np.arange(row, row + 1), whole=self._critic.sees_whole)
            self._weights[:, row] = 0.0
            self._weights[CHANCE, row] = 1.0
            self._filled += 1

    def _try(
        self, before: Position, moves: NDArray[np.int64], first: int, key: tuple[object, ...]
    ) -> NDArray[np.bool_]:
        """Play moves with other dice in the next rows, after the `first`; were dice rolled?"""
        others = [before.copy() for _ in moves]
        for number, other in enumerate(others, first):
            set_dice(other, seed_of("other dice", *key, number))
        crowd, row = self._crowd, self._filled + first
        rows = np.arange(row, row + len(moves))
        crowd.place(others, row)
        crowd.moves[rows] = moves
        crowd.play(rows, whole=self._critic.sees_whole)
        dice = np.array([other.dice for other in others], np.int64)
        rolled: NDArray[np.bool_] = crowd.states["dice"][rows] != dice
        return rolled

    def _weigh(self, likely: Values, chosen: Values) -> None:
        """Give the next rows their weights: how likely they were, and their part of the choice.

        What came about is compared with the chosen move on other dice, and that with all moves
        that could have been chosen.
        """
        last = self._filled + len(likely)
        self._weights[CHANCE, self._filled : last] = -chosen if self._awaits_outcome else 0.0
        self._weights[DRAWS, self._filled : last] = chosen - likely
        self._filled = last

    def _judge(self) -> None:
        """Add up the rows so far, and begin again."""
        if self._filled:
            judged = self._critic.judge(self._crowd, self._filled)
            weights = self._weights[:, : self._filled]
            self.shares += weights @ judged.shares.astype(float)
            self.margins += weights @ leads_of(judged.points.astype(float))
            self._filled = 0
