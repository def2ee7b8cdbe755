"""Thousands of games on a GPU; observations, moves and learning never leave it.

    batch = GpuBatch(Kernels(game_named("perfect-hotel"), folder), 1 << 16, seats=4)
    while True:
        batch.advance(choose(batch.observations, batch.masks))

The arrays are like those of `Batch`, but in CuPy.  PyTorch and JAX use them without copying
(`torch.as_tensor(batch.masks)`, `jax.dlpack.from_dlpack(batch.masks)`), and their arrays can be
passed as actions.  A game that ends is dealt again at once.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bellhop.engine.dice import LOW_32, check_seed
from bellhop.engine.errors import PlainError
from bellhop.engine.records import Position
from bellhop.envs.arrays import ON_TURN
from bellhop.envs.errors import IllegalAction, check_actions, check_seat, say_illegal
from bellhop.envs.gpu.kernels import DEALS, MARKS, PLAYS, RANDOM_PLAY, STEPS
from bellhop.envs.gpu.loading import Kernels, threads_for
from bellhop.envs.gpu.shapes import WORD
from bellhop.envs.loops import NONE_REFUSED
from bellhop.envs.many import ManyGames, Setup, check_positions, undealt_positions

WARP = 32  # threads per block, because the games of a block wait for each other
WARPS_AT_ONCE = 12  # per multiprocessor, if threads have several games each
ROW_UNIT = 64  # bytes; the observations' rows are multiples, so that tensor cores can read them


class GpuBatch(ManyGames):
    """Many games on a GPU.

    With `wait`, every step waits until the GPU has checked the moves, and raises an error if one is
    illegal.  Without it, steps are only queued: after an illegal move no step changes anything, and
    `check` raises the error.
    """

    def __init__(
        self,
        kernels: Kernels,
        games: int,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        *,
        setups: Sequence[Setup] = (),
        seed: int = 0,
        reward: str = "win",
        auto_reset: bool = True,
        wait: bool = True,
    ) -> None:
        if games < 1:
            raise PlainError(f"a batch needs at least one game, not {games}")
        self.game, self.games, self.kernels = kernels.game, games, kernels
        self.wait = wait
        self._renews = auto_reset
        shape, cupy = kernels.shape, kernels.cupy
        undealt = undealt_positions(self.game, seats, options, setups)
        self._make_results(cupy, max(position.seats for position in undealt), reward)
        self._undealt = as_words(cupy, *undealt)
        self._setups = cupy.arange(games, dtype=cupy.int32) % len(undealt)
        rows = -(-games // kernels.threads) * kernels.threads  # whole blocks; extra rows are unused
        self._states = cupy.zeros((rows, shape.position), cupy.uint8)
        self._masks = cupy.zeros((rows, shape.moves), cupy.int8)
        width = -(-shape.cells // ROW_UNIT) * ROW_UNIT
        self.padded_observations = cupy.zeros((games, width), cupy.int8)
        self.states = self._states[:games]
        self.masks = self._masks[:games]
        self.observations = self.padded_observations[:, : shape.cells]
        self.turns = self.states[:, self._offset("turn")].view(cupy.int8)
        self.seeds = cupy.zeros(games, cupy.int64)
        self.done = cupy.zeros(games, cupy.int8)
        self._moves = cupy.zeros(games, cupy.int64)
        self._refused = cupy.full(1, NONE_REFUSED, cupy.int32)
        self._key = 0
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Deal all games again, game i from `seed` + i, and write masks and observations."""
        check_seed(seed)
        check_seed(seed + self.games)
        self.seeds[:] = self.kernels.cupy.arange(seed, seed + self.games)
        self._key = seed & LOW_32
        self._refused[:] = NONE_REFUSED
        self._forget_results()
        self._step(DEALS)
        self.observe()

    def step(self, actions: Any) -> None:
        """Play one move in every game; if any is illegal, play none.

        This updates all arrays except `observations`.
        """
        self._take_moves(actions)
        self._step(PLAYS)
        self._write_margins()
        if self.wait:
            self.check()

    def advance(self, actions: Any) -> None:
        """`step` and `observe`."""
        self.step(actions)
        self.observe()

    def observe(self, out: Any = None, seat: int = ON_TURN, *, whole: bool = False) -> Any:
        """Write the observations of a seat, or of the seats whose turn it is.

        They go into `out`, an array on the GPU whose rows are whole words and may be longer than
        needed, or into the batch's `observations`.  With `whole`, they are of the whole position:
        for critics, never for choosing.
        """
        if seat != ON_TURN:
            check_seat(int(self.players.min()), seat)
        shape, given = self.kernels.shape, self.padded_observations
        if out is not None:
            given = _checked(_taken(self.kernels.cupy, out), self.games, shape.row)
        arguments = (_words(self._states), _words(given), self.games, seat, int(whole))
        width = given.shape[1] // WORD
        self._launch("look", max(shape.padded, shape.row), *arguments, width)
        return self.observations if out is None else out

    def draw(self) -> Any:
        """A random legal move for every game; the same seed gives the same moves."""
        drawn = self.kernels.cupy.zeros(self.games, self.kernels.cupy.int64)
        self._key = self._key + self.games & LOW_32
        self._launch("draw", self.kernels.shape.moves, _words(self._masks), self._key, drawn)
        return drawn

    def check(self) -> None:
        """Wait for the GPU, and raise an error if a move since the last check was illegal."""
        number = int(self._refused[0])
        if number == NONE_REFUSED:
            return
        self._refused[:] = NONE_REFUSED
        where, move = f", game {number}", int(self._moves[number])
        raise IllegalAction(say_illegal(self.game, self.position(number), move, where))

    @property
    def players(self) -> Any:
        """The number of players of each game."""
        return self.states[:, self._offset("seats")].view(self.kernels.cupy.int8)

    def position(self, number: int) -> Position:
        """A copy of one game's position."""
        return self.game.position.from_bytes(self.states[number].tobytes())

    def place(self, positions: Sequence[Position], first: int = 0) -> None:
        """Go on from given positions, in games `first`, `first` + 1, …; writes all arrays."""
        check_positions(self, positions, first)
        rows = slice(first, first + len(positions))
        states = as_words(self.kernels.cupy, *positions).view(self.states.dtype)
        self.states[rows] = states.reshape(len(positions), -1)
        self._forget_results()
        self._step(MARKS)
        self.observe()

    def _put(self, rows: slice, states: Any, masks: Any) -> None:
        self.states[rows], self.masks[rows] = states, masks

    def _forget_results(self) -> None:
        for array in (self.points, self.shares, self.rewards, self.done):
            array[:] = 0

    def _take_moves(self, actions: Any) -> None:
        """Copy the actions from any library, and check them against the masks."""
        given = _taken(self.kernels.cupy, actions)
        check_actions(given, self.games)
        self._moves[:] = given
        self._launch("check", 0, self._masks.reshape(-1), self._moves, self._refused)

    def _step(self, task: int) -> None:
        shape = self.kernels.shape
        arrays = (self._setups, _words(self._states), self.seeds, self._moves, _words(self._masks))
        results = (self.points, self.shares, self.done, self._refused)
        arguments = (self._undealt, *arrays, *results, task, int(self._renews))
        self._launch(STEPS, shape.padded + shape.moves, *arguments)

    def _launch(self, name: str, bytes_per_game: int, *arguments: Any) -> None:
        threads = threads_for(self.kernels.threads, bytes_per_game)
        blocks = len(self._states) // threads
        self.kernels.launch(name, blocks, threads, threads * bytes_per_game, *arguments)

    def _offset(self, field: str) -> int:
        return int(getattr(self.game.position, field).offset)


class RandomPlay:
    """Random play of whole games on a GPU: final positions, numbers of moves and scores."""

    def __init__(
        self, kernels: Kernels, games: int, seats: int, options: Mapping[str, str] | None = None
    ) -> None:
        cupy = kernels.cupy
        self.kernels, self.games = kernels, games
        self._undealt = as_words(cupy, kernels.game.undealt(seats, options))
        self.states = cupy.zeros((games, kernels.shape.position), cupy.uint8)
        self.moves = cupy.zeros(games, cupy.int32)
        self.scores = cupy.zeros((games, seats), cupy.int32)

    def play(self, first_seed: int) -> None:
        """Play one game per seed, starting with the first."""
        check_seed(first_seed + self.games)
        blocks = -(-self.games // WARP)
        if self.kernels.shape.branches:
            blocks = min(blocks, self.kernels.processors * WARPS_AT_ONCE)
        arrays = (_words(self.states), self.moves, self.scores)
        self.kernels.launch(RANDOM_PLAY, blocks, WARP, 0, self._undealt, first_seed, *arrays)


def as_words(cupy: Any, *positions: Position) -> Any:
    """Positions on the GPU, one after another, as words."""
    return cupy.array(np.frombuffer(b"".join(p.to_bytes() for p in positions), np.int32))


def _words(array: Any) -> Any:
    """An array as words, the unit in which kernels fetch it."""
    return array.reshape(-1).view("int32")


def _checked(given: Any, games: int, row: int) -> Any:
    """The caller's array for observations; refused if the kernel cannot write into it."""
    fits = given.ndim == 2 and given.dtype == np.int8 and given.flags.c_contiguous
    if not fits or len(given) != games or given.shape[1] < row or given.shape[1] % WORD:
        wanted = f"a contiguous array of int8 with {games} rows of at least {row} cells"
        raise ValueError(
            f"expected {wanted} in whole words, not {given.dtype} with shape {given.shape}"
        )
    return given


def _taken(cupy: Any, actions: Any) -> Any:
    """The actions of any library as a CuPy array, without copying if possible."""
    if hasattr(actions, "__cuda_array_interface__") or not hasattr(actions, "__dlpack__"):
        return cupy.asarray(actions)
    return cupy.asarray(actions) if isinstance(actions, np.ndarray) else cupy.from_dlpack(actions)
