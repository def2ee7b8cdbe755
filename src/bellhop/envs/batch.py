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
from bellhop.envs.arrays import ADVISED, ON_TURN, Arrays, Task
from bellhop.envs.calls import calls_of
from bellhop.envs.errors import IllegalAction, check_actions, check_seat, say_illegal
from bellhop.envs.loops import Chunk
from bellhop.envs.many import REWARDS, ManyGames, Setup, check_positions, undealt_positions
from bellhop.envs.steps import MARGIN

# Starting a thread takes about 50 µs, so each one needs enough games to play, or moves to check.
MIN_GAMES_PER_THREAD, MIN_CHECKS_PER_THREAD = 512, 8_192
SCRATCH_SPACING = 2  # scratch positions per thread, so that no two threads share a cache line
DEAL_ALL = Task(deals=True, marks=True, looks=True)

# What a copy keeps; `rewards` come last, because they may be the same array as another.
KEPT = ("states", "seeds", "_lengths", "learners", "_rivals", "_masks", "observations", "done",
        "points", "shares", "rewards")  # fmt: skip

Int8s = NDArray[np.int8]
NUMBERS = np.dtype(np.int64)


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
        made.loops.find_refused(batch._arrays, batch._chunks[0])
        calls_of(game, made)

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
        self.game, self.games, self._shape = game, games, (games,)
        self.layout = game.observation.LAYOUT
        self._twin = made or loops_of(game)
        wanted = threads or min(os.cpu_count() or 1, games // MIN_GAMES_PER_THREAD)
        self._chunks = divide(games, wanted if self._twin.is_compiled else 1)
        checkers = min(len(self._chunks), games // MIN_CHECKS_PER_THREAD)
        self._large_chunks = divide(games, checkers)
        self._positions = game.array(games)
        undealt = undealt_positions(game, seats, options, setups)
        self._make_results(np, max(position.seats for position in undealt), reward)
        self.states = np.frombuffer(memoryview(self._positions), twin.layout_of(game.position))
        self.turns: Int8s = self.states["turn"]  # the seat whose turn it is, by game
        self.seeds = np.zeros(games, np.int64)
        self._masks: Int8s = np.zeros((games, len(game.moves)), np.int8)
        self.masks = self._masks.view()  # read-only, because moves are checked against them
        self.masks.flags.writeable = False
        self.observations: Int8s = np.zeros((games, self.layout.size), np.int8)
        self.done: Int8s = np.zeros(games, np.int8)
        self.learners: Int8s = np.full(games, ON_TURN, np.int8)
        self._lengths, self._moves = np.zeros(games, np.int64), np.zeros(games, np.int64)
        # Where `learners` names a seat, casual bots reply at the others.
        self._rivals = np.full(self.points.shape[1], ADVISED, np.int64)
        self._undealt = game.array(len(undealt), *undealt)
        self._setups = np.arange(games, dtype=np.int64) % len(undealt)
        self._key = 0
        # With one chunk, one call both checks and plays; with more, all must be checked first.
        checks = len(self._chunks) == 1
        self._step_task = Task(plays=True, renews=auto_reset, marks=True, checks=checks)
        self._advance_task = self._step_task._replace(looks=True)
        take, rows = self._twin.take, self._twin.rows
        self._arrays = Arrays(
            take(self._positions),
            take(self._undealt),
            rows(self._setups),
            take(game.array(SCRATCH_SPACING * len(self._chunks))),
            *(rows(array) for array in (self.seeds, self._lengths, self.learners, self._rivals)),
            *(rows(array) for array in (self._moves, self._masks, self.observations)),
            *(rows(array) for array in (self.points, self.shares, self.done)),
        )
        self._do = self._twin.direct("work", self._arrays, self._chunks[0], Task(), ON_TURN)
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Deal all games again, game i from `seed` + i, and write masks and observations."""
        check_seed(seed)
        check_seed(seed + self.games)
        self.seeds[:] = np.arange(seed, seed + self.games)
        self._key = seed & LOW_32
        self._work(self._arrays, DEAL_ALL)

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
        self._play(actions, self._arrays, self._step_task)

    def advance(
        self, actions: Any, masks: Int8s | None = None, observations: Int8s | None = None
    ) -> None:
        """`step`, `mark_legal` and `observe` in one call."""
        arrays = self._arrays if observations is None else self._writing_to(observations)
        self._play(actions, arrays, self._advance_task)
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
        other = object.__new__(type(self))
        other.__setstate__(self.__getstate__())
        return other

    def __deepcopy__(self, _: object) -> "Batch":
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """The state to pickle: how the batch was made, and its arrays."""
        names = {number: name for name, number in REWARDS.items()}
        made = {
            "game": self.game,
            "games": self.games,
            "setups": [Setup(one.seats, self.game.options_of(one)) for one in self._undealt],
            "reward": names[self._kind],
            "auto_reset": self._step_task.renews,
            "threads": len(self._chunks),
        }
        return {"made": made, "key": self._key, "arrays": {n: getattr(self, n) for n in KEPT}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the pickled state."""
        Batch.__init__(self, **state["made"])
        for name, array in state["arrays"].items():
            getattr(self, name)[:] = array
        self._key = state["key"]

    def _writing_to(self, observations: Int8s | None) -> Arrays:
        """The arrays, with the caller's array for observations if it is given."""
        if observations is None:
            return self._arrays
        cells = _writable(_checked(observations, self.observations, wider=True))
        return self._arrays._replace(observations=self._twin.rows(cells))

    def _play(self, actions: Any, arrays: Arrays, task: Task) -> None:
        """Play all moves; if any is illegal, raise an error that says which one and why."""
        given = np.asarray(actions)
        if given.dtype is not NUMBERS or given.shape != self._shape:
            check_actions(given, self.games)
        self._moves[...] = given
        if task.checks:
            refused = ~self._do(arrays, self._chunks[0], task, ON_TURN)
        else:
            find = self._twin.loops.find_refused
            refused = self._run(self._large_chunks, lambda chunk: find(arrays, chunk))
        if refused >= 0:
            where, move = f", game {refused}", int(given[refused])
            raise IllegalAction(say_illegal(self.game, self.position(refused), move, where))
        if not task.checks:
            self._work(arrays, task)
        elif self._kind == MARGIN:
            self._write_margins()

    def _work(self, arrays: Arrays, task: Task, seat: int = ON_TURN) -> None:
        """Do a task with all games that are not idle."""
        self._run(self._chunks, lambda chunk: self._do(arrays, chunk, task, seat))
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
