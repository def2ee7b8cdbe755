"""What each move is worth, and what it gives away against the best one.

Moves are tried on imagined deals, the same for all.  After a move every deal is played on by the
network, which has its say at the seat's next decisions, less and less of it the later it gets; the
rest is the result.  Where no network fits, the game's advice plays to the end.

The best of many noisy values is too good to be true.  So the best move is chosen on some deals, and
what the others give away against it is estimated on fresh ones, which took no part in the choice:
on more of them as long as that matters.  A loss counts as far as its interval supports it.

A position is worth its best move: that has the chance which `judge` gives the position, so that
hints, chance bar and curve tell the same.  Simulations say which move it is, and how much worse the
odds are after the others.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bellhop.bots.calibration import LEAST_CHANCE, identify
from bellhop.bots.deadlines import deadline_in, is_late
from bellhop.bots.evaluators import Evaluator, evaluator_of
from bellhop.bots.levels import network_of
from bellhop.bots.rollout_bot import favourites, simulation_of
from bellhop.bots.simulating import Horizon, Loops, loops_of, ready_loops
from bellhop.bots.trials import MAX_ROWS, PLAN, Trial, run_together
from bellhop.coach.judging import Judgement, SeatView, judge_all
from bellhop.engine.game import Game
from bellhop.engine.records import Position

FORMAT = 3  # to be raised when the same network comes to other verdicts
TO_CHOOSE = (8, 16, 32)  # deals after which the moves that fall behind are left out of the choice
FIRST_FRESH = 16  # fresh deals that every move is tried on
DEALS = 128  # fresh deals for moves that matter, at most
FRESH = 1 << 20  # the number of the first fresh deal
PRECISE = 0.01  # half of an interval that is narrow enough
CLEAR = 0.10  # a move that surely gives away this much needs no closer look
TEMPERATURE = 2.0  # that mixed levels add to the odds of simulations; benchmarks/scales.py
UNLIKELY = 0.02  # a move that the network plays less often is no rival of one that was played

Chances = NDArray[np.float64]


class Question(NamedTuple):
    """A view to be weighed: for all its moves, or for one that was played there."""

    seen: Position
    played: int | None = None
    plan: Sequence[int] = ()  # the played move, and what its player decided in the rest of the turn


@dataclass(frozen=True)
class Weighed:
    """What was found out about one legal move."""

    move: int
    chance: float  # to win: that of the position as judged, less the loss
    points: float  # that the seat may expect at the end, likewise
    loss: float  # the chance that it surely gives away against the best move; never below 0
    loss_half: float  # half of the 95 % interval of the difference, whose lower end the loss is
    tries: int  # imagined deals
    chances: tuple[float, ...]  # of all seats; they add up to one
    all_points: tuple[float, ...]  # of all seats


@dataclass(frozen=True)
class Weighing:
    """The moves of a seat that were weighed, the best first."""

    seat: int
    moves: tuple[Weighed, ...]
    is_enough: bool  # were there enough tries to mean something, in the time that was given?

    @property
    def best(self) -> Weighed:
        """The best move."""
        return self.moves[0]

    def of(self, move: int) -> Weighed:
        """What was found out about a move."""
        return next(weighed for weighed in self.moves if weighed.move == move)


def origin_of(game: Game) -> Mapping[str, object]:
    """What verdicts about a game depend on; stored ones are out of date when it changes."""
    network, simulation = network_of(game), simulation_of(game)
    return {
        "network": identify(network) if network else "",
        "format": FORMAT,
        "weigh_ahead": simulation.weigh_ahead,
        "keep": simulation.keep,
    }


def weigh(
    game: Game,
    seen: Position,
    *,
    seed: int = 0,
    deals: int = DEALS,
    seconds: float | None = None,
    loops: Loops | None = None,
) -> Weighing:
    """Weigh all legal moves of the seat whose turn it is, from its view.

    The same seed gives the same result, unless `seconds` stop it.
    """
    if loops is None:
        loops = loops_of(game) if seconds is None else ready_loops(game)
    asked, deadline = [Question(seen)], deadline_in(seconds)
    return weigh_all(game, asked, seed=seed, deals=deals, loops=loops, deadline=deadline)[0]


def weigh_all(
    game: Game,
    questions: Sequence[Question],
    *,
    seed: int = 0,
    deals: int = DEALS,
    loops: Loops,
    deadline: float | None = None,
    judged_on: range | None = None,
) -> list[Weighing]:
    """Weigh several views of one table together, which is much faster than one by one.

    Where no network judges the views directly, that takes the imagined deals `judged_on`.
    """
    views = [SeatView(question.seen, question.seen.turn) for question in questions]
    judged = judge_all(game, views, seed=seed, deals=judged_on, loops=loops)
    weighers = [
        _Weigher(game, question, one, seed, deals, loops)
        for question, one in zip(questions, judged, strict=True)
    ]
    waiting = {one: one.tries() for one in weighers}
    while asked := {one: some for one, tries in waiting.items() if (some := next(tries, None))}:
        waiting = {one: waiting[one] for one in asked}
        for part, some_deals in _in_parts(list(asked.values())):
            if is_late(deadline):
                return [one.weighing() for one in weighers]
            run_together(part, some_deals)
    return [one.weighing() for one in weighers]


class _Tries(NamedTuple):
    """Moves to try next, and the deals to try them on."""

    trial: Trial
    moves: list[int]
    deals: range


def _in_parts(asked: Sequence[_Tries]) -> Iterator[tuple[list[tuple[Trial, int]], range]]:
    """What is tried on the same deals, in parts that are not too large to be tried together."""
    for deals in sorted({some.deals for some in asked}, key=lambda one: one.start):
        together = [
            (some.trial, move) for some in asked if some.deals == deals for move in some.moves
        ]
        size = max(1, MAX_ROWS // len(deals))
        for first in range(0, len(together), size):
            yield together[first : first + size], deals


class _Weigher:
    """Weighs the moves of one view: chooses the best, and then compares the others with it."""

    def __init__(
        self,
        game: Game,
        question: Question,
        judged: Judgement,
        seed: int,
        deals: int,
        loops: Loops,
    ) -> None:
        self._seen, self._played, self._judged = question.seen, question.played, judged
        self._deals = deals
        evaluator = evaluator_of(game, self._seen.seats)
        self._moves = self._contenders(game, evaluator)
        simulation = simulation_of(game)
        horizon = Horizon(simulation.weigh_ahead, simulation.keep)
        self._choice, self._check = (
            Trial(loops, evaluator, self._seen, self._moves, seed, horizon, question.plan)
            for _ in range(2)
        )
        self._best: int | None = None

    def _contenders(self, game: Game, evaluator: Evaluator | None) -> list[int]:
        """All moves; against a played one, those that the network likes."""
        legal = game.legal_moves(self._seen)
        if self._played is None or evaluator is None:
            return legal
        count = simulation_of(game).moves
        liked = favourites(game, evaluator, self._seen, count, least=UNLIKELY)
        return sorted({*liked, self._played})

    def tries(self) -> Iterator[_Tries]:
        """What to try, one after another; each follows from what the last one has shown."""
        if len(self._moves) > 1:
            yield from self._choose()
            self._best = self._choice.best()
            if self._best != self._played:
                yield from self._compare(self._best)

    def _choose(self) -> Iterator[_Tries]:
        """Find the best move; moves that fall behind are left out, and a played one is enough."""
        alive, first = self._moves, 0
        for last in sorted({min(self._deals, deals) for deals in TO_CHOOSE}):
            yield _Tries(self._choice, alive, range(first, last))
            best = self._choice.best()
            alive = [move for move in alive if not _is_behind(self._choice, move, best)]
            if len(alive) == 1 or best == self._played:
                return
            first = last

    def _compare(self, best: int) -> Iterator[_Tries]:
        """Compare moves with the best one on fresh deals: all on a few, what matters on more."""
        alive, first, last = self._compared(best), 0, min(FIRST_FRESH, self._deals)
        while alive:
            fresh = range(FRESH + first, FRESH + last)
            yield _Tries(self._check, [best, *alive], fresh)
            if last == self._deals:
                return
            alive = [move for move in alive if self._matters(move, best)]
            first, last = last, min(2 * last, self._deals)

    def _compared(self, best: int) -> list[int]:
        """The moves to compare with the best one: all, or only the one that was played."""
        if self._played is None:
            return [move for move in self._moves if move != best]
        return [self._played, *([PLAN] if len(self._check.plan) > 1 else [])]

    def _matters(self, move: int, best: int) -> bool:
        """Would more deals tell more that somebody wants to know?"""
        loss, half = self._check.loss(move, best)
        if half <= PRECISE:
            return False
        if self._played is None:
            return loss - half < CLEAR
        # A played move is left alone when it seems harmless, never when it seems bad: stopping
        # there would make errors of what was only bad luck on the first deals.
        loss, half = self._loss(self._check, self._played, best)
        return loss > half / 2

    def weighing(self) -> Weighing:
        """What was found out so far."""
        best = self._best
        if best is None:
            best = self._choice.best() if self._played is None else self._played
        found = [(self._trial(move).loss(move, best)[0], move) for move in self._moves]
        found.sort(key=lambda entry: (entry[1] != best, entry[0]))
        weighed = [self._weighed(move, best) for _, move in found]
        weighed.sort(key=lambda one: one.loss)
        return Weighing(self._seen.turn, tuple(weighed), self._is_enough(best))

    def _trial(self, move: int) -> Trial:
        return self._check if self._check.tries(move) else self._choice

    def _is_enough(self, best: int) -> bool:
        if len(self._moves) == 1:
            return True
        if best == self._played:
            return self._choice.tries(best) > 0
        few = min(FIRST_FRESH, self._deals)
        return all(self._check.tries(move) >= few for move in self._compared(best))

    def _weighed(self, move: int, best: int) -> Weighed:
        """What was found out about a move: the judgement, less what the move gives away."""
        trial, judged, seat = self._trial(move), self._judged, self._seen.turn
        gap, half = self._loss(trial, move, best)
        sure = max(0.0, gap - half)
        loss, likely = (self._carried(lost, best) for lost in (sure, sure + half))
        chance = judged.chances[seat] - loss
        lost = trial.lost(self._stand_in(trial, move, best), best)
        chances = np.array(judged.chances) - lost.shares * (loss / gap if sure else 0.0)
        points = np.array(judged.points) - lost.points * (sure / gap if sure else 0.0)
        return Weighed(
            move,
            chance=chance,
            points=float(points[seat]),
            loss=loss,
            loss_half=likely - loss,
            tries=trial.tries(move) if len(self._moves) > 1 else judged.tries,
            chances=_with_the_rest(chance, seat, chances),
            all_points=tuple(points.tolist()),
        )

    def _carried(self, lost: float, best: int) -> float:
        """What a move loses in simulations, on the scale of judgements; at most all that is left.

        One deal more, which went as judged, keeps the odds finite.
        """
        trial, judged = self._trial(best), self._judged.chances[self._seen.turn]
        tries = trial.tries(best)
        if not lost or not tries:
            return judged if lost else 0.0
        simulated = float(trial.shares(best).mean())
        before, after = (
            _odds((tries * share + judged) / (tries + 1))
            for share in (simulated, max(0.0, simulated - lost))
        )
        odds: float = _odds(judged) * (after / before) ** (1 / TEMPERATURE)
        return max(0.0, judged - odds / (1 + odds))

    def _loss(self, trial: Trial, move: int, best: int) -> tuple[float, float]:
        """What a move gives away against the best one, and half of its interval."""
        return trial.loss(self._stand_in(trial, move, best), best)

    def _stand_in(self, trial: Trial, move: int, best: int) -> int:
        """A move, or the plan if the rest of the turn made up for what the move gave away."""
        if move != self._played or not trial.tries(PLAN):
            return move
        return min((move, PLAN), key=lambda one: trial.loss(one, best)[0])


def _is_behind(trial: Trial, move: int, best: int) -> bool:
    loss, half = trial.loss(move, best)
    return loss > half


def _odds(chance: float) -> float:
    """The odds of a chance, never zero or infinite."""
    near = min(max(chance, LEAST_CHANCE), 1 - LEAST_CHANCE)
    return near / (1 - near)


def _with_the_rest(chance: float, seat: int, chances: Chances) -> tuple[float, ...]:
    """The chances of all seats: that of one is certain, the others share the rest."""
    others = np.maximum(chances, 0.0)
    others[seat] = 0.0
    shared = others * ((1 - chance) / max(float(others.sum()), LEAST_CHANCE))
    shared[seat] = chance
    return tuple(shared.tolist())
