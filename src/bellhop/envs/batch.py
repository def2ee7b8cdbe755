"""Thousands of games in one array: reset, mask, step and observe are one compiled call each.

    batch = Batch(game_named("perfect-hotel"), 4096, seats=4)
    while True:
        batch.advance(choose(batch.observations, batch.masks))

A game that ends is dealt again at once, from its seed plus the number of games; its rewards and
`done` are those of the move that ended it.  A game dealt from seed s is the same as
`game.new(seats, options, s)`.
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
from bellhop.envs import loops
from bellhop.envs.arrays import ON_TURN, Arrays, Task
from bellhop.envs.errors import IllegalAction, check_actions, check_seat, say_illegal
from bellhop.envs.loops import NONE_REFUSED, Chunk, Operation
from bellhop.envs.many import REWARDS, ManyGames, Setup, check_positions, undealt_positions

# Starting a thread takes about 50 µs, so each one needs enough games to play, or moves to check.
MIN_GAMES_PER_THREAD, MIN_CHECKS_PER_THREAD = 512, 8_192
SCRATCH_SPACING = 2  # scratch positions per thread, so that no two threads share a cache line

Int8s = NDArray[np.int8]


def parts_of(game: Game) -> dict[str, object]:
    """The parts that are bound into the loops besides the rules."""
    return {
        "see": game.rules.view,
        "observe": game.observation.observe,
        "advice": game.advice,
    }


@cache
def loops_of(game: Game) -> Twin:
    """The loops for a game, compiled if possible; the first call may take long."""

    def first_call(made: Twin) -> None:
        batch = Batch(game, 2, made=made)
        batch.advance(batch.draw())
        made.loops.do(batch._arrays.games, int(Operation.MARK), 0, batch._arrays.masks[0])

    warn = logging.getLogger(__name__).warning
    return twin.fastest(loops, game.rules, first_call, warn, **parts_of(game))


class Batch(ManyGames):
    """Many games on the cores of a CPU."""

    def __init__(
        self,
        game: Game,
        games: int,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        *,
        setups: Sequence[Setup] = (),
        seed: int = 0,
        reward: str = "win",
        auto_reset: bool = True,
        threads: int | None = None,
        made: Twin | None = None,
    ) -> None:
        if games < 1:
            raise PlainError(f"a batch needs at least one game, not {games}")
        self.game, self.games = game, games
        self.layout = game.observation.LAYOUT
        self._twin = made or loops_of(game)
        self._renews = auto_reset
        wanted = threads or min(os.cpu_count() or 1, games // MIN_GAMES_PER_THREAD)
        self._chunks = divide(games, wanted if self._twin.is_compiled else 1)
        checkers = min(len(self._chunks), games // MIN_CHECKS_PER_THREAD)
        self._large_chunks = divide(games, checkers)
        kind: Any = game.position
        self._positions = (kind * games)()
        undealt = undealt_positions(game, seats, options, setups)
        self._make_results(np, max(position.seats for position in undealt), reward)
        self.states = np.frombuffer(memoryview(self._positions), twin.layout_of(kind))
        self.turns: Int8s = self.states["turn"]  # the seat whose turn it is, by game
        self.seeds = np.zeros(games, np.int64)
        self._masks: Int8s = np.zeros((games, len(game.moves)), np.int8)
        self.masks = self._masks.view()  # read-only, because moves are checked against them
        self.masks.flags.writeable = False
        self.observations: Int8s = np.zeros((games, self.layout.size), np.int8)
        self.done: Int8s = np.zeros(games, np.int8)
        self.learners: Int8s = np.full(games, ON_TURN, np.int8)
        self._moves = np.zeros(games, np.int64)
        self._undealt = (kind * len(undealt))(*undealt)
        self._setups = np.arange(games, dtype=np.int64) % len(undealt)
        self._key, self.wild = 0, 0
        take, rows = self._twin.take, self._twin.rows
        self._arrays = Arrays(
            take(self._positions),
            take(self._undealt),
            rows(self._setups),
            take((kind * (SCRATCH_SPACING * len(self._chunks)))()),
            *(rows(array) for array in (self.seeds, self.learners, self._moves, self._masks)),
            *(rows(array) for array in (self.observations, self.points, self.shares, self.done)),
        )
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Deal all games again, game i from `seed` + i, and write masks and observations."""
        check_seed(seed)
        check_seed(seed + self.games)
        self.seeds[:] = np.arange(seed, seed + self.games)
        self._key = seed & LOW_32
        self._work(self._arrays, Task(deals=True, marks=True, looks=True))

    def mark_legal(self, out: Int8s | None = None) -> Int8s:
        """The masks of legal moves; copied into `out` if it is given."""
        return self.masks if out is None else _copied(self.masks, out)

    def observe(
        self, out: Int8s | None = None, seat: int = ON_TURN, *, whole: bool = False
    ) -> Int8s:
        """Write the observations of a seat, or of the seats whose turn it is.

        They go into `out`, whose rows may be longer than needed, or into the batch's
        `observations`.  With `whole`, they are of the whole position: for critics, never for
        choosing.
        """
        if seat != ON_TURN:
            check_seat(int(self.players.min()), seat)
        self._work(self._writing_to(out), Task(looks=True, opens=whole), seat)
        return self.observations if out is None else out

    def step(self, actions: Any) -> None:
        """Play one move in every game; if any is illegal, play none.

        This updates all arrays except `observations`.
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
        """A random legal move for every game; the same seed gives the same moves."""
        drawn = np.zeros(self.games, np.int64)
        arrays = self._arrays._replace(moves=self._twin.rows(drawn))
        if masks is not None:
            arrays = arrays._replace(masks=self._twin.rows(_checked(masks, self.masks)))
        self._key = self._key + self.games & LOW_32
        self._run(self._large_chunks, lambda chunk: self._twin.loops.draw(arrays, chunk, self._key))
        return drawn

    @property
    def is_compiled(self) -> bool:
        """Are the rules compiled?"""
        return self._twin.is_compiled

    @property
    def players(self) -> Int8s:
        """The number of players of each game."""
        seats: Int8s = self.states["seats"]
        return seats

    def position(self, number: int) -> Position:
        """A copy of one game's position."""
        position: Position = self._positions[number]
        return position.copy()

    def place(self, positions: Sequence[Position], first: int = 0) -> None:
        """Go on from given positions, in games `first`, `first` + 1, …; writes all arrays."""
        check_positions(self, positions, first)
        for number, position in enumerate(positions, first):
            self._positions[number] = position
        self.points[:], self.shares[:], self.done[:] = 0, 0, 0
        self._work(self._arrays, Task(marks=True, looks=True))

    def _put(self, rows: slice, states: Any, masks: Any) -> None:
        self.states[rows], self._masks[rows] = states, masks

    def copy(self) -> "Batch":
        """An independent copy of the batch."""
        setups = [Setup(one.seats, self.game.options_of(one)) for one in self._undealt]
        names = {number: name for name, number in REWARDS.items()}
        other = Batch(self.game, self.games, setups=setups, reward=names[self._kind],
                      auto_reset=self._renews, threads=len(self._chunks))  # fmt: skip
        for name in ("states", "seeds", "learners", "_masks", "observations", "done",
                     "points", "shares", "rewards"):  # fmt: skip
            getattr(other, name)[:] = getattr(self, name)
        other._key, other.wild = self._key, self.wild
        return other

    def _writing_to(self, observations: Int8s | None) -> Arrays:
        """The arrays, with the caller's array for observations if it is given."""
        if observations is None:
            return self._arrays
        cells = _writable(_checked(observations, self.observations, wider=True))
        return self._arrays._replace(observations=self._twin.rows(cells))

    def _play(self, actions: Any, arrays: Arrays, task: Task) -> None:
        """Play all moves; if any is illegal, raise an error that says which one and why."""
        given = np.asarray(actions)
        check_actions(given, self.games)
        self._moves[:] = given
        find = self._twin.loops.find_refused
        refused = self._run(self._large_chunks, lambda chunk: find(arrays, chunk))
        if refused != NONE_REFUSED:
            where, move = f", game {refused}", int(given[refused])
            raise IllegalAction(say_illegal(self.game, self.position(refused), move, where))
        self._work(arrays, task)

    def _work(self, arrays: Arrays, task: Task, seat: int = ON_TURN) -> None:
        task = task._replace(wild=self.wild)
        self._run(self._chunks, lambda chunk: self._twin.loops.work(arrays, chunk, task, seat))
        if task.deals or task.plays:
            self._write_margins()

    def _run(self, chunks: Sequence[Chunk], call: Callable[[Chunk], int]) -> int:
        """Call a function with every chunk, each on its own thread; returns the highest result."""
        first, *others = chunks
        futures = [_pool(len(others)).submit(call, chunk) for chunk in others]
        return max([call(first), *(future.result() for future in futures)])


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, "bellhop batch")


def divide(games: int, wanted: int) -> list[Chunk]:
    """Divide a batch into chunks, one per thread."""
    chunks = max(1, min(wanted, games))
    edges = pairwise(games * i // chunks for i in range(chunks + 1))
    return [
        Chunk(first, last, SCRATCH_SPACING * thread) for thread, (first, last) in enumerate(edges)
    ]


def _checked(given: Int8s, like: Int8s, *, wider: bool = False) -> Int8s:
    """The caller's array; refused if the compiled loops cannot read it."""
    fits = given.shape == like.shape
    if wider and given.ndim == 2:
        fits = len(given) == len(like) and given.shape[1] >= like.shape[1]
    if not fits or given.dtype != like.dtype or not given.flags.c_contiguous:
        or_wider = " or wider" if wider else ""
        wanted = f"a contiguous array of {like.dtype} with shape {like.shape}{or_wider}"
        raise ValueError(f"expected {wanted}, not {given.dtype} with shape {given.shape}")
    return given


def _writable(out: Int8s) -> Int8s:
    """The caller's array; refused if it is read-only."""
    if not out.flags.writeable:
        raise ValueError("this array is read-only")
    return out


def _copied(masks: Int8s, out: Int8s) -> Int8s:
    np.copyto(_writable(_checked(out, masks)), masks)
    return out
