"""Who plays in the lab: the levels people meet, and searches written out for an experiment."""

import hashlib
from pathlib import Path

import bellhop.bots
from bellhop.bots import KINDS, Bot, make_bot
from bellhop.bots.searching import SearchBot, searcher_of
from bellhop.engine import playout
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.parts import Search

FIELDS = {  # of a search, in the order they are written
    "flat": ("simulations", "wild"),
    "tree": ("simulations", "wild", "curiosity"),
    "turns": ("simulations", "wild", "turns", "width"),
}
SEARCHES = tuple(":".join((kind, *fields)) for kind, fields in FIELDS.items())


def check(name: str) -> None:
    """Refuse a name that nobody has."""
    if name not in KINDS and _written(name) is None:
        raise BellhopError("lab.contestant", levels=KINDS, searches=SEARCHES, name=name)


def make(name: str, seed: int) -> Bot:
    """A contestant with a random stream of its own."""
    check(name)
    search = _written(name)
    return make_bot(name, seed) if search is None else SearchBot(searcher_of, search, seed)


def _written(name: str) -> Search | None:
    """A search written out, if it is one."""
    kind, *numbers = name.split(":")
    fields = FIELDS.get(kind, ())
    is_written = fields and len(fields) == len(numbers)
    if not is_written or not all(number.isdecimal() for number in numbers):
        return None
    return Search(**{field: int(number) for field, number in zip(fields, numbers, strict=True)})


def prepare(name: str, game: Game) -> None:
    """Compile what a contestant needs, before any clock runs."""
    if name not in KINDS or name in ("strong", "master"):
        searcher_of(game)


def code_version(game: Game) -> str:
    """A digest of everything that decides how bots play a game: their sources and its rules."""
    folder = Path(bellhop.bots.__file__).parent
    digest = hashlib.sha256(game.rules_version.encode())
    pages = [*game.folder.glob("advice.py"), *game.folder.glob("advice/*.py")]
    for path in [Path(playout.__file__), *sorted(folder.glob("*.py")), *sorted(pages)]:
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:16]


def seed_of(*parts: object) -> int:
    """A seed that nobody can pick: 62 bits of the hash of what it is for."""
    text = "\n".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 2
