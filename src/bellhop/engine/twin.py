"""The compiled twin: the same plain functions, bound to a game and passed through Numba when asked.

Loops over many moves (random play, search, batches) are written once, in modules that call the
verbs of a global named `rules`, left UNBOUND.  `interpreted` and `compiled` give such a module with
a game's rules in that place (and other parts in the places of their names): real modules again,
whose functions call one another as before, across files and both ways.

Compiled code is kept on disk under a digest of exactly what was compiled: the byte code of every
function reached and the value of every constant it names, card tables included.  So an edit
anywhere means another folder, and old code cannot run.
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
from typing import Any

import numpy as np

from bellhop.engine import telling
from bellhop.engine.caching import cache_home
from bellhop.engine.errors import PlainError
from bellhop.engine.parts import Rules
from bellhop.engine.reach import Reach, functions_of
from bellhop.engine.records import Position, Record

Jit = Callable[[FunctionType], Any]
Announce = Callable[[str], None]

KEEP_DAYS = 30
_numba_settings = threading.Lock()
_made: dict[Path, "Twin"] = {}  # by the folder of their code: what is compiled once serves all
_shared: dict[bool, "Shared"] = {}  # by whether every index is checked


class NoCompiler(PlainError):
    """Numba is not installed."""


def has_compiler() -> bool:
    """Is Numba installed? It is not imported to find out."""
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
        """A record, or an array of them, as the loops take it: the same memory, nothing copied."""
        if not self.is_compiled:
            return what
        block: Any = what
        if hasattr(what, "_type_"):
            return np.frombuffer(memoryview(block), layout_of(block._type_))
        return np.frombuffer(memoryview(block), layout_of(block.__class__))[0]

    def rows(self, array: Any) -> Any:
        """An array as the loops take it: the same memory, interpreted as plain Python numbers."""
        if self.is_compiled:
            return array
        return memoryview(array) if array.ndim == 1 else [memoryview(row) for row in array]

    def mask(self, moves: int) -> Any:
        """A mask for so many moves, in the form that is quickest here."""
        return np.zeros(moves, np.int8) if self.is_compiled else bytearray(moves)

    def cells(self, numbers: "list[int]") -> Any:
        """A row of whole numbers, in the form that is quickest here."""
        return np.array(numbers, np.int64) if self.is_compiled else numbers


@cache
def layout_of(kind: Any) -> "np.dtype[Any]":
    """A record as NumPy sees it, found out once: that takes longer than most calls."""
    layout: np.dtype[Any] = np.dtype(kind)
    return layout


class Binding(Reach):
    """All that the loops of one module, and what it offers in `__all__`, lead to in a game."""

    def __init__(self, loops: ModuleType, rules: Rules, others: Mapping[str, object]) -> None:
        self.loops, self.rules = loops, rules
        bound = {"rules": rules, **others}
        offered = [part for name, part in bound.items() if name in vars(loops).get("__all__", ())]
        super().__init__([*functions_of(loops), *offered], bound)

    @property
    def modules(self) -> dict[str, dict[str, Any]]:
        """The names that every module reached can see."""
        seen = {function.__module__: function.__globals__ for function in self.functions}
        parts = (self.loops, *self.bound.values())
        return seen | {part.__name__: vars(part) for part in parts if isinstance(part, ModuleType)}


class Shared:
    """Rules in memory that several modules of loops call: each function is compiled only once.

    A module is shared if nothing is bound in it, nor in any module that it can see.  As soon as
    anything is otherwise than before, all is made anew.
    """

    def __init__(self) -> None:
        self.modules: dict[str, ModuleType] = {}
        self.copies: dict[FunctionType, Any] = {}
        self._written: dict[str, str] = {}
        self._seen: dict[str, dict[str, Any]] = {}

    def find_common(self, reach: Binding) -> set[str]:
        """The names of the modules of a reach that are shared."""
        written, seen = _written(reach), reach.modules
        is_other = any(self._written.get(name, text) != text for name, text in written.items())
        if is_other or any(_differ(self._seen.get(name, {}), seen[name]) for name in seen):
            self.modules, self.copies, self._written, self._seen = {}, {}, {}, {}
        self._written |= written
        self._seen |= {name: self._seen.get(name, {}) | names for name, names in seen.items()}
        own = {reach.loops.__name__, *(name for name in seen if reach.bound_in(seen[name]))}
        while found := {name for name in seen.keys() - own if _sees_any(seen[name], own)}:
            own |= found
        return seen.keys() - own


def interpreted(loops: ModuleType, rules: Rules, **others: object) -> Twin:
    """The loops over a game's rules, as plain Python; `others` are bound by their names too."""
    return Twin(_copy(Binding(loops, rules, others), lambda function: function), is_compiled=False)


def compiled(loops: ModuleType, rules: Rules, *, checked: bool = False, **others: object) -> Twin:
    """The loops over a game's rules, each function compiled on its first call or taken from disk.

    With `checked`, every index is checked against the bounds of its field.
    """
    if not has_compiler():
        raise NoCompiler("Numba is not installed: install it, or play interpreted")
    numba: Any = importlib.import_module("numba")
    reach = Binding(loops, rules, others)
    # Only the loops are called from outside: the rules need neither wrappers nor files.
    loop = numba.njit(cache=True, nogil=True, boundscheck=checked)
    inner = numba.njit(no_cpython_wrapper=True, nogil=True, boundscheck=checked)
    silent = numba.njit(inline="always")(telling.say_nothing)

    def jit(function: FunctionType) -> Any:
        if function is telling.tell:
            return silent
        return loop(function) if function.__module__ == loops.__name__ else inner(function)

    folder = _folder(reach, checked)
    with _numba_settings:
        if folder not in _made:
            before = numba.config.CACHE_DIR
            numba.config.CACHE_DIR = str(folder)
            try:
                shared = _shared.setdefault(checked, Shared())
                _made[folder] = Twin(_copy(reach, jit, shared=shared), is_compiled=True)
            finally:
                numba.config.CACHE_DIR = before
        return _made[folder]


def translated(reach: Binding, jit: Jit, table: Callable[[Any], Any]) -> ModuleType:
    """The loops of a reach for another compiler: functions through `jit`, tuples through `table`.

    `tell` is given to `jit` like any other function, to be made silent there.
    """
    return _copy(reach, jit, table)


def fastest(
    loops: ModuleType,
    rules: Rules,
    first_call: Callable[[Twin], object],
    announce: Announce,
    **others: object,
) -> Twin:
    """The loops compiled by one first call, or interpreted where Numba is missing.

    What takes long, or is missing, is announced in one line.
    """
    if not has_compiler():
        announce("Numba is not installed: the rules run interpreted, a hundred times slower.")
        return interpreted(loops, rules, **others)
    twin = compiled(loops, rules, checked=False, **others)
    stamp = _folder(Binding(loops, rules, others), checked=False) / "complete"
    if stamp.exists():
        first_call(twin)
        return twin
    announce(f"Compiling {_name_of(rules)}, once after each change of the rules …")
    start = time.perf_counter()
    first_call(twin)
    stamp.touch()
    announce(f"Compiled in {time.perf_counter() - start:.1f} s.")
    return twin


def _digest(reach: Reach) -> str:
    """One text that changes with anything that would be compiled."""
    parts = sorted(f"{name}={text}" for name, text in _written(reach).items())
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:24]


def _written(reach: Reach) -> dict[str, str]:
    """All that would be compiled, in writing, by its name."""
    written = {}
    for name, value in reach.constants.items():
        if isinstance(value, type) and issubclass(value, Enum):
            written[name] = f"{list(value)!r}"
        elif isinstance(value, np.ndarray):
            written[name] = f"{value.dtype} {value.shape} {value.tobytes().hex()}"
        elif isinstance(value, int | float | str | bytes | tuple | np.generic):
            written[name] = f"{value!r}"
    for function in reach.functions:
        code = marshal.dumps(function.__code__, 2).hex()
        written[_full_name(function)] = f"{function.__defaults__} {code}"
    return written


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
    reach: Binding,
    jit: Jit,
    table: Callable[[Any], Any] = lambda constant: constant,
    shared: Shared | None = None,
) -> ModuleType:
    """New modules with a copy of every function reached, each passed through `jit`.

    What is shared is taken from there, and what is new of it is added.
    """
    common = shared.find_common(reach) if shared else set[str]()
    kept = shared or Shared()
    modules: dict[str, ModuleType] = {}
    for name, names in reach.modules.items():
        if name in common and name in kept.modules:
            modules[name] = kept.modules[name]
            vars(modules[name]).update({**names, **vars(modules[name])})
        else:
            modules[name] = ModuleType(name)
            vars(modules[name]).update({**names, **reach.bound_in(names)})
    copies: dict[FunctionType, Any] = {}
    for function in reach.functions:
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
                vars(module)[key] = table(value)
    return modules[reach.loops.__name__]


def _rebased(function: FunctionType, namespace: dict[str, Any]) -> FunctionType:
    if function is telling.tell:
        return function
    twin = FunctionType(function.__code__, namespace, function.__name__, function.__defaults__)
    twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
    return twin


def _full_name(function: FunctionType) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _name_of(part: Any) -> str:
    """What a module is about: rules are about the game whose folder they lie in."""
    name: str = part.__name__.removesuffix(".rules")
    return name.rpartition(".")[2]


def _folder(reach: Binding, checked: bool) -> Path:
    """Where the compiled code of one reach is kept; folders long unused are removed on the way."""
    kind = "checked" if checked else "compiled"
    name = f"{_name_of(reach.rules)}-{_name_of(reach.loops)}-{kind}"
    home = cache_home()
    folder = home / f"{name}-{_digest(reach)}"
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        for other in home.glob(f"{name}-*"):
            if time.time() - other.stat().st_mtime > KEEP_DAYS * 86_400:
                shutil.rmtree(other, ignore_errors=True)
    return folder
