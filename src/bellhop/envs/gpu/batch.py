"""Thousands of games on a GPU; observations, moves and learning never leave it.

    batch = GpuBatch(Kernels(game_named("perfect-hotel"), folder), 1 << 16, seats=4)
    while True:
        batch.advance(choose(batch.observations, batch.masks))

The arrays are like those of `Batch`, but in CuPy.  PyTorch and JAX use them without copying
(`torch.as_tensor(batch.masks)`, `jax.dlpack.from_dlpack(batch.masks)`), and their arrays can be
passed as actions.  A game that ends is dealt again at once.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from bellhop.engine.dice import LOW_32, check_seed
from bellhop.engine.errors import PlainError
from bellhop.engine.records import Position
from bellhop.envs.arrays import ON_TURN
from bellhop.envs.batch import reward_kind
from bellhop.envs.errors import IllegalAction, check_actions, check_seat, say_illegal
from bellhop.envs.gpu.kernels import RANDOM_PLAY, STEPS
from bellhop.envs.gpu.loading import Kernels, threads_for
from bellhop.envs.loops import NONE_REFUSED

WARP = 32  # threads per block, because the games of a block wait for each other
WARPS_AT_ONCE = 12  # per multiprocessor, if threads have several games each


class GpuBatch:
    """Many instances of one game, played in parallel on a GPU.

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
        seed: int = 0,
        reward: str = "win",
        auto_reset: bool = True,
        wait: bool = True,
    ) -> None:
        if games < 1:
            raise PlainError(f"a batch needs at least one game, not {games}")
        self.game, self.games, self.kernels = kernels.game, games, kernels
        self.wait = wait
        self._kind, self._renews = reward_kind(reward), auto_reset
        shape, cupy = kernels.shape, kernels.cupy
        undealt = self.game.table(self.game.players[0] if seats is None else seats, options)
        self._undealt = as_words(cupy, undealt)
        rows = -(-games // kernels.threads) * kernels.threads  # whole blocks; extra rows are unused
        self._states = cupy.zeros((rows, shape.position), cupy.uint8)
        self._masks = cupy.zeros((rows, shape.moves), cupy.int8)
        self._observations = cupy.zeros((rows, shape.cells), cupy.int8)
        self.states = self._states[:games]
        self.masks = self._masks[:games]
        self.observations = self._observations[:games]
        self.turns = self.states[:, self._offset("turn")].view(cupy.int8)
        self.seeds = cupy.zeros(games, cupy.int64)
        self.rewards = cupy.zeros((games, undealt.seats), cupy.float32)
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
        self.rewards[:] = 0
        self.done[:] = 0
        self._refused[:] = NONE_REFUSED
        self._step(deals=True)
        self.observe()

    def step(self, actions: Any) -> None:
        """Play one move in every game; if any is illegal, play none.

        This updates all arrays except `observations`.
        """
        self._take_moves(actions)
        self._step(deals=False)
        if self.wait:
            self.check()

    def advance(self, actions: Any) -> None:
        """`step` and `observe`."""
        self.step(actions)
        self.observe()

    def observe(self, seat: int = ON_TURN) -> Any:
        """Write the observations of a seat, or of the seats whose turn it is."""
        if seat != ON_TURN:
            check_seat(self.rewards.shape[1], seat)
        shape = self.kernels.shape
        arrays = (_words(self._states), _words(self._observations))
        self._launch("look", max(shape.padded, shape.cells), *arrays, self.games, seat)
        return self.observations

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

    def position(self, number: int) -> Position:
        """A copy of one game's position."""
        position: Position = self.game.position.from_bytes(self.states[number].tobytes())
        return position

    def _take_moves(self, actions: Any) -> None:
        """Copy the actions from any library, and check them against the masks."""
        given = _taken(self.kernels.cupy, actions)
        check_actions(given, self.games)
        self._moves[:] = given
        self._launch("check", 0, self._masks.reshape(-1), self._moves, self._refused)

    def _step(self, *, deals: bool) -> None:
        shape = self.kernels.shape
        arrays = (_words(self._states), self.seeds, self._moves, _words(self._masks))
        results = (self.rewards, self.done, self._refused)
        arguments = (self._undealt, *arrays, *results, int(deals), int(self._renews), self._kind)
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
        self._undealt = as_words(cupy, kernels.game.table(seats, options))
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


def as_words(cupy: Any, position: Position) -> Any:
    """A position on the GPU, as words."""
    return cupy.array(np.frombuffer(position.to_bytes(), np.int32))


def _words(array: Any) -> Any:
    """An array as words, the unit in which kernels fetch it."""
    return array.reshape(-1).view("int32")


def _taken(cupy: Any, actions: Any) -> Any:
    """The actions of any library as a CuPy array, without copying if possible."""
    if hasattr(actions, "__cuda_array_interface__") or not hasattr(actions, "__dlpack__"):
        return cupy.asarray(actions)
    return cupy.asarray(actions) if isinstance(actions, np.ndarray) else cupy.from_dlpack(actions)
