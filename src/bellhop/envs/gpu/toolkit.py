"""Kernels, and what they are built with."""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from bellhop.envs.gpu.shapes import Shape


@dataclass(frozen=True)
class Kernel:
    """The function that every thread runs, and the types of its arguments."""

    function: Callable[..., None]
    arguments: tuple[Any, ...]


@dataclass(frozen=True)
class Toolkit:
    """What kernels are built with: the compiler modules, and a game's loops, sizes and types."""

    cuda: Any
    numba: Any
    loops: ModuleType
    shape: Shape
    state: Any  # the type of a position in an array …
    padded: Any  # … and in shared memory
