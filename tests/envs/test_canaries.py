"""Canaries: every numba-cuda internal that `building` patches still does what we rely on.

Each test compiles a tiny kernel with and without the change.  When one fails after an upgrade,
look at what numba-cuda does now, then at `_as_if_on` or `_patched`.
"""

import re
import warnings
from collections.abc import Callable
from contextlib import nullcontext
from importlib import import_module
from types import FunctionType
from typing import Any, cast

import pytest

from bellhop.envs.gpu import building

numba: Any = import_module("numba")
cuda: Any = import_module("numba.cuda")
dispatcher: Any = import_module("numba.cuda.dispatcher")
lowering: Any = import_module("numba.cuda.lowering")

HOPPER = (9, 0)
ARGUMENTS = (numba.int64[::1], numba.int64)


def take(out: Any, index: int) -> None:
    """A kernel with an index that may be negative."""
    out[0] = out[index]


def refuse(out: Any, index: int) -> None:
    """A kernel that raises."""
    if index == 7:
        raise ValueError
    out[0] = index


def ptx_of(function: Callable[..., None], *, simple: bool) -> str:
    """The PTX of a kernel, compiled as numba-cuda would, or kept simple."""
    kept = building._patched(is_long=False) if simple else nullcontext()
    with building._as_if_on(HOPPER), kept, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ptx, _ = cuda.compile_ptx(function, ARGUMENTS, cc=HOPPER)
    return str(ptx)


def test_indices_are_taken_as_they_are() -> None:
    usual, simple = ptx_of(take, simple=False), ptx_of(take, simple=True)
    assert "shr.s64" in usual, "numba-cuda asks for the sign of an index"
    assert "shr.s64" not in simple


def test_nothing_is_raised() -> None:
    usual, simple = ptx_of(refuse, simple=False), ptx_of(refuse, simple=True)
    returns_early = re.compile(r"^\$L__BB0_\d+:\s+ret;", re.MULTILINE)
    assert returns_early.search(usual), "numba-cuda leaves a kernel where something is raised"
    assert not returns_early.search(simple)


def test_accessors_and_the_step_of_random_play_are_always_inlined(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    marked: list[bool] = []
    original = lowering.Lower.post_lower

    def post_lower(self: Any) -> Any:
        marked.append("alwaysinline" in str(self.function))
        return original(self)

    monkeypatch.setattr(lowering.Lower, "post_lower", post_lower)
    inlined = []
    few, branching = cast("tuple[FunctionType, FunctionType]", (take, refuse))
    for function, go_on in ((few, branching), (branching, few), (branching, branching)):
        monkeypatch.setattr(building, "GO_ON", building._place_of(go_on))
        marked.clear()
        ptx_of(function, simple=True)
        assert marked
        inlined.append(all(marked))
    assert inlined == [True, False, True]
    assert building.is_accessor(few)
    assert not building.is_accessor(branching)


def test_long_functions_are_compiled_for_size(monkeypatch: pytest.MonkeyPatch) -> None:
    marked: list[bool] = []
    original = lowering.Lower.post_lower

    def post_lower(self: Any) -> Any:
        marked.append("optsize" in self.function.attributes)
        return original(self)

    monkeypatch.setattr(lowering.Lower, "post_lower", post_lower)
    for is_long in (False, True):
        marked.clear()
        with building._as_if_on(HOPPER), building._patched(is_long=is_long):
            cuda.compile_ptx(take, ARGUMENTS, cc=HOPPER)
        assert marked
        assert all(mark == is_long for mark in marked)


def test_the_gpu_is_the_one_we_name(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def no_device() -> None:
        asked.append("device")
        raise LookupError("there is no GPU here")

    monkeypatch.setattr(dispatcher, "get_current_device", no_device)
    nested = cuda.jit(device=True)(lambda number: number + 1)

    def call(out: Any, index: int) -> None:
        out[0] = nested(index)

    with building._as_if_on(HOPPER):
        ptx, _ = cuda.compile_ptx(call, ARGUMENTS, cc=HOPPER)
    assert "sm_90" in ptx
    assert not asked
