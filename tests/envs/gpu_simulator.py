"""The kernels in Numba's GPU simulator, compared with the processor; run by `test_gpu.py`.

    NUMBA_ENABLE_CUDASIM=1 python tests/envs/gpu_simulator.py GAME GAMES STEPS

Every thread of the simulated GPU is a thread of Python; the rules are compiled for the processor.
"""

import sys
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba import cuda
from numba.cuda.simulator import kernel
from numba.cuda.simulator.cudadrv.devicearray import FakeWithinKernelCUDAArray
from numba.np.numpy_support import as_dtype

from bellhop.engine import playout, twin
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.envs.batch import Batch
from bellhop.envs.gpu import batch as gpu_batch
from bellhop.envs.gpu.batch import GpuBatch, RandomPlay
from bellhop.envs.gpu.building import make_toolkit
from bellhop.envs.gpu.kernels import KERNELS
from bellhop.envs.gpu.shapes import Shape
from bellhop.games import game_named
from bellhop.lab.simulation import play_chunk

jit: Any = cuda.jit
running: Any = kernel._get_kernel_context
LOOPS = (
    *("act_at_random", "close_round", "deal", "go_on", "write_scores"),
    *("draw_move", "make_move", "observe", "observer", "offer_moves", "see"),
)


class SimulatedKernels:
    """Kernels that the simulator runs, with NumPy in place of CuPy."""

    threads = 4
    processors = 1

    def __init__(self, game: Game) -> None:
        self.game, self.cupy, self.shape = game, np, Shape.of(game)
        tools = make_toolkit(game, wide=False)
        called = {name: taking_arrays(getattr(tools.loops, name)) for name in LOOPS}
        kept: Any = SimpleNamespace(**called)
        self.toolkit = replace(tools, cuda=RunningKernel(), loops=kept)

    def function(self, name: str) -> Any:
        """A kernel for the simulator."""
        return jit(KERNELS[name](self.toolkit).function)

    def launch(self, name: str, blocks: int, threads: int, shared: int, *arguments: Any) -> None:
        """Run a kernel."""
        self.function(name)[blocks, threads, 0, shared](*arguments)


class RunningKernel:
    """What the running kernel sees as `cuda`."""

    def __getattr__(self, name: str) -> Any:
        return OwnMemory if name == "local" else getattr(running(), name)

    def any_sync(self, _lanes: int, vote: int) -> int:
        """Does any thread vote yes, in a block that is one warp?"""
        return int(running().syncthreads_or(vote))

    def ballot_sync(self, _lanes: int, vote: int) -> int:
        """One bit per yes vote, in a block that is one warp."""
        return int((1 << running().syncthreads_count(vote)) - 1)


class OwnMemory:
    """The local memory of a thread, which the simulator lacks for records."""

    @staticmethod
    def array(length: int, kind: Any) -> Any:
        """Fresh memory."""
        return np.zeros(length, as_dtype(kind)).view(np.recarray)


def taking_arrays(function: Any) -> Any:
    """Let a compiled function take the simulator's wrapped arrays."""

    def plain(argument: Any) -> Any:
        is_wrapped = isinstance(argument, FakeWithinKernelCUDAArray)
        return argument._item._ary if is_wrapped else argument

    def call(*arguments: Any) -> Any:
        return function(*map(plain, arguments))

    return call


def main(name: str, games: int, steps: int) -> None:
    """Play, and compare every byte."""
    sys.setswitchinterval(1e-5)  # the simulator keeps polling its threads while they wait
    game = game_named(name)
    kernels: Any = SimulatedKernels(game)
    gpu_batch.WARP = kernels.threads  # simulated threads wait long for each other
    seats = game.players[-1]
    fast = twin.compiled(playout, game.rules)
    expected, moves = play_chunk(game, game.undealt(seats), 11, games, fast)
    play = RandomPlay(kernels, games, seats)
    play.play(11)
    assert play.states.tobytes() == bytes(expected)
    assert play.moves.sum() == moves
    scores = [[game.rules.score(p, seat) for seat in range(seats)] for p in expected]
    assert play.scores.tolist() == scores
    batch, other = Batch(game, games, seats, seed=3), GpuBatch(kernels, games, seats, seed=3)
    for _ in range(steps):
        for array in ("states", "masks", "observations", "rewards", "done", "seeds", "turns"):
            mine, theirs = getattr(batch, array), getattr(other, array)
            assert mine.tobytes() == theirs.tobytes(), array
        drawn = batch.draw()
        assert other.draw().tolist() == drawn.tolist()
        batch.advance(drawn)
        other.advance(drawn)
    try:
        other.observe(seat=seats)
    except BellhopError:
        print(f"{games} games and {steps} steps are the same")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
