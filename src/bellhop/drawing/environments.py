"""Environments of templates: HTML, strict about what it is given, and quick to put together.

Very much of a table is drawn again after every move, so two things differ from Jinja's own ways:
pieces that were drawn before are remembered, and what is HTML already is put out as it is.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Undefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from bellhop.engine.words import plain, signed

MAX_PIECES = 30_000  # remembered, of all games and languages


def open_templates(*folders: Path) -> Environment:
    """Templates of HTML."""
    made = _Environment(
        loader=FileSystemLoader(folders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # asking the disk for each fragment takes time
    )
    made.filters.update(plain=plain, signed=signed)
    return made


_escape_text = lru_cache(1 << 15)(escape)  # labels and names, which come again and again


def _put_out(value: object) -> str:
    """What a template puts out for a value: HTML stays as it is, without being copied."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[return-value]
    if kind is Undefined:
        return ""  # of a condition without an alternative; escaping it would ask it for more
    return _escape_text(value) if kind is str else escape(value)


class _Generator(CodeGenerator):
    """Lets templates escape what they put out with `_put_out`."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None:
            self.write("environment.put_out(")
        else:
            super()._output_child_pre(node, frame, finalize)


class _Environment(Environment):
    """An environment with such a generator.

    It is asked for every call, as a sandbox is: macros need no context, and finding out who does
    takes as long as a small macro.
    """

    code_generator_class = _Generator
    put_out = staticmethod(_put_out)
    sandboxed = True
    intercepted_binops: frozenset[str] = frozenset()
    intercepted_unops: frozenset[str] = frozenset()

    @staticmethod
    def call(__context: Context, __called: Any, *values: Any, **named: Any) -> Any:
        """Call what a template calls."""
        if type(__called) is not Macro and __called is not piece:
            return __context.call(__called, *values, **named)
        named.pop("_loop_vars", None)
        named.pop("_block_vars", None)
        return __called(*values, **named)


class Pieces:
    """Macros as they were drawn for some values; those used longest ago are forgotten.

    There are two generations: when the newer one is full, it takes the place of the older one.
    """

    def __init__(self) -> None:
        self._newer: dict[tuple[Hashable, ...], Markup] = {}
        self._older: dict[tuple[Hashable, ...], Markup] = {}

    def __len__(self) -> int:
        return len(self._newer) + len(self._older)

    def draw(self, macro: Callable[..., str], *values: Hashable) -> Markup:
        """What a macro draws for these values.

        Beside them it can use only the texts of a language, and every language has its own macros.
        """
        key = (macro, *values)
        drawn = self._newer.get(key)
        if drawn is None:
            drawn = self._older.pop(key, None)
            if drawn is None:
                drawn = Markup(as_ascii(macro(*values)))
            if len(self._newer) >= MAX_PIECES // 2:
                self._newer, self._older = {}, self._newer
            self._newer[key] = drawn
        return drawn


_pieces = Pieces()  # of all tables


def piece(macro: Callable[..., str], *values: Hashable) -> Markup:
    """A piece of a drawing as it was drawn when it last had these values."""
    return _pieces.draw(macro, *values)


def as_ascii(html: str) -> str:
    """HTML with references for all but ASCII letters: a string then takes one byte per letter.

    A single other letter, such as a minus sign, would double what a drawing takes in memory.
    """
    return html if html.isascii() else html.encode("ascii", "xmlcharrefreplace").decode("ascii")
