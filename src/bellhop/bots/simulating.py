"""Simulations with a network: many imagined deals of one game, played on together.

All rows move on at once, so that the network reads hundreds of observations in one matrix
product.  Where no network fits, the game's advice plays, always to the end of the game.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bellhop.bots import advised_worlds, worlds
from bellhop.bots.background import Background
from bellhop.bots.evaluators import Evaluator, Results
from bellhop.bots.levels import network_of
from bellhop.bots.networks import Floats
from bellhop.bots.rollouts import dice_word
from bellhop.engine import twin
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.seats import SPECTATOR
from bellhop.engine.twin import Twin

ILLEGAL = -1e9  # the preference for an illegal move
END = 1 << 30  # looking ahead to the end of the game
NEGLIGIBLE = 0.05  # of a verdict: not worth playing on
UNCHOSEN, CHOSEN = False, True  # has a move been chosen in every row?

Rows = NDArray[np.int64]


class Loops:
    """The loops for one game, interpreted or compiled; each is bound when first needed."""

    def __init__(self, game: Game, compiled: bool) -> None:
        self.game = game
        self._make = twin.compiled if compiled else twin.interpreted
        see, observe = game.rules.view, game.observation.observe
        self.worlds = self._make(worlds, game.rules, see=see, observe=observe)

    @cached_property
    def advised(self) -> Twin:
        """The loop that follows the game's advice."""
        rules, advice = self.game.rules, self.game.advice
        return self._make(advised_worlds, rules, see=rules.view, advice=advice)

    @property
    def is_compiled(self) -> bool:
        """Are the loops compiled?"""
        return self.worlds.is_compiled

    def warm_up(self) -> None:
        """Compile, or load from disk, everything that simulations need."""
        position = self.game.new(self.game.players[0])
        crowd = Crowd(self, 1, position.seats)
        crowd.imagine([self.game.view(position, position.turn)], range(1), 1)
        crowd.look()
        if network_of(self.game) is None:
            crowd.choose(np.arange(1), None)


_background = Background(Loops)


def loops_of(game: Game) -> Loops:
    """The loops for a game, compiled if possible; the first call may take long."""
    return _background.wait(game)


def ready_loops(game: Game) -> Loops:
    """The loops for a game without keeping people waiting: interpreted until compiled."""
    return _background.get(game)


class Crowd:
    """Many positions of one game with the same number of players, played on together."""

    def __init__(self, loops: Loops, rows: int, seats: int) -> None:
        game, made = loops.game, loops.worlds
        self.game, self._loops, self._made = game, loops, made
        self.rows, self.seats = rows, seats
        self._games = game.array(rows)
        self.states = np.frombuffer(memoryview(self._games), twin.layout_of(game.position))
        self.turns: NDArray[np.int8] = self.states["turn"]
        self.moves, self.choices = np.zeros((2, rows), np.int64)
        self.masks = np.zeros((rows, len(game.moves)), np.int8)
        self.cells = np.zeros((rows, game.observation.LAYOUT.size), np.int8)
        self.scores = np.zeros((rows, seats), np.int64)
        self._scratch = game.array(1)
        arrays = (self.moves, self.masks, self.choices, self.cells, self.scores)
        self._worlds = worlds.Worlds(
            made.take(self._games),
            made.take(self._scratch),
            *(made.rows(array) for array in arrays),
        )

    def place(self, positions: Sequence[Position], first: int = 0) -> None:
        """Begin with given positions, one per row, in the rows from `first` on."""
        for row, position in enumerate(positions, first):
            self._games[row] = position

    def imagine(self, views: Sequence[Position], deals: range, key: int) -> None:
        """Begin with all deals of the first view, then those of the second, and so on.

        A deal has the same dice for every view, so that what differs is the view alone.
        """
        words = np.array([dice_word(key, number) for number in deals], np.int64)
        self._made.loops.imagine_worlds(
            self._worlds,
            self._made.take(self.game.array(len(views), *views)),
            self._made.rows(np.repeat(np.arange(len(views)), len(deals))),
            self._made.rows(np.tile(words, len(views))),
        )

    def position(self, row: int) -> Position:
        """A copy of the position in a row."""
        position: Position = self._games[row]
        return position.copy()

    def look(self, rows: Rows | None = None, *, whole: bool = False) -> None:
        """Play the forced moves in some rows, or all, and look at the next decision.

        With `whole`, the observation is of the whole position: for critics, never for choosing.
        """
        rows = np.arange(self.rows) if rows is None else rows
        self._made.loops.play_on(self._worlds, self._made.rows(rows), UNCHOSEN, whole)

    def play(self, rows: Rows, *, whole: bool = False) -> None:
        """Play the chosen moves in some rows, and what follows of necessity; then look."""
        self._made.loops.play_on(self._worlds, self._made.rows(rows), CHOSEN, whole)

    def choose(self, rows: Rows, preferences: Floats | None) -> None:
        """Choose the most preferred legal move in some rows, or the one that is advised."""
        if preferences is None:
            made, worlds = self._loops.advised, self._worlds
            mask = made.mask(len(self.game.moves))
            made.loops.advise(worlds.games, made.rows(rows), worlds.scratch, mask, worlds.moves)
        else:
            self.moves[rows] = np.where(self.masks[rows] > 0, preferences, ILLEGAL).argmax(1)

    def decide(self, rows: Rows, evaluator: Evaluator | None) -> None:
        """Choose the move that the network likes best in some rows, or the one that is advised."""
        cells = self.cells[rows]
        self.choose(rows, evaluator.prefer(evaluator.think(cells)) if evaluator else None)

    def results(self, rows: Rows) -> Results:
        """The shares of the victory and the points in rows where the game is over."""
        scores = self.scores[rows]
        won = (scores == scores.max(1, keepdims=True)).astype(np.float32)
        points = (scores // self.game.rules.POINT).astype(np.float32)
        return Results(won / won.sum(1, keepdims=True), points)


class Horizon(NamedTuple):
    """How far a row is played on: until its seat has made some decisions and must make another.

    With `keep`, the judgement there is not the last word: that share of the verdict is kept for the
    seat's next decision, the same share of that for the one after it, and so on, until hardly
    anything is left.
    """

    ahead: int = 0
    keep: float = 0.0


NEXT_DECISION, TO_THE_END = Horizon(), Horizon(END)


def follow(
    crowd: Crowd,
    evaluator: Evaluator | None,
    seats: NDArray[np.int8],
    horizon: Horizon = NEXT_DECISION,
    plans: Sequence[Sequence[int]] | None = None,
) -> Results:
    """Play on in every row as far as the horizon, where the evaluator judges.

    A game that ends before is judged by its result.  In rows of a SPECTATOR, anybody's decision
    counts.  A row's plan is what its seat does first, as long as that is legal.  Without an
    evaluator, the game's advice plays to the end.  The crowd must have looked at its rows.
    """
    verdicts = _Verdicts(crowd, evaluator, seats, horizon)
    planned = _Plans(crowd, seats, plans) if plans and any(plans) else None
    alive = np.arange(crowd.rows)
    while len(alive):
        verdicts.end(alive[crowd.choices[alive] == 0])
        alive = alive[crowd.choices[alive] > 0]
        if evaluator is None:
            crowd.choose(alive, None)
        elif len(alive):
            features = evaluator.think(crowd.cells[alive])
            stays = verdicts.judge(alive, features)
            alive, features = alive[stays], features[stays]
            crowd.choose(alive, evaluator.prefer(features))
        if planned:
            planned.choose(alive)
        crowd.play(alive)
    return Results(verdicts.shares, verdicts.points)


class _Verdicts:
    """What is thought of every row so far, and how much of the verdict is still open."""

    def __init__(
        self,
        crowd: Crowd,
        evaluator: Evaluator | None,
        seats: NDArray[np.int8],
        horizon: Horizon,
    ) -> None:
        self._crowd, self._evaluator, self._seats = crowd, evaluator, seats
        self._keep = horizon.keep
        self.shares, self.points = np.zeros((2, crowd.rows, crowd.seats), np.float32)
        self._left = np.full(crowd.rows, horizon.ahead, np.int64)
        self._open: Floats = np.ones((crowd.rows, 1), np.float32)

    def end(self, rows: Rows) -> None:
        """Judge rows where the game is over by their results."""
        if len(rows):
            self._add(rows, self._crowd.results(rows), self._open[rows])

    def judge(self, rows: Rows, features: Floats) -> NDArray[np.bool_]:
        """Judge the rows whose seats have to decide and looked far enough; which are played on?"""
        assert self._evaluator
        turns, seats = self._crowd.turns[rows], self._seats[rows]
        counts = (turns == seats) | (seats == SPECTATOR)
        judged = counts & (self._left[rows] <= 0)
        self._left[rows[counts]] -= 1
        stays = np.ones(len(rows), np.bool_)
        here = rows[judged]
        if len(here):
            kept = self._open[here] * self._keep
            kept[kept < NEGLIGIBLE] = 0.0
            cells = self._crowd.cells[here]
            found = self._evaluator.judge(features[judged], cells, turns[judged])
            self._add(here, found, self._open[here] - kept)
            self._open[here] = kept
            stays[judged] = kept[:, 0] > 0
        return stays

    def _add(self, rows: Rows, found: Results, weights: Floats) -> None:
        self.shares[rows] += weights * found.shares
        self.points[rows] += weights * found.points


class _Plans:
    """What the seats of some rows mean to do first."""

    def __init__(
        self, crowd: Crowd, seats: NDArray[np.int8], plans: Sequence[Sequence[int]]
    ) -> None:
        self._crowd, self._seats = crowd, seats
        self._waiting = {row: list(reversed(plan)) for row, plan in enumerate(plans) if plan}

    def choose(self, rows: Rows) -> None:
        """Choose what is planned in rows whose seats have to decide; illegal plans are dropped."""
        for row in rows:
            waiting = self._waiting.get(int(row))
            if waiting and self._crowd.turns[row] == self._seats[row]:
                move = waiting.pop()
                if self._crowd.masks[row, move]:
                    self._crowd.moves[row] = move
                else:
                    waiting.clear()
