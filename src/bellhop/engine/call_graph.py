"""Call graphs: the functions that some code calls, directly or not, and the constants it uses.

The call graph decides what is compiled (`twin`) and what identifies code (`identity`); no list of
files has to be kept up to date.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import CodeType, FunctionType, ModuleType
from typing import Any

from bellhop.engine import telling
from bellhop.engine.parts import UNBOUND


class CallGraph:
    """The functions and constants reachable from `roots`.

    `bound` maps the names that modules leave UNBOUND to the parts that fill them.  Other libraries
    are not followed, nor is `tell`, which only talks to people.
    """

    def __init__(self, roots: Iterable[object], bound: Mapping[str, object]) -> None:
        self.bound = dict(bound)
        self.functions: dict[FunctionType, None] = {}
        self.constants: dict[str, object] = {}  # by full name, with the module
        found = [root for root in roots if isinstance(root, FunctionType)]
        homes = [root.__module__ for root in found]
        homes += [part.__name__ for part in bound.values() if isinstance(part, ModuleType)]
        self._ours = {"bellhop", *(home.partition(".")[0] for home in homes)}
        for root in found:
            self._follow(root)

    def bound_in(self, names: Mapping[str, object]) -> dict[str, object]:
        """The parts to bind in a module, given its globals: for every name it leaves UNBOUND."""
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
    """The functions that a module defines or lists in `__all__`."""
    exported = vars(module).get("__all__", ())
    return [
        value
        for name, value in vars(module).items()
        if isinstance(value, FunctionType)
        and (value.__module__ == module.__name__ or name in exported)
    ]


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
