"""Who plays in the lab: the levels people meet, and searches written out for an experiment."""

import hashlib
import re
from pathlib import Path

import bellhop.bots
from bellhop.bots import KINDS, Bot, make_bot
from bellhop.bots.searching import SearchBot, engine_of
from bellhop.bots.strategy import Search, advice_module
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game

WRITTEN = re.compile(r"flat:(\d+):(\d+)|tree:(\d+):(\d+):(\d+)")
HELP = "a level, or flat:SIMULATIONS:WILD, or tree:SIMULATIONS:WILD:CURIOSITY"


def check(name: str) -> None:
    """Refuse a name that nobody has."""
    if name not in KINDS and not WRITTEN.fullmatch(name):
        raise BellhopError(
            f"a contestant is {HELP}; the levels are {', '.join(KINDS)}; not {name!r}"
        )


def make(name: str, seed: int) -> Bot:
    """A contestant with a random stream of its own."""
    check(name)
    written = WRITTEN.fullmatch(name)
    if not written:
        return make_bot(name, seed)
    numbers = [int(number) for number in written.groups() if number is not None]
    return SearchBot(engine_of, Search(*numbers), seed)


def prepare(name: str, game: Game) -> None:
    """Compile what a contestant needs, before any clock runs."""
    if name not in KINDS or name in ("strong", "master"):
        engine_of(game)


def code_version(game: Game) -> str:
    """A digest of everything that decides how bots play a game: their sources and its rules."""
    folder = Path(bellhop.bots.__file__).parent
    digest = hashlib.sha256(game.rules_version.encode())
    for path in [*sorted(folder.glob("*.py")), Path(str(advice_module(game).__file__))]:
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:16]


def seed_of(*parts: object) -> int:
    """A seed that nobody can pick: 62 bits of the hash of what it is for."""
    text = "\n".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 2
