"""The compiled twin: plain functions bound to one game and, optionally, compiled with Numba.

Loops over many moves (random play, search, batches) are written once, in modules that call the
functions of a global named `rules`, which is left UNBOUND.  `interpreted` and `compiled` return a
copy of such a module with `rules`, and any other unbound names, bound to the parts of a game.  The
copies are real modules, whose functions call one another across files just like the originals.

Compiled code is cached on disk under a digest of exactly what was compiled: the bytecode of every
function in the call graph, the named tuples it takes and the value of every constant it uses, card
data included.  Any edit therefore leads to another folder, and stale code cannot run.
"""

import ctypes
import hashlib
import importlib
import importlib.util
import marshal
import shutil
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, cast

import numpy as np

from bellhop.engine import compiling, telling
from bellhop.engine.caching import cache_code, cache_folder, cache_home
from bellhop.engine.call_graph import CallGraph, functions_of
from bellhop.engine.compiling import Announce
from bellhop.engine.errors import PlainError
from bellhop.engine.parts import Rules
from bellhop.engine.records import Position, Record

Jit = Callable[[FunctionType], Any]

KEEP_DAYS = 30
_numba_settings = threading.Lock()
_twins: dict[Path, "Twin"] = {}  # by the folder of their code: what is compiled once serves all
_shared: dict[bool, "Shared"] = {}  # by whether every index is checked


class NoCompiler(PlainError):
    """Numba is not installed."""


def has_compiler() -> bool:
    """Is Numba installed? This does not import it."""
    try:
        return importlib.util.find_spec("numba") is not None
    except ValueError:
        return False


@dataclass(frozen=True)
class Twin:
    """A module of loops bound to a game's rules, interpreted or compiled."""

    loops: ModuleType
    is_compiled: bool

    def take(self, what: "Position | Record | ctypes.Array[Any]") -> Any:
        """A record, or an array of records, in the form the loops expect; the memory is shared."""
        if not self.is_compiled:
            return what
        block: Any = what
        if hasattr(what, "_type_"):
            return np.frombuffer(memoryview(block), layout_of(block._type_))
        return np.frombuffer(memoryview(block), layout_of(block.__class__))[0]

    def rows(self, array: Any) -> Any:
        """An array in the form the loops expect; the memory is shared.

        Interpreted loops see plain Python numbers.
        """
        if self.is_compiled:
            return array
        return memoryview(array) if array.ndim == 1 else [memoryview(row) for row in array]

    def direct(self, name: str, *like: Any) -> Callable[..., Any]:
        """A loop for arguments of exactly the types of `like`, which is called without dispatch.

        Finding the types of a large tuple takes Numba several times as long as a short loop.
        """
        loop = getattr(self.loops, name)
        if not self.is_compiled:
            return cast("Callable[..., Any]", loop)
        types = tuple(loop.typeof_pyval(argument) for argument in like)
        loop.compile(types)
        return cast("Callable[..., Any]", loop.get_overload(types))

    def mask(self, moves: int) -> Any:
        """A mask for a number of moves, in the form that is fastest here."""
        return np.zeros(moves, np.int8) if self.is_compiled else bytearray(moves)

    def cells(self, numbers: "list[int]") -> Any:
        """A row of integers, in the form that is fastest here."""
        return np.array(numbers, np.int64) if self.is_compiled else numbers


@cache
def layout_of(kind: Any) -> "np.dtype[Any]":
    """The NumPy type of a record; cached, because finding it takes longer than most calls."""
    layout: np.dtype[Any] = np.dtype(kind)
    return layout


class Binding(CallGraph):
    """The call graph of a module of loops, and of its `__all__`, bound to a game's parts."""

    def __init__(self, loops: ModuleType, rules: Rules[Any], others: Mapping[str, object]) -> None:
        self.loops, self.rules = loops, rules
        bound = {"rules": rules, **others}
        exported = [part for name, part in bound.items() if name in vars(loops).get("__all__", ())]
        super().__init__([*functions_of(loops), *exported], bound)

    @property
    def modules(self) -> dict[str, dict[str, Any]]:
        """The globals of every module in the call graph."""
        seen = {function.__module__: function.__globals__ for function in self.functions}
        parts = (self.loops, *self.bound.values())
        return seen | {part.__name__: vars(part) for part in parts if isinstance(part, ModuleType)}


class Shared:
    """Rules in memory that several modules of loops call: each function is compiled only once.

    A module is shared if nothing is bound in it, nor in any module that it can see.  As
    soon as anything has changed, everything is compiled again.
    """

    def __init__(self) -> None:
        self.modules: dict[str, ModuleType] = {}
        self.copies: dict[FunctionType, Any] = {}
        self._written: dict[str, str] = {}
        self._seen: dict[str, dict[str, Any]] = {}

    def find_common(self, binding: Binding) -> set[str]:
        """The names of the modules of a binding that are shared."""
        written, seen = _written(binding), binding.modules
        is_other = any(self._written.get(name, text) != text for name, text in written.items())
        if is_other or any(_differ(self._seen.get(name, {}), seen[name]) for name in seen):
            self.modules, self.copies, self._written, self._seen = {}, {}, {}, {}
        self._written |= written
        self._seen |= {name: self._seen.get(name, {}) | names for name, names in seen.items()}
        own = {binding.loops.__name__, *(name for name in seen if binding.bound_in(seen[name]))}
        while found := {name for name in seen.keys() - own if _sees_any(seen[name], own)}:
            own |= found
        return seen.keys() - own


def interpreted(loops: ModuleType, rules: Rules[Any], **others: object) -> Twin:
    """The loops bound to a game's rules, as plain Python; `others` are bound by name too."""
    return Twin(_copy(Binding(loops, rules, others), lambda function: function), is_compiled=False)


def compiled(
    loops: ModuleType, rules: Rules[Any], *, checked: bool = False, **others: object
) -> Twin:
    """The loops bound to a game's rules; each is compiled or loaded from disk on its first call.

    With `checked`, every index is checked against the bounds of its field.
    """
    if not has_compiler():
        raise NoCompiler("Numba is not installed: install it, or use the interpreted rules")
    numba: Any = importlib.import_module("numba")
    binding = Binding(loops, rules, others)
    # Only the loops are called from Python: the rules need neither wrappers nor cache files.
    loop = numba.njit(nogil=True, boundscheck=checked)
    inner = numba.njit(no_cpython_wrapper=True, nogil=True, boundscheck=checked)
    silent = numba.njit(inline="always")(telling.say_nothing)

    folder = _folder(binding, checked)
    new: list[Any] = []

    def jit(function: FunctionType) -> Any:
        if function is telling.tell:
            return silent
        is_loop = function.__module__ == loops.__name__
        new.append(loop(function) if is_loop else inner(function))
        if is_loop:
            cache_code(new[-1], folder)
        return new[-1]

    with _numba_settings:
        if folder not in _twins:
            shared = _shared.setdefault(checked, Shared())
            _twins[folder] = Twin(_copy(binding, jit, shared=shared), is_compiled=True)
            compiling.watch(_name_of(rules), new)
        return _twins[folder]


def translated(binding: Binding, jit: Jit, convert: Callable[[Any], Any]) -> ModuleType:
    """The loops for another compiler: `jit` replaces functions, `convert` replaces tuples.

    `tell` is passed to `jit` like any other function, which must make it silent.
    """
    return _copy(binding, jit, convert)


def fastest(
    loops: ModuleType,
    rules: Rules[Any],
    first_call: Callable[[Twin], object],
    announce: Announce,
    **others: object,
) -> Twin:
    """The loops compiled by `first_call`, or interpreted if Numba is missing.

    A long compilation, or a missing compiler, is announced in a few lines.
    """
    if not has_compiler():
        announce("Numba is not installed: the rules run interpreted, about a hundred times slower.")
        return interpreted(loops, rules, **others)
    twin = compiled(loops, rules, checked=False, **others)
    with compiling.announcing(announce):
        first_call(twin)
    return twin


def _digest(graph: CallGraph) -> str:
    """One text that changes with anything that would be compiled."""
    parts = sorted(f"{name}={text}" for name, text in _written(graph).items())
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:24]


def _written(graph: CallGraph) -> dict[str, str]:
    """All that would be compiled, in writing, by its name."""
    written = {}
    for name, value in graph.constants.items():
        if isinstance(value, type) and issubclass(value, Enum):
            written[name] = f"{list(value)!r}"
        elif isinstance(value, np.ndarray):
            written[name] = f"{value.dtype} {value.shape} {value.tobytes().hex()}"
        elif isinstance(value, int | float | str | bytes | tuple | np.generic):
            written[name] = f"{value!r}"
    for function in graph.functions:
        code = marshal.dumps(function.__code__, 2).hex()
        written[_full_name(function)] = f"{function.__defaults__} {_tuples_of(function)} {code}"
    return written


def _tuples_of(function: FunctionType) -> list[tuple[str, tuple[str, ...]]]:
    """The named tuples that a function takes: what is cached refers to them by name."""
    kinds = function.__annotations__.values()
    return [(kind.__qualname__, kind._fields) for kind in kinds if hasattr(kind, "_fields")]


def _differ(before: Mapping[str, object], now: Mapping[str, object]) -> bool:
    """Has a name another value than before?"""
    return any(now[name] is not before[name] for name in before.keys() & now.keys())


def _sees_any(names: Mapping[str, object], modules: set[str]) -> bool:
    """Is one of these modules, or a function of one, among the names?"""
    return any(
        (isinstance(value, FunctionType) and value.__module__ in modules)
        or (isinstance(value, ModuleType) and value.__name__ in modules)
        for value in names.values()
    )


def _copy(
    binding: Binding,
    jit: Jit,
    convert: Callable[[Any], Any] = lambda constant: constant,
    shared: Shared | None = None,
) -> ModuleType:
    """New modules with a copy of every function reached, each passed through `jit`.

    What is shared is taken from there, and what is new of it is added.
    """
    common = shared.find_common(binding) if shared else set[str]()
    kept = shared or Shared()
    modules: dict[str, ModuleType] = {}
    for name, names in binding.modules.items():
        if name in common and name in kept.modules:
            modules[name] = kept.modules[name]
            vars(modules[name]).update({**names, **vars(modules[name])})
        else:
            modules[name] = ModuleType(name)
            vars(modules[name]).update({**names, **binding.bound_in(names)})
    copies: dict[FunctionType, Any] = {}
    for function in binding.functions:
        if function in kept.copies and function.__module__ in common:
            copies[function] = kept.copies[function]
        else:
            copies[function] = jit(_rebased(function, vars(modules[function.__module__])))
    kept.modules |= {name: modules[name] for name in common}
    kept.copies |= {one: copy for one, copy in copies.items() if one.__module__ in common}
    for module in modules.values():
        for key, value in list(vars(module).items()):
            if isinstance(value, FunctionType) and value in copies:
                vars(module)[key] = copies[value]
            elif isinstance(value, ModuleType) and value.__name__ in modules:
                vars(module)[key] = modules[value.__name__]
            elif isinstance(value, tuple):
                vars(module)[key] = convert(value)
    return modules[binding.loops.__name__]


def _rebased(function: FunctionType, namespace: dict[str, Any]) -> FunctionType:
    if function is telling.tell:
        return function
    twin = FunctionType(function.__code__, namespace, function.__name__, function.__defaults__)
    twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
    return twin


def _full_name(function: FunctionType) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _name_of(part: Any) -> str:
    """A short name for a module; rules take the name of their game's folder."""
    name: str = part.__name__.removesuffix(".rules")
    return name.rpartition(".")[2]


def _folder(binding: Binding, checked: bool) -> Path:
    """The cache folder for the code of a binding; making a new one removes long unused ones."""
    kind = "checked" if checked else "compiled"
    name = f"{_name_of(binding.rules)}-{_name_of(binding.loops)}-{kind}"
    folder = cache_home() / f"{name}-{_digest(binding)}"
    is_new = not folder.exists()
    folder = cache_folder(folder.name)
    if is_new:
        for other in folder.parent.glob(f"{name}-*"):
            if time.time() - other.stat().st_mtime > KEEP_DAYS * 86_400:
                shutil.rmtree(other, ignore_errors=True)
    return folder
