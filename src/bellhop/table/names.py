"""Names and other texts of people: what they may be, and which names look alike.

Two names look alike if they have the same skeleton (Unicode Technical Standard 39): a text without
invisible letters, and one letter in place of all that look like it.  It is only for comparing.
"""

import json
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files

from bellhop.bots import KINDS
from bellhop.engine.errors import BellhopError, Conflict

PERSON = "person"
MAX_NAME_LENGTH = 24
MAX_ACT_LENGTH = 80

# What is shown as nothing at all: Unicode's property Default_Ignorable_Code_Point.
INVISIBLE = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164),
    (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip


def clean_name(name: str) -> str:
    """A name as it is shown: one line, not too long, with something to be seen."""
    cleaned = clean_line(unicodedata.normalize("NFC", name))[:MAX_NAME_LENGTH].strip()
    if is_blank(cleaned):
        raise BellhopError("name")
    return cleaned


def clean_line(text: str) -> str:
    """Text as one line of what can be printed."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def check_player(name: str, kind: str) -> None:
    """Refuse what is no name, or neither a person nor a bot."""
    if clean_name(name) != name:
        raise BellhopError("name_written", name=name, most=MAX_NAME_LENGTH)
    if kind not in (PERSON, *KINDS):
        raise BellhopError("kind", kinds=(PERSON, *KINDS), kind=kind)


def check_act(text: str) -> None:
    """Refuse what cannot be the text of a move, or of anything else done at a table."""
    if len(text) > MAX_ACT_LENGTH or clean_line(text) != text:
        raise BellhopError("act_text", most=MAX_ACT_LENGTH)


def check_different(name: str, others: Iterable[str]) -> None:
    """Refuse a name that nobody could tell from another one at the table."""
    for other in others:
        if name == other:
            raise Conflict("name_taken", name=name)
        if skeleton(name) == skeleton(other):
            raise Conflict("name_alike", name=name, other=other)


def is_blank(name: str) -> bool:
    """Is there nothing to be seen of a name?"""
    return not skeleton(name).strip()


@lru_cache(maxsize=1_000)
def skeleton(name: str) -> str:
    """What a name looks like."""
    letters = unicodedata.normalize("NFD", name)
    seen = "".join(letter for letter in letters if not _is_invisible(letter))
    return unicodedata.normalize("NFD", seen.translate(_prototypes()))


def _is_invisible(letter: str) -> bool:
    return any(first <= ord(letter) <= last for first, last in INVISIBLE)


@lru_cache(maxsize=1)
def _prototypes() -> dict[int, str]:
    """What stands for each letter: Unicode's confusables, as `confusable-homoglyphs` brings them.

    The library lists them both ways, every letter with its prototype and every prototype with its
    letters.  Of a pair that nothing else looks like, the longer or first one stands for both.
    """
    path = files("confusable_homoglyphs") / "confusables.json"
    listed: dict[str, list[dict[str, str]]] = json.loads(path.read_text("utf-8"))
    alike = {}
    for letter, entries in listed.items():
        if len(letter) == 1 and len(entries) == 1:
            other = entries[0]["c"]
            is_prototype = len(listed[other]) > 1 or len(other) > 1
            alike[ord(letter)] = other if is_prototype else min(letter, other)
    return {code: _without_marks(text).translate(alike) for code, text in alike.items()}


def _without_marks(text: str) -> str:
    """A prototype without the invisible marks that Unicode's list puts around it."""
    return "".join(letter for letter in text if not _is_invisible(letter))
