"""Names and other text that people enter: what is allowed, and which names look alike.

Two names look alike if they have the same skeleton (Unicode Technical Standard 39): the name
without invisible characters, and with one letter in place of all that look like it.  Skeletons are
only compared, never shown.
"""

import json
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files

from bellhop.bots import ACCEPTED, KINDS
from bellhop.engine.errors import BellhopError, Conflict
from bellhop.table.outside_bots import KIND

PERSON = "person"
MAX_NAME_LENGTH = 24
MAX_ACT_LENGTH = 80

# Characters that are displayed as nothing: Unicode's property Default_Ignorable_Code_Point, and the
# joiners of some scripts.
INVISIBLE = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164),
    (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
    (0x2D7F, 0x2D7F), (0x1107F, 0x1107F), (0x11A47, 0x11A47), (0x11A99, 0x11A99),
)  # fmt: skip
# Characters that are displayed as a space, though Python takes them for printable: the braille
# pattern without dots, placeholders for objects, Egyptian and Khitan signs and notes' heads.
BLANKS = "\u2800\ufffc\U00013441\U00013442\U00016fe4\U0001d159"
# Letters that look like two others, which Unicode's list leaves out.
PAIRS = {"w": "vv", "d": "cl"}


def clean_name(name: str) -> str:
    """A name as it is shown: one line, not too long, with at least one visible character."""
    cleaned = clean_line(unicodedata.normalize("NFC", name))[:MAX_NAME_LENGTH].strip()
    if is_blank(cleaned):
        raise BellhopError("name")
    return cleaned


def clean_line(text: str) -> str:
    """Text as one line of printable characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def check_player(name: str, kind: str) -> None:
    """Refuse a name that is not clean, and a kind that is neither a person nor a bot."""
    if clean_name(name) != name:
        raise BellhopError("name_written", name=name, most=MAX_NAME_LENGTH)
    if kind not in (PERSON, *ACCEPTED) and not KIND.fullmatch(kind):
        raise BellhopError("kind", kinds=(PERSON, *KINDS), kind=kind)


def check_act(text: str) -> None:
    """Refuse text that cannot be an act in a log."""
    if len(text) > MAX_ACT_LENGTH or clean_line(text) != text:
        raise BellhopError("act_text", most=MAX_ACT_LENGTH)


def check_different(name: str, others: Iterable[str]) -> None:
    """Refuse a name that looks like another one at the table."""
    for other in others:
        if name == other:
            raise Conflict("name_taken", name=name)
        if skeleton(name) == skeleton(other):
            raise Conflict("name_alike", name=name, other=other)


def is_blank(name: str) -> bool:
    """Does a name have no visible characters?  Marks without a letter do not count."""
    return not any(unicodedata.category(letter)[0] in "LNPS" for letter in skeleton(name))


@lru_cache(maxsize=1_000)
def skeleton(name: str) -> str:
    """The skeleton of a name, which is the same for all names that look alike."""
    seen, found = "", name
    while seen != found:  # some prototypes have letters that have prototypes themselves
        seen = found
        letters = "".join(c for c in unicodedata.normalize("NFKD", seen) if not _is_invisible(c))
        found = unicodedata.normalize("NFD", letters.translate(_prototypes()))
    return " ".join(seen.split())


def _is_invisible(letter: str) -> bool:
    return any(first <= ord(letter) <= last for first, last in INVISIBLE)


@lru_cache(maxsize=1)
def _prototypes() -> dict[int, str]:
    """The prototype of each letter, from Unicode's confusables as in `confusable-homoglyphs`.

    The library lists them both ways, every letter with its prototype and every prototype with its
    letters.  In a pair that nothing else looks like, the longer or first one is the prototype.
    """
    path = files("confusable_homoglyphs") / "confusables.json"
    listed: dict[str, list[str]] = {}
    for text, entries in json.loads(path.read_text("utf-8")).items():
        others = listed.setdefault(_without_marks(text), [])
        others += [_without_marks(entry["c"]) for entry in entries]
    alike = {}
    for letter, others in listed.items():
        if len(letter) == 1 and len(others) == 1:
            is_prototype = len(listed[others[0]]) > 1 or len(others[0]) > 1
            alike[ord(letter)] = others[0] if is_prototype else min(letter, others[0])
    own = {ord(letter): pair for letter, pair in PAIRS.items()} | {ord(c): " " for c in BLANKS}
    return alike | own


def _without_marks(text: str) -> str:
    """A letter or prototype without the marks that the list puts around those of Arabic and Hebrew.

    They are invisible, and only keep a line of the list from being displayed in reverse.
    """
    return "".join(letter for letter in text if not _is_invisible(letter))
