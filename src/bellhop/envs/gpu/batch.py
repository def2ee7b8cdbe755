"""Thousands of games on a GPU: what is read, chosen and learned there never leaves it.

    batch = GpuBatch(Kernels(game_named("perfect-hotel"), folder), 1 << 16, seats=4)
    while True:
        batch.advance(choose(batch.observations, batch.masks))

The arrays are CuPy's, the same as those of `Batch` on a processor; PyTorch and JAX take them
without copying (`torch.as_tensor(batch.masks)`, `jax.dlpack.from_dlpack(batch.masks)`) and their
arrays are taken as actions.  A game that ends is begun anew at once.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from bellhop.engine.dice import LOW_32, check_seed
from bellhop.engine.errors import PlainError
from bellhop.engine.records import Position
from bellhop.envs.arrays import ANYBODY
from bellhop.envs.batch import reward_kind
from bellhop.envs.errors import IllegalAction, check_actions, check_seat, say_illegal
from bellhop.envs.gpu.kernels import RANDOM_PLAY, STEPS
from bellhop.envs.gpu.loading import Kernels, threads_for
from bellhop.envs.loops import NONE_REFUSED

WARP = 32  # threads that go on together: games of one block wait for each other
WARPS_AT_ONCE = 12  # of a multiprocessor, where threads have several games each


class GpuBatch:
    """Many games of one kind that go on side by side on a GPU.

    With `wait`, every step waits until the GPU has checked its moves and raises what it refused;
    without, steps are only queued, a refused one changes nothing, nor do those after it, and
    `check` tells.
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
            raise PlainError(f"a batch has at least one game, not {games}")
        self.game, self.games, self.kernels = kernels.game, games, kernels
        self.wait = wait
        self._kind, self._renews = reward_kind(reward), auto_reset
        shape, cupy = kernels.shape, kernels.cupy
        table = self.game.table(self.game.players[0] if seats is None else seats, options)
        self._table = as_words(cupy, table)
        rows = -(-games // kernels.threads) * kernels.threads  # whole blocks; the rest is idle
        self._states = cupy.zeros((rows, shape.position), cupy.uint8)
        self._masks = cupy.zeros((rows, shape.moves), cupy.int8)
        self._observations = cupy.zeros((rows, shape.cells), cupy.int8)
        self.states = self._states[:games]
        self.masks = self._masks[:games]
        self.observations = self._observations[:games]
        self.turns = self.states[:, self._offset("turn")].view(cupy.int8)
        self.seeds = cupy.zeros(games, cupy.int64)
        self.rewards = cupy.zeros((games, table.seats), cupy.float32)
        self.done = cupy.zeros(games, cupy.int8)
        self._moves = cupy.zeros(games, cupy.int64)
        self._refused = cupy.full(1, NONE_REFUSED, cupy.int32)
        self._key = 0
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Begin all games anew, game i from `seed` + i, and write masks and observations."""
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
        """One move in every game, or none at all where one is refused; all but `observations`."""
        self._take_moves(actions)
        self._step(deals=False)
        if self.wait:
            self.check()

    def advance(self, actions: Any) -> None:
        """`step` and `observe`."""
        self.step(actions)
        self.observe()

    def observe(self, seat: int = ANYBODY) -> Any:
        """What a seat, or whoever is on turn, knows of every game."""
        if seat != ANYBODY:
            check_seat(self.rewards.shape[1], seat)
        shape = self.kernels.shape
        arrays = (_words(self._states), _words(self._observations))
        self._launch("look", max(shape.padded, shape.cells), *arrays, self.games, seat)
        return self.observations

    def draw(self) -> Any:
        """Any allowed move for every game, each equally likely; the same from the same seed."""
        drawn = self.kernels.cupy.zeros(self.games, self.kernels.cupy.int64)
        self._key = self._key + self.games & LOW_32
        self._launch("draw", self.kernels.shape.moves, _words(self._masks), self._key, drawn)
        return drawn

    def check(self) -> None:
        """Wait for the GPU, and raise what it refused since the last time."""
        number = int(self._refused[0])
        if number == NONE_REFUSED:
            return
        self._refused[:] = NONE_REFUSED
        where, move = f", game {number}", int(self._moves[number])
        raise IllegalAction(say_illegal(self.game, self.position(number), move, where))

    def position(self, number: int) -> Position:
        """A copy of one game, for the rules, words and drawings."""
        position: Position = self.game.position.from_bytes(self.states[number].tobytes())
        return position

    def _take_moves(self, actions: Any) -> None:
        """Take the actions from wherever they lie, and have them checked against the masks."""
        given = _taken(self.kernels.cupy, actions)
        check_actions(given, self.games)
        self._moves[:] = given
        self._launch("check", 0, self._masks.reshape(-1), self._moves, self._refused)

    def _step(self, *, deals: bool) -> None:
        shape = self.kernels.shape
        arrays = (_words(self._states), self.seeds, self._moves, _words(self._masks))
        results = (self.rewards, self.done, self._refused)
        arguments = (self._table, *arrays, *results, int(deals), int(self._renews), self._kind)
        self._launch(STEPS, shape.padded + shape.moves, *arguments)

    def _launch(self, name: str, bytes_of_a_game: int, *arguments: Any) -> None:
        threads = threads_for(self.kernels.threads, bytes_of_a_game)
        blocks = len(self._states) // threads
        self.kernels.launch(name, blocks, threads, threads * bytes_of_a_game, *arguments)

    def _offset(self, field: str) -> int:
        return int(getattr(self.game.position, field).offset)


class RandomPlay:
    """Whole games played at random on a GPU: their last positions, numbers of moves and scores."""

    def __init__(
        self, kernels: Kernels, games: int, seats: int, options: Mapping[str, str] | None = None
    ) -> None:
        cupy = kernels.cupy
        self.kernels, self.games = kernels, games
        self._table = as_words(cupy, kernels.game.table(seats, options))
        self.states = cupy.zeros((games, kernels.shape.position), cupy.uint8)
        self.moves = cupy.zeros(games, cupy.int32)
        self.scores = cupy.zeros((games, seats), cupy.int32)

    def play(self, first_seed: int) -> None:
        """Play one game from each seed, from the first on."""
        check_seed(first_seed + self.games)
        blocks = -(-self.games // WARP)
        if self.kernels.shape.branches:
            blocks = min(blocks, self.kernels.processors * WARPS_AT_ONCE)
        arrays = (_words(self.states), self.moves, self.scores)
        self.kernels.launch(RANDOM_PLAY, blocks, WARP, 0, self._table, first_seed, *arrays)


def as_words(cupy: Any, position: Position) -> Any:
    """A position on the GPU."""
    return cupy.array(np.frombuffer(position.to_bytes(), np.int32))


def _words(array: Any) -> Any:
    """An array as the kernels fetch it: in words."""
    return array.reshape(-1).view("int32")


def _taken(cupy: Any, actions: Any) -> Any:
    """Actions of any library as an array, where possible without copying."""
    if hasattr(actions, "__cuda_array_interface__") or not hasattr(actions, "__dlpack__"):
        return cupy.asarray(actions)
    return cupy.asarray(actions) if isinstance(actions, np.ndarray) else cupy.from_dlpack(actions)
