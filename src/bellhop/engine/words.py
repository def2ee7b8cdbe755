"""Texts for people: one catalogue per language, looked up by key, with the language's plural forms.

Catalogues are PO files in folders called `words`: one for the shell (everything around the games)
and one for each game.  Keys are names, never English sentences, so English is a language like any
other.
"""

import gettext
import io
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Literal

from bellhop.engine.errors import BellhopError

LANGUAGES = ("en", "pl", "ru")
ANY_NUMBER = -1_000_000  # for messages without plural forms
GROUPED_FROM = 10_000  # digits of smaller numbers are not grouped
SHELL = Path(__file__).parents[1] / "words"
MINUS = "\N{MINUS SIGN}"
NO_BREAK = "\N{NO-BREAK SPACE}"
AFTER_A_NUMBER = r"(?:(?<=\d)|(?<=\{n\})|(?<=\{size\})|(?<=\{pieces\})) "
BEFORE_A_NOUN = rf"{AFTER_A_NUMBER}(?=[^\W\d_]{{3}})(?!(?:lub|albo|oraz|или|либо)\b)"
TYPESETTING = {  # the spaces at which a line is never broken
    "en": None,
    "pl": re.compile(rf"{BEFORE_A_NOUN}|(?<=\b[aiouwzAIOUWZ]) "),
    "ru": re.compile(rf"{BEFORE_A_NOUN}|(?<=[\d}}]) (?=%)|(?<=\S) (?=—)"),
}


class Words:
    """The messages of one folder in one language; `open_words` always returns the same one."""

    def __init__(self, language: str, folder: Path) -> None:
        if language not in LANGUAGES:
            raise BellhopError("language", languages=LANGUAGES, language=language)
        self.language = language
        self._catalogue = load(folder / f"{language}.po")
        self._texts: dict[tuple[str, int], str] = {}  # found in the catalogue so far

    def say(self, key: str, /, **values: object) -> str:
        """A message, with its values filled in."""
        text = self._texts.get((key, ANY_NUMBER))
        if text is None:
            text = self._found(key, self._catalogue.gettext(key))
            self._texts[key, ANY_NUMBER] = text
        return text.format(**values)

    def find(self, key: str, default: str) -> str:
        """A message, or the default if there is none: a custom card file may name unknown cards."""
        text = self._texts.get((key, ANY_NUMBER))
        if text is None:
            text = self._catalogue.gettext(key)
            if text == key:
                return default
            self._texts[key, ANY_NUMBER] = text
        return text

    def count(self, key: str, n: int, /, **values: object) -> str:
        """A message in the plural form for a number, whose digits are grouped if it is large."""
        text = self._texts.get((key, n))
        if text is None:
            text = self._found(key, self._catalogue.ngettext(key, key, abs(n)))
            self._texts[key, n] = text
        return text.format(n=plain(n) if n < GROUPED_FROM else _grouped(n, self.language), **values)

    def join(self, parts: Iterable[str]) -> str:
        """A list as the language writes it: a, b and c."""
        return _list(tuple(parts), "standard", self.language)

    def either(self, parts: Iterable[str]) -> str:
        """A choice as the language writes it: a, b or c."""
        return _list(tuple(parts), "or", self.language)

    def _found(self, key: str, text: str) -> str:
        if text == key:
            raise LookupError(f"no message {key!r} in {self.language}")
        return text


@lru_cache
def open_words(language: str, folder: Path) -> Words:
    """The messages of a folder; always the same object, so it can be a dictionary key."""
    return Words(language, folder)


@lru_cache(4096)
def _list(parts: tuple[str, ...], style: Literal["standard", "or"], language: str) -> str:
    from babel.lists import format_list

    return format_list(list(parts), style=style, locale=language)


def _grouped(number: int, language: str) -> str:
    from babel.numbers import format_decimal

    return format_decimal(number, locale=language)


def plain(number: int) -> str:
    """A number as people write it, with a real minus sign."""
    return str(number).replace("-", MINUS)


def signed(number: int) -> str:
    """A number with its sign, also where it is a plus."""
    return f"{number:+d}".replace("-", MINUS)


def typeset(text: str, language: str) -> str:
    """A text whose lines break only where the language allows it."""
    spaces = TYPESETTING[language]
    return spaces.sub(NO_BREAK, text) if spaces else text


def shell_words(language: str) -> Words:
    """The messages of everything around the games."""
    return open_words(language, SHELL)


@lru_cache
def load(path: Path) -> gettext.GNUTranslations:
    """A PO file, compiled in memory, so there is no build step and nothing to go stale."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    binary = io.BytesIO()
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.stem)
    for message in catalogue:
        if message.id:
            forms = [message.string] if isinstance(message.string, str) else message.string or ()
            said = tuple(typeset(form, path.stem) for form in forms)
            message.string = said if message.pluralizable else said[0]
    write_mo(binary, catalogue)
    binary.seek(0)
    return gettext.GNUTranslations(binary)


def negotiate(wanted: Iterable[str]) -> str:
    """The first supported language among tags such as pl_PL.UTF-8; otherwise English."""
    for tag in wanted:
        language = tag.replace("_", "-").partition("-")[0].casefold()
        if language in LANGUAGES:
            return language
    return "en"
