"""Thousands of games in one array: reset, masks, step and observe in one compiled call each.

    batch = Batch(game_named("perfect-hotel"), 4096, seats=4)
    while True:
        batch.advance(choose(batch.observations, batch.masks))

A game that ends is begun anew at once, from its seed plus the number of games; its rewards and
`done` are those of the move that ended it.  Game i dealt from seed s is the very game that
`game.new(seats, options, s)` deals.
"""

import logging
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellhop.engine import twin
from bellhop.engine.dice import LOW_32, check_seed
from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game
from bellhop.engine.records import Position
from bellhop.engine.twin import Twin
from bellhop.envs import loops, steps
from bellhop.envs.arrays import ANYBODY, Arrays, Task
from bellhop.envs.errors import IllegalAction, check_actions, check_seat, say_illegal
from bellhop.envs.loops import NONE_REFUSED, Deed, Part

REWARDS = {"win": steps.WIN, "margin": steps.MARGIN, "score": steps.SCORE}
# Games that are worth a thread, which begins some 50 µs late: to work on, and to look at moves of.
WORTH_WORK, WORTH_A_LOOK = 512, 8_192
APART = 2  # scratch positions per thread: cores that share a line of memory wait for each other

Int8s = NDArray[np.int8]


def parts_of(game: Game) -> dict[str, object]:
    """What is bound in the loops besides the rules."""
    return {
        "see": game.rules.view,
        "observe": game.observation.observe,
        "advice": game.advice,
    }


@cache
def loops_of(game: Game) -> Twin:
    """The loops over a game's rules as fast as they go here; the first call may compile them."""

    def first_call(made: Twin) -> None:
        batch = Batch(game, 2, made=made)
        batch.advance(batch.draw())
        made.loops.do(batch._arrays.games, int(Deed.MARK), 0, batch._arrays.masks[0])

    warn = logging.getLogger(__name__).warning
    return twin.fastest(loops, game.rules, first_call, warn, **parts_of(game))


def reward_kind(name: str) -> int:
    """The number of a kind of reward."""
    if name not in REWARDS:
        raise PlainError(f"rewards are {', '.join(REWARDS)}, not {name!r}")
    return REWARDS[name]


class Batch:
    """Many games of one kind that go on side by side, with arrays for all there is to know."""

    def __init__(
        self,
        game: Game,
        games: int,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        *,
        seed: int = 0,
        reward: str = "win",
        auto_reset: bool = True,
        threads: int | None = None,
        made: Twin | None = None,
    ) -> None:
        if games < 1:
            raise PlainError(f"a batch has at least one game, not {games}")
        self.game, self.games = game, games
        self.layout = game.observation.LAYOUT
        self._kind = reward_kind(reward)
        self._twin = made or loops_of(game)
        self._renews = auto_reset
        wanted = threads or min(os.cpu_count() or 1, games // WORTH_WORK)
        self._parts = divide(games, wanted if self._twin.is_compiled else 1)
        self._large_parts = divide(games, min(len(self._parts), games // WORTH_A_LOOK))
        kind: Any = game.position
        self._positions = (kind * games)()
        table = game.table(game.players[0] if seats is None else seats, options)
        self.states = np.frombuffer(memoryview(self._positions), twin.layout_of(kind))
        self.turns: Int8s = self.states["turn"]  # who is to move in each game
        self.seeds = np.zeros(games, np.int64)
        self._masks: Int8s = np.zeros((games, len(game.moves)), np.int8)
        self.masks = self._masks.view()  # moves are checked against them: nobody else writes there
        self.masks.flags.writeable = False
        self.observations: Int8s = np.zeros((games, self.layout.size), np.int8)
        self.rewards = np.zeros((games, table.seats), np.float32)
        self.done: Int8s = np.zeros(games, np.int8)
        self.learners: Int8s = np.full(games, ANYBODY, np.int8)
        self._moves = np.zeros(games, np.int64)
        self._key, self.wild = 0, 0
        take, rows = self._twin.take, self._twin.rows
        self._arrays = Arrays(
            take(self._positions),
            take((game.position * 1)(table)),
            take((game.position * (APART * len(self._parts)))()),
            *(rows(array) for array in (self.seeds, self.learners, self._moves, self._masks)),
            *(rows(array) for array in (self.observations, self.rewards, self.done)),
        )
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Begin all games anew, game i from `seed` + i, and write masks and observations."""
        check_seed(seed)
        check_seed(seed + self.games)
        self.seeds[:] = np.arange(seed, seed + self.games)
        self._key = seed & LOW_32
        self._work(self._arrays, Task(deals=True, marks=True, looks=True))

    def mark_legal(self, out: Int8s | None = None) -> Int8s:
        """The allowed moves of every game, 1 or 0; copied into `out` if it is given."""
        return self.masks if out is None else _copied(self.masks, out)

    def observe(self, out: Int8s | None = None, seat: int = ANYBODY) -> Int8s:
        """What a seat, or whoever is on turn, knows; into `out`, or the batch's `observations`."""
        if seat != ANYBODY:
            check_seat(self.rewards.shape[1], seat)
        self._work(self._writing_to(out), Task(looks=True), seat)
        return self.observations if out is None else out

    def step(self, actions: Any) -> None:
        """One move in every game, or none at all where one is refused.

        Writes all but `observations`.
        """
        self._play(actions, self._arrays, Task(plays=True, renews=self._renews, marks=True))

    def advance(
        self, actions: Any, masks: Int8s | None = None, observations: Int8s | None = None
    ) -> None:
        """`step`, `mark_legal` and `observe` in one call."""
        arrays = self._writing_to(observations)
        task = Task(plays=True, renews=self._renews, marks=True, looks=True)
        self._play(actions, arrays, task)
        if masks is not None:
            _copied(self.masks, masks)

    def draw(self, masks: Int8s | None = None) -> NDArray[np.int64]:
        """Any allowed move for every game, each equally likely; the same from the same seed."""
        drawn = np.zeros(self.games, np.int64)
        arrays = self._arrays._replace(moves=self._twin.rows(drawn))
        if masks is not None:
            arrays = arrays._replace(masks=self._twin.rows(_checked(masks, self.masks)))
        self._key = self._key + self.games & LOW_32
        self._run(self._large_parts, lambda part: self._twin.loops.draw(arrays, part, self._key))
        return drawn

    def position(self, number: int) -> Position:
        """A copy of one game, for the rules, words and drawings."""
        position: Position = self._positions[number]
        return position.copy()

    def copy(self) -> "Batch":
        """Another batch that goes on from here by itself."""
        options = self.game.options_of(self._positions[0])
        other = Batch(self.game, self.games, self.rewards.shape[1], options,
                      auto_reset=self._renews, threads=len(self._parts))  # fmt: skip
        for name in ("states", "seeds", "learners", "_masks", "observations", "rewards", "done"):
            getattr(other, name)[:] = getattr(self, name)
        other._kind, other._key, other.wild = self._kind, self._key, self.wild
        return other

    def _writing_to(self, observations: Int8s | None) -> Arrays:
        """The arrays, with the caller's for observations if one is given."""
        if observations is None:
            return self._arrays
        cells = _writable(_checked(observations, self.observations))
        return self._arrays._replace(observations=self._twin.rows(cells))

    def _play(self, actions: Any, arrays: Arrays, task: Task) -> None:
        """Make all moves, or refuse them with an error that says which one and why."""
        given = np.asarray(actions)
        check_actions(given, self.games)
        self._moves[:] = given
        find = self._twin.loops.find_refused
        refused = self._run(self._large_parts, lambda part: find(arrays, part))
        if refused != NONE_REFUSED:
            where, move = f", game {refused}", int(given[refused])
            raise IllegalAction(say_illegal(self.game, self.position(refused), move, where))
        self._work(arrays, task)

    def _work(self, arrays: Arrays, task: Task, seat: int = ANYBODY) -> None:
        task = task._replace(reward=self._kind, wild=self.wild)
        self._run(self._parts, lambda part: self._twin.loops.work(arrays, part, task, seat))

    def _run(self, parts: Sequence[Part], call: Callable[[Part], int]) -> int:
        """Call with every part of the batch, each on a thread of its own; the highest answer."""
        own, *others = parts
        waited_for = [_pool(len(others)).submit(call, part) for part in others]
        return max([call(own), *(other.result() for other in waited_for)])


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, "bellhop batch")


def divide(games: int, wanted: int) -> list[Part]:
    """A batch in so many parts, one for each thread."""
    parts = max(1, min(wanted, games))
    edges = pairwise(games * i // parts for i in range(parts + 1))
    return [Part(first, last, APART * thread) for thread, (first, last) in enumerate(edges)]


def _checked(given: Int8s, like: Int8s) -> Int8s:
    """An array of the caller's, if it is one that the compiled loops can read."""
    if given.shape != like.shape or given.dtype != like.dtype or not given.flags.c_contiguous:
        wanted = f"a contiguous array of {like.dtype} with shape {like.shape}"
        raise ValueError(f"{wanted} is wanted, not one of {given.dtype} with shape {given.shape}")
    return given


def _writable(out: Int8s) -> Int8s:
    """An array of the caller's, if it can be written into."""
    if not out.flags.writeable:
        raise ValueError("this array cannot be written into")
    return out


def _copied(masks: Int8s, out: Int8s) -> Int8s:
    np.copyto(_writable(_checked(out, masks)), masks)
    return out
