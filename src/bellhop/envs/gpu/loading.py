"""Loading kernels from a folder, or compiling them for the current GPU; CuPy launches them."""

import importlib
import importlib.util
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from bellhop.engine.caching import cache_folder
from bellhop.engine.game import Game
from bellhop.envs.gpu.building import build
from bellhop.envs.gpu.kernels import RANDOM_PLAY
from bellhop.envs.gpu.manifest import (
    ENTRY,
    NAME,
    KernelEntry,
    KernelError,
    Manifest,
    kernels_version,
    read_manifest,
)
from bellhop.envs.gpu.shapes import Shape

MAX_THREADS = 128  # per block
SHARED_PER_BLOCK = 56 * 1024  # bytes, so that four blocks fit on a multiprocessor


def import_cupy() -> Any:
    """CuPy; refused if it is not installed or finds no GPU."""
    if importlib.util.find_spec("cupy") is None:
        raise KernelError(
            "CuPy is not installed: install Bellhop's extra gpu, or CuPy for your CUDA"
        )
    cupy: Any = importlib.import_module("cupy")
    try:
        count = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise KernelError(f"no GPU is usable here: {error}") from None
    if count == 0:
        raise KernelError("there is no GPU here")
    return cupy


def capability_of(cupy: Any) -> tuple[int, int]:
    """The compute capability of the current GPU."""
    digits = str(cupy.cuda.Device().compute_capability)
    return int(digits[:-1]), int(digits[-1])


def compiled_here(game: Game, announce: Callable[[str], None]) -> "Kernels":
    """A game's kernels, compiled for the current GPU once after each change to the rules."""
    target = capability_of(import_cupy())
    name = f"{game.name}-gpu{target[0]}{target[1]}-{game.rules_version}-{kernels_version(game)}"
    folder = cache_folder(name)
    if not (folder / NAME).exists():
        announce(f"Compiling {game.title} for the GPU, once after each change to the rules …")
        build(game, folder, target, announce)
    return Kernels(game, folder)


class Kernels:
    """The kernels of a game, loaded when first launched."""

    def __init__(self, game: Game, folder: Path) -> None:
        self.game, self.folder = game, folder
        self.manifest: Manifest = read_manifest(game, folder)
        self.shape = Shape.of(game)
        self.cupy = import_cupy()
        self.threads = MAX_THREADS
        self._loaded: dict[str, Any] = {}
        self.capability = capability_of(self.cupy)
        if self.manifest.target > self.capability:
            wanted, found = (
                ".".join(map(str, pair)) for pair in (self.manifest.target, self.capability)
            )
            raise KernelError(
                f"the kernels in {folder} are for GPUs of compute capability {wanted} or newer,"
                f" but this one has {found}"
            )

    @cached_property
    def processors(self) -> int:
        """The number of multiprocessors."""
        return int(self.cupy.cuda.Device().attributes["MultiProcessorCount"])

    @cached_property
    def _max_shared(self) -> int:
        """The maximum shared memory per block, in bytes."""
        runtime = self.cupy.cuda.runtime
        wanted = runtime.cudaDevAttrMaxSharedMemoryPerBlockOptin
        return int(runtime.deviceGetAttribute(wanted, runtime.getDevice()))

    def function(self, name: str) -> Any:
        """A kernel, loaded and ready to launch."""
        if name not in self._loaded:
            entry = self.manifest.entry(name)
            path = self._file(entry)
            if not path.exists():
                raise KernelError(f"the kernel {name!r} of {self.game.name} is missing: {path}")
            module = self.cupy.RawModule(path=str(path))
            function = self._loaded[name] = module.get_function(ENTRY)
            function.max_dynamic_shared_size_bytes = self._max_shared - function.shared_size_bytes
            function.preferred_shared_memory_carveout = 0 if name == RANDOM_PLAY else 100
        return self._loaded[name]

    def launch(self, name: str, blocks: int, threads: int, shared: int, *arguments: Any) -> None:
        """Launch a kernel; arrays are passed in the form that Numba's kernels expect."""
        flat = [part for argument in arguments for part in _flattened(self.cupy, argument)]
        self.function(name)((blocks,), (threads,), tuple(flat), shared_mem=shared)

    def _file(self, entry: KernelEntry) -> Path:
        """The machine code if it is for this type of GPU, otherwise PTX for the driver."""
        fits = entry.is_assembled and self.manifest.target == self.capability
        return self.folder / f"{entry.file}.{'cubin' if fits else 'ptx'}"


def _flattened(cupy: Any, argument: Any) -> list[Any]:
    """The values passed for one argument: a number, or the fields of Numba's array struct."""
    if not isinstance(argument, cupy.ndarray):
        return [np.int64(argument)]
    return [
        np.int64(0),  # no owner and no parent: CuPy owns the memory
        np.int64(0),
        np.int64(argument.size),
        np.int64(argument.itemsize),
        np.uint64(argument.data.ptr),
        *(np.int64(length) for length in argument.shape),
        *(np.int64(stride) for stride in argument.strides),
    ]


def threads_for(max_threads: int, bytes_per_game: int) -> int:
    """The number of threads per block whose games fit into shared memory."""
    threads = max_threads
    while threads > 32 and threads * bytes_per_game > SHARED_PER_BLOCK:
        threads //= 2
    return threads
