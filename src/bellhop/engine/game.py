"""The shape of a game: a position, six verbs over it, names for its moves, and its options."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, cast

from bellhop.engine import notation
from bellhop.engine.dice import check_seed, set_dice, shake
from bellhop.engine.errors import BellhopError, NotationError, Refused
from bellhop.engine.records import Cells, Record
from bellhop.engine.telling import Told
from bellhop.engine.words import Words, open_words

Position = Any  # each game's own record; all have `dice`, `seats` and `turn`

NOBODY = -1  # whose turn it is when the game is over
ALLOWED = 0  # what `why_not` answers for a legal move
SHARED_RULES = ("dice.py", "records.py")
NOT_RULES = {
    *("card_text.py", "finality.py", "observation.py", "speech.py", "ways.py"),
    *("rulebook.toml", "rulings.toml"),
}


class Rules(Protocol):
    """The verbs of a game. They know nothing of people, screens, files or words."""

    POINT: int  # how much of a score is one point; what is less decides ties

    def setup(self, game: Position, /) -> None:
        """Prepare the table; seats, options and dice are already written in the position."""

    def legal(self, game: Position, mask: Cells, /) -> int:
        """Mark the allowed moves with 1 in a mask, all others with 0; how many are allowed."""

    def play(self, game: Position, move: int, /) -> None:
        """Carry out an allowed move: `act`, and `close_round` where it is time."""

    def act(self, game: Position, move: int, /) -> bool:
        """Carry out an allowed move; is there nothing left but to close the round?"""

    def close_round(self, game: Position, /) -> None:
        """Score what is scored now, and prepare the next round or end the game."""

    def view(self, game: Position, seat: int, seen: Position, /) -> None:
        """Write into `seen` what a seat, or SPECTATOR, knows of the game; blank the rest."""

    def cover(self, seen: Position, seat: int, /) -> None:
        """Blank in a view what its seat knows but the table agreed not to look at again."""

    def imagine(self, seen: Position, dice: int, /) -> None:
        """Fill the blanks of a view with one deal that fits all it shows, drawn with these dice."""

    def score(self, game: Position, seat: int, /) -> int:
        """What a seat has; the highest wins."""

    def why_not(self, game: Position, move: int, /) -> int:
        """ALLOWED, or the game's number for the reason why a move is refused."""


UNBOUND = cast("Rules", None)  # stands in modules of loops until `twin` binds a game's rules


class Speech(Protocol):
    """How a game is put into words."""

    def say_move(self, words: Words, seen: Position, move: int, /) -> str:
        """A move as a choice offered to the seat whose view this is."""

    def say_task(self, words: Words, seen: Position, /) -> str:
        """What the seat on turn must do now."""

    def say_event(self, words: Words, told: Told, names: Sequence[str], /) -> str:
        """A line of the log; empty for what only an animation shows."""

    def say_refusal(self, words: Words, reason: int, /) -> str:
        """Why a move is refused, naming the rule."""

    def refused_by(self, reason: int, /) -> str:
        """The section of the rulebook that a refusal follows from."""

    def say_item(self, words: Words, item: str, /) -> str:
        """An item of the scoring."""

    def score_items(self) -> tuple[str, ...]:
        """All items of the scoring, in order."""

    def scored(self, told: Told, /) -> "ScoreEntry | None":
        """The entry of the score sheet that an event stands for, if it is one."""


class Finality(Protocol):
    """What a game tells people about undo before they move."""

    def find_final(self, seen: Position, moves: Iterable[int], /) -> set[int]:
        """Which of these legal moves of the seat whose view this is cannot be taken back?"""


@dataclass(frozen=True)
class ScoreEntry:
    """One line of a score sheet; the round is -1 in games that score only at their end."""

    seat: int
    round: int
    item: str
    points: int


@dataclass(frozen=True)
class Option:
    """Something the table agrees on before the game; `choices` name the numbers 0, 1, …"""

    name: str
    field: str
    choices: tuple[str, ...] = ("no", "yes")
    default: int = 0

    def number(self, choice: str) -> int:
        """The number of a choice given as text."""
        if choice not in self.choices:
            raise BellhopError(f"{self.name} is {' or '.join(self.choices)}, not {choice!r}")
        return self.choices.index(choice)


@dataclass(frozen=True)
class Game:
    """One game of the list; everything that plays, draws or stores games goes through this."""

    name: str
    title: str
    credit: str
    players: range
    options: tuple[Option, ...]
    package: str
    position: type[Record]
    moves: tuple[str, ...]
    card_files: tuple[Path, ...]
    reveals: frozenset[int]  # events after which nobody may take anything back
    rules_version: str = field(init=False)

    def __post_init__(self) -> None:
        # Taken at import, so that it is the digest of the rules in memory and not of a later edit.
        object.__setattr__(self, "rules_version", self._digest())

    @cached_property
    def rules(self) -> Rules:
        """The package itself, which holds the verbs."""
        return cast("Rules", import_module(self.package))

    @cached_property
    def module(self) -> ModuleType:
        """The package as a module, for the compiled twin."""
        return import_module(self.package)

    @cached_property
    def speech(self) -> Speech:
        """The game's words for moves, events and refusals."""
        return cast("Speech", import_module(f"{self.package}.speech"))

    @cached_property
    def finality(self) -> Finality:
        """Which moves cannot be taken back."""
        return cast("Finality", import_module(f"{self.package}.finality"))

    @cached_property
    def folder(self) -> Path:
        """Where the game's files lie."""
        return Path(str(self.module.__file__)).parent

    def words(self, language: str) -> Words:
        """The game's messages in one language."""
        return open_words(language, self.folder / "words")

    def option(self, name: str) -> Option:
        """An option by its name."""
        for option in self.options:
            if option.name == name:
                return option
        known = ", ".join(option.name for option in self.options)
        raise BellhopError(f"{self.title} has no option {name!r}; it has {known}")

    def table(self, seats: int, options: Mapping[str, str] | None = None) -> Position:
        """A position with its seats and options written, before anything is dealt."""
        if seats not in self.players:
            raise BellhopError(
                f"{self.title} is for {self.players[0]} to {self.players[-1]} players, not {seats}"
            )
        position: Position = self.position()
        position.seats = seats
        for option in self.options:
            setattr(position, option.field, option.default)
        for name, choice in (options or {}).items():
            option = self.option(name)
            setattr(position, option.field, option.number(choice))
        return position

    def options_of(self, position: Position) -> dict[str, str]:
        """The options of a position, by name."""
        return {o.name: o.choices[getattr(position, o.field)] for o in self.options}

    def new(self, seats: int, options: Mapping[str, str] | None = None, seed: int = 0) -> Position:
        """A new game, dealt from a seed."""
        check_seed(seed)
        position = self.table(seats, options)
        shake(position, seed)
        self.rules.setup(position)
        return position

    def deal(self, position: Position, word: int) -> None:
        """Prepare a table with a given dice word."""
        set_dice(position, word)
        self.rules.setup(position)

    def legal_moves(self, position: Position) -> list[int]:
        """The numbers of all moves allowed now."""
        mask = bytearray(len(self.moves))
        self.rules.legal(position, mask)
        return [move for move, allowed in enumerate(mask) if allowed]

    def play(self, position: Position, move: int) -> None:
        """Carry out a move, or refuse it with a reason and change nothing."""
        if not 0 <= move < len(self.moves):
            raise NotationError(f"moves have numbers from 0 to {len(self.moves) - 1}, not {move}")
        reason = self.rules.why_not(position, move)
        if reason != ALLOWED:
            text = self.speech.say_refusal(self.words("en"), reason)
            raise Refused(f"{self.moves[move]}: {text}", reason)
        self.rules.play(position, move)

    def view(self, position: Position, seat: int) -> Position:
        """What one seat, or SPECTATOR, knows of a game."""
        seen: Position = self.position()
        self.rules.view(position, seat, seen)
        return seen

    def show(self, position: Position, seat: int) -> Position:
        """What a person on a seat is shown: the view, less what may not be looked at again."""
        seen = self.view(position, seat)
        self.rules.cover(seen, seat)
        return seen

    def imagine(self, seen: Position, word: int) -> Position:
        """One whole game that fits a view."""
        whole: Position = seen.copy()
        self.rules.imagine(whole, word)
        return whole

    def points(self, position: Position) -> list[int]:
        """The points of every seat."""
        scores = (self.rules.score(position, seat) for seat in range(position.seats))
        return [score // self.rules.POINT for score in scores]

    def winners(self, position: Position) -> list[int]:
        """The seats in front; several where the rulebook shares the victory."""
        scores = [self.rules.score(position, seat) for seat in range(position.seats)]
        return [seat for seat, score in enumerate(scores) if score == max(scores)]

    def move_named(self, text: str) -> int:
        """The number of a move written as text."""
        name = " ".join(text.split()).casefold()
        if name not in self.moves:
            raise NotationError(f"{text.strip()!r} is not a move of {self.title}")
        return self.moves.index(name)

    def write(self, position: Position) -> str:
        """A position as one line of text."""
        return f"{self.name} {notation.write(position)}"

    def read(self, text: str) -> Position:
        """The position that `write` wrote."""
        name, _, rest = text.strip().partition(" ")
        if name != self.name:
            raise NotationError(f"a position of {self.title} begins with {self.name!r}")
        return notation.read(self.position, rest)

    def _digest(self) -> str:
        """A digest of the rules and card files: the rules version."""
        engine = Path(__file__).parent
        sources = [p for p in self.folder.glob("*.py") if p.name not in NOT_RULES]
        sources += [engine / name for name in SHARED_RULES]
        digest = hashlib.sha256()
        for path in [*sorted(sources, key=lambda path: path.name), *self.card_files]:
            digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
        return digest.hexdigest()[:16]
