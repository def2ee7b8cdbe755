"""Environments of templates: HTML, strict about what it is given, and quick to put together.

Much of a table is drawn again after every move, so two things differ from what Jinja does:
pieces that were drawn before are remembered, and what is HTML already is put out as it is.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Undefined, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.runtime import Macro
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


_escape_text = lru_cache(1 << 13)(escape)  # labels and names, which come again and again


def _put_out(value: object) -> str:
    """What a template puts out for a value: HTML stays as it is, without being copied."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[return-value]  # Markup is a str
    if kind is Undefined:
        return ""  # of a condition without an alternative; escaping it would ask it for more
    if kind is int:
        return str(value)  # digits need no escaping
    return _escape_text(value) if kind is str else escape(value)


def as_markup(html: str) -> Markup:
    """A text as HTML; Markup's own constructor asks it first whether it knows better."""
    return str.__new__(Markup, html)


class _Macro(Macro):
    """A macro that takes its values as they are, without matching them to its parameters."""

    @classmethod
    def quickened(cls, macro: Macro) -> "_Macro":
        """A macro of Jinja's, made quick."""
        made = cls.__new__(cls)
        vars(made).update(vars(macro))
        return made

    def __call__(self, *values: Any, **named: Any) -> Markup:
        """What the macro draws for its values, all in order or all by name; Jinja does the rest.

        What a `call` block puts between them comes last.
        """
        inside = {"caller": named.pop("caller")} if "caller" in named else {}
        if len(values) + len(named) != len(self.arguments) or (values and named):
            return Markup(super().__call__(*values, **named, **inside))
        if named:
            values = tuple(named[name] for name in self.arguments)
        return as_markup(self._func(*values, *inside.values()))


class _Generator(CodeGenerator):
    """Escapes what templates put out with `_put_out`, and calls whatever they call directly.

    Nothing that our templates call needs their context, and to find that out for every call takes
    as long as a small macro.
    """

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None:
            self.write("environment.put_out(")
        else:
            super()._output_child_pre(node, frame, finalize)

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        """Write the definition of a macro."""
        self.write("environment.quickened(")
        super().macro_def(macro_ref, frame)
        self.write(")")

    def visit_Call(  # noqa: N802  # Jinja's name
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        """Write a call."""
        self.visit(node.node, frame)
        self.write("(")
        for value in (*node.args, *node.kwargs):
            self.visit(value, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")


class _Environment(Environment):
    """An environment with such a generator."""

    code_generator_class = _Generator
    put_out = staticmethod(_put_out)
    quickened = _Macro.quickened

    def getattr(self, thing: Any, name: str) -> Any:
        """What `thing.name` means in a template; a dictionary is asked for its values first."""
        if type(thing) is dict and name in thing:
            return thing[name]
        try:
            return getattr(thing, name)
        except AttributeError:
            return super().getattr(thing, name)


class Subject(NamedTuple):
    """What a piece shows, made only where the piece was not drawn before.

    It is made from its basis alone, so as long as that stays the same, so does the piece.
    """

    make: Callable[..., Any]
    basis: tuple[Hashable, ...]

    def made(self) -> Any:
        """The values to draw."""
        return self.make(*self.basis)


def subject(make: Callable[..., Any], *basis: Hashable) -> Subject:
    """The subject that a function makes from some values."""
    return Subject(make, basis)


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
        """What a macro draws for these values or subjects.

        Beside them it can use only the texts of a language, and every language has its own macros.
        """
        key = (macro, *values)
        drawn = self._newer.get(key)
        if drawn is None:
            drawn = self._older.pop(key, None)
            if drawn is None:
                made = (v.made() if type(v) is Subject else v for v in values)
                drawn = as_markup(as_ascii(macro(*made)))
            if len(self._newer) >= MAX_PIECES // 2:
                self._newer, self._older = {}, self._newer
            self._newer[key] = drawn
        return drawn


_pieces = Pieces()  # of all tables


def piece(macro: Callable[..., str], *values: Hashable) -> Markup:
    """A piece of a drawing as it was drawn when it last had these values."""
    return _pieces.draw(macro, *values)


@lru_cache(1 << 10)
def icon(name: str) -> Markup:
    """A symbol of the game, or one that all games share."""
    return Markup(
        '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#icon-{}"/></svg>'
    ).format(name)


@lru_cache(1 << 12)
def mark(seat: int, letter: str) -> Markup:
    """The mark of a player: a letter in the seat's colour and shape."""
    return Markup('<b class="mark seat-{}" aria-hidden="true">{}</b>').format(seat, letter)


@lru_cache(1 << 13)
def symbol(text: str, icons: tuple[str, ...], kind: str = "", shown: str = "") -> Markup:
    """Symbols that stand for a text, which is read out and shown beside the pointer."""
    drawn = Markup("").join(
        Markup('<svg class="icon"><use href="#{}"/></svg>').format(name) for name in icons
    )
    return Markup('<i class="symbol {}" role="img" title="{}">{}{}</i>').format(
        kind, text, shown, drawn
    )


def as_ascii(html: str) -> str:
    """HTML with references for all but ASCII letters: a string then takes one byte per letter.

    A single other letter, such as a minus sign, would double what a drawing takes in memory.
    """
    return html if html.isascii() else html.encode("ascii", "xmlcharrefreplace").decode("ascii")
