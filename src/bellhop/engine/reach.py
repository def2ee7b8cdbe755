"""Reach: all that some functions lead to, the functions they call and the constants they name.

Code is compiled (`twin`) and identified (`identity`) by what it reaches, never by lists of files.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import CodeType, FunctionType, ModuleType
from typing import Any

from bellhop.engine import telling
from bellhop.engine.parts import UNBOUND


class Reach:
    """The functions and constants reached from `roots`.

    `bound` gives the parts that stand in the places modules have left UNBOUND, by their names.
    Other libraries are not looked into, nor is `tell`, which tells people only.
    """

    def __init__(self, roots: Iterable[object], bound: Mapping[str, object]) -> None:
        self.bound = dict(bound)
        self.functions: dict[FunctionType, None] = {}
        self.constants: dict[str, object] = {}  # by module and name
        found = [root for root in roots if isinstance(root, FunctionType)]
        homes = [root.__module__ for root in found]
        homes += [part.__name__ for part in bound.values() if isinstance(part, ModuleType)]
        self._ours = {"bellhop", *(home.partition(".")[0] for home in homes)}
        for root in found:
            self._follow(root)

    def bound_in(self, names: Mapping[str, object]) -> dict[str, object]:
        """What is bound in a module: wherever it has left one of the names UNBOUND."""
        return {
            name: part
            for name, part in self.bound.items()
            if name in names and names[name] is UNBOUND
        }

    def _follow(self, function: FunctionType) -> None:
        if function in self.functions or not self._is_ours(function.__module__):
            return
        self.functions[function] = None
        if function is telling.tell:
            return
        seen = {**function.__globals__, **self.bound_in(function.__globals__)}
        names = list(_names(function.__code__))
        for name in names:
            value = seen.get(name)
            if isinstance(value, ModuleType):
                for attribute in names if self._is_ours(value.__name__) else ():
                    self._note(value.__name__, attribute, vars(value).get(attribute))
            else:
                self._note(function.__module__, name, value)

    def _is_ours(self, module: str) -> bool:
        return module.partition(".")[0] in self._ours

    def _note(self, module: str, name: str, value: object) -> None:
        if isinstance(value, FunctionType):
            self._follow(value)
        elif value is not None and not isinstance(value, ModuleType):
            self.constants[f"{module}.{name}"] = value


def functions_of(module: Any) -> list[FunctionType]:
    """The functions that a module defines, or offers in `__all__`."""
    offered = vars(module).get("__all__", ())
    return [
        value
        for name, value in vars(module).items()
        if isinstance(value, FunctionType)
        and (value.__module__ == module.__name__ or name in offered)
    ]


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
