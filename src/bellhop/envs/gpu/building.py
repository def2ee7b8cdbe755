"""Kernels made ready: PTX for a kind of GPU, on a machine with or without one.

numba-cuda compiles.  Three things are done around it.  It asks the GPU for its kind even when told
one.  Big functions that are called from several places are kept apart: with everything inlined,
the machine code of Grand Austria Hotel is three times as long.  And tables of cards are arrays in
the GPU's main memory: tuples become trees of branches, five times as long again, and the memory
for constants serves one address at a time.
"""

import dis
import importlib
import importlib.util
import re
import shutil
import subprocess
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from bellhop.engine import telling, twin
from bellhop.engine.features import observation_module
from bellhop.engine.game import Game
from bellhop.engine.twin import Reach
from bellhop.envs.gpu import loops
from bellhop.envs.gpu.kernels import SHARED, STEPPING, Bench, play_games
from bellhop.envs.gpu.manifest import ENTRY, Entry, KernelError, Manifest, sources_digest
from bellhop.envs.gpu.shapes import Shape

Target = tuple[int, int]  # compute capability: (9, 0) is Hopper
Announce = Callable[[str], None]

ANY_TARGET: Target = (
    7,
    5,
)  # the oldest that CUDA 13 knows; the driver translates it for newer ones
SMALLEST_TABLE = 4  # shorter tuples stay tuples
APART = 600  # bytes of byte code, with all that is inlined into it
CALL = 20  # bytes of byte code that stand for the call of a function kept apart
PACKAGES = ("numba", "numba-cuda", "llvmlite", "numpy", "nvidia-nvvm")


@dataclass(frozen=True)
class Variant:
    """How a kernel is made: where positions lie, how long an inlined function may be, registers."""

    memory: str = SHARED
    apart: int = APART  # 0: the compiler decides what is inlined
    registers: int = 0  # of a thread, at the most; 0: as many as it likes


def has_compiler() -> bool:
    """Is numba-cuda installed? It is not imported to find out."""
    return importlib.util.find_spec("numba_cuda") is not None


def build(
    game: Game,
    folder: Path,
    target: Target,
    plays: Mapping[str, Variant],
    announce: Announce,
) -> Manifest:
    """Write a game's kernels: random play in each variant by its name, and those that step."""
    if not has_compiler():
        raise KernelError(
            "numba-cuda is not installed: install bellhop[gpu], or carry kernels here"
        )
    folder.mkdir(parents=True, exist_ok=True)
    manifest = Manifest(
        game.name,
        game.rules_version,
        sources_digest(game),
        target,
        Shape.of(game).as_numbers(),
        {"python": _python(), **{name: _version(name) for name in PACKAGES}},
    )
    stepping = {name: Variant() for name in STEPPING}
    wanted = {**plays, **stepping}
    for apart in sorted({variant.apart for variant in wanted.values()}):
        texts: dict[str, str] = {}  # by how they are compiled: registers are limited afterwards
        for name, variant in wanted.items():
            if variant.apart == apart:
                key = name if name in STEPPING else variant.memory
                if key not in texts:
                    texts[key] = compile_kernel(game, target, key, apart)
                entry = _write(folder, name, variant, texts[key], target)
                manifest.kernels[name] = entry
                announce(f"{game.name} {name}: {len(texts[key]) >> 10} KiB")
    manifest.write(folder)
    return manifest


def compile_kernel(game: Game, target: Target, name: str, apart: int) -> str:
    """The PTX of one kernel: of STEPPING, or random play by the memory it uses."""
    cuda: Any = importlib.import_module("numba.cuda")
    with _as_if_on(target):
        bench, kept = make_bench(game, apart)
        kernel = STEPPING[name](bench) if name in STEPPING else play_games(bench, name)
        with _keeping_apart(kept), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ptx, _ = cuda.compile_ptx(kernel.function, kernel.arguments, cc=target)
    return _with_tables_in_main_memory(_renamed(ptx))


def make_bench(game: Game, apart: int) -> tuple[Bench, frozenset[tuple[str, str]]]:
    """What a game's kernels are made with, and the names of the functions kept apart."""
    numba: Any = importlib.import_module("numba")
    cuda: Any = importlib.import_module("numba.cuda")
    parts = {"see": game.module.view, "observe": observation_module(game).observe}
    reach = Reach(loops, game.module, parts)
    silent = numba.njit(inline="always")(telling.say_nothing)

    def jit(function: FunctionType) -> Any:
        return silent if function is telling.tell else numba.njit(function)

    shape = Shape.of(game)
    state = np.dtype(game.position)
    bench = Bench(
        cuda,
        numba,
        twin.translated(reach, jit, as_table),
        shape,
        numba.from_dtype(state),
        numba.from_dtype(padded_dtype(state, shape.padded)),
    )
    return bench, kept_apart(reach, apart) if apart else frozenset()


def as_table(constant: Any) -> Any:
    """A tuple of numbers, or of equally long rows of them, as an array; anything else as it is."""
    if len(constant) < SMALLEST_TABLE or hasattr(constant, "_fields"):
        return constant
    rows = constant if all(isinstance(row, tuple) for row in constant) else (constant,)
    lengths = {len(row) for row in rows}
    is_table = len(lengths) == 1 and 0 not in lengths
    is_table = is_table and all(isinstance(cell, int) for row in rows for cell in row)
    return np.array(constant, np.int64) if is_table else constant


def kept_apart(reach: Reach, most: int) -> frozenset[tuple[str, str]]:
    """The functions called from several places that would be longer than `most` when inlined."""
    calls = {function: list(_calls(reach, function)) for function in reach.functions}
    places: dict[FunctionType, int] = {}
    for called in calls.values():
        for function in called:
            places[function] = places.get(function, 0) + 1
    kept: set[tuple[str, str]] = set()

    @cache
    def length(function: FunctionType) -> int:
        if function is telling.tell:
            return 0
        whole = len(function.__code__.co_code) + sum(length(other) for other in calls[function])
        if whole > most and places.get(function, 0) > 1:
            kept.add((function.__module__, function.__qualname__))
            return CALL
        return whole

    for function in reach.functions:
        length(function)
    return frozenset(kept)


def _calls(reach: Reach, function: FunctionType) -> Iterator[FunctionType]:
    """Every mention of a function that is reached, as often as it is made."""
    seen = reach.globals_of(function)
    found: Any = None
    for instruction in dis.get_instructions(function.__code__):
        if instruction.opname == "LOAD_GLOBAL":
            found = seen.get(instruction.argval)
        elif isinstance(found, ModuleType) and instruction.argval in vars(found):
            found = vars(found)[instruction.argval]
        else:
            continue
        if isinstance(found, FunctionType) and found in reach.functions:
            yield found


def padded_dtype(state: "np.dtype[Any]", size: int) -> "np.dtype[Any]":
    """The same record, a little longer."""
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


@contextmanager
def _as_if_on(target: Target) -> Iterator[None]:
    """Let numba-cuda think that it runs on a GPU of this kind."""
    dispatcher: Any = importlib.import_module("numba.cuda.dispatcher")
    before = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=target)
    try:
        yield
    finally:
        dispatcher.get_current_device = before


@contextmanager
def _keeping_apart(names: Iterable[tuple[str, str]]) -> Iterator[None]:
    """Mark these functions as not to be inlined; numba-cuda has no option for it."""
    lowering: Any = importlib.import_module("numba.cuda.lowering")
    before = lowering.Lower.setup_function

    def setup_function(self: Any, description: Any) -> None:
        before(self, description)
        if (description.modname, description.qualname) in names:
            self.function.attributes.add("noinline")

    lowering.Lower.setup_function = setup_function
    try:
        yield
    finally:
        lowering.Lower.setup_function = before


def _renamed(ptx: str) -> str:
    """The one kernel under the name that is looked for."""
    found = re.search(r"\.visible \.entry (\w+)\(", ptx)
    if found is None:
        raise KernelError("the compiler made no kernel")
    return ptx.replace(found[1], ENTRY)


def _with_tables_in_main_memory(ptx: str) -> str:
    ptx = re.sub(r"^\.const ", ".global ", ptx, flags=re.MULTILINE)
    return ptx.replace("ld.const.", "ld.global.nc.").replace("cvta.const.", "cvta.global.")


def _write(folder: Path, name: str, variant: Variant, ptx: str, target: Target) -> Entry:
    """Write a kernel, and its machine code where NVIDIA's assembler is at hand."""
    if variant.registers:
        limited = rf"\1\n.maxnreg {variant.registers}\n{{"
        ptx = re.sub(rf"(\.visible \.entry {ENTRY}\([^)]*\))\s*{{", limited, ptx, count=1)
    (folder / f"{name}.ptx").write_text(ptx, "utf-8")
    assembler = shutil.which("ptxas")
    if assembler:
        arch = f"-arch=sm_{target[0]}{target[1]}"
        files = (folder / f"{name}.ptx", "-o", folder / f"{name}.cubin")
        done = subprocess.run(
            [assembler, arch, *files], check=False, capture_output=True, text=True
        )
        if done.returncode:
            raise KernelError(f"{name} of {folder.name} was not assembled: {done.stderr.strip()}")
    return Entry(name, assembler is not None, variant.memory, variant.apart, variant.registers)


def _python() -> str:
    import platform

    return platform.python_version()


def _version(package: str) -> str:
    try:
        return version(package)
    except importlib.metadata.PackageNotFoundError:
        return "?"
