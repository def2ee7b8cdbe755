"""The identity of code: a short digest that changes whenever the code would behave differently.

It covers the syntax trees of all functions in a call graph, without comments, docstrings,
annotations, line numbers and error texts; the constants that they use; and any given facts.  It is
the same on every version of Python, although bytecode and `ast.dump` differ.
"""

import ast
import ctypes
import hashlib
import sys
from collections.abc import Mapping
from enum import Enum
from functools import cache
from types import FunctionType
from typing import Any

from bellhop.engine.call_graph import CallGraph
from bellhop.engine.records import Record, field_names

LENGTH = 16
SKIPPED = {"annotation", "ctx", "decorator_list", "kind", "returns", "type_comment", "type_params"}

_sources: dict[str, str] = {}  # by module, as they were when imported


def remember_sources(*packages: str) -> None:
    """Keep the source of all imported modules of some packages, in case the files are edited."""
    for name, module in sys.modules.copy().items():  # a finaliser may import something meanwhile
        if name not in _sources and f"{name}.".startswith(tuple(f"{p}." for p in packages)):
            loader: Any = getattr(module, "__loader__", None)
            _sources[name] = loader.get_source(name) or ""


def identify(graph: CallGraph, facts: Mapping[str, object], package: str = "") -> str:
    """The identity of a call graph, and of facts that no function in it uses.

    Names inside `package` are relative to it, so a copy of a package has the same identity.
    """
    entries = [f"fact {name} = {_write_value(value)}" for name, value in facts.items()]
    for name, value in graph.constants.items():
        if not (isinstance(value, type) and issubclass(value, BaseException)):
            entries.append(f"{_within(package, name)} = {_write_value(value)}")
    for function in graph.functions:
        name = f"{function.__module__}.{function.__qualname__}"
        held = [cell.cell_contents for cell in function.__closure__ or ()]
        values = _write_value((function.__defaults__, held))
        entries.append(f"def {_within(package, name)} {values} {_write(_tree_of(function))}")
    return hashlib.sha256("\n".join(sorted(entries)).encode()).hexdigest()[:LENGTH]


def _within(package: str, name: str) -> str:
    return name.removeprefix(f"{package}.")


def _tree_of(function: FunctionType) -> ast.AST:
    """The syntax tree of a function, from the source as it was when imported."""
    remember_sources(function.__module__)
    return _trees(_sources[function.__module__])[function.__code__.co_firstlineno]


@cache
def _trees(source: str) -> dict[int, ast.AST]:
    """All functions of a module, by their first line."""
    return {
        min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]): node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
    }


def _write(node: object) -> str:
    """A syntax tree as text: the type and the content of every node."""
    match node:
        case ast.Constant(value=value):
            return repr(value)
        case ast.Raise():
            return "Raise()"  # the wording of an error does not count
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            return _write(ast.Assign([target], value))
        case ast.AST():
            fields = [
                f"{name}={_write(value)}"
                for name, value in ast.iter_fields(node)
                if name not in SKIPPED and value not in (None, [])
            ]
            return f"{type(node).__name__}({', '.join(fields)})"
        case list():
            return f"[{', '.join(_write(child) for child in node if not _is_silent(child))}]"
    return repr(node)


def _is_silent(node: object) -> bool:
    """Does a statement have no effect, like a docstring, `pass` or a bare annotation?"""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Pass() | ast.AnnAssign(value=None):
            return True
    return False


def _write_value(value: Any) -> str:
    """A constant as text: numbers, strings, collections of them, enums and record layouts."""
    match value:
        case type() if issubclass(value, Enum):
            return _write_value({member.name: member.value for member in value})
        case type() if issubclass(value, Record):
            return _write_value([(name, _layout(value, name)) for name in field_names(value)])
        case type():
            return value.__name__
        case Enum():
            return _write_value(value.value)
        case None | bool() | int() | float() | str() | bytes():
            return repr(value)
        case tuple() | list():
            return f"[{', '.join(map(_write_value, value))}]"
        case set() | frozenset():
            return f"{{{', '.join(sorted(map(_write_value, value)))}}}"
        case Mapping():
            pairs = [f"{_write_value(key)}: {_write_value(value[key])}" for key in value]
            return f"{{{', '.join(sorted(pairs))}}}"
    if type(value).__module__.partition(".")[0] == "numpy":
        return repr(value)
    raise TypeError(f"{value!r} has no identity: use numbers, strings or collections of them")


def _layout(record: type[Record], name: str) -> list[object]:
    """The offset and shape of a field, and its record type or the size of its numbers."""
    kind: Any = dict(entry[:2] for entry in record._fields_)[name]
    place = getattr(record, name)
    lengths = []
    while issubclass(kind, ctypes.Array):
        lengths.append(kind._length_)
        kind = kind._type_
    return [place.offset, lengths, kind if issubclass(kind, Record) else ctypes.sizeof(kind)]
