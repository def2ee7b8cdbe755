"""Kernels of a folder, or compiled for the GPU at hand, and launched by CuPy."""

import importlib
import importlib.util
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from bellhop.engine.caching import cache_home
from bellhop.engine.game import Game
from bellhop.envs.gpu.building import build
from bellhop.envs.gpu.kernels import RANDOM_PLAY
from bellhop.envs.gpu.manifest import (
    ENTRY,
    NAME,
    Entry,
    KernelError,
    Manifest,
    kernels_version,
    read_manifest,
)
from bellhop.envs.gpu.shapes import Shape

THREADS = 128  # of a block, at the most
SHARED_OF_A_BLOCK = 56 * 1024  # bytes, so that four blocks fit into a multiprocessor


def gpu_at_hand() -> Any:
    """CuPy, if it is installed and sees a GPU."""
    if importlib.util.find_spec("cupy") is None:
        raise KernelError("CuPy is not installed: install bellhop[gpu], or the CuPy of your CUDA")
    cupy: Any = importlib.import_module("cupy")
    try:
        count = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise KernelError(f"no GPU can be used here: {error}") from None
    if count == 0:
        raise KernelError("there is no GPU here")
    return cupy


def capability_of(cupy: Any) -> tuple[int, int]:
    """The compute capability of the GPU at hand."""
    digits = str(cupy.cuda.Device().compute_capability)
    return int(digits[:-1]), int(digits[-1])


def compiled_here(game: Game, announce: Callable[[str], None]) -> "Kernels":
    """A game's kernels compiled for the GPU at hand, once after each change of the rules."""
    target = capability_of(gpu_at_hand())
    name = f"{game.name}-gpu{target[0]}{target[1]}-{game.rules_version}-{kernels_version(game)}"
    folder = cache_home() / name
    if not (folder / NAME).exists():
        announce(f"Compiling {game.title} for the GPU, once after each change of the rules …")
        build(game, folder, target, announce)
    return Kernels(game, folder)


class Kernels:
    """The kernels of a game, loaded when first launched."""

    def __init__(self, game: Game, folder: Path) -> None:
        self.game, self.folder = game, folder
        self.manifest: Manifest = read_manifest(game, folder)
        self.shape = Shape.of(game)
        self.cupy = gpu_at_hand()
        self.threads = THREADS
        self._loaded: dict[str, Any] = {}
        self.capability = capability_of(self.cupy)
        if self.manifest.target > self.capability:
            wanted, found = (
                ".".join(map(str, pair)) for pair in (self.manifest.target, self.capability)
            )
            raise KernelError(
                f"the kernels in {folder} are for GPUs of compute capability {wanted} or newer,"
                f" this one has {found}"
            )

    @cached_property
    def processors(self) -> int:
        """How many multiprocessors the GPU has."""
        return int(self.cupy.cuda.Device().attributes["MultiProcessorCount"])

    @cached_property
    def _most_shared(self) -> int:
        """Bytes of shared memory that a block may ask for."""
        runtime = self.cupy.cuda.runtime
        wanted = runtime.cudaDevAttrMaxSharedMemoryPerBlockOptin
        return int(runtime.deviceGetAttribute(wanted, runtime.getDevice()))

    def function(self, name: str) -> Any:
        """A kernel, ready to be launched."""
        if name not in self._loaded:
            entry = self.manifest.entry(name)
            path = self._file(entry)
            if not path.exists():
                raise KernelError(f"the kernel {name!r} of {self.game.name} is missing: {path}")
            module = self.cupy.RawModule(path=str(path))
            function = self._loaded[name] = module.get_function(ENTRY)
            function.max_dynamic_shared_size_bytes = self._most_shared - function.shared_size_bytes
            function.preferred_shared_memory_carveout = 0 if name == RANDOM_PLAY else 100
        return self._loaded[name]

    def launch(self, name: str, blocks: int, threads: int, shared: int, *arguments: Any) -> None:
        """Run a kernel; arrays are handed over as Numba's kernels want them."""
        flat = [part for argument in arguments for part in _flattened(self.cupy, argument)]
        self.function(name)((blocks,), (threads,), tuple(flat), shared_mem=shared)

    def _file(self, entry: Entry) -> Path:
        """Machine code where it is for just this kind of GPU, else PTX for the driver."""
        fits = entry.is_assembled and self.manifest.target == self.capability
        return self.folder / f"{entry.file}.{'cubin' if fits else 'ptx'}"


def _flattened(cupy: Any, argument: Any) -> list[Any]:
    """What stands for one argument: a number, or of an array all that Numba keeps of it."""
    if not isinstance(argument, cupy.ndarray):
        return [np.int64(argument)]
    return [
        np.int64(0),  # no owner and no parent: CuPy keeps the memory
        np.int64(0),
        np.int64(argument.size),
        np.int64(argument.itemsize),
        np.uint64(argument.data.ptr),
        *(np.int64(length) for length in argument.shape),
        *(np.int64(stride) for stride in argument.strides),
    ]


def threads_for(most: int, bytes_of_a_game: int) -> int:
    """The threads of a block whose games take so much shared memory each."""
    threads = most
    while threads > 32 and threads * bytes_of_a_game > SHARED_OF_A_BLOCK:
        threads //= 2
    return threads
