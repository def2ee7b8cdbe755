"""The rules for players: every section of the rulebook in our own words, in every language.

A game keeps one text per language in its folder `handbook`: a line about the edition, then Markdown
with a heading such as `## Setup {#setup}` for each section of `rulebook.toml`.  A line
`![caption](name)` stands for a picture that the game draws, a line `{name}` for rows of a list that
it makes from its cards.  The rulings are in `rulings.toml` in English, and in
`handbook/rulings.<language>.toml` in the other languages.
"""

import re
import tomllib
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from bellhop.engine.rulebook import Ruling, open_rulebook
from bellhop.engine.words import typeset

HEADING = re.compile(r"^## (.+) \{#(\w+)\}\n", re.MULTILINE)


@dataclass(frozen=True)
class Chapter:
    """The text of a section, with the rulings on its unclear cases."""

    id: str
    title: str
    text: str
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True)
class Handbook:
    """The rules in one language; the preface names the edition."""

    preface: str
    chapters: tuple[Chapter, ...]

    def title_of(self, section: str) -> str:
        """The title of a section in this language."""
        return next(chapter.title for chapter in self.chapters if chapter.id == section)


@lru_cache
def open_handbook(folder: Path, language: str) -> Handbook:
    """A game's rules in one language, in the order of the rulebook."""
    preface, texts = read_texts(folder, language)
    rulings = [replace(ruling, **words) for ruling, words in _translated(folder, language)]
    return Handbook(
        preface,
        tuple(
            Chapter(
                section.id,
                *texts[section.id],
                tuple(ruling for ruling in rulings if ruling.section == section.id),
            )
            for section in open_rulebook(folder).sections
        ),
    )


def read_texts(folder: Path, language: str) -> tuple[str, dict[str, tuple[str, str]]]:
    """The preface, and the title and text of every section, in the order of the language's file."""
    book = (folder / "handbook" / f"{language}.md").read_text("utf-8")
    preface, *parts = HEADING.split(typeset(book, language))
    return preface.strip(), {
        section: (title, text.strip())
        for title, section, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    }


def _translated(folder: Path, language: str) -> list[tuple[Ruling, dict[str, str]]]:
    """Every ruling with its translation; the rulings themselves are in English."""
    rulings = open_rulebook(folder).rulings
    if language == "en":
        return [(ruling, {}) for ruling in rulings]
    file = folder / "handbook" / f"rulings.{language}.toml"
    book = typeset(file.read_text("utf-8"), language)
    words = {entry["id"]: entry for entry in tomllib.loads(book)["ruling"]}
    return [(ruling, words[ruling.id]) for ruling in rulings]
