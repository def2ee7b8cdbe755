"""Where training runs: on a GPU with its kernels, or on processor cores."""

from pathlib import Path
from typing import TYPE_CHECKING

from bellhop.engine.errors import PlainError
from bellhop.engine.game import Game

if TYPE_CHECKING:
    from bellhop.envs.gpu.loading import Kernels

DEVICES = ("auto", "gpu", "cores")
MISSING = "training needs PyTorch: install bellhop's extra `train`, or PyTorch for your CUDA"


def is_out_of_memory(error: BaseException) -> bool:
    """Is this how Python, NumPy, CuPy or PyTorch says that there is too little memory?"""
    import torch

    kinds = (MemoryError, torch.OutOfMemoryError)
    return isinstance(error, kinds) or "allocate memory" in str(error)


def find_kernels(game: Game, folder: Path | None, device: str) -> "Kernels | None":
    """The kernels for the GPU, or None for the processor cores."""
    try:
        import torch
    except ImportError:
        raise PlainError(MISSING) from None
    if device not in DEVICES:
        raise PlainError(f"device must be one of {', '.join(DEVICES)}, not {device!r}")
    if device == "cores":
        return None
    if not torch.cuda.is_available():
        if device == "gpu" or folder is not None:
            raise PlainError("PyTorch finds no GPU here; without one, use --device cores")
        return None
    from bellhop.envs.gpu.loading import Kernels, compiled_here

    return Kernels(game, folder / game.name) if folder else compiled_here(game, print)
