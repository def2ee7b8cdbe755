"""What an analysis asks a coach: the value of views, and of the moves in them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Protocol

from bellhop.bots.calibration import identify
from bellhop.bots.critics import critic_of
from bellhop.bots.levels import network_of
from bellhop.bots.networks import TrainedNetwork
from bellhop.bots.rollouts import dice_word
from bellhop.bots.simulating import Crowd, Loops, ready_loops
from bellhop.coach.analysis import Candidate, Reason, Value
from bellhop.coach.judging import DEALS, SeatView, judge_all
from bellhop.coach.ledger import rounded
from bellhop.coach.reasons import Comparison, reasons_for
from bellhop.coach.weighing import Question, Weighing, weigh_all
from bellhop.engine.dice import set_dice
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import is_over

ALL_DEALS = range(DEALS)
EXPLAINED_TOGETHER = 4  # errors by compiled rules, between two reports of progress


class Coach(Protocol):
    """Anything that judges views and weighs moves for an analysis."""

    identity: str  # of the network; empty if there is none

    def judge(self, views: Sequence[SeatView], deals: range = ALL_DEALS, /) -> list[Value]:
        """The value of every view for the seat whose view it is."""

    def open(self, positions: Sequence[Position], /) -> list[list[Value]]:
        """The value of whole positions for every seat; the chances add up to one."""

    def weigh(self, questions: Sequence[Question], /) -> list[list[Candidate]]:
        """The value of played moves and of their best alternatives, best first, view by view."""

    def explain(self, asked: Sequence[Comparison], /) -> Iterable[tuple[Reason, ...]]:
        """What better moves change on the score sheets of all seats, one after another."""


class SimulatingCoach:
    """Judges and weighs as for hints and the tutor; the same seed gives the same analysis."""

    def __init__(self, game: Game, seed: int, loops: Loops | None = None) -> None:
        self._game, self._seed, self._given = game, seed, loops
        self.identity = identity_of(network_of(game))

    @property
    def _loops(self) -> Loops:
        """The loops that are ready; an analysis goes on faster once the rules are compiled."""
        return self._given or ready_loops(self._game)

    def judge(self, views: Sequence[SeatView], deals: range = ALL_DEALS) -> list[Value]:
        """The value of every view for the seat whose view it is."""
        judged = judge_all(self._game, views, seed=self._seed, deals=deals, loops=self._loops)
        return [Value(one.chances[one.seat], one.points[one.seat]) for one in judged]

    def open(self, positions: Sequence[Position]) -> list[list[Value]]:
        """The value of whole positions for every seat; the chances add up to one."""
        seats = positions[0].seats
        critic = critic_of(self._game, seats)
        if critic is None:
            return [self._put_together(position) for position in positions]
        crowd = Crowd(self._loops, len(positions), seats)
        crowd.place([_with_dice(position, self._seed) for position in positions])
        crowd.look(whole=critic.sees_whole)
        judged = critic.judge(crowd)
        return [
            [Value(chance, final) for chance, final in zip(shares, points, strict=True)]
            for shares, points in zip(judged.shares.tolist(), judged.points.tolist(), strict=True)
        ]

    def _put_together(self, position: Position) -> list[Value]:
        """What everybody knows of their own chances, so that these add up to one."""
        known = self.judge(views_of(self._game, position))
        total = sum(value.chance for value in known) or 1.0
        return [Value(value.chance / total, value.points) for value in known]

    def weigh(self, questions: Sequence[Question]) -> list[list[Candidate]]:
        """The value of played moves and of their best alternatives, best first, view by view."""
        found = weigh_all(
            self._game, questions, seed=self._seed, loops=self._loops, judged_on=ALL_DEALS
        )
        return [self._candidates(weighing) for weighing in found]

    def _candidates(self, weighing: Weighing) -> list[Candidate]:
        return [
            Candidate(
                self._game.moves[one.move], rounded(Value(one.chance, one.points)), one.loss_half
            )
            for one in weighing.moves
        ]

    def explain(self, asked: Sequence[Comparison]) -> Iterator[tuple[Reason, ...]]:
        """What better moves change on the score sheets of all seats, one after another."""
        size = EXPLAINED_TOGETHER if self._loops.is_compiled else 1
        for first in range(0, len(asked), size):
            for found in reasons_for(self._loops, asked[first : first + size], self._seed):
                yield found or ()


@lru_cache
def identity_of(network: TrainedNetwork | None) -> str:
    """The identity of a network, a digest of its weights; empty if there is none."""
    return "" if network is None else identify(network)


def views_of(game: Game, position: Position) -> list[SeatView]:
    """A position as every seat knows it; a finished game is open to all."""
    over = is_over(position)
    seats = range(position.seats)
    return [SeatView(position if over else game.view(position, seat), seat) for seat in seats]


def _with_dice(position: Position, seed: int) -> Position:
    """A copy whose dice say nothing about what really came next."""
    other = position.copy()
    set_dice(other, dice_word(seed, 0))
    return other
