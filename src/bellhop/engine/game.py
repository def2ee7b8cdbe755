"""A game: one typed object with all of its parts, and everything that can be done with it."""

import hashlib
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property, lru_cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Generic

from bellhop.engine import notation
from bellhop.engine.call_graph import CallGraph, functions_of
from bellhop.engine.cards import CardFile, replaced
from bellhop.engine.dice import check_seed, set_dice, shake
from bellhop.engine.errors import BellhopError, CardError, NotationError, PlainError, Refused
from bellhop.engine.fairness import Shaker
from bellhop.engine.handbook import open_handbook
from bellhop.engine.identity import identify, remember_sources
from bellhop.engine.lessons import LessonFile
from bellhop.engine.options import Option
from bellhop.engine.parts import (
    ALLOWED,
    Advice,
    Branches,
    Figures,
    Finality,
    ForBrowsers,
    ForPeople,
    ForPrograms,
    Log,
    Miniatures,
    Observation,
    Overview,
    P,
    Page,
    Pictures,
    Rules,
    Scoring,
    Speech,
    Terminal,
    Tips,
)
from bellhop.engine.seats import NOBODY
from bellhop.engine.telling import Told
from bellhop.engine.words import Words, open_words

_importing = threading.Lock()
_copied: dict[str, str] = {}  # the original package of each copy that was imported


@dataclass(frozen=True, eq=False, kw_only=True)
class Game(Generic[P]):
    """A game, for everything that plays, draws or stores it.

    The rules are loaded immediately; the other parts are imported when first needed.  P is the type
    of the game's own positions; of those of a plain `Game`, only what all positions have is known.
    """

    name: str
    title: str
    credit: str
    players: range
    position: type[P]
    moves: tuple[str, ...]
    reveals: frozenset[int]  # events after which nothing can be undone
    impersonal: frozenset[int]  # events whose first number is not a seat
    good_news: frozenset[int] = frozenset()  # events that are good for the seat they are about
    bad_news: frozenset[int] = frozenset()
    cards: CardFile
    rules: Rules[P]
    scoring: Scoring
    refusals: type[IntEnum]  # the reasons that `why_not` returns
    for_people: Callable[[], ForPeople[P]]
    for_browsers: Callable[[], ForBrowsers[P]]
    for_programs: Callable[[], ForPrograms[P]]
    package: str  # the import name of the game's folder
    introduction: Mapping[str, str] = field(default_factory=dict)  # options of a first game
    # Moves after which a player's next move begins another turn, even if nobody moves in between.
    turn_ends: frozenset[int] = frozenset()
    # Versions computed for the same rules by earlier releases, with today's version.
    earlier_versions: Mapping[str, str] = field(default_factory=dict)
    # A function and the name that it opens this game by, if that is not its package.
    opened_by: tuple[Callable[[str], "Game"], str] | None = None

    def __post_init__(self) -> None:
        remember_sources("bellhop.engine", self.package)

    @cached_property
    def _people(self) -> ForPeople[P]:
        return self.for_people()

    @cached_property
    def _browsers(self) -> ForBrowsers[P]:
        return self.for_browsers()

    @cached_property
    def _programs(self) -> ForPrograms[P]:
        return self.for_programs()

    @property
    def options(self) -> tuple[Option, ...]:
        """The table options: the fields of the position that are declared as options."""
        return self.position.options

    @property
    def speech(self) -> Speech[P]:
        """How moves, events and scores are worded."""
        return self._people.speech

    @property
    def finality(self) -> Finality[P]:
        """Which moves cannot be undone."""
        return self._people.finality

    @property
    def page(self) -> Page[P]:
        """How the table is drawn in a browser."""
        return self._browsers.page

    @property
    def log(self) -> Log:
        """How the game log is laid out in a browser."""
        return self._browsers.log

    @property
    def overview(self) -> Overview[P]:
        """What players can look up during a game."""
        return self._browsers.overview

    @property
    def pictures(self) -> Pictures:
        """The pictures in the handbook."""
        return self._browsers.pictures

    @property
    def terminal(self) -> Terminal[P]:
        """How a position is drawn as text."""
        return self._people.terminal

    @property
    def lessons(self) -> LessonFile:
        """The guided first game, and the tips for learners."""
        return self._people.lessons

    @property
    def tips(self) -> Tips[P]:
        """When learners are given a tip."""
        return self._people.tips

    @property
    def advice(self) -> Advice[P]:
        """How to play it well."""
        return self._programs.advice

    @property
    def figures(self) -> Figures[P]:
        """The statistics of finished games."""
        return self._programs.figures

    @property
    def observation(self) -> Observation[P]:
        """How a view is encoded for learners."""
        return self._programs.observation

    @property
    def branches(self) -> Branches[P] | None:
        """The branches of the rules, if the game is large enough to need them."""
        return self._programs.branches

    @property
    def miniatures(self) -> Miniatures | None:
        """Reductions of the game that can be solved, if there are any."""
        return self._programs.miniatures

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game by name, so that another process imports it itself."""
        if self.opened_by:
            return self.opened_by[0], self.opened_by[1:]
        original = _copied.get(self.package)
        if original:
            return _reopen_copy, (self.package, original, self.cards.path)
        return open_game, (self.package,)

    def with_cards(self, cards: Path) -> "Game[P]":
        """The same game with another card file, independent of this one."""
        return open_game(_copied.get(self.package, self.package), cards)

    @cached_property
    def folder(self) -> Path:
        """The folder with the game's files."""
        return Path(str(sys.modules[self.package].__file__)).parent

    @cached_property
    def rules_version(self) -> str:
        """The identity of the rules, and of everything else that a replay executes."""
        dice = (Game.undealt, Game.deal, Option.number, shake, Shaker.word)
        facts = {
            "players": list(self.players),
            "options": [(o.name, o.field, o.choices) for o in self.options],
            "position": self.position,
            "moves": self.moves,
            "reveals": self.reveals,
            "cards": self.cards.values(),
            "point": self.rules.POINT,
        }
        return identify(CallGraph([*functions_of(self.rules), *dice], {}), facts, self.package)

    def has_rules(self, version: str) -> bool:
        """Is this the version of the current rules?"""
        return self.earlier_versions.get(version, version) == self.rules_version

    def words(self, language: str) -> Words:
        """The game's messages in one language."""
        return open_words(language, self._words_folder)

    @cached_property
    def _words_folder(self) -> Path:
        return self.folder / "words"

    def option(self, name: str) -> Option:
        """A table option by name."""
        for option in self.options:
            if option.name == name:
                return option
        known = [option.name for option in self.options]
        raise BellhopError("option", game=self.title, option=name, options=known)

    def array(self, length: int, *first: P) -> Any:
        """An array of positions, as compiled loops take them: the given ones, then blank ones."""
        kind: Any = self.position  # a ctypes structure, which can be multiplied
        return (kind * length)(*first)

    def undealt(self, seats: int, options: Mapping[str, str] | None = None) -> P:
        """An undealt position with its seats and options set."""
        if seats not in self.players:
            raise BellhopError(
                "players",
                game=self.title,
                first=self.players[0],
                last=self.players[-1],
                seats=seats,
            )
        position: P = self.position()
        position.seats = seats
        for name, choice in (options or {}).items():
            option = self.option(name)
            setattr(position, option.field, option.number(choice))
        return position

    def options_of(self, position: P) -> dict[str, str]:
        """The options chosen in a position, by name."""
        return {o.name: o.choices[getattr(position, o.field)] for o in self.options}

    def new(self, seats: int, options: Mapping[str, str] | None = None, seed: int = 0) -> P:
        """A new game, dealt from a seed."""
        check_seed(seed)
        position = self.undealt(seats, options)
        shake(position, seed)
        self.rules.setup(position)
        return position

    def deal(self, position: P, word: int) -> None:
        """Set up and deal an undealt position with a given dice word."""
        set_dice(position, word)
        self.rules.setup(position)

    def legal_moves(self, position: P) -> list[int]:
        """The numbers of all legal moves."""
        return list(_legal_moves(self, type(position), position.to_bytes()))

    def play(self, position: P, move: int) -> None:
        """Carry out a move; an illegal one is refused with a reason and changes nothing."""
        if not 0 <= move < len(self.moves):
            raise NotationError("move_number", last=len(self.moves) - 1, move=move)
        reason = self.rules.why_not(position, move)
        if reason != ALLOWED:
            raise Refused(self, move, reason)
        self.rules.play(position, move)

    def say_refusal(self, words: Words, reason: int) -> str:
        """Why a move is refused."""
        return words.say(f"refusal.{self.refusals(reason).name.lower()}")

    def refused_by(self, reason: int) -> str:
        """The section of the rulebook that a refusal is based on."""
        sections = self.speech.REFUSED_BY.items()
        return next(section for section, reasons in sections if reason in reasons)

    def cite_rule(self, language: str, reason: int) -> str:
        """The section that a refusal follows from, by its title, and the ruling if there is one."""
        title = open_handbook(self.folder, language).title_of(self.refused_by(reason))
        ruling = self.speech.RULED_BY.get(reason)
        return f"{title}, {ruling}" if ruling else title

    def view(self, position: P, seat: int) -> P:
        """What a seat, or SPECTATOR, knows of a game."""
        seen: P = self.position()
        self.rules.view(position, seat, seen)
        return seen

    def show(self, position: P, seat: int) -> P:
        """What a person is shown: the view, without what may not be looked at again."""
        seen = self.view(position, seat)
        self.rules.cover(seen, seat)
        return seen

    def imagine(self, seen: P, word: int) -> P:
        """A random complete position that is consistent with a view."""
        whole: P = seen.copy()
        self.rules.imagine(whole, word)
        return whole

    def subject_of(self, told: Told) -> int:
        """The seat an event is about, or NOBODY."""
        return NOBODY if told.event in self.impersonal else told.numbers[0]

    def points(self, position: P) -> list[int]:
        """The points of every seat."""
        scores = (self.rules.score(position, seat) for seat in range(position.seats))
        return [score // self.rules.POINT for score in scores]

    def winners(self, position: P) -> list[int]:
        """The seats with the highest score; several if the victory is shared."""
        scores = [self.rules.score(position, seat) for seat in range(position.seats)]
        return [seat for seat, score in enumerate(scores) if score == max(scores)]

    def round_of(self, position: P) -> int:
        """The round that a game is in, counted from 0; always 0 if it has none."""
        number: int = getattr(position, "round", 0)
        return number

    def move_named(self, text: str) -> int:
        """The number of a move, given its notation."""
        name = " ".join(text.split()).casefold()
        if name not in self.moves:
            raise NotationError("move", game=self.title, move=text.strip())
        return self.moves.index(name)

    def write(self, position: P) -> str:
        """A position as one line of text."""
        record: Any = position
        return f"{self.name} {notation.write(record)}"

    def read(self, text: str) -> P:
        """Read a position written by `write`."""
        name, _, rest = text.strip().partition(" ")
        if name != self.name:
            raise NotationError("position.game", game=self.title, name=self.name)
        kind: Any = self.position
        position: P = notation.read(kind, rest)
        return position


def open_game(package: str, cards: Path | None = None) -> Game[Any]:
    """The GAME of a package, or of a copy of the package that uses the given card file."""
    try:
        module = import_module(package)
    except ModuleNotFoundError as error:
        if not f"{package}.".startswith(f"{error.name}."):
            raise  # the game exists, but something it imports does not
        raise BellhopError("not_a_game", package=package) from error
    if cards is not None:
        module = _import_copy(package, Path(str(module.__file__)), cards)
    game = vars(module).get("GAME")
    if not isinstance(game, Game):
        raise PlainError(f"{package} is not a game: it does not define GAME")
    return game


def _reopen_copy(copy: str, package: str, cards: Path) -> Game[Any]:
    """A pickled copy of a game, provided that its card file is still the same."""
    if copy in sys.modules:
        return open_game(copy)
    game = open_game(package, cards)
    if game.package != copy:
        raise CardError(f"{cards}: has changed since the game was pickled")
    return game


def _import_copy(package: str, file: Path, cards: Path) -> ModuleType:
    """Import a package again under another name, which its relative imports follow."""
    try:
        name = f"{package}_{hashlib.sha256(cards.read_bytes()).hexdigest()[:12]}"
    except OSError as error:
        raise CardError(f"{cards}: cannot be read ({error.strerror})") from None
    with _importing:
        if name in sys.modules:
            return sys.modules[name]
        spec = spec_from_file_location(name, file, submodule_search_locations=[str(file.parent)])
        assert spec
        assert spec.loader
        module = sys.modules[name] = module_from_spec(spec)
        replaced[name], _copied[name] = cards, package
        try:
            spec.loader.exec_module(module)
        except BaseException:
            for begun in [other for other in sys.modules if other.startswith(name)]:
                del sys.modules[begun]
            raise
        return module


@lru_cache(16)  # a page needs them several times, in different places
def _legal_moves(game: Game[P], kind: type[P], position: bytes) -> tuple[int, ...]:
    mask = bytearray(len(game.moves))
    game.rules.legal(kind.from_bytes(position), mask)
    return tuple(move for move, allowed in enumerate(mask) if allowed)
