"""Building kernels: PTX for a type of GPU, on a machine with or without one.

numba-cuda compiles the kernels, with some changes to its behaviour:

- It asks the GPU for its type even when given one, so we make it see the target.
- Indices are used as they are: the rules have no negative ones.
- Nothing is ever raised: if a thread could leave early, its warp would not reconverge, and the
  threads would run one by one.
- The rules of large games are optimised for size, without unrolling loops; otherwise threads would
  mostly wait for instructions.
- Accessors, functions of a few instructions without branches, are always inlined: the compiler
  would rather save their bytes, and each call costs more than it saves.  So is `go_on`: inside the
  kernel it is known that a game lies in the thread's own memory, which a function would have to
  find out with every load.
- Card data are arrays in the GPU's main memory: tuples would become trees of branches, five times
  as long, and constant memory serves only one address at a time.  Numbers are as narrow as they
  can be, and a table that many functions read is kept once, so that all of them fit into a cache.
"""

import dis
import importlib
import importlib.util
import re
import shutil
import subprocess
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.metadata import version
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellhop.engine import records, telling, twin
from bellhop.engine.game import Game
from bellhop.envs.gpu import loops
from bellhop.envs.gpu.kernels import KERNELS, RANDOM_PLAY, STEPS
from bellhop.envs.gpu.manifest import (
    ENTRY,
    KernelEntry,
    KernelError,
    Manifest,
    bind_loops,
    kernels_version,
)
from bellhop.envs.gpu.shapes import Shape
from bellhop.envs.gpu.toolkit import Toolkit

Target = tuple[int, int]  # compute capability: (9, 0) is Hopper
Announce = Callable[[str], None]

ANY_TARGET: Target = (7, 5)  # the oldest in CUDA 13; the driver translates PTX for newer ones
BLANK = (records.__name__, records.blank.__name__)
GO_ON = (loops.__name__, loops.go_on.__name__)
MAX_ACCESSOR = 24  # instructions of Python's bytecode
NARROW = (np.int8, np.int16, np.int32)
TABLE = re.compile(
    r"^\.global (?P<kind>.+) (?P<name>_cudapy_cmem[\w$]*)(?P<cells>\[\d+\] = .*)$", re.M
)
PACKAGES = ("numba", "numba-cuda", "llvmlite", "numpy", "nvidia-nvvm")


def has_compiler() -> bool:
    """Is numba-cuda installed? This does not import it."""
    return importlib.util.find_spec("numba_cuda") is not None


def build(game: Game, folder: Path, target: Target, announce: Announce) -> Manifest:
    """Compile a game's kernels into a folder."""
    if not has_compiler():
        raise KernelError(
            "numba-cuda is not installed: install Bellhop's extra gpu, or build kernels elsewhere"
        )
    folder.mkdir(parents=True, exist_ok=True)
    manifest = Manifest(
        game.name,
        game.rules_version,
        kernels_version(game),
        target,
        Shape.of(game).as_numbers(),
        {"python": _python(), **{name: _version(name) for name in PACKAGES}},
    )
    for name in KERNELS:
        ptx = compile_kernel(game, target, name)
        manifest.kernels[name] = _write(folder, name, ptx, target)
        announce(f"{game.name} {name}: {len(ptx) >> 10} KiB")
    manifest.write(folder)
    return manifest


def compile_kernel(game: Game, target: Target, name: str) -> str:
    """The PTX of one of KERNELS."""
    cuda: Any = importlib.import_module("numba.cuda")
    with _as_if_on(target):
        kernel = KERNELS[name](make_toolkit(game, wide=name == RANDOM_PLAY))
        is_long = Shape.of(game).branches > 0 and name in (RANDOM_PLAY, STEPS)
        with _patched(is_long=is_long), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ptx, _ = cuda.compile_ptx(kernel.function, kernel.arguments, cc=target)
    return _with_tables_once(_with_constants_in_main_memory(_renamed(ptx)))


def make_toolkit(game: Game, *, wide: bool) -> Toolkit:
    """What a game's kernels are built with; `wide` clears masks eight moves at a time."""
    numba: Any = importlib.import_module("numba")
    cuda: Any = importlib.import_module("numba.cuda")
    binding = bind_loops(game)
    silent = numba.njit(inline="always")(telling.say_nothing)

    def jit(function: FunctionType) -> Any:
        if function is telling.tell:
            return silent
        is_blank = _place_of(function) == BLANK
        return numba.njit(loops.blank if is_blank and wide else function)

    shape = Shape.of(game)
    state = np.dtype(game.position)
    return Toolkit(
        cuda,
        numba,
        twin.translated(binding, jit, as_array),
        shape,
        numba.from_dtype(state),
        numba.from_dtype(padded_dtype(state, shape.padded)),
    )


def is_accessor(function: FunctionType) -> bool:
    """Is this a function of a few instructions without branches?"""
    instructions = list(dis.get_instructions(function))
    jumps = {*dis.hasjrel, *dis.hasjabs}
    return len(instructions) <= MAX_ACCESSOR and not any(i.opcode in jumps for i in instructions)


def _place_of(function: FunctionType) -> tuple[str, str]:
    """The module and the name of a function, which its copies keep."""
    return function.__module__, function.__name__


def as_array(constant: Any) -> Any:
    """A tuple of numbers, or of equally long rows of numbers, as an array; others unchanged."""
    if not constant or hasattr(constant, "_fields"):
        return constant
    rows = constant if all(isinstance(row, tuple) for row in constant) else (constant,)
    lengths = {len(row) for row in rows}
    is_regular = len(lengths) == 1 and 0 not in lengths
    is_regular = is_regular and all(isinstance(cell, int) for row in rows for cell in row)
    return _narrowed(np.array(constant, np.int64)) if is_regular else constant


def _narrowed(table: NDArray[np.int64]) -> NDArray[Any]:
    """The same numbers in the smallest type that holds them."""
    for kind in NARROW:
        if np.iinfo(kind).min <= table.min() and table.max() <= np.iinfo(kind).max:
            return table.astype(kind)
    return table


def padded_dtype(state: "np.dtype[Any]", size: int) -> "np.dtype[Any]":
    """The same record, padded to a size."""
    fields: Any = state.fields
    return np.dtype(
        {
            "names": list(fields),
            "formats": [kind for kind, _ in fields.values()],
            "offsets": [offset for _, offset in fields.values()],
            "itemsize": size,
            "aligned": True,
        }
    )


def _as_if_on(target: Target) -> AbstractContextManager[None]:
    """Make numba-cuda believe that it runs on this type of GPU."""
    dispatcher: Any = importlib.import_module("numba.cuda.dispatcher")
    device = SimpleNamespace(compute_capability=target)
    return _changed(dispatcher, "get_current_device", lambda: device)


@contextmanager
def _patched(*, is_long: bool) -> Iterator[None]:
    """Patch what numba-cuda has no options for: code size, indices and errors."""
    numba: Any = importlib.import_module("numba")
    lower: Any = importlib.import_module("numba.cuda.lowering").Lower
    arrays: Any = importlib.import_module("numba.cuda.np.arrayobj")
    calls: Any = importlib.import_module("numba.cuda.core.callconv").MinimalCallConv
    set_up = lower.setup_function

    def setup_function(self: Any, description: Any) -> None:
        set_up(self, description)
        function = self.func_ir.func_id.func
        if is_accessor(function) or _place_of(function) == GO_ON:
            self.function.attributes.add("alwaysinline")
        if is_long:
            self.function.attributes.add("optsize")

    def take_index(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
        return context.cast(builder, index, kind, numba.intp)

    def raise_nothing(_self: Any, builder: Any, *_args: Any, **_named: Any) -> None:
        builder.unreachable()

    with (
        _changed(lower, "setup_function", setup_function),
        _changed(arrays, "fix_integer_index", take_index),
        _changed(calls, "return_user_exc", raise_nothing),
    ):
        yield


@contextmanager
def _changed(owner: Any, name: str, value: object) -> Iterator[None]:
    """Set an attribute for the duration of the block."""
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


def _renamed(ptx: str) -> str:
    """The PTX with its only kernel renamed to ENTRY."""
    found = re.search(r"\.visible \.entry (\w+)\(", ptx)
    if found is None:
        raise KernelError("the compiler produced no kernel")
    return ptx.replace(found[1], ENTRY)


def _with_constants_in_main_memory(ptx: str) -> str:
    ptx = re.sub(r"^\.const ", ".global ", ptx, flags=re.MULTILINE)
    return ptx.replace("ld.const.", "ld.global.nc.").replace("cvta.const.", "cvta.global.")


def _with_tables_once(ptx: str) -> str:
    """The PTX without tables that are equal to earlier ones; each function brought its own."""
    first: dict[str, str] = {}
    same: dict[str, str] = {}
    for table in TABLE.finditer(ptx):
        kept = first.setdefault(table["kind"] + table["cells"], table["name"])
        if kept != table["name"]:
            same[table["name"]] = kept
    ptx = TABLE.sub(lambda table: "" if table["name"] in same else table[0], ptx)
    return re.sub(r"_cudapy_cmem[\w$]*", lambda name: same.get(name[0], name[0]), ptx)


def _write(folder: Path, name: str, ptx: str, target: Target) -> KernelEntry:
    """Write a kernel, and its machine code if NVIDIA's assembler is installed."""
    (folder / f"{name}.ptx").write_text(ptx, "utf-8")
    assembler = shutil.which("ptxas")
    if assembler:
        arch = f"-arch=sm_{target[0]}{target[1]}"
        files = (folder / f"{name}.ptx", "-o", folder / f"{name}.cubin")
        done = subprocess.run(
            [assembler, arch, *files], check=False, capture_output=True, text=True
        )
        if done.returncode:
            reason = done.stderr.strip()
            raise KernelError(f"{name} of {folder.name} could not be assembled: {reason}")
    return KernelEntry(name, is_assembled=assembler is not None)


def _python() -> str:
    import platform

    return platform.python_version()


def _version(package: str) -> str:
    try:
        return version(package)
    except importlib.metadata.PackageNotFoundError:
        return "?"
