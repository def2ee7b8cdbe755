"""The contestants in the lab: levels, searches with settings, network files, and outside bots."""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

import bellhop.bots
from bellhop.bots import ACCEPTED, KINDS, Bot, make_bot
from bellhop.bots.levels import FOLDER
from bellhop.bots.outside import BotLimits, Programs, check_program, is_class, is_program, try_out
from bellhop.bots.searching import SearchBot, searcher_of
from bellhop.bots.simulating import loops_of
from bellhop.bots.trained import FileBot
from bellhop.engine import playout
from bellhop.engine.errors import BellhopError
from bellhop.engine.game import Game
from bellhop.engine.parts import Search
from bellhop.engine.records import Position

FIELDS = {  # of a search, in the order of its name
    "flat": ("simulations", "wild"),
    "tree": ("simulations", "wild", "curiosity"),
    "turns": ("simulations", "wild", "turns", "width"),
}
NETWORK_NAME = re.compile(r"(?P<path>.+\.npz)(@(?P<temperature>\d+(\.\d+)?))?")
SEARCHES = tuple(":".join((kind, *fields)) for kind, fields in FIELDS.items())


def check(name: str) -> None:
    """Refuse an unknown contestant."""
    is_ours = name in ACCEPTED or _search_named(name) or NETWORK_NAME.fullmatch(name)
    if not is_ours and not is_outside(name):
        check_program(name)
        raise BellhopError("lab.contestant", levels=KINDS, searches=SEARCHES, name=name)


def try_all(names: Iterable[str], limits: BotLimits, game: Game, dealt: Position) -> None:
    """Refuse outside bots that do not get ready for a game, before they lose hundreds by it."""
    for name in names:
        check(name)
        if is_outside(name):
            try_out(name, limits, (game, dealt))


def is_outside(name: str) -> bool:
    """Is a contestant a program or a class of somebody else, which gets its own process?"""
    if name in ACCEPTED or name.partition(":")[0] in FIELDS or NETWORK_NAME.fullmatch(name):
        return False
    return is_class(name) or is_program(name)


def make(name: str, seed: int, programs: Programs | None = None) -> Bot:
    """Make a contestant with its own random stream; `programs` runs outside bots."""
    check(name)
    if programs and is_outside(name):
        return programs.bot(name, seed)
    if found := NETWORK_NAME.fullmatch(name):
        return FileBot(Path(found["path"]), seed, float(found["temperature"] or 0))
    search = _search_named(name)
    return make_bot(name, seed) if search is None else SearchBot(searcher_of, search, seed)


def _search_named(name: str) -> Search | None:
    """The search settings in a name such as tree:1000:0:50; None for a level."""
    kind, *numbers = name.split(":")
    fields = FIELDS.get(kind, ())
    is_search = fields and len(fields) == len(numbers)
    if not is_search or not all(number.isdecimal() for number in numbers):
        return None
    return Search(**{field: int(number) for field, number in zip(fields, numbers, strict=True)})


def prepare(name: str, game: Game) -> None:
    """Compile what a contestant needs, before its time is measured."""
    if _search_named(name) or name == "search":
        searcher_of(game)
    if name == "rollout":
        loops_of(game)


def code_version(game: Game) -> str:
    """A digest of everything that determines how bots play a game.

    These are the rules, the source of the bots, and the game's advice and networks with their
    temperatures and corrections.
    """
    folder, networks = Path(bellhop.bots.__file__).parent, game.folder / FOLDER
    digest = hashlib.sha256(game.rules_version.encode())
    advice = [*game.folder.glob("advice.py"), *game.folder.glob("advice/*.py")]
    sources = [*sorted(folder.glob("*.py")), *sorted(advice), *sorted(networks.glob("*.toml"))]
    for path in [Path(playout.__file__), *sources]:
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    for path in sorted(networks.glob("*.npz")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def seed_of(*parts: object) -> int:
    """A seed that nobody can choose: 62 bits of the hash of its purpose."""
    text = "\n".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 2
