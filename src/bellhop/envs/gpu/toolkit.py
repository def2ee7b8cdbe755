"""What kernels are, and what they are made with."""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from bellhop.envs.gpu.shapes import Shape


@dataclass(frozen=True)
class Kernel:
    """A function for every thread, and the types of its arguments."""

    function: Callable[..., None]
    arguments: tuple[Any, ...]


@dataclass(frozen=True)
class Toolkit:
    """What kernels are made with: the compiler's names, and a game's loops, sizes and types."""

    cuda: Any
    numba: Any
    loops: ModuleType
    shape: Shape
    state: Any  # a position in an array …
    padded: Any  # … and in shared memory
